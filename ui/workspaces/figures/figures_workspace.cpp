#include "ui/workspaces/figures/figures_workspace.h"

#include <algorithm>

#include "ui/lab/side_panel.h"
#include "ui/workspaces/figures/figure_preview.h"
#include "ui/workspaces/figures/shown_figure.h"
#include "ui/workspaces/pipeline/pipeline_workspace.h"

namespace attention_lab {

Rect draw_figures_workspace(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const WithSidePanel parts = with_side_panel(view, area);
  Painter(*ImGui::GetWindowDrawList(), view.fonts)
      .card(parts.workspace, view.theme().card, view.theme().line);
  // The options come first, so that the figure follows them in the same frame.
  draw_figure_options(session, view, actions, parts.side);
  draw_figure_preview(session, view, actions, parts.workspace);
  return parts.workspace;
}

Rect present_figure_alone(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window) {
  draw_figure_preview(session, view, actions, window);
  return window;
}

void step_in_figure(const Session& session, ViewState& view, Index tokens, Index stages) {
  FigureRequest& request = view.figures.request;
  if (stages != 0 && shows_one_matrix(request.figure)) {
    std::vector<MatrixRef> all = token_stages(session, view);
    std::erase_if(all, [&](const MatrixRef& ref) { return !can_show(request.figure, ref.name); });
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const MatrixRef& ref) { return ref.name == request.matrix.name; });
    const Index here = found == all.end() ? 0 : found - all.begin();
    const Index next = std::clamp<Index>(here + stages, 0, static_cast<Index>(all.size()) - 1);
    request.matrix.name = all[static_cast<std::size_t>(next)].name;
    request.column.reset();
  }
  if (tokens == 0 || !takes_token(request.figure)) return;
  const Index last = session.model().n_tokens() - 1;
  request.token = std::clamp<Index>(request.token ? *request.token + tokens : tokens > 0 ? 0 : last, 0, last);
}

void take_presented_stage(ViewState& view) {
  if (!view.presenter || !view.selected) return;
  FigureRequest& request = view.figures.request;
  if (!can_show(request.figure, view.selected->matrix.name) || !shows_one_matrix(request.figure))
    request.figure = FigureName::heatmap;
  request.matrix = view.selected->matrix;
  request.token = view.selected->row;
  request.column.reset();
}

Result<Exportable> exported_figure(const Session&, ViewState& view) {
  return Exportable(view.figures.request);
}

}  // namespace attention_lab
