// The names of all matrices, and functions that find them in a model and its trace.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

#define ATTENTION_LAB_NAME(name, rows, columns) name,

/// Every matrix the user can see, in order of computation. All but the last belong to a model and its trace.
enum class MatrixName {
  ATTENTION_LAB_STAGES(ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME)
  /// (d_model, words): the output layer with which a document predicts next words (Document::W_u). Models and
  /// traces never have it.
  W_u,
};

#undef ATTENTION_LAB_NAME
#define ATTENTION_LAB_NAME(name, rows, columns) MatrixName::name,

/// Those of a model and its trace.
inline constexpr std::array all_matrix_names = {
    ATTENTION_LAB_STAGES(ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME, ATTENTION_LAB_NAME)};

#undef ATTENTION_LAB_NAME

/// "W_q", "scaled_scores", …: the name in documents, on the command line and in item names.
std::string_view to_string(MatrixName name);
/// The inverse of to_string.
std::optional<MatrixName> matrix_name_from(std::string_view text);
/// The same for the matrices of a model and its trace, of which there are figures and texts.
std::optional<MatrixName> model_matrix_from(std::string_view text);

/// Given by the user (embeddings, weights, biases) rather than computed. X is given if there are no positions
/// to add to it, and position embeddings are given if they are learned.
bool is_given(const Model& model, MatrixName name);
/// One per head, rather than one per document.
bool is_per_head(MatrixName name);
/// What the rows and the columns represent.
Axis row_axis(MatrixName name);
Axis column_axis(MatrixName name);
/// Whether rows are tokens.
bool has_token_rows(MatrixName name);
/// Whether columns are tokens too, as in scores and weights.
bool has_token_columns(MatrixName name);
/// Attention weights: the output of softmax, before or after dropout. They are never negative.
constexpr bool are_attention_weights(MatrixName name) {
  return name == MatrixName::weights || name == MatrixName::dropped_weights;
}
/// A weight, its bias, and their product: X·weight + bias.
struct Layer {
  MatrixName product;
  MatrixName weight;
  MatrixName bias;
};
/// The layers of each head, in the order of head_layers, then the output layer.
inline constexpr std::array all_layers = {
    Layer{MatrixName::Q, MatrixName::W_q, MatrixName::b_q},
    Layer{MatrixName::K, MatrixName::W_k, MatrixName::b_k},
    Layer{MatrixName::V, MatrixName::W_v, MatrixName::b_v},
    Layer{MatrixName::context, MatrixName::W_o, MatrixName::b_o},
};
/// The layer whose product, weight or bias the matrix is; nullptr for all other matrices.
const Layer* layer_of(MatrixName name);
/// Whether the matrix is the weight or the bias of a layer.
bool is_parameter(MatrixName name);
/// The length of an axis; 0 for words, of which a model knows nothing.
Index axis_length(const Shape& shape, Axis axis);

/// One matrix; `head` is used only if is_per_head(name), and is 0 otherwise.
struct MatrixRef {
  MatrixName name = MatrixName::X;
  Index head = 0;

  bool operator==(const MatrixRef&) const = default;
};

/// One entry of one matrix. A bias is a matrix of one row.
struct CellRef {
  MatrixRef matrix;
  Index row = 0;
  Index column = 0;

  bool operator==(const CellRef&) const = default;
};

/// "W_q", or "heads[1].W_q" if there are several heads; counted from 0 as in the document.
std::string to_string(const MatrixRef& matrix, Index n_heads = 1);
/// "W_q[1,2]", or "heads[1].W_q[1,2]" if there are several heads; counted from 0 as in the document.
std::string to_string(const CellRef& cell, Index n_heads = 1);

/// The matrix of token embeddings without positions: X itself if there are no positions to add.
inline MatrixName word_embeddings(const Model& model) {
  return model.has_positions() ? MatrixName::token_embeddings : MatrixName::X;
}

/// One of the matrices of `stages`; nullptr if there is no such head.
const Matrix* find(const Stages& stages, const MatrixRef& ref);
Matrix* find(Stages& stages, const MatrixRef& ref);
/// The same as a read-only view; 0×0 if the matrix is empty.
MatrixView matrix_view(const Stages& stages, const MatrixRef& ref);

/// Gives every computed matrix the shape that the model requires; the contents of resized matrices are
/// unspecified. Allocates nothing if the shapes already fit. If there is not enough memory, throws
/// std::bad_alloc and leaves the trace as it was.
void give_shapes(const Model& model, Trace& trace);
/// The size of matrix_view(model, trace, ref) after a forward pass, computed from the shapes alone.
Index number_count(const Model& model, const MatrixRef& ref);
/// How many numbers the trace of a model of this shape contains.
std::size_t computed_numbers(const Shape& shape);
/// Fills `stages` with zeros in the shapes of the model's and the trace's matrices. Allocates nothing if the
/// shapes already fit.
void set_zero(const Model& model, const Trace& trace, Stages& stages);

/// The input of softmax: the masked scores, or the scaled scores if there is no mask.
inline MatrixName scores_for_softmax(const Model& model) {
  return model.options.mask == Mask::none ? MatrixName::scaled_scores : MatrixName::masked_scores;
}
inline const Matrix& scores_for_softmax(const Model& model, const HeadStages& head) {
  return model.options.mask == Mask::none ? head.scaled_scores : head.masked_scores;
}

/// The weights that multiply V: the dropped weights if there is dropout.
inline const Matrix& mixing_weights(const Model& model, const HeadStages& head) {
  return model.has_dropout() ? head.dropped_weights : head.weights;
}
inline Matrix& mixing_weights(const Model& model, HeadStages& head) {
  return model.has_dropout() ? head.dropped_weights : head.weights;
}
inline MatrixName mixing_weights(const Model& model) {
  return model.has_dropout() ? MatrixName::dropped_weights : MatrixName::weights;
}

/// The X that the projections read: from the trace if there are positions, otherwise from the model.
const Matrix& X_of(const Model& model, const Trace& trace);

/// The given matrices that a computed one follows from, in order of computation. Empty for sinusoidal
/// positions, which follow from the place alone, and for a dropout mask, which is drawn.
std::vector<MatrixName> given_behind(const Model& model, MatrixName computed);

/// A view of the matrix; 0×0 if the model has none of that name (a missing bias, a missing W_o, a head that
/// does not exist). With projection identity there are no weights, and Q, K and V equal X. Without positions,
/// token_embeddings is empty and X holds the embeddings. Without a mask, masked_scores are the scaled scores.
MatrixView matrix_view(const Model& model, const Trace& trace, const MatrixRef& ref);

/// A given matrix that training or an edit changes; its content is no longer shared afterwards.
/// Precondition: is_given(), and the model has the matrix.
WritableView writable_view(Model& model, const MatrixRef& ref);

/// Whether the model and its trace have this cell.
bool contains(const Model& model, const Trace& trace, const CellRef& cell);
/// The number in the cell. Precondition: contains().
Scalar value_of(const Model& model, const Trace& trace, const CellRef& cell);

}  // namespace attention_lab
