// The sizes of the pipeline figure's parts, for one plan and one size of text.
#pragma once

#include <vector>

#include "ui/figures/pipeline/pipeline_figure_layout.h"

namespace attention_lab {

/// What the layout chooses among.
struct StageChoice {
  bool is_stacked = false;
  float scale = 1;  ///< of text, in font sizes
  int labels = 3;   ///< tokens beside: 0 no matrix, 1 X, 2 the first of each group, 3 all
  StageHeader header = StageHeader::none;
  bool heads_all_scores = false;  ///< tokens over all scores, rather than over weights only
  bool has_texts = true;          ///< shapes and operations
};

/// Widths in sizes of their text: measured once, for all choices of sizes.
struct StageMeasures {
  float vector_number = 1;  ///< the widest number with its padding
  float score_number = 1;
  float token = 1;            ///< the longest token shown
  std::vector<float> names;   ///< one a block
  std::vector<float> shapes;  ///< one a block
  std::vector<float> labels;  ///< of operations, one a link
};

class StageSizes {
 public:
  StageSizes(float font_size, const StagePlan& plan, const StageChoice& choice, const StageMeasures& measures,
             const PerAxis<Index>& visible);

  /// Cells of this size; widths are `unit` times what a number takes, or `unit` where none are written.
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
  float label_width(const StageBlock& block) const;
  float header_height(const StageBlock& block) const;
  StageHeader header(const StageBlock& block) const;
  float title_height() const;
  /// Of the dots that say that there are more rows or columns.
  float dots(bool has_more) const;
  /// From the top of its title to the middle of the cells.
  float above(std::size_t block, const Cells& cells) const;
  /// From the middle of the cells to the end, a bias beneath included.
  float below(std::size_t block, const Cells& cells) const;
  float bias_gap() const;
  /// Between blocks over each other.
  float row_gap(std::size_t upper, std::size_t lower) const;

  /// Middles of the lines, from the top; then the whole height.
  std::vector<float> lines(const Cells& cells) const;
  float height(const Cells& cells) const;
  /// Left of the cells, right of them.
  float left_part(int column) const;
  float right_part(int column, const Cells& cells) const;
  /// The gap after a column: for the curves that begin there, and for the operations that end there.
  struct Gap {
    float curve = 0;
    float level = 0;
  };
  Gap gap(int column) const;
  float width(const Cells& cells) const;

 private:
  float title_width(std::size_t block) const;
  float operation_width(std::size_t link) const;
  float operation_height(std::size_t block, std::vector<std::string> StageLink::*lines) const;
  bool is_labelled(const StageBlock& block) const;

  const StagePlan& plan_;
  StageChoice choice_;
  const StageMeasures& measures_;
  PerAxis<Index> visible_;
  StageText text_;
};

/// Of a plan, its numbers and tokens as far as they are visible. Without `has_numbers` those are left out.
StageMeasures measure_stages(const StageRequest& request, const StagePlan& plan,
                             const PerAxis<Index>& visible, const PerAxis<Index>& first, bool has_numbers);

}  // namespace attention_lab
