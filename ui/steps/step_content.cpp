#include "ui/steps/step_content.h"

#include <algorithm>
#include <cmath>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "ui/steps/step_formula.h"
#include "ui/steps/step_sentences.h"

namespace attention_lab {
namespace {

// How much of a vector or a sum fits the line that it shares with the rest of the formula.
constexpr std::size_t most_entries = 4;   // of a vector
constexpr std::size_t most_beside = 3;    // of a vector, where three stand in one line
constexpr std::size_t most_summands = 6;  // of plain numbers
constexpr std::size_t most_products = 3;  // of products a × b
constexpr std::size_t most_in_row = 6;    // of a row of scores
constexpr std::size_t most_heads = 3;     // side by side

class Describer {
 public:
  Describer(const Session& session, Index head, const Step& step, int decimals)
      : session_(session),
        model_(session.model()),
        step_(step),
        head_(head),
        decimals_(decimals),
        numbers_(numbers_of(session.model(), session.trace(), head, step)) {}

  StepContent describe() {
    content_.title = step_title(session_, head_, step_);
    content_.sentence = step_sentence(session_, head_, step_);
    content_.formula = step_formula(session_, head_, step_);
    content_.sign = changes_a_row() ? "→" : "=";
    const bool is_of_all = is_of_all_tokens(step_.kind);
    content_.numbers = is_of_all ? shapes() : arithmetic();
    content_.result = is_of_all ? resulting_shape() : result();
    return std::move(content_);
  }

 private:
  bool is_identity() const { return model_.options.projection == Projection::identity; }
  /// Rather than computing it from something else.
  bool changes_a_row() const {
    switch (step_.kind) {
      case StepKind::mask:
      case StepKind::all_masked_scores:
      case StepKind::dropout: return true;
      default: return false;
    }
  }
  std::string bias(MatrixName name) const {
    const bool has_bias = matrix_view(model_, session_.trace(), {name, head_}).size() > 0;
    return has_bias ? " + " + display_name(name) : "";
  }

  // --- one token

  std::string number(Scalar value) const { return format_number(static_cast<double>(value), decimals_); }
  /// After an operator, so that no two signs meet.
  std::string operand(Scalar value) const {
    const std::string text = number(value);
    return text.rfind("−", 0) == 0 ? "(" + text + ")" : text;
  }
  std::string product(const Term& term, bool is_first) const {
    return (is_first ? number(term.left.value) : operand(term.left.value)) + " × " +
           operand(term.right.value);
  }
  std::string vector(const std::vector<Scalar>& values, std::size_t most = most_entries) const {
    return vector_around(values, 0, most);
  }
  /// "[…  0.1  0.2  …]": where not all entries fit, those around `middle`.
  std::string vector_around(const std::vector<Scalar>& values, Index middle, std::size_t most) const {
    const std::size_t count = values.size() <= most ? values.size() : most - 1;
    const Index latest = static_cast<Index>(values.size() - count);
    const std::size_t first =
        static_cast<std::size_t>(std::clamp<Index>(middle - static_cast<Index>(count / 2), 0, latest));
    std::string text = first > 0 ? "[…" : "[";
    for (std::size_t n = first; n < first + count; ++n) {
      text += (n > 0 ? "  " : "") + number(values[n]);
    }
    return text + (first + count < values.size() ? "  …]" : "]");
  }
  std::vector<Scalar> row_of(const MatrixRef& matrix, Index row) const {
    const MatrixView view = matrix_view(model_, session_.trace(), matrix);
    const auto numbers = view.row(row);
    return {numbers.begin(), numbers.end()};
  }
  std::string vector_of(MatrixName name, Index row, std::size_t most = most_entries) const {
    return vector(row_of({name, is_per_head(name) ? head_ : 0}, row), most);
  }

  /// Row i of a square matrix, where it is too long with the entries around `key`.
  std::string row_around(MatrixName name, Index key) const {
    return vector_around(row_of({name, head_}, step_.token), key, most_in_row);
  }

  /// "0.1909 + 1.6616", or "… + (60 more: 1.2345)".
  std::string sum(const std::vector<Scalar>& summands) const {
    const std::size_t count = summands.size();
    const std::size_t shown = count <= most_summands ? count : most_summands - 2;
    std::string text;
    for (std::size_t n = 0; n < shown; ++n) {
      text += n == 0 ? number(summands[n]) : " + " + operand(summands[n]);
    }
    double rest = 0;
    for (std::size_t n = shown; n < count; ++n) rest += static_cast<double>(summands[n]);
    return text + more(count - shown, rest);
  }
  std::string more(std::size_t count, double total) const {
    if (count == 0) return {};
    return " + … (" + std::to_string(count) + " more: " + format_number(total, decimals_) + ")";
  }

  /// "0.55 × 0.29 + 0.87 × 0.25 + …".
  std::string sum_of_products() const {
    const std::size_t count = numbers_.terms.size();
    const std::size_t shown = count <= most_products ? count : most_products - 1;
    std::string text;
    for (std::size_t n = 0; n < shown; ++n) {
      text += (n == 0 ? "" : " + ") + product(numbers_.terms[n], n == 0);
    }
    double rest = 0;
    for (std::size_t n = shown; n < count; ++n) rest += static_cast<double>(numbers_.terms[n].product);
    return text + more(count - shown, rest);
  }

  std::string embedding(const char* letter) const {
    return letter + ("_{" + std::to_string(step_.token + 1) + "}");
  }

  std::string arithmetic() const {
    switch (step_.kind) {
      case StepKind::embedding: return embedding(model_.has_positions() ? "e" : "x");
      case StepKind::position: return embedding_and_position();
      case StepKind::query_term:
        return step_.term == 0
                   ? product(numbers_.terms.front(), true)
                   : number(numbers_.before.front()) + " + " + product(numbers_.terms.front(), false);
      case StepKind::query_bias:
        return number(numbers_.before.front()) + (numbers_.bias ? " + " + operand(numbers_.bias->value) : "");
      case StepKind::query_entry:
        return sum_of_products() + (numbers_.bias ? " + " + operand(numbers_.bias->value) : "");
      case StepKind::query:
        return is_identity() ? embedding("x") : projected(MatrixName::W_q, MatrixName::b_q, step_.token);
      case StepKind::key: return projected(MatrixName::W_k, MatrixName::b_k, step_.key);
      case StepKind::value: return projected(MatrixName::W_v, MatrixName::b_v, step_.key);
      case StepKind::score_term: return product(numbers_.terms.front(), true);
      case StepKind::score: return score();
      case StepKind::scaled_score: return number(numbers_.source->value) + " ÷ " + number(numbers_.divisor);
      case StepKind::mask: return row_around(MatrixName::scaled_scores, step_.token);
      case StepKind::row_maximum:
        return "largest of " + row_around(MatrixName::masked_scores, *numbers_.results.front().column);
      case StepKind::exponential: return exponential_numbers();
      case StepKind::exponential_sum: return sum(numbers_.exponentials);
      case StepKind::weight:
        return number(numbers_.exponentials[static_cast<std::size_t>(step_.key)]) + " ÷ " +
               number(numbers_.exponential_sum);
      case StepKind::dropout: return row_around(MatrixName::weights, step_.token);
      case StepKind::accumulation: return accumulated();
      case StepKind::concatenation: return side_by_side();
      case StepKind::output: return output();
      default: return {};
    }
  }

  std::string embedding_and_position() const {
    std::vector<Scalar> added;
    for (const Operand& operand : numbers_.added) added.push_back(operand.value);
    return vector(numbers_.before, most_beside) + " + " + vector(added, most_beside);
  }

  std::string projected(MatrixName weight, MatrixName bias_name, Index row) const {
    return vector_of(MatrixName::X, row) + " · " + display_name(weight) + bias(bias_name);
  }

  // Where the products have had steps of their own, only they are added up.
  std::string score() const {
    const std::size_t count = numbers_.terms.size();
    const bool had_steps =
        count > 1 && count <= static_cast<std::size_t>(most_terms) && model_.n_tokens() <= most_keys_in_terms;
    if (!had_steps) return sum_of_products();
    std::vector<Scalar> products;
    for (const Term& term : numbers_.terms) products.push_back(term.product);
    return sum(products);
  }

  std::string exponential_numbers() const {
    const Scalar score = numbers_.source->value;
    if (std::isinf(score) && score < 0) return "exp(−∞)";
    const std::string difference = number(score) + " − " + operand(numbers_.row_maximum);
    if (numbers_.temperature == 1) return "exp(" + difference + ")";
    return "exp((" + difference + ") ÷ " + number(numbers_.temperature) + ")";
  }

  std::string accumulated() const {
    std::vector<Scalar> value;
    for (const Term& term : numbers_.terms) value.push_back(term.right.value);
    const std::string added = number(numbers_.terms.front().left.value) + " × " + vector(value, most_beside);
    return step_.key == 0 ? added : vector(numbers_.before, most_beside) + " + " + added;
  }

  std::string side_by_side() const {
    const std::size_t heads = static_cast<std::size_t>(model_.n_heads());
    const std::size_t shown = heads <= most_heads ? heads : most_heads - 1;
    std::string text;
    for (std::size_t head = 0; head < shown; ++head) {
      const MatrixRef matrix{MatrixName::head_output, static_cast<Index>(head)};
      text += (head > 0 ? " | " : "") + vector(row_of(matrix, step_.token), 2);
    }
    return text + (shown < heads ? " | …" : "");
  }

  std::string output() const {
    return vector_of(MatrixName::concatenated, step_.token) + " · W_o" + bias(MatrixName::b_o);
  }

  std::string result() const {
    switch (step_.kind) {
      case StepKind::mask: return row_around(MatrixName::masked_scores, step_.token);
      case StepKind::dropout: return row_around(MatrixName::dropped_weights, step_.token);
      case StepKind::score_term: return number(numbers_.terms.front().product);
      case StepKind::embedding:
      case StepKind::query:
      case StepKind::key:
      case StepKind::value:
      case StepKind::concatenation:
      case StepKind::output: return vector(numbers_.values);
      case StepKind::position:
      case StepKind::accumulation: return vector(numbers_.values, most_beside);
      default: return numbers_.values.empty() ? std::string() : number(numbers_.values.front());
    }
  }

  // --- all tokens at once

  static std::string shape_of(Index rows, Index columns) {
    std::string text = "(";
    text += shape_text(rows, columns);
    return text + ")";
  }
  std::string shape_of(const Place& place) const {
    const MatrixView matrix = matrix_view(model_, session_.trace(), place.matrix);
    return shape_of(matrix.rows(), matrix.cols());
  }
  std::string shape(std::size_t operand) const { return shape_of(numbers_.operands[operand]); }

  std::string shapes() const {
    switch (step_.kind) {
      case StepKind::all_embeddings: return "shape of " + display_name(numbers_.results.front().matrix.name);
      case StepKind::all_positions: return shape(0) + " + " + shape(1);
      case StepKind::all_transposed_keys: return shape_of(numbers_.results.front()) + "^T";
      case StepKind::all_scores: {
        // Operands are one where X meets itself.
        const MatrixView K = matrix_view(model_, session_.trace(), {MatrixName::K, head_});
        return shape(0) + " · " + shape_of(K.cols(), K.rows());
      }
      case StepKind::all_scaled_scores: return shape(0) + " ÷ " + number(numbers_.divisor);
      case StepKind::all_masked_scores: return shape(0);
      case StepKind::all_weights: return "softmax of each row of " + shape(0);
      case StepKind::all_dropped_weights: return shape(0) + " ∘ " + shape_of(numbers_.results.front());
      case StepKind::all_concatenated:
        return std::to_string(model_.n_heads()) + " matrices " + shape(0) + " side by side";
      default: {
        const std::string product = shape(0) + " · " + shape(1);
        return numbers_.operands.size() > 2 ? product + " + " + shape(2) : product;
      }
    }
  }

  std::string resulting_shape() const {
    const Place& place = numbers_.results.front();
    if (step_.kind != StepKind::all_transposed_keys) return shape_of(place);
    const MatrixView matrix = matrix_view(model_, session_.trace(), place.matrix);
    return shape_of(matrix.cols(), matrix.rows());
  }

  const Session& session_;
  const Model& model_;
  Step step_;
  Index head_;
  int decimals_;
  StepNumbers numbers_;
  StepContent content_;
};

}  // namespace

StepContent describe_step(const Session& session, Index head, const Step& step, int decimals) {
  return Describer(session, head, step, decimals).describe();
}

std::string equation_of(const StepContent& content) {
  return content.numbers + " " + content.sign + " " + content.result;
}

}  // namespace attention_lab
