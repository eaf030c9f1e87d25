#include "file_claims.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/export/text_export.h"
#include "app/files/document_file.h"
#include "app/files/document_json.h"
#include "app/files/recovery.h"
#include "app/files/settings.h"
#include "core/attention/forward.h"
#include "core/document/checks.h"
#include "support.h"

namespace attention_lab::campaign {
namespace {

namespace fs = std::filesystem;

/// What is wrong with the error's text: it must be one line of UTF-8 of bounded length.
std::string flaw_of(const Error& error) {
  constexpr std::size_t longest = 2000;
  const std::string sentence = to_string(error);
  if (error.message.empty()) return "an error says nothing";
  if (sentence.size() > longest) return "an error takes " + std::to_string(sentence.size()) + " bytes";
  if (sentence.find('\n') != std::string::npos) return "an error takes several lines";
  if (!is_utf8(sentence)) return "an error is no UTF-8";
  return "";
}

/// Whether the matrices are small enough for thousands of runs.
bool is_soon_walked(const Document& document) {
  constexpr Index most = 1 << 16;
  const Model& model = document.model;
  const Index heads = std::max<Index>(1, static_cast<Index>(model.heads.size()));
  return model.n_tokens() * model.n_tokens() * heads <= most &&
         model.n_tokens() * model.d_model() * heads <= most;
}

std::string broken_by_computing(const Document& document) {
  if (!is_soon_walked(document)) return "";
  Trace trace;
  forward(document.model, trace);
  if (trace.context.rows() != document.model.n_tokens()) return "a token has no context vector";
  for (const TextFormat format : {TextFormat::markdown, TextFormat::pytorch, TextFormat::latex}) {
    const Result<std::string> copied = document_as_text(document, trace, format);
    if (!copied) return "a small document cannot be copied: " + to_string(copied.error());
    if (!is_utf8(*copied)) return "text that is copied is no UTF-8";
  }
  return "";
}

std::string broken_by_round_trip(const Document& document, const Watch& watch) {
  std::string saved;
  if (std::string limit = watch("to_json", [&] { saved = to_json(document); }); !limit.empty()) return limit;
  const Result<ReadDocument> again = parse_document(saved);
  if (!again) return "what was saved cannot be read: " + to_string(again.error());
  if (!(again->document == document)) return "what was saved is read as another document";
  if (to_json(again->document) != saved) return "what was saved and read is saved as other bytes";
  return "";
}

}  // namespace

std::string broken_claim_of_document(std::string_view text, const Watch& watch) {
  std::optional<Result<ReadDocument>> read;
  if (std::string limit = watch("parse_document", [&] { read = parse_document(text); }); !limit.empty())
    return limit;
  std::vector<Error> problems;
  if (std::string limit = watch("find_problems", [&] { problems = find_problems(text); }); !limit.empty())
    return limit;
  for (const Error& problem : problems) {
    if (std::string flaw = flaw_of(problem); !flaw.empty()) return flaw;
  }
  if (!*read) {
    if (problems.empty()) return "the document is refused, but it has no problem";
    if (!(problems.front() == read->error())) return "the error is not the first problem";
    return "";
  }
  if (!problems.empty()) return "the document is read, but it has a problem: " + to_string(problems.front());
  const Document& document = (*read)->document;
  if (!validate(document).empty()) return "the document that was read is not valid";
  for (const std::string& warning : (*read)->warnings) {
    if (std::string flaw = flaw_of({ErrorCode::missing_key, warning, ""}); !flaw.empty()) return flaw;
  }
  if (std::string broken = broken_by_round_trip(document, watch); !broken.empty()) return broken;
  return broken_by_computing(document);
}

std::string broken_claim_of_settings(std::string_view text, const Watch& watch) {
  const test::TemporaryFolder folder;
  test::put(folder / "settings.json", text);
  LoadedSettings loaded;
  if (std::string limit = watch("load_settings", [&] { loaded = load_settings(folder / "settings.json"); });
      !limit.empty())
    return limit;
  const Preferences& settings = loaded.preferences;
  if (!(settings.text_size >= 0.75 && settings.text_size <= 2.5)) return "the text size is out of its range";
  if (settings.decimals < 0 || settings.decimals > 7) return "the decimals are out of their range";
  if (settings.asked_decimals < 1 || settings.asked_decimals > 4) return "asked decimals are out of range";
  if (settings.window_width < 1 || settings.window_width > 16384) return "the window is too wide";
  if (settings.window_height < 1 || settings.window_height > 16384) return "the window is too high";
  if (settings.recent_files.size() > recent_files_limit) return "there are too many recent files";
  static const Preferences usual;
  if (!loaded.warning.empty() && !(settings == usual)) return "damaged settings are used in part";
  if (const Status saved = save_settings(settings, folder / "saved.json"); !saved)
    return "the settings cannot be saved: " + to_string(saved.error());
  const LoadedSettings again = load_settings(folder / "saved.json");
  if (!again.warning.empty()) return "saved settings cannot be read: " + again.warning;
  if (!(again.preferences == settings)) return "saved settings are read as others";
  return "";
}

std::string broken_claim_of_recovery(std::string_view text, const Watch& watch) {
  const test::TemporaryFolder folder;
  std::string_view original;
  if (text.substr(0, 1) == "/") {
    original = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), original.size() + 1));
  }
  test::put(folder / "1-0.lock", original);
  test::put(folder / "1-0.json", text);
  std::vector<Recovered> found;
  if (std::string limit = watch("find_abandoned", [&] { found = find_abandoned(folder.path()); });
      !limit.empty())
    return limit;
  const Result<ReadDocument> kept = parse_document(text);
  if (kept && found.size() != 1) return "kept work is not offered";
  if (kept) {
    const Result<ReadDocument> offered = read_document(found.front().file);
    if (!offered || !(offered->document == kept->document)) return "other work is offered than was kept";
  }
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    if (test::contents(entry.path()) == text) return "";
  }
  return "kept work is gone before anybody was asked";
}

}  // namespace attention_lab::campaign
