#include "ui/workspaces/pipeline/collapsed_matrices.h"

#include <algorithm>
#include <string>

#include "core/words/matrix_words.h"
#include "core/words/templates.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/paragraph.h"

namespace attention_lab {

bool is_collapsed(const PipelineState& pipeline, MatrixName name) {
  return std::find(pipeline.collapsed.begin(), pipeline.collapsed.end(), name) != pipeline.collapsed.end();
}

void expand(PipelineState& pipeline, MatrixName name) {
  auto& names = pipeline.collapsed;
  names.erase(std::remove(names.begin(), names.end(), name), names.end());
}

void draw_collapse_entry(ViewState& view, MatrixName name) {
  if (!menu_entry(view, "Collapse", {.is_enabled = !view.pipeline.shown_focus})) return;
  if (!is_collapsed(view.pipeline, name)) view.pipeline.collapsed.push_back(name);
  if (view.selected && view.selected->matrix.name == name) view.selected.reset();
}

void handle_collapsed_matrix(ViewState& view, const PlacedStage& stage, const ShownPipeline& shown) {
  const MatrixName matrix = stage.block.ref.name;
  const std::string name(to_string(matrix));
  const Rect outline = shown.outline_in_window(stage);
  const float title = shown.stages.text.name * shown.zoom;
  const Rect area{outline.x, outline.y, std::max(outline.width, 3 * title), outline.height};
  allow_next_overlap();
  const bool is_clicked = click_area(("##collapsed." + name).c_str(), area);
  allow_overlap();
  view.items.add(shown.prefix + "collapsed." + name, area);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    draw_tooltip(view, filled("Click to show <matrix> in full size.", {{"matrix", display_name(matrix)}}));
  }
  if (is_clicked) expand(view.pipeline, matrix);
}

void expand_selection(ViewState& view) {
  if (!view.editing.scrolls_to_selection || !view.selected) return;
  expand(view.pipeline, view.selected->matrix.name);
}

}  // namespace attention_lab
