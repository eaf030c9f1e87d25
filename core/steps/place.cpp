#include "core/steps/place.h"

#include <cassert>

namespace attention_lab {
namespace {

class Linker {
 public:
  Linker(const Document& document, const CellRef& cell, Index shown_head)
      : document_(document),
        model_(document.model),
        cell_(cell),
        head_(is_per_head(cell.matrix.name) ? cell.matrix.head : shown_head) {}

  std::vector<Place> links() {
    const Index row = cell_.row;
    const Index column = cell_.column;
    switch (cell_.matrix.name) {
      case MatrixName::token_embeddings:
      case MatrixName::position_embeddings:
      case MatrixName::X:
        add_equal_words(row);
        add_row(MatrixName::token_embeddings, row);
        add_row(MatrixName::position_embeddings, row);
        add_row(MatrixName::X, row);
        add_row(MatrixName::Q, row);
        add_row(MatrixName::K, row);
        add_row(MatrixName::V, row);
        break;
      case MatrixName::Q:
      case MatrixName::K:
      case MatrixName::V: projection(*layer_of(cell_.matrix.name)); break;
      case MatrixName::scores:
      case MatrixName::scaled_scores:
      case MatrixName::masked_scores:
      case MatrixName::weights:
      case MatrixName::dropout_mask:
      case MatrixName::dropped_weights: {
        add_row(MatrixName::X, row);
        add_row(MatrixName::Q, row);
        add_row(MatrixName::K, column);
        add_row(MatrixName::V, column);
        for (const MatrixName square : all_matrix_names) {
          if (!has_token_columns(square)) continue;
          add_row(square, row);
          if (square != cell_.matrix.name) add(square, row, column);
        }
        add_row(MatrixName::head_output, row);
        if (model_.n_heads() == 1) add_row(MatrixName::context, row);
        break;
      }
      case MatrixName::head_output: output(column); break;
      case MatrixName::concatenated:
        head_ = column / model_.d_v();
        add(MatrixName::head_output, row, column % model_.d_v());
        output(column % model_.d_v());
        break;
      case MatrixName::context:
        if (model_.has_output_projection()) {
          add_row(MatrixName::concatenated, row);
          add_column(MatrixName::W_o, column);
          add_column(MatrixName::b_o, column);
        } else {
          head_ = column / model_.d_v();
          add(MatrixName::head_output, row, column % model_.d_v());
          add(MatrixName::concatenated, row, column);
          output(column % model_.d_v());
        }
        break;
      default:
        assert(is_parameter(cell_.matrix.name));
        add_column(layer_of(cell_.matrix.name)->weight, column);
        add_column(layer_of(cell_.matrix.name)->product, column);
    }
    return std::move(links_);
  }

 private:
  void add(MatrixName name, std::optional<Index> row, std::optional<Index> column) {
    links_.push_back({{name, is_per_head(name) ? head_ : 0}, row, column});
  }
  void add_row(MatrixName name, Index row) { add(name, row, std::nullopt); }
  void add_column(MatrixName name, Index column) { add(name, std::nullopt, column); }

  // Adds the other rows that change when this one is edited.
  void add_equal_words(Index row) {
    if (cell_.matrix.name != word_embeddings(model_)) return;
    for (const Index other : tokens_sharing_with(document_, row))
      if (other != row) add_row(cell_.matrix.name, other);
  }

  void projection(const Layer& layer) {
    add_row(MatrixName::X, cell_.row);
    add_column(layer.weight, cell_.column);
    add_column(layer.bias, cell_.column);
    add_row(cell_.matrix.name, cell_.row);
  }
  void output(Index column_of_V) {
    add_row(mixing_weights(model_), cell_.row);
    add_column(MatrixName::V, column_of_V);
  }

  const Document& document_;
  const Model& model_;
  const CellRef& cell_;
  Index head_;
  std::vector<Place> links_;
};

}  // namespace

MatrixName shown_matrix(const Model& model, MatrixName name) {
  const bool has_one_head = model.n_heads() == 1;
  switch (name) {
    case MatrixName::Q:
    case MatrixName::K:
    case MatrixName::V: return model.is_identity() ? MatrixName::X : name;
    case MatrixName::masked_scores:
      return model.options.mask == Mask::none ? MatrixName::scaled_scores : name;
    case MatrixName::head_output:
      return has_one_head && !model.has_output_projection() ? MatrixName::context : name;
    case MatrixName::concatenated:
      if (!model.has_output_projection()) return MatrixName::context;
      return has_one_head ? MatrixName::head_output : name;
    default: return name;
  }
}

std::vector<Place> links_of(const Document& document, const CellRef& cell, Index shown_head) {
  return Linker(document, cell, shown_head).links();
}

}  // namespace attention_lab
