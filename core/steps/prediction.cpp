#include "core/steps/prediction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention/explain.h"
#include "core/steps/step_table.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/typed_numbers.h"

namespace attention_lab {
namespace {

/// An entry of a row that is computed at once.
double rounded_dot_product(const StepContext& step, std::size_t entry) {
  const Explanation e = explain(step.model, step.session.trace(), step.numbers().cells[entry]);
  double sum = e.bias ? step.rounded(e.bias->value) : 0;
  for (const Term& term : e.terms) sum += step.rounded_product(term);
  return sum;
}

std::string without_blanks(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') kept += c;
  }
  return kept;
}

/// "inf", "+∞", "−∞", …, in lower or upper case.
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

/// A value halfway between two numbers may be rounded either way: 0.205 to 0.20 or to 0.21.
bool is_same(double guessed, double value, int decimals) {
  if (format_number(guessed, decimals) == format_number(value, decimals)) return true;
  const double unit = std::pow(10.0, -decimals);
  const double rounded_guess = std::round(guessed / unit) * unit;
  constexpr double rounding = 1e-6;
  return std::fabs(rounded_guess - value) <= unit / 2 * (1 + rounding);
}

}  // namespace

std::vector<AskedNumber> asked_numbers(const Session& session, Index head, const Step& step) {
  const StepContext context(session, head, step);
  const StepRow& row = step_row(step.kind);
  if (row.asks_for_number == nullptr || !row.asks_for_number(context)) return {};
  const std::vector<Scalar>& values = context.numbers().values;
  const std::vector<CellRef>& cells = context.numbers().cells;
  std::vector<AskedNumber> asked;
  for (std::size_t entry = 0; entry < std::min(values.size(), most_asked_numbers); ++entry) {
    if (std::isnan(values[entry])) return {};
    AskedNumber& number = asked.emplace_back();
    if (entry < cells.size()) number.cell = cells[entry];
    number.value = values[entry];
    const std::string own_symbol = row.symbol.of(context);
    number.symbol = own_symbol.empty() ? symbol_of(*number.cell) : own_symbol;
  }
  return asked;
}

Result<bool> is_right(std::string_view guess, Scalar value, int decimals) {
  const Result<double> guessed = guessed_number(guess);
  if (!guessed) return guessed.error();
  return is_same(*guessed, static_cast<double>(value), decimals);
}

std::string decimals_in_words(int decimals) {
  return decimals == 0 ? "the whole number" : counted(decimals, "decimal");
}

Result<Judgement> judge(std::string_view guess, const Session& session, Index head, const Step& step,
                        std::size_t entry, GuessDecimals decimals) {
  const StepContext context(session, head, step, decimals.shown);
  const Result<double> guessed = guessed_number(guess);
  if (!guessed) return guessed.error();
  const double value = static_cast<double>(context.numbers().values[entry]);
  if (is_same(*guessed, value, decimals.asked)) return Judgement::right;
  const auto from_rounded = step_row(step.kind).from_rounded;
  const double from_shown =
      from_rounded != nullptr ? from_rounded(context, entry) : rounded_dot_product(context, entry);
  if (is_same(*guessed, from_shown, decimals.asked)) return Judgement::right;
  return *guessed < value ? Judgement::too_low : Judgement::too_high;
}

}  // namespace attention_lab
