// A recorded session: the initial document and every action that changed it, one line of JSON each. Replaying
// it gives the same document, byte for byte.
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
  Document document;  ///< at the start
  /// Actions that concern the session, and ShowDocument for each document that was opened.
  std::vector<Action> actions;
  /// Whether an incomplete last line was ignored: the program ended while writing it.
  bool is_cut = false;
};

/// Errors: wrong_format, wrong_version, and those of parse_document and read_edit; the place begins with the
/// line.
Result<Recording> parse_recording(std::string_view text);
/// Errors: as parse_recording and read_file.
Result<Recording> read_recording(const std::filesystem::path& path);

/// The final document of the recording. Errors: those of apply(), with the line as the place, if this machine
/// rejects an edit (for example, because it has less memory than the one that recorded it).
Result<Document> replayed(const Recording& recording);

/// Writes a recording during the session, so that the file is usable even if the program crashes.
class Recorder {
 public:
  /// The file must not exist yet. Errors: not_writable.
  static Result<std::unique_ptr<Recorder>> begin(const std::filesystem::path& path, const Session& session);

  /// Call after each action. Errors: not_writable, once; after an error nothing more is written.
  Status note(const Action& action, bool was_refused, const Session& session);

 private:
  Recorder(std::filesystem::path path, const Session& session);
  Status write(const std::string& line);

  std::filesystem::path path_;
  std::ofstream file_;
  std::uint64_t opened_;  // last value of Session::opened()
  bool was_previewing_ = false;
  bool has_failed_ = false;
};

}  // namespace attention_lab
