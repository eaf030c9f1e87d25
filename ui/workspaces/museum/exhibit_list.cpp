#include <algorithm>
#include <cmath>
#include <string>

#include "core/mistakes/exhibit.h"
#include "core/words/matrix_words.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/scroll_area.h"
#include "ui/workspaces/museum/exhibit_view.h"
#include "ui/workspaces/museum/exhibit_work.h"

namespace attention_lab {
namespace {

constexpr const char* words_of(ExhibitMark mark) {
  switch (mark) {
    case ExhibitMark::unknown: return "";
    case ExhibitMark::impossible: return "does not apply here";
    case ExhibitMark::agrees:
    case ExhibitMark::right_after_all: return "the numbers agree";
    case ExhibitMark::differs: return "different numbers";
    case ExhibitMark::not_a_number: return "NaN";
  }
  return "";
}

class ExhibitList {
 public:
  ExhibitList(const Session& session, WidgetContext& context, MuseumState& museum, const Rect& area)
      : context_(context),
        museum_(museum),
        theme_(context.theme()),
        sizes_(context.sizes()),
        painter_(*ImGui::GetWindowDrawList(), context.fonts),
        area_(area),
        has_marks_(session.model().n_tokens() <= most_marked_tokens) {}

  /// Returns the bottom of the list.
  float draw(Point corner) {
    const float border = std::round(10 * context_.scale());
    const bool scrolls = ImGui::GetScrollMaxY() > 0;
    const float width = area_.width - 2 * border - (scrolls ? ImGui::GetStyle().ScrollbarSize : 0);
    float y = corner.y + border;
    for (std::size_t i = 0; i < all_mistakes.size(); ++i)
      y += draw_entry(i, {corner.x + border, y}, width) + std::round(2 * context_.scale());
    return y + border - std::round(2 * context_.scale());
  }

 private:
  float draw_entry(std::size_t i, Point corner, float width) {
    const Mistake mistake = all_mistakes[i];
    const bool is_chosen = museum_.mistake == mistake;
    const float pad = sizes_.body * 0.5f;
    const float number_width = sizes_.body * 1.5f;
    const Paragraph title =
        set_paragraph(as_markup(text_of(mistake).title), width - number_width - 2 * pad, sizes_.body,
                      is_chosen ? FontWeight::medium : FontWeight::regular, painter_.metrics());
    const float mark_height = has_marks_ ? sizes_.caption * 1.5f : 0;
    const Rect entry{corner.x, std::round(corner.y), width,
                     std::round(title.height() + mark_height + 1.2f * pad)};

    const std::string name(to_string(mistake));
    const bool is_in_view = entry.y >= area_.y && entry.bottom() <= area_.bottom();
    if (is_in_view) context_.items.add("exhibit." + name, entry);
    if (click_area(name.c_str(), entry)) museum_.mistake = mistake;
    if (is_chosen || ImGui::IsItemHovered())
      painter_.fill(entry, is_chosen ? theme_.accent_ground : theme_.hover_ground, 6);
    if (is_chosen && shown_ != mistake && !is_in_view) ImGui::SetScrollHereY();

    const float x = entry.x + pad + number_width;
    const float y = entry.y + 0.6f * pad;
    painter_.text({x - sizes_.body * 0.55f, y + title.line_height() / 2}, std::to_string(i + 1),
                  theme_.quiet_text, sizes_.body, FontWeight::regular, HorizontalAnchor::right);
    attention_lab::draw(painter_, title, {x, y}, theme_.text);
    if (has_marks_) draw_mark(museum_.list[i].mark, {x, y + title.height() + mark_height / 2});
    return entry.height;
  }

  // A dot and a few words, since colour alone is not accessible.
  void draw_mark(ExhibitMark mark, Point left) const {
    if (mark == ExhibitMark::unknown) return;
    const float radius = std::round(sizes_.caption * 0.27f);
    const ImVec2 centre{left.x + radius, left.y};
    const bool is_wrong = mark == ExhibitMark::differs || mark == ExhibitMark::not_a_number;
    if (is_wrong) {
      painter_.list().AddCircleFilled(centre, radius, packed(theme_.error));
    } else {
      painter_.list().AddCircle(centre, radius, packed(theme_.quiet_text), 0, 1.2f * context_.scale());
    }
    painter_.text({left.x + radius * 2 + sizes_.caption * 0.45f, left.y}, words_of(mark), theme_.quiet_text,
                  sizes_.caption);
  }

  WidgetContext& context_;
  MuseumState& museum_;
  const Theme& theme_;
  TextSizes sizes_;
  Painter painter_;
  Rect area_;
  bool has_marks_;
  Mistake shown_ = museum_.listed;  // chosen when the list was drawn last
};

}  // namespace

void update_marks(const Session& session, WidgetContext& context, MuseumState& museum) {
  if (session.model().n_tokens() > most_marked_tokens) return;
  const auto is_stale = [&](const ListedExhibit& one) { return one.revision != session.revision(); };
  if (museum.exhibit && museum.exhibit->revision == session.revision()) {
    museum.list[static_cast<std::size_t>(museum.exhibit->mistake)] = {mark_of(*museum.exhibit),
                                                                      session.revision()};
  }
  if (!is_quick(session.model())) return;
  // One exhibit a frame, in turn, so that none is left out while a number is dragged.
  for (std::size_t i = 0; i < museum.list.size(); ++i) {
    const std::size_t at = (museum.next_in_list + i) % museum.list.size();
    if (!is_stale(museum.list[at])) continue;
    museum.list[at] = {make_mark(session, all_mistakes[at]), session.revision()};
    museum.next_in_list = at + 1;
    break;
  }
  if (std::any_of(museum.list.begin(), museum.list.end(), is_stale)) context.want_frame();
}

void draw_exhibit_list(const Session& session, WidgetContext& context, MuseumState& museum,
                       const Rect& area) {
  {
    ScrollArea scroll("##exhibits", area);
    scroll.reaches(ExhibitList(session, context, museum, area).draw(scroll.corner()));
  }
  museum.listed = museum.mistake;
}

void step_exhibit(MuseumState& museum, int by) {
  const int last = static_cast<int>(all_mistakes.size()) - 1;
  const int next = std::clamp(static_cast<int>(museum.mistake) + by, 0, last);
  museum.mistake = all_mistakes[static_cast<std::size_t>(next)];
}

}  // namespace attention_lab
