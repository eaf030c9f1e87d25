#include "ui/steps/prediction.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "core/attention/dropout.h"
#include "core/attention/mask.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/typed_numbers.h"
#include "ui/lab/cell_editing.h"

namespace attention_lab {
namespace {

/// Numbers that are looked up, copied, hidden or dropped at random rather than worked out.
bool is_nothing_new(const Session& session, Index head, const Step& step, const StepNumbers& numbers) {
  switch (step.kind) {
    case StepKind::embedding:
    case StepKind::mask:
    case StepKind::dropout:
    case StepKind::concatenation: return true;
    case StepKind::query: return session.model().options.projection == Projection::identity;
    case StepKind::query_bias: return !numbers.bias;
    case StepKind::scaled_score: return numbers.divisor == 1;
    case StepKind::accumulation:
      return !is_visible(session.model().options.mask, step.token, step.key) ||
             is_dropped(session.model(), session.trace().heads[static_cast<std::size_t>(head)], step.token,
                        step.key);
    default: return is_of_all_tokens(step.kind);
  }
}

std::string symbol(const Step& step, const StepNumbers& numbers) {
  const std::string row = std::to_string(step.token + 1);
  switch (step.kind) {
    case StepKind::score_term:
      return symbol_of(numbers.terms.front().left.cell) + " × " + symbol_of(numbers.terms.front().right.cell);
    case StepKind::row_maximum: return "max";
    case StepKind::exponential: return "e_{" + row + "," + std::to_string(step.key + 1) + "}";
    case StepKind::exponential_sum: return "Σ_j e_{" + row + ",j}";
    default: return symbol_of(numbers.cells.front());
  }
}

/// The number of the step as it comes out with the numbers that are shown, each rounded.
class RoundedStep {
 public:
  RoundedStep(const Session& session, const Step& step, const StepNumbers& numbers, int decimals)
      : session_(session), step_(step), numbers_(numbers), decimals_(decimals) {}

  double result() const {
    switch (step_.kind) {
      // A divisor that rounds to 0 is taken as it is.
      case StepKind::scaled_score: return rounded(numbers_.source->value) / divisor_of(numbers_.divisor);
      case StepKind::row_maximum: return rounded(numbers_.row_maximum);
      case StepKind::exponential:
        return std::exp((rounded(numbers_.source->value) - rounded(numbers_.row_maximum)) /
                        divisor_of(numbers_.temperature));
      case StepKind::exponential_sum: {
        double sum = 0;
        for (const Scalar each : numbers_.exponentials) sum += rounded(each);
        return sum;
      }
      case StepKind::weight:
        return rounded(numbers_.exponentials[static_cast<std::size_t>(step_.key)]) /
               rounded(numbers_.exponential_sum);
      case StepKind::score_term: return product(numbers_.terms.front());
      case StepKind::score: return sum_of_rounded_products();
      case StepKind::query_term:
      case StepKind::accumulation: return rounded(numbers_.before.front()) + product(numbers_.terms.front());
      case StepKind::query_bias: return rounded(numbers_.before.front()) + rounded(numbers_.bias->value);
      case StepKind::position:
        return rounded(numbers_.before.front()) + rounded(numbers_.added.front().value);
      default: return dot_product();
    }
  }

 private:
  double rounded(Scalar value) const {
    if (!std::isfinite(value)) return static_cast<double>(value);
    const double unit = std::pow(10.0, decimals_);
    return std::round(static_cast<double>(value) * unit) / unit;
  }
  double divisor_of(Scalar value) const {
    const double shown = rounded(value);
    return shown != 0 ? shown : static_cast<double>(value);
  }
  double product(const Term& term) const { return rounded(term.left.value) * rounded(term.right.value); }

  double sum_of_rounded_products() const {
    double sum = 0;
    for (const Term& term : numbers_.terms) sum += rounded(term.product);
    return sum;
  }
  /// The first entry of a row that is made at once.
  double dot_product() const {
    const Explanation e = explain(session_.model(), session_.trace(), numbers_.cells.front());
    double sum = e.bias ? rounded(e.bias->value) : 0;
    for (const Term& term : e.terms) sum += product(term);
    return sum;
  }

  const Session& session_;
  const Step& step_;
  const StepNumbers& numbers_;
  int decimals_;
};

std::string without_blanks(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') kept += c;
  }
  return kept;
}

/// "inf", "+∞", "−∞", …; in capitals too.
std::optional<double> as_infinity(std::string_view typed) {
  std::string text = without_blanks(typed);
  double sign = 1;
  for (const std::string_view minus : {"−", "-", "+"}) {
    if (text.rfind(minus, 0) != 0) continue;
    if (minus != "+") sign = -1;
    text.erase(0, minus.size());
    break;
  }
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (text != "inf" && text != "infinity" && text != "∞") return std::nullopt;
  return sign * std::numeric_limits<double>::infinity();
}

Result<double> guessed_number(std::string_view guess) {
  if (const std::optional<double> infinity = as_infinity(guess)) return *infinity;
  const Result<Scalar> number = parse_number(guess);
  if (!number) return number.error();
  return static_cast<double>(*number);
}

/// A value that lies half way may be rounded either way: 0.205 to 0.20 or to 0.21.
bool is_same(double guessed, double value, int decimals) {
  if (format_number(guessed, decimals) == format_number(value, decimals)) return true;
  const double unit = std::pow(10.0, -decimals);
  const double rounded_guess = std::round(guessed / unit) * unit;
  constexpr double rounding = 1e-6;
  return std::fabs(rounded_guess - value) <= unit / 2 * (1 + rounding);
}

}  // namespace

std::optional<Prediction> prediction_of(const Session& session, Index head, const Step& step) {
  if (is_of_all_tokens(step.kind)) return std::nullopt;
  const StepNumbers numbers = numbers_of(session.model(), session.trace(), head, step);
  if (is_nothing_new(session, head, step, numbers)) return std::nullopt;
  Prediction prediction;
  if (!numbers.cells.empty()) prediction.cell = numbers.cells.front();
  const bool is_product = step.kind == StepKind::score_term;
  prediction.value = is_product ? numbers.terms.front().product : numbers.values.front();
  prediction.symbol = symbol(step, numbers);
  if (std::isnan(prediction.value)) return std::nullopt;
  return prediction;
}

Result<bool> is_right(std::string_view guess, Scalar value, int decimals) {
  const Result<double> guessed = guessed_number(guess);
  if (!guessed) return guessed.error();
  return is_same(*guessed, static_cast<double>(value), decimals);
}

Result<Judgement> judge(std::string_view guess, const Session& session, Index head, const Step& step,
                        GuessDecimals decimals) {
  const std::optional<Prediction> prediction = prediction_of(session, head, step);
  assert(prediction);
  const Result<double> guessed = guessed_number(guess);
  if (!guessed) return guessed.error();
  const double value = static_cast<double>(prediction->value);
  if (is_same(*guessed, value, decimals.asked)) return Judgement::right;
  const StepNumbers numbers = numbers_of(session.model(), session.trace(), head, step);
  const double from_shown = RoundedStep(session, step, numbers, decimals.shown).result();
  if (is_same(*guessed, from_shown, decimals.asked)) return Judgement::right;
  return *guessed < value ? Judgement::too_low : Judgement::too_high;
}

}  // namespace attention_lab
