// The words of a sentence, coloured or underlined by the weights of one token.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

enum class SentenceMark { shade, underline };
inline constexpr std::array all_sentence_marks = {SentenceMark::shade, SentenceMark::underline};
/// "shade", "underline"
std::string_view to_string(SentenceMark mark);
std::optional<SentenceMark> sentence_mark_from(std::string_view text);

struct SentenceSpec {
  std::vector<std::string> words;              // plain text
  std::vector<std::optional<double>> numbers;  // one per word; nothing where the mask hides the word
  std::optional<Index> chosen;                 // the word whose numbers they are: framed
  std::string title;                           // mark-up; may be empty
  std::string legend;                          // what the numbers are, mark-up
  bool has_legend = true;
  SentenceMark mark = SentenceMark::shade;
  std::optional<ColourMap>
      map;                   // of shades; empty: from the ground to the hue of queries, or that of negatives
  double low = 0;            // the number at the first colour of the map
  double high = 1;           // that of the strongest colour or the thickest line; positive
  bool has_numbers = false;  // small, above each word
  int decimals = 2;
};

/// Sets the words in as many lines as they need, as large as the page allows. If not all of them fit at 0.6
/// font sizes, the first ones are drawn, and a line below says how many.
DisplayList sentence(const SentenceSpec& spec, float width, float height, const FigureStyle& style,
                     const TextMetrics& metrics);

}  // namespace attention_lab
