// Text fields of one line whose text has a limit.
#pragma once

#include <cstddef>
#include <string>

#include <imgui.h>

#include "ui/widgets/widget_context.h"

namespace attention_lab {

/// What a sentence, a title or a list of numbers may have in its field. Dear ImGui draws what a field holds
/// in one call, and aborts past 16,383 letters.
inline constexpr std::size_t longest_typed_text = 16000;  // bytes

/// Whether a text can be changed in a field.
inline bool fits_a_field(const std::string& text) {
  return text.size() <= longest_typed_text;
}

/// As ImGui::InputTextWithHint, for a text that fits. What would go beyond the limit is left out when it is
/// typed or pasted, and a notice says so.
bool text_field(WidgetContext& context, const char* id, const char* hint, std::string& text,
                ImGuiInputTextFlags flags = 0);

/// The same for a text that ends in a zero within `size` bytes. `callback` is called with `user_data` in
/// every frame while the field is active (ImGuiInputTextFlags_CallbackAlways).
bool text_field(WidgetContext& context, const char* id, const char* hint, char* text, std::size_t size,
                ImGuiInputTextFlags flags = 0, ImGuiInputTextCallback callback = nullptr,
                void* user_data = nullptr);

}  // namespace attention_lab
