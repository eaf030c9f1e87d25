#include "ui/lab/presenter.h"

#include <algorithm>
#include <cmath>

#include "ui/steps/steps_bar.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/workspaces/figures/figure_preview.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"
#include "ui/workspaces/museum/museum_panel.h"
#include "ui/workspaces/pipeline/pipeline_panel.h"

namespace attention_lab {
namespace {

constexpr float laptop_height = 800;  // the window whose text needs no enlarging
constexpr float largest_text = 3;
constexpr float spot_radius = 0.035f;  // of the window's height

/// The matrices that have a row for each token, in the order of the computation.
std::vector<MatrixRef> stages(const Session& session, const ViewState& view) {
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
    const MatrixRef ref{name, is_per_head(name) ? view.shown_head : 0};
    if (matrix_view(model, session.trace(), ref).size() > 0) stages.push_back(ref);
  }
  return stages;
}

void choose_in_pipeline(const Session& session, ViewState& view, Index tokens, Index stage_step) {
  const std::vector<MatrixRef> all = stages(session, view);
  const Index last = static_cast<Index>(all.size()) - 1;
  Index stage = 0;
  Index token = 0;
  if (view.selected) {
    const auto found = std::find(all.begin(), all.end(), view.selected->matrix);
    stage = std::clamp<Index>((found == all.end() ? 0 : found - all.begin()) + stage_step, 0, last);
    token = view.selected->row + tokens;
  }
  token = std::clamp<Index>(token, 0, session.model().n_tokens() - 1);
  const MatrixRef ref = all[static_cast<std::size_t>(stage)];
  // In a row of tokens, the one that gets most of the attention.
  Index column = 0;
  if (has_token_columns(ref.name)) {
    const MatrixView weights =
        matrix_view(session.model(), session.trace(), {MatrixName::weights, view.shown_head});
    weights.row(token).maxCoeff(&column);
  }
  view.selected = CellRef{ref, token, column};
  view.editing.scrolls_to_selection = true;
}

void choose_in_figure(const Session& session, ViewState& view, Index tokens, Index stage_step) {
  FigureRequest& request = view.figures.request;
  if (stage_step != 0 && shows_one_matrix(request.figure)) {
    std::vector<MatrixRef> all = stages(session, view);
    std::erase_if(all, [&](const MatrixRef& ref) { return !can_show(request.figure, ref.name); });
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const MatrixRef& ref) { return ref.name == request.matrix.name; });
    const Index here = found == all.end() ? 0 : found - all.begin();
    const Index next = std::clamp<Index>(here + stage_step, 0, static_cast<Index>(all.size()) - 1);
    request.matrix.name = all[static_cast<std::size_t>(next)].name;
    request.column.reset();
  }
  if (tokens == 0 || !takes_token(request.figure)) return;
  const Index last = session.model().n_tokens() - 1;
  request.token = std::clamp<Index>(request.token ? *request.token + tokens : tokens > 0 ? 0 : last, 0, last);
}

void handle_keys(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!takes_keys(view)) return;
  if (is_key_pressed(ImGuiKey_Escape)) {
    toggle_presenter(session, view, actions);
    return;
  }
  Index tokens = 0;
  Index stage = 0;
  if (is_key_pressed(ImGuiKey_UpArrow)) tokens = -1;
  if (is_key_pressed(ImGuiKey_DownArrow)) tokens = 1;
  if (is_key_pressed(ImGuiKey_LeftArrow)) stage = -1;
  if (is_key_pressed(ImGuiKey_RightArrow)) stage = 1;
  if (tokens == 0 && stage == 0) return;
  if (view.workspace == Workspace::pipeline) {
    choose_in_pipeline(session, view, tokens, stage);
  } else if (view.workspace == Workspace::figures) {
    choose_in_figure(session, view, tokens, stage);
  }
}

// A ring of light that the back row can follow.
void draw_spot(const ViewState& view, const Rect& window) {
  if (!ImGui::IsMousePosValid()) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float radius = window.height * spot_radius;
  list.AddCircleFilled(mouse, radius, packed(faded(view.theme().accent, 0.16f)), 48);
  list.AddCircle(mouse, radius, packed(faded(view.theme().accent, 0.85f)), 48,
                 std::max(2.0f, radius * 0.07f));
}

void present_pipeline(const Session& session, ViewState& view, ActionQueue& actions, Rect window) {
  handle_step_keys(session, view);
  if (view.steps.is_open) {
    const float height = steps_bar_height(view, window.height);
    const Rect bar{window.x, window.bottom() - height, window.width, height};
    window.height -= height;
    Painter(*ImGui::GetWindowDrawList(), *view.fonts)
        .fill({bar.x, bar.y, bar.width, std::max(1.0f, view.scale())}, view.theme().line);
    update_steps(session, view);
    draw_steps_bar(session, view, bar);
    update_steps(session, view);
  }
  draw_pipeline(session, view, actions, window);
}

}  // namespace

void toggle_presenter(const Session& session, ViewState& view, ActionQueue& actions) {
  if (view.presenter) {
    const PresenterView before = *std::exchange(view.presenter, std::nullopt);
    view.text_size = before.text_size;
    view.selected = before.selected;
    view.shown_head = before.shown_head;
    view.pipeline = before.pipeline;
    view.figures.request = before.request;
    view.workspace = before.workspace;
    view.theme_name = before.theme_name;
    view.decimals = before.decimals;
    view.notice.reset();
    if (view.is_full_screen && !before.was_full_screen) actions.push(ToggleFullScreen{});
    keep_in_bounds(view, session);
    return;
  }
  view.presenter = PresenterView{view.text_size,  view.selected,        view.shown_head,
                                 view.pipeline,   view.figures.request, view.workspace,
                                 view.theme_name, view.decimals,        view.is_full_screen};
  view.pipeline.zoom.reset();
  switch (view.workspace) {
    case Workspace::pipeline:
    case Workspace::figures:
      view.say(
          "Arrow keys choose token and stage, Ctrl+2 shows the stage large, Ctrl+1 everything, Escape "
          "leaves.");
      break;
    case Workspace::laboratory: view.say("Ctrl+1 to Ctrl+4 choose the workspace, Escape leaves."); break;
    case Workspace::museum:
      view.say("Arrow keys choose exhibit and stage, Ctrl+1 to Ctrl+4 the workspace, Escape leaves.");
      break;
  }
  if (!view.is_full_screen) actions.push(ToggleFullScreen{});
}

void present_stage_as_figure(ViewState& view) {
  view.workspace = Workspace::figures;
  if (!view.selected) return;
  FigureRequest& request = view.figures.request;
  if (!can_show(request.figure, view.selected->matrix.name) || !shows_one_matrix(request.figure))
    request.figure = FigureName::heatmap;
  request.matrix = view.selected->matrix;
  request.token = view.selected->row;
  request.column.reset();
}

void draw_presenter(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window) {
  const float scale = window.height / laptop_height / view.display_scale;
  view.text_size = std::clamp(view.presenter->text_size * scale, view.presenter->text_size, largest_text);
  Painter(*ImGui::GetWindowDrawList(), *view.fonts).fill(window, view.theme().card);
  view.items.add("workspace", window);
  // While a step is shown, the keys are its own, the Escape that closes it too.
  const bool is_stepping = view.workspace == Workspace::pipeline && view.steps.is_open;
  switch (view.workspace) {
    case Workspace::pipeline: present_pipeline(session, view, actions, window); break;
    case Workspace::figures: draw_figure_preview(session, view, window); break;
    case Workspace::laboratory: draw_laboratory(session, view, actions, window); break;
    case Workspace::museum: draw_museum(session, view, actions, window); break;
  }
  if (!is_stepping) handle_keys(session, view, actions);
  draw_spot(view, window);
}

}  // namespace attention_lab
