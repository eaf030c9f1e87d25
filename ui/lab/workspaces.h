// The table of workspaces. A new workspace has its folder under ui/workspaces, and its name, its state (if
// any) and its row here.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/attention/scalar.h"
#include "core/result.h"
#include "ui/figures/base/geometry.h"
#include "ui/lab/exportable.h"
#include "ui/workspaces/figures/figures_state.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/laboratory/laboratory_state.h"
#include "ui/workspaces/museum/museum_state.h"
#include "ui/workspaces/pipeline/pipeline_state.h"
#include "ui/workspaces/spaces/spaces_state.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

class ActionQueue;
class Session;
struct ViewState;

enum class Workspace { pipeline, figures, laboratory, museum, training, spaces };

/// The state of each workspace.
struct WorkspaceStates {
  PipelineState pipeline;
  FiguresState figures;
  LaboratoryState laboratory;
  MuseumState museum;
  TrainingState training;
  SpacesState spaces;
};

struct WorkspaceEntry {
  Workspace id;
  std::string_view name;    ///< on the command line and in recordings: "laboratory"
  const char* tab;          ///< at the top of the window
  const char* title;        ///< of the command that shows the workspace
  const char* description;  ///< in the tooltip of the tab
  char key;                 ///< with Ctrl

  /// Draws the workspace and its side panel into the window below the bars. Returns the area at whose bottom
  /// notices appear.
  Rect (*draw)(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);
  /// Draws the workspace alone in full screen, for the back row. Returns the same as `draw`.
  Rect (*present)(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);
  /// Called when the workspace's command shows it. Null: nothing to prepare.
  void (*enter)(ViewState& view) = nullptr;
  /// Handles the arrow keys of the presenter view: moves by this many tokens down and stages to the right.
  /// Null: the workspace has its own keys.
  void (*step)(const Session& session, ViewState& view, Index tokens, Index stages) = nullptr;
  const char* presenter_keys;  ///< at the foot of the presenter view
  /// What Ctrl+E exports: by default, the plot at the mouse. Error: not_found if there is nothing to export.
  Result<Exportable> (*exported)(const Session& session, ViewState& view) = plot_pointed_at;
  /// Whether the workspace needs the control bar's space in a window of this size. Null: never.
  bool (*needs_whole_window)(const ViewState& view, Point window) = nullptr;
};

/// In the order of `Workspace`.
std::span<const WorkspaceEntry> all_workspaces();
const WorkspaceEntry& entry_of(Workspace workspace);
std::optional<Workspace> workspace_from(std::string_view name);

}  // namespace attention_lab
