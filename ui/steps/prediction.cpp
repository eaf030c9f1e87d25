#include "ui/steps/prediction.h"

#include <cmath>
#include <limits>

#include "core/attention/mask.h"
#include "ui/cell_editing.h"
#include "ui/figures/number_format.h"
#include "ui/inspector/inspector_content.h"

namespace attention_lab {
namespace {

/// Numbers that are looked up, copied or hidden rather than worked out.
bool is_nothing_new(const Session& session, const Step& step, const StepNumbers& numbers) {
  switch (step.kind) {
    case StepKind::embedding:
    case StepKind::mask:
    case StepKind::concatenation: return true;
    case StepKind::query: return session.model().options.projection == Projection::identity;
    case StepKind::query_bias: return !numbers.bias;
    case StepKind::scaled_score: return numbers.divisor == 1;
    case StepKind::accumulation: return !is_visible(session.model().options.mask, step.token, step.key);
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

}  // namespace

std::optional<Prediction> prediction_of(const Session& session, Index head, const Step& step) {
  if (is_of_all_tokens(step.kind)) return std::nullopt;
  const StepNumbers numbers = numbers_of(session.model(), session.trace(), head, step);
  if (is_nothing_new(session, step, numbers)) return std::nullopt;
  Prediction prediction;
  if (!numbers.cells.empty()) prediction.cell = numbers.cells.front();
  const bool is_product = step.kind == StepKind::score_term;
  prediction.value = is_product ? numbers.terms.front().product : numbers.values.front();
  prediction.symbol = symbol(step, numbers);
  if (std::isnan(prediction.value)) return std::nullopt;
  return prediction;
}

Result<bool> is_right(std::string_view guess, Scalar value, int decimals) {
  double guessed = 0;
  if (const std::optional<double> infinity = as_infinity(guess)) {
    guessed = *infinity;
  } else {
    const Result<Scalar> number = parse_number(guess);
    if (!number) return number.error();
    guessed = static_cast<double>(*number);
  }
  return format_number(guessed, decimals) == format_number(static_cast<double>(value), decimals);
}

}  // namespace attention_lab
