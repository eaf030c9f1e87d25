// Models of any size with normally distributed numbers from a fixed seed.
#pragma once

#include <random>
#include <string>

#include "core/attention/model.h"

namespace attention_lab {

struct Sizes {
  Index n_tokens = 6;
  Index d_model = 3;
  Index n_heads = 1;
  Index d_k = 2;
  Index d_v = 2;
};

inline std::string text_of(const Sizes& sizes) {
  return std::to_string(sizes.n_tokens) + "/" + std::to_string(sizes.d_model) + "/" +
         std::to_string(sizes.n_heads) + ", d_k " + std::to_string(sizes.d_k);
}

inline Matrix draw_matrix(Index rows, Index columns, std::mt19937& random, Scalar deviation = 1) {
  std::normal_distribution<double> normal(0, 1);
  return Matrix::NullaryExpr(
      rows, columns, [&] { return deviation * static_cast<Scalar>(static_cast<float>(normal(random))); });
}

/// Embeddings of variance 1 and weights that preserve it, with biases and an output projection.
inline Model draw_model(const Sizes& sizes, unsigned seed = 1) {
  std::mt19937 random(seed);
  const auto weight = [&](Index d_in, Index d_out) {
    return draw_matrix(d_in, d_out, random, 1 / std::sqrt(static_cast<Scalar>(d_in)));
  };
  const auto bias = [&](Index d_out) { return RowVector(draw_matrix(1, d_out, random, Scalar(0.1))); };

  Model model;
  model.token_embeddings = draw_matrix(sizes.n_tokens, sizes.d_model, random);
  for (Index h = 0; h < sizes.n_heads; ++h) {
    Head head;
    head.W_q = weight(sizes.d_model, sizes.d_k);
    head.W_k = weight(sizes.d_model, sizes.d_k);
    head.W_v = weight(sizes.d_model, sizes.d_v);
    head.b_q = bias(sizes.d_k);
    head.b_k = bias(sizes.d_k);
    head.b_v = bias(sizes.d_v);
    model.heads.push_back(head);
  }
  model.W_o = weight(sizes.n_heads * sizes.d_v, sizes.d_model);
  model.b_o = bias(sizes.d_model);
  return model;
}

}  // namespace attention_lab
