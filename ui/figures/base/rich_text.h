// Labels with real subscripts and superscripts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attention_lab {

/// Size of a subscript or superscript, in sizes of its label.
inline constexpr float script_scale = 0.72f;

enum class FontWeight { regular, medium };

/// How wide texts are; each canvas knows its own fonts.
class TextMetrics {
 public:
  virtual ~TextMetrics() = default;
  /// Width of one line of plain UTF-8 text at a font size.
  virtual float width(std::string_view text, float size, FontWeight weight) const = 0;
  /// Whether there is a glyph for the character; a box stands for it otherwise.
  virtual bool has(char32_t) const { return true; }
};

/// A run of a label: plain text, shifted and shrunk.
struct TextRun {
  std::string text;
  float x = 0;     ///< from the start of the label
  float rise = 0;  ///< of its baseline above the label's, positive upwards
  float size = 0;
  float width = 0;
};

struct TextLayout {
  std::vector<TextRun> runs;
  float width = 0;
};

/// Lays out mark-up: `_x` or `_{xy}` lowers, `^x` or `^{xy}` raises, everything else is as written.
/// "W_q", "QK^T", "√d_k", "ω_{2,3}". Both canvases draw from this.
TextLayout layout_markup(std::string_view markup, float size, FontWeight weight, const TextMetrics& metrics);

/// The longest beginning of `text` that fits `width` with an ellipsis at its end; all of it where it fits.
/// Cuts between code points, never inside one.
std::string shorten(std::string_view text, float width, float size, FontWeight weight,
                    const TextMetrics& metrics);

}  // namespace attention_lab
