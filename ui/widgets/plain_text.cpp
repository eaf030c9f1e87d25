#include "ui/widgets/plain_text.h"

#include <cmath>

#include <imgui.h>

#include "ui/widgets/paint.h"

namespace attention_lab {

void write(std::string_view text) {
  const std::string_view drawn = drawable(text);
  if (drawn.size() == text.size()) {
    ImGui::TextUnformatted(drawn.data(), drawn.data() + drawn.size());
    return;
  }
  const std::string cut = std::string(drawn) + "…";
  ImGui::TextUnformatted(cut.data(), cut.data() + cut.size());
}

void write(std::string_view text, Colour colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, packed(colour));
  write(text);
  ImGui::PopStyleColor();
}

void write_quietly(std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  write(text);
  ImGui::PopStyleColor();
}

void write_wrapped(std::string_view text) {
  ImGui::PushTextWrapPos(0);
  write(text);
  ImGui::PopTextWrapPos();
}

std::string entry_label(std::string_view name) {
  return std::string(drawable(name)) + "##entry";
}

}  // namespace attention_lab
