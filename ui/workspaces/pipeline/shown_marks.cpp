#include "ui/workspaces/pipeline/shown_marks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "core/words/matrix_words.h"
#include "core/words/templates.h"
#include "ui/steps/step_light.h"

namespace attention_lab {
namespace {

using Lights = std::map<MatrixName, StepLight>;

Lights lights_of(const ViewState& view) {
  Lights lights;
  const float progress = step_progress(view);
  for (const MatrixName name : all_matrix_names)
    lights.emplace(name, StepLight(view.steps, {name, is_per_head(name) ? view.shown_head : 0}, progress));
  return lights;
}

/// Of the selected number on this one, as a share of the largest in the matrix.
double influence_on(const Influence& influence, const CellRef& cell) {
  const double largest = cell == *influence.cell() ? 1 : influence.most(cell.matrix).size;
  return largest > 0 ? influence.on(cell) / largest : 0;
}

/// The scale for the matrix under the mouse, or else for the context.
InfluenceScale influence_scale(const ViewState& view) {
  const CellRef& cell = *view.influence.cell();
  const MatrixRef here = view.hovered && view.hovered->matrix != cell.matrix
                             ? view.hovered->matrix
                             : MatrixRef{MatrixName::context, 0};
  return {filled("effect of <cell> on <matrix>",
                 {{"cell", symbol_of(cell)}, {"matrix", display_name(here.name)}}),
          view.influence.most(here).size};
}

}  // namespace

PipelineMarks shown_marks(const Session& session, ViewState& view, const std::vector<Index>& heads) {
  const auto lights = std::make_shared<const Lights>(lights_of(view));
  PipelineMarks marks;
  const auto marked = [&](const CellRef& cell) {
    if (is_per_head(cell.matrix.name))
      return MarkedNumber{cell, links_of(session.document(), cell, cell.matrix.head)};
    MarkedNumber number{cell, {}};
    for (const Index head : heads) {
      for (const Place& place : links_of(session.document(), cell, head)) {
        if (std::find(number.links.begin(), number.links.end(), place) == number.links.end())
          number.links.push_back(place);
      }
    }
    return number;
  };
  if (view.selected) marks.selected = marked(*view.selected);
  if (view.hovered && view.hovered != view.selected) marks.pointed = marked(*view.hovered);
  marks.followed = view.followed.tokens();
  // A step dims by itself, and needs numbers that the spotlight would dim.
  marks.has_spotlight = view.has_spotlight && !view.steps.is_open;
  for (const auto& [name, light] : *lights)
    marks.results.insert(marks.results.end(), light.results().begin(), light.results().end());
  marks.is_dimmed = view.steps.is_open;
  marks.has_exponentials =
      view.steps.is_open && !view.steps.shows_all_tokens && view.pipeline.shown_focus == MatrixName::weights;
  // The range of the scores is the largest score.
  marks.hides_ranges = hides_numbers(view.steps);
  if (view.influence.cell()) marks.influence_scale = influence_scale(view);
  marks.on_cell = [&session, &view, lights, before = shown_before(session, view)](const CellRef& cell) {
    const StepLight& light = lights->at(cell.matrix.name);
    CellMark mark;
    mark.light = light.on(cell.row, cell.column);
    mark.is_covered = light.is_covered(cell.row, cell.column);
    // The numbers of a step are those that its arithmetic says.
    mark.is_exact = view.steps.is_open && !view.steps.shows_all_tokens && mark.light > 0.5f;
    mark.value_so_far = light.value_so_far(cell.row, cell.column);
    if (before) mark.value_before = number_before(session, *before, cell);
    if (view.influence.cell()) mark.influence = influence_on(view.influence, cell);
    return mark;
  };
  marks.light_on = [lights](const MatrixRef& matrix) { return lights->at(matrix.name).on_matrix(); };
  const Index last = session.model().n_tokens() - 1;
  marks.has_sum = [lights, last](const MatrixRef& matrix, Index row) {
    const StepLight& light = lights->at(matrix.name);
    return !light.is_unfinished(row) && !light.is_covered(row, 0) && !light.is_covered(row, last);
  };
  return marks;
}

}  // namespace attention_lab
