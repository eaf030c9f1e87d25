// What a frame asks for. Panels only queue; the queue is worked off after all panels are drawn.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/edit.h"
#include "core/document/session.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/page.h"
#include "ui/lab/export_format.h"
#include "ui/lab/exportable.h"

namespace attention_lab {

struct PreviewEdit {
  Edit edit;
};  ///< shown at once, no undo step yet
struct CommitEdit {
  Edit edit;
};  ///< one undo step
struct CancelPreview {};
struct Undo {};
struct Redo {};
/// Until so many steps of the history are done.
struct GoToStep {
  std::size_t steps = 0;
};

// What only the program around the interface can do.
struct OpenFile {
  std::string path;
};
struct OpenPreset {
  std::string name;
};
struct NewDocument {};
/// One that comes from no file: that of a recording.
struct ShowDocument {
  std::shared_ptr<const Document> document;
};
struct SaveFile {};  ///< where it was opened or saved last; asks where there is none
struct SaveFileAs {
  std::string path;
  bool may_replace = false;  ///< otherwise it asks where something has that path
};
struct ListFolder {
  std::string path;
};  ///< empty: where documents are, of the open file or of the last one
// Work of a program that ended unexpectedly, as the dialog offers it.
struct RestoreRecovered {};
struct DiscardRecovered {};
struct KeepRecovered {};  ///< as it is, for a later start
// Another program has changed the file of the document.
struct KeepMine {};    ///< the open document may replace what the file holds now
struct TakeTheirs {};  ///< opens what the file holds now
struct SaveAsCopy {};  ///< into a new file, under a name that is free
/// A picture into a file.
struct ExportPicture {
  std::shared_ptr<const DisplayList> list;
  Page page;
  std::optional<Colour> background;  ///< empty: transparent
  PictureFormat format = PictureFormat::png;
  std::string path;
  bool may_replace = false;             ///< otherwise a number is added to a name that is taken
  std::vector<std::string> warnings{};  ///< said with the news that the file is there
};
/// Numbers as text, into a file or onto the clipboard.
struct ExportText {
  TextFormat format = TextFormat::csv;
  NumberSource numbers;
  std::string path;
  bool may_replace = false;
};
struct CopyText {
  TextFormat format = TextFormat::csv;
  NumberSource numbers;
};
struct CancelExport {};
struct ToggleFullScreen {};
struct Quit {};  ///< the person has been asked about unsaved changes

using Action =
    std::variant<PreviewEdit, CommitEdit, CancelPreview, Undo, Redo, GoToStep, OpenFile, OpenPreset,
                 NewDocument, ShowDocument, SaveFile, SaveFileAs, ListFolder, RestoreRecovered,
                 DiscardRecovered, KeepRecovered, KeepMine, TakeTheirs, SaveAsCopy, ExportPicture, ExportText,
                 CopyText, CancelExport, ToggleFullScreen, Quit>;

class ActionQueue {
 public:
  void preview(Edit edit) { actions_.emplace_back(PreviewEdit{std::move(edit)}); }
  void commit(Edit edit) { actions_.emplace_back(CommitEdit{std::move(edit)}); }
  template <class T>
  void push(T action) {
    actions_.emplace_back(std::move(action));
  }

  const std::vector<Action>& actions() const { return actions_; }
  /// Hands the actions over and starts anew.
  std::vector<Action> take() { return std::exchange(actions_, {}); }

 private:
  std::vector<Action> actions_;
};

/// Carries out an action that concerns the session only. False for those the program must do itself.
/// An edit that fails leaves the session as it was and yields its error.
Result<bool> apply(Session& session, const Action& action);

}  // namespace attention_lab
