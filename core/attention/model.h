// The input of the forward pass.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/attention/mask.h"
#include "core/attention/types.h"
#include "core/shared.h"

namespace attention_lab {

/// How tokens become queries, keys and values.
enum class Projection {
  trainable,  ///< Q = X·W_q + b_q, K = X·W_k + b_k, V = X·W_v + b_v in each head
  identity,   ///< simplified attention: Q = K = V = X, one head, no weights
};

/// How a token's position enters its embedding.
enum class Positions {
  none,        ///< not at all: permuted tokens give permuted rows
  learned,     ///< one row of numbers per position, given like weights
  sinusoidal,  ///< one row of sines and cosines per position (see sinusoidal_positions)
};

/// What the scores are divided by.
struct Scale {
  enum class Kind {
    sqrt_d_k,  ///< √d_k of one head (with projection identity, d_k = d_model)
    none,      ///< 1
    custom,    ///< `custom_divisor`
  };
  Kind kind = Kind::sqrt_d_k;
  Scalar custom_divisor = 1;  ///< positive and finite; used only with Kind::custom

  bool operator==(const Scale&) const = default;
};

/// During training, each attention weight is dropped (set to 0) with probability p, and the others are
/// divided by 1 − p, so that a row sums to 1 on average. The seed determines which weights are dropped.
/// Source: Srivastava et al., "Dropout" (2014); PyTorch's nn.Dropout, with the same masks for the same seed.
struct Dropout {
  Scalar p = 0;  ///< 0 ≤ p < 1; 0: nothing is dropped
  std::uint64_t seed = 123;

  /// What the weights that are kept are multiplied by.
  Scalar factor_of_kept() const { return Scalar{1} / static_cast<Scalar>(1 - static_cast<double>(p)); }

  bool operator==(const Dropout&) const = default;
};

struct Options {
  Projection projection = Projection::trainable;
  Scale scale;
  Mask mask = Mask::none;
  Scalar temperature = 1;  ///< positive and finite; divides the masked scores just before softmax
  Positions positions = Positions::none;
  Dropout dropout;

  bool operator==(const Options&) const = default;
};

/// The size of a model, without its numbers.
struct Shape {
  Index n_tokens = 0;
  Index d_model = 0;
  Index n_given_heads = 0;  ///< heads with weights, including those that projection identity does not use
  Index given_d_k = 0;      ///< of those heads; likewise given_d_v
  Index given_d_v = 0;
  Index given_d_out = 0;  ///< columns of W_o; 0: there is no W_o
  Options options;

  bool is_identity() const { return options.projection == Projection::identity; }
  bool has_positions() const { return options.positions != Positions::none; }
  bool has_dropout() const { return options.dropout.p > 0; }
  bool has_output_projection() const { return !is_identity() && given_d_out > 0; }
  /// Heads in the trace: projection identity has one.
  Index n_heads() const { return is_identity() ? 1 : n_given_heads; }
  Index d_k() const { return is_identity() ? d_model : given_d_k; }
  Index d_v() const { return is_identity() ? d_model : given_d_v; }
  Index d_out() const { return has_output_projection() ? given_d_out : n_heads() * d_v(); }
};

/// The weights of one head. PyTorch's nn.Linear stores the transpose, (out, in).
struct Head {
  Shared<Matrix> W_q;     // (d_model, d_k)
  Shared<Matrix> W_k;     // (d_model, d_k)
  Shared<Matrix> W_v;     // (d_model, d_v)
  Shared<RowVector> b_q;  // (d_k), or empty: no bias
  Shared<RowVector> b_k;  // (d_k), or empty
  Shared<RowVector> b_v;  // (d_v), or empty
};

/// The weight and the bias of a layer of a head.
struct HeadLayer {
  Shared<Matrix> Head::*weight;
  Shared<RowVector> Head::*bias;
};
inline constexpr std::array head_layers = {
    HeadLayer{&Head::W_q, &Head::b_q}, HeadLayer{&Head::W_k, &Head::b_k}, HeadLayer{&Head::W_v, &Head::b_v}};

/// Embeddings, weights and options: everything the forward pass reads.
/// Invariant (see validate): all heads share d_k and d_v, and all shapes agree.
struct Model {
  Shared<Matrix> token_embeddings;     // (n_tokens, d_model)
  Shared<Matrix> position_embeddings;  // (n_tokens, d_model), or empty: no positions
  std::vector<Head> heads;             // empty for Projection::identity
  Shared<Matrix> W_o;                  // (n_heads·d_v, d_out), or empty: no output projection
  Shared<RowVector> b_o;               // (d_out), or empty
  Options options;

  Shape shape() const {
    return {.n_tokens = token_embeddings->rows(),
            .d_model = token_embeddings->cols(),
            .n_given_heads = static_cast<Index>(heads.size()),
            .given_d_k = heads.empty() ? 0 : heads.front().W_q->cols(),
            .given_d_v = heads.empty() ? 0 : heads.front().W_v->cols(),
            .given_d_out = W_o->cols(),
            .options = options};
  }
  Index n_tokens() const { return token_embeddings->rows(); }
  Index d_model() const { return token_embeddings->cols(); }
  bool is_identity() const { return options.projection == Projection::identity; }
  bool has_temperature() const { return options.temperature != 1; }
  bool has_positions() const { return shape().has_positions(); }
  bool has_dropout() const { return shape().has_dropout(); }
  bool has_output_projection() const { return shape().has_output_projection(); }
  Index n_heads() const { return shape().n_heads(); }
  Index d_k() const { return shape().d_k(); }
  Index d_v() const { return shape().d_v(); }
  Index d_out() const { return shape().d_out(); }

  /// What the scores are divided by.
  Scalar divisor() const {
    switch (options.scale.kind) {
      case Scale::Kind::sqrt_d_k: return std::sqrt(static_cast<Scalar>(d_k()));
      case Scale::Kind::none: return Scalar{1};
      case Scale::Kind::custom: return options.scale.custom_divisor;
    }
    return Scalar{1};
  }
};

}  // namespace attention_lab
