// The screen's fonts: which sizes and characters are in the atlas.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "ui/figures/base/rich_text.h"

namespace attention_lab {

/// The contents of the font files.
struct FontFiles {
  std::string regular;
  std::string medium;
  std::string code;
  std::vector<std::string> fallbacks;  // tried in order for characters that these lack

  std::string& of(FontWeight weight);
};

/// The scale of text sizes, in pixels at 100%.
struct TextSizes {
  float caption = 12;
  float body = 14;
  float title = 16.5f;
  float display = 23;

  TextSizes scaled(float by) const { return {caption * by, body * by, title * by, display * by}; }
};

/// A text size used by the figure on the screen, in pixels.
struct FigureFont {
  FontWeight weight = FontWeight::regular;
  float size = 0;

  bool operator==(const FigureFont&) const = default;
};

/// Collects the characters and sizes that are needed and tells when the atlas has to be rebuilt. Dear ImGui's
/// atlas is static: it contains only what it was built with. It refers to the font data of the book.
class FontBook {
 public:
  explicit FontBook(FontFiles files);

  /// Sizes for the interface (`scale`: text size × display scale) and for the figures on the screen.
  void set_sizes(float scale, std::vector<FigureFont> figures);
  /// Requests all characters of the text. Those that no font has are shown as boxes.
  void need(std::string_view utf8);
  void need(char32_t code_point);
  /// Adds a font to try for characters that all fonts so far lack.
  void add_fallback(std::string file);
  /// Characters that were requested but that no font has. Valid after build().
  std::vector<char32_t> missing() const;

  bool is_stale() const { return is_stale_; }
  /// Fills the atlas. Must not be called during a frame.
  void build(ImFontAtlas& atlas);

  const TextSizes& sizes() const { return sizes_; }
  /// The font whose baked size is closest to `size`; larger sizes are preferred.
  ImFont* font(FontWeight weight, float size) const;

 private:
  struct Baked {
    FontWeight weight;
    float size;
    ImFont* font;
  };

  FontFiles files_;
  float scale_ = 1;
  std::vector<FigureFont> figures_;
  TextSizes sizes_;
  std::set<ImWchar> characters_;
  ImVector<ImWchar> ranges_;        // of all characters; ranges must outlive the atlas
  ImVector<ImWchar> plain_ranges_;  // ASCII and mathematical signs, for numbers and subscripts
  std::vector<Baked> baked_;
  bool is_stale_ = true;
};

}  // namespace attention_lab
