#include "ui/workspaces/pipeline/pipeline_workspace.h"

#include <algorithm>
#include <cmath>

#include "ui/bars/title_line.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/lab/side_panel.h"
#include "ui/steps/steps_bar.h"
#include "ui/workspaces/pipeline/collapsed_matrices.h"
#include "ui/workspaces/pipeline/pipeline_panel.h"
#include "ui/workspaces/pipeline/pipeline_picture.h"
#include "ui/workspaces/pipeline/sheet_hand.h"

namespace attention_lab {
namespace {

StepWordsPlace place_of_words(const std::optional<Rect>& side) {
  return side ? StepWordsPlace::column : StepWordsPlace::bar;
}

/// The step, and below it the inspector of a number if there is room. Otherwise a number that was selected
/// during the step takes its place.
void draw_column(const Session& session, ViewState& view, const Rect& side) {
  StepPlayer& player = view.steps;
  const bool is_step = player.is_open && !player.steps.empty();
  if (!is_step || (player.fills_column && !explains_step(view))) return draw_inspector(session, view, side);
  const std::optional<Rect> rest = draw_step_column(session, view, side);
  player.fills_column = !rest;
  if (!rest || !inspected_cell(session, view)) return;
  Painter(*ImGui::GetWindowDrawList(), view.fonts)
      .fill({rest->x, rest->y, rest->width, 1}, view.theme().line);
  draw_inspector(session, view, *rest);
}

/// The bar and, if there is one, the column beside the pipeline.
void draw_steps(const Session& session, ViewState& view, const Rect& bar, const std::optional<Rect>& side) {
  update_steps(session, view);
  draw_steps_bar(session, view, place_of_words(side), bar);
  if (side) draw_column(session, view, *side);
  update_steps(session, view);  // again, since a button may have changed the step
}

void handle_keys_of_steps(const Session& session, ViewState& view) {
  if (space_asks_for_step(view)) step_or_pause(session, view);
  handle_step_keys(session, view);
}

/// Cuts the Steps bar off the bottom of the area.
Rect take_steps_bar(const ViewState& view, StepWordsPlace words, Rect& area, float gap) {
  const float height = steps_bar_height(view, words, area.height);
  const Rect bar{area.x, area.bottom() - height, area.width, height};
  area.height = std::max(area.height - height - gap, 1.0f);
  return bar;
}

/// `width` and `height` are multiples of the text size.
bool is_smaller(const WidgetContext& view, Point window, float width, float height) {
  const float body = view.sizes().body;
  return window.x < width * body || window.y < height * body;
}

/// Whether the words of a step have a column beside the matrices; otherwise they are in the bar.
bool has_room_for_column(const WidgetContext& view) {
  return !is_smaller(view, from_imgui(ImGui::GetIO().DisplaySize), 62, 44);
}

}  // namespace

std::vector<MatrixRef> token_stages(const Session& session, const Selection& selection) {
  const Model& model = session.model();
  std::vector<MatrixRef> stages;
  for (const MatrixName name : all_matrix_names) {
    if (!has_token_rows(name)) continue;
    if (name == MatrixName::masked_scores && model.options.mask == Mask::none) continue;
    const bool is_repeated = model.n_heads() == 1 && !model.has_output_projection() &&
                             (name == MatrixName::concatenated || name == MatrixName::head_output);
    const bool is_embedding_again = model.options.projection == Projection::identity &&
                                    (name == MatrixName::Q || name == MatrixName::K || name == MatrixName::V);
    if (is_repeated || is_embedding_again) continue;
    const MatrixRef ref{name, is_per_head(name) ? selection.shown_head : 0};
    if (matrix_view(model, session.trace(), ref).size() > 0) stages.push_back(ref);
  }
  return stages;
}

bool steps_need_whole_window(const ViewState& view, Point window) {
  return view.steps.is_open && is_smaller(view, window, 46, 34);
}

Rect draw_pipeline_workspace(const Session& session, ViewState& view, ActionQueue& actions,
                             const Rect& area) {
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  Rect pipeline = area;
  std::optional<Rect> side;
  if (!view.steps.is_open || has_room_for_column(view)) {
    const WithSidePanel parts =
        with_side_panel(view, draw_title_line_above(session, view, painter, area), true);
    pipeline = parts.workspace;
    side = parts.side;
  }
  const Rect bar = take_steps_bar(view, place_of_words(side), pipeline, std::round(8 * view.scale()));
  painter.card(bar, view.theme().card, view.theme().line);
  painter.card(pipeline, view.theme().card, view.theme().line);
  view.items.add("steps", bar);
  handle_keys_of_steps(session, view);
  draw_steps(session, view, bar, side);
  draw_pipeline(session, view, actions, pipeline);
  return pipeline;
}

Rect present_pipeline(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window) {
  handle_keys_of_steps(session, view);
  Rect pipeline = window;
  if (view.steps.is_open) {
    std::optional<Rect> side;
    if (has_room_for_column(view)) {
      const WithSidePanel parts = with_side_panel(view, window.expanded(-std::round(8 * view.scale())), true);
      side = parts.side;
      pipeline.width = parts.workspace.right() - window.x;
    }
    Rect bar = take_steps_bar(view, place_of_words(side), pipeline, 0);
    Painter(*ImGui::GetWindowDrawList(), view.fonts)
        .fill({bar.x, bar.y, bar.width, std::max(1.0f, view.scale())}, view.theme().line);
    place_countdown(view, view.countdown, bar);
    draw_steps(session, view, bar, side);
  }
  draw_pipeline(session, view, actions, pipeline);
  return pipeline;
}

void step_in_pipeline(const Session& session, ViewState& view, Index tokens, Index stages) {
  std::vector<MatrixRef> all = token_stages(session, view);
  // A stage in focus shows every matrix.
  if (!view.pipeline.shown_focus)
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const MatrixRef& ref) { return is_collapsed(view.pipeline, ref.name); }),
              all.end());
  if (all.empty()) return;
  const Index last = static_cast<Index>(all.size()) - 1;
  Index stage = 0;
  Index token = 0;
  if (view.selected) {
    const auto found = std::find(all.begin(), all.end(), view.selected->matrix);
    stage = std::clamp<Index>((found == all.end() ? 0 : found - all.begin()) + stages, 0, last);
    token = view.selected->row + tokens;
  }
  token = std::clamp<Index>(token, 0, session.model().n_tokens() - 1);
  const MatrixRef ref = all[static_cast<std::size_t>(stage)];
  // In a row of tokens, the token with most of the attention.
  Index column = 0;
  if (has_token_columns(ref.name)) {
    const MatrixView weights =
        matrix_view(session.model(), session.trace(), {MatrixName::weights, view.shown_head});
    weights.row(token).maxCoeff(&column);
  }
  view.selected = CellRef{ref, token, column};
  view.editing.scrolls_to_selection = true;
}

Result<Exportable> exported_from_pipeline(const Session& session, ViewState& view) {
  if (view.pipeline.shown_size.x < 1)
    return Error{ErrorCode::not_found, "There is no picture of the pipeline to export yet.", ""};
  return Exportable(pipeline_in_window(session, view));
}

}  // namespace attention_lab
