#include "ui/fonts.h"

#include <algorithm>
#include <cmath>

#include "core/document/utf8.h"

namespace attention_lab {
namespace {

constexpr ImWchar box = 0x25A1;  // stands for a character that no font has

// What the interface itself writes, beyond ASCII.
constexpr std::string_view own_characters = "√·×÷∘Σωα∞−±→↑↵…–“”□▾";

bool is_plain(ImWchar c) {
  return c < 0x7F || (c >= 0x2000 && c < 0x2700) || c == 0xD7 || c == 0xF7 || c == 0xB7 ||
         (c >= 0x370 && c < 0x400);
}

}  // namespace

FontBook::FontBook(FontFiles files) : files_(std::move(files)) {
  for (ImWchar c = 0x20; c < 0x7F; ++c) characters_.insert(c);
  need(own_characters);
}

void FontBook::set_sizes(float scale, GridSizes grid) {
  for (float* size : {&grid.number, &grid.label, &grid.title}) *size = std::round(*size * 4) / 4;
  if (scale == scale_ && grid == grid_) return;
  scale_ = scale;
  grid_ = std::move(grid);
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
  if (code_point < 0x7F) return;  // all of ASCII is in
  const ImWchar c = code_point <= IM_UNICODE_CODEPOINT_MAX ? static_cast<ImWchar>(code_point) : box;
  if (characters_.insert(c).second) is_stale_ = true;
}

void FontBook::add_fallback(std::vector<unsigned char> file) {
  files_.fallbacks.push_back(std::move(file));
  is_stale_ = true;
}

std::vector<char32_t> FontBook::missing() const {
  std::vector<char32_t> missing;
  if (baked_.empty()) return missing;
  for (const ImWchar c : characters_) {
    if (baked_.front().font->FindGlyphNoFallback(c) == nullptr) missing.push_back(c);
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

  const auto add = [&](FontWeight weight, float size, const ImVector<ImWchar>& ranges) {
    for (const Baked& other : baked_) {
      if (other.weight == weight && std::fabs(other.size - size) < 0.3f) return;
    }
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;  // glyphs stand between pixels: digits keep their even distance
    config.OversampleV = 1;
    config.GlyphRanges = ranges.Data;
    std::vector<unsigned char>& face = weight == FontWeight::regular ? files_.regular : files_.medium;
    ImFont* font = atlas.AddFontFromMemoryTTF(face.data(), static_cast<int>(face.size()), size, &config);
    config.MergeMode = true;
    for (std::vector<unsigned char>& fallback : files_.fallbacks) {
      atlas.AddFontFromMemoryTTF(fallback.data(), static_cast<int>(fallback.size()), size, &config);
    }
    baked_.push_back({weight, size, font});
  };
  add(FontWeight::regular, sizes_.body, ranges_);  // the first is Dear ImGui's default
  add(FontWeight::regular, sizes_.caption, ranges_);
  add(FontWeight::regular, grid_.label, ranges_);
  add(FontWeight::medium, sizes_.body, ranges_);
  add(FontWeight::medium, grid_.label, ranges_);
  add(FontWeight::medium, sizes_.title, ranges_);
  add(FontWeight::regular, grid_.number, plain_ranges_);
  for (const FigureFont& font : grid_.figure) add(font.weight, font.size, ranges_);
  add(FontWeight::medium, grid_.title, plain_ranges_);
  add(FontWeight::medium, sizes_.display, plain_ranges_);
  for (const float size : {sizes_.caption, grid_.label})
    add(FontWeight::regular, size * script_scale, plain_ranges_);
  for (const float size : {sizes_.body, grid_.title, sizes_.display}) {
    add(FontWeight::medium, size * script_scale, plain_ranges_);
  }
  atlas.Build();
  for (const Baked& baked : baked_) {
    baked.font->FallbackChar = box;
    baked.font->BuildLookupTable();
  }
  is_stale_ = false;
}

ImFont* FontBook::font(FontWeight weight, float size) const {
  const Baked* best = &baked_.front();
  const auto distance = [&](const Baked& baked) {
    // A glyph made smaller looks better than one made larger.
    return baked.size >= size - 0.3f ? baked.size - size : 2 * (size - baked.size);
  };
  for (const Baked& baked : baked_) {
    if (baked.weight != weight) continue;
    if (best->weight != weight || distance(baked) < distance(*best)) best = &baked;
  }
  return best->font;
}

}  // namespace attention_lab
