// The images of figures as OpenGL textures.
#pragma once

#include <memory>
#include <vector>

#include "ui/widgets/paint.h"

namespace attention_lab {

/// Keeps a texture as long as its pixels are drawn. Requires a current OpenGL context throughout.
class Textures : public TextureSource {
 public:
  ~Textures() override;

  ImTextureID texture_of(const std::shared_ptr<const Pixels>& pixels) override;
  /// Call once per frame: frees the textures that were not drawn in it.
  void end_frame();

 private:
  struct Entry {
    std::shared_ptr<const Pixels> pixels;
    unsigned texture = 0;
    bool is_used = false;
  };
  std::vector<Entry> entries_;
};

}  // namespace attention_lab
