// Numbers as people read them.
#pragma once

#include <string>

namespace attention_lab {

/// Fixed decimals and a real minus sign: "0.2264", "−1.5000". Never "−0.0000". Infinities are "∞" and "−∞",
/// NaN is "NaN". From 10⁶ on the notation is "1.5e30", so that a cell stays a cell.
std::string format_number(double value, int decimals);

/// With four decimals at most, and no zeros at the end: "1.4142", "3.5".
std::string format_briefly(double value);

/// As short as it can be and still read back as the same float: "0.43". For text fields and the clipboard;
/// ASCII minus.
std::string format_exactly(float value);

/// "15.0 %".
std::string format_percent(double fraction);

/// The smallest of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ that is at least `value`: the end of a legend. 1 for
/// value ≤ 0.
double round_up_nicely(double value);

}  // namespace attention_lab
