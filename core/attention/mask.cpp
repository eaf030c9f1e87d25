#include "core/attention/mask.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace attention_lab {
namespace {

// The span of visible cells in one row of a painted mask.
Span painted_span(const VisibleCells& cells, Index query) {
  const std::uint8_t* row = cells.data() + query * cells.cols();
  Index first = 0;
  Index end = cells.cols();
  while (first < end && row[first] == 0) ++first;
  while (end > first && row[end - 1] == 0) --end;
  return {first, end - first};
}

}  // namespace

Mask Mask::sliding_window(const Window& around) {
  Mask mask(Kind::window);
  mask.window_ = around;
  return mask;
}

Mask Mask::padded(Index n_padded, bool is_causal) {
  Mask mask(Kind::padding);
  mask.n_padded_ = n_padded;
  mask.is_causal_ = is_causal;
  return mask;
}

Mask Mask::of_cells(VisibleCells cells) {
  Mask mask(Kind::painted);
  mask.cells_ = std::make_shared<const VisibleCells>(std::move(cells));
  return mask;
}

Mask Mask::usual(Kind kind, Index n_tokens) {
  switch (kind) {
    case Kind::window: return sliding_window({2, 0});
    case Kind::padding: return padded(std::min<Index>(2, (n_tokens + 1) / 2), false);
    default: return kind;
  }
}

bool Mask::operator==(const Mask& other) const {
  if (kind_ != other.kind_) return false;
  switch (kind_) {
    case Kind::none:
    case Kind::causal: return true;
    case Kind::window: return window_ == other.window_;
    case Kind::padding: return n_padded_ == other.n_padded_ && is_causal_ == other.is_causal_;
    case Kind::painted: break;
  }
  if (cells_ == other.cells_) return true;
  return cells_ && other.cells_ && cells_->rows() == other.cells_->rows() &&
         cells_->cols() == other.cells_->cols() && *cells_ == *other.cells_;
}

Span visible_span(const Mask& mask, Index query, Index n_tokens) {
  switch (mask.kind()) {
    case Mask::none: return {0, n_tokens};
    case Mask::causal: return {0, query + 1};
    case Mask::window: {
      const Window& window = mask.window_around();
      const Index first = window.left ? std::max(query - *window.left, Index{0}) : 0;
      const Index end = window.right ? std::min(query + *window.right + 1, n_tokens) : n_tokens;
      return {first, end - first};
    }
    case Mask::padding: {
      const Index n_real = n_tokens - mask.n_padded();
      if (query >= n_real) return {};
      return {0, mask.is_causal() ? query + 1 : n_real};
    }
    case Mask::painted: return painted_span(mask.cells(), query);
  }
  return {0, n_tokens};
}

Index n_visible_keys(const Mask& mask, Index query, Index n_tokens) {
  Index count = 0;
  for_each_visible_key(mask, query, n_tokens, [&count](Index) { ++count; });
  return count;
}

bool has_empty_row(const Mask& mask, Index n_tokens) {
  for (Index query = 0; query < n_tokens; ++query)
    if (sees_nothing(mask, query, n_tokens)) return true;
  return false;
}

VisibleCells visible_cells(const Mask& mask, Index n_tokens) {
  VisibleCells cells = VisibleCells::Zero(n_tokens, n_tokens);
  for (Index query = 0; query < n_tokens; ++query)
    for_each_visible_key(mask, query, n_tokens, [&](Index key) { cells(query, key) = 1; });
  return cells;
}

Mask hidden_by_both(const Mask& a, const Mask& b, Index n_tokens) {
  if (a == Mask::none || a == b) return a;
  if (b == Mask::none) return b;
  return Mask::of_cells(visible_cells(a, n_tokens).cwiseMax(visible_cells(b, n_tokens)));
}

Mask rearranged_mask(const Mask& mask, const std::vector<Index>& places, Index n_before) {
  const auto place_of = [&places](Index token) { return places[static_cast<std::size_t>(token)]; };
  const auto n = static_cast<Index>(places.size());
  if (mask == Mask::padding) {
    const Index first_padded = n_before - mask.n_padded();
    Index n_padded = 0;
    bool is_after_padding = false;
    for (Index token = 0; token < n; ++token) {
      const bool was_padding = place_of(token) >= first_padded;
      is_after_padding = is_after_padding || was_padding;
      if (was_padding || (is_after_padding && place_of(token) < 0)) ++n_padded;
    }
    if (n_padded == 0) return beside_padding(mask);
    return Mask::padded(n_padded, mask.is_causal());
  }
  if (mask != Mask::painted) return mask;
  VisibleCells cells = VisibleCells::Ones(n, n);
  for (Index query = 0; query < n; ++query) {
    for (Index key = 0; key < n; ++key) {
      if (place_of(query) >= 0 && place_of(key) >= 0)
        cells(query, key) = mask.cells()(place_of(query), place_of(key));
    }
  }
  return Mask::of_cells(std::move(cells));
}

}  // namespace attention_lab
