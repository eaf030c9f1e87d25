// Random documents for property tests: valid, small, varied, and the same in every run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/attention/positions.h"
#include "core/document/document.h"
#include "repetitions.h"

namespace attention_lab::testing {

/// The parts of a document.
struct Variant {
  Projection projection = Projection::trainable;
  Index n_heads = 1;  // 0 only with Projection::identity
  bool has_biases = false;
  bool has_output_projection = false;
  Mask mask = Mask::none;
  Scale scale;
  Scalar temperature = 1;
  Positions positions = Positions::none;
  bool has_dropout = false;
};

class RandomDocuments {
 public:
  explicit RandomDocuments(std::uint32_t seed) : generator_(seed) {}

  /// 0 … count − 1.
  Index below(Index count) { return static_cast<Index>(generator_() % static_cast<std::uint32_t>(count)); }
  bool coin() { return below(2) == 1; }

  /// −1 … 1.
  Scalar number() { return static_cast<Scalar>(below(2001) - 1000) / Scalar{1000}; }

  Matrix matrix(Index rows, Index columns) {
    return Matrix::NullaryExpr(rows, columns, [this] { return number(); });
  }
  RowVector row(Index columns) { return matrix(1, columns).row(0); }

  /// Any mask for a sentence of so many tokens: each kind is equally likely.
  Mask mask(Index n_tokens) {
    switch (below(5)) {
      case 0: return Mask::none;
      case 1: return Mask::causal;
      case 2: {
        Window window{below(n_tokens + 1), below(n_tokens + 1)};
        if (const Index open = below(6); open < 2) (open == 0 ? window.left : window.right).reset();
        return Mask::sliding_window(window);
      }
      case 3: return Mask::padded(below(n_tokens + 1), coin());
      default: return painted_mask(n_tokens);
    }
  }
  Mask painted_mask(Index n_tokens) {
    const Index hidden_of_four = 1 + below(3);
    return Mask::of_cells(VisibleCells::NullaryExpr(
        n_tokens, n_tokens, [&] { return static_cast<std::uint8_t>(below(4) < hidden_of_four ? 0 : 1); }));
  }
  /// The mask for this sentence: painted cells are drawn anew, and padding is cut to its length.
  Mask fitted(const Mask& mask, Index n_tokens) {
    if (mask == Mask::painted) return painted_mask(n_tokens);
    if (mask == Mask::padding) return Mask::padded(std::min(mask.n_padded(), n_tokens), mask.is_causal());
    return mask;
  }

  Variant variant() {
    Variant variant;
    variant.projection = below(4) == 0 ? Projection::identity : Projection::trainable;
    variant.n_heads = variant.projection == Projection::identity ? below(3) : 1 + below(3);
    variant.has_biases = coin();
    variant.has_output_projection = coin();
    variant.mask = mask(4);
    variant.scale.kind = static_cast<Scale::Kind>(below(3));
    if (variant.scale.kind == Scale::Kind::custom)
      variant.scale.custom_divisor = Scalar(0.5) + Scalar(below(5));
    variant.temperature = Scalar(0.25) * Scalar(1 + below(8));
    variant.positions = static_cast<Positions>(below(3));
    variant.has_dropout = coin();
    return variant;
  }

  Document document() { return document(variant()); }

  Document document(const Variant& variant) {
    const Index n_tokens = 1 + below(6);
    const Index d_model = 1 + below(4);
    const Index d_k = 1 + below(4);
    const Index d_v = 1 + below(4);
    Document document;
    document.title = "Document " + std::to_string(below(100));
    static const std::vector<std::string> words = {"Your", "journey", "starts", "with",
                                                   "one",  "step",    ",",      "été"};
    for (Index i = 0; i < n_tokens; ++i) {
      document.tokens.push_back(words[static_cast<std::size_t>(below(static_cast<Index>(words.size())))]);
    }
    for (Index i = 0; i < n_tokens; ++i)
      if (below(4) == 0) document.drawn_tokens.push_back(i);
    if (coin()) document.seed = static_cast<std::uint64_t>(below(2147483647)) + 1;
    Model& model = document.model;
    model.options.positions = variant.positions;
    model.options.projection = variant.projection;
    model.options.scale = variant.scale;
    model.options.mask = fitted(variant.mask, n_tokens);
    model.options.temperature = variant.temperature;
    if (variant.has_dropout) model.options.dropout = {Scalar(0.5), 1 + generator_() % 100};
    model.token_embeddings = matrix(n_tokens, d_model);
    if (variant.positions == Positions::learned) model.position_embeddings = matrix(n_tokens, d_model);
    if (variant.positions == Positions::sinusoidal)
      model.position_embeddings = sinusoidal_positions(n_tokens, d_model);
    for (Index i = 0; i < variant.n_heads; ++i) {
      Head& head = model.heads.emplace_back();
      head.W_q = matrix(d_model, d_k);
      head.W_k = matrix(d_model, d_k);
      head.W_v = matrix(d_model, d_v);
      if (!variant.has_biases) continue;
      head.b_q = row(d_k);
      head.b_k = row(d_k);
      head.b_v = row(d_v);
    }
    if (variant.has_output_projection && variant.n_heads > 0) {
      const Index d_out = 1 + below(4);
      model.W_o = matrix(variant.n_heads * d_v, d_out);
      if (variant.has_biases) model.b_o = row(d_out);
    }
    return document;
  }

 private:
  std::mt19937 generator_;
};

/// Every combination of the options, positions and dropout alternating; under sanitizers every seventh of
/// them unless `step` is 1. No option repeats after seven, so that each of them remains.
inline std::vector<Variant> all_variants(std::size_t step = repetitions(1, 7)) {
  std::vector<Variant> variants;
  // Of which cells are drawn for the document.
  const std::vector<Mask> masks = {Mask::causal,
                                   Mask::sliding_window({1, 0}),
                                   Mask::padded(1, true),
                                   Mask::of_cells(VisibleCells::Ones(1, 1)),
                                   Mask::sliding_window({std::nullopt, 1}),
                                   Mask::padded(2, false)};
  const std::vector<Scale> scales = {
      {Scale::Kind::sqrt_d_k, 1}, {Scale::Kind::none, 1}, {Scale::Kind::custom, Scalar(3.5)}};
  for (const Index n_heads : {0, 1, 3}) {
    for (const Scale& scale : scales) {
      for (int bits = 0; bits < 32; ++bits) {
        const auto bit = [bits](int which) { return (bits >> which & 1) != 0; };
        const Projection projection = bit(0) ? Projection::identity : Projection::trainable;
        if (n_heads == 0 && projection == Projection::trainable) continue;
        const auto turn = variants.size();
        variants.push_back(
            {projection, n_heads, bit(1), bit(2), bit(3) ? masks[turn / 2 % masks.size()] : Mask(Mask::none),
             scale, bit(4) ? Scalar(0.5) : Scalar(1), static_cast<Positions>(turn % 3), turn % 5 < 2});
      }
    }
  }
  std::vector<Variant> kept;
  for (std::size_t i = 0; i < variants.size(); i += step) kept.push_back(variants[i]);
  return kept;
}

/// Three tokens, d_model 3, d_k = d_v = 2.
inline Document small_document() {
  RandomDocuments random(1);
  Document document;
  document.title = "Small";
  document.tokens = {"one", "small", "step"};
  document.model.token_embeddings = random.matrix(3, 3);
  Head& head = document.model.heads.emplace_back();
  head.W_q = random.matrix(3, 2);
  head.W_k = random.matrix(3, 2);
  head.W_v = random.matrix(3, 2);
  return document;
}

}  // namespace attention_lab::testing
