#include "app/files/recording.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "app/files/document_json.h"
#include "app/files/edit_json.h"
#include "app/files/folder_listing.h"
#include "app/files/json_value.h"
#include "app/files/json_writer.h"
#include "app/files/text_file.h"
#include "core/document/memory_budget.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::uintmax_t recording_size_limit = 1 << 30;

/// A document on one line: outside of strings, line breaks and indentation have no meaning.
std::string on_one_line(const std::string& json) {
  std::string line;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '\n') {
      while (i + 1 < json.size() && json[i + 1] == ' ') ++i;
    } else {
      line += json[i];
    }
  }
  return line;
}

/// `action` opens or resets the document.
std::string document_line(const char* action, const Document& document) {
  return filled("{\"<action>\": <document>}",
                {{"action", action}, {"document", on_one_line(to_json(document))}});
}

/// The line for an action that concerns the session; empty for others.
struct LineOf {
  std::string operator()(const PreviewEdit& action) const {
    return "{\"preview\": " + edit_json(action.edit) + "}";
  }
  std::string operator()(const CommitEdit& action) const {
    return "{\"commit\": " + edit_json(action.edit) + "}";
  }
  std::string operator()(const CancelPreview&) const { return "{\"cancel_preview\": true}"; }
  std::string operator()(const Undo&) const { return "{\"undo\": true}"; }
  std::string operator()(const Redo&) const { return "{\"redo\": true}"; }
  std::string operator()(const GoToStep& action) const {
    return "{\"go_to_step\": " + std::to_string(action.steps) + "}";
  }
  std::string operator()(const ResetDocument& action) const {
    return document_line("reset", *action.document);
  }
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

Error with_line(const Error& error, std::size_t line) {
  const std::string place = "line " + std::to_string(line);
  return {error.code, error.message, error.place.empty() ? place : place + ", " + error.place};
}

/// A parsed line and access to its members.
struct RecordingLine {
  JsonValue::Object object;

  static Result<RecordingLine> parse(std::string_view line) {
    Result<JsonText> parsed = parse_json(line);
    if (!parsed) return parsed.error();
    JsonValue value = (*std::move(parsed)).value;
    auto* object = std::get_if<JsonValue::Object>(&value.content);
    if (object == nullptr)
      return Error{ErrorCode::wrong_format, expected_but_found("an object in braces", value), ""};
    return RecordingLine{std::move(*object)};
  }
  const JsonMember* member(std::string_view name) const {
    for (const JsonMember& member : object) {
      if (member.key == name) return &member;
    }
    return nullptr;
  }
};

Result<Document> document_of(const JsonMember& member) {
  Result<ReadDocument> read = parse_document(member.written);
  if (!read) return read.error();
  return (*std::move(read)).document;
}

Error not_a_recording() {
  return {ErrorCode::wrong_format, "This is not an Attention Lab recording."};
}

Result<Document> parse_first_line(std::string_view text) {
  const Result<RecordingLine> line = RecordingLine::parse(text);
  const JsonMember* format = line ? line->member("format") : nullptr;
  const auto* name = format == nullptr ? nullptr : std::get_if<JsonString>(&format->value.content);
  if (name == nullptr || !(*name == recording_format)) return not_a_recording();
  const JsonMember* version = line->member("version");
  const auto* number = version == nullptr ? nullptr : std::get_if<JsonNumber>(&version->value.content);
  if (number == nullptr) return Error{ErrorCode::missing_key, "The version of the recording is missing.", ""};
  if (number->precise > recording_version)
    return Error{ErrorCode::wrong_version, "This recording needs a later version of Attention Lab.", ""};
  const JsonMember* document = line->member("document");
  if (document == nullptr)
    return Error{ErrorCode::missing_key, "The document with which the recording starts is missing.", ""};
  return document_of(*document);
}

Result<Action> parse_action(std::string_view text) {
  const Result<RecordingLine> line = RecordingLine::parse(text);
  if (!line) return line.error();
  for (const bool is_commit : {false, true}) {
    const char* name = is_commit ? "commit" : "preview";
    const JsonMember* member = line->member(name);
    if (member == nullptr) continue;
    Result<Edit> edit = read_edit(member->value, name);
    if (!edit) return edit.error();
    if (is_commit) return Action(CommitEdit{std::move(edit).value()});
    return Action(PreviewEdit{std::move(edit).value()});
  }
  if (line->member("cancel_preview") != nullptr) return Action(CancelPreview{});
  if (line->member("undo") != nullptr) return Action(Undo{});
  if (line->member("redo") != nullptr) return Action(Redo{});
  if (const JsonMember* member = line->member("go_to_step")) {
    const auto* steps = std::get_if<JsonNumber>(&member->value.content);
    const bool is_amount = steps != nullptr && steps->precise >= 0 &&
                           std::floor(steps->precise) == steps->precise &&
                           steps->precise <= static_cast<double>(std::numeric_limits<int>::max());
    if (!is_amount)
      return Error{ErrorCode::wrong_type, expected_but_found("a number of steps", member->value),
                   "go_to_step"};
    return Action(GoToStep{static_cast<std::size_t>(steps->precise)});
  }
  for (const bool is_reset : {false, true}) {
    const JsonMember* member = line->member(is_reset ? "reset" : "open");
    if (member == nullptr) continue;
    Result<Document> read = document_of(*member);
    if (!read) return read.error();
    auto document = std::make_shared<const Document>(std::move(read).value());
    if (is_reset) return Action(ResetDocument{std::move(document)});
    return Action(ShowDocument{std::move(document)});
  }
  return Error{ErrorCode::wrong_format, "This line does not name a known action.", ""};
}

}  // namespace

Result<Recording> parse_recording(std::string_view text) {
  Recording recording;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    recording.is_cut = end == std::string_view::npos && number > 0;
    if (recording.is_cut) break;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (++number == 1) {
      Result<Document> document = parse_first_line(line);
      if (!document) return with_line(document.error(), number);
      recording.document = std::move(document).value();
    } else {
      Result<Action> action = parse_action(line);
      if (!action) return with_line(action.error(), number);
      recording.actions.push_back(std::move(action).value());
    }
  }
  if (number == 0) return with_line(not_a_recording(), 1);
  return recording;
}

Result<Recording> read_recording(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path, recording_size_limit);
  if (!text) return text.error();
  Result<Recording> recording = parse_recording(*text);
  if (recording) return recording;
  const Error& error = recording.error();
  return Error{error.code, error.message, path.string() + ", " + error.place};
}

Result<Document> replayed(const Recording& recording) {
  Session session(recording.document);
  for (std::size_t i = 0; i < recording.actions.size(); ++i) {
    if (const auto* shown = std::get_if<ShowDocument>(&recording.actions[i])) {
      session.open(*shown->document);
    } else if (const Result<bool> applied = apply(session, recording.actions[i]); !applied) {
      return with_line(applied.error(), i + 2);  // line 1 is the document
    }
  }
  session.cancel_preview();
  return session.document();
}

Recorder::Recorder(std::filesystem::path path, const Session& session)
    : path_(std::move(path)), file_(path_, std::ios::app), opened_(session.opened()) {}

Result<std::unique_ptr<Recorder>> Recorder::begin(const std::filesystem::path& path, const Session& session) {
  if (is_taken(path.string()))
    return Error{ErrorCode::not_writable, "This file already exists; choose a new name for the recording.",
                 path.string()};
  const std::string first = "{\"format\": " + json_of(recording_format) +
                            ", \"version\": " + json_of(recording_version) +
                            ", \"document\": " + on_one_line(to_json(session.document())) + "}\n";
  const Result<FileStamp> written = write_file_over(path, first, Nothing{});
  if (!written) return written.error();
  return std::unique_ptr<Recorder>(new Recorder(path, session));
}

Status Recorder::note(const Action& action, bool was_refused, const Session& session) try {
  if (has_failed_) return Done{};
  std::string line = was_refused ? std::string() : std::visit(LineOf{}, action);
  if (session.opened() != opened_) {
    line = document_line("open", session.document());
  } else if (line.empty() && was_previewing_ && !session.is_previewing()) {
    line = LineOf{}(CancelPreview{});  // a rejected edit or saving ended the preview
  }
  if (!line.empty()) {
    if (Status written = write(line); !written) return written;
  }
  opened_ = session.opened();
  was_previewing_ = session.is_previewing();
  return Done{};
} catch (const std::bad_alloc&) {
  has_failed_ = true;  // with a line missing, the replay would give a different document
  return not_enough_memory("There is not enough memory to continue recording.", ErrorCode::not_writable,
                           path_.string());
}

Status Recorder::write(const std::string& line) {
  file_ << line << '\n' << std::flush;
  if (file_) return Done{};
  has_failed_ = true;
  return Error{ErrorCode::not_writable, "Recording stopped: the file could not be written.", path_.string()};
}

}  // namespace attention_lab
