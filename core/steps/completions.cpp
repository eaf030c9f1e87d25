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

std::optional<std::size_t> complete_with(const StepCompletions& completions, MatrixName name) {
  std::optional<std::size_t> last;
  for (const auto* of_matrix : {&completions.rows, &completions.cells}) {
    const auto found = of_matrix->find(name);
    if (found == of_matrix->end()) continue;
    for (const std::size_t at : found->second) last = std::max(last.value_or(0), at);
  }
  return last;
}

std::optional<std::size_t> known_with(const StepCompletions& completions, const CellRef& cell, Index token) {
  const auto entry = [](const std::vector<std::size_t>& steps, Index index) -> std::optional<std::size_t> {
    const auto place = static_cast<std::size_t>(index);
    return place < steps.size() ? std::optional(steps[place]) : std::nullopt;
  };
  if (const auto found = completions.rows.find(cell.matrix.name); found != completions.rows.end())
    return entry(found->second, cell.row);
  const auto found = completions.cells.find(cell.matrix.name);
  const bool is_own = found != completions.cells.end() && cell.row == token;
  return is_own ? entry(found->second, cell.column) : complete_with(completions, cell.matrix.name);
}

}  // namespace attention_lab
