#include "ui/laboratory/laboratory_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "ui/laboratory/bench_page.h"
#include "ui/paragraph.h"

namespace attention_lab {
namespace {

struct BenchWords {
  const char* name;  // of its item
  const char* title;
  const char* question;
};

constexpr std::array<BenchWords, all_laboratory_benches.size()> bench_words = {
    BenchWords{"bench.variance", "1  Variance", "How large do dot products get?"},
    BenchWords{"bench.sharpness", "2  Sharpness", "What does softmax make of large numbers?"},
    BenchWords{"bench.gradient", "3  Gradient", "How much gradient gets through?"},
    BenchWords{"bench.document", "4  Your document", "And in your document?"},
};

/// The benches beside each other, each with its question. Returns how high they are.
class Segments {
 public:
  Segments(ViewState& view, const Painter& painter, const Rect& area)
      : view_(view), painter_(painter), theme_(view.theme()), sizes_(view.sizes()), area_(area) {}

  float draw() {
    const float gap = card_gap(view_) * 0.7f;
    const float width = (area_.width - gap * 3) / 4;
    const float pad = sizes_.body * 0.85f;
    float words = 0;
    for (const BenchWords& one : bench_words)
      words = std::max(words, question(one, width - 2 * pad).height());
    const float height = std::round(sizes_.body * 1.9f + words + sizes_.body * 0.35f);
    for (std::size_t i = 0; i < bench_words.size(); ++i) {
      const float x = std::round(area_.x + (width + gap) * static_cast<float>(i));
      const float end = std::round(area_.x + (width + gap) * static_cast<float>(i) + width);
      draw_one({x, area_.y, end - x, height}, i, pad);
    }
    return height;
  }

 private:
  void draw_one(const Rect& rect, std::size_t index, float pad) {
    const BenchWords& words = bench_words[index];
    LaboratoryBench& present = view_.laboratory.bench;
    view_.items.add(words.name, rect);
    ImGui::SetCursorScreenPos(upper_left(rect));
    if (ImGui::InvisibleButton(words.name, {rect.width, rect.height}))
      present = all_laboratory_benches[index];
    const bool is_chosen = present == all_laboratory_benches[index];
    painter_.fill(rect,
                  is_chosen                ? theme_.accent_ground
                  : ImGui::IsItemHovered() ? theme_.hover_ground
                                           : theme_.card,
                  8);
    painter_.stroke(rect, is_chosen ? theme_.accent : theme_.line, 1, 8);
    painter_.text({rect.x + pad, rect.y + sizes_.body * 1.1f}, words.title,
                  is_chosen ? theme_.accent : theme_.text, sizes_.body, FontWeight::medium);
    attention_lab::draw(painter_, question(words, rect.width - 2 * pad),
                        {rect.x + pad, rect.y + sizes_.body * 1.85f},
                        is_chosen ? theme_.text : theme_.quiet_text);
  }

  Paragraph question(const BenchWords& words, float width) const {
    return set_paragraph(words.question, width, sizes_.caption, FontWeight::regular, painter_.metrics());
  }

  ViewState& view_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
  Rect area_;
};

}  // namespace

void draw_laboratory(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const Painter painter(*ImGui::GetWindowDrawList(), *view.fonts);
  Rect room = area;
  // The presenter's view gives the whole window, border and all.
  if (view.presenter) {
    painter.fill(area, view.theme().ground);
    room = area.expanded(-std::round(14 * view.scale()));
  }
  const float gap = card_gap(view);
  const float segments = Segments(view, painter, room).draw();
  const Rect bench{room.x, room.y + segments + gap, room.width, std::max(room.height - segments - gap, 1.0f)};
  ImGui::PushID(static_cast<int>(view.laboratory.bench));
  switch (view.laboratory.bench) {
    case LaboratoryBench::variance: draw_variance_bench(session, view, bench); break;
    case LaboratoryBench::sharpness: draw_sharpness_bench(session, view, bench); break;
    case LaboratoryBench::gradient: draw_gradient_bench(view, bench); break;
    case LaboratoryBench::document: draw_document_bench(session, view, actions, bench); break;
  }
  ImGui::PopID();
}

}  // namespace attention_lab
