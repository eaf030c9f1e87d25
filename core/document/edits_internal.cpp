#include "core/document/edits_internal.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "core/attention/positions.h"
#include "core/document/checks.h"
#include "core/limits.h"
#include "core/words/templates.h"

namespace attention_lab::edits {
namespace {

Error missing(const Document& document, const MatrixRef& matrix) {
  const std::string place = name_of(document, matrix);
  const auto not_found = [&](std::string_view sentence) {
    return Error{ErrorCode::not_found, filled(sentence, {{"matrix", to_string(matrix.name)}}), place};
  };
  const Index n_heads = static_cast<Index>(document.model.heads.size());
  if (is_per_head(matrix.name) && (matrix.head < 0 || matrix.head >= n_heads)) {
    return no_such("head", matrix.head, 0, n_heads, place);
  }
  if (matrix.name == MatrixName::token_embeddings) {
    return {ErrorCode::not_found, "Without positions, the token embeddings are called X.", place};
  }
  if (matrix.name == MatrixName::W_u) {
    return not_found(
        "There is no <matrix>, because the output is tied to the features of the words; add an output layer "
        "first.");
  }
  if (matrix.name == MatrixName::position_embeddings) {
    return not_found("There is no <matrix>; turn on positions first.");
  }
  const bool lacks_W_o = document.model.W_o->size() == 0;
  const bool is_of_output = matrix.name == MatrixName::W_o || matrix.name == MatrixName::b_o;
  if (is_of_output && lacks_W_o) {
    return not_found("There is no <matrix>; turn on the output projection first.");
  }
  return not_found("There is no <matrix>; turn on biases first.");
}

std::string why_computed(const Model& model, MatrixName name) {
  if (name == MatrixName::position_embeddings)
    return "Sinusoidal positions follow from a formula; choose learned positions to set their numbers.";
  if (name == MatrixName::dropout_mask)
    return "The dropout mask is drawn at random; choose another seed of dropout instead.";
  std::vector<std::string> given;
  for (const MatrixName each : given_behind(model, name)) given.emplace_back(to_string(each));
  return filled("The numbers in <matrix> are computed from <given>; change a number there instead.",
                {{"matrix", to_string(name)}, {"given", list_of(given)}});
}

}  // namespace

std::optional<Error> refuse_edit(const Document& document, const MatrixRef& matrix) {
  if (!is_given(document.model, matrix.name)) {
    if (matrix.name == MatrixName::position_embeddings && !document.model.has_positions())
      return missing(document, matrix);
    return Error{ErrorCode::not_editable, why_computed(document.model, matrix.name),
                 name_of(document, matrix)};
  }
  // Next words are predicted from contexts, whatever these are computed from.
  if (matrix.name > MatrixName::X && matrix.name != MatrixName::W_u) {
    if (std::optional<Error> refused = refuse_weights(document, name_of(document, matrix))) return refused;
  }
  if (given_view(document, matrix).size() == 0) return missing(document, matrix);
  return std::nullopt;
}

std::optional<Error> refuse_weights(const Document& document, std::string_view place) {
  if (document.model.options.projection == Projection::trainable) return std::nullopt;
  return Error{ErrorCode::not_editable,
               "Simplified attention has no weight matrices; switch the projection to trainable first.",
               place};
}

std::string name_of(const Document& document, const MatrixRef& matrix) {
  return to_string(matrix, document.model.n_heads());
}

std::string name_of(const Document& document, const CellRef& cell) {
  return to_string(cell, document.model.n_heads());
}

Matrix draw_weight(Draw draw, Index d_in, Index d_out, TorchRandom& random) {
  if (draw == Draw::nn_linear) return random.linear_weight(d_in, d_out);
  return draw == Draw::torch_rand ? random.rand(d_in, d_out) : random.randn(d_in, d_out);
}

RowVector draw_bias(Draw draw, Index d_in, Index d_out, TorchRandom& random) {
  if (draw == Draw::nn_linear) return random.linear_bias(d_in, d_out);
  return (draw == Draw::torch_rand ? random.rand(1, d_out) : random.randn(1, d_out)).row(0);
}

Matrix draw_embeddings(Draw draw, Index rows, Index d_model, TorchRandom& random) {
  // Embeddings have one row per token, just as nn.Linear's own (d_out, d_in) weight has one row per output.
  if (draw == Draw::nn_linear) return random.linear_weight(d_model, rows).transpose();
  return draw_weight(draw, rows, d_model, random);
}

void drop_empty_names(Document& document) {
  const bool are_all_empty = std::all_of(document.features.begin(), document.features.end(),
                                         [](const std::string& name) { return name.empty(); });
  if (are_all_empty) document.features.clear();
}

Stream word_stream(std::uint64_t seed, std::string_view word) {
  return Stream(seed).of("word").of(word);
}

Stream weight_stream(std::uint64_t seed, const MatrixRef& weight) {
  return Stream(seed).of(to_string(weight.name)).of(weight.head);
}

Head draw_head(Index head, Index d_model, Index d_k, Index d_v, std::uint64_t seed) {
  const auto drawn = [&](MatrixName name, Index columns) {
    const Stream stream = weight_stream(seed, {name, head});
    return resized(Matrix(), d_model, columns, [&stream](Index row) { return stream.of(row); });
  };
  Head fresh;
  fresh.W_q = drawn(MatrixName::W_q, d_k);
  fresh.W_k = drawn(MatrixName::W_k, d_k);
  fresh.W_v = drawn(MatrixName::W_v, d_v);
  return fresh;
}

void set_drawn(Document& document, const Span& rows, bool are_drawn) {
  std::vector<Index>& drawn = document.drawn_tokens;
  const auto begin = std::lower_bound(drawn.begin(), drawn.end(), rows.first);
  const auto end = std::lower_bound(begin, drawn.end(), rows.end());
  auto place = drawn.erase(begin, end);
  if (!are_drawn) return;
  place = drawn.insert(place, static_cast<std::size_t>(rows.size), rows.first);
  std::iota(place, place + rows.size, rows.first);
}

std::optional<Error> refuse_output_projection(const Model& model) {
  const Index width = model.n_heads() * model.d_v();
  if (width <= limits::d_model) return std::nullopt;
  return Error{ErrorCode::over_limit,
               filled("W_o would have n_heads · d_v = <width> columns; the limit is <limit>, so lower d_v or "
                      "n_heads first.",
                      {{"width", width}, {"limit", limits::d_model}}),
               "W_o"};
}

RowVector zeros_for(const Matrix& weight) {
  return RowVector::Zero(weight.cols());
}

}  // namespace attention_lab::edits
