#include "ui/workspaces/pipeline/pipeline_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/steps/place.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "ui/figures/base/hue.h"
#include "ui/figures/base/labels.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/pipeline/matrix_panel.h"
#include "ui/workspaces/pipeline/pipeline_layout.h"

namespace attention_lab {
namespace {

constexpr float longest_label = 9;     // in ems; longer tokens are shortened
constexpr float dimmed_arrow = 0.55f;  // how far arrows are blended with the card while a step is shown
constexpr float pipeline_margin = 14;  // around the whole pipeline, at 100%

const PipelineMeasures pipeline_measures;

// The width of a matrix's widest number in its current format.
float number_width(ViewState& view, const Session& session, const MatrixRef& ref,
                   const TextMetrics& metrics) {
  const ValueRange& range = view.ranges.of(session, ref);
  float width = 0;
  for (const double value : {range.low, range.high}) {
    const std::string text = format_number(value, view.preferences.decimals);
    width = std::max(width, metrics.width(text, pipeline_measures.number_size, FontWeight::regular));
  }
  return width;
}

// Matrices in the same column or row that have cells of the same width.
MatrixName family_of(MatrixName name) {
  if (has_token_columns(name)) return MatrixName::scores;
  switch (name) {
    case MatrixName::token_embeddings:
    case MatrixName::position_embeddings: return MatrixName::X;
    case MatrixName::K:
    case MatrixName::V: return MatrixName::Q;
    case MatrixName::W_k:
    case MatrixName::W_v:
    case MatrixName::b_q:
    case MatrixName::b_k:
    case MatrixName::b_v: return MatrixName::W_q;
    case MatrixName::W_o:
    case MatrixName::b_o: return MatrixName::concatenated;
    default: return name;
  }
}

// The room for the longest of these labels, up to a limit.
float room_for_labels(const std::vector<std::string>& labels, const TextMetrics& metrics) {
  float width = 0;
  for (const std::string& label : labels)
    width = std::max(width, metrics.width(label, pipeline_measures.label_size, FontWeight::medium));
  return std::min(width, pipeline_measures.label_size * longest_label) + pipeline_measures.label_size * 0.7f;
}

PipelineRequest request_for(const Session& session, ViewState& view, const TextMetrics& metrics,
                            Point available) {
  PipelineRequest request;
  request.document = &session.document();
  request.head = view.shown_head;
  request.available = available;
  request.scale = view.scale();
  request.zoom = view.pipeline.zoom;
  if (view.presenter) request.largest_fitting_zoom = largest_zoom;
  request.scroll = view.pipeline.scroll;
  const bool is_changing = view.editing.drag || view.editing.typing;
  std::map<MatrixName, float> widest;
  for (const MatrixName name : all_matrix_names) {
    const MatrixRef ref{name, is_per_head(name) ? view.shown_head : 0};
    const MatrixView matrix = matrix_view(session.model(), session.trace(), ref);
    if (matrix.size() == 0) continue;
    float& width = view.pipeline.cell_widths[name];
    const float needed = std::max(number_width(view, session, ref, metrics) + 10, 40.0f);
    width = is_changing ? std::max(width, needed) : needed;
    widest[family_of(name)] = std::max(widest[family_of(name)], width);
    const std::string formula = formula_of(session.model(), name);
    const float title =
        layout_markup(display_name(name), pipeline_measures.title_size, FontWeight::medium, metrics).width +
        metrics.width(shape_text(matrix.rows(), matrix.cols()), pipeline_measures.label_size,
                      FontWeight::regular) +
        pipeline_measures.title_size * 0.8f;
    const float with_formula =
        layout_markup(formula, pipeline_measures.label_size, FontWeight::regular, metrics).width +
        pipeline_measures.title_size * 0.5f;
    request.measures[name] = {width, title + (formula.empty() ? 0 : with_formula), title};
  }
  for (auto& [name, measure] : request.measures) measure.cell_width = widest[family_of(name)];
  if (view.pipeline.measured_revision != session.revision()) {
    view.pipeline.measured_revision = session.revision();
    view.pipeline.token_label_width = room_for_labels(session.document().tokens, metrics);
    view.pipeline.feature_label_width =
        session.document().features.empty() ? 0 : room_for_labels(session.document().features, metrics);
  }
  request.token_label_width = view.pipeline.token_label_width;
  request.index_label_width = metrics.width(std::to_string(session.model().d_model()),
                                            pipeline_measures.label_size, FontWeight::medium) +
                              7;
  // A feature without a name has its number.
  request.feature_label_width = std::max(view.pipeline.feature_label_width, request.index_label_width);
  return request;
}

void draw_arrow(const ViewState& view, const Painter& painter, const PlacedArrow& arrow, float unit) {
  const Theme& theme = view.theme();
  const Colour full = arrow.hue == MatrixName::scores ? theme.quiet_text : colour_of_matrix(arrow.hue, theme);
  const Colour hue = view.steps.is_open ? mix(full, theme.card, dimmed_arrow) : full;
  const float head = 6.5f * unit;
  const float line = std::max(1.2f, 1.4f * unit);
  ImDrawList& list = painter.list();
  if (arrow.is_vertical) {
    const Point tip = arrow.to;
    list.AddLine(to_imgui(arrow.from), {tip.x, tip.y - head * 0.7f}, packed(hue), line);
    list.AddTriangleFilled(to_imgui(tip), {tip.x - head * 0.6f, tip.y - head},
                           {tip.x + head * 0.6f, tip.y - head}, packed(hue));
    painter.markup(arrow.operation_at, arrow.operation,
                   view.steps.is_open ? mix(theme.text, theme.card, dimmed_arrow) : theme.text,
                   pipeline_measures.label_size * unit);
    return;
  }
  const Point end{arrow.to.x - head * 0.7f, arrow.to.y};
  const auto curve = [&](Point from, Point to) {
    const float reach = std::max(std::fabs(to.x - from.x) * 0.5f, 12 * unit);
    list.AddBezierCubic(to_imgui(from), {from.x + reach, from.y}, {to.x - reach, to.y}, to_imgui(to),
                        packed(hue), line);
  };
  if (arrow.lane) {
    const Point left{arrow.lane->left, arrow.lane->y};
    const Point right{arrow.lane->right, arrow.lane->y};
    if (left != arrow.from) curve(arrow.from, left);
    list.AddLine(to_imgui(left), to_imgui(right), packed(hue), line);
    curve(right, end);
  } else {
    curve(arrow.from, end);
  }
  list.AddTriangleFilled(to_imgui(arrow.to), {arrow.to.x - head, arrow.to.y - head * 0.6f},
                         {arrow.to.x - head, arrow.to.y + head * 0.6f}, packed(hue));
  if (arrow.operation.empty()) return;
  // On a patch of the card's colour, so that the curve does not cross the text.
  const float size = pipeline_measures.label_size * unit;
  const float width = layout_markup(arrow.operation, size, FontWeight::regular, painter.metrics()).width;
  const Point at = arrow.operation_at;
  const float left = at.x - before_anchor(arrow.operation_anchor, width);
  painter.fill({left - 2, at.y - size * 0.65f, width + 4, size * 1.3f}, theme.card, 3);
  painter.markup({left, at.y}, arrow.operation, hue, size);
}

Rect outline(const PlacedMatrix& matrix) {
  const float right = std::max(matrix.title.right(),
                               matrix.cells.right() + (are_attention_weights(matrix.ref.name) ? 34 : 0));
  return {matrix.cells.x - matrix.label_width, matrix.title.y, right - matrix.cells.x + matrix.label_width,
          matrix.cells.bottom() - matrix.title.y};
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// A corner of the workspace in which the legend covers nothing.
std::optional<Point> free_corner(const PipelineLayout& layout, Point available, Point legend) {
  const float right = available.x - legend.x;
  const float bottom = available.y - legend.y;
  for (const Point corner : {Point{0, bottom}, Point{right, bottom}, Point{0, 0}, Point{right, 0}}) {
    const Rect rect = Rect{corner.x, corner.y, legend.x, legend.y}.expanded(6);
    const bool is_free =
        std::none_of(layout.matrices.begin(), layout.matrices.end(),
                     [&](const PlacedMatrix& matrix) { return overlap(rect, outline(matrix)); });
    if (is_free) return corner;
  }
  return std::nullopt;
}

void zoom_with_wheel(PipelineState& pipeline) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsWindowHovered() || !io.KeyCtrl || io.MouseWheel == 0) return;
  const float zoom = pipeline.shown_zoom * std::pow(1.1f, io.MouseWheel);
  pipeline.zoom = std::clamp(zoom, smallest_zoom, largest_zoom);
}

// Scrolls an axis of the windows so that the entry is visible.
void follow(PipelineState& pipeline, const PipelineLayout& layout, Axis axis, Index i) {
  const Index first = layout.first[axis];
  const Index visible = layout.visible[axis];
  if (i < first) pipeline.scroll[axis] = i;
  if (i >= first + visible) pipeline.scroll[axis] = i - visible + 1;
}

// Keeps a selection moved by the keyboard visible.
void follow_selection(ViewState& view, const PipelineLayout& layout) {
  if (!view.editing.scrolls_to_selection || !view.selected) return;
  view.editing.scrolls_to_selection = false;
  follow(view.pipeline, layout, row_axis(view.selected->matrix.name), view.selected->row);
  follow(view.pipeline, layout, column_axis(view.selected->matrix.name), view.selected->column);
}

// Keeps the operands of a step visible, and above all its results.
void follow_step(ViewState& view, const PipelineLayout& layout) {
  if (!view.steps.is_open || !view.steps.scrolls_into_view) return;
  for (const auto* places : {&view.steps.numbers.operands, &view.steps.numbers.results}) {
    for (const Place& place : *places) {
      if (place.row) follow(view.pipeline, layout, row_axis(place.matrix.name), *place.row);
      if (place.column) follow(view.pipeline, layout, column_axis(place.matrix.name), *place.column);
    }
  }
}

// If not everything fits, scrolls the workspace just enough to bring `rect` into `area`.
void scroll_into_view(const Rect& rect, const Rect& area) {
  const auto beyond = [](float low, float high, float from, float to) {
    return low < from ? low - from : high > to ? std::min(high - to, low - from) : 0.0f;
  };
  ImGui::SetScrollX(ImGui::GetScrollX() + beyond(rect.x, rect.right(), area.x, area.right()));
  ImGui::SetScrollY(ImGui::GetScrollY() + beyond(rect.y, rect.bottom(), area.y, area.bottom()));
}

// Scrolls to the matrix of the current step, once the layout is known.
void scroll_to_step(StepPlayer& player, const PipelineLayout& layout, const Rect& area) {
  if (!player.is_open || !std::exchange(player.scrolls_into_view, false)) return;
  for (const PlacedMatrix& matrix : layout.matrices) {
    const auto& results = player.numbers.results;
    const bool is_made = std::any_of(results.begin(), results.end(),
                                     [&](const Place& place) { return place.matrix == matrix.ref; });
    if (!is_made) continue;
    scroll_into_view(outline(matrix), area);
    return;
  }
}

// A right click beside the matrices refers to the whole pipeline.
void offer_export(ViewState& view) {
  const bool is_hovered = ImGui::IsWindowHovered() && !view.hovered_next && !ImGui::IsAnyItemHovered();
  if (!is_hovered || !ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
  FigureRequest figure;
  figure.figure = FigureName::pipeline;
  figure.matrix.head = view.shown_head;
  if (view.selected && has_token_rows(view.selected->matrix.name)) figure.token = view.selected->row;
  open_figure_menu(view, figure);
}

}  // namespace

void draw_pipeline(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const float border = pipeline_margin * view.scale();
  const Point available{area.width - 2 * border, area.height - 2 * border};
  ScreenTextMetrics metrics(view.fonts);

  PipelineRequest request = request_for(session, view, metrics, available);
  PipelineLayout layout = lay_out_pipeline(request, pipeline_measures);
  Point legend_at{0, 0};
  bool is_wide = false;
  const Point legend = legend_size(view, false);
  if (const auto corner = free_corner(layout, available, legend)) {
    legend_at = *corner;
  } else if (const auto wide_corner = free_corner(layout, available, legend_size(view, true))) {
    is_wide = true;
    legend_at = *wide_corner;
  } else {
    is_wide = true;
    const float strip = legend_size(view, true).y + border * 0.5f;
    request.available.y -= strip;
    layout = lay_out_pipeline(request, pipeline_measures);
    legend_at = {0, std::max(available.y, layout.size.y + strip) - legend_size(view, true).y};
  }
  view.pipeline.shown_zoom = layout.zoom;
  for (std::size_t i = 0; i < axis_count; ++i) {
    view.pipeline.scroll[static_cast<Axis>(i)] = layout.first[static_cast<Axis>(i)];
  }
  follow_selection(view, layout);
  follow_step(view, layout);

  const bool is_scrolling = layout.size.x > available.x + 1 || layout.size.y > available.y + 1;
  ImGui::SetCursorScreenPos(upper_left(area));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("##pipeline", {area.width, area.height}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground |
                        (is_scrolling ? ImGuiWindowFlags_HorizontalScrollbar : ImGuiWindowFlags_NoScrollbar) |
                        (ImGui::GetIO().KeyCtrl ? ImGuiWindowFlags_NoScrollWithMouse : 0));
  ImGui::PopStyleVar();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const Point origin{std::round(corner.x + border), std::round(corner.y + border)};
  shift(layout, origin);
  zoom_with_wheel(view.pipeline);
  scroll_to_step(view.steps, layout, area);

  view.influence.update(session, view.shows_influence ? view.selected : std::nullopt);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const float unit = layout.zoom * view.scale();
  const MatrixLook look{pipeline_measures.number_size * unit, pipeline_measures.label_size * unit,
                        pipeline_measures.title_size * unit, 5 * unit, weights_high(session, view)};
  for (const PlacedArrow& arrow : layout.arrows) draw_arrow(view, painter, arrow, unit);
  const std::vector<Place> links =
      view.focus() ? links_of(session.document(), *view.focus(), view.shown_head) : std::vector<Place>{};
  for (const PlacedMatrix& matrix : layout.matrices) {
    draw_matrix(session, view, painter, matrix, look, links);
    handle_matrix_input(session, view, actions, matrix, layout);
  }
  offer_export(view);
  draw_legend(session, view, painter, {origin.x + legend_at.x, origin.y + legend_at.y}, is_wide,
              look.weights_high);

  if (view.editing.typing) {
    const CellRef cell = view.editing.typing->cell;
    for (const PlacedMatrix& matrix : layout.matrices) {
      if (matrix.ref != cell.matrix) continue;
      const Rect rect{
          matrix.cells.x + matrix.cell_width * static_cast<float>(cell.column - matrix.first_column),
          matrix.cells.y + matrix.cell_height * static_cast<float>(cell.row - matrix.first_row),
          matrix.cell_width, matrix.cell_height};
      // Outside of the visible area, the field could not get the keyboard.
      if (view.editing.typing->is_new && is_scrolling) scroll_into_view(rect.expanded(border), area);
      draw_cell_text_field(session, view, actions, painter, rect, look.number_size);
      break;
    }
  }
  // The scrollable size: everything, plus a margin.
  const float bottom = std::max(layout.size.y, legend_at.y + (is_wide ? legend_size(view, true).y : 0));
  ImGui::SetCursorScreenPos({corner.x + layout.size.x + 2 * border, corner.y + bottom + 2 * border});
  ImGui::Dummy({0, 0});
  ImGui::EndChild();
  if (!view.presenter)
    handle_cell_keys(session, view, actions);  // in the presenter view, arrow keys choose tokens and stages
}

}  // namespace attention_lab
