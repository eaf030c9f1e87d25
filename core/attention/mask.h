// The mask: which keys each query may attend to.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "core/attention/types.h"

namespace attention_lab {

/// Cell by cell what may be seen: 1 where the query (row) may attend to the key (column), 0 where it may not.
using VisibleCells =
    Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // (n_tokens, n_tokens)

/// How far a token sees to either side; absent: as far as the sentence goes.
struct Window {
  std::optional<Index> left;   ///< earlier tokens, at least 0
  std::optional<Index> right;  ///< later tokens, likewise

  bool operator==(const Window&) const = default;
};

/// A matrix of what may be seen: the score of a hidden key is −∞ before softmax, and its weight exactly 0. A
/// query that sees no key at all has weights of 0, not NaN, and so has the output of its head.
///
/// Most masks follow from a rule; only a painted one stores its cells. Copies are cheap, because they share
/// the cells.
class Mask {
 public:
  enum class Kind {
    none,     ///< every token attends to every token
    causal,   ///< a token attends to itself and earlier tokens
    window,   ///< a token attends to itself and the tokens within a window around it
    padding,  ///< the last tokens are padding: nobody attends to them, and they attend to nobody
    painted,  ///< each cell is shown or hidden by hand
  };
  // The values of Kind as Mask::none and so on.
  static constexpr Kind none = Kind::none;
  static constexpr Kind causal = Kind::causal;
  static constexpr Kind window = Kind::window;
  static constexpr Kind padding = Kind::padding;
  static constexpr Kind painted = Kind::painted;

  /// No mask or the causal mask; the others need numbers.
  Mask(Kind kind = none) : kind_(kind) {}  // NOLINT: implicit on purpose
  static Mask sliding_window(const Window& around);
  /// The last `n_padded` tokens are padding; `is_causal`: later tokens are hidden too.
  static Mask padded(Index n_padded, bool is_causal);
  static Mask of_cells(VisibleCells cells);
  /// A mask of this kind with the numbers that a learner begins with: a window of two earlier tokens, two
  /// tokens of padding but at most half of the sentence. Precondition: not a painted one.
  static Mask usual(Kind kind, Index n_tokens);

  Kind kind() const { return kind_; }
  const Window& window_around() const { return window_; }
  Index n_padded() const { return n_padded_; }
  /// Whether the rule hides later tokens; a painted mask has no rule.
  bool is_causal() const { return is_causal_ || kind_ == causal; }
  /// Precondition: the mask is painted.
  const VisibleCells& cells() const { return *cells_; }
  /// Identifies the cells: equal for two masks that share them. Null if there are none.
  const void* identity_of_cells() const { return cells_.get(); }

  bool operator==(const Mask& other) const;
  /// Whether it is of this kind; enough to compare with none and causal.
  bool operator==(Kind kind) const { return kind_ == kind; }

 private:
  Kind kind_ = none;
  bool is_causal_ = false;  // only with padding
  Index n_padded_ = 0;
  Window window_;
  std::shared_ptr<const VisibleCells> cells_;  // null unless painted
};

/// The smallest span with all keys that `query` may attend to. All of its keys are visible, unless the mask
/// is painted. Precondition: the mask fits the sentence of `n_tokens` tokens (see check_mask).
Span visible_span(const Mask& mask, Index query, Index n_tokens);

/// Whether `query` may attend to `key`.
inline bool is_visible(const Mask& mask, Index query, Index key, Index n_tokens) {
  if (mask == Mask::painted) return mask.cells()(query, key) != 0;
  const Span span = visible_span(mask, query, n_tokens);
  return key >= span.first && key < span.end();
}

/// Calls see(key) for each key that `query` may attend to, in ascending order.
template <class See>
void for_each_visible_key(const Mask& mask, Index query, Index n_tokens, See see) {
  const Span span = visible_span(mask, query, n_tokens);
  for (Index key = span.first; key < span.end(); ++key) {
    if (mask == Mask::painted && mask.cells()(query, key) == 0) continue;
    see(key);
  }
}

/// How many keys `query` may attend to. 0: its row is fully masked.
Index n_visible_keys(const Mask& mask, Index query, Index n_tokens);
inline bool sees_nothing(const Mask& mask, Index query, Index n_tokens) {
  return visible_span(mask, query, n_tokens).is_empty();
}

/// Whether a query sees nothing.
bool has_empty_row(const Mask& mask, Index n_tokens);

/// The cells of any mask.
VisibleCells visible_cells(const Mask& mask, Index n_tokens);

/// The mask that hides what both hide.
Mask hidden_by_both(const Mask& a, const Mask& b, Index n_tokens);

/// What remains of a padding mask without its padding: the causal mask or none.
inline Mask beside_padding(const Mask& mask) {
  return mask.is_causal() ? Mask::causal : Mask::none;
}

/// The mask after a change of the tokens: `places` gives for each token its index among the `n_before` tokens
/// before, or −1 for a new one. The cells of a painted mask follow their tokens; a new token sees every token
/// and is seen by every token. Padding stays at the end: as many tokens as there were, less those removed;
/// new tokens after the first token of the padding belong to it. Without padding left, only the causal mask
/// or none remains. The other masks follow from their rule.
Mask rearranged_mask(const Mask& mask, const std::vector<Index>& places, Index n_before);

}  // namespace attention_lab
