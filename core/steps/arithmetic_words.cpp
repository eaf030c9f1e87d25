#include "core/steps/arithmetic_words.h"

#include <cstddef>
#include <vector>

#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

// What fits on a line beside the rest of the formula.
constexpr std::size_t most_summands = 6;  // plain numbers
constexpr std::size_t most_products = 3;

std::string number_text(Scalar value, int decimals) {
  return format_number(static_cast<double>(value), decimals);
}

/// All summands joined with " + ", or the first ones and what the others add up to.
template <class Text, class Value>
std::string sum_text(std::size_t count, std::size_t most, std::size_t shown_of_many, int decimals,
                     Text text_of, Value value_of) {
  const std::size_t n_shown = count <= most ? count : shown_of_many;
  std::string text;
  for (std::size_t n = 0; n < n_shown; ++n) {
    if (n > 0) text += " + ";
    text += text_of(n);
  }
  if (n_shown == count) return text;
  double rest = 0;
  for (std::size_t n = n_shown; n < count; ++n) rest += static_cast<double>(value_of(n));
  return filled("<sum> + … (<count> more: <rest>)",
                {{"sum", text}, {"count", count - n_shown}, {"rest", format_number(rest, decimals)}});
}

std::string arithmetic_of_softmax(const Explanation& e, int decimals) {
  const SoftmaxEntry& entry = e.softmax[static_cast<std::size_t>(e.cell.column)];
  const std::string score = number_text(entry.logit.value, decimals);
  const std::string maximum = operand_text(e.row_maximum, decimals);
  const std::string sum = number_text(e.exponential_sum, decimals);
  if (e.temperature == 1) {
    return filled("exp(<score> − <maximum>) ÷ <sum>", {{"score", score}, {"maximum", maximum}, {"sum", sum}});
  }
  return filled("exp((<score> − <maximum>) ÷ <temperature>) ÷ <sum>",
                {{"score", score},
                 {"maximum", maximum},
                 {"temperature", number_text(e.temperature, decimals)},
                 {"sum", sum}});
}

}  // namespace

std::string operand_text(Scalar value, int decimals) {
  const std::string text = number_text(value, decimals);
  return text.starts_with("−") ? filled("(<number>)", {{"number", text}}) : text;
}

std::string product_text(const Term& term, int decimals) {
  return filled("<left> × <right>", {{"left", number_text(term.left.value, decimals)},
                                     {"right", operand_text(term.right.value, decimals)}});
}

std::string next_product_text(const Term& term, int decimals) {
  return filled("<left> × <right>", {{"left", operand_text(term.left.value, decimals)},
                                     {"right", operand_text(term.right.value, decimals)}});
}

std::string sum_of_numbers(std::span<const Scalar> numbers, int decimals) {
  return sum_text(
      numbers.size(), most_summands, most_summands - 2, decimals,
      [&](std::size_t n) {
        return n == 0 ? number_text(numbers[n], decimals) : operand_text(numbers[n], decimals);
      },
      [&](std::size_t n) { return numbers[n]; });
}

std::string sum_of_products(std::span<const Term> terms, int decimals) {
  return sum_text(
      terms.size(), most_products, most_products - 1, decimals,
      [&](std::size_t n) {
        return n == 0 ? product_text(terms[n], decimals) : next_product_text(terms[n], decimals);
      },
      [&](std::size_t n) { return terms[n].product; });
}

std::string arithmetic_of(const Explanation& e, int decimals) {
  switch (e.operation) {
    case Operation::sum: {
      std::vector<Scalar> summands;
      for (const Operand& summand : e.summands) summands.push_back(summand.value);
      return sum_of_numbers(summands, decimals);
    }
    case Operation::dot_product: {
      const std::string products = sum_of_products(e.terms, decimals);
      return e.bias ? filled("<products> + <bias>",
                             {{"products", products}, {"bias", operand_text(e.bias->value, decimals)}})
                    : products;
    }
    case Operation::quotient:
      if (e.divisor == 1) return {};
      return filled("<number> ÷ <divisor>", {{"number", number_text(e.source->value, decimals)},
                                             {"divisor", number_text(e.divisor, decimals)}});
    case Operation::softmax: return arithmetic_of_softmax(e, decimals);
    case Operation::given:
    case Operation::copy:
    case Operation::mask:
    case Operation::sinusoid:
    case Operation::draw: break;
  }
  return {};
}

}  // namespace attention_lab
