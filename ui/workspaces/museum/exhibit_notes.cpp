#include "ui/workspaces/museum/exhibit_notes.h"

#include <algorithm>
#include <cmath>

#include "core/mistakes/remedy.h"
#include "core/mistakes/wording.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "ui/widgets/controls.h"

namespace attention_lab {
namespace {

// In sizes of the text.
constexpr float heading_height = 1.75f;
constexpr float badge_pad_x = 0.75f;
constexpr float badge_pad_y = 0.3f;
constexpr float badge_gap = 0.45f;
constexpr float code_pad = 0.6f;
constexpr float notes_gap = 0.6f;
constexpr float refusal_width = 40;
constexpr float comfortable_width = 62;  // of a line to read

bool is_also_right(const Exhibit& exhibit) {
  return exhibit.mistake == Mistake::mask_after_softmax_renormalised;
}

const char* name_of_wrong_code(const Exhibit& exhibit) {
  return is_also_right(exhibit) ? "also correct" : "wrong";
}

}  // namespace

ExhibitNotes::ExhibitNotes(ViewState& view, ActionQueue& actions, const Painter& painter,
                           const Exhibit& exhibit)
    : view_(view),
      actions_(actions),
      painter_(painter),
      exhibit_(exhibit),
      theme_(view.theme()),
      sizes_(view.sizes()) {}

Paragraph ExhibitNotes::paragraph(std::string_view markup, float width, float size) const {
  view_.fonts.need(markup);
  return set_paragraph(markup, width, size, FontWeight::regular, painter_.metrics());
}

void ExhibitNotes::set(float width) {
  column_gap_ = sizes_.body * 2;
  column_width_ = exhibit_.wrong ? std::floor((width - column_gap_) / 2) : width;
  set_badges(column_width_);
  if (exhibit_.wrong)
    spread_ = paragraph(as_markup(difference_in_words(exhibit_)), column_width_, sizes_.body);
  const bool has_reason = exhibit_.wrong && exhibit_.remedy && !exhibit_.remedy->reason.empty();
  reason_ =
      has_reason ? paragraph(as_markup(exhibit_.remedy->reason), column_width_, sizes_.body) : Paragraph{};

  const MistakeText& text = text_of(exhibit_.mistake);
  how_to_notice_ = paragraph(as_markup(text.how_to_notice),
                             std::min(column_width_, comfortable_width * sizes_.body), sizes_.body);
  const auto label = [&](const char* one) {
    return painter_.metrics().width(one, sizes_.caption, FontWeight::medium);
  };
  code_label_width_ = std::max(label("right"), label(name_of_wrong_code(exhibit_))) + sizes_.body * 0.8f;
  const float code_width = column_width_ - code_label_width_ - 2 * code_pad * sizes_.body;
  wrong_code_ = paragraph(escape_markup(text.wrong_code), code_width, sizes_.body);
  right_code_ = paragraph(escape_markup(text.right_code), code_width, sizes_.body);
  note_ = paragraph(as_markup(note_on_code(exhibit_.mistake)),
                    std::min(column_width_, comfortable_width * sizes_.body), sizes_.body);
}

// One after the other, in lines.
void ExhibitNotes::set_badges(float width) {
  const float pad_x = badge_pad_x * sizes_.body;
  const float pad_y = badge_pad_y * sizes_.body;
  float x = 0;
  float y = 0;
  float line = 0;
  for (const std::string& phrase : badges_of(exhibit_)) {
    Badge badge{paragraph(as_markup(phrase), width - 2 * pad_x, sizes_.body), {}};
    const Point size{std::ceil(badge.text.width + 2 * pad_x), badge.text.height() + 2 * pad_y};
    if (x > 0 && x + size.x > width) {
      x = 0;
      y += line + badge_gap * sizes_.body;
      line = 0;
    }
    badge.rect = {x, y, size.x, size.y};
    x += size.x + badge_gap * sizes_.body;
    line = std::max(line, size.y);
    badges_.push_back(std::move(badge));
  }
  badges_height_ = y + line;
}

float ExhibitNotes::button_height() const {
  return Controls::height(view_);
}

float ExhibitNotes::left_height() const {
  if (!exhibit_.wrong) return 0;
  float height = heading_height * sizes_.body + badges_height_ + spread_height();
  if (exhibit_.remedy) height += (2 * notes_gap) * sizes_.body + reason_.height() + button_height();
  return height;
}

float ExhibitNotes::spread_height() const {
  return spread_.lines.empty() ? 0 : notes_gap * sizes_.body + spread_.height();
}

float ExhibitNotes::code_height() const {
  return wrong_code_.height() + right_code_.height() + 2.2f * code_pad * sizes_.body;
}

float ExhibitNotes::note_height() const {
  return note_on_code(exhibit_.mistake).empty() ? 0 : notes_gap * sizes_.body + note_.height();
}

float ExhibitNotes::right_height() const {
  return heading_height * sizes_.body + how_to_notice_.height() + notes_gap * sizes_.body + code_height() +
         note_height();
}

void ExhibitNotes::heading(Point corner, const char* text) const {
  painter_.text({corner.x, corner.y + heading_height * 0.4f * sizes_.body}, text, theme_.quiet_text,
                sizes_.body, FontWeight::medium);
}

void ExhibitNotes::draw(Point corner) {
  if (exhibit_.wrong) {
    heading(corner, "What gives it away");
    float y = corner.y + heading_height * sizes_.body;
    draw_badges({corner.x, y});
    y += badges_height_;
    if (!spread_.lines.empty())
      attention_lab::draw(painter_, spread_, {corner.x, y + notes_gap * sizes_.body}, theme_.quiet_text);
    y += spread_height();
    if (exhibit_.remedy) {
      y += notes_gap * sizes_.body;
      attention_lab::draw(painter_, reason_, {corner.x, y}, theme_.text);
      draw_button({corner.x, y + reason_.height() + notes_gap * sizes_.body}, false);
    }
  }
  const Point right{exhibit_.wrong ? corner.x + column_width_ + column_gap_ : corner.x, corner.y};
  heading(right, "How to spot it in your own code");
  const float y = right.y + heading_height * sizes_.body;
  attention_lab::draw(painter_, how_to_notice_, {right.x, y}, theme_.text);
  const float code = y + how_to_notice_.height() + notes_gap * sizes_.body;
  draw_code({right.x, code});
  if (note_height() == 0) return;
  const float note = code + code_height() + notes_gap * sizes_.body;
  attention_lab::draw(painter_, note_, {right.x, note}, theme_.text);
  view_.items.add("museum.code_note", {right.x, note, note_.width, note_.height()});
}

void ExhibitNotes::draw_badges(Point corner) const {
  const bool is_alarming = !exhibit_.giveaway.numbers_agree;
  for (const Badge& badge : badges_) {
    const Rect rect{corner.x + badge.rect.x, corner.y + badge.rect.y, badge.rect.width, badge.rect.height};
    const float rounding = std::min(rect.height / 2, sizes_.body);
    painter_.fill(rect, is_alarming ? theme_.error_ground : theme_.hover_ground, rounding);
    attention_lab::draw(painter_, badge.text,
                        {rect.x + badge_pad_x * sizes_.body, rect.y + badge_pad_y * sizes_.body},
                        is_alarming ? theme_.error : theme_.text);
  }
}

void ExhibitNotes::draw_code(Point corner) const {
  const float pad = code_pad * sizes_.body;
  painter_.fill({corner.x, corner.y, column_width_, code_height()}, theme_.hover_ground, 6);
  float y = corner.y + pad;
  const auto row = [&](const char* kind, Colour colour, const Paragraph& code) {
    painter_.text({corner.x + pad, y + code.line_height() / 2}, kind, colour, sizes_.caption,
                  FontWeight::medium);
    attention_lab::draw(painter_, code, {corner.x + pad + code_label_width_, y}, theme_.text);
    y += code.height() + 0.2f * pad;
  };
  row(name_of_wrong_code(exhibit_), is_also_right(exhibit_) ? theme_.quiet_text : theme_.error, wrong_code_);
  row("right", theme_.quiet_text, right_code_);
}

void ExhibitNotes::draw_refusal(const Rect& area) {
  painter_.fill(area, theme_.hover_ground, 8);
  const float width = std::min(area.width - 4 * sizes_.body, refusal_width * sizes_.body);
  const Paragraph text = paragraph(as_markup(exhibit_.wrong.error().message), width, sizes_.body);
  const float button = exhibit_.remedy ? button_height() + 1.4f * sizes_.body : 0;
  const float top = area.centre().y - (text.height() + button) / 2;
  attention_lab::draw(painter_, text, {area.centre().x - text.width / 2, top}, theme_.text);
  if (exhibit_.remedy) {
    draw_button({area.centre().x, top + text.height() + 1.4f * sizes_.body}, true);
  }
}

void ExhibitNotes::draw_button(Point at, bool is_centred) {
  const std::string& label = exhibit_.remedy->label;
  const float width = std::ceil(
      layout_markup(label, sizes_.body, FontWeight::medium, painter_.metrics()).width + 2.4f * sizes_.body);
  const Rect rect{std::round(is_centred ? at.x - width / 2 : at.x), std::round(at.y), width, button_height()};
  view_.items.add("museum.remedy", rect);
  const bool is_clicked = click_area("##remedy", rect);
  const bool is_hovered = ImGui::IsItemHovered();
  painter_.fill(rect, is_hovered ? mix(theme_.accent_ground, theme_.accent, 0.15f) : theme_.accent_ground, 7);
  painter_.stroke(rect, theme_.accent, 1, 7);
  painter_.markup(rect.centre(), label, theme_.text, sizes_.body, FontWeight::medium,
                  HorizontalAnchor::centre);
  if (is_hovered) ImGui::SetTooltip("Changes your document in one step. Ctrl+Z takes it back.");
  if (is_clicked) {
    actions_.commit(exhibit_.remedy->edit);
    view_.say("Changed your document. Ctrl+Z takes it back.");
  }
}

}  // namespace attention_lab
