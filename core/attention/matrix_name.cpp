#include "core/attention/matrix_name.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

namespace attention_lab {
namespace {

struct Properties {
  std::string_view text;
  bool is_given;
  bool is_per_head;
  Axis rows;
  Axis columns;
};

#define GIVEN(name, rows, columns) Properties{#name, true, false, Axis::rows, Axis::columns},
#define GIVEN_OF_HEAD(name, rows, columns) Properties{#name, true, true, Axis::rows, Axis::columns},
#define COMPUTED(name, rows, columns) Properties{#name, false, false, Axis::rows, Axis::columns},
#define COMPUTED_OF_HEAD(name, rows, columns) Properties{#name, false, true, Axis::rows, Axis::columns},

// In the order of MatrixName, so that a name can be used as an index.
constexpr std::array properties = {ATTENTION_LAB_STAGES(GIVEN, GIVEN_OF_HEAD, COMPUTED, COMPUTED_OF_HEAD)
                                       Properties{"W_u", true, false, Axis::d_out, Axis::word}};

#undef GIVEN
#undef GIVEN_OF_HEAD
#undef COMPUTED
#undef COMPUTED_OF_HEAD

const Properties& of(MatrixName name) {
  return properties[static_cast<std::size_t>(name)];
}

#define NONE(name, rows, columns)
// clang-format off
#define OF_DOCUMENT(name, rows, columns) \
  case MatrixName::name: return &stages.name;
#define OF_HEAD(name, rows, columns) \
  case MatrixName::name: return h < stages.heads.size() ? &stages.heads[h].name : nullptr;
// clang-format on

// `Some` is Stages or const Stages.
template <class Some>
auto find_in(Some& stages, const MatrixRef& ref) -> decltype(&stages.context) {
  const auto h = static_cast<std::size_t>(ref.head);
  switch (ref.name) {
    ATTENTION_LAB_STAGES(OF_DOCUMENT, OF_HEAD, OF_DOCUMENT, OF_HEAD)
    case MatrixName::W_u: return nullptr;
  }
  return nullptr;
}

#undef OF_DOCUMENT
#undef OF_HEAD
// clang-format off
#define OF_MODEL(name, rows, columns) \
  case MatrixName::name: return view_of(*model.name);
#define OF_HEAD(name, rows, columns) \
  case MatrixName::name: return h < model.heads.size() ? view_of(*model.heads[h].name) : none;
// clang-format on

// Whether the forward pass of a model of this shape computes this matrix.
bool makes(const Shape& shape, MatrixName name) {
  switch (name) {
    case MatrixName::X: return shape.has_positions();
    case MatrixName::masked_scores: return shape.options.mask != Mask::none;
    case MatrixName::dropout_mask:
    case MatrixName::dropped_weights: return shape.has_dropout();
    default: return true;
  }
}

// Rows and columns of a computed matrix; 0×0 if the forward pass does not compute it.
struct Size {
  Index rows = 0;
  Index columns = 0;
};

Size size_of(const Shape& shape, MatrixName name) {
  if (!makes(shape, name)) return {};
  return {axis_length(shape, row_axis(name)), axis_length(shape, column_axis(name))};
}

// A new matrix that is to replace an old one.
struct Replacement {
  Matrix* old;
  Matrix fresh;
};

// Prepares a replacement if the matrix does not have the size that the model requires. Matrices that the
// forward pass does not compute need no memory; see drop_unused.
void prepare(const Shape& shape, MatrixName name, Matrix& matrix, std::vector<Replacement>& replacements) {
  const Size size = size_of(shape, name);
  const bool fits = matrix.rows() == size.rows && matrix.cols() == size.columns;
  if (!fits && makes(shape, name)) replacements.push_back({&matrix, Matrix(size.rows, size.columns)});
}

void drop_unused(const Shape& shape, MatrixName name, Matrix& matrix) {
  if (!makes(shape, name)) matrix.resize(0, 0);
}

// Does not resize in place: Eigen frees the old numbers first, so they would be lost if memory ran out.
void make_zero(Index rows, Index columns, Matrix& matrix) {
  if (matrix.rows() == rows && matrix.cols() == columns) {
    matrix.setZero();
  } else {
    Matrix fresh = Matrix::Zero(rows, columns);
    matrix.swap(fresh);
  }
}

constexpr const Scalar* no_numbers = nullptr;

MatrixView view_of_given(const Model& model, const MatrixRef& ref) {
  const MatrixView none(no_numbers, 0, 0);
  const bool is_embedding =
      ref.name == MatrixName::token_embeddings || ref.name == MatrixName::position_embeddings;
  if (is_embedding && !model.has_positions()) return none;
  // A model may keep weights that projection identity does not use; they count as absent.
  if (!is_embedding && model.options.projection == Projection::identity) return none;
  const auto h = static_cast<std::size_t>(ref.head);
  switch (ref.name) {
    ATTENTION_LAB_STAGES(OF_MODEL, OF_HEAD, NONE, NONE)
    default: return none;
  }
}

#undef OF_MODEL
#undef OF_HEAD
#undef NONE

WritableView writable(Shared<Matrix>& matrix) {
  Matrix& content = matrix.edit();
  return {content.data(), content.rows(), content.cols()};
}

WritableView writable(Shared<RowVector>& bias) {
  RowVector& content = bias.edit();
  return {content.data(), 1, content.size()};
}

}  // namespace

std::string_view to_string(MatrixName name) {
  return of(name).text;
}
bool is_given(const Model& model, MatrixName name) {
  if (name == MatrixName::X) return !model.has_positions();
  if (name == MatrixName::position_embeddings) return model.options.positions == Positions::learned;
  return of(name).is_given;
}
bool is_per_head(MatrixName name) {
  return of(name).is_per_head;
}
Axis row_axis(MatrixName name) {
  return of(name).rows;
}
Axis column_axis(MatrixName name) {
  return of(name).columns;
}
bool has_token_rows(MatrixName name) {
  return row_axis(name) == Axis::query || row_axis(name) == Axis::key;
}
bool has_token_columns(MatrixName name) {
  return column_axis(name) == Axis::key;
}

const Layer* layer_of(MatrixName name) {
  for (const Layer& layer : all_layers)
    if (name == layer.product || name == layer.weight || name == layer.bias) return &layer;
  return nullptr;
}
bool is_parameter(MatrixName name) {
  const Layer* layer = layer_of(name);
  return layer != nullptr && name != layer->product;
}

Index axis_length(const Shape& shape, Axis axis) {
  switch (axis) {
    case Axis::one: return 1;
    case Axis::query:
    case Axis::key: return shape.n_tokens;
    case Axis::d_model: return shape.d_model;
    case Axis::d_k: return shape.d_k();
    case Axis::d_v: return shape.d_v();
    case Axis::d_concatenated: return shape.n_heads() * shape.d_v();
    case Axis::d_out: return shape.d_out();
    case Axis::word: return 0;
  }
  return 0;
}

std::optional<MatrixName> matrix_name_from(std::string_view text) {
  const auto* found = std::find_if(properties.begin(), properties.end(),
                                   [&](const Properties& each) { return each.text == text; });
  if (found == properties.end()) return std::nullopt;
  return static_cast<MatrixName>(found - properties.begin());
}

std::optional<MatrixName> model_matrix_from(std::string_view text) {
  const std::optional<MatrixName> name = matrix_name_from(text);
  return name == MatrixName::W_u ? std::nullopt : name;
}

std::string to_string(const MatrixRef& matrix, Index n_heads) {
  std::string text;
  if (is_per_head(matrix.name) && n_heads > 1) text = "heads[" + std::to_string(matrix.head) + "].";
  text += to_string(matrix.name);
  return text;
}

std::string to_string(const CellRef& cell, Index n_heads) {
  return to_string(cell.matrix, n_heads) + "[" + std::to_string(cell.row) + "," +
         std::to_string(cell.column) + "]";
}

const Matrix* find(const Stages& stages, const MatrixRef& ref) {
  return find_in(stages, ref);
}
Matrix* find(Stages& stages, const MatrixRef& ref) {
  return find_in(stages, ref);
}

MatrixView matrix_view(const Stages& stages, const MatrixRef& ref) {
  const Matrix* matrix = find(stages, ref);
  return matrix == nullptr || matrix->size() == 0 ? MatrixView(no_numbers, 0, 0) : view_of(*matrix);
}

const Matrix& X_of(const Model& model, const Trace& trace) {
  return model.has_positions() ? trace.X : *model.token_embeddings;
}

MatrixView matrix_view(const Model& model, const Trace& trace, const MatrixRef& ref) {
  if (ref.name == MatrixName::X) return view_of(X_of(model, trace));
  if (ref.name == MatrixName::masked_scores) return matrix_view(trace, {scores_for_softmax(model), ref.head});
  return of(ref.name).is_given ? view_of_given(model, ref) : matrix_view(trace, ref);
}

Index number_count(const Model& model, const MatrixRef& ref) {
  const MatrixName name = ref.name == MatrixName::masked_scores ? scores_for_softmax(model) : ref.name;
  const bool needs_no_trace = of(name).is_given || (name == MatrixName::X && !model.has_positions());
  if (needs_no_trace) return matrix_view(model, Trace{}, ref).size();
  const bool is_there = ref.head >= 0 && ref.head < (is_per_head(name) ? model.n_heads() : 1);
  const Size size = is_there ? size_of(model.shape(), name) : Size{};
  return size.rows * size.columns;
}

void give_shapes(const Model& model, Trace& trace) {
  const Shape shape = model.shape();
  // All memory is allocated before anything is changed: if there is not enough, the trace stays as it was.
  const auto n_heads = static_cast<std::size_t>(shape.n_heads());
  const std::size_t n_old_heads = trace.heads.size();
  std::vector<HeadStages> added(std::max(n_heads, n_old_heads) - n_old_heads);
  trace.heads.reserve(n_heads);
  std::vector<Replacement> replacements;
#define NONE(name, rows, columns)
#define OF_DOCUMENT(name, rows, columns) prepare(shape, MatrixName::name, trace.name, replacements);
#define OF_HEAD(name, rows, columns) prepare(shape, MatrixName::name, head.name, replacements);
  ATTENTION_LAB_STAGES(NONE, NONE, OF_DOCUMENT, NONE)
  for (std::size_t h = 0; h < n_heads; ++h) {
    HeadStages& head = h < n_old_heads ? trace.heads[h] : added[h - n_old_heads];
    ATTENTION_LAB_STAGES(NONE, NONE, NONE, OF_HEAD)
  }
#undef OF_DOCUMENT
#undef OF_HEAD

  for (Replacement& replacement : replacements) replacement.old->swap(replacement.fresh);
  if (n_heads < n_old_heads) trace.heads.resize(n_heads);
  for (HeadStages& head : added) trace.heads.push_back(std::move(head));

#define OF_DOCUMENT(name, rows, columns) drop_unused(shape, MatrixName::name, trace.name);
#define OF_HEAD(name, rows, columns) drop_unused(shape, MatrixName::name, head.name);
  ATTENTION_LAB_STAGES(NONE, NONE, OF_DOCUMENT, NONE)
  for (HeadStages& head : trace.heads) {
    ATTENTION_LAB_STAGES(NONE, NONE, NONE, OF_HEAD)
  }
#undef NONE
#undef OF_DOCUMENT
#undef OF_HEAD
}

std::size_t computed_numbers(const Shape& shape) {
  std::size_t sum = 0;
  for (const MatrixName name : all_matrix_names) {
    if (of(name).is_given) continue;
    const Size size = size_of(shape, name);
    sum += static_cast<std::size_t>((is_per_head(name) ? shape.n_heads() : 1) * size.rows * size.columns);
  }
  return sum;
}

void set_zero(const Model& model, const Trace& trace, Stages& stages) {
  stages.heads.resize(trace.heads.size());
  for (const MatrixName name : all_matrix_names) {
    const Index n_heads = is_per_head(name) ? static_cast<Index>(stages.heads.size()) : 1;
    for (Index head = 0; head < n_heads; ++head) {
      const MatrixView view = matrix_view(model, trace, {name, head});
      if (Matrix* matrix = find(stages, {name, head})) make_zero(view.rows(), view.cols(), *matrix);
    }
  }
}

std::vector<MatrixName> given_behind(const Model& model, MatrixName computed) {
  if (computed == MatrixName::position_embeddings || computed == MatrixName::dropout_mask) return {};
  std::vector<MatrixName> given = {word_embeddings(model)};
  if (is_given(model, MatrixName::position_embeddings) && model.has_positions())
    given.push_back(MatrixName::position_embeddings);
  if (model.is_identity()) return given;
  // Names are in the order of computation: scores need queries and keys, and what follows the weights V too.
  const auto is_needed = [&](MatrixName product) {
    if (computed == product || product == MatrixName::context) return computed == product;
    return product == MatrixName::V ? computed >= MatrixName::head_output : computed >= MatrixName::scores;
  };
  for (const Layer& layer : all_layers) {
    if (!is_needed(layer.product)) continue;
    for (const MatrixName name : {layer.weight, layer.bias})
      if (matrix_view(model, Trace{}, {name}).size() > 0) given.push_back(name);
  }
  return given;
}

WritableView writable_view(Model& model, const MatrixRef& ref) {
  if (ref.name == word_embeddings(model)) return writable(model.token_embeddings);
  if (ref.name == MatrixName::position_embeddings) return writable(model.position_embeddings);
  if (ref.name == MatrixName::W_o) return writable(model.W_o);
  if (ref.name == MatrixName::b_o) return writable(model.b_o);
  Head& head = model.heads.at(static_cast<std::size_t>(ref.head));
  for (std::size_t i = 0; i < head_layers.size(); ++i) {
    if (all_layers[i].weight == ref.name) return writable(head.*head_layers[i].weight);
    if (all_layers[i].bias == ref.name) return writable(head.*head_layers[i].bias);
  }
  assert(false);
  return writable(head.b_v);
}

bool contains(const Model& model, const Trace& trace, const CellRef& cell) {
  const MatrixView matrix = matrix_view(model, trace, cell.matrix);
  return cell.row >= 0 && cell.row < matrix.rows() && cell.column >= 0 && cell.column < matrix.cols();
}

Scalar value_of(const Model& model, const Trace& trace, const CellRef& cell) {
  assert(contains(model, trace, cell));
  return matrix_view(model, trace, cell.matrix)(cell.row, cell.column);
}

}  // namespace attention_lab
