#include "app/window/draw_data.h"

#include <algorithm>

#include "ui/widgets/imgui_compat.h"

namespace attention_lab {

ImDrawList& DrawLists::new_list(const ImDrawList& like) {
  if (used_ == made_.size()) made_.push_back(std::make_unique<ImDrawList>(like._Data));
  ImDrawList& list = *made_[used_++];
  list.CmdBuffer.resize(0);
  list.IdxBuffer.resize(0);
  list.VtxBuffer.resize(0);
  list.Flags = like.Flags;
  return list;
}

// A new list begins where the vertex offset of the commands changes.
void DrawLists::split(ImDrawList& list) {
  ImDrawList* part = nullptr;
  unsigned offset = 0;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (part == nullptr || command.VtxOffset != offset) {
      part = &new_list(list);
      lists_.push_back(part);
      offset = command.VtxOffset;
    }
    const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawIdx* indices_end = indices + command.ElemCount;
    const int n_copied = part->VtxBuffer.Size;
    const int n_needed =
        command.ElemCount == 0 ? 0 : static_cast<int>(*std::max_element(indices, indices_end)) + 1;
    if (n_needed > n_copied) {
      const ImDrawVert* vertices = list.VtxBuffer.Data + offset;
      part->VtxBuffer.resize(n_needed);
      std::copy(vertices + n_copied, vertices + n_needed, part->VtxBuffer.Data + n_copied);
    }
    ImDrawCmd moved = command;
    moved.VtxOffset = 0;
    moved.IdxOffset = static_cast<unsigned>(part->IdxBuffer.Size);
    part->IdxBuffer.resize(part->IdxBuffer.Size + static_cast<int>(command.ElemCount));
    std::copy(indices, indices_end, part->IdxBuffer.Data + moved.IdxOffset);
    part->CmdBuffer.push_back(moved);
  }
}

ImDrawData& DrawLists::without_offsets(ImDrawData& data) {
  used_ = 0;
  lists_.clear();
  data_ = data;
  data_.TotalVtxCount = data_.TotalIdxCount = 0;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    ImDrawList& list = *data.CmdLists[i];
    const bool has_parts = std::any_of(list.CmdBuffer.begin(), list.CmdBuffer.end(),
                                       [](const ImDrawCmd& command) { return command.VtxOffset != 0; });
    if (has_parts) {
      split(list);
    } else {
      lists_.push_back(&list);
    }
  }
  for (const ImDrawList* list : lists_) {
    data_.TotalVtxCount += list->VtxBuffer.Size;
    data_.TotalIdxCount += list->IdxBuffer.Size;
  }
  set_lists(data_, lists_);
  return data_;
}

}  // namespace attention_lab
