// A list of numbers as people type it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/result.h"

namespace attention_lab {

/// Numbers with spaces, commas or semicolons between them; "−.2" and "-0.2" are the same. A single comma
/// directly between digits, with no point beside it, is a decimal mark: "0,5 0,3" are two numbers, "1,2,3"
/// and "0.1,0.2" lists. not_a_number names the word that is none; otherwise the errors of check_logits.
Result<std::vector<Scalar>> numbers_from(std::string_view text);

/// As short as they read back the same, with spaces between; a real minus sign.
std::string text_of(const std::vector<Scalar>& numbers);

}  // namespace attention_lab
