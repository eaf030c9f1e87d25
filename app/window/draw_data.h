// What Dear ImGui draws, in lists that every OpenGL from 3.0 on can draw.
#pragma once

#include <memory>
#include <vector>

#include <imgui.h>

namespace attention_lab {

/// Dear ImGui counts vertices with 16 bits. A frame with more of them is drawn in several parts, each of
/// which counts from a vertex of its own (ImDrawCmd::VtxOffset). OpenGL draws such a part from version 3.2
/// on; before, Dear ImGui stops the program. Here a list with several parts becomes several lists instead,
/// with which any version can draw any frame. Whoever uses it sets ImGuiBackendFlags_RendererHasVtxOffset.
class DrawLists {
 public:
  /// The same picture in lists whose parts all count from their first vertex. Valid until `data` changes, or
  /// until the next call.
  ImDrawData& without_offsets(ImDrawData& data);

 private:
  void split(ImDrawList& list);
  ImDrawList& new_list(const ImDrawList& like);

  std::vector<std::unique_ptr<ImDrawList>> made_;  // kept for the next frame
  std::size_t used_ = 0;
  std::vector<ImDrawList*> lists_;
  ImDrawData data_;
};

}  // namespace attention_lab
