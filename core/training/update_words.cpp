#include "core/training/update_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/document/matrix_labels.h"
#include "core/training/attention_objective.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_gradient_parts = 6;  // with a line of their own; the rest is summed
constexpr std::size_t most_gradient_terms = 8;  // in a line, likewise

/// "−0.25", "1.25e-9".
std::string exact(Scalar number) {
  if (number == 0) return "0";  // and not "-0"
  std::string text = format_exactly(static_cast<float>(number));
  if (const std::size_t e = text.find("e-0"); e != std::string::npos) text.erase(e + 2, 1);
  if (!text.empty() && text.front() == '-') text.replace(0, 1, "−");
  return text;
}

/// In a product or a sum: "(−0.5)".
std::string operand(Scalar number) {
  const std::string text = exact(number);
  return number < 0 || text.find('e') != std::string::npos ? filled("(<number>)", {{"number", text}}) : text;
}

bool is_embedding(MatrixName name) {
  return name == MatrixName::X || name == MatrixName::token_embeddings ||
         name == MatrixName::position_embeddings;
}

/// A layer of a head that the matrix belongs to as weight or bias; null for other matrices.
const Layer* head_layer_of(MatrixName name) {
  const Layer* layer = layer_of(name);
  return layer == nullptr || name == layer->product || !is_per_head(name) ? nullptr : layer;
}

Scalar amount_of(const TokenProduct& product) {
  return product.input * product.gradient;
}

const std::string& token_of(const TokenProduct& product, const std::vector<std::string>& sentence) {
  return sentence[static_cast<std::size_t>(product.token)];
}

/// "0.5 · 0.012 (“dog”) + 1 · (−0.003) (“eat”)", in the order of the sentence, or the largest first if there
/// are too many.
std::string terms_of(std::vector<TokenProduct> products, const std::vector<std::string>& sentence) {
  Scalar rest = 0;
  if (products.size() > most_gradient_terms) {
    std::stable_sort(products.begin(), products.end(), [](const TokenProduct& a, const TokenProduct& b) {
      return std::abs(amount_of(a)) > std::abs(amount_of(b));
    });
    for (std::size_t i = most_gradient_terms; i < products.size(); ++i) rest += amount_of(products[i]);
    products.resize(most_gradient_terms);
  }
  std::string terms;
  const auto add = [&](const std::string& term) {
    terms = terms.empty() ? term : filled("<sum> + <term>", {{"sum", terms}, {"term", term}});
  };
  for (const TokenProduct& product : products) {
    add(filled("<input> · <gradient> (<token>)", {{"input", operand(product.input)},
                                                  {"gradient", operand(product.gradient)},
                                                  {"token", quoted_markup(token_of(product, sentence))}}));
  }
  if (rest != 0) add(filled("<rest> (the others)", {{"rest", operand(rest)}}));
  return terms;
}

/// How the gradient of Q, K or V of a token is a sum over the keys or queries; empty for other matrices.
std::string inner_symbols_of(MatrixName product, Index column) {
  const char* symbols =
      product == MatrixName::Q
          ? "∂L ÷ ∂Q[t,<column>] = Σ_k K[k,<column>] · ∂L ÷ ∂scores[t,k], with one product for each key:"
      : product == MatrixName::K
          ? "∂L ÷ ∂K[t,<column>] = Σ_q Q[q,<column>] · ∂L ÷ ∂scores[q,t], with one product for each query:"
      : product == MatrixName::V ? "∂L ÷ ∂V[t,<column>] = Σ_q weights[q,t] · ∂L ÷ ∂head_output[q,<column>], "
                                   "with one product for each query:"
                                 : nullptr;
  return symbols == nullptr
             ? ""
             : filled_by(symbols, [&](std::string_view) { return std::to_string(column + 1); });
}

GradientSum sum_over_sentences(std::vector<SentencePart> sentences, const CellRef& cell) {
  const Layer* layer = head_layer_of(cell.matrix.name);
  GradientSum sum{
      "Σ over the sentences", layer == nullptr ? "" : inner_symbols_of(layer->product, cell.column), {}};
  for (SentencePart& part : sentences) {
    std::string source = quoted_markup(join_tokens(part.sentence));
    sum.parts.push_back({std::move(source), part.gradient, std::move(part.tokens), std::move(part.sentence)});
  }
  // A corpus may have many sentences.
  std::stable_sort(sum.parts.begin(), sum.parts.end(), [](const GradientPart& a, const GradientPart& b) {
    return std::abs(a.value) > std::abs(b.value);
  });
  return sum;
}

GradientSum sum_over_tokens(const TrainingObjective& objective, const Stages& gradients, const Layer& layer,
                            const Document& document, const CellRef& cell) {
  const bool is_bias = layer.bias == cell.matrix.name;
  const auto head = static_cast<std::size_t>(cell.matrix.head);
  const MatrixView gradient = matrix_view(gradients, {layer.product, cell.matrix.head});
  const Matrix& X = X_of(objective.model(), objective.trace());
  const std::string name = display_name(layer.product);
  GradientSum sum;
  sum.symbols =
      is_bias ? filled("Σ_t ∂L ÷ ∂<product>[t,<column>]", {{"product", name}, {"column", cell.column + 1}})
              : filled("Σ_t X[t,<row>] · ∂L ÷ ∂<product>[t,<column>]",
                       {{"row", cell.row + 1}, {"product", name}, {"column", cell.column + 1}});
  sum.inner_symbols = inner_symbols_of(layer.product, cell.column);
  const Span sentence{0, gradient.rows()};
  for (Index t = 0; t < gradient.rows(); ++t) {
    TokenProduct product{t, is_bias ? Scalar{1} : X(t, cell.row), gradient(t, cell.column)};
    if (sum.parts.size() < most_gradient_parts)
      product.through = products_over_tokens(objective.trace().heads[head], gradients.heads[head],
                                             layer.product, sentence, t, cell.column);
    GradientPart& part = sum.parts.emplace_back();
    part.source = quoted_markup(document.tokens[static_cast<std::size_t>(t)]);
    part.value = amount_of(product);
    part.products.push_back(std::move(product));
  }
  return sum;
}

/// Those of queries, keys and values that the loss depends on.
GradientSum sum_over_roles(const TrainingObjective& objective, const Stages& gradients, const CellRef& cell) {
  struct Role {
    MatrixName weight;
    const char* source;
  };
  constexpr std::array roles = {Role{MatrixName::W_q, "as a query"}, Role{MatrixName::W_k, "as a key"},
                                Role{MatrixName::W_v, "as a value"}};
  GradientSum sum;
  for (const Role& role : roles) {
    const MatrixName product = layer_of(role.weight)->product;
    GradientPart part{role.source};
    bool matters = false;
    for (Index head = 0; head < objective.model().n_heads(); ++head) {
      const MatrixView gradient = matrix_view(gradients, {product, head});
      if (gradient.size() == 0 || gradient.isZero(0)) continue;
      const MatrixView weight = matrix_view(objective.model(), objective.trace(), {role.weight, head});
      part.value += gradient.row(cell.row).dot(weight.row(cell.column));
      matters = true;
    }
    if (!matters) continue;
    const std::string term =
        filled("Σ_j ∂L ÷ ∂<product>[<row>,j] · <weight>[<column>,j]", {{"product", display_name(product)},
                                                                       {"row", cell.row + 1},
                                                                       {"weight", display_name(role.weight)},
                                                                       {"column", cell.column + 1}});
    sum.symbols = sum.parts.empty() ? term : filled("<sum> + <term>", {{"sum", sum.symbols}, {"term", term}});
    sum.parts.push_back(std::move(part));
  }
  return sum;
}

/// "0.5 · 0.012": of a part that is one product.
std::string product_of(const TokenProduct& product) {
  return filled("<input> · <gradient>",
                {{"input", operand(product.input)}, {"gradient", operand(product.gradient)}});
}

UpdateLine part_line(const GradientPart& part) {
  if (part.products.empty())
    return {"", filled("<source>: <value>", {{"source", part.source}, {"value", exact(part.value)}}), ""};
  const std::string terms =
      part.sentence.empty() ? product_of(part.products.front()) : terms_of(part.products, part.sentence);
  return {"",
          filled("<source>: <terms> = <value>",
                 {{"source", part.source}, {"terms", terms}, {"value", exact(part.value)}}),
          ""};
}

/// The sums over keys or queries that the gradients of the tokens are: of the document's tokens, or of those
/// of the sentence with the largest part.
void add_inner_lines(const GradientSum& sum, const Document& document, std::vector<UpdateLine>& lines) {
  bool is_first = true;
  for (const GradientPart& part : sum.parts) {
    const std::vector<std::string>& sentence = part.sentence.empty() ? document.tokens : part.sentence;
    for (const TokenProduct& product : part.products) {
      if (product.through.empty()) continue;
      if (is_first) lines.push_back({"", sum.inner_symbols, ""});
      is_first = false;
      lines.push_back(
          {"",
           filled("<token>: <terms> = <gradient>", {{"token", quoted_markup(token_of(product, sentence))},
                                                    {"terms", terms_of(product.through, sentence)},
                                                    {"gradient", exact(product.gradient)}}),
           ""});
    }
    if (!part.sentence.empty()) return;
  }
}

void add_gradient_lines(const std::optional<GradientSum>& sum, Scalar gradient,
                        std::vector<UpdateLine>& lines) {
  if (!sum) {
    lines.push_back({"g = ∂L ÷ ∂w", "", exact(gradient)});
    return;
  }
  lines.push_back({"g = ∂L ÷ ∂w", sum->symbols, exact(gradient)});
  Scalar rest = 0;
  for (std::size_t i = 0; i < sum->parts.size(); ++i) {
    if (i < most_gradient_parts)
      lines.push_back(part_line(sum->parts[i]));
    else
      rest += sum->parts[i].value;
  }
  if (sum->parts.size() > most_gradient_parts)
    lines.push_back({"", filled("the others: <rest>", {{"rest", exact(rest)}}), ""});
}

void add_update_lines(const UpdateArithmetic& a, std::vector<UpdateLine>& lines) {
  const auto rate = static_cast<Scalar>(a.settings.learning_rate);
  switch (a.settings.optimizer) {
    case Optimizer::sgd:
      lines.push_back({"new w = w − η·g",
                       filled("<w> − <rate> · <g>",
                              {{"w", exact(a.value)}, {"rate", exact(rate)}, {"g", operand(a.gradient)}}),
                       exact(a.next)});
      return;
    case Optimizer::momentum: {
      const auto mu = static_cast<Scalar>(a.settings.momentum);
      lines.push_back(
          {"v = μ·v + g",
           filled("<mu> · <v> + <g>",
                  {{"mu", exact(mu)}, {"v", operand(a.before.first)}, {"g", operand(a.gradient)}}),
           exact(a.after.first)});
      lines.push_back({"new w = w − η·v",
                       filled("<w> − <rate> · <v>",
                              {{"w", exact(a.value)}, {"rate", exact(rate)}, {"v", operand(a.after.first)}}),
                       exact(a.next)});
      return;
    }
    case Optimizer::adam: {
      const auto beta1 = static_cast<Scalar>(a.settings.beta1);
      const auto rest1 = static_cast<Scalar>(1 - a.settings.beta1);
      const auto beta2 = static_cast<Scalar>(a.settings.beta2);
      const auto rest2 = static_cast<Scalar>(1 - a.settings.beta2);
      const Index t = static_cast<Index>(a.update);
      lines.push_back({"m = β_1·m + (1 − β_1)·g",
                       filled("<beta> · <m> + <rest> · <g>", {{"beta", exact(beta1)},
                                                              {"m", operand(a.before.first)},
                                                              {"rest", exact(rest1)},
                                                              {"g", operand(a.gradient)}}),
                       exact(a.after.first)});
      lines.push_back({"v = β_2·v + (1 − β_2)·g^2",
                       filled("<beta> · <v> + <rest> · <g>^2", {{"beta", exact(beta2)},
                                                                {"v", operand(a.before.second)},
                                                                {"rest", exact(rest2)},
                                                                {"g", operand(a.gradient)}}),
                       exact(a.after.second)});
      lines.push_back({"",
                       filled("t = <t>:  s = η ÷ (1 − β_1^t) = <s>,  c = √(1 − β_2^t) = <c>",
                              {{"t", t}, {"s", exact(a.step_size)}, {"c", exact(a.root_correction)}}),
                       ""});
      lines.push_back({"new w = w − s·m ÷ (√v ÷ c + ε)",
                       filled("<w> − <s> · <m> ÷ (√<v> ÷ <c> + <epsilon>)",
                              {{"w", exact(a.value)},
                               {"s", exact(a.step_size)},
                               {"m", operand(a.after.first)},
                               {"v", operand(a.after.second)},
                               {"c", exact(a.root_correction)},
                               {"epsilon", exact(static_cast<Scalar>(a.settings.epsilon))}}),
                       exact(a.next)});
      return;
    }
  }
}

std::string sentence_of(const TrainingRun& run, const CellRef& cell, const UpdateArithmetic& a) {
  if (cell.matrix.name == MatrixName::b_k) return why_b_k_stays;
  const std::string name = display_name(cell.matrix.name);
  if (!run.is_trained(cell.matrix)) {
    return filled("<matrix> is frozen, so this number stays as it is.", {{"matrix", name}});
  }
  if (a.gradient == 0) {
    return a.next == a.value
               ? "The gradient is 0: a small change of this number would not change the loss."
               : "The gradient is 0, but the number still moves, because the optimizer remembers "
                 "earlier gradients.";
  }
  const bool is_against = (a.next < a.value) == (a.gradient > 0);
  if (a.next == a.value) return "The step is too small to change this number.";
  if (!is_against) {
    return "This step still follows earlier gradients, which the optimizer remembers.";
  }
  return a.gradient > 0 ? "The gradient is positive: a larger number would increase the loss, so the step "
                          "makes it smaller."
                        : "The gradient is negative: a larger number would decrease the loss, so the step "
                          "makes it larger.";
}

}  // namespace

std::string row_label(const TrainingObjective& objective, const Document& document, MatrixName name,
                      Index row) {
  const std::vector<std::string>& words = objective.words();
  const bool is_word = !words.empty() && name == word_embeddings(objective.model());
  return is_word ? words[static_cast<std::size_t>(row)] : row_label(document, name, row);
}

std::string column_label(const TrainingObjective& objective, const Document& document, MatrixName name,
                         Index column) {
  const bool is_word = name == MatrixName::W_u;
  return is_word ? objective.words()[static_cast<std::size_t>(column)] : column_label(document, name, column);
}

std::optional<GradientSum> gradient_sum(const TrainingObjective& objective, const Document& document,
                                        const CellRef& cell) {
  if (cell.matrix.name == MatrixName::b_k) return std::nullopt;  // 0, which rounding would contradict
  std::vector<SentencePart> sentences = objective.gradient_by_sentence(cell);
  if (!sentences.empty()) return sum_over_sentences(std::move(sentences), cell);
  const Stages* gradients = objective.gradients();
  if (gradients == nullptr) return std::nullopt;
  if (const Layer* layer = head_layer_of(cell.matrix.name))
    return sum_over_tokens(objective, *gradients, *layer, document, cell);
  return is_embedding(cell.matrix.name) ? std::optional(sum_over_roles(objective, *gradients, cell))
                                        : std::nullopt;
}

UpdateWords describe_update(const TrainingRun& run, const Document& document, const CellRef& cell) {
  const UpdateArithmetic arithmetic = run.next_update(cell);
  const bool is_trained = run.is_trained(cell.matrix);
  const TrainingObjective& objective = run.objective();
  UpdateWords words;
  words.title =
      filled("<matrix>, row <row>, column <column>: from step <step> to step <next>",
             {{"matrix", name_with_head(objective.model(), cell.matrix)},
              {"row", escape_markup(number_and_label(
                          cell.row, row_label(objective, document, cell.matrix.name, cell.row)))},
              {"column", escape_markup(number_and_label(
                             cell.column, column_label(objective, document, cell.matrix.name, cell.column)))},
              {"step", count_text(run.step())},
              {"next", count_text(run.step() + 1)}});
  words.lines.push_back({"",
                         filled("w = <value>; after this step, <next>",
                                {{"value", exact(arithmetic.value)},
                                 {"next", exact(is_trained ? arithmetic.next : arithmetic.value)}}),
                         ""});
  const std::optional<GradientSum> gradient = gradient_sum(objective, document, cell);
  add_gradient_lines(gradient, arithmetic.gradient, words.lines);
  if (is_trained) add_update_lines(arithmetic, words.lines);
  if (gradient) add_inner_lines(*gradient, document, words.lines);
  words.sentence = sentence_of(run, cell, arithmetic);
  return words;
}

}  // namespace attention_lab
