#include "ui/heatmap_panel.h"

#include <cmath>

#include "ui/figures/heatmap.h"
#include "ui/figures/number_format.h"
#include "ui/legend.h"

namespace attention_lab {
namespace {

constexpr Index most_row_sums = 64;      // beside each other they would be too small to read
constexpr Index drawn_one_by_one = 128;  // from here on the cells may become one image

HeatmapSpec spec_for(const Session& session, ViewState& view) {
  const Model& model = session.model();
  HeatmapSpec spec(matrix_view(model, session.trace(), {MatrixName::weights, view.shown_head}));
  spec.row_labels = spec.column_labels = session.document().tokens;
  for (Index row = 0; row < spec.values.rows() && spec.values.rows() <= most_row_sums; ++row) {
    const double sum = static_cast<double>(spec.values.row(row).sum());
    spec.row_notes.push_back("Σ " + (std::fabs(sum - 1) < 1e-5 ? std::string("1") : format_number(sum, 2)));
  }
  spec.title = "Attention weights";
  if (model.n_heads() > 1) {
    spec.title += ", head " + std::to_string(view.shown_head + 1) + " of " + std::to_string(model.n_heads());
  }
  spec.row_axis = "the token that attends (query)";
  spec.column_axis = "the token attended to (key)";
  spec.legend = "weight";
  spec.mask = model.options.mask;
  spec.high = weights_high(session, view);
  spec.decimals = view.decimals;
  const auto& focus = view.focus();
  if (focus && has_token_columns(focus->matrix.name)) spec.emphasis = {focus->row, focus->column};
  return spec;
}

}  // namespace

void draw_heatmap_panel(const Session& session, ViewState& view, const Rect& area) {
  const float border = 18 * view.scale();
  ImGui::SetCursorScreenPos(upper_left(area));
  ImGui::InvisibleButton("##heatmap", {area.width, area.height});
  const bool is_hovered = ImGui::IsItemHovered();
  const bool is_clicked = ImGui::IsItemClicked();
  const Painter painter(*ImGui::GetWindowDrawList(), *view.fonts);
  const Point origin{area.x + border, area.y + border};
  HeatmapSpec spec = spec_for(session, view);
  if (spec.values.rows() > drawn_one_by_one) {
    HeatmapImage& image = view.heatmap_image;
    const HeatmapImage::Key key{session.revision(), view.shown_head, view.theme_name, spec.high};
    if (!image.pixels || image.key != key) {
      image.key = key;
      image.pixels = heatmap_pixels(spec, view.theme().card);
    }
    spec.pixels = image.pixels;
  }
  const Heatmap figure = heatmap(spec, area.width - 2 * border, area.height - 2 * border,
                                 figure_style(view.theme(), view.sizes().body), painter.metrics());
  painter.draw(figure.list, origin, view.textures);

  const MatrixRef ref{MatrixName::weights, view.shown_head};
  if (view.items.is_collecting) {
    for (Index row = 0; row < figure.rows; ++row) {
      for (Index column = 0; column < figure.columns; ++column) {
        Rect cell = figure.rect_of({row, column});
        cell.x += origin.x;
        cell.y += origin.y;
        view.items.add(to_string(CellRef{ref, row, column}, session.model().n_heads()), cell);
      }
    }
  }
  if (!is_hovered) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto cell = figure.cell_at({mouse.x - origin.x, mouse.y - origin.y});
  if (cell) view.hovered_next = CellRef{ref, cell->row, cell->column};
  if (is_clicked) {
    if (cell) {
      view.selected = view.hovered_next;
    } else {
      view.selected.reset();
    }
  }
}

}  // namespace attention_lab
