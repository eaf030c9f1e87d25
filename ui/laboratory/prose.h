// Paragraphs of plain words, and numbers as sentences write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ui/paint.h"

namespace attention_lab {

/// Mark-up broken between words into lines of at most `width`.
std::vector<std::string> wrapped_markup(std::string_view markup, float width, float size, FontWeight weight,
                                        const TextMetrics& metrics);

/// From one line of a paragraph to the next, in sizes of its text.
inline constexpr float prose_pitch = 1.42f;

/// How high the paragraph is.
float prose_height(std::string_view markup, float width, float size, const TextMetrics& metrics,
                   FontWeight weight = FontWeight::regular);
/// Writes it with its upper left corner there; returns its height.
float draw_prose(const Painter& painter, Point origin, float width, std::string_view markup, Colour colour,
                 float size, FontWeight weight = FontWeight::regular);

/// "1,000,000".
std::string count_text(std::int64_t count);
/// "64.31 ± 0.91": as many decimals as the error has two digits.
std::string with_error(double value, double error);
/// With so many digits at least, whole numbers as they are: "0.0123", "1.28", "64", "4,096".
std::string short_number(double value, int digits = 3);

}  // namespace attention_lab
