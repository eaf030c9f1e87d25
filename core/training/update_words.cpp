#include "core/training/update_words.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_gradient_terms = 6;  // in a line; the rest is summed

/// "−0.25", "1.25e-9".
std::string exact(Scalar number) {
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

/// The product whose gradient flows into a weight or a bias of a head; nullopt for other matrices.
std::optional<MatrixName> product_after(MatrixName name) {
  const Layer* layer = layer_of(name);
  if (layer == nullptr || name == layer->product || !is_per_head(name)) return std::nullopt;
  return layer->product;
}

/// The largest parts first, because a corpus may have many sentences.
void add_sentences(std::vector<Scalar> parts, UpdateLine& line) {
  line.symbols = "g = Σ over the sentences";
  std::stable_sort(parts.begin(), parts.end(), [](Scalar a, Scalar b) { return std::abs(a) > std::abs(b); });
  Scalar rest = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i >= most_gradient_terms)
      rest += parts[i];
    else
      line.numbers += (i > 0 ? " + " : "") + operand(parts[i]);
  }
  if (parts.size() > most_gradient_terms)
    line.numbers += filled(" + … (the others: <rest>)", {{"rest", exact(rest)}});
}

UpdateLine gradient_line(const TrainingObjective& objective, const std::vector<std::string>& tokens,
                         const CellRef& cell, Scalar gradient) {
  UpdateLine line{"g = ∂L ÷ ∂w", "", exact(gradient)};
  const std::vector<Scalar> sentences = objective.gradient_by_sentence(cell);
  if (!sentences.empty()) {
    add_sentences(sentences, line);
    return line;
  }
  const std::vector<GradientTerm> terms = gradient_terms(objective, tokens, cell);
  if (terms.empty()) return line;
  const MatrixRef product{*product_after(cell.matrix.name), cell.matrix.head};
  const bool is_bias = layer_of(cell.matrix.name)->bias == cell.matrix.name;
  const std::string column = std::to_string(cell.column + 1);
  const std::string projected = display_name(product.name);
  line.symbols = is_bias ? filled("g = Σ_t ∂L ÷ ∂<projected>[t,<column>]",
                                  {{"projected", projected}, {"column", column}})
                         : filled("g = Σ_t X[t,<row>] · ∂L ÷ ∂<projected>[t,<column>]",
                                  {{"row", cell.row + 1}, {"projected", projected}, {"column", column}});
  Scalar rest = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (t >= most_gradient_terms) {
      rest += terms[t].left * terms[t].right;
      continue;
    }
    if (t > 0) line.numbers += " + ";
    line.numbers += is_bias ? operand(terms[t].right)
                            : filled("<left> · <right>",
                                     {{"left", operand(terms[t].left)}, {"right", operand(terms[t].right)}});
  }
  if (terms.size() > most_gradient_terms)
    line.numbers += filled(" + … (the others: <rest>)", {{"rest", exact(rest)}});
  return line;
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
                               {"v", exact(a.after.second)},
                               {"c", exact(a.root_correction)},
                               {"epsilon", exact(static_cast<Scalar>(a.settings.epsilon))}}),
                       exact(a.next)});
      return;
    }
  }
}

std::string sentence_of(const TrainingRun& run, const CellRef& cell, const UpdateArithmetic& a) {
  if (cell.matrix.name == MatrixName::b_k) {
    return "b_k has gradient 0: it adds the same number to all scores of a row, and softmax does not change "
           "then.";
  }
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

std::vector<GradientTerm> gradient_terms(const TrainingObjective& objective,
                                         const std::vector<std::string>& tokens, const CellRef& cell) {
  const std::optional<MatrixName> product = product_after(cell.matrix.name);
  const Stages* gradients = objective.gradients();
  if (!product || gradients == nullptr) return {};
  const MatrixView gradient = matrix_view(*gradients, {*product, cell.matrix.head});
  const Matrix& X = X_of(objective.model(), objective.trace());
  const bool is_bias = layer_of(cell.matrix.name)->bias == cell.matrix.name;
  std::vector<GradientTerm> terms;
  for (Index t = 0; t < gradient.rows(); ++t) {
    terms.push_back({tokens[static_cast<std::size_t>(t)], is_bias ? Scalar{1} : X(t, cell.row),
                     gradient(t, cell.column)});
  }
  return terms;
}

UpdateWords describe_update(const TrainingRun& run, const std::vector<std::string>& tokens,
                            const CellRef& cell) {
  const UpdateArithmetic arithmetic = run.next_update(cell);
  const bool is_trained = run.is_trained(cell.matrix);
  UpdateWords words;
  words.title = filled("<matrix>, row <row>, column <column>: from step <step> to step <next>",
                       {{"matrix", name_with_head(run.objective().model(), cell.matrix)},
                        {"row", cell.row + 1},
                        {"column", cell.column + 1},
                        {"step", run.step()},
                        {"next", run.step() + 1}});
  words.lines.push_back({"",
                         filled("w = <value>; after this step, <next>",
                                {{"value", exact(arithmetic.value)},
                                 {"next", exact(is_trained ? arithmetic.next : arithmetic.value)}}),
                         ""});
  words.lines.push_back(gradient_line(run.objective(), tokens, cell, arithmetic.gradient));
  if (is_trained) add_update_lines(arithmetic, words.lines);
  words.sentence = sentence_of(run, cell, arithmetic);
  return words;
}

}  // namespace attention_lab
