#include "core/experiments/model_size.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "core/attention/kernels.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double bytes_of_float32 = 4;
constexpr double bytes_of_float16 = 2;

double as_number(Index count) {
  return static_cast<double>(count);
}

SizeQuantity quantity(const char* name, const char* formula, std::string numbers, double amount,
                      SizeUnit unit = SizeUnit::parameters) {
  return {name, formula, std::move(numbers), amount, unit};
}

/// "7.08 million": the amount in units of `unit`.
std::string in_units(double amount, double unit, const char* sentence) {
  const double count = amount / unit;
  const double per_unit = count > 0 ? std::pow(10, 2 - std::floor(std::log10(count))) : 1;  // three digits
  return filled(sentence, {{"count", short_number(std::round(count * per_unit) / per_unit)}});
}

}  // namespace

const std::array<ModelShape, 3>& well_known_shapes() {
  static const std::array<ModelShape, 3> shapes = {ModelShape{"GPT-2 small", 768, 64, 12, 12, 50'257},
                                                   ModelShape{"LLaMA 2 7B", 4096, 128, 32, 32, 32'000},
                                                   ModelShape{"GPT-3", 12'288, 128, 96, 96, 50'257}};
  return shapes;
}

const ModelShape& largest_model_shape() {
  static const ModelShape shape{"", 100'000, 10'000, 1000, 1000, 10'000'000};
  return shape;
}

ModelShape model_shape_of(const Model& model, std::string name) {
  return {std::move(name), model.d_model(), model.d_k(), model.n_heads(), 1, 0};
}

std::vector<SizeQuantity> sizes_of(const ModelShape& shape) {
  const std::string d_model = count_text(shape.d_model);
  const std::string d_k = count_text(shape.d_k);
  const std::string heads = count_text(shape.n_heads);
  const std::string layers = count_text(shape.n_layers);
  const double one_W_q = as_number(shape.d_model) * as_number(shape.d_k);
  const double layer = 4 * one_W_q * as_number(shape.n_heads);
  const double attention = layer * as_number(shape.n_layers);
  const double table = as_number(shape.vocabulary) * as_number(shape.d_model);
  std::vector<SizeQuantity> sizes = {
      quantity("one W_q, W_k or W_v", "d_{model} · d_k",
               filled("<d_model> · <d_k>", {{"d_model", d_model}, {"d_k", d_k}}), one_W_q),
      quantity("one head: W_q, W_k and W_v", "3 · d_{model} · d_k",
               filled("3 · <d_model> · <d_k>", {{"d_model", d_model}, {"d_k", d_k}}), 3 * one_W_q),
      quantity("W_o of one layer", "heads · d_k · d_{model}",
               filled("<heads> · <d_k> · <d_model>", {{"heads", heads}, {"d_k", d_k}, {"d_model", d_model}}),
               one_W_q * as_number(shape.n_heads)),
      quantity(
          "one layer: all heads and W_o", "4 · d_{model} · d_k · heads",
          filled("4 · <d_model> · <d_k> · <heads>", {{"d_model", d_model}, {"d_k", d_k}, {"heads", heads}}),
          layer),
      quantity("attention in all layers", "4 · d_{model} · d_k · heads · layers",
               filled("4 · <d_model> · <d_k> · <heads> · <layers>",
                      {{"d_model", d_model}, {"d_k", d_k}, {"heads", heads}, {"layers", layers}}),
               attention),
  };
  if (shape.vocabulary > 0) {
    sizes.push_back(quantity("embedding table", "vocabulary · d_{model}",
                             filled("<vocabulary> · <d_model>",
                                    {{"vocabulary", count_text(shape.vocabulary)}, {"d_model", d_model}}),
                             table));
  }
  const double all = attention + table;
  sizes.push_back(quantity("memory in float32", "4 bytes · parameters",
                           filled("4 bytes · <parameters>", {{"parameters", large_number(all)}}),
                           bytes_of_float32 * all, SizeUnit::bytes));
  sizes.push_back(quantity("memory in float16", "2 bytes · parameters",
                           filled("2 bytes · <parameters>", {{"parameters", large_number(all)}}),
                           bytes_of_float16 * all, SizeUnit::bytes));
  return sizes;
}

Multiplications multiplications_of(const ModelShape& shape, double n_tokens) {
  const double width = as_number(shape.n_heads) * as_number(shape.d_k);
  const double layers = as_number(shape.n_layers);
  return {4 * n_tokens * as_number(shape.d_model) * width * layers, 2 * n_tokens * n_tokens * width * layers};
}

Index length_of_equal_work(const ModelShape& shape) {
  return 2 * shape.d_model;
}

std::vector<SizeQuantity> work_of(const ModelShape& shape, Index n_tokens) {
  const std::string n = count_text(n_tokens);
  const std::string d_model = count_text(shape.d_model);
  const std::string d_k = count_text(shape.d_k);
  const std::string heads = count_text(shape.n_heads);
  const std::string layers = count_text(shape.n_layers);
  const double tokens = as_number(n_tokens);
  const double weights = tokens * tokens * as_number(shape.n_heads) * as_number(shape.n_layers);
  const Multiplications work = multiplications_of(shape, tokens);
  return {
      quantity("attention weights of the sentence", "n^2 · heads · layers",
               filled("<n>^2 · <heads> · <layers>", {{"n", n}, {"heads", heads}, {"layers", layers}}),
               weights, SizeUnit::numbers),
      quantity(
          "the same in float32", "4 bytes · n^2 · heads · layers",
          filled("4 bytes · <n>^2 · <heads> · <layers>", {{"n", n}, {"heads", heads}, {"layers", layers}}),
          bytes_of_float32 * weights, SizeUnit::bytes),
      quantity("multiplications of the projections", "4 · n · d_{model} · d_k · heads · layers",
               filled("4 · <n> · <d_model> · <d_k> · <heads> · <layers>",
                      {{"n", n}, {"d_model", d_model}, {"d_k", d_k}, {"heads", heads}, {"layers", layers}}),
               work.projections, SizeUnit::multiplications),
      quantity("multiplications of QK^T and weights · V", "2 · n^2 · d_k · heads · layers",
               filled("2 · <n>^2 · <d_k> · <heads> · <layers>",
                      {{"n", n}, {"d_k", d_k}, {"heads", heads}, {"layers", layers}}),
               work.scores_and_contexts, SizeUnit::multiplications),
      quantity("multiplications in all", "the sum of both",
               filled("<projections> + <scores>", {{"projections", large_number(work.projections)},
                                                   {"scores", large_number(work.scores_and_contexts)}}),
               work.all(), SizeUnit::multiplications),
  };
}

std::string large_number(double amount) {
  if (amount < 1e6) return count_text(std::llround(amount));
  if (amount < 1e9) return in_units(amount, 1e6, "<count> million");
  if (amount < 1e12) return in_units(amount, 1e9, "<count> billion");
  if (amount < 1e15) return in_units(amount, 1e12, "<count> trillion");
  const double exponent = std::floor(std::log10(amount));
  return filled("<count> · 10^{<exponent>}", {{"count", short_number(amount / std::pow(10, exponent))},
                                              {"exponent", std::lround(exponent)}});
}

std::string amount_in_words(const SizeQuantity& quantity) {
  if (quantity.unit != SizeUnit::bytes) return large_number(quantity.amount);
  // Decimal units, which agree with the formula beside them: 4 bytes · 66.9 million are 268 MB.
  if (quantity.amount < 1e3) return counted(std::llround(quantity.amount), "byte");
  if (quantity.amount < 1e6) return in_units(quantity.amount, 1e3, "<count> KB");
  if (quantity.amount < 1e9) return in_units(quantity.amount, 1e6, "<count> MB");
  if (quantity.amount < 1e12) return in_units(quantity.amount, 1e9, "<count> GB");
  return in_units(quantity.amount, 1e12, "<count> TB");
}

std::string duration_in_words(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  constexpr double day = 24 * hour;
  constexpr double year = 365.25 * day;
  if (seconds < 1e-3) return in_units(seconds, 1e-6, "<count> µs");
  if (seconds < 1) return in_units(seconds, 1e-3, "<count> ms");
  if (seconds < 2 * minute) return in_units(seconds, 1, "<count> s");
  if (seconds < 2 * hour) return in_units(seconds, minute, "<count> minutes");
  if (seconds < 2 * day) return in_units(seconds, hour, "<count> hours");
  if (seconds < 2 * year) return in_units(seconds, day, "<count> days");
  return filled("<count> years", {{"count", large_number(seconds / year)}});
}

SpeedProbe::SpeedProbe()
    : left_(Matrix::Constant(size, size, Scalar(0.5))),
      right_(Matrix::Constant(size, size, Scalar(0.25))),
      product_(size, size) {}

Scalar SpeedProbe::multiply() {
  ProductTask task;
  task.A = left_.data();
  task.B = right_.data();
  task.C = product_.data();
  task.a_stride = task.b_stride = task.c_stride = size;
  task.n_rows = task.n_inner = task.n_columns = size;
  best_kernels().product(task);
  return product_(size / 2, size / 3);
}

}  // namespace attention_lab
