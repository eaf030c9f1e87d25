#include "core/training/token_products.h"

#include <cassert>

namespace attention_lab {

std::vector<TokenProduct> products_over_tokens(const HeadStages& head, const HeadStages& gradients,
                                               MatrixName product, const Span& sentence, Index row,
                                               Index column) {
  assert(product == MatrixName::Q || product == MatrixName::K || product == MatrixName::V);
  const Matrix& weights = head.dropped_weights.size() > 0 ? head.dropped_weights : head.weights;
  std::vector<TokenProduct> products;
  for (Index other = sentence.first; other < sentence.end(); ++other) {
    TokenProduct term{other - sentence.first};
    if (product == MatrixName::Q) {
      term.input = head.K(other, column);
      term.gradient = gradients.scores(row, other);
    } else if (product == MatrixName::K) {
      term.input = head.Q(other, column);
      term.gradient = gradients.scores(other, row);
    } else {
      term.input = weights(other, row);
      term.gradient = gradients.head_output(other, column);
    }
    if (term.input != 0 && term.gradient != 0) products.push_back(term);
  }
  return products;
}

}  // namespace attention_lab
