#include "ui/workspaces/pipeline/stage_focus.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "ui/figures/pipeline/pipeline_plan.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"

namespace attention_lab {
namespace {

bool is_stage(const Session& session, Index head, MatrixName name) {
  return plan_stages(session.model(), session.trace(), head, false).find(name).has_value();
}

bool is_shown(const StagePlan& plan, MatrixName name) {
  return plan.find(name).has_value();
}

StagePlan plan_in_focus(const Session& session, Index head, MatrixName stage) {
  return plan_focus(session.model(), session.trace(), head, stage, false);
}

// A part of the picture that brings a stage into focus.
void offer(const Session& session, ViewState& view, const std::string& id, const Rect& rect,
           MatrixName matrix, const std::string& prefix) {
  allow_next_overlap();
  const bool is_clicked = click_area(("##focus." + id).c_str(), rect);
  allow_overlap();
  view.items.add(prefix + "focus." + id, rect);
  if (is_clicked) toggle_focus(session, view.pipeline, matrix);
  // Whoever drags a number past it does not want to click it.
  if (ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const bool is_large = view.pipeline.focus == focused_stage(session.model(), matrix);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    // Not while the picture moves under a resting mouse.
    const ImVec2 by = ImGui::GetIO().MouseDelta;
    if (by.x != 0 || by.y != 0) view.pipeline.pointed_offer = prefix + id;
    if (view.pipeline.pointed_offer != prefix + id) return;
    draw_tooltip(view, is_large ? "Click or press Escape to see the whole pipeline."
                                : "Click to enlarge this operation.");
  }
}

/// Where an operation is written: at its arrow, or right of one that points down.
Rect operation_of(const PlacedLink& link, float size) {
  constexpr float height = 2.4f;     // in multiples of the text size
  constexpr float beside_arrow = 7;  // likewise
  if (link.link.is_vertical)
    return {link.to.x - size / 2, link.from.y, size * beside_arrow, link.to.y - link.from.y};
  const float left = std::max(link.from.x, link.landing.x);
  return {left, link.to.y - size * height / 2, link.to.x - left, size * height};
}

}  // namespace

std::optional<MatrixName> stage_in_focus(const Session& session, const ViewState& view) {
  std::optional<MatrixName> stage = view.pipeline.focus;
  if (view.steps.is_open && !view.steps.numbers.results.empty()) {
    // The largest score is found where softmax begins.
    const bool begins_softmax = view.steps.step().kind == StepKind::row_maximum;
    stage = begins_softmax ? MatrixName::weights : view.steps.numbers.results.front().matrix.name;
  }
  // The model may have changed since the stage was chosen: without positions, X is no sum.
  if (stage) stage = focused_stage(session.model(), *stage);
  if (!stage || !is_stage(session, view.shown_head, *stage)) return std::nullopt;
  return stage;
}

void toggle_focus(const Session& session, PipelineState& pipeline, MatrixName matrix) {
  const MatrixName stage = focused_stage(session.model(), matrix);
  if (pipeline.focus == stage)
    pipeline.focus.reset();
  else
    pipeline.focus = stage;
}

void go_to_stage(const Session& session, ViewState& view, int by) {
  if (view.workspace != Workspace::pipeline) return;
  if (view.steps.is_open) return step_to_stage(view.steps, by);
  std::vector<MatrixName> stages;
  for (const MatrixName name : all_matrix_names) {
    const bool is_own_stage = focused_stage(session.model(), name) == name;
    if (is_own_stage && is_stage(session, view.shown_head, name) &&
        !plan_in_focus(session, view.shown_head, name).links.empty())
      stages.push_back(name);
  }
  const std::optional<MatrixName> now = stage_in_focus(session, view);
  const auto found = now ? std::find(stages.begin(), stages.end(), *now) : stages.end();
  const Index whole = std::ssize(stages);  // the place of the whole pipeline
  const Index here = found - stages.begin();
  const Index there = (here + by + whole + 1) % (whole + 1);
  if (there == whole)
    view.pipeline.focus.reset();
  else
    view.pipeline.focus = stages[static_cast<std::size_t>(there)];
}

void bring_into_focus(const Session& session, ViewState& view, MatrixName matrix) {
  const std::optional<MatrixName> stage = stage_in_focus(session, view);
  if (stage && !is_shown(plan_in_focus(session, view.shown_head, *stage), matrix))
    view.pipeline.focus = focused_stage(session.model(), matrix);
}

void handle_focus_input(const Session& session, ViewState& view, const ShownPipeline& shown) {
  if (view.steps.is_open) return;  // the step decides
  const StageLayout& stages = shown.stages;
  for (const PlacedStage& stage : stages.stages) {
    const MatrixName name = stage.block.ref.name;
    // The title of a bias is the label of its only row, and its operation is that of the weight above it.
    if (stage.block.is_collapsed || row_axis(name) == Axis::one) continue;
    offer(session, view, std::string(to_string(name)), shown.title_in_window(stage), name, shown.prefix);
  }
  for (const PlacedLink& link : stages.links) {
    if (link.link.above.empty()) continue;
    const MatrixName result = stages.stages[link.link.to].block.ref.name;
    offer(session, view, "arrow." + std::string(to_string(result)),
          shown.in_window(operation_of(link, stages.text.small)), result, shown.prefix);
  }
}

void handle_strip_input(const Session& session, ViewState& view, const ShownPipeline& strip) {
  if (view.steps.is_open) return;
  for (const PlacedStage& stage : strip.stages.stages)
    offer(session, view, "small." + std::string(to_string(stage.block.ref.name)),
          strip.outline_in_window(stage), stage.block.ref.name, strip.prefix);
}

}  // namespace attention_lab
