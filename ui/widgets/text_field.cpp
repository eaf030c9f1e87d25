#include "ui/widgets/text_field.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

// Dear ImGui silently rejects a text that does not fit, and still deletes the selection.
struct Limit {
  std::size_t& selected;  // bytes that the next input replaces, as of the last frame
  std::size_t room;       // free bytes
  bool was_cut = false;
  std::string* text = nullptr;  // resized as the user types
  ImGuiInputTextCallback callback = nullptr;
  void* user_data = nullptr;
  CharacterFilter takes = nullptr;  // null: all characters
};

std::size_t bytes_of(ImWchar c) {
  const auto value = static_cast<unsigned>(c);
  return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
}

int keep_limit(ImGuiInputTextCallbackData* data) {
  Limit& limit = *static_cast<Limit*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
    if (limit.takes != nullptr && !limit.takes(data->EventChar)) return 1;
    const std::size_t needed = bytes_of(data->EventChar);
    if (limit.was_cut || needed > limit.room) {
      limit.was_cut = true;
      return 1;
    }
    limit.room -= needed;
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    limit.text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = limit.text->data();
  } else {
    if (limit.callback != nullptr) {
      data->UserData = limit.user_data;
      limit.callback(data);
      data->UserData = &limit;
    }
    limit.selected = static_cast<std::size_t>(std::abs(data->SelectionEnd - data->SelectionStart));
  }
  return 0;
}

/// Calls draw(flags, callback, user data) for a field with a limit.
template <class Draw>
bool draw_limited(WidgetContext& context, const char* text, std::size_t longest, ImGuiInputTextFlags flags,
                  Limit limit, const Draw& draw) {
  const std::size_t kept = std::strlen(text) - std::min(std::strlen(text), limit.selected);
  limit.room = longest - std::min(longest, kept);
  flags |= ImGuiInputTextFlags_CallbackCharFilter | ImGuiInputTextFlags_CallbackAlways;
  const bool is_entered = draw(flags, keep_limit, &limit);
  if (ImGui::IsItemDeactivated()) limit.selected = 0;
  if (limit.was_cut) {
    context.say(filled("This field holds at most <most> bytes of text; the rest was left out.",
                       {{"most", count_text(static_cast<std::int64_t>(longest))}}));
  }
  return is_entered;
}

bool draw_text_field(WidgetContext& context, const char* id, const char* hint, char* text, std::size_t size,
                     std::size_t longest, ImGuiInputTextFlags flags, Limit limit) {
  return draw_limited(context, text, longest, flags, limit,
                      [&](ImGuiInputTextFlags all_flags, ImGuiInputTextCallback callback, void* user_data) {
                        return ImGui::InputTextWithHint(id, hint, text, size, all_flags, callback, user_data);
                      });
}

}  // namespace

bool text_area(WidgetContext& context, const char* id, std::string& text, ImVec2 size) {
  return draw_limited(context, text.c_str(), longest_typed_text, ImGuiInputTextFlags_CallbackResize,
                      {context.selected_bytes, 0, false, &text},
                      [&](ImGuiInputTextFlags flags, ImGuiInputTextCallback callback, void* user_data) {
                        const std::string label = std::string("##") + id;
                        return ImGui::InputTextMultiline(label.c_str(), text.data(), text.capacity() + 1,
                                                         size, flags, callback, user_data);
                      });
}

bool text_field(WidgetContext& context, const char* id, const char* hint, std::string& text,
                ImGuiInputTextFlags flags) {
  return draw_text_field(context, id, hint, text.data(), text.capacity() + 1, longest_typed_text,
                         flags | ImGuiInputTextFlags_CallbackResize,
                         {context.selected_bytes, 0, false, &text});
}

bool text_field(WidgetContext& context, const char* id, const char* hint, char* text, std::size_t size,
                ImGuiInputTextFlags flags, ImGuiInputTextCallback callback, void* user_data) {
  return draw_text_field(context, id, hint, text, size, size - 1, flags,
                         {context.selected_bytes, 0, false, nullptr, callback, user_data});
}

bool text_field(WidgetContext& context, const char* id, const char* hint, char* text, std::size_t size,
                CharacterFilter takes, ImGuiInputTextFlags flags) {
  return draw_text_field(context, id, hint, text, size, size - 1, flags,
                         {context.selected_bytes, 0, false, nullptr, nullptr, nullptr, takes});
}

}  // namespace attention_lab
