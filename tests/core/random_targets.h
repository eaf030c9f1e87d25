// Random targets of training for random documents.
#pragma once

#include "core/document/document.h"
#include "core/document/target.h"
#include "random_documents.h"

namespace attention_lab::testing {

/// A target for one head, with attention wherever the mask allows it.
inline Matrix random_target(const Document& document, RandomDocuments& random) {
  const Index n = document.model.n_tokens();
  Matrix target = random.matrix(n, n).cwiseAbs();
  for (Index i = 0; i < n; ++i) {
    target.row(i).array() += Scalar(0.1);
    for (Index j = 0; j < n; ++j)
      if (!is_visible(document.model.options.mask, i, j, n)) target(i, j) = 0;
  }
  return make_target(document.model, target).value();
}

}  // namespace attention_lab::testing
