#include "ui/lab/commands.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "ui/dialogs/dialogs.h"
#include "ui/lab/leave_fields.h"
#include "ui/lab/presenter.h"
#include "ui/lab/requests.h"
#include "ui/widgets/named_items.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

using S = const Session&;
using V = ViewState&;
using A = ActionQueue&;

constexpr std::array text_sizes = {0.75f, 0.85f, 1.0f, 1.15f, 1.3f, 1.5f, 1.75f, 2.0f, 2.25f, 2.5f};

void step_text_size(ViewState& view, int step) {
  const auto nearest = std::min_element(text_sizes.begin(), text_sizes.end(), [&](float a, float b) {
    return std::fabs(a - view.text_size) < std::fabs(b - view.text_size);
  });
  const auto index = std::clamp<std::ptrdiff_t>(nearest - text_sizes.begin() + step, 0,
                                                static_cast<std::ptrdiff_t>(text_sizes.size()) - 1);
  view.text_size = text_sizes[static_cast<std::size_t>(index)];
}

bool is_typing(const ViewState& view) {
  return view.editing.typing.has_value() || view.sentence.is_active || view.title.is_open;
}

// What is being typed is undone first: a number at once, texts by their fields.
void undo(S, V view, A actions) {
  const bool was_typing = is_typing(view);
  if (view.editing.typing) cancel_typing(view, actions);
  if (!was_typing) actions.push(Undo{});
}
void redo(S, V view, A actions) {
  if (!is_typing(view)) actions.push(Redo{});
}

void show_figures(S, V view, A) {
  if (view.presenter) {
    present_stage_as_figure(view);
  } else {
    view.workspace = Workspace::figures;
  }
}

void toggle_steps(S session, V view, A) {
  view.workspace = Workspace::pipeline;
  if (view.steps.is_open) {
    close_steps(view);
  } else {
    open_steps(session, view);
  }
}

bool is_trainable(const Session& session) {
  return session.model().options.projection == Projection::trainable;
}
bool has_biases(const Session& session) {
  return is_trainable(session) && session.model().heads.front().b_q->size() > 0;
}

std::string redraw_title(const char* how, S session, const ViewState& view) {
  const bool has_several_heads = session.model().n_heads() > 1;
  return std::string("Draw all weights: ") + how + ", seed " + std::to_string(view.seed) +
         (has_several_heads ? ", head by head" : "");
}
void redraw(V view, A actions, edits::Draw draw, edits::DrawOrder order) {
  actions.commit(RedrawWeights{draw, static_cast<std::uint64_t>(view.seed), order});
}

bool always(S, const ViewState&) {
  return true;
}
bool never(S, const ViewState&) {
  return false;
}
template <Workspace workspace>
bool is_shown(S, const ViewState& view) {
  return view.workspace == workspace;
}
template <Workspace workspace>
void show_workspace(S, V view, A) {
  view.workspace = workspace;
}

#define ATTENTION_LAB_TITLE(text) [](S, const ViewState&) -> std::string { return text; }

const std::array command_table = {
    CommandEntry{Command::undo,
                 [](S session, const ViewState&) -> std::string {
                   return session.can_undo() ? "Undo: " + session.history().undo_name() : "Undo";
                 },
                 {ctrl('Z')},
                 false,
                 true,
                 [](S session, const ViewState&) { return session.can_undo(); },
                 never,
                 undo},
    CommandEntry{Command::redo,
                 [](S session, const ViewState&) -> std::string {
                   return session.can_redo() ? "Redo: " + session.history().redo_name() : "Redo";
                 },
                 {ctrl('Y'), ctrl_shift('Z')},
                 false,
                 true,
                 [](S session, const ViewState&) { return session.can_redo(); },
                 never,
                 redo},
    CommandEntry{Command::new_document,
                 ATTENTION_LAB_TITLE("New"),
                 {ctrl('N')},
                 false,
                 false,
                 always,
                 never,
                 [](S s, V v, A a) { request_new(s, v, a); }},
    CommandEntry{Command::open,
                 ATTENTION_LAB_TITLE("Open …"),
                 {ctrl('O')},
                 false,
                 false,
                 always,
                 never,
                 [](S s, V v, A a) { request_open_dialog(s, v, a); }},
    CommandEntry{Command::save,
                 ATTENTION_LAB_TITLE("Save"),
                 {ctrl('S')},
                 true,
                 false,
                 always,
                 never,
                 [](S, V, A a) { a.push(SaveFile{}); }},
    CommandEntry{Command::save_as,
                 ATTENTION_LAB_TITLE("Save as …"),
                 {ctrl_shift('S')},
                 true,
                 false,
                 always,
                 never,
                 [](S s, V v, A a) { request_save_dialog(s, v, a); }},
    CommandEntry{Command::quit,
                 ATTENTION_LAB_TITLE("Quit"),
                 {ctrl('Q')},
                 false,
                 false,
                 always,
                 never,
                 [](S s, V v, A a) { request_quit(s, v, a); }},
    CommandEntry{Command::larger_text,
                 ATTENTION_LAB_TITLE("Larger text"),
                 {ctrl('+'), ctrl_shift('+')},
                 false,
                 true,
                 always,
                 never,
                 [](S, V v, A) { step_text_size(v, 1); }},
    CommandEntry{Command::smaller_text,
                 ATTENTION_LAB_TITLE("Smaller text"),
                 {ctrl('-'), ctrl_shift('-')},
                 false,
                 true,
                 always,
                 never,
                 [](S, V v, A) { step_text_size(v, -1); }},
    CommandEntry{Command::normal_text,
                 ATTENTION_LAB_TITLE("Normal text"),
                 {ctrl('0'), ctrl_shift('0')},
                 false,
                 false,
                 always,
                 never,
                 [](S, V v, A) { v.text_size = 1; }},
    CommandEntry{Command::fit_window,
                 ATTENTION_LAB_TITLE("Fit to window"),
                 {ctrl('F')},
                 false,
                 false,
                 [](S, const ViewState& view) { return view.pipeline.zoom.has_value(); },
                 never,
                 [](S, V v, A) { v.pipeline.zoom.reset(); }},
    CommandEntry{Command::full_screen,
                 [](S, const ViewState& view) -> std::string {
                   return view.is_full_screen ? "Leave full screen" : "Full screen";
                 },
                 {function_key(11)},
                 false,
                 false,
                 always,
                 never,
                 [](S, V, A a) { a.push(ToggleFullScreen{}); }},
    CommandEntry{Command::help,
                 ATTENTION_LAB_TITLE("Keyboard and mouse"),
                 {function_key(1)},
                 true,
                 false,
                 always,
                 never,
                 [](S, V v, A) { v.dialogs.open = Dialog::help; }},
    CommandEntry{Command::other_theme,
                 [](S, const ViewState& view) -> std::string {
                   return view.theme_name == ThemeName::paper ? "Night theme" : "Paper theme";
                 },
                 {ctrl('T')},
                 false,
                 false,
                 always,
                 never,
                 [](S, V v, A) {
                   v.theme_name = v.theme_name == ThemeName::paper ? ThemeName::night : ThemeName::paper;
                 }},
    CommandEntry{Command::pipeline,
                 ATTENTION_LAB_TITLE("Pipeline"),
                 {ctrl('1')},
                 true,
                 false,
                 always,
                 is_shown<Workspace::pipeline>,
                 show_workspace<Workspace::pipeline>},
    CommandEntry{Command::figures,
                 ATTENTION_LAB_TITLE("Figures"),
                 {ctrl('2')},
                 true,
                 false,
                 always,
                 is_shown<Workspace::figures>,
                 show_figures},
    CommandEntry{Command::laboratory,
                 ATTENTION_LAB_TITLE("√d_k laboratory"),
                 {ctrl('3')},
                 true,
                 false,
                 always,
                 is_shown<Workspace::laboratory>,
                 show_workspace<Workspace::laboratory>},
    CommandEntry{Command::museum,
                 ATTENTION_LAB_TITLE("Museum of mistakes"),
                 {ctrl('4')},
                 true,
                 false,
                 always,
                 is_shown<Workspace::museum>,
                 show_workspace<Workspace::museum>},
    CommandEntry{Command::influence,
                 ATTENTION_LAB_TITLE("Effect of the selected number"),
                 {ctrl('M')},
                 false,
                 false,
                 always,
                 [](S, const ViewState& view) { return view.shows_influence; },
                 [](S, V v, A) { v.shows_influence = !v.shows_influence; }},
    CommandEntry{Command::steps,
                 ATTENTION_LAB_TITLE("Steps of one token"),
                 {},
                 true,
                 false,
                 always,
                 [](S, const ViewState& view) { return view.steps.is_open; },
                 toggle_steps},
    CommandEntry{Command::present,
                 ATTENTION_LAB_TITLE("Presenter view"),
                 {function_key(5)},
                 true,
                 false,
                 always,
                 [](S, const ViewState& view) { return view.presenter.has_value(); },
                 [](S s, V v, A a) { toggle_presenter(s, v, a); }},
    CommandEntry{Command::export_dialog,
                 ATTENTION_LAB_TITLE("Export …"),
                 {ctrl_shift('E')},
                 true,
                 false,
                 always,
                 never,
                 [](S s, V v, A a) { request_export_dialog(s, v, a); }},
    CommandEntry{Command::export_again,
                 ATTENTION_LAB_TITLE("Repeat last export"),
                 {ctrl('E')},
                 true,
                 false,
                 always,
                 never,
                 [](S s, V v, A a) { request_export(s, v, a); }},
    CommandEntry{Command::palette,
                 ATTENTION_LAB_TITLE("Find a command …"),
                 {ctrl('K')},
                 true,
                 false,
                 always,
                 never,
                 [](S, V v, A) { open_palette(v); }},
    CommandEntry{Command::about,
                 ATTENTION_LAB_TITLE("About Attention Lab"),
                 {},
                 true,
                 false,
                 always,
                 never,
                 [](S, V v, A) { v.dialogs.open = Dialog::about; }},
    CommandEntry{Command::redraw_torch_rand,
                 [](S session, const ViewState& view) { return redraw_title("torch.rand", session, view); },
                 {},
                 true,
                 false,
                 [](S session, const ViewState&) { return is_trainable(session); },
                 never,
                 [](S, V v, A a) { redraw(v, a, edits::Draw::torch_rand, edits::DrawOrder::head_by_head); }},
    CommandEntry{Command::redraw_nn_linear,
                 [](S session, const ViewState& view) { return redraw_title("nn.Linear", session, view); },
                 {},
                 true,
                 false,
                 [](S session, const ViewState&) { return is_trainable(session); },
                 never,
                 [](S, V v, A a) { redraw(v, a, edits::Draw::nn_linear, edits::DrawOrder::head_by_head); }},
    CommandEntry{
        Command::redraw_split,
        [](S, const ViewState& view) {
          return "Draw all weights: nn.Linear, seed " + std::to_string(view.seed) +
                 ", one projection split into heads, then W_o and b_o";
        },
        {},
        true,
        false,
        [](S session, const ViewState&) { return is_trainable(session) && session.model().n_heads() > 1; },
        never,
        [](S, V v, A a) { redraw(v, a, edits::Draw::nn_linear, edits::DrawOrder::split_projection); }},
    CommandEntry{Command::share_words,
                 ATTENTION_LAB_TITLE("Equal words share one embedding"),
                 {},
                 true,
                 false,
                 always,
                 [](S session, const ViewState&) { return session.document().vocabulary.has_value(); },
                 [](S s, V, A a) { a.commit(SetSharedWords{!s.document().vocabulary.has_value()}); }},
    CommandEntry{Command::biases,
                 ATTENTION_LAB_TITLE("Biases b_q, b_k, b_v"),
                 {},
                 true,
                 false,
                 [](S session, const ViewState&) { return is_trainable(session); },
                 [](S session, const ViewState&) { return has_biases(session); },
                 [](S s, V, A a) { a.commit(SetBiases{!has_biases(s)}); }},
    CommandEntry{Command::output_projection,
                 ATTENTION_LAB_TITLE("Output projection W_o"),
                 {},
                 true,
                 false,
                 [](S session, const ViewState&) { return is_trainable(session); },
                 [](S session, const ViewState&) { return session.model().has_output_projection(); },
                 [](S s, V, A a) { a.commit(SetOutputProjection{!s.model().has_output_projection()}); }},
};

#undef ATTENTION_LAB_TITLE

}  // namespace

std::string to_string(const KeyPress& key) {
  if (key.code == 0) return {};
  if (key.code > KeyPress::first_function_key)
    return "F" + std::to_string(key.code - KeyPress::first_function_key);
  const std::string before = std::string(key.has_ctrl ? "Ctrl" : "") + (key.has_shift ? "+Shift" : "");
  if (key.code == '+') return before + " +";
  if (key.code == '-') return before + " −";
  return before + "+" + static_cast<char>(key.code);
}

std::span<const CommandEntry> all_commands() {
  return command_table;
}

const CommandEntry& entry_of(Command command) {
  const CommandEntry& entry = command_table[static_cast<std::size_t>(command)];
  assert(entry.command == command);
  return entry;
}

std::optional<Command> command_of(const KeyPress& key) {
  for (const CommandEntry& entry : command_table) {
    if (key.code != 0 && std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end())
      return entry.command;
  }
  return std::nullopt;
}

void press(Command command, const Session& session, ViewState& view, ActionQueue& actions) {
  Dialog& open = view.dialogs.open;
  // The key that opens one of these closes it, too.
  const bool closes = (command == Command::help && open == Dialog::help) ||
                      (command == Command::palette && open == Dialog::palette);
  if (closes) {
    open = Dialog::none;
    return;
  }
  if (open != Dialog::none && command != Command::full_screen) return;
  const CommandEntry& entry = entry_of(command);
  if (entry.leaves_fields) leave_fields(view, actions);
  entry.carry_out(session, view, actions);
}

void command_entry(Command command, const Session& session, ViewState& view, ActionQueue& actions) {
  const CommandEntry& entry = entry_of(command);
  const std::string title = entry.title(session, view);
  const std::string keys = to_string(entry.keys.front());
  const MenuEntryLook look{keys.empty() ? nullptr : keys.c_str(), entry.applies(session, view),
                           entry.is_on(session, view)};
  if (menu_entry(view, title, look)) press(command, session, view, actions);
}

}  // namespace attention_lab
