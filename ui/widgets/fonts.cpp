#include "ui/widgets/fonts.h"

#include <algorithm>
#include <cmath>

#include "core/words/utf8.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

constexpr ImWchar box = 0x25A1;  // replaces characters that no font has

// All characters beyond ASCII that the interface itself writes.
constexpr std::string_view own_characters = "√·×÷∘Σωαβεημ∂∞−±→↑↵✓✗…–“”’□▾\u00A0";

bool is_plain(ImWchar c) {
  return c < 0x7F || (c >= 0x2000 && c < 0x2700) || c == 0xD7 || c == 0xF7 || c == 0xB7 ||
         (c >= 0x370 && c < 0x400);
}

// Dear ImGui cannot make a font of size 0.
float usable(float size) {
  constexpr float smallest = 1;
  return size >= smallest && std::isfinite(size) ? size : smallest;
}

}  // namespace

std::string& FontFiles::of(FontWeight weight) {
  switch (weight) {
    case FontWeight::regular: return regular;
    case FontWeight::medium: return medium;
    case FontWeight::code: return code;
  }
  return regular;
}

FontBook::FontBook(FontFiles files) : files_(std::move(files)) {
  for (ImWchar c = 0x20; c < 0x7F; ++c) characters_.insert(c);
  need(own_characters);
}

void FontBook::set_sizes(float scale, std::vector<FigureFont> figures) {
  if (scale == scale_ && figures == figures_) return;
  scale_ = scale;
  figures_ = std::move(figures);
  sizes_ = TextSizes{}.scaled(scale);
  is_stale_ = true;
}

void FontBook::need(std::string_view utf8) {
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint c = code_point_at(utf8, at);
    need(c.value);
    at += c.size;
  }
}

void FontBook::need(char32_t code_point) {
  if (code_point < 0x7F) return;  // ASCII is always in the atlas
  const ImWchar c = code_point <= IM_UNICODE_CODEPOINT_MAX ? static_cast<ImWchar>(code_point) : box;
  if (characters_.insert(c).second) is_stale_ = true;
}

void FontBook::add_fallback(std::string file) {
  files_.fallbacks.push_back(std::move(file));
  is_stale_ = true;
}

std::vector<char32_t> FontBook::missing() const {
  std::vector<char32_t> missing;
  if (baked_.empty()) return missing;
  for (const ImWchar c : characters_) {
    if (find_glyph(*baked_.front().font, baked_.front().size, c) == nullptr) missing.push_back(c);
  }
  return missing;
}

void FontBook::build(ImFontAtlas& atlas) {
  atlas.Clear();
  baked_.clear();
  ranges_.clear();
  plain_ranges_.clear();
  for (const ImWchar c : characters_) {
    for (int end = 0; end < 2; ++end) {
      ranges_.push_back(c);
      if (is_plain(c)) plain_ranges_.push_back(c);
    }
  }
  ranges_.push_back(0);
  plain_ranges_.push_back(0);
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;

  struct Wanted {
    FontWeight weight;
    float size;
    const ImVector<ImWchar>* ranges;
  };
  std::vector<Wanted> all = {
      {FontWeight::regular, sizes_.body, &ranges_},  // the first font is Dear ImGui's default
      {FontWeight::regular, sizes_.caption, &ranges_},
      {FontWeight::medium, sizes_.body, &ranges_},
      {FontWeight::medium, sizes_.title, &ranges_}};
  for (const FigureFont& font : figures_) all.push_back({font.weight, font.size, &ranges_});
  all.push_back({FontWeight::medium, sizes_.display, &plain_ranges_});
  all.push_back({FontWeight::regular, sizes_.caption * script_scale, &plain_ranges_});
  for (const float size : {sizes_.body, sizes_.display})
    all.push_back({FontWeight::medium, size * script_scale, &plain_ranges_});

  // Graphics cards allow textures of 16,384 × 16,384 pixels at most, many of them less, and the atlas is
  // 4,096 wide. If the glyphs need more pixels than this, they are baked at a smaller size and scaled up.
  constexpr double most_pixels = 3e7;
  constexpr double box_of_glyph = 0.6;  // as a share of a square of the font's height
  double pixels = 0;
  for (const Wanted& one : all) {
    const double size = static_cast<double>(usable(one.size));
    const int n_ranges = one.ranges->Size / 2;
    pixels += box_of_glyph * size * size * n_ranges;
  }
  const bool are_twice_as_wide = 2 * pixels <= most_pixels;
  const float shrinkage = static_cast<float>(std::min(1.0, std::sqrt(most_pixels / pixels)));

  for (const auto& [weight, wanted, ranges] : all) {
    const float size = usable(usable(wanted) * shrinkage);
    const bool is_there = std::any_of(baked_.begin(), baked_.end(), [&, w = weight](const Baked& other) {
      return other.weight == w && std::fabs(other.size - size) < 0.3f;
    });
    if (is_there) continue;
    ImFontConfig config;
    // With oversampling, glyphs can be placed between pixels, which keeps the digits evenly spaced.
    config.OversampleH = are_twice_as_wide ? 2 : 1;
    config.OversampleV = 1;
    config.GlyphRanges = ranges->Data;
    ImFont* font = add_font(atlas, files_.of(weight), size, config);
    config.MergeMode = true;
    for (std::string& fallback : files_.fallbacks) add_font(atlas, fallback, size, config);
    baked_.push_back({weight, size, font});
  }
  build_atlas(atlas, box);
  is_stale_ = false;
}

ImFont* FontBook::font(FontWeight weight, float size) const {
  const Baked* best = &baked_.front();
  const auto distance = [&](const Baked& baked) {
    // Scaling a glyph down looks better than scaling it up.
    return baked.size >= size - 0.3f ? baked.size - size : 2 * (size - baked.size);
  };
  for (const Baked& baked : baked_) {
    if (baked.weight != weight) continue;
    if (best->weight != weight || distance(baked) < distance(*best)) best = &baked;
  }
  return best->font;
}

}  // namespace attention_lab
