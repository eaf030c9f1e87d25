#include "app/window/textures.h"

#include <GL/gl.h>

#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

unsigned make_texture(const Pixels& pixels) {
  static_assert(sizeof(Colour) == 4, "pixels are handed over as RGBA bytes");
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, pixels.width, pixels.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               pixels.colours.data());
  return texture;
}

}  // namespace

Textures::~Textures() {
  for (const Entry& entry : entries_) glDeleteTextures(1, &entry.texture);
}

ImTextureID Textures::texture_of(const std::shared_ptr<const Pixels>& pixels) {
  for (Entry& entry : entries_) {
    if (entry.pixels != pixels) continue;
    entry.is_used = true;
    return texture_id(entry.texture);
  }
  entries_.push_back({pixels, make_texture(*pixels), true});
  return texture_id(entries_.back().texture);
}

void Textures::end_frame() {
  std::erase_if(entries_, [](const Entry& entry) {
    if (!entry.is_used) glDeleteTextures(1, &entry.texture);
    return !entry.is_used;
  });
  for (Entry& entry : entries_) entry.is_used = false;
}

}  // namespace attention_lab
