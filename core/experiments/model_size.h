// How big attention is in a model: its parameters, its memory, and the work for a sentence.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/attention/model.h"

namespace attention_lab {

/// What the size of a model follows from. d_v is d_k, as in all models here.
struct ModelShape {
  std::string name;  // plain text
  Index d_model = 1;
  Index d_k = 1;      // of one head
  Index n_heads = 1;  // in each layer
  Index n_layers = 1;
  Index vocabulary = 0;  // words of the embedding table; 0: no such table

  bool operator==(const ModelShape&) const = default;
};

/// The largest model that can be typed in.
const ModelShape& largest_model_shape();
inline constexpr Index most_sentence_tokens = 1'000'000;

/// GPT-2 small, LLaMA 2 7B and GPT-3, the smallest first. Sources: the papers of Radford et al. (2019),
/// Touvron et al. (2023, table of hyperparameters in its predecessor) and Brown et al. (2020).
const std::array<ModelShape, 3>& well_known_shapes();

/// W_q of the heads of the document, as one layer.
ModelShape model_shape_of(const Model& model, std::string name);

enum class SizeUnit { parameters, bytes, numbers, multiplications };

/// A number about a model, and how it is computed.
struct SizeQuantity {
  const char* name;     // "one W_q", mark-up
  const char* formula;  // "d_{model} · d_k", mark-up
  std::string numbers;  // the formula with its numbers: "768 · 64"
  double amount = 0;
  SizeUnit unit = SizeUnit::parameters;
};

/// The parameters of one W_q, of one head, of W_o, of a layer and of all layers; of the embedding table, if
/// there is one; and all parameters in float32 and float16. Biases and the parts between the attention layers
/// do not count.
std::vector<SizeQuantity> sizes_of(const ModelShape& shape);

/// For one sentence of `n_tokens` tokens, without a cache and without a mask: the attention weights of all
/// heads, their bytes in float32, and the multiplications of the projections, of scores and contexts, and in
/// all.
std::vector<SizeQuantity> work_of(const ModelShape& shape, Index n_tokens);

/// The multiplications of one sentence: 4 · n · d_model · n_heads · d_k for X·W_q, X·W_k, X·W_v and the
/// product with W_o, and 2 · n² · n_heads · d_k for Q·Kᵀ and weights · V, in each layer.
struct Multiplications {
  double projections = 0;
  double scores_and_contexts = 0;

  double all() const { return projections + scores_and_contexts; }
};
Multiplications multiplications_of(const ModelShape& shape, double n_tokens);

/// The sentence from whose length on scores and contexts take more work than the projections: 2 · d_model
/// tokens.
Index length_of_equal_work(const ModelShape& shape);

/// "49,152", "7.08 million", "58 billion", "2.40 · 10^{18}": mark-up.
std::string large_number(double amount);
/// "7.08 million", or "189 MB" for bytes: mark-up.
std::string amount_in_words(const SizeQuantity& quantity);
/// "0.8 ms", "14 s", "3.2 minutes", "5 hours", "2.1 days", "3 years".
std::string duration_in_words(double seconds);

/// A product of two square matrices of the engine, as a measure of how fast this machine multiplies.
class SpeedProbe {
 public:
  static constexpr Index size = 256;
  static constexpr double multiplications = static_cast<double>(size) * size * size;

  SpeedProbe();
  /// Multiplies once, on one core. Returns a number of the product.
  Scalar multiply();

 private:
  Matrix left_, right_, product_;
};

}  // namespace attention_lab
