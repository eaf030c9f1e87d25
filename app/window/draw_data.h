// Converts Dear ImGui's draw lists to lists that OpenGL 3.0 and later can draw.
#pragma once

#include <memory>
#include <vector>

#include <imgui.h>

namespace attention_lab {

/// Dear ImGui's vertex indices have 16 bits. A list with more vertices consists of several parts, each with a
/// vertex offset (ImDrawCmd::VtxOffset). OpenGL supports these from version 3.2 on; with earlier versions
/// Dear ImGui aborts. This class splits such a list into several lists without offsets, which every version
/// can draw. Users must set ImGuiBackendFlags_RendererHasVtxOffset.
class DrawLists {
 public:
  /// The same picture in lists without vertex offsets. Valid until `data` changes or until the next call.
  ImDrawData& without_offsets(ImDrawData& data);

 private:
  void split(ImDrawList& list);
  ImDrawList& new_list(const ImDrawList& like);

  std::vector<std::unique_ptr<ImDrawList>> made_;  // reused in the next frame
  std::size_t used_ = 0;
  std::vector<ImDrawList*> lists_;
  ImDrawData data_;
};

}  // namespace attention_lab
