#include "ui/workspaces/pipeline/shown_colours.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/base/value_range.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/paragraph.h"
#include "ui/workspaces/pipeline/shown_panels.h"

namespace attention_lab {
namespace {

// Weights, and what dropout leaves of them, share one scale.
double weights_high(const Model& model, const StageRanges& ranges) {
  const double largest = std::max(ranges.at(MatrixName::weights).high, ranges.at(mixing_weights(model)).high);
  return legend_end_of_weights(largest, model.has_dropout());
}

/// The ranges that are held, for the matrices that there are now: new ones take the colours of the others.
StageRanges held_for(const StageRanges& present, const StageRanges& held) {
  StageRanges ranges;
  for (const auto& [name, range] : present) {
    const auto found = held.find(name);
    ranges.emplace(name, found == held.end() ? ValueRange{} : found->second);
  }
  return ranges;
}

/// Whether only options have changed since the colours were chosen, and none that brings other numbers.
bool differs_in_options(const Session& session, const PipelineState& state) {
  if (!state.coloured || state.coloured_opening != session.opened()) return false;
  const Options& before = state.coloured->model.options;
  const Options& now = session.model().options;
  return before != now && before.projection == now.projection && before.positions == now.positions &&
         state.coloured->batch.shown == session.document().batch.shown &&
         has_same_numbers(*state.coloured, session.document());
}

const char* explanation_of(ColourHold hold) {
  switch (hold) {
    case ColourHold::none:
      return "The colours follow the range of the numbers. Click to lock them, so that a number that does "
             "not change keeps its colour.";
    case ColourHold::chosen: return "The colours are locked. Click to fit them to the numbers again.";
    case ColourHold::changing_number: return "The colours are locked while a number is being changed.";
    case ColourHold::steps: return "The colours are locked while steps are shown.";
    case ColourHold::options:
      return "These are the colours from before you changed the scale, the mask, the temperature or dropout, "
             "so that a number that has not changed keeps its colour. Click to fit them to the numbers "
             "again.";
    case ColourHold::pinned:
      return "The colours are locked while A is pinned, so that A and B can be compared.";
  }
  return "";
}

}  // namespace

ColourHold colour_hold(const ViewState& view) {
  if (view.editing.drag || view.editing.typing) return ColourHold::changing_number;
  if (view.pipeline.holds_colours) return ColourHold::chosen;
  if (view.steps.is_open) return ColourHold::steps;
  if (view.figures.pinned) return ColourHold::pinned;
  return view.pipeline.keeps_colours ? ColourHold::options : ColourHold::none;
}

void take_colours(const Session& session, ViewState& view, PipelineFigureSpec& spec) {
  PipelineState& state = view.pipeline;
  // Colours that hold still do so for the same heads, also where A and B are compared.
  std::vector<Index> heads = heads_of_ranges(session.model(), shown_heads(session, view, spec.focus));
  const bool is_same = state.coloured_heads == heads;
  state.coloured_heads = std::move(heads);
  state.keeps_colours = differs_in_options(session, state);
  if (colour_hold(view) == ColourHold::none || !is_same) {
    state.colour_ranges = spec.ranges;
    state.weights_high = weights_high(session.model(), spec.ranges);
    if (!state.coloured || state.coloured_revision != session.revision())
      state.coloured = std::make_shared<const Document>(session.document());
    state.coloured_revision = session.revision();
    state.coloured_opening = session.opened();
  } else {
    state.colour_ranges = held_for(spec.ranges, state.colour_ranges);
  }
  spec.colour_ranges = state.colour_ranges;
  spec.weights_high = state.weights_high;
}

void draw_colour_lock(ViewState& view, const Painter& painter, const Rect& rect) {
  const ColourHold hold = colour_hold(view);
  view.items.add("colours.lock", rect);
  allow_next_overlap();
  const bool is_clicked = click_area("##colours.lock", rect);
  const bool is_hovered = ImGui::IsItemHovered();
  const bool fits_again = hold == ColourHold::options;
  const bool can_choose = hold == ColourHold::none || hold == ColourHold::chosen || fits_again;
  if (is_clicked && can_choose) view.pipeline.lock_colours(!fits_again && !view.pipeline.holds_colours);
  const Theme& theme = view.theme();
  const Colour colour =
      hold == ColourHold::chosen || (is_hovered && can_choose) ? theme.accent : theme.quiet_text;
  const float size = std::round(rect.height * 0.75f);
  draw_padlock(painter, {rect.x, std::round(rect.centre().y - size / 2), size, size},
               hold != ColourHold::none, colour, theme.card);
  if (!is_hovered) return;
  if (can_choose) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  draw_tooltip(view, explanation_of(hold));
}

}  // namespace attention_lab
