// The parts of figures that can be left out, and the words in figures that can be replaced.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace attention_lab {

enum class FigurePart {
  bar,     ///< the bar that explains the colours
  sums,    ///< the sum of each row of weights
  axes,    ///< what rows and columns, or the axes of a chart, are
  legend,  ///< what lines, bars and curves mean
};
inline constexpr std::array all_figure_parts = {FigurePart::bar, FigurePart::sums, FigurePart::axes,
                                                FigurePart::legend};

/// "bar", "sums", …
std::string_view to_string(FigurePart part);
std::optional<FigurePart> figure_part_from(std::string_view text);
/// "the bar that explains the colours"
std::string_view description_of(FigurePart part);

/// Words of a figure that people may write in their own language.
enum class FigureWord {
  rows,     ///< what the rows are: "query: the token that attends"
  columns,  ///< what the columns are
  numbers,  ///< what the numbers are: "weight"
  counts,   ///< of a histogram: "how many numbers"
  a,        ///< the name of the pinned state
  b,        ///< the name of the present state
};
inline constexpr std::array all_figure_words = {FigureWord::rows,   FigureWord::columns, FigureWord::numbers,
                                                FigureWord::counts, FigureWord::a,       FigureWord::b};

/// "rows", "columns", …
std::string_view to_string(FigureWord word);
/// "what the rows are"
std::string_view description_of(FigureWord word);

/// What a figure shows around its numbers.
struct FigureSurroundings {
  std::array<bool, all_figure_parts.size()> is_hidden{};
  std::array<std::optional<std::string>, all_figure_words.size()>
      words{};  ///< mark-up; empty: the usual ones

  bool hides(FigurePart part) const { return is_hidden[static_cast<std::size_t>(part)]; }
  void hide(FigurePart part, bool is_hidden_now = true) {
    is_hidden[static_cast<std::size_t>(part)] = is_hidden_now;
  }
  std::optional<std::string>& word(FigureWord word) { return words[static_cast<std::size_t>(word)]; }
  std::string word_or(FigureWord word, std::string usual) const {
    return words[static_cast<std::size_t>(word)].value_or(std::move(usual));
  }
  /// The words of an axis; empty if they are left out.
  std::string axis_or(FigureWord word, std::string usual) const {
    return hides(FigurePart::axes) ? std::string() : word_or(word, std::move(usual));
  }

  bool operator==(const FigureSurroundings&) const = default;
};

}  // namespace attention_lab
