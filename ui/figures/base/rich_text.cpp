#include "ui/figures/base/rich_text.h"

#include "core/words/utf8.h"

namespace attention_lab {
namespace {

constexpr float subscript_drop = 0.18f;  // relative to the label's size
constexpr float superscript_rise = 0.38f;

enum class Script { none, sub, super };

void append_run(TextLayout& layout, std::string text, Script script, float size, FontWeight weight,
                const TextMetrics& metrics) {
  if (text.empty()) return;
  TextRun run;
  run.size = script == Script::none ? size : size * script_scale;
  run.rise = script == Script::sub     ? -size * subscript_drop
             : script == Script::super ? size * superscript_rise
                                       : 0;
  run.x = layout.width;
  run.width = metrics.width(text, run.size, weight);
  run.text = std::move(text);
  layout.width += run.width;
  layout.runs.push_back(std::move(run));
}

}  // namespace

TextLayout layout_markup(std::string_view markup, float size, FontWeight weight, const TextMetrics& metrics) {
  TextLayout layout;
  std::string plain;
  for (std::size_t i = 0; i < markup.size();) {
    const char c = markup[i];
    if (c == '\\' && i + 1 < markup.size()) {
      plain += markup[i + 1];
      i += 2;
      continue;
    }
    const bool is_script = (c == '_' || c == '^') && i + 1 < markup.size();
    if (!is_script) {
      plain += c;
      ++i;
      continue;
    }
    append_run(layout, std::move(plain), Script::none, size, weight, metrics);
    plain.clear();
    std::string script;
    ++i;
    if (markup[i] == '{') {
      const std::size_t end = std::min(markup.find('}', i), markup.size());
      script = markup.substr(i + 1, end - i - 1);
      i = std::min(end + 1, markup.size());
    } else {
      const std::size_t end = after_character(markup, i);
      script = markup.substr(i, end - i);
      i = end;
    }
    append_run(layout, std::move(script), c == '_' ? Script::sub : Script::super, size, weight, metrics);
  }
  append_run(layout, std::move(plain), Script::none, size, weight, metrics);
  return layout;
}

std::string shorten(std::string_view text, float width, float size, FontWeight weight,
                    const TextMetrics& metrics) {
  // Limits the length, because zero-width characters such as accents would never fill the width.
  constexpr std::size_t most_bytes = 4096;
  if (text.size() <= most_bytes && metrics.width(text, size, weight) <= width) return std::string(text);
  constexpr std::string_view ellipsis = "…";
  const float room = width - metrics.width(ellipsis, size, weight);
  // Measures at most about twice what fits, so that the cost does not grow with the length of the text.
  std::size_t end = 0;
  float used = 0;
  while (end < text.size()) {
    const std::size_t next = after_character(text, end);
    if (next > most_bytes) break;
    used += metrics.width(text.substr(end, next - end), size, weight);
    if (used > room) break;
    end = next;
  }
  return std::string(text.substr(0, end)) + std::string(ellipsis);
}

}  // namespace attention_lab
