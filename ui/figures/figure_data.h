// What figures show, found in a document and its trace: numbers, labels, captions, colours.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/base/value_range.h"
#include "ui/figures/figure.h"
#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

/// One matrix of one state, or the difference of two.
class FigureData {
 public:
  /// Errors: not_found, out_of_range: the document has no such matrix.
  static Result<FigureData> of(const LabState& state, const MatrixRef& ref);
  /// b − a. Errors: wrong_shape.
  static Result<FigureData> difference(const FigureData& b, const FigureData& a);

  MatrixView values() const { return difference_ ? view_of(*difference_) : view_; }
  /// The row as a list of numbers.
  std::vector<double> row(Index index) const;

  MatrixRef ref;
  Mask mask = Mask::none;  ///< cells it hides; none where nothing is hidden in this matrix
  std::string name;        ///< mark-up, "scaled scores" or "B − A"
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::string row_caption;  ///< what rows are
  std::string column_caption;
  ValueRange range;
  bool is_difference = false;

  /// No number below 0 can occur: weights that are no difference.
  bool is_positive() const { return are_attention_weights(ref.name) && !is_difference; }

 private:
  explicit FigureData(const MatrixView& view) : view_(view) {}

  MatrixView view_;
  std::shared_ptr<const Matrix> difference_;
};

/// Which colours, from which number to which.
struct Colouring {
  ColourMap map = ColourMap::viridis;
  double low = 0;
  double high = 1;
};

/// As the request wants it for numbers in `range`.
Colouring colouring_of(const FigureRequest& request, const FigureData& data, const ValueRange& range);

/// "Query weights W_q": a matrix as a title names it, mark-up.
std::string name_in_title(MatrixName name);

/// “Scaled scores of “journey”, head 2 of 4”, mark-up, where `words` are “Scaled scores of “journey””.
std::string title_of(const FigureData& data, Index n_heads, const std::string& words);

/// The sum of each row of weights, "1" where it is that but for rounding; none where there are so many rows
/// that they would be too small to read.
std::vector<std::string> row_sums(const MatrixView& weights);

/// What tells the two states of a comparison apart: "÷ √d_k, causal mask"; empty where options are the same.
std::string options_in_words(const LabState& state, const LabState& other);

/// The query shown where none was chosen: one that has something to attend to.
Index default_query(const Model& model);

}  // namespace attention_lab
