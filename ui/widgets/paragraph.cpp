#include "ui/widgets/paragraph.h"

#include <algorithm>
#include <cmath>

#include "ui/figures/base/labels.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool binds_left(std::string_view word, std::string_view before) {
  const bool divides_a_number = word == "÷" && !before.empty() && is_digit(before.back());
  const bool divides_a_derivative = word == "÷" && before.ends_with("∂L");
  return word == "=" || word == "±" || word == "·" || word == "×" || divides_a_number || divides_a_derivative;
}
bool binds_right(std::string_view word) {
  return word == "=" || word == "±" || word == "·" || word == "×" || word == "÷" || word == "+" ||
         word == "−" || word == "ln";
}

/// Words, and groups of words that must not be separated.
std::vector<std::string> unbroken_parts(std::string_view markup) {
  std::vector<std::string> parts;
  bool is_bound = false;
  for (std::size_t at = 0; at < markup.size();) {
    const std::size_t end = std::min(markup.find(' ', at), markup.size());
    const std::string_view word = markup.substr(at, end - at);
    if (!parts.empty() && (is_bound || binds_left(word, parts.back()))) {
      (parts.back() += ' ') += word;
    } else {
      parts.emplace_back(word);
    }
    is_bound = binds_right(word);
    at = end + 1;
  }
  return parts;
}

}  // namespace

Paragraph set_paragraph(std::string_view markup, float width, float size, FontWeight weight,
                        const TextMetrics& metrics) {
  Paragraph paragraph;
  paragraph.size = size;
  paragraph.weight = weight;
  const auto width_of = [&](const std::string& line) {
    return layout_markup(line, size, weight, metrics).width;
  };
  for (const std::string& part : unbroken_parts(markup)) {
    const std::string longer = paragraph.lines.empty() ? part : paragraph.lines.back() + " " + part;
    if (!paragraph.lines.empty() && width_of(longer) <= width) {
      paragraph.lines.back() = longer;
    } else {
      paragraph.lines.push_back(part);
    }
  }
  for (std::string& line : paragraph.lines) {
    if (width_of(line) > width) {
      line = shorten_markup(line, width, size, weight, metrics);  // a token can be anything
      paragraph.is_cut = true;
    }
    paragraph.width = std::max(paragraph.width, width_of(line));
  }
  return paragraph;
}

void draw(const Painter& painter, const Paragraph& paragraph, Point corner, Colour colour) {
  float y = corner.y + paragraph.line_height() / 2;
  for (const std::string& line : paragraph.lines) {
    painter.markup({corner.x, y}, line, colour, paragraph.size, paragraph.weight);
    y += paragraph.line_height();
  }
}

void write(const WidgetContext& context, const Paragraph& paragraph, Colour colour) {
  const Painter painter(*ImGui::GetWindowDrawList(), context.fonts);
  draw(painter, paragraph, from_imgui(ImGui::GetCursorScreenPos()), colour);
  ImGui::Dummy({std::ceil(paragraph.width), std::ceil(paragraph.height())});
}

void write_markup(const WidgetContext& context, std::string_view markup, float width, Colour colour) {
  write(context,
        set_paragraph(markup, width, context.sizes().body, FontWeight::regular,
                      ScreenTextMetrics(context.fonts)),
        colour);
}

namespace {

Paragraph tooltip_words(const WidgetContext& context, std::string_view markup) {
  constexpr float longest_line = 24;  // in multiples of the text size
  const float size = context.sizes().body;
  return set_paragraph(markup, std::round(size * longest_line), size, FontWeight::regular,
                       ScreenTextMetrics(context.fonts));
}

void draw_tooltip_words(const WidgetContext& context, const Paragraph& words) {
  if (!context.has_tooltips) return;
  ImGui::BeginTooltip();
  write(context, words, context.theme().text);
  ImGui::EndTooltip();
}

}  // namespace

void draw_tooltip(const WidgetContext& context, std::string_view markup) {
  draw_tooltip_words(context, tooltip_words(context, markup));
}

void draw_tooltip_above(const WidgetContext& context, const Rect& item, std::string_view markup) {
  const Paragraph words = tooltip_words(context, markup);
  const float gap = std::round(4 * context.scale());
  const float width = std::ceil(words.width) + 2 * ImGui::GetStyle().WindowPadding.x;
  const float x = std::max(std::min(item.x, ImGui::GetIO().DisplaySize.x - width - gap), 0.0f);
  ImGui::SetNextWindowPos({std::round(x), std::round(item.y) - gap}, ImGuiCond_Always, {0, 1});
  draw_tooltip_words(context, words);
}

}  // namespace attention_lab
