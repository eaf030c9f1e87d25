// The differences between versions of Dear ImGui, from 1.86 (Debian 12) up to the latest.
#pragma once

#include <string>
#include <vector>

#include <imgui.h>

namespace attention_lab {

// Names that 1.86 lacks, and functions that later versions no longer need.
#if IMGUI_VERSION_NUM < 18700
constexpr ImGuiKey ImGuiKey_KeypadEnter = ImGuiKey_KeyPadEnter;
#endif
#if IMGUI_VERSION_NUM >= 19200
// The renderer updates the texture itself.
inline bool ImGui_ImplOpenGL3_CreateFontsTexture() {
  return true;
}
inline void ImGui_ImplOpenGL3_DestroyFontsTexture() {}
#endif

/// `repeats`: also true for key repeats while the key is held down.
inline bool is_key_pressed(ImGuiKey key, bool repeats = true) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key, repeats);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);  // here, a key is an index into io.KeyMap
#endif
}

/// Whether the key was let go in this frame.
inline bool is_key_released(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyReleased(key);
#else
  return ImGui::IsKeyReleased(ImGui::GetKeyIndex(key));
#endif
}

inline bool is_key_held(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyDown(key);
#else
  return ImGui::IsKeyDown(ImGui::GetKeyIndex(key));
#endif
}

/// A letter key, given by its capital letter, whatever else is held down. Key repeats do not count.
inline bool is_letter_pressed(char capital) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_A + (capital - 'A')), false);
#else
  return ImGui::IsKeyPressed(capital, false);  // the code of the key in GLFW
#endif
}

/// Whether any key was pressed in this frame. Key repeats do not count.
bool is_any_key_pressed();

inline bool is_enter_pressed(bool repeats = true) {
  return is_key_pressed(ImGuiKey_Enter, repeats) || is_key_pressed(ImGuiKey_KeypadEnter, repeats);
}

/// Whether Enter was pressed in this frame. Key repeats do not count, or one long press would answer two
/// questions.
inline bool is_enter_newly_pressed() {
  return is_enter_pressed(false);
}

/// Ends a popup and closes it on Escape. (Dear ImGui does that only with its keyboard navigation, but we use
/// the arrow keys and Tab for the cells.) This happens at the end: a submenu drawn after its menu was closed
/// would stay open invisibly and keep the keyboard. `takes_escape`: false if another popup was open over it.
inline void end_popup(bool takes_escape = true) {
  if (takes_escape && is_key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

/// Lets the arrow keys and Enter choose among the entries of an open menu in the next frame. Elsewhere, these
/// keys belong to the cells.
void let_keys_choose();
/// Call before ImGui::NewFrame(): Enter chooses like Space. (Since 1.87, it does by itself.)
void let_enter_choose();
/// Call at the beginning of each frame, after ImGui::NewFrame().
void give_keys_back();

/// Lets an item that is submitted later, on top of the last one, take the mouse.
inline void allow_overlap() {
#if IMGUI_VERSION_NUM >= 18970
  // In those versions, the earlier item declares this beforehand with ImGui::SetNextItemAllowOverlap().
#else
  ImGui::SetItemAllowOverlap();
#endif
}
inline void allow_next_overlap() {
#if IMGUI_VERSION_NUM >= 18970
  ImGui::SetNextItemAllowOverlap();
#endif
}

/// Makes the next wheel event scroll the window under the mouse. (Since 1.89, the wheel stays with the window
/// where scrolling began, even at its end, until the wheel rests or the mouse moves.)
void let_go_of_wheel();

/// The ID of a texture that the renderer (OpenGL, for example) knows by this number.
ImTextureID texture_id(unsigned number);

/// Replaces the draw lists made by Dear ImGui with these.
void set_lists(ImDrawData& data, std::vector<ImDrawList*>& lists);

/// `file` contains an outline font and must stay in place as long as the atlas uses it. (Before 1.92, an
/// atlas that does not own the data copies it for each size.)
ImFont* add_font(ImFontAtlas& atlas, std::string& file, float size, ImFontConfig config);

/// Bakes the glyphs of all fonts in the atlas, unless Dear ImGui bakes them on demand. `fallback` replaces
/// characters that a font lacks.
void build_atlas(ImFontAtlas& atlas, ImWchar fallback);

/// Frees the pixels of an atlas that has been uploaded to the graphics card.
void forget_pixels(ImFontAtlas& atlas);

/// The distance from the top of a line to its baseline, for text of this size.
float ascent(ImFont& font, float size);

/// Null if the font lacks the character.
const ImFontGlyph* find_glyph(ImFont& font, float size, ImWchar character);

/// Makes Dear ImGui throw std::bad_alloc when memory runs out. Call this before creating the first context.
void use_throwing_allocator();

/// Deactivates the text field or other item that holds the mouse or the keyboard.
void let_go_of_keyboard();

/// Ends a frame in which an exception was thrown: closes all open windows, popups and tables, pops all
/// styles, and draws nothing. The next frame starts as usual. Does nothing outside of a frame.
void abandon_frame();

}  // namespace attention_lab
