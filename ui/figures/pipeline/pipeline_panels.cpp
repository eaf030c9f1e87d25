#include "ui/figures/pipeline/pipeline_panels.h"

#include <algorithm>
#include <cmath>

#include "core/words/matrix_words.h"
#include "core/words/templates.h"
#include "ui/figures/figure_data.h"
#include "ui/figures/pipeline/pipeline_plan.h"

namespace attention_lab {
namespace {

class PanelList {
 public:
  PanelList(const LabState& present, bool has_heads, const PanelComparison& compared)
      : present_(present), has_heads_(has_heads), compared_(compared) {}

  void add(Index head) {
    switch (compared_.comparison) {
      case Comparison::none: add_present(head, ""); break;
      case Comparison::pinned: add_pinned(head); break;
      case Comparison::difference: add_difference(head); break;
      case Comparison::side_by_side:
        add_pinned(head);
        add_present(head, name_of_state("B", present_, *compared_.pinned));
        add_difference(head);
    }
  }

  std::vector<PipelinePanelSpec> take() { return std::move(panels_); }

 private:
  std::string heading(Index head, const std::string& state) const {
    if (!has_heads_) return state;
    if (state.empty()) return filled("head <head>", {{"head", head + 1}});
    return filled("head <head>: <state>", {{"head", head + 1}, {"state", state}});
  }

  void add_present(Index head, const std::string& state) {
    panels_.push_back({present_, head, PanelState::present, heading(head, state)});
  }

  bool pinned_has(Index head) const { return head < compared_.pinned->document.model.n_heads(); }

  void add_pinned(Index head) {
    const LabState& pinned = *compared_.pinned;
    panels_.push_back(
        {pinned, head, PanelState::pinned, heading(head, name_of_state("A", pinned, present_))});
    panels_.back().problem = problem_of_pinned(head);
  }

  /// Why A has no matrices to show; empty if it has.
  std::string problem_of_pinned(Index head) const {
    if (!pinned_has(head)) return filled("A has no head <head>.", {{"head", head + 1}});
    if (!compared_.focus) return {};
    const std::string focus = display_name(*compared_.focus);
    const Model& model = compared_.pinned->document.model;
    if (!plan_stages(model, compared_.pinned->trace, head, false).find(*compared_.focus))
      return filled("A has no <matrix>.", {{"matrix", focus}});
    // Without positions, X is no sum.
    if (focused_stage(model, *compared_.focus) != *compared_.focus)
      return filled("In A, <matrix> is given, not computed.", {{"matrix", focus}});
    return {};
  }

  void add_difference(Index head) {
    panels_.push_back({compared_.difference->state(), head, PanelState::difference, heading(head, "B − A")});
    panels_.back().mask = compared_.difference->mask;
    if (!pinned_has(head))
      panels_.back().problem = filled("A has no head <head> to subtract.", {{"head", head + 1}});
    else if (compared_.difference->is_nothing)
      panels_.back().problem = "All numbers are the same in A and B.";
    else
      panels_.back().note = reason_of_refusal(*compared_.difference, head);
  }

  const LabState& present_;
  bool has_heads_;
  const PanelComparison& compared_;
  std::vector<PipelinePanelSpec> panels_;
};

}  // namespace

std::vector<PipelinePanelSpec> panels_of(const LabState& present, const std::vector<Index>& heads,
                                         const PanelComparison& compared) {
  PanelList list(present, heads.size() > 1, compared);
  for (const Index head : heads) list.add(head);
  return list.take();
}

Index states_shown(Comparison comparison) {
  return comparison == Comparison::side_by_side ? 3 : 1;
}

bool shows_difference(Comparison comparison) {
  return comparison == Comparison::side_by_side || comparison == Comparison::difference;
}

std::vector<Index> heads_shown(const LabState& present, const std::vector<Index>& heads,
                               std::optional<MatrixName> focus) {
  if (!focus || heads.size() < 2) return heads;
  const StagePlan plan = plan_focus(present.document.model, present.trace, heads.front(), *focus, false);
  const bool is_shared = std::none_of(plan.blocks.begin(), plan.blocks.end(),
                                      [](const StageBlock& block) { return is_per_head(block.ref.name); });
  return is_shared ? std::vector<Index>{heads.front()} : heads;
}

std::vector<PanelGrid> PanelGrid::all(Index count, Index per_head) {
  std::vector<PanelGrid> grids;
  for (Index across = 1; across <= count; ++across) {
    const Index down = (count + across - 1) / across;
    const bool has_empty = (down - 1) * across >= count || (across - 1) * down >= count;
    const bool splits_heads = across % per_head != 0 && !(across == 1 && count == per_head);
    if (!has_empty && !splits_heads) grids.push_back({across, down});
  }
  return grids;
}

Rect PanelGrid::place(Index panel, const Rect& area, Point gap, float pixel) const {
  const auto pitch = [pixel](float length, float between, Index n) {
    return std::floor((length + between) / static_cast<float>(n) / pixel) * pixel;
  };
  const float x = pitch(area.width, gap.x, across);
  const float y = pitch(area.height, gap.y, down);
  const Index row = panel / across;
  const Index column = panel % across;
  return {area.x + x * static_cast<float>(column), area.y + y * static_cast<float>(row), x - gap.x,
          y - gap.y};
}

}  // namespace attention_lab
