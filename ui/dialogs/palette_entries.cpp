#include "ui/dialogs/palette_entries.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

#include "core/document/edit.h"
#include "core/limits.h"
#include "core/mistakes/mistake.h"
#include "core/words/glossary.h"
#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/lab/commands.h"
#include "ui/lab/requests.h"

namespace attention_lab {
namespace {

/// Whether every word of the query occurs in the text, at least in the singular.
bool has_every_word(const std::string& text, const std::string& query) {
  std::istringstream words(in_small_letters(query));
  const std::string searched = in_small_letters(text);
  for (std::string word; words >> word;) {
    if (searched.find(word) != std::string::npos) continue;
    if (word.size() < 3 || word.back() != 's') return false;
    word.pop_back();
    if (searched.find(word) == std::string::npos) return false;
  }
  return true;
}

bool is_in_history(Command command) {
  return command == Command::undo || command == Command::redo;
}

/// The commands, those that a person most likely wants first. Undo and redo are not among them: their titles
/// contain the words of any edit.
std::vector<const CommandEntry*> ranked_commands() {
  const auto rank = [](const CommandEntry* entry) {
    if (entry->command >= Command::show_workspace) return 0;
    switch (entry->command) {
      case Command::open:
      case Command::steps:
      case Command::present:
      case Command::export_dialog: return 1;
      case Command::quit: return 3;
      default: return 2;
    }
  };
  std::vector<const CommandEntry*> ranked;
  for (const CommandEntry& entry : all_commands()) {
    if (!is_in_history(entry.command) && entry.command != Command::palette) ranked.push_back(&entry);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](const CommandEntry* a, const CommandEntry* b) { return rank(a) < rank(b); });
  return ranked;
}

/// An option of the document with another value, and the words that find it besides the edit's name.
struct PaletteOption {
  Edit edit;
  const char* words;
};

/// The usual values of the options of the control bar, except those that the document has.
std::vector<PaletteOption> other_options(const Session& session, std::uint64_t seed) {
  const Model& model = session.model();
  const Options& now = model.options;
  std::vector<PaletteOption> others;
  const auto add = [&](bool is_other, Edit edit, const char* words) {
    if (is_other) others.push_back({std::move(edit), words});
  };
  for (const Mask::Kind kind : {Mask::causal, Mask::window, Mask::padding, Mask::none})
    add(now.mask != kind, SetMask{Mask::usual(kind, model.n_tokens())}, "masking hide");
  for (const Scale::Kind kind : {Scale::Kind::sqrt_d_k, Scale::Kind::none})
    add(now.scale.kind != kind, SetScale{{kind, 1}}, "scale scaling divisor unscaled d_model");
  for (const Projection projection : {Projection::trainable, Projection::identity})
    add(now.projection != projection, SetProjection{projection, seed}, "projection identity W_q W_k W_v");
  for (const Positions positions : {Positions::none, Positions::learned, Positions::sinusoidal})
    add(now.positions != positions, SetPositions{positions, seed}, "positional encoding embeddings");
  for (const Scalar p : {Scalar(0), Scalar(0.1), Scalar(0.5)})
    add(now.dropout.p != p, SetDropout{{p, now.dropout.seed}}, "dropout probability");
  for (const Scalar temperature : {Scalar(0.5), Scalar(1), Scalar(2)})
    add(now.temperature != temperature, SetTemperature{temperature}, "softmax sharper flatter");
  for (const Index heads : {model.n_heads() + 1, model.n_heads() - 1})
    add(!model.is_identity() && heads >= 1 && heads <= limits::n_heads,
        SetExtent{Extent::n_heads, heads, seed}, "n_heads multi-head");
  return others;
}

/// The words that are explained, those that begin with the query first: "entropy" before "cross-entropy".
std::vector<std::size_t> words_from(const std::string& query) {
  std::vector<std::size_t> words(all_words().size());
  std::iota(words.begin(), words.end(), std::size_t{0});
  std::stable_partition(words.begin(), words.end(), [&](std::size_t word) {
    return in_small_letters(std::string(all_words()[word].name)).starts_with(in_small_letters(query));
  });
  return words;
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const Session& session, ViewState& view, ActionQueue& actions) {
  std::vector<PaletteEntry> entries;
  const auto add = [&](std::string title, const std::string& searched, std::string keys,
                       std::function<void()> carry_out) {
    if (has_every_word(searched, view.dialogs.query))
      entries.push_back({std::move(title), std::move(keys), std::move(carry_out)});
  };
  const auto add_command = [&](const CommandEntry& entry) {
    if (!entry.applies(session, view)) return;
    const std::string title = title_of(entry, session, view);
    add(as_markup(title), title + " " + entry.words, to_string(entry.keys.front()),
        [&, command = entry.command] { press(command, session, view, actions); });
  };
  for (const CommandEntry* entry : ranked_commands()) add_command(*entry);
  for (const PaletteOption& option : other_options(session, static_cast<std::uint64_t>(view.seed))) {
    const std::string title = edit_name(option.edit, session.document());
    add(as_markup(title), title + " " + option.words, "", [&, edit = option.edit] { actions.commit(edit); });
  }
  for (const Command command : {Command::undo, Command::redo}) add_command(entry_of(command));
  for (const Mistake mistake : all_mistakes) {
    const std::string title = filled("Mistake: <title>", {{"title", text_of(mistake).title}});
    add(as_markup(title), title + " " + std::string(to_string(mistake)) + " museum exhibit", "",
        [&, mistake] {
          press(command_to_show(Workspace::museum), session, view, actions);
          view.museum.mistake = mistake;
        });
  }
  for (const std::size_t word : words_from(view.dialogs.query)) {
    const std::string title = filled("Word: <word>", {{"word", all_words()[word].name}});
    add(title, title + " explained glossary meaning", "", [&, word] { open_words(view, word); });
  }
  for (const auto& [name, preset_title] : view.services.presets) {
    const std::string title = filled("Preset: <title>", {{"title", preset_title}});
    add(as_markup(title), title + " " + name, name,
        [&, name = name] { request_preset(session, view, actions, name); });
  }
  for (const std::string& path : view.preferences.recent_files) {
    const std::string title = filled("Open <file>", {{"file", shortened(path, longest_place)}});
    add(escape_markup(title), title, "", [&, path] { request_open(session, view, actions, path); });
  }
  return entries;
}

}  // namespace attention_lab
