// The workspaces: one table of what the rest of the lab knows of them. A new one has its folder under
// ui/workspaces, and its name, its state (if it has one) and its row here.
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

namespace attention_lab {

class ActionQueue;
class Session;
struct ViewState;

enum class Workspace { pipeline, figures, laboratory, museum };

/// What each of them remembers.
struct WorkspaceStates {
  PipelineState pipeline;
  FiguresState figures;
  LaboratoryState laboratory;
  MuseumState museum;
};

struct WorkspaceEntry {
  Workspace id;
  std::string_view name;    ///< on the command line and in recordings: "laboratory"
  const char* tab;          ///< at the top of the window
  const char* title;        ///< of the command that shows it
  const char* description;  ///< in the tooltip of the tab
  char key;                 ///< with Ctrl

  /// Draws it, and what stands beside it, into the window below the bars. Returns the part over whose foot
  /// notices appear.
  Rect (*draw)(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);
  /// Draws it alone, as large as the screen, for the back row. Returns what `draw` returns.
  Rect (*present)(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);
  /// Prepares it when its command shows it. Null: there is nothing to prepare.
  void (*enter)(ViewState& view) = nullptr;
  /// The arrow keys of the presenter's view: so many tokens down, so many stages to the right. Null: it has
  /// keys of its own.
  void (*step)(const Session& session, ViewState& view, Index tokens, Index stages) = nullptr;
  const char* presenter_keys;  ///< said when the presenter's view opens
  /// What Ctrl+E exports. Error: not_found where there is nothing to be exported.
  Result<Exportable> (*exported)(const ViewState& view) = plot_pointed_at;
  /// Whether it needs the place of the control bar at this size of the window. Null: never.
  bool (*needs_whole_window)(const ViewState& view, Point window) = nullptr;
  bool shows_all_options = false;  ///< in the control bar, those that are turned off too
};

/// In the order of `Workspace`.
std::span<const WorkspaceEntry> all_workspaces();
const WorkspaceEntry& entry_of(Workspace workspace);
std::optional<Workspace> workspace_from(std::string_view name);

}  // namespace attention_lab
