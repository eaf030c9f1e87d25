// The state of the window that is not part of the document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/words/glossary.h"
#include "core/words/outside_text.h"
#include "ui/dialogs/dialog_state.h"
#include "ui/lab/cell_editing.h"
#include "ui/lab/countdown.h"
#include "ui/lab/followed_tokens.h"
#include "ui/lab/influence.h"
#include "ui/lab/pen.h"
#include "ui/lab/preferences.h"
#include "ui/lab/recent_change.h"
#include "ui/lab/services.h"
#include "ui/lab/value_ranges.h"
#include "ui/lab/workspaces.h"
#include "ui/steps/step_player.h"
#include "ui/tour/tour_state.h"
#include "ui/widgets/widget_context.h"
#include "ui/words/word_state.h"

namespace attention_lab {

struct SentenceBox {
  std::string text;
  std::string shown;         // the document's text that was put into `text`
  bool is_too_long = false;  // the document's sentence; the field is empty then
  bool adds = false;         // what is typed becomes another sentence of the batch
  bool is_active = false;
  bool is_active_next = false;  // in the frame being drawn
  bool wants_focus = false;
  int frames_until_focus = 0;  // frames left to get the keyboard back after a rejected sentence
  std::uint64_t shown_revision = ~std::uint64_t{0};
};

/// The fields for title and description while they are open.
struct TitleFields {
  std::string title;
  std::string description;
  std::string shown_title;  // the document's texts that were put into the fields
  std::string shown_description;
  bool is_open = false;       // in the last frame
  bool is_open_next = false;  // in the frame being drawn
  bool closes = false;        // closed by a key; takes effect in the next frame
};

/// The popup of the controls that have no room in the bar.
struct MoreControls {
  bool are_there = false;       // in the last frame
  bool are_there_next = false;  // in the frame being drawn
  bool opens = false;           // opened by a key; takes effect in the next frame
  std::ptrdiff_t marked = -1;   // the control that the keyboard belongs to; −1: none yet
};

/// An export that is running in the background.
struct RunningExport {
  std::string path;
  float done = 0;  // from 0 to 1
};

/// The settings that the presenter view changes, as they were before.
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

/// The plot to export in a workspace with plots: the last one under the mouse, or else the first.
struct PointedPlot {
  std::string name;                           // of the last plot under the mouse
  PlotPointer plot;                           // drawn in this frame; null: none
  Workspace workspace = Workspace::pipeline;  // which drew the plot
};

/// What is under the mouse, and what is selected, followed and lit.
struct Selection {
  std::optional<CellRef> hovered;       // in the last frame
  std::optional<CellRef> hovered_next;  // in the frame being drawn
  std::optional<CellRef> selected;      // pinned: its marks stay while the mouse is elsewhere
  FollowedTokens followed;
  bool has_spotlight = false;  // all but what is selected or followed is dimmed
  Index shown_head = 0;

  /// Whether something stays marked until it is let go.
  bool holds_marks() const { return selected || !followed.empty(); }
};

/// Lets go of the selected number or, if there is none, of the followed tokens. Returns whether there was
/// something to let go of.
bool let_go(Selection& selection);

/// The complete state. A panel that needs only one of its bases takes only that.
/// The mask that was turned off last, and for which tokens of which opened document.
struct LastMask {
  std::uint64_t opened = 0;
  std::vector<std::string> tokens;
  Mask mask = Mask::causal;
};

struct ViewState : WidgetContext, WorkspaceStates, Selection {
  explicit ViewState(Services around)
      : WidgetContext(around.fonts, around.textures), services(std::move(around)) {
    word_links.find = words_in;
  }

  const Services services;

  // Chosen by the user.
  Preferences preferences;
  Workspace workspace = Workspace::pipeline;
  bool shows_influence = false;                     // of the selected number on all others
  bool drags_attention = false;                     // dragging an attention weight moves W_q and W_k
  OtherWeights other_weights = OtherWeights::free;  // during such a drag
  std::optional<std::uint64_t>
      paints_mask_in;  // this opened document: a click on a masked score hides or shows it
  LastMask last_mask;
  int seed = 123;  // for new words, new dimensions and random values

  // State of panels and fields.
  CellEditing editing;
  RecentChange change;
  Influence influence;
  StepPlayer steps;
  std::optional<PresenterView> presenter;  // while it is shown
  std::vector<FigureFont> figure_fonts;    // of the figures shown last, at their size on the screen
  PointedPlot pointed_plot;
  SentenceBox sentence;
  MoreControls more_controls;
  TitleFields title;
  DialogState dialogs;
  WordState words;
  TourState tour;
  bool was_covered = false;  // by a dialog or in black, in the last frame
  bool had_popup = false;    // at the end of the last frame; Escape may have closed it since

  // For a class.
  bool is_locked = false;  // edits of the document are refused
  bool is_black = false;   // the window shows nothing until a key or the mouse is pressed
  Pen pen;
  std::optional<Countdown> countdown;

  // Set by the program.
  bool is_full_screen = false;
  std::string file_path;  // of the open document, or empty
  std::optional<RunningExport> exporting;

  ValueRanges ranges;
};

/// Opens the text field of a cell with its exact value selected; in a locked document, only says that it is.
void begin_typing(ViewState& view, const CellRef& cell, Scalar value);
/// Opens the text field with the character that was typed on the selected cell.
void begin_typing(ViewState& view, const CellRef& cell, std::string_view typed);
/// Empties the field of the sentence for another one of the batch, and gives it the keyboard.
void begin_adding_sentence(const Session& session, ViewState& view);

/// Whether the workspace gets the keys: nothing is typed or dragged, and no popup or dialog is open.
bool takes_keys(const ViewState& view);
/// Whether it gets letters and Space: as above, or a number is being guessed, whose field does not take them.
bool takes_letters(const ViewState& view);

/// How many times the picture of the pipeline is as large as the workspace: as chosen; or else it grows with
/// the text, but not while a stage is in focus, whose numbers are large in any case.
float zoom_of(const ViewState& view);

/// Call in each frame that shows the figure.
void need_fonts(ViewState& view, const std::vector<FigureFont>& fonts);

/// Shows another head, in the pipeline it alone; the selected number is let go.
void show_head(ViewState& view, Index head);
/// Shows all heads side by side in the pipeline.
void show_all_heads(ViewState& view);

/// Sets the seed box to the seed that a newly opened document was generated with, if it has one.
void take_seed(ViewState& view, const Document& document);

/// Clamps selection, head and scroll position to a changed document.
void keep_in_bounds(ViewState& view, const Session& session);

}  // namespace attention_lab
