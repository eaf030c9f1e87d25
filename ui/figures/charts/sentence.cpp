#include "ui/figures/charts/sentence.h"

#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/charts/chart.h"
#include "ui/figures/heatmaps/colour_legend.h"

namespace attention_lab {
namespace {

// Relative to the size of the words.
constexpr float beside_word = 0.2f;  // inside its box
constexpr float between_words = 0.12f;
constexpr float box_height = 1.35f;
constexpr float between_lines = 0.35f;
constexpr float number_above_text = 0.5f;
constexpr float number_line = 0.62f;  // the height of a line of numbers above the words
constexpr float thickest_underline = 0.22f;
constexpr float frame_line = 0.07f;
// In font sizes.
constexpr float largest_words = 3;
constexpr float smallest_words = 0.6f;
constexpr float sentence_title = 2.2f;
constexpr float sentence_foot = 2.2f;
constexpr float swatch_width = 1.3f;
constexpr float swatch_height = 0.9f;

/// The words in lines; the end of each line is one past its last word.
struct SentenceLines {
  float size = 0;
  std::vector<std::size_t> ends;
};

class SentenceBuilder {
 public:
  SentenceBuilder(const SentenceSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        sizes_(style),
        margin_(std::min(sizes_.margin, 0.05f * std::min(width, height))),
        texts_(list_, metrics) {
    list_.width = width;
    list_.height = height;
  }

  DisplayList build() {
    place();
    draw_title();
    draw_words();
    note_what_is_missing();
    if (has_foot_) draw_foot();
    return std::move(list_);
  }

 private:
  // 1. The largest words that fit.
  void place() {
    const float em = sizes_.text;
    has_title_ = !spec_.title.empty() && list_.height > 6 * em;
    has_foot_ = spec_.has_legend && list_.height > 8 * em;
    top_ = margin_ + (has_title_ ? em * sentence_title : 0);
    room_ = list_.height - margin_ - (has_foot_ ? em * sentence_foot : 0) - top_;
    constexpr float shrinking = 0.94f;
    float size = em * largest_words;
    lines_ = lines_at(size);
    while (height_of(lines_) > room_ && size > em * smallest_words) {
      size = std::max(size * shrinking, em * smallest_words);
      lines_ = lines_at(size);
    }
    while (lines_.ends.size() > 1 && height_of(lines_) > room_) lines_.ends.pop_back();
    n_shown_ = lines_.ends.empty() ? 0 : lines_.ends.back();
  }

  std::string number_of(std::size_t word) const {
    const std::optional<double>& number = spec_.numbers[word];
    return number && spec_.has_numbers ? format_number(*number, spec_.decimals) : std::string();
  }

  /// The width of the box of a word, which a number above it may widen.
  float box_width(std::size_t word, float size) const {
    const float text = metrics_.width(spec_.words[word], size, FontWeight::medium);
    const float number = metrics_.width(number_of(word), size * number_above_text, FontWeight::regular);
    return std::min(std::max(text, number) + 2 * beside_word * size, list_.width - 2 * margin_);
  }

  SentenceLines lines_at(float size) const {
    SentenceLines lines{size, {}};
    float x = 0;
    for (std::size_t word = 0; word < spec_.words.size(); ++word) {
      const float width = box_width(word, size);
      if (x > 0 && x + width > list_.width - 2 * margin_) {
        lines.ends.push_back(word);
        x = 0;
      }
      x += width + between_words * size;
    }
    if (!spec_.words.empty()) lines.ends.push_back(spec_.words.size());
    return lines;
  }

  float line_height(float size) const {
    return size * (box_height + between_lines + (spec_.has_numbers ? number_line : 0));
  }
  float height_of(const SentenceLines& lines) const {
    return line_height(lines.size) * static_cast<float>(lines.ends.size()) - between_lines * lines.size;
  }

  // 2. Draw.
  void draw_title() {
    if (!has_title_) return;
    Text title = markup_at({list_.width / 2, margin_ + sizes_.title_text * 0.5f}, spec_.title,
                           sizes_.title_text, style_.text);
    title.weight = FontWeight::medium;
    texts_.add(fitted(title, list_.width - 2 * margin_, metrics_));
  }

  void draw_words() {
    const float size = lines_.size;
    const float gap = between_words * size;
    float y =
        top_ + std::max(0.0f, (room_ - height_of(lines_)) / 2) + (spec_.has_numbers ? number_line * size : 0);
    std::size_t word = 0;
    for (const std::size_t end : lines_.ends) {
      float width = -gap;
      for (std::size_t i = word; i < end; ++i) width += box_width(i, size) + gap;
      // A single line stands in the middle, several begin at the left, as in a text.
      float x = lines_.ends.size() == 1 ? (list_.width - width) / 2 : left_;
      if (lines_.ends.size() > 1 && word == 0) x = left_ = widest_line_left();
      for (; word < end; ++word) {
        const Rect box{x, y, box_width(word, size), box_height * size};
        draw_word(word, box);
        x += box.width + gap;
      }
      y += line_height(size);
    }
  }

  /// The left end of the lines when the widest is in the middle of the page.
  float widest_line_left() const {
    const float gap = between_words * lines_.size;
    float widest = 0;
    std::size_t word = 0;
    for (const std::size_t end : lines_.ends) {
      float width = -gap;
      for (; word < end; ++word) width += box_width(word, lines_.size) + gap;
      widest = std::max(widest, width);
    }
    return (list_.width - widest) / 2;
  }

  float share_of(double number) const {
    return static_cast<float>(std::min(std::fabs(number) / spec_.high, 1.0));
  }

  Colour shade_of(double number) const {
    if (spec_.map) return sample_on(style_.ground, *spec_.map, number, spec_.low, spec_.high);
    constexpr float strongest = 0.85f;
    return mix(style_.ground, number < 0 ? style_.negative : style_.query, share_of(number) * strongest);
  }

  void draw_word(std::size_t word, const Rect& box) {
    const std::optional<double>& number = spec_.numbers[word];
    const bool is_chosen = spec_.chosen && static_cast<std::size_t>(*spec_.chosen) == word;
    const bool is_finite = number && std::isfinite(*number);
    Colour ink = number ? style_.text : style_.quiet_text;
    if (number && !is_finite) {
      hatch(list_, box, Hatching::not_finite, style_);
    } else if (number && spec_.mark == SentenceMark::shade) {
      const Colour shade = shade_of(*number);
      list_.add(FillRect{box, shade, 0.18f * lines_.size});
      ink = legible_on(shade, style_.dark, style_.light);
    } else if (number) {
      draw_underline(*number, box);
    }
    if (is_chosen)
      list_.add(StrokeRect{box, style_.accent, std::max(frame_line * lines_.size, style_.pixel),
                           0.18f * lines_.size});
    Text text = label_at(box.centre(), spec_.words[word], lines_.size, ink, HorizontalAnchor::centre);
    text.weight = is_chosen ? FontWeight::medium : FontWeight::regular;
    texts_.add(fitted(std::move(text), box.width - beside_word * lines_.size, metrics_));
    const std::string above = number_of(word);
    if (above.empty()) return;
    texts_.add(label_at({box.centre().x, box.y - number_line * lines_.size / 2}, above,
                        number_above_text * lines_.size, style_.quiet_text, HorizontalAnchor::centre));
  }

  void draw_underline(double number, const Rect& box) {
    const float thickness = share_of(number) * thickest_underline * lines_.size;
    if (thickness < style_.pixel / 2) return;
    const Colour colour = spec_.map ? shade_of(number) : number < 0 ? style_.negative : style_.query;
    const float inside = beside_word * lines_.size;
    list_.add(FillRect{{box.x + inside, box.bottom() - thickest_underline * lines_.size * 0.5f,
                        box.width - 2 * inside, thickness},
                       colour,
                       0});
  }

  void note_what_is_missing() {
    if (n_shown_ == spec_.words.size()) return;
    const auto count = [](std::size_t words) { return count_text(static_cast<std::int64_t>(words)); };
    list_.notes.push_back({filled("The first <shown> of <all> tokens are shown.",
                                  {{"shown", count(n_shown_)}, {"all", count(spec_.words.size())}}),
                           "A larger page has room for more."});
  }

  // 3. What shades or lines mean, and how many words there are if some have no room.
  void draw_foot() {
    const float y = list_.height - margin_ - sizes_.text * 0.5f;
    for (const PictureNote& note : list_.notes)
      texts_.add(label_at({margin_, y}, note.text, sizes_.small_text, style_.quiet_text));
    const double middle = spec_.low < 0 ? 0 : (spec_.low + spec_.high) / 2;
    const std::vector<double> samples = {spec_.low, middle, spec_.high};
    const std::vector<std::string> texts = scale_numbers(samples);
    const float em = sizes_.text;
    const auto width = [&](const std::string& text) {
      return layout_markup(text, sizes_.small_text, FontWeight::regular, metrics_).width;
    };
    float needed = width(spec_.legend);
    for (const std::string& text : texts) needed += em * (1.1f + swatch_width + 0.4f) + width(text);
    if (needed > list_.width - 2 * margin_) return;
    Point at{list_.width - margin_ - needed, y};
    const auto write = [&](const std::string& text, Colour colour) {
      texts_.add(markup_at(at, text, sizes_.small_text, colour, HorizontalAnchor::left));
      at.x += width(text);
    };
    write(spec_.legend, style_.text);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      at.x += em * 1.1f;
      draw_swatch(samples[i], {at.x, y - em * swatch_height / 2, em * swatch_width, em * swatch_height});
      at.x += em * (swatch_width + 0.4f);
      write(texts[i], style_.quiet_text);
    }
  }

  void draw_swatch(double number, const Rect& box) {
    if (spec_.mark == SentenceMark::shade) {
      list_.add(FillRect{box, shade_of(number), 0});
      list_.add(StrokeRect{box, style_.line, sizes_.hairline, 0});
      return;
    }
    const float thickness = share_of(number) * thickest_underline * lines_.size;
    const Colour colour = spec_.map ? shade_of(number) : number < 0 ? style_.negative : style_.query;
    if (thickness >= style_.pixel / 2)
      list_.add(FillRect{{box.x, box.centre().y - thickness / 2, box.width, thickness}, colour, 0});
  }

  const SentenceSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  ChartSizes sizes_;
  float margin_;
  DisplayList list_;
  TextBoard texts_;
  SentenceLines lines_;
  std::size_t n_shown_ = 0;
  bool has_title_ = false;
  bool has_foot_ = false;
  float top_ = 0;
  float room_ = 0;
  float left_ = 0;
};

}  // namespace

std::string_view to_string(SentenceMark mark) {
  return mark == SentenceMark::shade ? "shade" : "underline";
}

std::optional<SentenceMark> sentence_mark_from(std::string_view text) {
  for (const SentenceMark mark : all_sentence_marks)
    if (to_string(mark) == text) return mark;
  return std::nullopt;
}

DisplayList sentence(const SentenceSpec& spec, float width, float height, const FigureStyle& style,
                     const TextMetrics& metrics) {
  return SentenceBuilder(spec, width, height, style, metrics).build();
}

}  // namespace attention_lab
