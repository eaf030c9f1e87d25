#include "ui/lab/influence.h"

#include <cmath>
#include <vector>

#include "core/attention/tangent.h"

namespace attention_lab {

void Influence::update(const Session& session, const std::optional<CellRef>& cell) {
  const bool is_there = cell && contains(session.model(), session.trace(), *cell);
  if (!is_there) {
    cell_.reset();
    most_.clear();
    return;
  }
  if (cell_ == cell && revision_ == session.revision()) return;
  cell_ = cell;
  revision_ = session.revision();
  most_.clear();
  std::vector<CellRef> cells = {*cell};
  if (cell->matrix.name == word_embeddings(session.model())) {
    // An embedding shared by several tokens changes in all their rows.
    cells.clear();
    for (const Index token : tokens_sharing_with(session.document(), cell->row))
      cells.push_back({cell->matrix, token, cell->column});
  }
  tangent(session.model(), session.trace(), cells, moved_);
}

double Influence::on(const CellRef& number) const {
  if (!cell_) return 0;
  return static_cast<double>(matrix_view(moved_, number.matrix)(number.row, number.column));
}

const Influence::Most& Influence::most(const MatrixRef& matrix) const {
  const auto [entry, is_new] = most_.try_emplace({matrix.name, matrix.head});
  Most& most = entry->second;
  if (!is_new) return most;
  most.cell = {matrix, 0, 0};
  if (!cell_) return most;
  const MatrixView derivatives = matrix_view(moved_, matrix);
  for (Index row = 0; row < derivatives.rows(); ++row) {
    for (Index column = 0; column < derivatives.cols(); ++column) {
      const double size = std::fabs(static_cast<double>(derivatives(row, column)));
      if (std::isfinite(size) && size > most.size) most = {{matrix, row, column}, size};
    }
  }
  return most;
}

}  // namespace attention_lab
