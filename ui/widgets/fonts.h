// The fonts of the screen: which sizes and characters are in the atlas.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "ui/figures/base/rich_text.h"

namespace attention_lab {

/// The bytes of font files, as the program read them.
struct FontFiles {
  std::string regular;
  std::string medium;
  std::vector<std::string> fallbacks;  // asked in turn for characters that the first two lack
};

/// The one scale of text sizes, in pixels at 100 %.
struct TextSizes {
  float caption = 12;
  float body = 14;
  float title = 16.5f;
  float display = 23;

  TextSizes scaled(float by) const { return {caption * by, body * by, title * by, display * by}; }
};

/// A size that texts of a figure have on the screen, in pixels.
struct FigureFont {
  FontWeight weight = FontWeight::regular;
  float size = 0;

  bool operator==(const FigureFont&) const = default;
};

/// Text sizes inside the workspace, in pixels: of the pipeline, as it is zoomed, and of a figure.
struct GridSizes {
  float number = 12;
  float label = 11.5f;
  float title = 14;
  std::vector<FigureFont> figure;  // empty: no figure is shown

  bool operator==(const GridSizes&) const = default;
};

/// Dear ImGui's atlas is static: it holds the characters and sizes that were asked for when it was built, and
/// reads the book's files. The book collects what is needed and says when the atlas must be built anew.
class FontBook {
 public:
  explicit FontBook(FontFiles files);

  /// Sizes of the interface (`scale`: text size × display scale) and of the pipeline.
  void set_sizes(float scale, GridSizes grid);
  /// Every character of the text will be in the atlas (or show as a box if no font has it).
  void need(std::string_view utf8);
  void need(char32_t code_point);
  /// Another font to ask for characters that no font had so far.
  void add_fallback(std::string file);
  /// Characters that are needed, but that no font has. Known after build().
  std::vector<char32_t> missing() const;

  bool is_stale() const { return is_stale_; }
  /// Fills the atlas; no frame may be open.
  void build(ImFontAtlas& atlas);

  const TextSizes& sizes() const { return sizes_; }
  /// The font whose size in the atlas is nearest to `size`, rather larger than smaller.
  ImFont* font(FontWeight weight, float size) const;

 private:
  struct Baked {
    FontWeight weight;
    float size;
    ImFont* font;
  };

  FontFiles files_;
  float scale_ = 1;
  GridSizes grid_;
  TextSizes sizes_;
  std::set<ImWchar> characters_;
  ImVector<ImWchar> ranges_;        // of all characters; these must outlive the atlas
  ImVector<ImWchar> plain_ranges_;  // of ASCII and signs: what numbers and subscripts need
  std::vector<Baked> baked_;
  bool is_stale_ = true;
};

}  // namespace attention_lab
