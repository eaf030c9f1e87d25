#include "ui/inspector/inspector_panel.h"

#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/hue.h"
#include "ui/inspector/inspector_content.h"
#include "ui/inspector/start_here.h"
#include "ui/lab/recent_change.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/word_links.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_inspector_bars = 12;

/// Draws the inspector from top to bottom in a column.
class InspectorDrawing {
 public:
  InspectorDrawing(const Session& session, ViewState& view, const Painter& painter, Point origin, float width)
      : session_(session),
        view_(view),
        painter_(painter),
        theme_(view.theme()),
        sizes_(view.sizes()),
        left_(origin.x),
        right_(origin.x + width),
        y_(origin.y) {}

  /// Returns the bottom of what it drew.
  float draw(const InspectorContent& content, const CellRef& cell, bool is_pinned) {
    draw_head(content, cell, is_pinned);
    rule();
    draw_arithmetic(content);
    paragraph(content.sentence, theme_.quiet_text);
    if (view_.figures.pinned)
      paragraph(comparison_sentence(session_, *view_.figures.pinned, cell, view_.preferences.decimals),
                theme_.text);
    if (!content.next.empty()) {
      rule();
      draw_pairs(content.next_title, content.next);
    }
    // The derivatives are numbers of other matrices: those of a score are the query and the key.
    if (is_pinned && view_.workspace == Workspace::pipeline && !hides_numbers(view_.steps)) {
      rule();
      draw_influence();
    }
    if (content.attention_row) {
      rule();
      draw_bars(cell.matrix, *content.attention_row, cell.column);
    }
    return y_;
  }

  /// Predict first: shows the number's name but not its value.
  float draw_covered(const InspectorContent& content, const CellRef& cell, bool is_pinned) {
    InspectorContent covered;
    covered.symbol = content.symbol;
    covered.value = "?";
    covered.name = content.name;
    draw_head(covered, cell, is_pinned);
    rule();
    paragraph("Predict first: this number is hidden until you guess it in its step or reveal it.",
              theme_.quiet_text);
    return y_;
  }

 private:
  void rule() {
    y_ += sizes_.body * 0.55f;
    painter_.fill({left_, std::round(y_), right_ - left_, 1}, theme_.line);
    y_ += sizes_.body * 0.75f;
  }

  void draw_head(const InspectorContent& content, const CellRef& cell, bool is_pinned) {
    const float size = sizes_.display;
    const float y = y_ + size * 0.6f;
    const float symbol_width = painter_.markup(
        {left_, y}, content.symbol, colour_of_matrix(cell.matrix.name, theme_), size, FontWeight::medium);
    // A long number shrinks so that it does not touch the symbol.
    const float room = right_ - left_ - symbol_width - sizes_.body;
    const float width = painter_.metrics().width(content.value, size, FontWeight::medium);
    const float value_size = width > room ? std::max(size * room / width, sizes_.body) : size;
    painter_.text({right_, y}, content.value, theme_.text, value_size, FontWeight::medium,
                  HorizontalAnchor::right);
    if (!hides_result(view_.steps, cell))
      draw_before(content.value, cell, right_ - width, left_ + symbol_width, y);
    y_ += size * 1.45f;
    paragraph(content.name, theme_.quiet_text);
    if (is_pinned) draw_pin();
  }

  // Left of a number that has just changed: what it was, and an arrow.
  void draw_before(const std::string& value, const CellRef& cell, float right, float left, float y) {
    const auto before = shown_before(session_, view_);
    const std::optional<Scalar> number = before ? number_before(session_, *before, cell) : std::nullopt;
    if (!number) return;
    const std::string text = format_number(static_cast<double>(*number), view_.preferences.decimals);
    const float size = sizes_.body;
    const float space = size * 0.4f;
    const float width = painter_.metrics().width(text + " →", size, FontWeight::regular) + space;
    if (text == value || left + width + size > right) return;
    painter_.text({right - space, y}, text + " →", theme_.quiet_text, size, FontWeight::regular,
                  HorizontalAnchor::right);
    view_.items.add("inspector.before", {right - width, y - size / 2, width - space, size});
  }

  // Tells why the inspector stays with this number while the mouse is over another.
  void draw_pin() {
    y_ += sizes_.body * 0.35f;
    const float pad = sizes_.body * 0.55f;
    const Paragraph words =
        set_paragraph("Pinned. Press Escape or click again to unpin.", right_ - left_ - 2 * pad,
                      sizes_.caption, FontWeight::regular, painter_.metrics());
    const Rect control{left_, std::round(y_), right_ - left_, std::ceil(words.height() + pad * 0.7f)};
    view_.items.add("inspector.pinned", control);
    painter_.fill(control, theme_.accent_ground, 6);
    attention_lab::draw(painter_, words, {control.x + pad, control.y + pad * 0.35f}, theme_.text);
    y_ = control.bottom() + sizes_.body * 0.2f;
  }

  void paragraph(const std::string& text, Colour colour) {
    write(escape_markup(text), colour, FontWeight::regular);
  }
  void write(const std::string& markup, Colour colour, FontWeight weight) {
    const Paragraph paragraph =
        set_paragraph(markup, right_ - left_, sizes_.body, weight, painter_.metrics());
    draw_linked(view_, painter_, paragraph, {left_, y_}, colour);
    y_ += paragraph.height();
  }

  void number(float right, const InspectedNumber& number) const {
    painter_.text({right, y_ + sizes_.body * 0.7f}, number.text, colour_of_matrix(number.hue, theme_),
                  sizes_.body, number.hue == MatrixName::scores ? FontWeight::regular : FontWeight::medium,
                  HorizontalAnchor::right);
  }

  void draw_arithmetic(const InspectorContent& content) {
    if (!content.formula.empty()) {
      painter_.markup({left_, y_ + sizes_.body * 0.7f}, content.formula, theme_.text, sizes_.body * 1.05f,
                      FontWeight::medium);
      y_ += sizes_.body * 1.75f;
    }
    float column = 0;
    for (const InspectedLine& line : content.lines) {
      if (line.sign.empty()) continue;
      for (const InspectedNumber* n : {&line.left, &line.right}) {
        column = std::max(column, painter_.metrics().width(n->text, sizes_.body, FontWeight::medium));
      }
    }
    for (const InspectedLine& line : content.lines) {
      draw_line(line, column);
      y_ += sizes_.body * 1.5f;
    }
    if (!content.total_label.empty()) {
      painter_.fill({right_ - sizes_.body * 6.5f, std::round(y_), sizes_.body * 6.5f, 1}, theme_.quiet_text);
      y_ += sizes_.body * 0.3f;
      draw_pair(escape_markup(content.total_label), content.total, theme_.quiet_text);
    }
    if (!content.lines.empty()) y_ += sizes_.body * 0.5f;
  }

  void draw_line(const InspectedLine& line, float column) const {
    const float y = y_ + sizes_.body * 0.7f;
    if (line.sign.empty()) {
      painter_.text({left_, y}, line.left.text, theme_.quiet_text, sizes_.body);
    } else {
      const float gap = sizes_.body * 1.35f;
      number(left_ + column, line.left);
      painter_.text({left_ + column + gap / 2, y}, line.sign, theme_.quiet_text, sizes_.body,
                    FontWeight::regular, HorizontalAnchor::centre);
      if (!line.right.text.empty()) {
        number(left_ + 2 * column + gap, line.right);
        painter_.text({left_ + 2 * column + gap * 1.5f, y}, "=", theme_.quiet_text, sizes_.body,
                      FontWeight::regular, HorizontalAnchor::centre);
      }
    }
    painter_.text({right_, y}, line.result, theme_.text, sizes_.body, FontWeight::regular,
                  HorizontalAnchor::right);
  }

  // The switch for the influence, and the derivatives.
  void draw_influence() {
    const Rect button{left_, std::round(y_), right_ - left_, std::round(sizes_.body * 2)};
    const char* tip =
        "Colours each other number by how much it changes when this one increases a little: by its "
        "derivative (Ctrl+M).";
    const char* label = view_.shows_influence ? "Hide effect" : "Show effect";
    if (Controls(view_, painter_).button(button, "influence", label, true, tip))
      view_.shows_influence = !view_.shows_influence;
    y_ += sizes_.body * 2.5f;
    if (!view_.influence.cell()) return;
    const InfluenceContent content =
        describe_influence(session_, view_.influence, view_.shown_head, view_.hovered);
    paragraph(content.sentence, theme_.quiet_text);
    if (content.there)
      draw_pair(filled("under the mouse: <cell>", {{"cell", content.there->what}}), content.there->value,
                theme_.text);
    if (content.most.empty()) return;
    y_ += sizes_.body * 0.4f;
    draw_pairs("the most affected number of each matrix", content.most);
  }

  void draw_pairs(const std::string& title, const std::vector<InspectedPair>& pairs) {
    paragraph(title, theme_.quiet_text);
    for (const InspectedPair& pair : pairs) draw_pair(pair.what, pair.value, theme_.text);
  }

  void draw_pair(const std::string& what, const std::string& value, Colour colour) {
    const float y = y_ + sizes_.body * 0.7f;
    painter_.markup({left_, y}, what, colour, sizes_.body);
    painter_.text({right_, y}, value, theme_.text, sizes_.body, FontWeight::medium, HorizontalAnchor::right);
    y_ += sizes_.body * 1.5f;
  }

  void draw_bars(const MatrixRef& matrix, Index row, Index chosen) {
    const bool is_dropped =
        matrix.name == MatrixName::dropout_mask || matrix.name == MatrixName::dropped_weights;
    const MatrixName shown_name = is_dropped ? MatrixName::dropped_weights : MatrixName::weights;
    const MatrixView weights = matrix_view(session_.model(), session_.trace(), {shown_name, matrix.head});
    const auto& tokens = session_.document().tokens;
    const float top = y_;
    painter_.text({left_, y_ + sizes_.body * 0.7f},
                  shorten(filled(is_dropped ? "attention weights of <token> after dropout"
                                            : "attention weights of <token>",
                                 {{"token", in_curly_quotes(tokens[static_cast<std::size_t>(row)])}}),
                          right_ - left_, sizes_.body, FontWeight::regular, painter_.metrics()),
                  theme_.quiet_text, sizes_.body);
    y_ += sizes_.body * 1.6f;
    // Of many tokens, only those around the chosen one are shown.
    const Index n = weights.cols();
    const Index shown = std::min<Index>(n, most_inspector_bars);
    const Index first = std::clamp<Index>(chosen - shown / 2, 0, n - shown);
    float label = 0;
    for (Index j = first; j < first + shown; ++j) {
      label = std::max(label, painter_.metrics().width(tokens[static_cast<std::size_t>(j)], sizes_.caption,
                                                       FontWeight::medium));
    }
    label = std::min(label, (right_ - left_) * 0.36f);
    const float percent = painter_.metrics().width("100.0%", sizes_.caption, FontWeight::regular);
    const float bar_left = left_ + label + sizes_.body * 0.6f;
    const float room = right_ - bar_left - percent - sizes_.body * 0.5f;
    const double high = std::max(1e-9, static_cast<double>(weights.row(row).maxCoeff()));
    for (Index j = first; j < first + shown; ++j) {
      const double weight = static_cast<double>(weights(row, j));
      const bool is_chosen = j == chosen;
      const float y = y_ + sizes_.body * 0.7f;
      const FontWeight face = is_chosen ? FontWeight::medium : FontWeight::regular;
      painter_.text(
          {bar_left - sizes_.body * 0.6f, y},
          shorten(tokens[static_cast<std::size_t>(j)], label, sizes_.caption, face, painter_.metrics()),
          is_chosen ? theme_.text : theme_.quiet_text, sizes_.caption, face, HorizontalAnchor::right);
      const float length = std::isfinite(weight) ? room * static_cast<float>(weight / high) : 0;
      const Colour hue = is_chosen ? theme_.query : mix(theme_.card, theme_.query, 0.45f);
      painter_.fill({bar_left, std::round(y - sizes_.body * 0.48f), std::max(length, 1.0f),
                     std::round(sizes_.body * 0.96f)},
                    hue, 2);
      // After dropout, the weights no longer sum to 1.
      painter_.text({bar_left + std::max(length, 1.0f) + sizes_.body * 0.4f, y},
                    is_dropped ? format_number(weight, 2) : format_percent(weight), theme_.quiet_text,
                    sizes_.caption);
      y_ += sizes_.body * 1.55f;
    }
    if (shown < n) {
      painter_.text({left_, y_ + sizes_.body * 0.7f},
                    filled("and <tokens>", {{"tokens", counted(n - shown, "more token")}}), theme_.quiet_text,
                    sizes_.caption);
      y_ += sizes_.body * 1.4f;
    }
    offer_export(top, matrix.head, row, chosen);
  }

  // A right click exports the bars like any other figure.
  void offer_export(float top, Index head, Index row, Index chosen) {
    const Rect bars{left_, top, right_ - left_, y_ - top};
    view_.items.add("inspector.bars", bars);
    if (!is_right_clicked(bars)) return;
    FigureRequest figure;
    figure.figure = FigureName::bars;
    figure.matrix = {MatrixName::weights, head};
    figure.token = row;
    figure.column = chosen;
    open_figure_menu(view_, figure);
  }

  const Session& session_;
  ViewState& view_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
  float left_;
  float right_;
  float y_;
};

float draw_number(const Session& session, const ViewState& view, InspectorDrawing& drawing,
                  const CellRef& cell) {
  InspectorContent content = inspect(session, cell, view.shown_head, view.preferences.decimals);
  const bool is_pinned = view.selected == cell && view.editing.led_to != cell;
  const StepPlayer& steps = view.steps;
  if (!hides_numbers(steps)) return drawing.draw(content, cell, is_pinned);
  if (hides_result(steps, cell)) return drawing.draw_covered(content, cell, is_pinned);
  // The numbers computed from this one are still to be predicted.
  content.next.clear();
  content.attention_row.reset();
  // The sentence about a score says how many are larger: which is the largest is asked before softmax.
  if (cell.matrix.name == MatrixName::scores && hides_numbers(steps, MatrixName::weights))
    content.sentence.clear();
  return drawing.draw(content, cell, is_pinned);
}

}  // namespace

std::optional<CellRef> inspected_cell(const Session& session, ViewState& view) {
  const auto shows_change = [&] {
    const bool is_pinned = view.selected && view.selected != view.editing.led_to;
    const bool is_pointed_at = view.hovered && view.hovered != view.change.hovered;
    const bool is_changing = view.editing.drag || view.editing.typing;
    return !is_pinned && !is_pointed_at && !is_changing && shown_before(session, view);
  };
  if (view.editing.drag && view.editing.drag->line) return view.editing.drag->cell;
  if (view.change.cell && shows_change()) return view.change.cell;
  return view.selected ? view.selected : view.hovered;
}

void draw_inspector(const Session& session, ViewState& view, const Rect& area) {
  const float border = 16 * view.scale();
  ScrollArea scroll("##inspector", area);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const Point corner = scroll.corner();
  const Point inner{corner.x + border, corner.y + border};
  const float width = area.width - 2 * border;
  InspectorDrawing drawing(session, view, painter, inner, width);
  const std::optional<CellRef> cell = inspected_cell(session, view);
  const float bottom = cell ? draw_number(session, view, drawing, *cell)
                            : draw_start_here(session, view, painter, inner, width);
  scroll.reaches(bottom + border * 0.5f);
}

}  // namespace attention_lab
