// What the person sees and points at: everything about the window that is not the document.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/words/outside_text.h"
#include "ui/dialogs/dialog_state.h"
#include "ui/lab/cell_editing.h"
#include "ui/lab/influence.h"
#include "ui/lab/preferences.h"
#include "ui/lab/services.h"
#include "ui/lab/value_ranges.h"
#include "ui/lab/workspaces.h"
#include "ui/steps/step_player.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

struct SentenceBox {
  std::string text;
  std::string shown;            // the same, as it was taken from the document
  bool is_too_long = false;     // the document's sentence: the box is empty then
  bool is_active = false;       // as of the last frame
  bool is_active_next = false;  // found while this one is drawn
  bool wants_focus = false;
  int frames_until_focus = 0;  // at most, where it asked for the keyboard after a refusal
  std::uint64_t shown_revision = ~std::uint64_t{0};
};

/// The fields of title and description, while they are open.
struct TitleFields {
  std::string title;
  std::string description;
  std::string shown_title;  // the same, as they were taken from the document
  std::string shown_description;
  bool is_open = false;       // as of the last frame
  bool is_open_next = false;  // found while this one is drawn
  bool closes = false;        // left by a key: the fields are still to be closed
};

/// A file that is being written in the background.
struct RunningExport {
  std::string path;
  float done = 0;  // of 1
};

/// What the presenter's view changes, as it was before.
struct PresenterView {
  ThemeName theme = ThemeName::paper;
  float text_size = 1;
  int decimals = 4;
  std::optional<CellRef> selected;
  Index shown_head = 0;
  PipelineState pipeline;
  FigureRequest request;
  Mistake mistake{};
  Workspace workspace = Workspace::pipeline;
  bool was_full_screen = false;
};

/// What exporting means in a workspace of plots: the plot that was under the mouse last, else the first.
struct PointedPlot {
  std::string name;                           // of the one that was under the mouse last
  PlotPointer plot;                           // as drawn in this frame; null: there is none
  Workspace workspace = Workspace::pipeline;  // that drew it
};

/// What is pointed at, and what is selected.
struct Selection {
  std::optional<CellRef> hovered;       // as of the last frame
  std::optional<CellRef> hovered_next;  // found while this one is drawn
  std::optional<CellRef> selected;
  Index shown_head = 0;

  /// The cell whose relatives are lit: under the mouse, else the selected one.
  const std::optional<CellRef>& focus() const { return hovered ? hovered : selected; }
};

/// All of the above. A panel that needs only one of these parts takes only that.
struct ViewState : WidgetContext, WorkspaceStates, Selection {
  explicit ViewState(Services around)
      : WidgetContext(around.fonts, around.textures), services(std::move(around)) {}

  const Services services;

  // Chosen by the person.
  Preferences preferences;
  Workspace workspace = Workspace::pipeline;
  bool shows_influence = false;  // of the selected number on all others
  int seed = 123;                // for new words, new dimensions and re-drawing

  // Looked at.
  CellEditing editing;
  Influence influence;
  StepPlayer steps;
  std::optional<PresenterView> presenter;  // while it is shown
  std::vector<FigureFont> figure_fonts;    // of the figures shown last, as large as they were shown
  PointedPlot pointed_plot;
  double weights_high = 0;  // see weights_high() in matrix_panel.h
  SentenceBox sentence;
  TitleFields title;
  DialogState dialogs;

  // Set by the program.
  bool is_full_screen = false;
  std::string file_path;  // of the open document, or empty
  std::optional<RunningExport> exporting;

  ValueRanges ranges;
};

/// Opens the text field of a cell with its exact value in it, all of it selected.
void begin_typing(ViewState& view, const CellRef& cell, Scalar value);
/// Opens it with what was just typed on the selected cell.
void begin_typing(ViewState& view, const CellRef& cell, std::string_view typed);

/// Whether keys belong to the workspace: nothing is typed or dragged, no popup and no dialog is open.
bool takes_keys(const ViewState& view);

/// The seed box shows the seed from which the document that was opened was drawn, if it says so.
void take_seed(ViewState& view, const Document& document);

/// Brings selection, head and scroll back into the bounds of a document that changed.
void keep_in_bounds(ViewState& view, const Session& session);

}  // namespace attention_lab
