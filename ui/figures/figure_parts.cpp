#include "ui/figures/figure_parts.h"

namespace attention_lab {
namespace {

struct NameAndDescription {
  std::string_view name;
  std::string_view description;
};

// In the order of FigurePart.
constexpr std::array<NameAndDescription, all_figure_parts.size()> part_facts = {
    {{"bar", "the bar that explains the colours"},
     {"sums", "the sum Σ of each row of weights"},
     {"axes", "what the rows and columns are"},
     {"legend", "what the lines, bars or curves mean"}}};

// In the order of FigureWord.
constexpr std::array<NameAndDescription, all_figure_words.size()> word_facts = {
    {{"rows", "what the rows are"},
     {"columns", "what the columns are"},
     {"numbers", "what the numbers are"},
     {"counts", "what is counted"},
     {"a", "the name of A"},
     {"b", "the name of B"}}};

}  // namespace

std::string_view to_string(FigurePart part) {
  return part_facts[static_cast<std::size_t>(part)].name;
}

std::optional<FigurePart> figure_part_from(std::string_view text) {
  for (const FigurePart part : all_figure_parts)
    if (to_string(part) == text) return part;
  return std::nullopt;
}

std::string_view description_of(FigurePart part) {
  return part_facts[static_cast<std::size_t>(part)].description;
}

std::string_view to_string(FigureWord word) {
  return word_facts[static_cast<std::size_t>(word)].name;
}

std::string_view description_of(FigureWord word) {
  return word_facts[static_cast<std::size_t>(word)].description;
}

}  // namespace attention_lab
