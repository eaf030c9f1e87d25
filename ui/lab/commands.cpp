#include "ui/lab/commands.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>
#include <memory>

#include "core/document/checks.h"
#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/lab/leave_fields.h"
#include "ui/lab/mask_painting.h"
#include "ui/lab/presenter.h"
#include "ui/lab/requests.h"
#include "ui/tour/tour.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/shown_figure.h"
#include "ui/workspaces/pipeline/shown_panels.h"
#include "ui/workspaces/pipeline/stage_focus.h"

namespace attention_lab {
namespace {

using S = const Session&;
using V = ViewState&;
using A = ActionQueue&;

void set_text_size(ViewState& view, float size) {
  if (view.preferences.text_size == size) return;
  view.preferences.text_size = size;
  view.pipeline.zoom.reset();  // the matrices follow the text
  if (size <= largest_controls || view.preferences.enlarges_controls) return;
  view.say(
      filled("The matrices are at <size>%; controls stay at <controls>%. To enlarge both, turn on View → "
             "Preferences → Enlarge controls beyond <controls>%.",
             {{"size", std::lround(size * 100)}, {"controls", std::lround(largest_controls * 100)}}));
}

void step_text_size(ViewState& view, int step) {
  const std::span<const float> sizes = text_sizes();
  const float chosen = view.preferences.text_size;
  const auto nearest = std::min_element(sizes.begin(), sizes.end(), [&](float a, float b) {
    return std::fabs(a - chosen) < std::fabs(b - chosen);
  });
  const auto index = std::clamp<std::ptrdiff_t>(nearest - sizes.begin() + step, 0, std::ssize(sizes) - 1);
  set_text_size(view, sizes[static_cast<std::size_t>(index)]);
}

bool is_typing(const ViewState& view) {
  return view.editing.typing.has_value() || view.sentence.is_active || view.title.is_open;
}

// Undo first cancels what is being typed. Numbers are handled here, texts by their fields.
void undo(S, V view, A actions) {
  const bool was_typing = is_typing(view);
  if (view.editing.typing) cancel_typing(view, actions);
  if (!was_typing) actions.push(Undo{});
}
void redo(S, V view, A actions) {
  if (!is_typing(view)) actions.push(Redo{});
}

void toggle_steps(S session, V view, A) {
  view.workspace = Workspace::pipeline;
  if (view.steps.is_open) {
    close_steps(view.steps);
  } else {
    open_steps(session, view);
  }
}

bool is_divided_by_root(const Session& session) {
  return session.model().options.scale.kind == Scale::Kind::sqrt_d_k;
}

bool is_trainable(const Session& session) {
  return session.model().options.projection == Projection::trainable;
}
bool has_biases(const Session& session) {
  return is_trainable(session) && session.model().heads.front().b_q->size() > 0;
}

void toggle_attention_drag(S session, V view, A) {
  if (!is_trainable(session)) return;
  view.drags_attention = !view.drags_attention;
  view.say(view.drags_attention ? "Drag a cell of the attention weights up or down: W_q and W_k change until "
                                  "the cell has the weight you want."
                                : "Attention weights can no longer be dragged.");
}

/// Off, or the mask that was on last, if it fits the sentence.
void toggle_mask(S session, V view, A actions) {
  const Mask& now = session.model().options.mask;
  if (has_batch(session.document())) {  // whose padding stays hidden
    actions.commit(SetMask{now.is_causal() ? Mask::none : Mask::causal});
    return;
  }
  if (now != Mask::none) {
    keep_last_mask(session, view);
    actions.commit(SetMask{Mask::none});
    return;
  }
  const LastMask& last = view.last_mask;
  const bool is_of_these_tokens = last.opened == session.opened() && last.tokens == session.document().tokens;
  actions.commit(SetMask{is_of_these_tokens ? last.mask : Mask(Mask::causal)});
}

void toggle_spotlight(S, V view, A) {
  if (!view.holds_marks())
    return view.say("Click a number or the name of a token first: the spotlight dims everything else.");
  view.has_spotlight = !view.has_spotlight;
}

/// Opens the steps if need be.
void predict_first(S session, V view, A) {
  const bool was_on = hides_numbers(view.steps);
  if (!view.steps.is_open) open_steps(session, view);
  set_predicting(view.steps, !was_on);
}

std::string redraw_title(const char* how, S session, const ViewState& view) {
  const bool has_several_heads = session.model().n_heads() > 1;
  return filled(has_several_heads ? "Draw all weights: <how>, seed <seed>, head by head"
                                  : "Draw all weights: <how>, seed <seed>",
                {{"how", how}, {"seed", view.seed}});
}
void redraw(V view, A actions, edits::Draw draw, edits::DrawOrder order) {
  actions.commit(RedrawWeights{draw, static_cast<std::uint64_t>(view.seed), order});
}

/// In the pipeline, all heads side by side follow the last one.
void next_head(S session, V view, A) {
  const bool can_show_all = view.workspace == Workspace::pipeline;
  const Index n_heads = session.model().n_heads();
  if (can_show_all && view.pipeline.shows_all_heads) return show_head(view, 0);
  if (can_show_all && view.shown_head == n_heads - 1) return show_all_heads(view);
  show_head(view, (view.shown_head + 1) % n_heads);
}

void toggle_comparison(S, V view, A) {
  if (!view.figures.pinned)
    return view.say(
        "There is no state A to compare with. Press A to pin the current one, then change something.");
  if (view.steps.is_open) return view.say("Close the steps first: they show the present state only.");
  if (view.influence.cell())
    return view.say("Switch off the effect of the number first: it shows the present state only.");
  Comparison& comparison = view.pipeline.comparison;
  comparison = comparison == Comparison::side_by_side ? Comparison::none : Comparison::side_by_side;
}

/// "Undo: Set W_q row 1, column 2" if there is a step to undo; otherwise just `what`.
std::string with_step(const char* what, bool has_step, const std::string& step) {
  return has_step ? std::string(what) + ": " + step : std::string(what);
}

void toggle_influence(S, V view, A) {
  view.shows_influence = !view.shows_influence;
  if (view.shows_influence && hides_numbers(view.steps))
    view.say("Predict first hides the effect of a number, since it would give answers away.");
  else if (view.shows_influence && !view.selected)
    view.say("Click a number to see how it affects all the others. Ctrl+M ends this.");
}

// An action, so that what a field has just been left with is still taken.
void toggle_lock(S, V view, A actions) {
  actions.push(SetLock{!view.is_locked});
}

void reset_document(S session, V, A actions) {
  if (session.saved() == nullptr || !session.is_modified()) return;
  actions.push(ResetDocument{std::make_shared<const Document>(*session.saved())});
}

CommandEntry countdown_entry(Command command, const char* name, double seconds) {
  return {.command = command,
          .name = name,
          .words = "timer",
          .leaves_fields = false,
          .carry_out = [seconds](S, V view, A) { view.countdown = counting_down_from(seconds); }};
}

std::vector<CommandEntry> fixed_commands() {
  const CommandEntry::Question has_weights = [](S s, const ViewState&) { return is_trainable(s); };
  return {
      {.command = Command::undo,
       .name = "Undo",
       .title =
           [](S s, const ViewState&) {
             return with_step("Undo", s.can_undo(), s.can_undo() ? s.history().undo_name() : "");
           },
       .keys = {ctrl('Z')},
       .leaves_fields = false,
       .repeats = true,
       .applies = [](S s,
                     const ViewState& view) { return s.can_undo() || s.is_previewing() || is_typing(view); },
       .carry_out = undo},
      {.command = Command::redo,
       .name = "Redo",
       .title =
           [](S s, const ViewState&) {
             return with_step("Redo", s.can_redo(), s.can_redo() ? s.history().redo_name() : "");
           },
       .keys = {ctrl('Y'), ctrl_shift('Z')},
       .leaves_fields = false,
       .repeats = true,
       .applies = [](S s, const ViewState&) { return s.can_redo(); },
       .carry_out = redo},
      {.command = Command::new_document,
       .name = "New",
       .keys = {ctrl('N')},
       .leaves_fields = false,
       .carry_out = request_new},
      {.command = Command::open,
       .name = "Open",
       .asks = true,
       .keys = {ctrl('O')},
       .leaves_fields = false,
       .carry_out = request_open_dialog},
      {.command = Command::save,
       .name = "Save",
       .keys = {ctrl('S')},
       .carry_out = [](S, V, A actions) { actions.push(SaveFile{}); }},
      {.command = Command::save_as,
       .name = "Save as",
       .asks = true,
       .keys = {ctrl_shift('S')},
       .carry_out = request_save_dialog},
      {.command = Command::quit,
       .name = "Quit",
       .keys = {ctrl('Q')},
       .leaves_fields = false,
       .carry_out = request_quit},
      {.command = Command::larger_text,
       .name = "Larger text",
       .keys = {ctrl('+'), ctrl_shift('+')},
       .leaves_fields = false,
       .repeats = true,
       .carry_out = [](S, V view, A) { step_text_size(view, 1); }},
      {.command = Command::smaller_text,
       .name = "Smaller text",
       .keys = {ctrl('-'), ctrl_shift('-')},
       .leaves_fields = false,
       .repeats = true,
       .carry_out = [](S, V view, A) { step_text_size(view, -1); }},
      {.command = Command::normal_text,
       .name = "Normal text",
       .keys = {ctrl('0'), ctrl_shift('0')},
       .leaves_fields = false,
       .carry_out = [](S, V view, A) { set_text_size(view, 1); }},
      {.command = Command::more_controls,
       .name = "More controls",
       .keys = {ctrl('L')},
       .applies = [](S, const ViewState& view) { return view.more_controls.are_there; },
       .carry_out = [](S, V view, A) { view.more_controls.opens = view.more_controls.are_there; }},
      {.command = Command::fit_window,
       .name = "Fit to window",
       .keys = {ctrl('F')},
       .leaves_fields = false,
       .applies = [](S, const ViewState& view) { return zoom_of(view) != 1; },
       .carry_out = [](S, V view, A) { view.pipeline.zoom = 1; }},
      {.command = Command::full_screen,
       .name = "Full screen",
       .title =
           [](S, const ViewState& view) { return view.is_full_screen ? "Leave full screen" : "Full screen"; },
       .keys = {function_key(11)},
       .leaves_fields = false,
       .carry_out = [](S, V, A actions) { actions.push(ToggleFullScreen{}); }},
      {.command = Command::help,
       .name = "Keyboard and mouse",
       .keys = {function_key(1)},
       .carry_out = [](S, V view, A) { view.dialogs.open = Dialog::help; }},
      {.command = Command::other_theme,
       .name = "Paper or night theme",
       .title =
           [](S, const ViewState& view) {
             return view.preferences.theme == ThemeName::paper ? "Night theme" : "Paper theme";
           },
       .keys = {ctrl('T')},
       .leaves_fields = false,
       .carry_out =
           [](S, V view, A) {
             ThemeName& theme = view.preferences.theme;
             theme = theme == ThemeName::paper ? ThemeName::night : ThemeName::paper;
           }},
      {.command = Command::influence,
       .name = "Effect of the selected number",
       .keys = {ctrl('M')},
       .leaves_fields = false,
       .is_on = [](S, const ViewState& view) { return view.shows_influence; },
       .carry_out = toggle_influence},
      {.command = Command::hold_colours,
       .name = "Lock the colours",
       .words = "hold padlock range",
       .leaves_fields = false,
       .is_on = [](S, const ViewState& view) { return view.pipeline.holds_colours; },
       .carry_out = [](S, V view, A) { view.pipeline.lock_colours(!view.pipeline.holds_colours); }},
      {.command = Command::spotlight,
       .name = "Spotlight",
       .keys = {letter('S')},
       .works_while_guessing = true,
       .applies = [](S, const ViewState& view) { return view.workspace == Workspace::pipeline; },
       .is_on = [](S, const ViewState& view) { return view.has_spotlight; },
       .carry_out = toggle_spotlight},
      {.command = Command::show_all_matrices,
       .name = "Show all matrices",
       .leaves_fields = false,
       .applies = [](S, const ViewState& view) { return !view.pipeline.collapsed.empty(); },
       .carry_out = [](S, V view, A) { view.pipeline.collapsed.clear(); }},
      {.command = Command::steps,
       .name = "Step through one token",
       .is_on = [](S, const ViewState& view) { return view.steps.is_open; },
       .carry_out = toggle_steps},
      {.command = Command::play_steps,
       .name = "Play the steps",
       .title =
           [](S, const ViewState& view) {
             return view.steps.is_playing ? "Pause the steps" : "Play the steps";
           },
       .keys = {letter('P')},
       .works_while_guessing = true,
       .applies = [](S, const ViewState& view) { return view.workspace == Workspace::pipeline; },
       .carry_out = [](S s, V view, A) { toggle_playing(s, view); }},
      {.command = Command::predict_first,
       .name = "Predict first",
       .keys = {letter('G')},
       .works_while_guessing = true,
       .applies =
           [](S, const ViewState& view) {
             return view.workspace == Workspace::pipeline && !view.steps.shows_all_tokens;
           },
       .is_on = [](S, const ViewState& view) { return hides_numbers(view.steps); },
       .carry_out = predict_first},
      {.command = Command::divide_by_root,
       .name = "Divide scores by √d_k",
       .keys = {letter('D')},
       .is_on = [](S s, const ViewState&) { return is_divided_by_root(s); },
       .carry_out =
           [](S s, V, A actions) {
             actions.commit(SetScale{{is_divided_by_root(s) ? Scale::Kind::none : Scale::Kind::sqrt_d_k, 1}});
           }},
      {.command = Command::mask,
       .name = "Mask",
       .keys = {letter('M')},
       .is_on = [](S s, const ViewState&) { return s.model().options.mask != Mask::none; },
       .carry_out = toggle_mask},
      {.command = Command::paint_mask,
       .name = "Paint the mask",
       .keys = {ctrl_shift('M')},
       .is_on = [](S s, const ViewState& view) { return is_painting_mask(s, view); },
       .carry_out = [](S s, V view,
                       A actions) { set_painting_mask(s, view, actions, !is_painting_mask(s, view)); }},
      {.command = Command::next_head,
       .name = "Next head",
       .keys = {letter('H')},
       .applies = [](S s, const ViewState&) { return is_trainable(s) && s.model().n_heads() > 1; },
       .carry_out = next_head},
      {.command = Command::next_sentence,
       .name = "Next sentence",
       .keys = {letter('N')},
       .words = "batch",
       .is_everywhere = true,
       .applies = [](S s, const ViewState&) { return has_batch(s.document()); },
       .carry_out =
           [](S s, V, A actions) {
             actions.commit(ShowSentence{(s.document().batch.shown + 1) % n_sentences(s.document())});
           }},
      {.command = Command::add_sentence,
       .name = "Add a sentence",
       .asks = true,
       .words = "batch",
       .applies = [](S, const ViewState& view) { return !view.presenter; },
       .carry_out =
           [](S s, V view, A) {
             view.workspace = Workspace::pipeline;
             begin_adding_sentence(s, view);
           }},
      {.command = Command::remove_sentence,
       .name = "Remove this sentence",
       .words = "batch",
       .applies = [](S s, const ViewState&) { return has_batch(s.document()); },
       .carry_out = [](S s, V, A actions) { actions.commit(RemoveSentence{s.document().batch.shown}); }},
      {.command = Command::next_stage,
       .name = "Next stage",
       .keys = {page_key(KeyPress::page_down)},
       .words = "operation focus enlarge",
       .applies = [](S, const ViewState& view) { return view.workspace == Workspace::pipeline; },
       .carry_out = [](S s, V view, A) { go_to_stage(s, view, 1); }},
      {.command = Command::previous_stage,
       .name = "Previous stage",
       .keys = {page_key(KeyPress::page_up)},
       .words = "operation focus enlarge",
       .applies = [](S, const ViewState& view) { return view.workspace == Workspace::pipeline; },
       .carry_out = [](S s, V view, A) { go_to_stage(s, view, -1); }},
      {.command = Command::pin_state,
       .name = "Pin this state",
       .title = [](S, const ViewState& view) { return view.figures.pinned ? "Pin again" : "Pin as A"; },
       .keys = {letter('A')},
       .carry_out = [](S s, V view, A) { pin(s, view); }},
      {.command = Command::unpin_state,
       .name = "Unpin A",
       .applies = [](S, const ViewState& view) { return view.figures.pinned != nullptr; },
       .carry_out = [](S, V view, A) { unpin(view); }},
      {.command = Command::compare_states,
       .name = "Compare with the pinned state",
       .title = [](S, const ViewState&) { return std::string("A, B and B − A side by side"); },
       .keys = {letter('C')},
       .applies = [](S, const ViewState& view) { return view.workspace == Workspace::pipeline; },
       .is_on = [](S, const ViewState& view) { return shown_comparison(view) == Comparison::side_by_side; },
       .carry_out = toggle_comparison},
      {.command = Command::present,
       .name = "Presenter view",
       .keys = {function_key(5)},
       .is_on = [](S, const ViewState& view) { return view.presenter.has_value(); },
       .carry_out = toggle_presenter},
      {.command = Command::export_dialog,
       .name = "Export",
       .asks = true,
       .keys = {ctrl_shift('E')},
       .carry_out = [](S s, V view, A actions) { request_export_dialog(s, view, actions); }},
      {.command = Command::export_again,
       .name = "Repeat last export",
       .keys = {ctrl('E')},
       .carry_out = request_export},
      {.command = Command::palette,
       .name = "Find a command",
       .asks = true,
       .keys = {ctrl('K')},
       .carry_out = [](S, V view, A) { open_palette(view); }},
      {.command = Command::words,
       .name = "Words explained",
       .carry_out = [](S, V view, A) { open_words(view); }},
      {.command = Command::tour, .name = "Take the tour", .carry_out = start_tour},
      {.command = Command::about,
       .name = "About Attention Lab",
       .carry_out = [](S, V view, A) { view.dialogs.open = Dialog::about; }},
      {.command = Command::lock_document,
       .name = "Lock the document",
       .title =
           [](S, const ViewState& view) {
             return view.is_locked ? "Unlock the document" : "Lock the document";
           },
       .keys = {ctrl_shift('L')},
       .is_on = [](S, const ViewState& view) { return view.is_locked; },
       .carry_out = toggle_lock},
      {.command = Command::reset_document,
       .name = "Reset the document",
       .title =
           [](S, const ViewState& view) {
             return view.file_path.empty() ? "Reset to the document as opened" : "Reset to the saved file";
           },
       .applies = [](S s, const ViewState&) { return s.saved() != nullptr && s.is_modified(); },
       .carry_out = reset_document},
      {.command = Command::black_window,
       .name = "Black out the screen",
       .keys = {letter('B')},
       .words = "window blank",
       .works_while_guessing = true,
       .is_everywhere = true,
       .carry_out = [](S, V view, A) { view.is_black = true; }},
      {.command = Command::pen,
       .name = "Pen",
       .keys = {ctrl('P')},
       .is_on = [](S, const ViewState& view) { return view.pen.is_out; },
       .carry_out = [](S, V view, A) { view.pen = Pen{.is_out = !view.pen.is_out, .strokes = {}}; }},
      countdown_entry(Command::countdown_of_half_a_minute, "30-second countdown", 30),
      countdown_entry(Command::countdown_of_a_minute, "1-minute countdown", 60),
      countdown_entry(Command::countdown_of_two_minutes, "2-minute countdown", 120),
      {.command = Command::redraw_torch_rand,
       .name = "Draw all weights: torch.rand",
       .title = [](S s, const ViewState& view) { return redraw_title("torch.rand", s, view); },
       .applies = has_weights,
       .carry_out =
           [](S, V view, A actions) {
             redraw(view, actions, edits::Draw::torch_rand, edits::DrawOrder::head_by_head);
           }},
      {.command = Command::redraw_nn_linear,
       .name = "Draw all weights: nn.Linear",
       .title = [](S s, const ViewState& view) { return redraw_title("nn.Linear", s, view); },
       .applies = has_weights,
       .carry_out =
           [](S, V view, A actions) {
             redraw(view, actions, edits::Draw::nn_linear, edits::DrawOrder::head_by_head);
           }},
      {.command = Command::redraw_split,
       .name = "Draw all weights: nn.Linear, split into heads",
       .title =
           [](S, const ViewState& view) {
             return filled(
                 "Draw all weights: nn.Linear, seed <seed>, one projection split into heads, then W_o "
                 "and b_o",
                 {{"seed", view.seed}});
           },
       .applies = [](S s, const ViewState&) { return is_trainable(s) && s.model().n_heads() > 1; },
       .carry_out =
           [](S, V view, A actions) {
             redraw(view, actions, edits::Draw::nn_linear, edits::DrawOrder::split_projection);
           }},
      {.command = Command::share_words,
       .name = "Equal words share one embedding",
       .is_on = [](S s, const ViewState&) { return s.document().vocabulary.has_value(); },
       .carry_out = [](S s, V, A actions) { actions.commit(SetSharedWords{!s.document().vocabulary}); }},
      {.command = Command::biases,
       .name = "Biases b_q, b_k, b_v",
       .applies = has_weights,
       .is_on = [](S s, const ViewState&) { return has_biases(s); },
       .carry_out = [](S s, V, A actions) { actions.commit(SetBiases{!has_biases(s)}); }},
      {.command = Command::output_projection,
       .name = "Output projection W_o",
       .applies = has_weights,
       .is_on = [](S s, const ViewState&) { return s.model().has_output_projection(); },
       .carry_out =
           [](S s, V, A actions) {
             actions.commit(SetOutputProjection{!s.model().has_output_projection()});
           }},
      {.command = Command::drag_attention,
       .name = "Drag the attention",
       .keys = {ctrl('D')},
       .applies = has_weights,
       .is_on = [](S, const ViewState& view) { return view.drags_attention; },
       .carry_out = toggle_attention_drag},
      {.command = Command::hold_other_weights,
       .name = "Hold the other weights while dragging",
       .applies = [](S s, const ViewState& view) { return is_trainable(s) && view.drags_attention; },
       .is_on = [](S, const ViewState& view) { return view.other_weights == OtherWeights::held; },
       .carry_out =
           [](S, V view, A) {
             OtherWeights& others = view.other_weights;
             others = others == OtherWeights::held ? OtherWeights::free : OtherWeights::held;
           }},
  };
}

CommandEntry entry_to_show(const WorkspaceEntry& workspace) {
  return {.command = command_to_show(workspace.id),
          .name = workspace.title,
          .keys = {ctrl(workspace.key)},
          .is_on = [id = workspace.id](S, const ViewState& view) { return view.workspace == id; },
          .carry_out =
              [&workspace](S, V view, A) {
                if (workspace.enter != nullptr) workspace.enter(view);
                view.workspace = workspace.id;
              }};
}

const std::vector<CommandEntry>& command_table() {
  static const std::vector<CommandEntry> table = [] {
    std::vector<CommandEntry> entries = fixed_commands();
    for (const WorkspaceEntry& workspace : all_workspaces()) entries.push_back(entry_to_show(workspace));
    return entries;
  }();
  return table;
}

}  // namespace

std::string to_string(const KeyPress& key) {
  if (key.code == 0) return {};
  if (key.code == KeyPress::page_up) return "Page Up";
  if (key.code == KeyPress::page_down) return "Page Down";
  if (key.code > KeyPress::first_function_key)
    return filled("F<number>", {{"number", key.code - KeyPress::first_function_key}});
  if (!key.has_ctrl && !key.has_shift) return std::string(1, static_cast<char>(key.code));
  const std::string before = std::string(key.has_ctrl ? "Ctrl" : "") + (key.has_shift ? "+Shift" : "");
  if (key.code == '+') return before + " +";
  if (key.code == '-') return before + " −";
  return before + "+" + static_cast<char>(key.code);
}

std::span<const CommandEntry> all_commands() {
  return command_table();
}

const CommandEntry& entry_of(Command command) {
  const CommandEntry& entry = command_table()[static_cast<std::size_t>(command)];
  assert(entry.command == command);
  return entry;
}

std::optional<Command> command_of(const KeyPress& key) {
  for (const CommandEntry& entry : command_table()) {
    if (key.code != 0 && std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end())
      return entry.command;
  }
  return std::nullopt;
}

void press(Command command, const Session& session, ViewState& view, ActionQueue& actions) {
  if (view.is_black) return;  // any key only shows the window again
  Dialog& open = view.dialogs.open;
  // The key that opens one of these dialogs also closes it.
  const bool closes = (command == Command::help && open == Dialog::help) ||
                      (command == Command::palette && open == Dialog::palette);
  if (closes) {
    open = Dialog::none;
    return;
  }
  if (open != Dialog::none && command != Command::full_screen) return;
  // What a notice says may not be true after the command.
  if (view.notice && !view.notice->is_error && !view.notice->outlasts_edits) view.notice.reset();
  const CommandEntry& entry = entry_of(command);
  if (entry.leaves_fields) leave_fields(view, actions);
  entry.carry_out(session, view, actions);
}

void press_letters(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!takes_letters(view) || ImGui::GetIO().KeyAlt) return;  // Alt with a letter opens a menu
  const bool shows_matrices = entry_of(view.workspace).step != nullptr;
  const bool is_guessing = !takes_keys(view);
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters) {
    if (typed > 'z' || !std::isalpha(static_cast<int>(typed))) continue;
    const std::optional<Command> command = command_of(letter(static_cast<char>(std::toupper(typed))));
    if (!command || !entry_of(*command).applies(session, view)) continue;
    if (is_guessing && !entry_of(*command).works_while_guessing) continue;
    // Elsewhere, a stray letter would change a document that is not in view.
    if (!shows_matrices && !entry_of(*command).is_everywhere) continue;
    press(*command, session, view, actions);
  }
}

std::string title_of(const CommandEntry& entry, const Session& session, const ViewState& view) {
  if (entry.title) return entry.title(session, view);
  return entry.name + std::string(entry.asks ? "…" : "");
}

void command_entry(Command command, const Session& session, ViewState& view, ActionQueue& actions) {
  const CommandEntry& entry = entry_of(command);
  const std::string title = title_of(entry, session, view);
  const std::string keys = to_string(entry.keys.front());
  view.fonts.need(title);
  const MenuEntryLook look{keys.empty() ? nullptr : keys.c_str(), entry.applies(session, view),
                           entry.is_on(session, view), as_markup(shortened(title, longest_place))};
  if (menu_entry(view, entry_label(title), title, look)) press(command, session, view, actions);
}

}  // namespace attention_lab
