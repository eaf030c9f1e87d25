// The influence of one number: the derivatives of all other numbers with respect to it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"

namespace attention_lab {

class Influence {
 public:
  /// Computes the derivatives with respect to `cell`, unless they are up to date. Clears them if `cell` is
  /// empty.
  void update(const Session& session, const std::optional<CellRef>& cell);

  /// The cell whose influence is shown; empty: none.
  const std::optional<CellRef>& cell() const { return cell_; }

  /// ∂number / ∂cell: 0 for numbers that do not depend on the cell, 1 for the cell itself.
  double on(const CellRef& number) const;
  /// The number of a matrix with the largest absolute derivative; `size` is 0 if nothing changes.
  struct Most {
    CellRef cell;
    double size = 0;
  };
  const Most& most(const MatrixRef& matrix) const;

 private:
  std::optional<CellRef> cell_;
  std::uint64_t revision_ = ~std::uint64_t{0};
  Stages moved_;
  mutable std::map<std::pair<MatrixName, Index>, Most> most_;  // computed on demand
};

}  // namespace attention_lab
