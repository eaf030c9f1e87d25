// Edits of numbers: cells, rows, blocks and whole matrices.

#include "core/document/checks.h"
#include "core/document/edits_internal.h"
#include "core/document/target.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab::edits {
namespace {

Error wrong_shape(const Document& document, const MatrixRef& matrix, std::string message) {
  return {ErrorCode::wrong_shape, std::move(message), name_of(document, matrix)};
}

/// If words share embeddings, equal tokens cannot get different numbers.
std::optional<Error> refuse_different_rows(const Document& document, const CellRef& corner,
                                           const Matrix& block) {
  const auto token = [&](Index i) { return document.tokens[static_cast<std::size_t>(corner.row + i)]; };
  for (Index i = 0; i < block.rows(); ++i) {
    for (Index j = i + 1; j < block.rows(); ++j) {
      if (token(i) != token(j) || block.row(i) == block.row(j)) continue;
      return Error{
          ErrorCode::wrong_shape,
          filled("<token> has one embedding wherever it occurs, but rows <row> and <other> were given "
                 "different numbers; make them equal, or give each token its own embedding first.",
                 {{"token", in_curly_quotes(token(i))},
                  {"row", corner.row + i + 1},
                  {"other", corner.row + j + 1}}),
          name_of(document, corner)};
    }
  }
  return std::nullopt;
}

/// Why `block` cannot be written at `corner`; nullopt if it can.
std::optional<Error> refuse_block(const Document& document, const CellRef& corner, const Matrix& block) {
  if (std::optional<Error> refused = refuse_edit(document, corner.matrix)) return refused;
  const MatrixView target = given_view(document, corner.matrix);
  if (corner.row < 0 || corner.row >= target.rows() || corner.column < 0 || corner.column >= target.cols()) {
    return Error{ErrorCode::out_of_range,
                 filled("There is no such cell: <matrix> has <shape>, counted from 0.",
                        {{"matrix", to_string(corner.matrix.name)},
                         {"shape", shape_in_words(target.rows(), target.cols())}}),
                 name_of(document, corner)};
  }
  const Index rows_left = target.rows() - corner.row;
  const Index columns_left = target.cols() - corner.column;
  if (block.size() == 0) {
    return Error{ErrorCode::wrong_shape, "No number was given; give at least one.",
                 name_of(document, corner)};
  }
  if (block.rows() > rows_left || block.cols() > columns_left) {
    return Error{ErrorCode::wrong_shape,
                 filled("<given> were given, but from this cell on there is room for <room>; give fewer, or "
                        "start further up or further to the left.",
                        {{"given", shape_in_words(block.rows(), block.cols())},
                         {"room", shape_in_words(rows_left, columns_left)}}),
                 name_of(document, corner)};
  }
  if (corner.matrix.name == word_embeddings(document.model) && is_padding(document, corner.row)) {
    return Error{ErrorCode::not_editable,
                 "This token pads the sentence to the longest of the batch: its embedding stays 0. Edit a "
                 "token of the sentence.",
                 name_of(document, corner)};
  }
  if (const std::optional<Position> found = first_not_finite(view_of(block))) {
    const CellRef cell{corner.matrix, corner.row + found->row, corner.column + found->column};
    return Error{ErrorCode::not_finite, "This number is not finite; give a finite one.",
                 name_of(document, cell)};
  }
  if (document.vocabulary && corner.matrix.name == word_embeddings(document.model))
    return refuse_different_rows(document, corner, block);
  return std::nullopt;
}

/// Draws one layer for all heads and splits its columns among them; with a bias if the first head has one.
void draw_split_layer(std::vector<Head>& heads, const HeadLayer& layer, Draw draw, TorchRandom& random) {
  const auto& [weight, bias] = layer;
  const Head& first = heads.front();
  const Index d_in = (first.*weight)->rows();
  const Index width = (first.*weight)->cols();
  const Index d_out = static_cast<Index>(heads.size()) * width;
  const bool has_bias = (first.*bias)->size() > 0;
  const Matrix whole = draw_weight(draw, d_in, d_out, random);
  const RowVector whole_bias = has_bias ? draw_bias(draw, d_in, d_out, random) : RowVector();
  Index start = 0;
  for (Head& head : heads) {
    head.*weight = Matrix(whole.middleCols(start, width));
    head.*bias = has_bias ? RowVector(whole_bias.segment(start, width)) : RowVector();
    start += width;
  }
}

void draw_split_projection(Model& model, Draw draw, TorchRandom& random) {
  for (const HeadLayer& layer : head_layers) draw_split_layer(model.heads, layer, draw, random);
  const Index d_in = model.n_heads() * model.d_v();
  const Index d_out = model.has_output_projection() ? model.W_o->cols() : d_in;
  model.W_o = draw_weight(draw, d_in, d_out, random);
  model.b_o = draw_bias(draw, d_in, d_out, random);
}

}  // namespace

Result<Document> set_cell(const Document& document, const CellRef& cell, Scalar value) {
  return set_block(document, cell, Matrix::Constant(1, 1, value));
}

Result<Document> set_matrix(const Document& document, const MatrixRef& matrix, const Matrix& values) {
  if (std::optional<Error> refused = refuse_edit(document, matrix)) return *std::move(refused);
  const MatrixView target = given_view(document, matrix);
  if (values.rows() != target.rows() || values.cols() != target.cols()) {
    return wrong_shape(
        document, matrix,
        filled("<matrix> has <shape>, but <given> were given; give as many, or change the shape first.",
               {{"matrix", to_string(matrix.name)},
                {"shape", shape_in_words(target.rows(), target.cols())},
                {"given", shape_in_words(values.rows(), values.cols())}}));
  }
  return set_block(document, {matrix, 0, 0}, values);
}

Result<Document> set_block(const Document& document, const CellRef& corner, const Matrix& block) {
  if (std::optional<Error> refused = refuse_block(document, corner, block)) return *std::move(refused);
  return with_matrix(
      document, corner.matrix,
      [&](WritableView target) {
        target.block(corner.row, corner.column, block.rows(), block.cols()) = block;
      },
      Span{corner.row, block.rows()});
}

Result<Document> set_target(const Document& document, const Matrix& target) {
  if (has_batch(document)) {
    return Error{ErrorCode::not_editable,
                 "Attention to train towards is given for one sentence; remove the other sentences first.",
                 "target"};
  }
  Result<Matrix> made = make_target(document.model, target);
  if (!made) return made.error();
  return changed(document, [&](Document& copy) { copy.target = *std::move(made); });
}

Result<Document> zero(const Document& document, const MatrixRef& matrix) {
  return with_matrix(document, matrix, [](WritableView target) { target.setZero(); });
}

Result<Document> identity(const Document& document, const MatrixRef& matrix) {
  if (std::optional<Error> refused = refuse_edit(document, matrix)) return *std::move(refused);
  const MatrixView view = given_view(document, matrix);
  return set_matrix(document, matrix, Matrix::Identity(view.rows(), view.cols()));
}

Result<Document> transpose(const Document& document, const MatrixRef& matrix) {
  if (std::optional<Error> refused = refuse_edit(document, matrix)) return *std::move(refused);
  const MatrixView view = given_view(document, matrix);
  if (view.rows() != view.cols()) {
    return wrong_shape(
        document, matrix,
        filled("<matrix> has <shape>; only a square matrix can be transposed in place.",
               {{"matrix", to_string(matrix.name)}, {"shape", shape_in_words(view.rows(), view.cols())}}));
  }
  return set_matrix(document, matrix, view.transpose());
}

Result<Document> scale_matrix(const Document& document, const MatrixRef& matrix, Scalar factor) {
  if (std::optional<Error> refused = refuse_edit(document, matrix)) return *std::move(refused);
  return set_matrix(document, matrix, given_view(document, matrix) * factor);
}

const char* display_name(Draw draw) {
  switch (draw) {
    case Draw::torch_rand: return "torch.rand";
    case Draw::nn_linear: return "nn.Linear";
    case Draw::torch_randn: return "torch.randn";
  }
  return "";
}

const char* description(Draw draw) {
  switch (draw) {
    case Draw::torch_rand: return "uniform on [0, 1)";
    case Draw::nn_linear: return "uniform within ±1 ÷ √(number of inputs)";
    case Draw::torch_randn: return "normal, with mean 0 and variance 1";
  }
  return "";
}

Result<Document> redraw(const Document& document, const MatrixRef& matrix, Draw draw, std::uint64_t seed) {
  Result<Document> redrawn = with_matrix(document, matrix, [&](WritableView target) {
    TorchRandom random(seed);
    const Layer* layer = layer_of(matrix.name);
    if (layer != nullptr && matrix.name == layer->bias) {
      const Index d_in = given_view(document, {layer->weight, matrix.head}).rows();
      target = draw_bias(draw, d_in, target.cols(), random);
    } else if (matrix.name <= MatrixName::X) {
      target = draw_embeddings(draw, target.rows(), target.cols(), random);
    } else {
      target = draw_weight(draw, target.rows(), target.cols(), random);
    }
  });
  if (!redrawn || matrix.name != word_embeddings(document.model)) return redrawn;
  return changed(*redrawn, [](Document& copy) { set_drawn(copy, {0, length_of_sentence(copy)}, true); });
}

Result<Document> redraw_weights(const Document& document, Draw draw, std::uint64_t seed, DrawOrder order) {
  if (std::optional<Error> refused = refuse_weights(document, "heads")) return *std::move(refused);
  if (std::optional<Error> refused = check_seed_limit(seed, "seed")) return *std::move(refused);
  const bool is_split = order == DrawOrder::split_projection;
  if (is_split && !document.model.has_output_projection()) {
    if (std::optional<Error> refused = refuse_output_projection(document.model)) return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    TorchRandom random(seed);
    copy.seed = seed;
    if (is_split) {
      draw_split_projection(copy.model, draw, random);
      return;
    }
    for (Head& head : copy.model.heads) {
      for (const auto& [weight, bias] : head_layers) {
        const Index d_in = (head.*weight)->rows();
        const Index d_out = (head.*weight)->cols();
        head.*weight = draw_weight(draw, d_in, d_out, random);
        if ((head.*bias)->size() > 0) head.*bias = draw_bias(draw, d_in, d_out, random);
      }
    }
  });
}

}  // namespace attention_lab::edits
