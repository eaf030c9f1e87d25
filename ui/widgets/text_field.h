// Text fields with a length limit.
#pragma once

#include <cstddef>
#include <string>

#include <imgui.h>

#include "ui/widgets/widget_context.h"

namespace attention_lab {

/// For sentences, titles and lists of numbers. Dear ImGui draws the contents of a field in one call and
/// aborts beyond 16,383 characters.
inline constexpr std::size_t longest_typed_text = 16000;  // bytes

/// Whether a text can be edited in a field.
inline bool fits_a_field(const std::string& text) {
  return text.size() <= longest_typed_text;
}

/// Like ImGui::InputTextWithHint, for a text that fits. Input beyond the limit is dropped, and a notice says
/// so.
bool text_field(WidgetContext& context, const char* id, const char* hint, std::string& text,
                ImGuiInputTextFlags flags = 0);

/// Which characters a field takes.
using CharacterFilter = bool (*)(ImWchar character);

/// The same for a zero-terminated text in a buffer of `size` bytes. `callback` is called with `user_data` in
/// every frame while the field is active (ImGuiInputTextFlags_CallbackAlways).
bool text_field(WidgetContext& context, const char* id, const char* hint, char* text, std::size_t size,
                ImGuiInputTextFlags flags = 0, ImGuiInputTextCallback callback = nullptr,
                void* user_data = nullptr);

/// The same for a field that takes only some characters; the others are ignored.
bool text_field(WidgetContext& context, const char* id, const char* hint, char* text, std::size_t size,
                CharacterFilter takes, ImGuiInputTextFlags flags = 0);

/// A field of several lines, `size` pixels large, for a text that fits. Returns true if the text changed.
bool text_area(WidgetContext& context, const char* id, std::string& text, ImVec2 size);

}  // namespace attention_lab
