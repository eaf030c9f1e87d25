// A session as the document it began with and every action that changed it: one line of JSON each. Replayed,
// it leads to the same document, byte for byte.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/session.h"
#include "core/result.h"
#include "ui/lab/actions.h"

namespace attention_lab {

inline constexpr std::string_view recording_format = "attention-lab/recording";
inline constexpr int recording_version = 1;

struct Recording {
  Document document;  ///< at the beginning
  /// Those that concern the session, and ShowDocument where another one was opened.
  std::vector<Action> actions;
  /// The last line was left out: the program ended while it was writing it.
  bool is_cut = false;
};

/// Errors: wrong_format, wrong_version, and those of parse_document and read_edit; the place begins with the
/// line.
Result<Recording> parse_recording(std::string_view text);
/// Errors: as parse_recording and read_file.
Result<Recording> read_recording(const std::filesystem::path& path);

/// The document to which the recording leads. Errors: those of apply(), where this machine refuses an edit
/// that was carried out when it was recorded (its memory may be smaller); the place is the line.
Result<Document> replayed(const Recording& recording);

/// Writes a session down while it goes on, so that the file is of use whenever the program ends.
class Recorder {
 public:
  /// The file must not be there yet. Errors: not_writable.
  static Result<std::unique_ptr<Recorder>> begin(const std::filesystem::path& path, const Session& session);

  /// To be called after each action. Errors: not_writable, once; nothing is written any more after that.
  Status note(const Action& action, bool was_refused, const Session& session);

 private:
  Recorder(std::filesystem::path path, const Session& session);
  Status write(const std::string& line);

  std::filesystem::path path_;
  std::ofstream file_;
  std::uint64_t opened_;  // as Session::opened()
  bool was_previewing_ = false;
  bool has_failed_ = false;
};

}  // namespace attention_lab
