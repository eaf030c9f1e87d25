#include "app/export/svg_glyphs.h"

#include <ft2build.h>
#include <new>

#include FT_FREETYPE_H
#include FT_OUTLINE_H

namespace attention_lab {
namespace {

// FreeType's y runs upwards, that of SVG downwards.
void append_point(std::string& path, const FT_Vector* point) {
  path += std::to_string(point->x) + (point->y > 0 ? "-" : " ") + std::to_string(std::abs(point->y));
}

void append_command(std::string& path, char command, std::initializer_list<const FT_Vector*> points) {
  path += command;
  bool is_first = true;
  for (const FT_Vector* point : points) {
    if (!is_first) path += ' ';
    is_first = false;
    append_point(path, point);
  }
}

/// FreeType's callbacks. `to` is the path under construction.
int move_to(const FT_Vector* end, void* to) {
  auto& path = *static_cast<std::string*>(to);
  if (!path.empty()) path += 'Z';
  append_command(path, 'M', {end});
  return 0;
}

int line_to(const FT_Vector* end, void* to) {
  append_command(*static_cast<std::string*>(to), 'L', {end});
  return 0;
}

int conic_to(const FT_Vector* control, const FT_Vector* end, void* to) {
  append_command(*static_cast<std::string*>(to), 'Q', {control, end});
  return 0;
}

int cubic_to(const FT_Vector* first, const FT_Vector* second, const FT_Vector* end, void* to) {
  append_command(*static_cast<std::string*>(to), 'C', {first, second, end});
  return 0;
}

std::string outline_of(const FigureGlyph& glyph) {
  // Cairo leaves the transformation of its last text in the face.
  constexpr FT_Int32 outline_flags = FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP | FT_LOAD_IGNORE_TRANSFORM;
  std::string path;
  const FT_Error error = FT_Load_Glyph(glyph.font, glyph.index, outline_flags);
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != 0) return path;
  if (glyph.font->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return path;
  const FT_Outline_Funcs functions{move_to, line_to, conic_to, cubic_to, 0, 0};
  FT_Outline_Decompose(&glyph.font->glyph->outline, &functions, &path);
  if (!path.empty()) path += 'Z';
  return path;
}

}  // namespace

std::string SvgGlyphs::name_of(const FigureGlyph& glyph) {
  const auto key = std::make_pair(glyph.font, glyph.index);
  if (const auto known = names_.find(key); known != names_.end()) return known->second;
  const std::string outline = outline_of(glyph);
  std::string name;
  if (!outline.empty()) {
    name = "g" + std::to_string(++count_);
    definitions_ += "<path id=\"" + name + "\" d=\"" + outline + "\"/>\n";
  }
  return names_.emplace(key, name).first->second;
}

double SvgGlyphs::units_per_em(const FigureGlyph& glyph) {
  return glyph.font->units_per_EM;
}

}  // namespace attention_lab
