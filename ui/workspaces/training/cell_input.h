// Numbers that are dragged or typed in the pictures of the training workspace.
#pragma once

#include <string>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "core/training/training_run.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

/// The input of one frame: cells of the target, which is painted up and down, and of a matrix of the run,
/// whose numbers are dragged sideways.
class CellInput {
 public:
  /// Precondition: there is a run, and `matrix` is one of its parameters.
  CellInput(const Session& session, ViewState& view, ActionQueue& actions, const MatrixRef& matrix);

  /// After the plot was drawn; its cells are called "NAME[row,column]".
  void handle(const PlotPanel& panel, const std::string& name, bool is_of_target);
  /// The text field of a cell, after both plots.
  void draw_field();

 private:
  double number_at(bool is_of_target, CellIndex cell) const;
  void set_number(bool is_of_target, CellIndex cell, double value);
  /// The painted target becomes the document's.
  void keep_target();
  void drag(bool is_held);
  void say_locked(bool is_of_target);
  void add_items(const PlotPanel& panel, const std::string& name);

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  TrainingState& state_;
  TrainingRun& run_;
  MatrixRef matrix_;
  bool opens_field_ = false;
};

}  // namespace attention_lab
