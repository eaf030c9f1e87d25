#include "ways.h"

#include <utility>

#include <imgui.h>

namespace attention_lab::campaign {
namespace {

constexpr int most_frames_to_appear = 4;
constexpr int longest_way = 5;  // in presses

}  // namespace

void Ways::note_press(Press press) {
  last_press_ = std::move(press);
  frames_since_press_ = 0;
}

void Ways::note_shown(SortNames shown, const ViewState& view) {
  const bool is_answer = last_press_ && ++frames_since_press_ <= most_frames_to_appear;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  for (const std::string& sort : shown) {
    Way& way = ways_[sort];
    if (is_answer && last_press_->sort != sort && shown_.count(sort) == 0) {
      way.revealed_by = last_press_;
      revealing_.insert(last_press_->sort);
    }
    way.workspace = view.workspace;
    way.is_presented = view.presenter.has_value();
    way.width = size.x;
    way.height = size.y;
    way.display_scale = view.display_scale;
  }
  shown_ = std::move(shown);
}

const Way* Ways::to(std::string_view sort) const {
  const auto found = ways_.find(sort);
  return found == ways_.end() ? nullptr : &found->second;
}

std::optional<Press> Ways::next_press(std::string_view sort, const SortNames& visible) const {
  const Way* way = to(sort);
  for (int i = 0; i < longest_way && way != nullptr && way->revealed_by; ++i) {
    if (visible.count(way->revealed_by->sort) > 0) return way->revealed_by;
    way = to(way->revealed_by->sort);
  }
  return std::nullopt;
}

}  // namespace attention_lab::campaign
