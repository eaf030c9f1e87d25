#include "ui/widgets/theme.h"

#include <cmath>

#include <imgui.h>

#include "ui/widgets/paint.h"

namespace attention_lab {
namespace {

constexpr Theme paper = {
    .ground = rgb(0xf6f5f1),
    .card = rgb(0xffffff),
    .line = rgb(0xdedbd2),
    .text = rgb(0x22262b),
    .quiet_text = rgb(0x666b71),
    .accent = rgb(0x1964d8),
    .accent_ground = rgb(0xe3edfc),
    .hover_ground = rgb(0xf0efea),
    .query = rgb(0x0b66b0),
    .key = rgb(0xb3530a),
    .value = rgb(0x0a7f5c),
    .positive = rgb(0xe08a3c),
    .negative = rgb(0x7e6bb5),
    .pointed = rgb(0xc2185b),
    .first_token = rgb(0x8a6500),
    .second_token = rgb(0x6f2da8),
    .error = rgb(0xb3261e),
    .error_ground = rgb(0xfdecea),
    .shade = {20, 22, 26, 90},
    .dark_ink = rgb(0x050505),
    .light_ink = rgb(0xffffff),
};

constexpr Theme night = {
    .ground = rgb(0x15181c),
    .card = rgb(0x1e2227),
    .line = rgb(0x32383f),
    .text = rgb(0xe6e8ea),
    .quiet_text = rgb(0x98a0a8),
    .accent = rgb(0x6aa9ff),
    .accent_ground = rgb(0x26364d),
    .hover_ground = rgb(0x2a3037),
    .query = rgb(0x5db1f0),
    .key = rgb(0xf0a15a),
    .value = rgb(0x4fcfa6),
    .positive = rgb(0xe08a3c),
    .negative = rgb(0x7e6bb5),
    .pointed = rgb(0xff86b4),
    .first_token = rgb(0xf2d04b),
    .second_token = rgb(0xbb9af7),
    .error = rgb(0xff8a80),
    .error_ground = rgb(0x3d2425),
    .shade = {0, 0, 0, 130},
    .dark_ink = rgb(0x050505),
    .light_ink = rgb(0xffffff),
};

ImVec4 imgui_colour(Colour colour) {
  return ImGui::ColorConvertU32ToFloat4(packed(colour));
}

}  // namespace

std::string_view to_string(ThemeName name) {
  return name == ThemeName::paper ? "paper" : "night";
}

std::optional<ThemeName> theme_from(std::string_view text) {
  for (const ThemeName name : all_themes) {
    if (to_string(name) == text) return name;
  }
  return std::nullopt;
}

const Theme& theme_of(ThemeName name) {
  return name == ThemeName::paper ? paper : night;
}

FigureStyle figure_style(const Theme& theme, float font_size) {
  return {.ground = theme.card,
          .text = theme.text,
          .quiet_text = theme.quiet_text,
          .line = theme.line,
          .accent = theme.accent,
          .query = theme.query,
          .key = theme.key,
          .value = theme.value,
          .positive = theme.positive,
          .negative = theme.negative,
          .pointed = theme.pointed,
          .tokens = {theme.first_token, theme.second_token},
          .dark = theme.dark_ink,
          .light = theme.light_ink,
          .font_size = font_size};
}

void apply_to_imgui(const Theme& theme, float scale) {
  ImGuiStyle style;
  // Whole pixels: otherwise the size of a tooltip depends on its place by rounding, and at the border of the
  // window its place depends on its size, so that it would tremble.
  const auto pixels = [scale](float x, float y) {
    return ImVec2{std::round(x * scale), std::round(y * scale)};
  };
  style.WindowPadding = pixels(12, 12);
  style.FramePadding = pixels(9, 5);
  style.ItemSpacing = pixels(8, 6);
  style.ItemInnerSpacing = pixels(6, 4);
  style.ScrollbarSize = 10 * scale;
  style.GrabMinSize = 10 * scale;
  style.WindowRounding = style.ChildRounding = style.PopupRounding = 8 * scale;
  style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = 6 * scale;
  style.FrameBorderSize = style.PopupBorderSize = style.WindowBorderSize = 1;
  style.WindowTitleAlign = {0.02f, 0.5f};

  const auto set = [&](ImGuiCol_ which, Colour colour) { style.Colors[which] = imgui_colour(colour); };
  for (ImVec4& colour : style.Colors) colour = imgui_colour(faded(theme.text, 0));
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.quiet_text);
  set(ImGuiCol_WindowBg, theme.ground);
  set(ImGuiCol_PopupBg, theme.card);
  set(ImGuiCol_Border, theme.line);
  set(ImGuiCol_FrameBg, theme.card);
  set(ImGuiCol_FrameBgHovered, theme.hover_ground);
  set(ImGuiCol_FrameBgActive, theme.card);
  set(ImGuiCol_TitleBg, theme.card);
  set(ImGuiCol_TitleBgActive, theme.card);
  set(ImGuiCol_Button, theme.card);
  set(ImGuiCol_ButtonHovered, theme.hover_ground);
  set(ImGuiCol_ButtonActive, theme.accent_ground);
  set(ImGuiCol_Header, theme.accent_ground);
  set(ImGuiCol_HeaderHovered, theme.hover_ground);
  set(ImGuiCol_HeaderActive, theme.accent_ground);
  set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_SliderGrab, theme.accent);
  set(ImGuiCol_SliderGrabActive, theme.accent);
  set(ImGuiCol_Separator, theme.line);
  set(ImGuiCol_ScrollbarGrab, theme.line);
  set(ImGuiCol_ScrollbarGrabHovered, theme.quiet_text);
  set(ImGuiCol_ScrollbarGrabActive, theme.quiet_text);
  set(ImGuiCol_TextSelectedBg, faded(theme.accent, 0.35f));
  set(ImGuiCol_NavHighlight, theme.accent);
  set(ImGuiCol_ModalWindowDimBg, theme.shade);
  ImGui::GetStyle() = style;
}

}  // namespace attention_lab
