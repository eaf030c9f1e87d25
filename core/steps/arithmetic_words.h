// Sums and products with their numbers, as text.
#pragma once

#include <span>
#include <string>

#include "core/attention/explain.h"
#include "core/attention/types.h"

namespace attention_lab {

/// A number after an operator, in parentheses so that two signs do not meet: "(−0.5)".
std::string operand_text(Scalar value, int decimals);
/// "0.5 × (−0.2)".
std::string product_text(const Term& term, int decimals);
/// The same as a summand: "(−0.5) × 0.2".
std::string next_product_text(const Term& term, int decimals);

// Summands that do not fit on a line are counted and added up: "… (60 more: 1.2345)".

/// "0.1 + 0.2".
std::string sum_of_numbers(std::span<const Scalar> numbers, int decimals);
/// "0.5 × 0.2 + (−0.1) × 0.3".
std::string sum_of_products(std::span<const Term> terms, int decimals);

/// How a number is computed from others, without the result: "0.5 × 0.2 + 0.1 × 0.3", "1.2705 ÷ 1.4142".
/// Empty if it is given, copied, masked or drawn at random.
std::string arithmetic_of(const Explanation& explanation, int decimals);

}  // namespace attention_lab
