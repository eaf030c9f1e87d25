// The matrices of the pipeline as blocks in columns, and how large each arrangement of them is.
#pragma once

#include <optional>
#include <vector>

#include "ui/workspaces/pipeline/pipeline_layout.h"

namespace attention_lab {

/// Times the ordinary gap, where an arrow climbs from the scores to the weights beside them.
inline constexpr float wide_gap = 1.3f;

/// A matrix, with its bias beneath it where there is one.
struct Block {
  MatrixName name;
  std::optional<MatrixName> bias;
  float width = 0;
  float height = 0;
  float title_width = 0;  // what it may take of its column
  float x = 0;
  float y = 0;
};

/// Which blocks stand in which column.
struct Arrangement {
  std::vector<Block> embeddings;   // X, and above it what it is the sum of
  std::vector<Block> weights;      // W_q, W_k, W_v
  std::vector<Block> projections;  // Q, K, V
  std::vector<Block> scores;       // scores, scaled, masked; and what follows, where `softmax` is empty
  std::vector<Block> softmax;      // weights and what the head makes of them, as a column of their own
  std::vector<Block> output;       // what becomes of the heads: concatenated, W_o, context; may be empty

  /// Weights times V: the head's output, or context where there is nothing after it.
  MatrixName product() const { return (softmax.empty() ? scores : softmax).back().name; }
};

/// The blocks of the document, with the weights beneath the scores or in a column of their own.
Arrangement arrangement_of(const PipelineRequest& request, bool has_softmax_column);

/// Sizes at zoom 1 and 100 % text size, for so many visible entries of each axis.
class PipelineSizes {
 public:
  PipelineSizes(const PipelineRequest& request, const PipelineMeasures& measures);

  const PerAxis<Index>& sizes() const { return sizes_; }
  PerAxis<Index> visible;  // at first all of them
  /// Titles have their formulas; without, only those have them whose column is wide enough anyway.
  bool has_formulas = true;

  const MatrixMeasure& measure_of(MatrixName name) const { return request_.measures.at(name); }
  /// The least that a title takes.
  float title_width(MatrixName name) const {
    return has_formulas ? measure_of(name).title_width : measure_of(name).short_title_width;
  }
  float label_width(MatrixName name) const;
  float cells_width(MatrixName name) const;
  float cells_height(MatrixName name) const;
  float middle_of_cells(const Block& block) const { return block.y + above_middle(block.name); }

  /// Fills in the width and height of every block.
  void measure(Arrangement& arrangement) const;
  /// Gives titles the whole width of their columns, as far as they need it. Precondition: measure().
  void widen_titles(Arrangement& arrangement) const;
  static float widest(const std::vector<Block>& blocks);
  float stack_height(const std::vector<Block>& blocks) const;
  /// W_q and Q share a row, and so on: the middles of their cells are level.
  float row_height(const Arrangement& arrangement, std::size_t i) const;
  /// From the top of a block to the middle of its cells.
  float above_middle(MatrixName name) const;
  float projections_height(const Arrangement& arrangement) const;

  Point size_of(Arrangement arrangement) const;
  /// The largest zoom at which all of it fits what is available.
  float fitting_zoom(const Arrangement& arrangement) const;

 private:
  void measure(std::vector<Block>& blocks) const;
  void measure(Block& block) const;

  const PipelineRequest& request_;
  const PipelineMeasures& measures_;
  PerAxis<Index> sizes_;
};

/// The arrangement that shows most at the largest zoom, and how it does.
struct PipelineFit {
  Arrangement arrangement;
  PipelineSizes sizes;
  float zoom = 1;
};

PipelineFit fit_pipeline(const PipelineRequest& request, const PipelineMeasures& measures);

}  // namespace attention_lab
