// What one number moves: the derivative of every other number with respect to it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"

namespace attention_lab {

class Influence {
 public:
  /// Finds the derivatives for `cell` where they are not known yet; none without one.
  void update(const Session& session, const std::optional<CellRef>& cell);

  /// Of whose movement everything here is; empty: nothing is shown.
  const std::optional<CellRef>& cell() const { return cell_; }

  /// ∂number ÷ ∂cell. 0 for numbers it does not reach; 1 for itself.
  double on(const CellRef& number) const;
  /// The number of a matrix that moves most, and the size of its derivative; 0 where nothing moves.
  struct Most {
    CellRef cell;
    double size = 0;
  };
  const Most& most(const MatrixRef& matrix) const;

 private:
  std::optional<CellRef> cell_;
  std::uint64_t revision_ = ~std::uint64_t{0};
  Stages moved_;
  mutable std::map<std::pair<MatrixName, Index>, Most> most_;  // found when first asked for
};

}  // namespace attention_lab
