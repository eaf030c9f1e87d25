#include "ui/figures/figure_data.h"

#include <algorithm>
#include <cmath>

#include "core/attention/rounding.h"
#include "core/document/checks.h"
#include "core/document/matrix_labels.h"
#include "core/geometry/score_matrix.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"
#include "ui/figures/base/value_range.h"

namespace attention_lab {
namespace {

std::string axis_caption(Axis axis, bool is_square) {
  switch (axis) {
    case Axis::one: return {};
    case Axis::query: return is_square ? "query: the token that attends" : "token";
    case Axis::key: return is_square ? "key: the token attended to" : "token";
    case Axis::d_model: return "dimension of the embedding";
    case Axis::d_k: return "dimension of queries and keys";
    case Axis::d_v: return "dimension of values";
    case Axis::d_concatenated: return "dimension of all heads";
    case Axis::d_out: return "dimension of the context";
    case Axis::word: return "next word";
  }
  return {};
}

std::string shape_of(const MatrixView& matrix) {
  return shape_text(matrix.rows(), matrix.cols());
}

Colouring widened(Colouring colouring) {
  if (colouring.high > colouring.low) return colouring;
  const double middle = colouring.low;
  const double half = middle == 0 ? 1 : std::fabs(middle) / 2;
  return {colouring.map, middle - half, middle + half};
}

}  // namespace

Result<FigureData> FigureData::of(const LabState& state, const MatrixRef& ref) {
  const Model& model = state.document.model;
  const bool lacks_head = is_per_head(ref.name) && (ref.head < 0 || ref.head >= model.n_heads());
  if (lacks_head || matrix_view(model, state.trace, ref).size() == 0) return no_such_matrix(model, ref);
  FigureData data(matrix_view(model, state.trace, ref));
  const Axis rows = row_axis(ref.name);
  const Axis columns = column_axis(ref.name);
  const bool is_square = has_token_columns(ref.name);
  data.ref = ref;
  if (ref.name >= MatrixName::masked_scores && has_token_columns(ref.name)) data.mask = model.options.mask;
  data.name = display_name(ref.name);
  data.row_labels = visible_labels(labels_of_rows(state.document, ref.name, data.view_.rows()));
  data.column_labels = visible_labels(labels_of_columns(state.document, ref.name, data.view_.cols()));
  data.row_caption = axis_caption(rows, is_square);
  data.column_caption = axis_caption(columns, is_square);
  data.range = range_of(data.view_, ref.name == MatrixName::masked_scores);
  return data;
}

Result<FigureData> FigureData::of_score_matrix(const LabState& state, Index head) {
  const Model& model = state.document.model;
  const Result<FigureData> given =
      of(state, model.is_identity() ? MatrixRef{MatrixName::X, 0} : MatrixRef{MatrixName::W_q, head});
  if (!given) return given.error();
  FigureData data = *given;
  const MatrixView W_k = matrix_view(model, state.trace, {MatrixName::W_k, head});
  data.own_ = std::make_shared<const Matrix>(model.is_identity()
                                                 ? Matrix(Matrix::Identity(model.d_model(), model.d_model()))
                                                 : Matrix(score_product(data.values(), W_k).cast<Scalar>()));
  data.name = "W_q·W_k^T";
  (model.is_identity() ? data.row_labels : data.column_labels) =
      model.is_identity() ? data.column_labels : data.row_labels;
  data.row_caption = "dimension of the token that attends";
  data.column_caption = "dimension of the token attended to";
  data.range = range_of(data.values(), false);
  return data;
}

Result<FigureData> FigureData::difference(const FigureData& b, const FigureData& a) {
  const MatrixView vb = b.values();
  const MatrixView va = a.values();
  if (vb.rows() != va.rows() || vb.cols() != va.cols()) {
    return Error{
        ErrorCode::wrong_shape,
        filled("A and B cannot be subtracted: <a> of A is <shape of a>, <b> of B is <shape of b>.",
               {{"a", a.name}, {"shape of a", shape_of(va)}, {"b", b.name}, {"shape of b", shape_of(vb)}})};
  }
  FigureData data = b;
  data.own_ = std::make_shared<const Matrix>(vb - va);
  // Cells masked in both states show nothing; those masked in only one show a real difference.
  data.mask = hidden_by_both(a.mask, b.mask, vb.cols());
  data.name = "B − A";
  data.is_difference = true;
  data.range = range_of(data.values(), false);
  return data;
}

std::vector<double> FigureData::row(Index index) const {
  const MatrixView all = values();
  std::vector<double> numbers(static_cast<std::size_t>(all.cols()));
  for (Index i = 0; i < all.cols(); ++i)
    numbers[static_cast<std::size_t>(i)] = static_cast<double>(all(index, i));
  return numbers;
}

std::string visible_label(const std::string& label) {
  constexpr std::string_view blank = "␣";
  const bool is_blank = trimmed(label).empty();
  if (label.empty()) return std::string(blank);
  std::string visible;
  for (std::size_t at = 0; at < label.size();) {
    const CodePoint c = code_point_at(label, at);
    if (c.value == U'\t') {
      visible += "⇥";
    } else if (is_line_or_tab(c.value)) {
      visible += "↵";
    } else if (is_blank) {
      visible += blank;
    } else {
      visible += label.substr(at, c.size);
    }
    at += c.size;
  }
  return visible;
}

std::vector<std::string> visible_labels(std::vector<std::string> labels) {
  for (std::string& label : labels) label = visible_label(label);
  return labels;
}

Colouring colouring_of(const FigureRequest& request, const FigureData& data, const ValueRange& range) {
  Colouring colouring;
  colouring.map = request.map.value_or(data.is_positive() ? ColourMap::viridis : ColourMap::puor);
  switch (request.range.kind) {
    case ColourRange::Kind::unit: break;
    case ColourRange::Kind::by_hand:
      colouring.low = request.range.low;
      colouring.high = request.range.high;
      break;
    case ColourRange::Kind::symmetric:
      colouring.high = round_up_nicely(range.magnitude());
      colouring.low = -colouring.high;
      break;
    case ColourRange::Kind::automatic:
      if (data.is_positive()) {
        colouring.high = legend_end_of_weights(range.high, data.ref.name != MatrixName::weights);
      } else if (is_diverging(colouring.map)) {
        colouring.high = round_up_nicely(range.magnitude());
        colouring.low = -colouring.high;
      } else {
        colouring.low = range.low;
        colouring.high = range.high;
      }
      break;
  }
  return widened(colouring);
}

std::string name_in_title(MatrixName name) {
  switch (name) {
    case MatrixName::token_embeddings: return "Token embeddings";
    case MatrixName::position_embeddings: return "Position embeddings";
    case MatrixName::X: return "Embeddings X";
    case MatrixName::W_q: return "Query weights W_q";
    case MatrixName::W_k: return "Key weights W_k";
    case MatrixName::W_v: return "Value weights W_v";
    case MatrixName::b_q: return "Query bias b_q";
    case MatrixName::b_k: return "Key bias b_k";
    case MatrixName::b_v: return "Value bias b_v";
    case MatrixName::Q: return "Queries Q";
    case MatrixName::K: return "Keys K";
    case MatrixName::V: return "Values V";
    case MatrixName::scores: return "Scores";
    case MatrixName::scaled_scores: return "Scaled scores";
    case MatrixName::masked_scores: return "Masked scores";
    case MatrixName::weights: return "Attention weights";
    case MatrixName::dropout_mask: return "Dropout mask";
    case MatrixName::dropped_weights: return "Attention weights after dropout";
    case MatrixName::head_output: return "Head output";
    case MatrixName::concatenated: return "Concatenated heads";
    case MatrixName::W_o: return "Output weights W_o";
    case MatrixName::b_o: return "Output bias b_o";
    case MatrixName::context: return "Context vectors";
    case MatrixName::W_u: return "Output layer W_u";
  }
  return {};
}

std::string title_of(const FigureData& data, Index n_heads, const std::string& words) {
  if (!is_per_head(data.ref.name) || n_heads == 1) return words;
  return filled("<matrix>, head <head> of <count>",
                {{"matrix", words}, {"head", data.ref.head + 1}, {"count", n_heads}});
}

std::vector<std::string> row_sums(const MatrixView& weights) {
  constexpr Index most = 64;
  std::vector<std::string> sums;
  for (Index row = 0; row < weights.rows() && weights.rows() <= most; ++row) {
    const double sum = weights.row(row).cast<double>().sum();
    sums.push_back(is_one(sum, weights.cols()) ? "1" : format_number(sum, 2));
  }
  return sums;
}

std::string options_in_words(const LabState& state, const LabState& other) {
  const Options& mine = state.document.model.options;
  const Options& theirs = other.document.model.options;
  std::string words;
  const auto add = [&](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
  if (mine.projection != theirs.projection)
    add(mine.projection == Projection::identity ? "simplified" : "trainable");
  if (!(mine.scale == theirs.scale)) {
    add(mine.scale.kind == Scale::Kind::sqrt_d_k ? "÷ √d_k"
        : mine.scale.kind == Scale::Kind::none
            ? "unscaled"
            : "÷ " + format_exactly(static_cast<float>(mine.scale.custom_divisor)));
  }
  if (mine.mask != theirs.mask) add(mask_words_of(mine.mask).in_sentence);
  if (mine.temperature != theirs.temperature)
    add(filled("temperature <temperature>",
               {{"temperature", format_exactly(static_cast<float>(mine.temperature))}}));
  return words;
}

std::string name_of_state(std::string name, const LabState& state, const LabState& other) {
  const std::string options = options_in_words(state, other);
  return options.empty() ? name : name + ", " + options;
}

Index default_query(const Model& model) {
  const Index last = std::max<Index>(model.n_tokens() - model.options.mask.n_padded() - 1, 0);
  return model.options.mask.is_causal() ? last : std::min<Index>(1, last);
}

}  // namespace attention_lab
