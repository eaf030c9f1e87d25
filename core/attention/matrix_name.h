// The names of all matrices of the lab, and how to find one in a model and its trace.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

#define ATTENTION_LAB_NAME(name, rows, columns) name,

/// Every matrix a person can see, in the order of the computation.
enum class MatrixName {
  ATTENTION_LAB_STAGES(ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME)
};

#undef ATTENTION_LAB_NAME
#define ATTENTION_LAB_NAME(name, rows, columns) MatrixName::name,

inline constexpr std::array all_matrix_names = {
    ATTENTION_LAB_STAGES(ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME)};

#undef ATTENTION_LAB_NAME

/// "W_q", "scaled_scores", …: the name in documents, on the command line and in item names.
std::string_view to_string(MatrixName name);
/// The inverse of to_string.
std::optional<MatrixName> matrix_name_from(std::string_view text);

/// Given by the person (embeddings, weights, biases) rather than computed. X is given where there are no
/// positions to add to it, and positions are given where they are learned.
bool is_given(const Model& model, MatrixName name);
/// One for each head, rather than one in all.
bool is_per_head(MatrixName name);
/// What the rows and the columns run over.
Axis row_axis(MatrixName name);
Axis column_axis(MatrixName name);
/// Rows are tokens.
bool has_token_rows(MatrixName name);
/// Columns are tokens too, as in scores and weights.
bool has_token_columns(MatrixName name);
/// Weights of a token for others: what softmax makes, and what dropout leaves of it. Never below 0.
constexpr bool are_attention_weights(MatrixName name) {
  return name == MatrixName::weights || name == MatrixName::dropped_weights;
}
/// A weight, the bias beside it, and what they make: X · weight + bias.
struct Layer {
  MatrixName product;
  MatrixName weight;
  MatrixName bias;
};
/// Those of each head, in the order of head_layers, then that of the output.
inline constexpr std::array all_layers = {
    Layer{MatrixName::Q, MatrixName::W_q, MatrixName::b_q},
    Layer{MatrixName::K, MatrixName::W_k, MatrixName::b_k},
    Layer{MatrixName::V, MatrixName::W_v, MatrixName::b_v},
    Layer{MatrixName::context, MatrixName::W_o, MatrixName::b_o},
};
/// The layer that has the matrix as its product, weight or bias; nullptr for all others.
const Layer* layer_of(MatrixName name);
/// Whether it is the weight or the bias of a layer.
bool is_parameter(MatrixName name);
/// How long an axis is.
Index axis_length(const Shape& shape, Axis axis);

/// One matrix; `head` means something where is_per_head(name), and is 0 elsewhere.
struct MatrixRef {
  MatrixName name = MatrixName::X;
  Index head = 0;

  bool operator==(const MatrixRef&) const = default;
};

/// One number of one matrix. A bias is a matrix of one row.
struct CellRef {
  MatrixRef matrix;
  Index row = 0;
  Index column = 0;

  bool operator==(const CellRef&) const = default;
};

/// "W_q", or "heads[1].W_q" where there are several heads; counted from 0 as in the document.
std::string to_string(const MatrixRef& matrix, Index n_heads = 1);
/// "W_q[1,2]", or "heads[1].W_q[1,2]" where there are several heads; counted from 0 as in the document.
std::string to_string(const CellRef& cell, Index n_heads = 1);

/// The matrix that holds the embeddings of the words, without their places: X itself where there are no
/// positions to add.
inline MatrixName word_embeddings(const Model& model) {
  return model.has_positions() ? MatrixName::token_embeddings : MatrixName::X;
}

/// One of the matrices of `stages`; nullptr where there is no such head.
const Matrix* find(const Stages& stages, const MatrixRef& ref);
Matrix* find(Stages& stages, const MatrixRef& ref);
/// The same to read; 0×0 where it is empty.
MatrixView matrix_view(const Stages& stages, const MatrixRef& ref);

/// Gives every computed matrix the shape that the model asks for. What stands in those that had another one
/// is anything. Allocates nothing where the shapes already fit. Where there is not enough memory it throws
/// std::bad_alloc, and the trace is as it was.
void give_shapes(const Model& model, Trace& trace);
/// How many numbers matrix_view(model, trace, ref) has once the forward pass is made, from the shapes alone.
Index number_count(const Model& model, const MatrixRef& ref);
/// How many numbers the trace of a model of this shape holds.
std::size_t computed_numbers(const Shape& shape);
/// Zeros in the shapes of the matrices that the model and its trace have. Allocates nothing where the shapes
/// already fit.
void set_zero(const Model& model, const Trace& trace, Stages& stages);

/// What softmax takes, row by row: the masked scores, or the scaled scores where there is no mask.
inline MatrixName scores_for_softmax(const Model& model) {
  return model.options.mask == Mask::none ? MatrixName::scaled_scores : MatrixName::masked_scores;
}
inline const Matrix& scores_for_softmax(const Model& model, const HeadStages& head) {
  return model.options.mask == Mask::none ? head.scaled_scores : head.masked_scores;
}

/// The weights that the values are mixed with: after dropout where there is any.
inline const Matrix& mixing_weights(const Model& model, const HeadStages& head) {
  return model.has_dropout() ? head.dropped_weights : head.weights;
}
inline Matrix& mixing_weights(const Model& model, HeadStages& head) {
  return model.has_dropout() ? head.dropped_weights : head.weights;
}
inline MatrixName mixing_weights(const Model& model) {
  return model.has_dropout() ? MatrixName::dropped_weights : MatrixName::weights;
}

/// X as the projections read it: with positions it stands in the trace, else in the model.
const Matrix& X_of(const Model& model, const Trace& trace);

/// The matrix itself; 0×0 where the model has none of that name (a missing bias, W_o, a head too many).
/// With projection identity there are no weights, and Q, K and V hold X. Without positions the token
/// embeddings are X, and go by that name only. Without a mask the masked scores are the scaled scores.
MatrixView matrix_view(const Model& model, const Trace& trace, const MatrixRef& ref);

/// Whether the cell exists.
bool contains(const Model& model, const Trace& trace, const CellRef& cell);
/// Its number. Precondition: contains().
Scalar value_of(const Model& model, const Trace& trace, const CellRef& cell);

}  // namespace attention_lab
