// The sizes of the pipeline figure's parts for one plan and one font size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/pipeline/pipeline_layout.h"

namespace attention_lab {

/// The width of the sign after the name of a collapsed matrix, in sizes of the name, with the space before
/// it.
inline constexpr float collapsed_sign = 0.75f;

/// The options that the layout chooses between.
struct StageChoice {
  bool is_stacked = false;
  float scale = 1;  ///< of text, in font sizes
  /// Which matrices have row labels: 0 none, 1 X, 2 the first of each group, 3 all. In focus: 1 those in the
  /// first column, 2 the result as well. Features with names are
  /// always labelled, dimensions with numbers only at 3 or by the flags below.
  int labels = 3;
  StageHeader header = StageHeader::none;
  bool heads_all_scores = false;    ///< column labels over all scores rather than only over the weights
  bool has_texts = true;            ///< shapes and operations
  bool numbers_embeddings = false;  ///< columns of embeddings
  bool numbers_weights = false;     ///< columns of weights
  bool numbers_rows = false;        ///< of weights
};

/// Widths relative to font sizes, measured once for all choices.
struct StageMeasures {
  float vector_number = 1;  ///< the widest number, with padding
  float score_number = 1;
  float padding = 0;          ///< of these two
  float token = 1;            ///< the longest token shown
  float feature = 0;          ///< the longest name of a feature; 0: there are none
  float index = 1;            ///< the number of the last dimension
  std::vector<float> names;   ///< one per block
  std::vector<float> shapes;  ///< one per block
  std::vector<float> labels;  ///< of the operations, one per link
};

class StageSizes {
 public:
  StageSizes(float font_size, const StagePlan& plan, const StageChoice& choice, const StageMeasures& measures,
             const PerAxis<Index>& visible);

  /// Cell sizes; widths are `unit` times the width of a number, or `unit` if no numbers are written.
  struct Cells {
    float height = 0;
    float unit = 0;
    bool has_numbers = true;
  };

  const StagePlan& plan() const { return plan_; }
  const StageChoice& choice() const { return choice_; }
  const StageText& text() const { return text_; }

  Index rows(const StageBlock& block) const;
  Index columns(const StageBlock& block) const;
  float cell_width(const StageBlock& block, const Cells& cells) const;
  float cell_height(const StageBlock& block, const Cells& cells) const;
  /// Between a number of this size and the right edge of its cell.
  float number_margin(const StageBlock& block, const Cells& cells, float number) const;
  float label_width(const StageBlock& block) const;
  /// The room for the sums of rows, right of the cells.
  float sum_width(const StageBlock& block, const Cells& cells) const;
  float header_height(const StageBlock& block) const;
  StageHeader header(const StageBlock& block) const;
  float title_height() const;
  /// The length of the dots that indicate more rows or columns.
  float dots(bool has_more) const;
  /// From the top of the title to the middle of the cells.
  float above(std::size_t block, const Cells& cells) const;
  /// From the middle of the cells to the bottom, including a bias below.
  float below(std::size_t block, const Cells& cells) const;
  float bias_gap() const;
  /// Between blocks that are stacked.
  float row_gap(std::size_t upper, std::size_t lower) const;

  /// The middles of the lines, from the top; followed by the total height.
  std::vector<float> lines(const Cells& cells) const;
  float height(const Cells& cells) const;
  /// The parts left and right of the cells.
  float left_part(int column) const;
  float right_part(int column, const Cells& cells) const;
  /// The gap after a column, for the curves that start there and the operations at their ends.
  struct Gap {
    float curve = 0;
    float level = 0;
  };
  Gap gap(int column) const;
  float width(const Cells& cells) const;
  /// If the last column has one matrix only, on the last line: the matrix before it on this line. The column
  /// then begins right of that matrix, below those that are wider.
  std::optional<std::size_t> before_last_column() const;
  /// The width of a matrix with its title, right of the left edge of its cells.
  float right_part_of(std::size_t block, const Cells& cells) const;

 private:
  float number_width(const StageBlock& block) const;
  float title_width(std::size_t block) const;
  float operation_width(std::size_t link) const;
  float operation_height(std::size_t block, std::vector<std::string> StageLink::*lines) const;
  bool is_labelled(const StageBlock& block) const;
  bool is_first_of_tokens(const StageBlock& block) const;
  bool is_first_of_scores(const StageBlock& block) const;
  bool has_named_rows(const StageBlock& block) const;
  bool has_named_columns(const StageBlock& block) const;

  const StagePlan& plan_;
  StageChoice choice_;
  const StageMeasures& measures_;
  PerAxis<Index> visible_;
  StageText text_;
};

/// Measures everything of a plan but the tokens, which depend on what is visible.
StageMeasures measure_stages(const StageRequest& request, const StagePlan& plan);
/// The longest token that is visible or can be scrolled to.
float measure_tokens(const StageRequest& request, const PerAxis<Index>& visible, const PerAxis<Index>& first);

/// The texts of the widest numbers of each matrix of a plan, which may be several.
std::vector<std::string> widest_numbers(const StageRanges& ranges, const StagePlan& plan, int decimals);

}  // namespace attention_lab
