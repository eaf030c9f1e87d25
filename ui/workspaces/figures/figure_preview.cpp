#include "ui/workspaces/figures/figure_preview.h"

#include <algorithm>
#include <cmath>

#include "core/document/matrix_labels.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/lab/attention_dragging.h"
#include "ui/widgets/plain_text.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/figures/shown_figure.h"

namespace attention_lab {
namespace {

constexpr float squares = 8;  // of the pattern for transparency, in pixels at 100%

class FigurePreview {
 public:
  FigurePreview(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area)
      : session_(session),
        view_(view),
        actions_(actions),
        theme_(view.theme()),
        sizes_(view.sizes()),
        painter_(*ImGui::GetWindowDrawList(), view.fonts),
        area_(area.expanded(-18 * view.scale())) {
    if (!view.presenter) area_.height -= sizes_.body * 2.2f;
  }

  void draw() {
    const Result<Page> page = page_of(view_.preferences.page, false);
    if (!page) {
      say(to_string(page.error()));
      return;
    }
    const float scale = std::min(area_.width / page->width, area_.height / page->height);
    const float width = page->width * scale;
    const float height = page->height * scale;
    const Rect sheet{std::round(area_.x + (area_.width - width) / 2),
                     std::round(area_.y + (area_.height - height) / 2), width, height};
    view_.items.add("page", sheet);
    draw_sheet(sheet);
    const DrawnFigure& drawn = present_figure(session_, view_, *page, 1 / scale);
    if (!drawn.figure) {
      say(drawn.problem);
    } else {
      need_fonts(view_, drawn.fonts);
      painter_.push_clip(sheet);
      painter_.draw(drawn.figure->list, {sheet.x, sheet.y}, &view_.textures, scale);
      painter_.list().PopClipRect();
    }
    handle_mouse(drawn.figure.get(), sheet, scale);
    if (!view_.presenter) draw_caption(*page, scale);
  }

 private:
  void draw_sheet(const Rect& sheet) {
    if (const std::optional<Colour> colour = page_colour(view_)) {
      painter_.fill(sheet, *colour);
    } else {
      draw_squares(sheet);
    }
    if (!view_.presenter) painter_.stroke(sheet.expanded(0.5f), theme_.line);
  }

  // A checkerboard, which stands for transparency as in picture editors.
  void draw_squares(const Rect& sheet) {
    const float side = squares * view_.scale();
    const Colour shade = mix(theme_.card, theme_.line, 0.4f);
    painter_.fill(sheet, theme_.card);
    painter_.push_clip(sheet);
    const int rows = static_cast<int>(sheet.height / side) + 1;
    const int columns = static_cast<int>(sheet.width / side) + 1;
    for (int row = 0; row < rows; ++row) {
      for (int column = row % 2; column < columns; column += 2) {
        painter_.fill({sheet.x + static_cast<float>(column) * side, sheet.y + static_cast<float>(row) * side,
                       side, side},
                      shade);
      }
    }
    painter_.list().PopClipRect();
  }

  void say(const std::string& sentence) {
    const float size = sizes_.body;
    ImGui::SetCursorScreenPos({area_.x + size, area_.centre().y - size});
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + area_.width - 2 * size);
    write(sentence);
    ImGui::PopTextWrapPos();
  }

  void handle_mouse(const Figure* figure, const Rect& sheet, float scale) {
    click_area("##figure", sheet, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    const bool is_hovered = ImGui::IsItemHovered();
    const bool is_clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
    if (is_hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
      open_figure_menu(view_, view_.figures.request);
    if (figure == nullptr || !figure->cells) return;
    const MatrixRef ref = shown_matrix();
    if (view_.items.is_collecting()) add_cells(*figure->cells, ref, sheet, scale);
    if (view_.editing.drag && view_.editing.drag->cell.matrix == ref) {
      hovered_ = view_.editing.drag->cell;
      continue_attention_drag(session_, view_, actions_);
      return;
    }
    if (!is_hovered) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto cell = figure->cells->cell_at({(mouse.x - sheet.x) / scale, (mouse.y - sheet.y) / scale});
    FigureRequest& request = view_.figures.request;
    if (!cell) {
      if (is_clicked) request.token = request.column = std::nullopt;
      return;
    }
    hovered_ = CellRef{ref, cell->row, cell->column};
    if (view_.figures.request.comparison == Comparison::none) view_.hovered_next = hovered_;
    const bool can_drag = request.comparison == Comparison::none && can_drag_attention(view_, *hovered_);
    if (can_drag) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    if (!is_clicked) return;
    if (can_drag) begin_attention_drag(session_, view_, *hovered_, false);
    const bool is_again = request.token == cell->row && request.column == cell->column;
    request.token = is_again ? std::nullopt : std::optional(cell->row);
    request.column = is_again ? std::nullopt : std::optional(cell->column);
  }

  MatrixRef shown_matrix() const {
    const FigureRequest& request = view_.figures.request;
    return request.comparison == Comparison::pinned ? request.pinned_matrix.value_or(request.matrix)
                                                    : request.matrix;
  }

  void add_cells(const CellGrid& cells, const MatrixRef& ref, const Rect& sheet, float scale) {
    constexpr Index most = 4096;
    if (cells.rows * cells.columns > most) return;
    for (Index row = 0; row < cells.rows; ++row) {
      for (Index column = 0; column < cells.columns; ++column) {
        const Rect cell = cells.rect_of({row, column});
        view_.items.add(
            to_string(CellRef{ref, row, column}, session_.model().n_heads()),
            {sheet.x + cell.x * scale, sheet.y + cell.y * scale, cell.width * scale, cell.height * scale});
      }
    }
  }

  // Describes the cell under the mouse, or else the size of the picture.
  void draw_caption(const Page& page, float scale) {
    const float y = area_.bottom() + sizes_.body * 1.5f;
    const double zoom =
        100 * static_cast<double>(scale * 72 / page.dpi) / static_cast<double>(view_.display_scale);
    std::string caption = filled("<size>   <width> × <height> pixels at <dpi> dpi   shown at <zoom>%",
                                 {{"size", to_string(view_.preferences.page.size)},
                                  {"width", page.pixel_width},
                                  {"height", page.pixel_height},
                                  {"dpi", format_number(static_cast<double>(page.dpi), 0)},
                                  {"zoom", format_number(zoom, 0)}});
    if (hovered_) caption = hovered_words();
    painter_.text({area_.centre().x, y},
                  shorten(caption, area_.width, sizes_.caption, FontWeight::regular, painter_.metrics()),
                  theme_.quiet_text, sizes_.caption, FontWeight::regular, HorizontalAnchor::centre);
  }

  // Example: “weights, row journey, column starts: 0.2034”.
  std::string hovered_words() const {
    const FigureRequest& request = view_.figures.request;
    const bool is_pinned = request.comparison == Comparison::pinned && view_.figures.pinned;
    const LabState state =
        is_pinned ? view_.figures.pinned->state() : LabState{session_.document(), session_.trace()};
    const auto number = [&](const LabState& of, const MatrixRef& ref) -> std::optional<double> {
      const CellRef cell{ref, hovered_->row, hovered_->column};
      if (!contains(of.document.model, of.trace, cell)) return std::nullopt;
      return static_cast<double>(value_of(of.document.model, of.trace, cell));
    };
    const MatrixName name = hovered_->matrix.name;
    const std::optional<double> b = number(state, hovered_->matrix);
    if (!b) return {};
    const auto words = [&](const std::string& shown) {
      return filled("<matrix>, row <row>, column <column>: <number>",
                    {{"matrix", to_string(name)},
                     {"row", row_label(state.document, name, hovered_->row)},
                     {"column", column_label(state.document, name, hovered_->column)},
                     {"number", shown}});
    };
    if (request.comparison == Comparison::difference && view_.figures.pinned) {
      const auto a = number(view_.figures.pinned->state(), request.pinned_matrix.value_or(request.matrix));
      if (a) {
        return words(
            format_number(*b, 4) + " − " + format_number(*a, 4) + " = " +
            format_number(static_cast<double>(static_cast<Scalar>(*b) - static_cast<Scalar>(*a)), 4));
      }
    }
    return words(format_number(*b, 6));
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Theme& theme_;
  TextSizes sizes_;
  Painter painter_;
  Rect area_;
  std::optional<CellRef> hovered_;
};

}  // namespace

void draw_figure_preview(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  FigurePreview(session, view, actions, area).draw();
}

}  // namespace attention_lab
