#include "core/mistakes/mistake.h"

#include <cstddef>

namespace attention_lab {
namespace {

struct Formula {
  MatrixName stage = MatrixName::X;
  std::string_view text = {};
  std::string_view with_dropout = {};  // where that is another
};

struct Entry {
  Mistake mistake;
  std::string_view name;
  MatrixName first_wrong_stage;
  MistakeText text;
  std::array<Formula, 3> formulas;
};

constexpr std::array<Entry, all_mistakes.size()> mistake_entries = {{
    {Mistake::softmax_over_queries,
     "softmax_over_queries",
     MatrixName::weights,
     {"Softmax along the wrong axis",
      "Softmax runs down the columns of the scores, so the queries share out each key instead of each query "
      "sharing out its attention among the keys.",
      "Sum the weights along both axes: each row, the last dimension, must sum to 1; with dim=0, or dim=1 "
      "once there is a batch dimension, the columns do instead.",
      "weights = scores.softmax(dim=0)", "weights = scores.softmax(dim=-1)"},
     {{{MatrixName::weights, "softmax of each column of masked_scores"}}}},
    {Mistake::transposed_weights,
     "transposed_weights",
     MatrixName::Q,
     {"Weights read as (in, out)",
      "A weight matrix stored as (out, in), as PyTorch's nn.Linear stores it, is multiplied as if it were "
      "(in, out): X·Wᵀ where X·W is meant.",
      "Try once with d_k different from d_model: the product then fails with a shape error instead of "
      "silently giving wrong numbers.",
      "Q = X @ W_q.weight", "Q = X @ W_q.weight.T"},
     {{{MatrixName::Q, "X · W_q^T"}, {MatrixName::K, "X · W_k^T"}, {MatrixName::V, "X · W_v^T"}}}},
    {Mistake::sqrt_d_model,
     "sqrt_d_model",
     MatrixName::scaled_scores,
     {"√d_model instead of √d_k",
      "The scores are divided by the square root of the width of an embedding instead of the width of one "
      "head's keys.",
      "Read the divisor off the shape of K, its last dimension: a variable called d_model or embed_dim under "
      "the root is the mistake, and with several heads it makes the weights too uniform.",
      "scores = Q @ K.T / X.shape[-1] ** 0.5", "scores = Q @ K.T / K.shape[-1] ** 0.5"},
     {{{MatrixName::scaled_scores, "scores ÷ √d_model"}}}},
    {Mistake::no_scaling,
     "no_scaling",
     MatrixName::scaled_scores,
     {"No scaling",
      "The scores go into softmax undivided, so their spread grows with d_k, and softmax puts "
      "nearly everything on one key.",
      "Watch the variance of what goes into softmax: with random weights it should stay near 1 when d_k "
      "grows, and without the division it grows with d_k.",
      "weights = (Q @ K.T).softmax(dim=-1)", "weights = (Q @ K.T / d_k ** 0.5).softmax(dim=-1)"},
     {{{MatrixName::scaled_scores, "scores, not divided"}}}},
    {Mistake::mask_after_softmax,
     "mask_after_softmax",
     MatrixName::masked_scores,
     {"Mask after softmax",
      "Softmax shares attention out among all tokens, and the later ones are set to 0 only afterwards: their "
      "share is lost, and each row still carries the later tokens in its sum.",
      "Sum each row of the weights after the mask: anything below 1 was given to tokens that may not be "
      "seen.",
      "weights = scores.softmax(dim=-1).tril()", "weights = scores.masked_fill(later, -inf).softmax(dim=-1)"},
     {{{MatrixName::masked_scores, "scaled_scores, not masked yet"},
       {MatrixName::weights, "softmax of each row of masked_scores, then 0 where a token is later"}}}},
    {Mistake::mask_after_softmax_renormalised,
     "mask_after_softmax_renormalised",
     MatrixName::masked_scores,
     {"Mask after softmax, renormalised",
      "Later tokens are set to 0 after softmax and each row is then divided by its sum: this is right after "
      "all, because the share of the later tokens cancels.",
      "Compare with −∞ before softmax: the numbers agree to the last digits, unless the later tokens take so "
      "much that nothing is left to divide.",
      "late = scores.softmax(dim=-1).tril(); weights = late / late.sum(dim=-1, keepdim=True)",
      "weights = scores.masked_fill(later, -inf).softmax(dim=-1)"},
     {{{MatrixName::masked_scores, "scaled_scores, not masked yet"},
       {MatrixName::weights,
        "softmax of each row of masked_scores, then 0 where a token is later, then each row ÷ its sum"}}}},
    {Mistake::mask_upside_down,
     "mask_upside_down",
     MatrixName::masked_scores,
     {"Causal mask upside down",
      "The mask hides earlier tokens instead of later ones: each token sees itself and its future.",
      "Look at the first row of the weights: a first token that attends to anything but itself has seen the "
      "future (tril and triu exchanged, or a mask that means “keep” read as “hide”).",
      "hidden = torch.ones(n, n).tril(-1).bool()", "hidden = torch.ones(n, n).triu(1).bool()"},
     {{{MatrixName::masked_scores, "scaled_scores, -inf where a token is earlier"}}}},
    {Mistake::keys_and_values_exchanged,
     "keys_and_values_exchanged",
     MatrixName::scores,
     {"Keys and values exchanged",
      "Queries are compared with values, and the context is made of keys: attention(q, v, k) was called "
      "where attention(q, k, v) was meant.",
      "Give the values a different width from the keys once: if nothing fails, pass the arguments by name "
      "and "
      "look again.",
      "context = attention(Q, V, K)", "context = attention(Q, K, V)"},
     {{{MatrixName::scores, "Q · V^T"}, {MatrixName::head_output, "weights · K", "dropped_weights · K"}}}},
    {Mistake::softmax_without_maximum,
     "softmax_without_maximum",
     MatrixName::weights,
     {"Softmax without subtracting the maximum",
      "exp is taken of the scores as they are: the same mathematics, but in 32 bits exp is infinite from "
      "about 88.7 on, and ∞ ÷ ∞ is NaN.",
      "Feed it the row 1000 1001 1002: the answer is 0.0900 0.2447 0.6652, not NaN.",
      "e = scores.exp(); weights = e / e.sum(dim=-1, keepdim=True)", "weights = scores.softmax(dim=-1)"},
     {{{MatrixName::weights, "exp(masked_scores) ÷ the sum of its row, no maximum subtracted"}}}},
}};

const Entry& entry_of(Mistake mistake) {
  return mistake_entries[static_cast<std::size_t>(mistake)];
}

constexpr bool stand_in_order() {
  for (std::size_t i = 0; i < mistake_entries.size(); ++i) {
    if (mistake_entries[i].mistake != all_mistakes[i] || static_cast<std::size_t>(all_mistakes[i]) != i)
      return false;
  }
  return true;
}
static_assert(stand_in_order());

}  // namespace

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

std::string_view wrong_formula(Mistake mistake, MatrixName stage, bool has_dropout) {
  for (const Formula& formula : entry_of(mistake).formulas) {
    if (formula.text.empty() || formula.stage != stage) continue;
    return has_dropout && !formula.with_dropout.empty() ? formula.with_dropout : formula.text;
  }
  return {};
}

}  // namespace attention_lab
