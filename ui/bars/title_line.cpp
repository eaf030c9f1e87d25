#include "ui/bars/title_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/words/matrix_words.h"
#include "ui/figures/base/labels.h"
#include "ui/lab/document_lock.h"
#include "ui/lab/mask_painting.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

constexpr const char* outdated = "written before the latest changes";
constexpr const char* popup_id = "##title and description";
constexpr float title_share = 0.6f;  // of the line, at most, if there is a description
// In multiples of the text size.
constexpr float least_description = 9;  // anything narrower would be unreadable
constexpr float popup_width = 46;
constexpr float popup_height = 8;
constexpr float tooltip_width = 34;

class TitleLine {
 public:
  TitleLine(const Session& session, ViewState& view, const Painter& painter, const Rect& area)
      : document_(session.document()),
        view_(view),
        painter_(painter),
        area_(area),
        theme_(view.theme()),
        sizes_(view.sizes()),
        is_painting_(view.workspace == Workspace::pipeline && is_painting_mask(session, view)) {}

  void draw() {
    is_changed_ = is_changed_since_titled(document_);
    const float edit_width = width_of("Edit", sizes_.caption) + sizes_.body;
    const Rect edit{area_.right() - edit_width, area_.y, edit_width, area_.height};
    draw_texts({area_.x, area_.y, edit.x - area_.x - sizes_.body * 0.5f, area_.height});
    const bool wants_fields = draw_edit(edit);
    if ((wants_fields || is_double_clicked_) && !refuses_edits(view_)) {
      fill_fields();
      ImGui::OpenPopup(popup_id);
    }
    draw_fields();
  }

 private:
  float width_of(const std::string& text, float size, FontWeight weight = FontWeight::regular) const {
    return painter_.metrics().width(text, size, weight);
  }

  float width_of_markup(const std::string& markup, FontWeight weight) const {
    return layout_markup(markup, sizes_.body, weight, painter_.metrics()).width;
  }

  void draw_texts(const Rect& rect) {
    view_.items.add("title", rect);
    click_area("##title line", rect);
    const bool is_hovered = ImGui::IsItemHovered();
    is_double_clicked_ = is_hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);

    const float y = rect.centre().y;
    if (is_painting_) {
      const std::string shown =
          shorten(how_to_paint_mask, rect.width, sizes_.body, FontWeight::medium, painter_.metrics());
      painter_.text({rect.x, y}, shown, theme_.accent, sizes_.body, FontWeight::medium);
      view_.items.add("mask.painting", rect);
      return;
    }
    const float gap = sizes_.body * 0.8f;
    const float mark = is_changed_ ? mark_width() + gap : 0;
    const bool has_title = !document_.title.empty();
    const std::string title = as_markup(has_title ? document_.title : untitled_);
    const std::string description = as_markup(document_.description);
    const FontWeight weight = has_title ? FontWeight::medium : FontWeight::regular;
    const float wanted = width_of_markup(title, weight);
    const float beside = description.empty() ? 0 : gap + width_of_markup(description, FontWeight::regular);
    const float room = rect.width - mark;
    const float title_room = wanted + beside <= room || beside == 0 ? room : room * title_share;
    const std::string shown = shorten_markup(title, title_room, sizes_.body, weight, painter_.metrics());
    painter_.markup({rect.x, y}, shown, has_title && !is_changed_ ? theme_.text : theme_.quiet_text,
                    sizes_.body, weight);
    float x = rect.x + std::min(wanted, width_of_markup(shown, weight));
    is_elided_ = shown != title;
    if (is_changed_) x = draw_mark({x + gap, y});
    if (!description.empty()) draw_description(description, {x + gap, y}, rect.right() - x - gap);
    if (is_hovered && view_.has_tooltips && (has_title || is_changed_ || is_elided_)) draw_whole_title();
  }

  void draw_description(const std::string& description, Point at, float room) {
    if (room < sizes_.body * least_description) {
      is_elided_ = true;
      return;
    }
    const std::string shown =
        shorten_markup(description, room, sizes_.body, FontWeight::regular, painter_.metrics());
    painter_.markup(at, shown, theme_.quiet_text, sizes_.body);
    is_elided_ = is_elided_ || shown != description;
  }

  float mark_width() const { return width_of(outdated, sizes_.caption) + sizes_.body * 0.9f; }

  /// Returns its right edge.
  float draw_mark(Point left) {
    const float height = std::round(sizes_.caption * 1.55f);
    const Rect rect{std::round(left.x), std::round(left.y - height / 2), std::ceil(mark_width()), height};
    view_.items.add("title.changed", rect);
    painter_.stroke(rect, theme_.line, 1, height / 2);
    painter_.text(rect.centre(), outdated, theme_.quiet_text, sizes_.caption, FontWeight::regular,
                  HorizontalAnchor::centre);
    return rect.right();
  }

  void draw_whole_title() const {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(sizes_.body * tooltip_width);
    const auto paragraph = [](const std::string& text) {
      if (!text.empty()) write(text);
    };
    paragraph(document_.title);
    paragraph(document_.description);
    if (is_changed_) {
      paragraph(
          "The words, numbers or options have changed since the title and description were written, so they "
          "may no longer be true. Undo the changes, or write a new title.");
    }
    write_quietly("Double-click to edit.");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }

  bool draw_edit(const Rect& rect) {
    view_.items.add("title.edit", rect);
    const bool is_clicked = click_area("##edit title", rect);
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) {
      painter_.fill(rect, theme_.hover_ground, 6);
      draw_tooltip(view_, "Edit title and description");
    }
    painter_.text(rect.centre(), "Edit", is_hovered ? theme_.text : theme_.quiet_text, sizes_.caption,
                  FontWeight::regular, HorizontalAnchor::centre);
    return is_clicked;
  }

  void fill_fields() {
    const auto shown = [&](const std::string& text) {
      return fits_a_field(text) ? view_.services.wide_characters.encode(text) : std::string();
    };
    TitleFields& fields = view_.title;
    fields.title = fields.shown_title = shown(document_.title);
    fields.description = fields.shown_description = shown(document_.description);
  }

  void draw_fields() {
    const float width = std::min(sizes_.body * popup_width, area_.width);
    place_popup(view_, {area_.x, area_.y, width, area_.height}, {width, sizes_.body * popup_height});
    const bool closes = std::exchange(view_.title.closes, false);
    if (!ImGui::BeginPopup(popup_id)) return;
    view_.title.is_open_next = true;
    view_.fonts.need(view_.title.title);
    view_.fonts.need(view_.title.description);
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    const auto hint = [](const std::string& text, const char* usual) {
      return fits_a_field(text) ? usual : "Too long for this field. Type here to replace it.";
    };
    const bool has_title =
        field("title.field", "##title", hint(document_.title, "Title"), view_.title.title, width);
    const bool has_description =
        field("description.field", "##description",
              hint(document_.description, "What it shows, in one sentence"), view_.title.description, width);
    write_quietly("Press Enter to keep both, or Escape to cancel.");
    if (is_key_pressed(ImGuiKey_Escape)) fill_fields();
    if (has_title || has_description || closes) ImGui::CloseCurrentPopup();
    end_popup();
  }

  bool field(const char* name, const char* id, const char* hint, std::string& text, float width) {
    ImGui::SetNextItemWidth(width - 2 * ImGui::GetStyle().WindowPadding.x);
    const bool is_entered = text_field(view_, id, hint, text, ImGuiInputTextFlags_EnterReturnsTrue);
    name_last_item(view_, name);
    return is_entered;
  }

  const Document& document_;
  ViewState& view_;
  const Painter& painter_;
  Rect area_;
  const Theme& theme_;
  TextSizes sizes_;
  bool is_painting_ = false;
  bool is_changed_ = false;
  bool is_elided_ = false;
  bool is_double_clicked_ = false;
  const std::string untitled_ = "Untitled. Double-click to say what this document shows.";
};

}  // namespace

float title_line_height(const WidgetContext& view) {
  return std::round(view.sizes().body * 1.7f);
}

void draw_title_line(const Session& session, ViewState& view, const Painter& painter, const Rect& area) {
  TitleLine(session, view, painter, area).draw();
}

Rect draw_title_line_above(const Session& session, ViewState& view, const Painter& painter,
                           const Rect& area) {
  const float gap = std::round(12 * view.scale());
  const float above = std::round(area.y - gap * 0.5f);  // closer to the control bar than a card
  const float height = title_line_height(view);
  draw_title_line(session, view, painter, {area.x + gap * 0.2f, above, area.width - gap * 0.4f, height});
  const float y = std::round(above + height + gap * 0.2f);
  return {area.x, y, area.width, std::max(area.bottom() - y, 1.0f)};
}

}  // namespace attention_lab
