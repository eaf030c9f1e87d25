// What differs between versions of Dear ImGui, in one place: 1.86 (Debian 12) up to today's.
#pragma once

#include <string>
#include <vector>

#include <imgui.h>

namespace attention_lab {

// What Dear ImGui did not yet know in 1.86, and what it has done by itself since a later version, under the
// names of the other version.
#if IMGUI_VERSION_NUM < 18700
constexpr ImGuiKey ImGuiKey_KeypadEnter = ImGuiKey_KeyPadEnter;
#endif
#if IMGUI_VERSION_NUM >= 19200
// The renderer follows the atlas.
inline bool ImGui_ImplOpenGL3_CreateFontsTexture() {
  return true;
}
inline void ImGui_ImplOpenGL3_DestroyFontsTexture() {}
#endif

/// `repeats`: also while the key is held down.
inline bool is_key_pressed(ImGuiKey key, bool repeats = true) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key, repeats);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);  // a key is an index into io.KeyMap there
#endif
}

inline bool is_enter_pressed(bool repeats = true) {
  return is_key_pressed(ImGuiKey_Enter, repeats) || is_key_pressed(ImGuiKey_KeypadEnter, repeats);
}

/// Enter went down in this frame; one that is held down repeats itself, and is no second answer.
inline bool is_enter_newly_pressed() {
  return is_enter_pressed(false);
}

/// Ends a popup that Escape closes. (Dear ImGui does so only with its keyboard navigation, whose arrow keys
/// and Tab we use for the cells.) At the end, since a submenu that is drawn after its menu was closed would
/// open where nobody draws it, and keep the keys.
inline void end_popup() {
  if (is_key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

/// Lets an item submitted later, on top of the last one, take the mouse.
inline void allow_overlap() {
#if IMGUI_VERSION_NUM >= 18970
  // There the earlier item declares it beforehand: ImGui::SetNextItemAllowOverlap().
#else
  ImGui::SetItemAllowOverlap();
#endif
}
inline void allow_next_overlap() {
#if IMGUI_VERSION_NUM >= 18970
  ImGui::SetNextItemAllowOverlap();
#endif
}

/// The wheel's next turn scrolls the window under the mouse. (Since 1.89 it stays with the one over which the
/// turning began, even at that one's end, until it rests or the mouse moves.)
void let_go_of_wheel();

/// The texture with the number that OpenGL, or whatever draws, gave it.
ImTextureID texture_id(unsigned number);

/// Draws these lists instead of those that Dear ImGui made.
void set_lists(ImDrawData& data, std::vector<ImDrawList*>& lists);

/// `file`: the bytes of an outline font, which stay where they are as long as the atlas has the font.
/// (Before 1.92 an atlas that does not own them copies them for each size.)
ImFont* add_font(ImFontAtlas& atlas, std::string& file, float size, ImFontConfig config);

/// Makes the glyphs of all fonts that were added to the atlas, unless they are made when they are drawn.
/// `fallback` stands for characters that a font lacks.
void build_atlas(ImFontAtlas& atlas, ImWchar fallback);

/// Frees the pixels of an atlas that is on the graphics card.
void forget_pixels(ImFontAtlas& atlas);

/// From the top of a line to the baseline, in text of that size.
float ascent(ImFont& font, float size);

/// Null for a character that the font lacks.
const ImFontGlyph* find_glyph(ImFont& font, float size, ImWchar character);

/// Makes Dear ImGui throw std::bad_alloc when memory runs out. Call this before creating the first context.
void use_throwing_allocator();

/// Ends typing into a text field, or whatever else holds the mouse or the keyboard.
void let_go_of_keyboard();

/// Ends a frame in the middle of which something was thrown: windows, popups, tables and pushed styles that
/// are still open are closed, and nothing of it is drawn. The next frame begins as after any other. Outside
/// of a frame it does nothing.
void abandon_frame();

}  // namespace attention_lab
