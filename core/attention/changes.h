// The differences between two models that affect their traces.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "core/limits.h"

namespace attention_lab {

/// Rows in ascending order, as spans with gaps between them. If there are too many spans to store, the last
/// one also covers some of the gaps: a few extra rows are then recomputed, with the same bits as before.
class Spans {
 public:
  Spans() = default;
  explicit Spans(const Span& span) : spans_{span}, size_(1) {}

  /// Precondition: `row` is greater than all rows added before.
  void add(Index row) {
    if (size_ > 0 && (last().end() == row || size_ == spans_.size())) {
      last().size = row + 1 - last().first;
    } else {
      spans_[size_++] = {row, 1};
    }
  }

  const Span* begin() const { return spans_.data(); }
  const Span* end() const { return spans_.data() + size_; }
  bool is_empty() const { return size_ == 0; }
  Index n_rows() const {
    Index sum = 0;
    for (const Span& span : *this) sum += span.size;
    return sum;
  }
  Span hull() const {
    if (is_empty()) return {};
    return {spans_[0].first, spans_[size_ - 1].end() - spans_[0].first};
  }

 private:
  Span& last() { return spans_[size_ - 1]; }

  std::array<Span, 8> spans_;
  std::size_t size_ = 0;
};

/// The columns of Q, K and V whose weights or biases differ.
struct HeadChanges {
  Span Q_columns;
  Span K_columns;
  Span V_columns;
};

/// What differs between two models. If X_rows covers all of X, everything is recomputed; the rest is unused.
struct Changes {
  Spans X_rows;
  std::optional<std::array<HeadChanges, static_cast<std::size_t>(limits::n_heads)>> heads = {};
  bool divisor = false;
  bool mask = false;
  bool temperature = false;
  Span context_columns = {};  // those whose W_o or b_o differs

  /// The changes of one head of the trace.
  const HeadChanges& of_head(Index head) const {
    static constexpr HeadChanges none;
    return heads ? (*heads)[static_cast<std::size_t>(head)] : none;
  }
};

/// The changes that make forward() compute everything.
Changes everything(const Model& model);

/// Shared contents and contents with equal bits count as equal. Everything counts as changed if the number of
/// tokens or heads, d_model, d_k, d_v or the projection differs. Dropout is not compared: the trace records
/// the draw that its masks came from.
Changes changes_between(const Model& before, const Model& after);

}  // namespace attention_lab
