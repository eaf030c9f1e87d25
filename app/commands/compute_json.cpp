#include "app/commands/compute_output.h"
#include "app/files/json_writer.h"
#include "app/files/mask_json.h"
#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// The scores hidden by the mask; elsewhere in masked_scores, −∞ is an overflow.
struct Hidden {
  Index n_tokens = 0;
  Mask mask = Mask::none;
  bool is_upside_down = false;

  bool operator()(Index query, Index key) const {
    if (is_upside_down) return mask == Mask::causal && key < query;
    return !is_visible(mask, query, key, n_tokens);
  }
};

Hidden hidden_by(const Model& model, const std::optional<MadeMistake>& made) {
  const Mask& mask = model.options.mask;
  const Index n_tokens = model.n_tokens();
  if (!made) return {n_tokens, mask};
  switch (made->mistake) {
    case Mistake::mask_after_softmax:
    case Mistake::mask_after_softmax_renormalised: return {n_tokens, Mask::none};
    case Mistake::mask_upside_down: return {n_tokens, mask, true};
    default: return {n_tokens, mask};
  }
}

void write_masked_scores(JsonWriter& json, const MatrixView& scores, const Hidden& is_hidden) {
  json.begin_list();
  for (Index row = 0; row < scores.rows(); ++row) {
    json.item();
    for (Index column = 0; column < scores.cols(); ++column) {
      json.value(column == 0 ? "[" : ", ");
      json.value(is_hidden(row, column) ? "null" : json_of(scores(row, column)));
    }
    json.value("]");
  }
  json.end_list();
}

/// The intermediates of one head.
void write_head(JsonWriter& json, const Model& model, const Trace& trace, Index head, const Hidden& hidden) {
  json.begin_object();
  for (const MatrixName name : all_matrix_names) {
    if (!is_per_head(name) || is_given(model, name)) continue;
    const MatrixView matrix = matrix_view(model, trace, {name, head});
    if (matrix.size() == 0) continue;
    json.key(to_string(name));
    name == MatrixName::masked_scores ? write_masked_scores(json, matrix, hidden) : json.value(matrix);
  }
  json.end_object();
}

/// The members of an object.
void write_sentence(JsonWriter& json, const Document& document, const Trace& trace, const Hidden& hidden) {
  json.key("tokens");
  json.value("[");
  for (std::size_t i = 0; i < document.tokens.size(); ++i)
    json.value((i > 0 ? ", " : "") + json_of(document.tokens[i]));
  json.value("]");
  json.key("mask");
  write_mask(json, document.model.options.mask);
  if (document.model.has_positions()) {
    for (const MatrixName name :
         {MatrixName::token_embeddings, MatrixName::position_embeddings, MatrixName::X})
      json.member(to_string(name), matrix_view(document.model, trace, {name}));
  }
  json.key("heads");
  json.begin_list();
  for (Index head = 0; head < std::ssize(trace.heads); ++head) {
    json.item();
    write_head(json, document.model, trace, head, hidden);
  }
  json.end_list();
  json.member("context", view_of(trace.context));
}

/// All sentences, padded to (b, n, d_model).
void write_batch(JsonWriter& json, const Document& document) {
  json.key("batch");
  json.begin_object();
  json.key("shape");
  json.value(filled("[<b>, <n>, <d_model>]", {{"b", n_sentences(document)},
                                              {"n", document.model.n_tokens()},
                                              {"d_model", document.model.d_model()}}));
  json.key("sentences");
  json.begin_list();
  for (Index i = 0; i < n_sentences(document); ++i) {
    const Document shown = showing(document, i);
    Trace trace;
    forward(shown.model, trace);
    json.item();
    json.begin_object();
    write_sentence(json, shown, trace, hidden_by(shown.model, std::nullopt));
    json.end_object();
  }
  json.end_list();
  json.end_object();
}

void write_giveaway(JsonWriter& json, const Giveaway& giveaway) {
  json.key("giveaway");
  json.begin_object();
  json.member("row_sums_are_one", giveaway.row_sums_are_one);
  json.member("column_sums_are_one", giveaway.column_sums_are_one);
  json.member("sees_future", giveaway.sees_future);
  json.member("leaks_future", giveaway.leaks_future);
  json.member("has_nan", giveaway.has_nan);
  json.member("fits_by_luck", giveaway.fits_by_luck);
  json.member("numbers_agree", giveaway.numbers_agree);
  const auto number = [&](const char* name, double value) { json.member(name, static_cast<float>(value)); };
  number("smallest_row_sum", giveaway.smallest_row_sum);
  number("largest_row_sum", giveaway.largest_row_sum);
  number("largest_difference", giveaway.largest_difference);
  number("largest_weight_difference", giveaway.largest_weight_difference);
  number("divisor", giveaway.divisor);
  number("right_divisor", giveaway.right_divisor);
  number("mean_entropy", giveaway.mean_entropy);
  number("right_mean_entropy", giveaway.right_mean_entropy);
  json.end_object();
}

}  // namespace

void compute_json(TextPieces& text, const Document& document, const Trace& trace,
                  const std::optional<MadeMistake>& made) {
  write_json(text, [&](JsonWriter& json) {
    write_sentence(json, document, trace, hidden_by(document.model, made));
    if (!made) {
      if (has_batch(document)) write_batch(json, document);
      return;
    }
    json.member("mistake", to_string(made->mistake));
    write_giveaway(json, made->giveaway);
  });
}

}  // namespace attention_lab
