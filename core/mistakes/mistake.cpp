#include "core/mistakes/mistake.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "core/attention/flush_denormals.h"
#include "core/attention/forward.h"
#include "core/attention/kernels.h"
#include "core/attention/model.h"
#include "core/attention/softmax.h"
#include "core/words/matrix_words.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

// Y = A·B + bias with the engine's kernels and block size, so that equal inputs give equal bits.
void multiply(const Matrix& A, const Matrix& B, const RowVector* bias, Matrix& Y) {
  constexpr Index block_rows = 128;
  for (Index first = 0; first < A.rows(); first += block_rows) {
    best_kernels().product({.A = A.data() + first * A.cols(),
                            .B = B.data(),
                            .bias = bias == nullptr || bias->size() == 0 ? nullptr : bias->data(),
                            .C = Y.data() + first * Y.cols(),
                            .a_stride = A.cols(),
                            .b_stride = B.cols(),
                            .c_stride = Y.cols(),
                            .n_rows = std::min(block_rows, A.rows() - first),
                            .n_inner = A.cols(),
                            .n_columns = B.cols()});
  }
}

}  // namespace

// --- the correct stages after a wrong one

namespace mistakes {

void redo_softmax(const Model& model, Trace& trace) {
  for (HeadStages& head : trace.heads) {
    const Matrix& scores = scores_for_softmax(model, head);
    for (Index i = 0; i < head.weights.rows(); ++i) {
      softmax(scores.row(i).data(), head.weights.row(i).data(), head.weights.cols(),
              model.options.temperature);
    }
  }
}

void redo_output(const Model& model, Trace& trace) {
  Index first_column = 0;
  for (HeadStages& head : trace.heads) {
    if (model.has_dropout()) head.dropped_weights = head.weights.cwiseProduct(head.dropout_mask);
    multiply(mixing_weights(model, head), head.V, nullptr, head.head_output);
    trace.concatenated.middleCols(first_column, head.head_output.cols()) = head.head_output;
    first_column += head.head_output.cols();
  }
  if (model.has_output_projection()) {
    multiply(trace.concatenated, *model.W_o, &*model.b_o, trace.context);
  } else {
    trace.context = trace.concatenated;
  }
}

}  // namespace mistakes

namespace {

/// The correct trace.
Trace right_trace(const Model& model) {
  Trace trace;
  forward(model, trace);
  return trace;
}

/// The error if a mistake about the mask is requested without a mask.
Error no_mask() {
  return {ErrorCode::not_found, "This document has no mask; set its mask to causal to see this mistake.",
          "options.mask"};
}

// --- the wrong passes

Result<Trace> softmax_over_queries(const Model& model) {
  Trace trace = right_trace(model);
  for (HeadStages& head : trace.heads) {
    Matrix columns = scores_for_softmax(model, head).transpose();  // (keys, queries): each row is a key
    for (Index key = 0; key < columns.rows(); ++key) {
      // Wrong: normalises over the queries instead of the keys.
      Scalar* column = columns.row(key).data();
      softmax(column, column, columns.cols(), model.options.temperature);
    }
    head.weights = columns.transpose();
  }
  mistakes::redo_output(model, trace);
  return trace;
}

Result<Trace> transposed_weights(const Model& model) {
  if (model.is_identity()) {
    return Error{ErrorCode::not_found,
                 "This document has no weights that could be transposed; set its projection to trainable to "
                 "see this mistake.",
                 "options.projection"};
  }
  // All heads have the same shapes.
  const Head& head = model.heads.front();
  const struct {
    const char* name;
    const Matrix& W;
  } weights[] = {{"W_q", *head.W_q}, {"W_k", *head.W_k}, {"W_v", *head.W_v}};
  for (const auto& [name, W] : weights) {
    if (W.rows() == W.cols()) continue;
    return Error{
        ErrorCode::wrong_shape,
        filled("<matrix> is (<shape>), and its transpose does not fit X: the product fails at once here, and "
               "the mistake stays unnoticed only where d_k = d_v = d_model.",
               {{"matrix", name}, {"shape", shape_text(W.rows(), W.cols())}}),
        std::string("heads[0].") + name};
  }

  Model wrong = model;
  for (Head& given : wrong.heads) {
    // Wrong: (out, in) is read as (in, out).
    given.W_q = Matrix(given.W_q->transpose());
    given.W_k = Matrix(given.W_k->transpose());
    given.W_v = Matrix(given.W_v->transpose());
  }
  return right_trace(wrong);
}

Result<Trace> sqrt_d_model(const Model& model) {
  if (model.options.scale.kind != Scale::Kind::sqrt_d_k) {
    return Error{
        ErrorCode::not_found,
        "This document does not divide by √d_k, so √d_model cannot be confused with it; set its scale "
        "to sqrt_d_k to see this mistake.",
        "options.scale"};
  }
  if (model.d_k() == model.d_model()) {
    return Error{
        ErrorCode::not_found,
        filled(
            "d_k and d_model are both <d_k> here, so √d_model is right; give the heads a d_k different from "
            "d_model to see this mistake.",
            {{"d_k", model.d_k()}}),
        "options.scale"};
  }
  Model wrong = model;
  // Wrong: the width of an embedding instead of that of a key.
  wrong.options.scale = {Scale::Kind::custom, std::sqrt(static_cast<Scalar>(model.d_model()))};
  return right_trace(wrong);
}

Result<Trace> no_scaling(const Model& model) {
  if (model.divisor() == 1) {
    return Error{ErrorCode::not_found,
                 "The divisor of this document is 1, so there is no division to forget; choose the scale "
                 "sqrt_d_k and a d_k above 1 to see this mistake.",
                 "options.scale"};
  }
  Model wrong = model;
  // Wrong: nothing keeps the scores from growing with d_k.
  wrong.options.scale.kind = Scale::Kind::none;
  return right_trace(wrong);
}

Result<Trace> mask_after_softmax(const Model& model) {
  if (model.options.mask == Mask::none) return no_mask();
  // Wrong: softmax includes every token …
  Model unmasked = model;
  unmasked.options.mask = Mask::none;
  Trace trace = right_trace(unmasked);
  // … and the weights of masked tokens are lost.
  for (HeadStages& head : trace.heads) {
    head.masked_scores = head.scaled_scores;
    const Index n_tokens = head.weights.rows();
    for (Index i = 0; i < n_tokens; ++i) {
      for (Index j = 0; j < n_tokens; ++j)
        if (!is_visible(model.options.mask, i, j, n_tokens)) head.weights(i, j) = 0;
    }
  }
  mistakes::redo_output(model, trace);
  return trace;
}

Result<Trace> mask_after_softmax_renormalised(const Model& model) {
  Result<Trace> masked_late = mask_after_softmax(model);
  if (!masked_late) return masked_late;
  Trace trace = *std::move(masked_late);
  for (HeadStages& head : trace.heads) {
    for (Index i = 0; i < head.weights.rows(); ++i) {
      // Correct after all: (e^a ÷ S) ÷ Σ (e^b ÷ S) over the visible keys = e^a ÷ Σ e^b. The only exception is
      // 0 ÷ 0, if all visible weights have become 0, or if no key is visible.
      const Scalar sum = head.weights.row(i).sum();
      head.weights.row(i) /= sum;
    }
  }
  mistakes::redo_output(model, trace);
  return trace;
}

Result<Trace> mask_upside_down(const Model& model) {
  if (model.options.mask == Mask::none) return no_mask();
  if (model.options.mask != Mask::causal) {
    return Error{ErrorCode::not_found,
                 "Only the causal mask can stand upside down like this; set the mask to causal to see this "
                 "mistake.",
                 "options.mask"};
  }
  Trace trace = right_trace(model);
  for (HeadStages& head : trace.heads) {
    head.masked_scores = head.scaled_scores;
    for (Index i = 0; i < head.masked_scores.rows(); ++i) {
      // Wrong: masks the earlier tokens.
      head.masked_scores.row(i).head(i).setConstant(-std::numeric_limits<Scalar>::infinity());
    }
  }
  mistakes::redo_softmax(model, trace);
  mistakes::redo_output(model, trace);
  return trace;
}

Result<Trace> keys_and_values_exchanged(const Model& model) {
  if (model.is_identity()) {
    return Error{ErrorCode::not_found,
                 "Keys and values are both X in this document, so exchanging them changes nothing; set its "
                 "projection to trainable to see this mistake.",
                 "options.projection"};
  }
  if (model.d_k() != model.d_v()) {
    return Error{
        ErrorCode::wrong_shape,
        filled("d_k is <d_k> and d_v is <d_v>, so the shapes of Q and V^T do not fit: the product fails at "
               "once here, and the mistake stays unnoticed only where d_k = d_v.",
               {{"d_k", model.d_k()}, {"d_v", model.d_v()}}),
        "heads[0].W_v"};
  }
  Model wrong = model;
  for (Head& given : wrong.heads) {
    // Wrong: attention(q, v, k).
    std::swap(given.W_k, given.W_v);
    std::swap(given.b_k, given.b_v);
  }
  Trace trace = right_trace(wrong);
  // The matrices keep their names; only their use is wrong.
  for (HeadStages& head : trace.heads) head.K.swap(head.V);
  return trace;
}

Result<Trace> softmax_without_maximum(const Model& model) {
  Trace trace = right_trace(model);
  for (HeadStages& head : trace.heads) {
    const Matrix& scores = scores_for_softmax(model, head);
    for (Index i = 0; i < head.weights.rows(); ++i) {
      // Wrong: exp of a large score is infinite, and ∞ ÷ ∞ is NaN; if all scores are very negative, the
      // result is 0 ÷ 0.
      for (Index j = 0; j < head.weights.cols(); ++j)
        head.weights(i, j) = std::exp(scores(i, j) / model.options.temperature);
      // Sums in several partial sums, as libraries do: a single sum drifts for a thousand equal terms.
      const Scalar sum = head.weights.row(i).sum();
      head.weights.row(i) /= sum;
    }
  }
  mistakes::redo_output(model, trace);
  return trace;
}

// --- the table

struct Formula {
  MatrixName stage = MatrixName::X;
  std::string_view text = {};
  std::string_view with_dropout = {};  // used instead if the model has dropout
};

struct Entry {
  Mistake mistake;
  std::string_view name;
  Result<Trace> (*wrong_pass)(const Model& model);
  MatrixName first_wrong_stage;
  MatrixName most_telling_stage;
  MistakeText text;
  std::array<Formula, 3> formulas;
};

constexpr std::array<Entry, all_mistakes.size()> mistake_entries = {{
    {Mistake::softmax_over_queries,
     "softmax_over_queries",
     softmax_over_queries,
     MatrixName::weights,
     MatrixName::weights,
     {"Softmax along the wrong axis",
      "Softmax runs down the columns of the scores, so the weights of each key add up to 1 instead of those "
      "of each query.",
      "Sum the weights along both axes: each row, the last dimension, must sum to 1. With dim=0, or dim=1 "
      "once there is a batch dimension, each column sums to 1 instead.",
      "weights = scores.softmax(dim=0)", "weights = scores.softmax(dim=-1)"},
     {{{MatrixName::weights, "softmax of each column of masked_scores"}}}},
    {Mistake::transposed_weights,
     "transposed_weights",
     transposed_weights,
     MatrixName::Q,
     MatrixName::scores,
     {"Weight matrices not transposed",
      "PyTorch’s nn.Linear stores its weights as (out, in), the transpose of W. Code that forgets to "
      "transpose "
      "them computes X·Wᵀ instead of X·W.",
      "Try it with d_k different from d_model: the product then fails with a shape error instead of "
      "silently giving wrong numbers.",
      "Q = X @ W_q.weight", "Q = X @ W_q.weight.T"},
     {{{MatrixName::Q, "X · W_q^T"}, {MatrixName::K, "X · W_k^T"}, {MatrixName::V, "X · W_v^T"}}}},
    {Mistake::sqrt_d_model,
     "sqrt_d_model",
     sqrt_d_model,
     MatrixName::scaled_scores,
     MatrixName::weights,
     {"√d_model instead of √d_k",
      "The scores are divided by the square root of the width of an embedding instead of the width of one "
      "head’s keys.",
      "Read the divisor off the shape of K, its last dimension: a variable called d_model or embed_dim under "
      "the root is the mistake, and with several heads it makes the weights too uniform.",
      "scores = Q @ K.T / X.shape[-1] ** 0.5", "scores = Q @ K.T / K.shape[-1] ** 0.5"},
     {{{MatrixName::scaled_scores, "scores ÷ √d_model"}}}},
    {Mistake::no_scaling,
     "no_scaling",
     no_scaling,
     MatrixName::scaled_scores,
     MatrixName::weights,
     {"Unscaled scores",
      "The scores go into softmax unscaled, so their spread grows with d_k, and softmax puts "
      "nearly everything on one key.",
      "Watch the variance of the numbers that go into softmax: with random weights it should stay near 1 as "
      "d_k grows; without the division it grows with d_k.",
      "weights = (Q @ K.T).softmax(dim=-1)", "weights = (Q @ K.T / d_k ** 0.5).softmax(dim=-1)"},
     {{{MatrixName::scaled_scores, "scores, unscaled"}}}},
    {Mistake::mask_after_softmax,
     "mask_after_softmax",
     mask_after_softmax,
     MatrixName::masked_scores,
     MatrixName::weights,
     {"Mask after softmax",
      "Softmax distributes attention over all tokens, and the weights of hidden tokens are set to 0 only "
      "afterwards: their share is lost, and the rows no longer sum to 1.",
      "Sum each row of the weights after the mask: where the sum is below 1, the rest was given to tokens "
      "that must not be seen.",
      "weights = scores.softmax(dim=-1).masked_fill(hidden, 0)",
      "weights = scores.masked_fill(hidden, -inf).softmax(dim=-1)"},
     {{{MatrixName::masked_scores, "scaled_scores, not masked yet"},
       {MatrixName::weights, "softmax of each row of masked_scores, then 0 where the mask hides"}}}},
    {Mistake::mask_after_softmax_renormalised,
     "mask_after_softmax_renormalised",
     mask_after_softmax_renormalised,
     MatrixName::masked_scores,
     MatrixName::weights,
     {"Mask after softmax, renormalised",
      "The weights of hidden tokens are set to 0 after softmax, and each row is then divided by its sum: "
      "this "
      "is correct after all, because the share of the hidden tokens cancels.",
      "Compare with −∞ before softmax: the numbers agree but for rounding, unless the hidden tokens take so "
      "much of the attention that nothing is left to divide.",
      "late = scores.softmax(dim=-1).masked_fill(hidden, 0); weights = late / late.sum(dim=-1, keepdim=True)",
      "weights = scores.masked_fill(hidden, -inf).softmax(dim=-1)"},
     {{{MatrixName::masked_scores, "scaled_scores, not masked yet"},
       {MatrixName::weights,
        "softmax of each row of masked_scores, then 0 where the mask hides, then each row ÷ its sum"}}}},
    {Mistake::mask_upside_down,
     "mask_upside_down",
     mask_upside_down,
     MatrixName::masked_scores,
     MatrixName::weights,
     {"Causal mask upside down",
      "The mask hides earlier tokens instead of later ones: each token sees itself and its future.",
      "Look at the first row of the weights: a first token that attends to anything but itself has seen the "
      "future (tril and triu exchanged, or a mask that means “keep” read as “hide”).",
      "hidden = torch.ones(n, n).tril(-1).bool()", "hidden = torch.ones(n, n).triu(1).bool()"},
     {{{MatrixName::masked_scores, "scaled_scores, -inf where a token is earlier"}}}},
    {Mistake::keys_and_values_exchanged,
     "keys_and_values_exchanged",
     keys_and_values_exchanged,
     MatrixName::scores,
     MatrixName::scores,
     {"Keys and values exchanged",
      "Queries are compared with values, and the context is made of keys: attention(q, v, k) was called "
      "where attention(q, k, v) was meant.",
      "Try it with d_v different from d_k: the product Q·Vᵀ then fails with a shape error instead of "
      "silently giving wrong numbers. Passing the arguments by name prevents the mistake.",
      "context = attention(Q, V, K)", "context = attention(Q, K, V)"},
     {{{MatrixName::scores, "Q · V^T"}, {MatrixName::head_output, "weights · K", "dropped_weights · K"}}}},
    {Mistake::softmax_without_maximum,
     "softmax_without_maximum",
     softmax_without_maximum,
     MatrixName::weights,
     MatrixName::weights,
     {"Softmax without subtracting the maximum",
      "exp is applied to the scores as they are: the same mathematics, but in 32 bits exp is infinite above "
      "about 88.7, and ∞ ÷ ∞ is NaN.",
      "Try it on the row 1000 1001 1002: the answer is 0.0900 0.2447 0.6652, not NaN.",
      "e = scores.exp(); weights = e / e.sum(dim=-1, keepdim=True)", "weights = scores.softmax(dim=-1)"},
     {{{MatrixName::weights, "exp(masked_scores) ÷ the sum of its row, no maximum subtracted"}}}},
}};

const Entry& entry_of(Mistake mistake) {
  return mistake_entries[static_cast<std::size_t>(mistake)];
}

constexpr bool mistakes_stand_in_order() {
  for (std::size_t i = 0; i < mistake_entries.size(); ++i) {
    if (mistake_entries[i].mistake != all_mistakes[i] || static_cast<std::size_t>(all_mistakes[i]) != i)
      return false;
  }
  return true;
}
static_assert(mistakes_stand_in_order());

}  // namespace

Result<Trace> forward_with_mistake(const Model& model, Mistake mistake) {
  const FlushDenormals flush_denormals;
  return entry_of(mistake).wrong_pass(model);
}

std::string_view to_string(Mistake mistake) {
  return entry_of(mistake).name;
}

std::optional<Mistake> mistake_from(std::string_view text) {
  for (const Entry& entry : mistake_entries) {
    if (entry.name == text) return entry.mistake;
  }
  return std::nullopt;
}

const MistakeText& text_of(Mistake mistake) {
  return entry_of(mistake).text;
}

MatrixName first_wrong_stage(Mistake mistake) {
  return entry_of(mistake).first_wrong_stage;
}

MatrixName most_telling_stage(Mistake mistake) {
  return entry_of(mistake).most_telling_stage;
}

std::string_view wrong_formula(Mistake mistake, MatrixName stage, bool has_dropout) {
  for (const Formula& formula : entry_of(mistake).formulas) {
    if (formula.text.empty() || formula.stage != stage) continue;
    return has_dropout && !formula.with_dropout.empty() ? formula.with_dropout : formula.text;
  }
  return {};
}

}  // namespace attention_lab
