// How numbers and amounts are written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attention_lab {

/// Fixed decimals and a real minus sign: "0.2264", "−1.5000". Never "−0.0000". Infinities are "∞" and "−∞",
/// NaN is "NaN". From 10⁶ on, the notation is "1.5e30", so that the text fits a cell.
std::string format_number(double value, int decimals);

/// At most four decimals, no trailing zeros: "1.4142", "3.5".
std::string format_briefly(double value);

/// At most `most_decimals` decimals and an ASCII minus, for files and sizes: "12.5", "-3", "0".
std::string format_plainly(double value, int most_decimals);

/// "3.12e-7", with a real minus sign if negative.
std::string format_scientifically(double value);

/// The shortest text that reads back as the same number: "0.43". For files, text fields and the clipboard;
/// ASCII minus.
std::string format_exactly(float value);
std::string format_exactly(double value);
void append_exactly(std::string& text, float value);

/// "15.0%".
std::string format_percent(double fraction);

/// At least three digits, and whole numbers in full: "0.0123", "1.28", "64", "4,096".
std::string short_number(double value);
/// "64.31 ± 0.91": the error has two digits, and the value as many decimals.
std::string with_error(double value, double error);

/// "1,000,000".
std::string count_text(std::int64_t count);
/// "1 row", "2,000 rows".
std::string counted(std::int64_t count, std::string_view noun);
/// "2 rows and 3 columns".
std::string shape_in_words(std::int64_t rows, std::int64_t columns);
/// "512 MB", "1.0 GB".
std::string size_in_words(std::uintmax_t bytes);

}  // namespace attention_lab
