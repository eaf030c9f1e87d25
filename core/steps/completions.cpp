#include "core/steps/completions.h"

#include <algorithm>

#include "core/steps/step_table.h"

namespace attention_lab {
namespace {

/// The entries for the columns of the matrix that shows the numbers of `name`.
std::vector<std::size_t>& columns_of(StepCompletions& found, const Session& session, MatrixName name) {
  const MatrixName shown = shown_matrix(session.model(), name);
  std::vector<std::size_t>& columns = found.cells[shown];
  columns.resize(static_cast<std::size_t>(matrix_view(session.model(), session.trace(), {shown, 0}).cols()),
                 0);
  return columns;
}

}  // namespace

StepCompletions completions_of(const Session& session, const std::vector<Step>& steps) {
  StepCompletions found;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const Step& step = steps[at];
    const auto& [part, name] = step_row(step.kind).finishes;
    // A copy of X is complete from the start.
    if (name != MatrixName::X && shown_matrix(session.model(), name) == MatrixName::X) continue;
    switch (part) {
      case Finished::nothing: break;
      case Finished::row_of_token: {
        std::vector<std::size_t>& columns = columns_of(found, session, name);
        std::fill(columns.begin(), columns.end(), at);
        break;
      }
      case Finished::cell_of_column:
        columns_of(found, session, name)[static_cast<std::size_t>(step.column)] = at;
        break;
      case Finished::cell_of_key:
        columns_of(found, session, name)[static_cast<std::size_t>(step.key)] = at;
        break;
      case Finished::row_of_key: {
        std::vector<std::size_t>& rows = found.rows[name];
        rows.resize(static_cast<std::size_t>(session.model().n_tokens()), 0);
        rows[static_cast<std::size_t>(step.key)] = at;
        break;
      }
    }
  }
  return found;
}

bool is_to_come(const StepCompletions& completions, const CellRef& cell, Index token, std::size_t at) {
  const auto is_later = [&](const auto& of_matrix, Index index) {
    const auto found = of_matrix.find(cell.matrix.name);
    if (found == of_matrix.end()) return false;
    const auto place = static_cast<std::size_t>(index);
    return place < found->second.size() && found->second[place] > at;
  };
  return is_later(completions.rows, cell.row) ||
         (cell.row == token && is_later(completions.cells, cell.column));
}

}  // namespace attention_lab
