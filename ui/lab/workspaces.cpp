#include "ui/lab/workspaces.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "ui/workspaces/figures/figures_workspace.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"
#include "ui/workspaces/museum/museum_panel.h"
#include "ui/workspaces/pipeline/pipeline_workspace.h"
#include "ui/workspaces/spaces/spaces_workspace.h"
#include "ui/workspaces/training/training_workspace.h"

namespace attention_lab {
namespace {

constexpr const char* keys_of_stages =
    "Arrow keys choose the token and the stage, Page Down enlarges the next stage. Ctrl+1 shows everything, "
    "Escape leaves.";

constexpr std::array workspace_table = {
    WorkspaceEntry{
        .id = Workspace::pipeline,
        .name = "pipeline",
        .tab = "Pipeline",
        .title = "Pipeline",
        .description = "every matrix from the embeddings to the context vectors",
        .key = '1',
        .draw = draw_pipeline_workspace,
        .present = present_pipeline,
        .step = step_in_pipeline,
        .presenter_keys = keys_of_stages,
        .exported = exported_from_pipeline,
        .needs_whole_window = steps_need_whole_window,
    },
    WorkspaceEntry{
        .id = Workspace::figures,
        .name = "figures",
        .tab = "Figures",
        .title = "Figures",
        .description = "pictures for slides and papers, exactly as they are saved",
        .key = '2',
        .draw = draw_figures_workspace,
        .present = present_figure_alone,
        .enter = take_presented_stage,
        .step = step_in_figure,
        .presenter_keys = keys_of_stages,
        .exported = exported_figure,
    },
    WorkspaceEntry{
        .id = Workspace::laboratory,
        .name = "laboratory",
        .tab = "Laboratory",
        .title = "√d_k laboratory",
        .description = "why divide by √d_k? Experiments to run yourself",
        .key = '3',
        .draw = draw_laboratory,
        .present = draw_laboratory,
        .presenter_keys = "Press Ctrl and a number to switch workspaces, Escape to leave.",
    },
    WorkspaceEntry{
        .id = Workspace::museum,
        .name = "museum",
        .tab = "Museum",
        .title = "Museum of mistakes",
        .description = "common mistakes with attention, next to the correct computation",
        .key = '4',
        .draw = draw_museum,
        .present = draw_museum,
        .presenter_keys = "Arrow keys choose the exhibit and the stage. Press Ctrl and a number to switch "
                          "workspaces, Escape to leave.",
    },
    WorkspaceEntry{
        .id = Workspace::training,
        .name = "training",
        .tab = "Training",
        .title = "Training",
        .description = "weights that learn the attention you ask for",
        .key = '5',
        .draw = draw_training,
        .present = draw_training,
        .presenter_keys = "Space plays and pauses, the arrow keys go one step back and forth. Press Ctrl and "
                          "a number to switch workspaces, Escape to leave.",
    },
    WorkspaceEntry{
        .id = Workspace::spaces,
        .name = "spaces",
        .tab = "Spaces",
        .title = "Spaces",
        .description = "embeddings, queries, keys and values as points that can be moved",
        .key = '6',
        .draw = draw_spaces,
        .present = present_spaces,
        .presenter_keys = "Tab chooses the token; the arrow keys move its point. Press Ctrl and a number to "
                          "switch workspaces, Escape to leave.",
    },
};

}  // namespace

std::span<const WorkspaceEntry> all_workspaces() {
  return workspace_table;
}

const WorkspaceEntry& entry_of(Workspace workspace) {
  const WorkspaceEntry& entry = workspace_table[static_cast<std::size_t>(workspace)];
  assert(entry.id == workspace);
  return entry;
}

std::optional<Workspace> workspace_from(std::string_view name) {
  const auto found = std::find_if(workspace_table.begin(), workspace_table.end(),
                                  [&](const WorkspaceEntry& entry) { return entry.name == name; });
  if (found == workspace_table.end()) return std::nullopt;
  return found->id;
}

}  // namespace attention_lab
