// The actions that a frame requests. Panels only queue them; the queue is processed after all panels are
// drawn.
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

struct RunExcerpt;  // core/training/run_excerpt.h

struct PreviewEdit {
  Edit edit;
};  ///< shown at once, but not yet an undo step
struct CommitEdit {
  Edit edit;
};  ///< one undo step
struct CancelPreview {};
struct Undo {};
struct Redo {};
/// Undoes or redoes until exactly this many steps of the history are done.
struct GoToStep {
  std::size_t steps = 0;
};

/// Shows the document as it was opened or saved: one undo step.
struct ResetDocument {
  std::shared_ptr<const Document> document;
};

/// Locks or unlocks the document.
struct SetLock {
  bool is_locked = false;
};

// Actions that need the program around the interface.
struct OpenFile {
  std::string path;
};
struct OpenPreset {
  std::string name;
};
struct NewDocument {};
/// A document that does not come from a file but from a recording.
struct ShowDocument {
  std::shared_ptr<const Document> document;
};
struct SaveFile {};  ///< to the file of the document; asks for a path if it has none
struct SaveFileAs {
  std::string path;
  bool may_replace = false;  ///< if false, asks before replacing a file
};
struct ListFolder {
  std::string path;
};  ///< empty: the folder of the open file or, without one, of the last file
// Recovered work of a program that ended unexpectedly.
struct RestoreRecovered {};
struct DiscardRecovered {};
struct KeepRecovered {};  ///< for a later start
// Another program has changed the document's file.
struct KeepMine {};    ///< lets the open document replace the file's new contents
struct TakeTheirs {};  ///< opens the file's new contents
struct SaveAsCopy {};  ///< saves to a new file under a free name
/// Exports a picture to a file.
struct ExportPicture {
  std::shared_ptr<const DisplayList> list;
  Page page;
  std::optional<Colour> background;  ///< empty: transparent
  PictureFormat format = PictureFormat::png;
  std::string path;
  bool may_replace = false;             ///< if false, a number is added to a name that is taken
  std::vector<std::string> warnings{};  ///< shown together with the message that the file was written
};
/// Exports numbers as text, to a file or to the clipboard.
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
/// Copies a script for PyTorch that repeats these steps of a training run.
struct CopyTrainingScript {
  std::shared_ptr<const RunExcerpt> run;
};
struct CancelExport {};
struct ToggleFullScreen {};
struct Quit {};  ///< after any question about unsaved changes

using Action = std::variant<PreviewEdit, CommitEdit, CancelPreview, Undo, Redo, GoToStep, ResetDocument,
                            SetLock, OpenFile, OpenPreset, NewDocument, ShowDocument, SaveFile, SaveFileAs,
                            ListFolder, RestoreRecovered, DiscardRecovered, KeepRecovered, KeepMine,
                            TakeTheirs, SaveAsCopy, ExportPicture, ExportText, CopyText, CopyTrainingScript,
                            CancelExport, ToggleFullScreen, Quit>;

class ActionQueue {
 public:
  void preview(Edit edit) { actions_.emplace_back(PreviewEdit{std::move(edit)}); }
  void commit(Edit edit) { actions_.emplace_back(CommitEdit{std::move(edit)}); }
  template <class T>
  void push(T action) {
    actions_.emplace_back(std::move(action));
  }

  const std::vector<Action>& actions() const { return actions_; }
  /// Returns all actions and empties the queue.
  std::vector<Action> take() { return std::exchange(actions_, {}); }

 private:
  std::vector<Action> actions_;
};

/// Applies an action that concerns only the session; returns false for actions that the program has to carry
/// out. An edit that fails leaves the session unchanged and returns its error.
Result<bool> apply(Session& session, const Action& action);

}  // namespace attention_lab
