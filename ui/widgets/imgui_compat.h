// What differs between versions of Dear ImGui, in one place: 1.86 (Debian 12) up to today's.
#pragma once

#include <imgui.h>

namespace attention_lab {

inline bool is_key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));  // a key is an index into io.KeyMap there
#endif
}

/// Enter went down in this frame; one that is held down repeats itself, and is no second answer.
inline bool is_enter_newly_pressed() {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
         ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
#endif
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

/// Makes Dear ImGui throw std::bad_alloc when memory runs out. Call this before creating the first context.
void use_throwing_allocator();

/// Ends typing into a text field, or whatever else holds the mouse or the keyboard.
void let_go_of_keyboard();

/// Ends a frame in the middle of which something was thrown: windows, popups, tables and pushed styles that
/// are still open are closed, and nothing of it is drawn. The next frame begins as after any other. Outside
/// of a frame it does nothing.
void abandon_frame();

}  // namespace attention_lab
