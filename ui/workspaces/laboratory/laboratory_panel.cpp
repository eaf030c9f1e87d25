#include "ui/workspaces/laboratory/laboratory_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/widgets/paragraph.h"
#include "ui/workspaces/laboratory/experiment_page.h"

namespace attention_lab {
namespace {

struct PageWords {
  const char* name;  // item name
  const char* title;
  const char* question;
};

constexpr std::array<PageWords, all_laboratory_pages.size()> page_words = {
    PageWords{"laboratory.variance", "1  Variance", "How large do dot products get?"},
    PageWords{"laboratory.sharpness", "2  Sharpness", "What does softmax do to large numbers?"},
    PageWords{"laboratory.gradient", "3  Gradient", "How much gradient gets through?"},
    PageWords{"laboratory.document", "4  Your document", "And in your document?"},
    PageWords{"laboratory.size", "5  Size", "How big is it in real models?"},
};

constexpr float widest_title = 12.5f;  // with its border, in multiples of the text size
constexpr float roomy_page = 36;       // height for pages with questions, in multiples of the text size
constexpr float least_page = 14;

/// The segmented control for the pages, each with its question. If there is little room, it has two rows and
/// no questions.
class Segments {
 public:
  Segments(ViewState& view, const Painter& painter, const Rect& area)
      : view_(view), painter_(painter), theme_(view.theme()), sizes_(view.sizes()), area_(area) {}

  /// Its height.
  float height() const {
    const std::size_t rows = (page_words.size() + columns() - 1) / columns();
    return row_height() * static_cast<float>(rows) + gap() * static_cast<float>(rows - 1);
  }

  void draw() {
    for (std::size_t i = 0; i < page_words.size(); ++i) {
      const std::size_t row = i / columns();
      const float x = area_.x + (width() + gap()) * static_cast<float>(i % columns());
      const float y = area_.y + (row_height() + gap()) * static_cast<float>(row);
      const float start = std::round(x);
      draw_one({start, std::round(y), std::round(x + width()) - start, row_height()}, i);
    }
  }

 private:
  float gap() const { return std::round(card_gap(view_) * 0.7f); }
  float pad() const { return sizes_.body * 0.85f; }
  std::size_t columns() const {
    const auto all = page_words.size();
    return area_.width < static_cast<float>(all) * sizes_.body * widest_title ? (all + 1) / 2 : all;
  }
  bool asks() const { return columns() == page_words.size() && area_.height > sizes_.body * roomy_page; }
  float width() const {
    const auto count = static_cast<float>(columns());
    return std::max((area_.width - gap() * (count - 1)) / count, 1.0f);
  }
  float words_width() const { return std::max(width() - 2 * pad(), 1.0f); }
  float row_height() const {
    if (!asks()) return std::round(sizes_.body * 2.2f);
    float words = 0;
    for (const PageWords& one : page_words) words = std::max(words, question(one).height());
    return std::round(sizes_.body * 2.25f + words);
  }

  void draw_one(const Rect& rect, std::size_t index) {
    const PageWords& words = page_words[index];
    LaboratoryPage& present = view_.laboratory.page;
    view_.items.add(words.name, rect);
    if (click_area(words.name, rect)) present = all_laboratory_pages[index];
    const bool is_chosen = present == all_laboratory_pages[index];
    painter_.fill(rect,
                  is_chosen                ? theme_.accent_ground
                  : ImGui::IsItemHovered() ? theme_.hover_ground
                                           : theme_.card,
                  8);
    painter_.stroke(rect, is_chosen ? theme_.accent : theme_.line, 1, 8);
    if (ImGui::IsItemHovered() && !asks()) draw_tooltip(view_, words.question);
    painter_.text({rect.x + pad(), rect.y + sizes_.body * 1.1f},
                  shorten(words.title, words_width(), sizes_.body, FontWeight::medium, painter_.metrics()),
                  is_chosen ? theme_.accent : theme_.text, sizes_.body, FontWeight::medium);
    if (!asks()) return;
    attention_lab::draw(painter_, question(words), {rect.x + pad(), rect.y + sizes_.body * 1.85f},
                        is_chosen ? theme_.text : theme_.quiet_text);
  }

  Paragraph question(const PageWords& words) const {
    return set_paragraph(words.question, words_width(), sizes_.caption, FontWeight::regular,
                         painter_.metrics());
  }

  ViewState& view_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
  Rect area_;
};

/// Draws the control and the chosen page.
void draw_pages(const Session& session, ViewState& view, ActionQueue& actions, const Rect& room) {
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  Segments segments(view, painter, room);
  segments.draw();
  const float top = segments.height() + card_gap(view);
  const Rect page{room.x, room.y + top, room.width, std::max(room.height - top, 1.0f)};
  ImGui::PushID(static_cast<int>(view.laboratory.page));
  switch (view.laboratory.page) {
    case LaboratoryPage::variance: draw_variance_panel(session, view, page); break;
    case LaboratoryPage::sharpness: draw_sharpness_panel(session, view, page); break;
    case LaboratoryPage::gradient: draw_gradient_panel(view, page); break;
    case LaboratoryPage::document: draw_document_panel(session, view, actions, page); break;
    case LaboratoryPage::size: draw_size_panel(session, view, page); break;
  }
  ImGui::PopID();
}

}  // namespace

Rect draw_laboratory(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  Rect room = area;
  // The presenter view passes the whole window without a margin.
  if (view.presenter) {
    painter.fill(area, view.theme().ground);
    room = area.expanded(-std::round(14 * view.scale()));
  }
  const float gap = card_gap(view);
  const float least = view.sizes().body * least_page + gap + Segments(view, painter, room).height();
  if (room.height >= least) {
    draw_pages(session, view, actions, room);
    return area;
  }
  // With large text in a small window, everything scrolls.
  ScrollArea scroll("##laboratory", room);
  const float bar = ImGui::GetStyle().ScrollbarSize + 4 * view.scale();
  const Rect all{scroll.corner().x, scroll.corner().y, std::max(room.width - bar, 1.0f), least};
  draw_pages(session, view, actions, all);
  scroll.reaches(all.bottom());
  return area;
}

}  // namespace attention_lab
