#include "ui/widgets/imgui_compat.h"

#include <cstddef>
#include <new>
#include <utility>

#include <imgui_internal.h>

namespace attention_lab {

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
  // What is still open is expected here, and no mistake to stop at.
  const bool asserts = std::exchange(GImGui->IO.ConfigErrorRecoveryEnableAssert, false);
  ImGui::ErrorRecoveryTryToRecoverState(&GImGui->StackSizesInNewFrame);
  GImGui->IO.ConfigErrorRecoveryEnableAssert = asserts;
#else
  while (GImGui->FontStack.Size > 0) ImGui::PopFont();  // the recovery leaves these
  ImGui::ErrorCheckEndFrameRecover(nullptr);
#endif
  ImGui::EndFrame();
}

}  // namespace attention_lab
