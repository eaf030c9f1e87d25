#include "ui/workspaces/laboratory/experiment_page.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/paragraph.h"

namespace attention_lab {
namespace {

constexpr float least_controls = 212;  // wide, in pixels at text size 1
constexpr float usual_controls = 236;
constexpr float widest_controls = 290;
constexpr float most_controls = 0.38f;  // of the area
constexpr float two_cards = 36;         // wide, in sizes of text

float sentence_size(const ViewState& view) {
  return view.sizes().body;
}

float sentence_height(const ViewState& view, std::string_view sentence, float width) {
  return set_paragraph(sentence, width, sentence_size(view), FontWeight::regular,
                       ScreenTextMetrics(view.fonts))
             .height() +
         view.sizes().body * 0.7f;
}

/// What the page needs, its sentence included, at that width.
float page_height(const ViewState& view, std::string_view sentence, float width, float cards_height) {
  return sentence_height(view, sentence, width - view.sizes().body) + cards_height;
}

}  // namespace

ExperimentAreas experiment_areas(const ViewState& view, const Rect& area) {
  const float gap = card_gap(view);
  if (least_controls * view.scale() > area.width * most_controls) {
    const float height = std::round(std::max(area.height * most_controls, 1.0f));
    return {{area.x, area.y, std::max(area.width, 1.0f), height},
            {area.x, area.y + height + gap, std::max(area.width, 1.0f),
             std::max(area.height - height - gap, 1.0f)}};
  }
  const float wished =
      std::clamp(area.width * 0.2f, usual_controls * view.scale(), widest_controls * view.scale());
  const float width = std::round(std::min(wished, area.width * most_controls));
  return {{area.x, area.y, width, area.height},
          {area.x + width + gap, area.y, std::max(area.width - width - gap, 1.0f), area.height}};
}

bool is_narrow(const ViewState& view, const Rect& page) {
  return page.width < view.sizes().body * two_cards;
}

float card_gap(const ViewState& view) {
  return std::round(view.sizes().body * 0.75f);
}

ControlColumn::ControlColumn(ViewState& view, const Rect& area)
    : scroll_(
          [&] {
            Painter(*ImGui::GetWindowDrawList(), view.fonts).card(area, view.theme().card, view.theme().line);
            return "##controls";
          }(),
          area),
      view_(view),
      painter_(*ImGui::GetWindowDrawList(), view.fonts),
      controls_(view, painter_) {
  const float border = 12 * view.scale();
  left_ = scroll_.corner().x + border;
  width_ = std::max(area.width - 2 * border, 1.0f);
  y_ = scroll_.corner().y + border;
}

ControlColumn::~ControlColumn() {
  scroll_.reaches(y_ + view_.sizes().body * 0.5f);
}

Rect ControlColumn::next() {
  return next(Controls::height(view_) * 0.92f);
}

Rect ControlColumn::next(float height) {
  const Rect rect{left_, std::round(y_), width_, std::round(height)};
  y_ += height + view_.sizes().body * 0.4f;
  return rect;
}

void ControlColumn::heading(std::string_view text) {
  const TextSizes sizes = view_.sizes();
  y_ += sizes.body * 0.15f;
  painter_.text({left_, y_ + sizes.body * 0.6f}, text, view_.theme().quiet_text, sizes.caption,
                FontWeight::medium);
  y_ += sizes.body * 1.45f;
}

void ControlColumn::note(std::string_view markup, Colour colour) {
  const float size = view_.sizes().caption;
  const Paragraph paragraph = set_paragraph(markup, width_, size, FontWeight::regular, painter_.metrics());
  draw(painter_, paragraph, {left_, y_}, colour);
  y_ += paragraph.height() + size * 0.6f;
}

void ControlColumn::space() {
  y_ += view_.sizes().body * 0.5f;
}

bool ControlColumn::slide(const SliderSpec& spec, double& value) {
  return slider(view_, painter_, next(slider_height(view_)), spec, value);
}

void ControlColumn::progress(double share, const std::string& words) {
  const float height = std::max(3.0f, std::round(view_.sizes().body * 0.3f));
  y_ += view_.sizes().body * 0.15f;
  const Rect bar = next(height);
  view_.items.add("progress", bar);
  painter_.fill(bar, view_.theme().line, height / 2);
  painter_.fill({bar.x, bar.y, bar.width * static_cast<float>(std::clamp(share, 0.0, 1.0)), bar.height},
                view_.theme().accent, height / 2);
  note(words, view_.theme().quiet_text);
}

ExperimentPage::ExperimentPage(ViewState& view, const Rect& area, std::string_view sentence,
                               float cards_height)
    : scroll_("##page", area), view_(view), painter_(*ImGui::GetWindowDrawList(), view.fonts) {
  const bool scrolls = page_height(view, sentence, area.width, cards_height) > area.height;
  const float bar = scrolls ? ImGui::GetStyle().ScrollbarSize + 4 * view.scale() : 0;
  const float width = std::max(area.width - bar, 1.0f);
  const float inset = view.sizes().body * 0.5f;
  const Point corner = scroll_.corner();
  draw(painter_,
       set_paragraph(sentence, width - 2 * inset, sentence_size(view), FontWeight::regular,
                     painter_.metrics()),
       {corner.x + inset, corner.y}, view.theme().text);
  const float words = std::round(sentence_height(view, sentence, width - 2 * inset));
  cards_ = {corner.x, corner.y + words, width, std::max(area.height - words, cards_height)};
  // Borders of the cards are drawn on the pixel around them.
  cards_.width -= 1;
  cards_.height -= 1;
}

ExperimentPage::~ExperimentPage() {
  scroll_.reaches(cards_.bottom() + 1);
}

Rect ExperimentPage::cell(const Rect& part, int rows, int columns, int row, int column) const {
  const float gap = card_gap(view_);
  const auto along = [gap](float from, float length, int count, int index) {
    const float size =
        std::max((length - gap * static_cast<float>(count - 1)) / static_cast<float>(count), 1.0f);
    const float start = std::round(from + (size + gap) * static_cast<float>(index));
    const float end = std::round(from + (size + gap) * static_cast<float>(index) + size);
    return std::pair{start, end - start};
  };
  const auto [x, width] = along(part.x, part.width, columns, column);
  const auto [y, height] = along(part.y, part.height, rows, row);
  return {x, y, width, height};
}

void ExperimentPage::plot(PlotPanel& panel, const Rect& card, std::string_view name, std::string_view words) {
  painter_.card(card, view_.theme().card, view_.theme().line);
  const float pad = view_.sizes().body * 0.55f;
  Rect inner = card.expanded(-pad);
  if (!words.empty()) {
    const float size = view_.sizes().caption;
    const float inset = view_.sizes().body * 0.4f;
    const Paragraph note =
        set_paragraph(words, inner.width - 2 * inset, size, FontWeight::regular, painter_.metrics());
    draw(painter_, note, {inner.x + inset, inner.bottom() - note.height()}, view_.theme().quiet_text);
    inner.height -= note.height() + pad * 0.5f;
  }
  draw_plot(view_, painter_, panel, inner, name);
}

}  // namespace attention_lab
