#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/figures/base/labels.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {

void place_popup(const WidgetContext& context, const Rect& rect, Point size) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float border = 4 * context.scale();
  const float below = rect.bottom() + border;
  const bool fits_below = below + size.y + border <= window.y;
  const float y = fits_below ? below : std::max(border, window.y - size.y - border);
  // If there is no room below the control, the popup opens beside it rather than over it.
  const float left = fits_below ? rect.x : rect.x - size.x - border;
  ImGui::SetNextWindowPos({std::clamp(left, border, std::max(border, window.x - size.x - border)), y});
}

std::optional<std::string> typed_popup(WidgetContext& context, const Rect& rect, const TypedPopup& popup,
                                       const std::string& now) {
  const float body = context.sizes().body;
  place_popup(context, rect, {body * popup.width, body * 6});
  if (!ImGui::BeginPopup(popup.id)) return std::nullopt;
  std::array<char, 64>& text = context.number_field;
  if (ImGui::IsWindowAppearing()) {
    text.fill('\0');
    std::copy_n(now.begin(), std::min(now.size(), text.size() - 1), text.begin());
    ImGui::SetKeyboardFocusHere();
  }
  if (popup.is_hint_above) write_quietly(popup.hint);
  ImGui::SetNextItemWidth(body * popup.field_width);
  const bool is_entered =
      text_field(context, "##typed", "", text.data(), text.size(),
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  name_last_item(context, popup.name);
  const std::string problem = popup.problem ? popup.problem(text.data()) : "";
  const bool is_taken = is_entered && problem.empty();
  if (is_taken) ImGui::CloseCurrentPopup();
  // Enter leaves the field, but what is wrong must be corrected there.
  if (is_entered && !is_taken) ImGui::SetKeyboardFocusHere(-1);
  if (!popup.is_hint_above) write_quietly(popup.hint);
  if (!problem.empty()) write(problem, context.theme().error);
  end_popup();
  return is_taken ? std::optional(std::string(text.data())) : std::nullopt;
}

namespace {

/// The entry of an open list that the arrow keys have marked; −1: they have not been pressed yet.
int marked_choice(const std::string& value, const std::vector<Choice>& choices) {
  int& marked = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("##marked"), -1);
  if (ImGui::IsWindowAppearing()) marked = -1;
  const int by = (is_key_pressed(ImGuiKey_DownArrow) ? 1 : 0) - (is_key_pressed(ImGuiKey_UpArrow) ? 1 : 0);
  if (by == 0) return marked;
  const auto current = std::find_if(choices.begin(), choices.end(),
                                    [&](const Choice& choice) { return choice.label == value; });
  if (marked < 0 && current != choices.end()) marked = static_cast<int>(current - choices.begin());
  marked = std::clamp(marked + by, 0, static_cast<int>(choices.size()) - 1);
  return marked;
}

}  // namespace

Controls::Controls(WidgetContext& context, const Painter& painter, float enlargement)
    : context_(context),
      painter_(painter),
      theme_(context.theme()),
      sizes_(context.sizes().scaled(enlargement)) {}

float Controls::gap(const WidgetContext& context) {
  return std::round(8 * context.scale());
}

float Controls::height(const WidgetContext& context) {
  return std::round(context.sizes().body * 2.2f);
}

float Controls::choice_width(const std::string& label, const std::string& widest_value) const {
  return layout_markup(label, sizes_.caption, FontWeight::regular, painter_.metrics()).width +
         layout_markup(widest_value, sizes_.body, FontWeight::medium, painter_.metrics()).width +
         sizes_.body * (label.empty() ? 2.7f : 3.3f);
}

float Controls::number_width(const std::string& label, const std::string& widest_value) const {
  return layout_markup(label, sizes_.caption, FontWeight::regular, painter_.metrics()).width +
         painter_.metrics().width(widest_value, sizes_.body, FontWeight::medium) + sizes_.body * 5.2f;
}

void Controls::frame(const Rect& rect, bool is_hovered) const {
  painter_.fill(rect, is_hovered ? theme_.hover_ground : theme_.card, field_rounding);
  painter_.stroke(rect, has_keys_ ? theme_.accent : theme_.line, 1, field_rounding);
}

bool Controls::takes_keys() const {
  return has_keys_ && ImGui::IsWindowFocused();
}

bool Controls::refuses() const {
  if (!refusal_.empty()) context_.say(refusal_);
  return !refusal_.empty();
}

std::optional<LinkedWords> Controls::words_of(Point left, const std::string& label) const {
  if (!links_words_) return std::nullopt;
  return LinkedWords(context_, painter_, left, label, sizes_.caption, FontWeight::regular);
}

void Controls::tip(const char* plain, const std::string& label) const {
  if (plain == nullptr || !ImGui::IsItemHovered()) return;
  std::string text = plain;
  const bool may_explain = !links_words_ && context_.word_links.find != nullptr;
  const std::vector<FoundWord> words =
      may_explain ? context_.word_links.find(label) : std::vector<FoundWord>{};
  if (!words.empty()) {
    text += " " + filled("Right-click: what “<word>” means.", {{"word", label}});
    const ImVec2 corner = ImGui::GetItemRectMin();
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
      const ImVec2 size = ImGui::GetItemRectSize();
      context_.word_links.clicked = ClickedWord{words.front().word, {corner.x, corner.y, size.x, size.y}};
    }
  }
  // In a row of buttons at the bottom, a tooltip beside the mouse would cover the next button.
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  if (high.y > ImGui::GetIO().DisplaySize.y - 4 * sizes_.body) {
    draw_tooltip_above(context_, {low.x, low.y, high.x - low.x, high.y - low.y}, text);
  } else {
    draw_tooltip(context_, text);
  }
}

int Controls::choice(const Rect& rect, const char* name, const std::string& label, const std::string& value,
                     const std::vector<Choice>& choices, const char* text) {
  context_.items.add(name, rect);
  ImGui::PushID(name);
  const std::optional<LinkedWords> words = words_of({rect.x + sizes_.body * 0.75f, rect.centre().y}, label);
  const bool is_clicked = click_area("##control", rect);
  const bool is_opened = is_clicked || (takes_keys() && is_enter_newly_pressed());
  frame(rect, ImGui::IsItemHovered());
  const float y = rect.centre().y;
  const float pad = sizes_.body * 0.75f;
  const float label_end =
      rect.x + pad + layout_markup(label, sizes_.caption, FontWeight::regular, painter_.metrics()).width;
  const float value_end = rect.right() - pad * 0.8f - sizes_.caption * 1.1f;
  const std::string shown = shorten_markup(value, value_end - label_end - pad * 0.5f, sizes_.body,
                                           FontWeight::medium, painter_.metrics());
  painter_.markup({rect.x + pad, y}, label, theme_.quiet_text, sizes_.caption);
  if (words) words->draw_lines();
  painter_.text({rect.right() - pad * 0.8f, y}, "▾", theme_.quiet_text, sizes_.caption, FontWeight::regular,
                HorizontalAnchor::right);
  painter_.markup({value_end, y}, shown, theme_.text, sizes_.body, FontWeight::medium,
                  HorizontalAnchor::right);
  tip(text, label);
  if (is_opened && !refuses()) ImGui::OpenPopup("##choices");

  float explanation_width = 0;
  float label_width = 0;
  for (const Choice& choice : choices) {
    const auto width = [&](const std::string& markup, FontWeight weight) {
      return layout_markup(markup, sizes_.body, weight, painter_.metrics()).width;
    };
    label_width = std::max(label_width, width(choice.label, FontWeight::medium));
    explanation_width = std::max(explanation_width, width(choice.explanation, FontWeight::regular));
  }
  const float line = sizes_.body * 1.9f;
  const float entry_width = label_width + explanation_width + sizes_.body * 2.2f;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float lines = static_cast<float>(choices.size());
  int chosen = -1;
  if (ImGui::IsPopupOpen("##choices")) {
    place_popup(context_, rect,
                {entry_width + 2 * style.WindowPadding.x,
                 lines * line + (lines - 1) * style.ItemSpacing.y + 2 * style.WindowPadding.y});
  }
  if (ImGui::BeginPopup("##choices")) {
    const Painter popup(*ImGui::GetWindowDrawList(), context_.fonts);
    const int marked = marked_choice(value, choices);
    if (marked >= 0 && is_enter_newly_pressed()) {
      chosen = marked;
      ImGui::CloseCurrentPopup();
    }
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const Rect entry{at.x, at.y, entry_width, line};
      ImGui::PushID(static_cast<int>(i));
      if (click_area("##entry", entry)) {
        chosen = static_cast<int>(i);
        ImGui::CloseCurrentPopup();
      }
      ImGui::PopID();
      context_.items.add(std::string(name) + "." + std::to_string(i), entry);
      const bool is_current = choices[i].label == value;
      if (is_current || ImGui::IsItemHovered()) {
        popup.fill(entry, is_current ? theme_.accent_ground : theme_.hover_ground, 5);
      }
      if (static_cast<int>(i) == marked) popup.stroke(entry, theme_.accent, 1, 5);
      popup.markup({entry.x + sizes_.body * 0.5f, entry.centre().y}, choices[i].label, theme_.text,
                   sizes_.body, FontWeight::medium);
      popup.markup({entry.x + label_width + sizes_.body * 1.5f, entry.centre().y}, choices[i].explanation,
                   theme_.quiet_text, sizes_.body);
    }
    end_popup();
  }
  ImGui::PopID();
  return chosen;
}

bool Controls::number(const Rect& rect, const char* name, const std::string& label, std::ptrdiff_t& number,
                      std::ptrdiff_t low, std::ptrdiff_t high, const char* text, const std::string& shown,
                      std::ptrdiff_t step) {
  context_.items.add(name, rect);
  ImGui::PushID(name);
  const std::ptrdiff_t before = number;
  const float side = sizes_.body * 1.55f;
  const Rect minus{rect.right() - 2 * side, rect.y, side, rect.height};
  const Rect plus{rect.right() - side, rect.y, side, rect.height};
  const Point label_at{rect.x + sizes_.body * 0.7f, rect.centre().y};
  const std::optional<LinkedWords> words = words_of(label_at, label);
  allow_next_overlap();
  click_area("##control", rect);
  allow_overlap();
  const bool is_hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenOverlapped);
  const bool is_double_clicked = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  const bool has_keys = takes_keys();
  const bool is_opened = is_double_clicked || (has_keys && is_enter_newly_pressed());
  if (is_opened && !refuses()) ImGui::OpenPopup("##typed");
  frame(rect, is_hovered);
  tip(text, label);
  const float y = rect.centre().y;
  painter_.markup(label_at, label, theme_.quiet_text, sizes_.caption);
  if (words) words->draw_lines();
  painter_.text({minus.x - sizes_.body * 0.1f, y}, shown.empty() ? std::to_string(number) : shown,
                theme_.text, sizes_.body, FontWeight::medium, HorizontalAnchor::right);

  const auto side_button = [&](const Rect& side_rect, const char* sign, const char* suffix, ImGuiKey key,
                               std::ptrdiff_t next) {
    const bool is_possible = next >= low && next <= high;
    context_.items.add(std::string(name) + suffix, side_rect);
    const bool is_clicked = click_area(suffix, side_rect);
    const bool is_key_down = has_keys && is_key_pressed(key);
    if ((is_clicked || is_key_down) && is_possible && !refuses()) number = next;
    if (ImGui::IsItemHovered() && is_possible) painter_.fill(side_rect.expanded(-3), theme_.accent_ground, 5);
    painter_.text(side_rect.centre(), sign, is_possible ? theme_.text : theme_.line, sizes_.body,
                  FontWeight::medium, HorizontalAnchor::centre);
  };
  // To the next multiple of the step.
  side_button(minus, "−", ".less", ImGuiKey_LeftArrow, ((number + step - 1) / step - 1) * step);
  side_button(plus, "+", ".more", ImGuiKey_RightArrow, (number / step + 1) * step);

  const TypedRange range{static_cast<double>(low), static_cast<double>(high), TypedAs::whole_number};
  const TypedPopup popup{
      .id = "##typed",
      .name = std::string(name) + ".field",
      .hint = hint_of(range),
      .problem = [&range](const std::string& typed) { return problem_with_typed(range, typed); }};
  if (const auto typed = typed_popup(context_, rect, popup, std::to_string(number)))
    number = static_cast<std::ptrdiff_t>(number_typed_for(range, *typed, static_cast<double>(number)));
  ImGui::PopID();
  return number != before;
}

bool Controls::button(const Rect& rect, const char* name, const std::string& label, bool is_enabled,
                      const char* text) {
  context_.items.add(name, rect);
  ImGui::PushID(name);
  const bool is_clicked = click_area("##button", rect);
  ImGui::PopID();
  frame(rect, is_enabled && ImGui::IsItemHovered());
  painter_.text(rect.centre(), label, is_enabled ? theme_.text : theme_.quiet_text, sizes_.body,
                FontWeight::regular, HorizontalAnchor::centre);
  tip(text);
  return is_clicked && is_enabled;
}

float Controls::toggle_width(const std::string& label) const {
  return painter_.metrics().width(label, sizes_.body, FontWeight::regular) + sizes_.body * 2.9f;
}

bool Controls::toggle(const Rect& rect, const char* name, const std::string& label, bool& is_on,
                      const char* text) {
  context_.items.add(name, rect);
  ImGui::PushID(name);
  const bool is_clicked = click_area("##toggle", rect);
  ImGui::PopID();
  if (ImGui::IsItemHovered()) painter_.fill(rect, theme_.hover_ground, field_rounding);
  const float y = rect.centre().y;
  const float height = std::round(sizes_.body * 0.95f);
  const Rect track{rect.x + sizes_.body * 0.4f, y - height / 2, height * 1.75f, height};
  const float knob = height / 2;
  painter_.fill(track, is_on ? theme_.accent : theme_.line, height / 2);
  painter_.list().AddCircleFilled({is_on ? track.right() - knob : track.x + knob, y}, knob - 2,
                                  packed(theme_.card));
  painter_.markup({track.right() + sizes_.body * 0.5f, y}, label, theme_.text, sizes_.body);
  tip(text);
  const bool is_flipped = is_clicked && !refuses();
  if (is_flipped) is_on = !is_on;
  return is_flipped;
}

}  // namespace attention_lab
