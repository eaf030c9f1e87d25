#include "ui/widgets/overlay.h"

namespace attention_lab {

namespace {

constexpr ImGuiWindowFlags flags_of_overlays = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav |
                                               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

}  // namespace

void begin_overlay(const char* id, const Rect& place, bool takes_focus) {
  ImGui::SetNextWindowPos(upper_left(place));
  ImGui::SetNextWindowSize({place.width, place.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin(id, nullptr,
               flags_of_overlays | ImGuiWindowFlags_NoBackground |
                   (takes_focus ? 0 : ImGuiWindowFlags_NoFocusOnAppearing));
  ImGui::PopStyleVar();
}

void begin_note(const char* id, Point at, Point pivot, Colour ground, Colour border) {
  ImGui::SetNextWindowPos({at.x, at.y}, ImGuiCond_Always, {pivot.x, pivot.y});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(ground));
  ImGui::PushStyleColor(ImGuiCol_Border, packed(border));
  ImGui::Begin(id, nullptr,
               flags_of_overlays | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize);
}

void end_note() {
  ImGui::End();
  ImGui::PopStyleColor(2);
}

}  // namespace attention_lab
