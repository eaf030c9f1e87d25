// The data of figures, taken from a document and its trace: numbers, labels, captions, colours.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/base/value_range.h"
#include "ui/figures/figure.h"
#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

/// One matrix of one state, or the difference between two.
class FigureData {
 public:
  /// Errors: not_found or out_of_range if the document has no such matrix.
  static Result<FigureData> of(const LabState& state, const MatrixRef& ref);
  /// W_q·W_kᵀ, which is in no trace; the identity if there are no projections. Errors: not_found if the
  /// document has no such matrices.
  static Result<FigureData> of_score_matrix(const LabState& state, Index head);
  /// b − a. Errors: wrong_shape.
  static Result<FigureData> difference(const FigureData& b, const FigureData& a);

  MatrixView values() const { return own_ ? view_of(*own_) : view_; }
  /// The numbers of one row.
  std::vector<double> row(Index index) const;

  MatrixRef ref;
  Mask mask = Mask::none;  ///< the mask, if it hides cells of this matrix
  std::string name;        ///< mark-up, "scaled scores" or "B − A"
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::string row_caption;  ///< what the rows are
  std::string column_caption;
  ValueRange range;
  bool is_difference = false;

  /// Whether no number can be negative: weights that are not a difference.
  bool is_positive() const { return are_attention_weights(ref.name) && !is_difference; }

 private:
  explicit FigureData(const MatrixView& view) : view_(view) {}

  MatrixView view_;
  std::shared_ptr<const Matrix> own_;  ///< null: those of the document or its trace
};

/// A colour map and the range of numbers that it covers.
struct Colouring {
  ColourMap map = ColourMap::viridis;
  double low = 0;
  double high = 1;
};

/// The label as one line in which every character is seen: blanks of a token that has nothing else are
/// written as ␣, ends of lines as ↵ and tabs as ⇥. An empty token is ␣ too.
std::string visible_label(const std::string& label);
std::vector<std::string> visible_labels(std::vector<std::string> labels);

/// The colouring requested for numbers in `range`.
Colouring colouring_of(const FigureRequest& request, const FigureData& data, const ValueRange& range);

/// "Query weights W_q": the name of a matrix in titles, as mark-up.
std::string name_in_title(MatrixName name);

/// “Scaled scores of “journey”, head 2 of 4”, as mark-up; `words`: “Scaled scores of “journey””, also
/// mark-up.
std::string title_of(const FigureData& data, Index n_heads, const std::string& words);

/// The sum of each row of weights, "1" if that is correct up to rounding; empty if there are so many rows
/// that the text would be too small to read.
std::vector<std::string> row_sums(const MatrixView& weights);

/// The options in which two compared states differ: "÷ √d_k, causal mask"; empty if there are none.
std::string options_in_words(const LabState& state, const LabState& other);

/// "A", or "A, unscaled": the name of one of two compared states, with the options in which it differs.
std::string name_of_state(std::string name, const LabState& state, const LabState& other);

/// The query shown by default: one that has something to attend to.
Index default_query(const Model& model);

}  // namespace attention_lab
