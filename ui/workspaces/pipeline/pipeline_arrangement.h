// The matrices of the pipeline as blocks in columns, and the size of each arrangement.
#pragma once

#include <optional>
#include <vector>

#include "ui/workspaces/pipeline/pipeline_layout.h"

namespace attention_lab {

/// A factor for the gap in which an arrow climbs from the scores to the weights beside them.
inline constexpr float wide_gap = 1.3f;

/// A matrix with its bias, if any, below it.
struct Block {
  MatrixName name;
  std::optional<MatrixName> bias;
  float width = 0;
  float height = 0;
  float title_width = 0;  // the available width of the column
  float x = 0;
  float y = 0;
};

/// The blocks of each column.
struct Arrangement {
  std::vector<Block> embeddings;   // X, and above it the embeddings it is the sum of
  std::vector<Block> weights;      // W_q, W_k, W_v
  std::vector<Block> projections;  // Q, K, V
  std::vector<Block> scores;       // scores, scaled, masked; if `softmax` is empty, also what follows
  std::vector<Block> softmax;  // weights and what the head computes from them, if they have their own column
  std::vector<Block> output;   // concatenated heads, W_o, context; may be empty

  /// The product of weights and V: the head's output or, if it is the last matrix, the context.
  MatrixName product() const { return (softmax.empty() ? scores : softmax).back().name; }
};

/// The blocks of the document, with the weights below the scores or in their own column.
Arrangement arrangement_of(const PipelineRequest& request, bool has_softmax_column);

/// Sizes at zoom 1 and 100% text size for the given numbers of visible entries.
class PipelineSizes {
 public:
  PipelineSizes(const PipelineRequest& request, const PipelineMeasures& measures);

  const PerAxis<Index>& sizes() const { return sizes_; }
  PerAxis<Index> visible;  // initially all of them
  /// Whether all titles have formulas. If not, only titles in columns that are wide enough have them.
  bool has_formulas = true;

  const MatrixMeasure& measure_of(MatrixName name) const { return request_.measures.at(name); }
  /// The minimum width of a title.
  float title_width(MatrixName name) const {
    return has_formulas ? measure_of(name).title_width : measure_of(name).short_title_width;
  }
  float label_width(MatrixName name) const;
  float cells_width(MatrixName name) const;
  float cells_height(MatrixName name) const;
  float middle_of_cells(const Block& block) const { return block.y + above_middle(block.name); }

  /// Sets width and height of every block.
  void measure(Arrangement& arrangement) const;
  /// Lets titles use the whole width of their columns if they need it. Precondition: measure().
  void widen_titles(Arrangement& arrangement) const;
  static float widest(const std::vector<Block>& blocks);
  float stack_height(const std::vector<Block>& blocks) const;
  /// W_q and Q share a row, with the middles of their cells at the same height, and so on.
  float row_height(const Arrangement& arrangement, std::size_t i) const;
  /// The distance from the top of a block to the middle of its cells.
  float above_middle(MatrixName name) const;
  float projections_height(const Arrangement& arrangement) const;

  Point size_of(Arrangement arrangement) const;
  /// The largest zoom at which the arrangement fits the available size.
  float fitting_zoom(const Arrangement& arrangement) const;

 private:
  void measure(std::vector<Block>& blocks) const;
  void measure(Block& block) const;

  const PipelineRequest& request_;
  const PipelineMeasures& measures_;
  PerAxis<Index> sizes_;
};

/// The arrangement that shows the most at the largest zoom, with its sizes.
struct PipelineFit {
  Arrangement arrangement;
  PipelineSizes sizes;
  float zoom = 1;
};

PipelineFit fit_pipeline(const PipelineRequest& request, const PipelineMeasures& measures);

}  // namespace attention_lab
