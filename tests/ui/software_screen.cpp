#include "software_screen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <imgui.h>

#include "ui/widgets/imgui_compat.h"

namespace attention_lab::testing {
namespace {

/// Red, green, blue, alpha, from 0 to 1.
using Channels = std::array<double, 4>;

struct FontTexture {
  const unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  int bytes_per_pixel = 4;  // red, green, blue, alpha; or 1: alpha

  Channels at(int x, int y) const {
    const int column = std::clamp(x, 0, width - 1);
    const unsigned char* pixel = pixels + bytes_per_pixel * (std::clamp(y, 0, height - 1) * width + column);
    if (bytes_per_pixel == 1) return {1, 1, 1, pixel[0] / 255.0};
    return {pixel[0] / 255.0, pixel[1] / 255.0, pixel[2] / 255.0, pixel[3] / 255.0};
  }

  /// Between the four nearest pixels.
  Channels between(double u, double v) const {
    const double x = u * width - 0.5;
    const double y = v * height - 0.5;
    const int left = static_cast<int>(std::floor(x));
    const int top = static_cast<int>(std::floor(y));
    const double right_share = x - left;
    const double lower_share = y - top;
    Channels sum{};
    for (const int row : {0, 1}) {
      for (const int column : {0, 1}) {
        const double share =
            (column == 1 ? right_share : 1 - right_share) * (row == 1 ? lower_share : 1 - lower_share);
        const Channels pixel = at(left + column, top + row);
        for (std::size_t i = 0; i < 4; ++i) sum[i] += share * pixel[i];
      }
    }
    return sum;
  }
};

Channels nearest(const Pixels& image, double u, double v) {
  const int column = std::clamp(static_cast<int>(u * image.width), 0, image.width - 1);
  const int row = std::clamp(static_cast<int>(v * image.height), 0, image.height - 1);
  const Colour& colour = image.colours[static_cast<std::size_t>(row * image.width + column)];
  return {colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0, colour.alpha / 255.0};
}

Channels channels_of(ImU32 colour) {
  const ImVec4 parts = ImGui::ColorConvertU32ToFloat4(colour);
  return {static_cast<double>(parts.x), static_cast<double>(parts.y), static_cast<double>(parts.z),
          static_cast<double>(parts.w)};
}

class Screen {
 public:
  Screen(const TexturesOfTests& textures, const Rect& area)
      : textures_(textures),
        left_(static_cast<int>(area.x)),
        top_(static_cast<int>(area.y)),
        width_(static_cast<int>(area.width)),
        height_(static_cast<int>(area.height)),
        pixels_(static_cast<std::size_t>(width_ * height_)) {
#if IMGUI_VERSION_NUM >= 19200
    ImTextureData* data = ImGui::GetIO().Fonts->TexData;
    fonts_ = {static_cast<const unsigned char*>(data->GetPixels()), data->Width, data->Height,
              data->BytesPerPixel};
#else
    unsigned char* pixels = nullptr;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &fonts_.width, &fonts_.height);
    fonts_.pixels = pixels;
#endif
  }

  void draw(const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) continue;
      image_ = picture_in(command);
      clip_ = command.ClipRect;
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        const auto vertex = [&](unsigned corner) -> const ImDrawVert& {
          const int index = static_cast<int>(command.IdxOffset + i + corner);
          return list.VtxBuffer[static_cast<int>(command.VtxOffset) + list.IdxBuffer[index]];
        };
        fill(vertex(0), vertex(1), vertex(2));
      }
    }
  }

  test::DecodedPicture picture() const {
    test::DecodedPicture result{width_, height_, {}};
    for (const Channels& pixel : pixels_) {
      const auto byte = [&](std::size_t i) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(pixel[i], 0.0, 1.0) * 255));
      };
      result.pixels.push_back({byte(0), byte(1), byte(2), 255});
    }
    return result;
  }

 private:
  const Pixels* picture_in(const ImDrawCmd& command) const {
#if IMGUI_VERSION_NUM >= 19200
    if (command.TexRef._TexData != nullptr) return nullptr;
#endif
    return textures_.picture_of(command.GetTexID());
  }

  /// Twice the signed area of a triangle with this edge and a point.
  static double side(const ImVec2& from, const ImVec2& to, double x, double y) {
    return (static_cast<double>(to.x) - static_cast<double>(from.x)) * (y - static_cast<double>(from.y)) -
           (static_cast<double>(to.y) - static_cast<double>(from.y)) * (x - static_cast<double>(from.x));
  }

  /// Whether a pixel whose middle is on this edge belongs to the triangle: each belongs to one of two
  /// neighbours.
  static bool owns(const ImVec2& from, const ImVec2& to) {
    return to.y < from.y || (to.y == from.y && to.x > from.x);
  }

  void fill(const ImDrawVert& a, const ImDrawVert& given_b, const ImDrawVert& given_c) {
    const ImDrawVert* b = &given_b;
    const ImDrawVert* c = &given_c;
    double area = side(a.pos, b->pos, static_cast<double>(c->pos.x), static_cast<double>(c->pos.y));
    if (area == 0) return;
    if (area < 0) {
      std::swap(b, c);
      area = -area;
    }
    const auto low = [](float p, float q, float r) { return std::min({p, q, r}); };
    const auto high = [](float p, float q, float r) { return std::max({p, q, r}); };
    const float left = std::max(low(a.pos.x, b->pos.x, c->pos.x), clip_.x);
    const float right = std::min(high(a.pos.x, b->pos.x, c->pos.x), clip_.z);
    const float top = std::max(low(a.pos.y, b->pos.y, c->pos.y), clip_.y);
    const float bottom = std::min(high(a.pos.y, b->pos.y, c->pos.y), clip_.w);
    const int first_row = std::max(static_cast<int>(std::floor(top)) - top_, 0);
    const int first_column = std::max(static_cast<int>(std::floor(left)) - left_, 0);
    const int last_row = std::min(static_cast<int>(std::ceil(bottom)) - top_, height_);
    const int last_column = std::min(static_cast<int>(std::ceil(right)) - left_, width_);
    for (int row = first_row; row < last_row; ++row) {
      for (int column = first_column; column < last_column; ++column) {
        const double x = left_ + column + 0.5;
        const double y = top_ + row + 0.5;
        if (x < static_cast<double>(clip_.x) || x >= static_cast<double>(clip_.z) ||
            y < static_cast<double>(clip_.y) || y >= static_cast<double>(clip_.w))
          continue;
        const double of_a = side(b->pos, c->pos, x, y);
        const double of_b = side(c->pos, a.pos, x, y);
        const double of_c = side(a.pos, b->pos, x, y);
        const bool is_inside = (of_a > 0 || (of_a == 0 && owns(b->pos, c->pos))) &&
                               (of_b > 0 || (of_b == 0 && owns(c->pos, a.pos))) &&
                               (of_c > 0 || (of_c == 0 && owns(a.pos, b->pos)));
        if (is_inside) blend(row, column, a, *b, *c, {of_a / area, of_b / area, of_c / area});
      }
    }
  }

  void blend(int row, int column, const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c,
             const std::array<double, 3>& shares) {
    const auto mixed = [&](double p, double q, double r) {
      return p * shares[0] + q * shares[1] + r * shares[2];
    };
    const auto of = [](float number) { return static_cast<double>(number); };
    const double u = mixed(of(a.uv.x), of(b.uv.x), of(c.uv.x));
    const double v = mixed(of(a.uv.y), of(b.uv.y), of(c.uv.y));
    const Channels texel = image_ != nullptr ? nearest(*image_, u, v) : fonts_.between(u, v);
    const Channels at_a = channels_of(a.col);
    const Channels at_b = channels_of(b.col);
    const Channels at_c = channels_of(c.col);
    Channels colour{};
    for (std::size_t i = 0; i < 4; ++i) colour[i] = texel[i] * mixed(at_a[i], at_b[i], at_c[i]);
    Channels& pixel = pixels_[static_cast<std::size_t>(row * width_ + column)];
    for (std::size_t i = 0; i < 3; ++i) pixel[i] = colour[i] * colour[3] + pixel[i] * (1 - colour[3]);
  }

  const TexturesOfTests& textures_;
  int left_;
  int top_;
  int width_;
  int height_;
  std::vector<Channels> pixels_;
  FontTexture fonts_;
  const Pixels* image_ = nullptr;
  ImVec4 clip_;
};

}  // namespace

test::DecodedPicture pixels_of_frame(const TexturesOfTests& textures, const Rect& area) {
  Screen screen(textures, area);
  const ImDrawData* data = ImGui::GetDrawData();
  for (int i = 0; i < data->CmdListsCount; ++i) screen.draw(*data->CmdLists[i]);
  return screen.picture();
}

test::DecodedPicture reduced(const test::DecodedPicture& picture, int side) {
  test::DecodedPicture result{picture.width / side, picture.height / side, {}};
  for (int row = 0; row < result.height; ++row) {
    for (int column = 0; column < result.width; ++column) {
      std::array<int, 3> sum{};
      for (int i = 0; i < side * side; ++i) {
        const Colour pixel = picture.at(column * side + i % side, row * side + i / side);
        sum[0] += pixel.red;
        sum[1] += pixel.green;
        sum[2] += pixel.blue;
      }
      const auto mean = [&](std::size_t i) { return static_cast<std::uint8_t>(sum[i] / (side * side)); };
      result.pixels.push_back({mean(0), mean(1), mean(2), 255});
    }
  }
  return result;
}

}  // namespace attention_lab::testing
