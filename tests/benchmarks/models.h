// The models of the benchmarks, and the threads that run them.
#pragma once

#include <cmath>
#include <random>

#include "app/thread_pool.h"
#include "core/attention/model.h"

namespace attention_lab {

struct Size {
  Index n_tokens;
  Index d_model;
  Index n_heads;
  Index d_k;  // and d_v
};

inline Matrix draw(Index rows, Index columns, Scalar deviation, std::mt19937& random) {
  std::normal_distribution<Scalar> normal(0, deviation);
  return Matrix::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// Embeddings of variance 1 and weights that preserve it; `magnified` multiplies the scores.
inline Model model_of(const Size& size, Scalar magnified = 1) {
  std::mt19937 random(1);
  const Scalar deviation = 1 / std::sqrt(static_cast<Scalar>(size.d_model));
  Model model;
  model.token_embeddings = draw(size.n_tokens, size.d_model, 1, random);
  for (Index h = 0; h < size.n_heads; ++h) {
    Head head;
    head.W_q = draw(size.d_model, size.d_k, deviation * magnified, random);
    head.W_k = draw(size.d_model, size.d_k, deviation, random);
    head.W_v = draw(size.d_model, size.d_k, deviation, random);
    model.heads.push_back(head);
  }
  return model;
}

inline ThreadPool& pool() {
  static ThreadPool threads;
  return threads;
}

}  // namespace attention_lab
