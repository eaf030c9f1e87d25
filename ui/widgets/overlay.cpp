#include "ui/widgets/overlay.h"

namespace attention_lab {

void begin_overlay(const char* id, const Rect& place, bool takes_focus) {
  ImGui::SetNextWindowPos(upper_left(place));
  ImGui::SetNextWindowSize({place.width, place.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   (takes_focus ? 0 : ImGuiWindowFlags_NoFocusOnAppearing));
  ImGui::PopStyleVar();
}

}  // namespace attention_lab
