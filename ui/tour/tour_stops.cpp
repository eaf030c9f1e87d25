#include "ui/tour/tour_stops.h"

#include <array>
#include <cmath>
#include <functional>

#include <imgui.h>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/heatmaps/matrix_axes.h"
#include "ui/lab/commands.h"
#include "ui/steps/step_player.h"

namespace attention_lab {
namespace {

constexpr double seconds_to_point = 0.7;  // at a score, so that passing over it does not count

std::string keys_of(Command command) {
  return to_string(entry_of(command).keys.front());
}

std::string token_markup(const Session& session, Index token) {
  return quoted_markup(session.document().tokens[static_cast<std::size_t>(token)]);
}

std::string item_of(const Session& session, const CellRef& cell) {
  return to_string(cell, session.model().n_heads());
}

/// A cell of the matrix that can be seen: the one from the last frame, the preferred one, or the first.
std::string visible_cell(const Session& session, ViewState& view, MatrixName name,
                         const std::function<CellRef(const MatrixRef& matrix)>& preferred) {
  const MatrixRef matrix{name, is_per_head(name) ? view.shown_head : 0};
  std::optional<CellRef>& cell = view.tour.cell;
  const auto is_visible = [&](const CellRef& one) {
    return view.items.find(item_of(session, one)).has_value();
  };
  if (!cell || cell->matrix != matrix || !is_visible(*cell)) {
    cell = preferred(matrix);
    if (!is_visible(*cell))
      cell = CellRef{matrix, view.pipeline.scroll[row_axis(name)], view.pipeline.scroll[column_axis(name)]};
  }
  return item_of(session, *cell);
}

/// The column with the largest number of a row, other than `skipped`; 0 if there is no other.
Index largest_column(const MatrixView& numbers, Index row, Index skipped = -1) {
  Index largest = skipped == 0 && numbers.cols() > 1 ? 1 : 0;
  for (Index j = 0; j < numbers.cols(); ++j)
    if (j != skipped && numbers(row, j) > numbers(row, largest)) largest = j;
  return largest;
}

// ---- Drag.

std::string title_of_drag(const ViewState&) {
  return "Drag this number sideways";
}

std::string sentence_of_drag(const Session& session, const ViewState& view) {
  if (view.is_locked)
    return filled(
        "The document is locked, so its numbers cannot be dragged. Press <key> to unlock it, or go on.",
        {{"key", keys_of(Command::lock_document)}});
  return filled(
      "It belongs to the embedding of <token>. Hold the mouse button down on it and move left or "
      "right: everything computed from it changes at once.",
      {{"token", token_markup(session, view.tour.cell ? view.tour.cell->row : 0)}});
}

std::string number_to_drag(const Session& session, ViewState& view) {
  return visible_cell(session, view, word_embeddings(session.model()), [&](const MatrixRef& matrix) {
    const Index token = starting_token(session, view);
    return CellRef{matrix, token,
                   largest_column(matrix_view(session.model(), session.trace(), matrix), token)};
  });
}

bool has_dragged(const Session& session, ViewState& view) {
  TourDeed& deed = view.tour.deed;
  if (const std::optional<CellDrag>& drag = view.editing.drag) {
    deed.has_begun = drag->has_moved;
    if (!drag->has_moved) {
      deed.cell = drag->cell;
      deed.number_before = static_cast<double>(value_of(session.model(), session.trace(), drag->cell));
    }
    return false;
  }
  // Escape restores the number.
  return deed.has_begun && deed.cell && !session.is_previewing() &&
         contains(session.model(), session.trace(), *deed.cell) &&
         static_cast<double>(value_of(session.model(), session.trace(), *deed.cell)) != deed.number_before;
}

std::string seen_after_dragging(const Session& session, const ViewState& view) {
  const TourDeed& deed = view.tour.deed;
  const bool is_there = deed.cell && contains(session.model(), session.trace(), *deed.cell);
  const double number =
      is_there ? static_cast<double>(value_of(session.model(), session.trace(), *deed.cell)) : 0;
  return filled(
      "<before> became <number>, and every number computed from it has changed too. <key> "
      "undoes the change.",
      {{"before", format_number(deed.number_before, view.preferences.decimals)},
       {"number", format_number(number, view.preferences.decimals)},
       {"key", keys_of(Command::undo)}});
}

// ---- Point.

std::string title_of_pointing(const ViewState&) {
  return "Point at a score";
}

std::string sentence_of_pointing(const Session& session, const ViewState& view) {
  constexpr const char* with_queries =
      "The score in the ring says how well the query of <row> matches the key of <column>. Rest the mouse on "
      "it and look at "
      "the panel on the right.";
  constexpr const char* with_embeddings =
      "The score in the ring says how well the embedding of <row> matches that of <column>. Rest the mouse "
      "on it and look "
      "at the panel on the right.";
  const CellRef cell = view.tour.cell.value_or(CellRef{});
  return filled(session.model().is_identity() ? with_embeddings : with_queries,
                {{"row", token_markup(session, cell.row)}, {"column", token_markup(session, cell.column)}});
}

std::string score_to_point_at(const Session& session, ViewState& view) {
  return visible_cell(session, view, MatrixName::scores, [&](const MatrixRef& matrix) {
    const Index token = starting_token(session, view);
    // Of a token and another one: the score of a token with itself says less.
    return CellRef{matrix, token,
                   largest_column(matrix_view(session.model(), session.trace(), matrix), token, token)};
  });
}

/// Whether the inspector has explained a score for a moment.
bool has_pointed(const Session&, ViewState& view) {
  TourDeed& deed = view.tour.deed;
  const std::optional<CellRef>& cell = view.selected ? view.selected : view.hovered;
  if (!cell || cell->matrix.name != MatrixName::scores || view.editing.drag) {
    deed.cell.reset();
    return false;
  }
  if (!deed.cell) deed.since = ImGui::GetTime();
  deed.cell = cell;
  const double rest = deed.since + seconds_to_point - ImGui::GetTime();
  if (rest > 0) view.want_frame(rest);
  return rest <= 0;
}

std::string seen_after_pointing(const Session& session, const ViewState&) {
  return session.model().is_identity() ? "The panel on the right shows how the score is computed, and the "
                                         "two rows of X that it comes from are "
                                         "marked."
                                       : "The panel on the right shows how the score is computed, and the "
                                         "row of Q and the row of K that it "
                                         "comes from are marked.";
}

// ---- Step.

std::string title_of_steps(const ViewState&) {
  return "Press Space";
}

std::string sentence_of_steps(const Session& session, const ViewState& view) {
  return filled(
      "It starts the computation for <token>, one operation at a time, as you would do it on paper. Each "
      "further press shows the next step.",
      {{"token", token_markup(session, starting_token(session, view))}});
}

std::string bar_of_steps(const Session&, ViewState& view) {
  return view.steps.is_open ? "steps" : "steps.open";
}

bool has_stepped(const Session&, ViewState& view) {
  return view.steps.is_open;
}

std::string seen_after_stepping(const Session&, const ViewState& view) {
  const StepPlayer& player = view.steps;
  if (!player.is_open) return "The steps are closed again.";
  return filled(
      "This is step <step> of <count>. Press Space for the next one, or <key> to play them all.",
      {{"step", player.at + 1}, {"count", player.steps.size()}, {"key", keys_of(Command::play_steps)}});
}

// ---- Present.

std::string title_of_presenting(const ViewState& view) {
  if (view.presenter) return "Press Escape to come back";
  return filled("Press <key> to present", {{"key", keys_of(Command::present)}});
}

std::string sentence_of_presenting(const Session&, const ViewState& view) {
  if (view.presenter)
    return "This is what your audience sees. The line at the foot names the keys and, once a number is "
           "chosen, "
           "shows its arithmetic.";
  return "The pipeline fills the whole screen, large enough for the back row. It is also in the View menu.";
}

std::string where_to_present(const Session&, ViewState& view) {
  return view.presenter ? "presenter.strip" : "menu.View";
}

bool has_presented(const Session&, ViewState& view) {
  if (view.presenter) view.tour.deed.has_begun = true;
  return view.tour.deed.has_begun && !view.presenter;
}

std::string seen_after_presenting(const Session&, const ViewState&) {
  return "You are back, and everything is as you left it.";
}

// ---- Export.

std::string title_of_export(const ViewState&) {
  return "Export a picture";
}

std::string sentence_of_export(const Session&, const ViewState&) {
  return filled("Right-click the attention weights and choose “Export this…”, or press <key>.",
                {{"key", keys_of(Command::export_dialog)}});
}

std::string matrix_to_export(const Session&, ViewState&) {
  return "weights.outline";
}

bool has_exported(const Session&, ViewState& view) {
  const bool is_exporting = view.dialogs.open == Dialog::export_figure || view.exporting;
  if (is_exporting) view.tour.deed.has_begun = true;
  return view.tour.deed.has_begun && !is_exporting;
}

std::string seen_after_exporting(const Session&, const ViewState&) {
  return "Pictures are saved as PNG, SVG or PDF, exactly as they look, and numbers as CSV, LaTeX, NumPy and "
         "more.";
}

// ---- The end.

std::string title_of_end(const ViewState&) {
  return "That was the tour";
}

std::string sentence_of_end(const Session&, const ViewState&) {
  return filled(
      "The Presets menu has more examples. <key> lists all keys. You can take this tour again from the "
      "Help menu.",
      {{"key", keys_of(Command::help)}});
}

std::string where_to_go(const Session&, ViewState&) {
  return "menu.Presets";
}

const std::vector<TourStop>& tour_table() {
  static const std::vector<TourStop> table = {
      {.title = title_of_drag,
       .sentence = sentence_of_drag,
       .target = number_to_drag,
       .is_done = has_dragged,
       .seen = seen_after_dragging},
      {.title = title_of_pointing,
       .sentence = sentence_of_pointing,
       .target = score_to_point_at,
       .is_done = has_pointed,
       .seen = seen_after_pointing,
       .keeps_clear = {"side"}},
      {.title = title_of_steps,
       .sentence = sentence_of_steps,
       .target = bar_of_steps,
       .is_done = has_stepped,
       .seen = seen_after_stepping,
       .keeps_clear = {"side", "steps"}},
      {.title = title_of_presenting,
       .sentence = sentence_of_presenting,
       .target = where_to_present,
       .is_done = has_presented,
       .seen = seen_after_presenting,
       .is_presented = true},
      {.title = title_of_export,
       .sentence = sentence_of_export,
       .target = matrix_to_export,
       .is_done = has_exported,
       .seen = seen_after_exporting},
      {.title = title_of_end, .sentence = sentence_of_end, .target = where_to_go},
  };
  return table;
}

}  // namespace

std::span<const TourStop> all_tour_stops() {
  return tour_table();
}

}  // namespace attention_lab
