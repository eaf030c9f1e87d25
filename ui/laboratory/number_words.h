// Numbers as sentences write them.
#pragma once

#include <string>

namespace attention_lab {

/// "64.31 ± 0.91": as many decimals as the error has two digits.
std::string with_error(double value, double error);
/// With three digits at least, whole numbers as they are: "0.0123", "1.28", "64", "4,096".
std::string short_number(double value);

}  // namespace attention_lab
