#include "ui/imgui_compat.h"

#include <cstddef>
#include <new>

#include <imgui_internal.h>

namespace attention_lab {

void use_throwing_allocator() {
  ImGui::SetAllocatorFunctions([](std::size_t size, void*) { return ::operator new(size); },
                               [](void* memory, void*) { ::operator delete(memory); });
}

void abandon_frame() {
  if (!GImGui->WithinFrameScope) return;
#if IMGUI_VERSION_NUM >= 19130
  const ImGuiErrorRecoveryState at_begin;  // no window, nothing pushed
  ImGui::ErrorRecoveryTryToRecoverState(&at_begin);
#else
  while (GImGui->FontStack.Size > 0) ImGui::PopFont();  // the recovery leaves these
  ImGui::ErrorCheckEndFrameRecover(nullptr);
#endif
  ImGui::EndFrame();
}

}  // namespace attention_lab
