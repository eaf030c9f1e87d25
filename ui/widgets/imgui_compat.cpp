#include "ui/widgets/imgui_compat.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include <imgui_internal.h>

namespace attention_lab {

void let_go_of_wheel() {
#if IMGUI_VERSION_NUM >= 18900
  GImGui->WheelingWindow = nullptr;
#endif
}

void let_keys_choose() {
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
}

void let_enter_choose() {
#if IMGUI_VERSION_NUM < 18700
  ImGuiIO& io = ImGui::GetIO();
  const bool chooses = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  const auto is_down = [&](ImGuiKey key) {
    const int index = io.KeyMap[key];
    return index >= 0 && io.KeysDown[index];
  };
  if (chooses && (is_down(ImGuiKey_Enter) || is_down(ImGuiKey_KeyPadEnter)))
    io.NavInputs[ImGuiNavInput_Activate] = 1;
#endif
}

void give_keys_back() {
  ImGui::GetIO().ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

ImTextureID texture_id(unsigned number) {
#if IMGUI_VERSION_NUM >= 19140
  return number;
#else
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(number));
#endif
}

void set_lists(ImDrawData& data, std::vector<ImDrawList*>& lists) {
#if IMGUI_VERSION_NUM >= 18980
  data.CmdLists.resize(0);
  for (ImDrawList* list : lists) data.CmdLists.push_back(list);
#else
  data.CmdLists = lists.data();
#endif
  data.CmdListsCount = static_cast<int>(lists.size());
}

ImFont* add_font(ImFontAtlas& atlas, std::string& file, float size, ImFontConfig config) {
#if IMGUI_VERSION_NUM >= 19200
  config.FontDataOwnedByAtlas = false;
  return atlas.AddFontFromMemoryTTF(file.data(), static_cast<int>(file.size()), size, &config);
#else
  config.FontDataOwnedByAtlas = true;
  ImFont* font = atlas.AddFontFromMemoryTTF(file.data(), static_cast<int>(file.size()), size, &config);
  atlas.ConfigData.back().FontDataOwnedByAtlas = false;  // so that the atlas does not free them
  return font;
#endif
}

void build_atlas(ImFontAtlas& atlas, ImWchar fallback) {
#if IMGUI_VERSION_NUM >= 19200
  for (ImFont* font : atlas.Fonts) font->FallbackChar = fallback;
  if ((ImGui::GetIO().BackendFlags & ImGuiBackendFlags_RendererHasTextures) == 0) atlas.Build();
#else
  atlas.Build();
  for (ImFont* font : atlas.Fonts) {
    font->FallbackChar = fallback;
    font->BuildLookupTable();
  }
#endif
}

void forget_pixels([[maybe_unused]] ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
  atlas.ClearTexData();
#endif
}

float ascent(ImFont& font, float size) {
#if IMGUI_VERSION_NUM >= 19200
  const ImFontBaked& glyphs = *font.GetFontBaked(size);
  return glyphs.Ascent * size / glyphs.Size;
#else
  return font.Ascent * size / font.FontSize;
#endif
}

const ImFontGlyph* find_glyph(ImFont& font, [[maybe_unused]] float size, ImWchar character) {
#if IMGUI_VERSION_NUM >= 19200
  return font.GetFontBaked(size)->FindGlyphNoFallback(character);
#else
  return font.FindGlyphNoFallback(character);
#endif
}

void use_throwing_allocator() {
  ImGui::SetAllocatorFunctions([](std::size_t size, void*) { return ::operator new(size); },
                               [](void* memory, void*) { ::operator delete(memory); });
}

void let_go_of_keyboard() {
  ImGui::ClearActiveID();
}

void abandon_frame() {
  if (!GImGui->WithinFrameScope) return;
#if IMGUI_VERSION_NUM >= 19130
  // Windows that are still open are expected here, so the recovery must not assert.
  const bool asserts = std::exchange(GImGui->IO.ConfigErrorRecoveryEnableAssert, false);
  ImGui::ErrorRecoveryTryToRecoverState(&GImGui->StackSizesInNewFrame);
  GImGui->IO.ConfigErrorRecoveryEnableAssert = asserts;
#else
  while (GImGui->FontStack.Size > 0) ImGui::PopFont();  // the recovery leaves the font stack
  ImGui::ErrorCheckEndFrameRecover(nullptr);
#endif
  ImGui::EndFrame();
}

bool is_any_key_pressed() {
#if IMGUI_VERSION_NUM >= 18700
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
    if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) return true;
  return false;
#else
  const ImGuiIO& io = ImGui::GetIO();
  return std::find(std::begin(io.KeysDownDuration), std::end(io.KeysDownDuration), 0.0f) !=
         std::end(io.KeysDownDuration);
#endif
}

}  // namespace attention_lab
