// Labels with subscripts and superscripts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attention_lab {

/// The size of a subscript or superscript relative to its label.
inline constexpr float script_scale = 0.72f;

/// `code`: fixed-width, for code.
enum class FontWeight { regular, medium, code };
inline constexpr std::size_t font_weights = 3;

/// Measures text; each canvas implements it for its own fonts.
class TextMetrics {
 public:
  virtual ~TextMetrics() = default;
  /// The width of one line of plain UTF-8 text at a font size.
  virtual float width(std::string_view text, float size, FontWeight weight) const = 0;
  /// Whether there is a glyph for the character; otherwise a box is drawn.
  virtual bool has(char32_t) const { return true; }
};

/// A part of a label: plain text, shifted and scaled.
struct TextRun {
  std::string text;
  float x = 0;     ///< from the start of the label
  float rise = 0;  ///< of its baseline above the label's; upwards is positive
  float size = 0;
  float width = 0;
};

struct TextLayout {
  std::vector<TextRun> runs;
  float width = 0;
};

/// How to write mark-up, for the places where people type it.
inline constexpr const char* markup_rule =
    "In W_q and x^2, the q becomes a subscript and the 2 a superscript.";

/// Lays out mark-up: `_x` or `_{xy}` is a subscript, `^x` or `^{xy}` a superscript, and everything else is
/// literal: "W_q", "QK^T", "√d_k", "ω_{2,3}". Both canvases use this layout.
TextLayout layout_markup(std::string_view markup, float size, FontWeight weight, const TextMetrics& metrics);

/// The longest beginning of `text` that fits into `width` with an ellipsis; the whole text if it fits. Cuts
/// only between code points.
std::string shorten(std::string_view text, float width, float size, FontWeight weight,
                    const TextMetrics& metrics);

}  // namespace attention_lab
