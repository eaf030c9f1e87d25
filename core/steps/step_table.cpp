#include "core/steps/step_table.h"

#include <cassert>
#include <cmath>
#include <iterator>

#include "core/steps/mask_steps.h"
#include "core/steps/step_numbers.h"

namespace attention_lab {
namespace {

using Arithmetic = StepArithmetic&;
using Context = const StepContext&;
using Name = MatrixName;

constexpr const char* out_of_range =
    "The scores are too large for the computer’s floating-point numbers: the result is NaN (not a number).";

bool always(Context) {
  return true;
}
bool has_query_bias(Context c) {
  return c.has(Name::b_q);
}
bool is_first_term(Context c) {
  return c.step.term == 0;
}
bool is_first_key(Context c) {
  return c.step.key == 0;
}
bool sees_a_key(Context c) {
  return !c.is_fully_masked();
}
bool is_identity(const Model& model) {
  return model.is_identity();
}
bool is_trainable(const Model& model) {
  return !model.is_identity();
}
bool has_mask(const Model& model) {
  return model.options.mask != Mask::none;
}
bool has_positions(const Model& model) {
  return model.has_positions();
}
bool divides_by_temperature(const Model& model) {
  return model.has_temperature();
}
bool has_dropout(const Model& model) {
  return model.has_dropout();
}
bool has_several_heads(const Model& model) {
  return model.n_heads() > 1;
}
bool has_output_projection(const Model& model) {
  return model.has_output_projection();
}

bool has_key_bias(Context c) {
  return c.has(Name::b_k);
}
bool has_value_bias(Context c) {
  return c.has(Name::b_v);
}

/// The sum so far plus the product.
double rounded_sum_so_far(Context c, std::size_t entry) {
  return c.rounded(c.numbers().before[entry]) + c.rounded_product(c.numbers().terms[entry]);
}

const char* sentence_of_query_term(Context c) {
  const bool is_last = c.step.term + 1 == c.model.d_model();
  if (is_last && !c.has(Name::b_q))
    return "The last product completes dimension <c> of the query: part of what <token> looks for.";
  if (c.step.term == 0)
    return "Each number of the embedding is multiplied by its weight in column <c> of W_q, and the products "
           "are added up.";
  return is_last ? "The last product is added; only the bias remains to be added."
                 : "The next number of the embedding times its weight is added to the sum.";
}

const char* sentence_of_query(Context c) {
  if (c.is_identity()) return "Nothing is trained here: <token> looks for tokens like itself.";
  return c.has(Name::b_q) ? "The query says what <token> looks for: its embedding times W_q, plus b_q."
                          : "The query says what <token> looks for: its embedding times W_q.";
}

const char* sentence_of_score_term(Context c) {
  if (c.result() > 0) {
    return c.is_identity()
               ? "The two embeddings have the same sign in dimension <t>, so the product increases the score."
               : "Query and key have the same sign in dimension <t>, so the product increases the score.";
  }
  if (c.result() < 0) {
    return c.is_identity()
               ? "The two embeddings have opposite signs in dimension <t>, so the product decreases the "
                 "score."
               : "Query and key have opposite signs in dimension <t>, so the product decreases the score.";
  }
  return "The product is 0 and does not change the score.";
}

const char* sentence_of_scaled_score(Context c) {
  switch (c.model.options.scale.kind) {
    case Scale::Kind::sqrt_d_k:
      return "The score is divided by √<d_k>, so that softmax does not become too sharp when many products "
             "are added "
             "up.";
    case Scale::Kind::none: return "The score is divided by 1: scaling is turned off.";
    case Scale::Kind::custom:
      return "The score is divided by a number of your choice: the larger it is, the more even the "
             "attention.";
  }
  return "";
}

const char* sentence_of_all_scaled_scores(Context c) {
  switch (c.model.options.scale.kind) {
    case Scale::Kind::sqrt_d_k:
      return "Every score is divided by √<d_k>, so that softmax does not become too sharp when many products "
             "are "
             "added up.";
    case Scale::Kind::none: return "Every score is divided by 1: scaling is turned off.";
    case Scale::Kind::custom:
      return "Every score is divided by a number of your choice: the larger it is, the more even the "
             "attention.";
  }
  return "";
}

const char* sentence_of_maximum(Context c) {
  return c.is_fully_masked()
             ? "No key is visible to <token>, so there is no largest score."
             : "The largest score is subtracted first so that exp cannot overflow; it cancels "
               "in the quotient and changes no weight.";
}

const char* sentence_of_exponential_sum(Context c) {
  return c.is_fully_masked()
             ? "No key is visible to <token>, so nothing is added up."
             : "All exponentials of the row are added up, so that each becomes a share of the whole.";
}

const char* sentence_of_all_weights(Context c) {
  if (has_empty_row(c.model.options.mask, c.model.n_tokens())) {
    return c.model.has_temperature()
               ? "In each row, the exponential of each score ÷ T is divided by their sum; a row that sees no "
                 "key gets weights of 0."
               : "In each row, the exponential of each score is divided by their sum; a row that sees no key "
                 "gets weights of 0.";
  }
  return c.model.has_temperature()
             ? "In each row, the exponential of each score ÷ T is divided by their sum: positive numbers "
               "that add up to 1."
             : "In each row, the exponential of each score is divided by their sum: positive numbers that "
               "add up to 1.";
}

const char* sentence_of_exponential(Context c) {
  if (c.is_hidden()) return "<key> is hidden from <token>: exp of −∞ is exactly 0.";
  if (c.numbers().source->value == c.numbers().row_maximum)
    return "The largest score minus itself is 0, and exp of 0 is 1.";
  return c.model.has_temperature()
             ? "The temperature divides the argument of exp: above 1 it makes attention more even, below 1 "
               "sharper."
             : "exp gives a positive number: the further a score lies below the largest, the closer its exp "
               "is to 0.";
}

const char* sentence_of_weight(Context c) {
  if (c.is_fully_masked())
    return "No key is visible to <token>: 0 ÷ 0 counts as 0 here, so all weights of the row are 0.";
  if (c.is_hidden()) return "<key> is hidden, so <token> takes nothing from it.";
  if (!std::isfinite(c.weight(Name::weights))) return out_of_range;
  if (c.model.has_dropout()) {
    return c.has_several_heads() ? "Before dropout, <token> gives <share> of its attention in this head to "
                                   "<key>; the weights of the row add up to 1."
                                 : "Before dropout, <token> gives <share> of its attention to <key>; the "
                                   "weights of the row add up to 1.";
  }
  if (c.has_several_heads())
    return "In this head, <token> gives <share> of its attention to <key>; the weights of the row add up to "
           "1.";
  return c.ends_in_context()
             ? "<token> takes <share> of its context from <key>; the weights of the row add up to 1."
             : "<token> takes <share> of the head’s output from <key>; the weights of the row add up to 1.";
}

const char* sentence_of_dropout(Context c) {
  if (!std::isfinite(c.view(Name::dropped_weights).row(c.step.token).sum())) return out_of_range;
  if (c.is_fully_masked())
    return "No key is visible to <token>, so there is nothing to drop: its row stays 0.";
  const Index dropped = std::ssize(c.dropped_keys(c.step.token));
  if (dropped == c.n_visible_keys(c.step.token))
    return "Every weight of the row is dropped, so the row sums to <row sum> (1 on average).";
  if (dropped == 0)
    return "Nothing is dropped, and every weight is divided by <1 − p>, so the row sums to <row sum> (1 on "
           "average).";
  return dropped == 1 ? "<dropped> is dropped, and the rest are divided by <1 − p>, so the row sums to <row "
                        "sum> (1 on average)."
                      : "<dropped> are dropped, and the rest are divided by <1 − p>, so the row sums to <row "
                        "sum> (1 on average).";
}

const char* sentence_of_accumulation(Context c) {
  const Scalar weight = c.weight(mixing_weights(c.model));
  if (!std::isfinite(weight)) return out_of_range;
  if (weight == 0) {
    if (c.is_dropped() && !c.is_hidden()) {
      return c.is_last_key() ? "<key> was dropped, so it adds nothing, and <output> is complete."
                             : "<key> was dropped, so it adds nothing.";
    }
    return c.is_last_key() ? "The weight of <key> is 0, so it adds nothing, and <output> is complete."
                           : "The weight of <key> is 0, so it adds nothing.";
  }
  if (c.is_last_key()) {
    return c.model.has_dropout()
               ? "With <mixed share> of the last <value>, <output> is complete: a weighted sum of the "
                 "<values>."
               : "With <mixed share> of the last <value>, <output> is complete: a weighted average of all "
                 "<values>.";
  }
  return c.step.key == 0 ? "<mixed share> of the <value> of <key> is the first part of <output>."
                         : "<mixed share> of the <value> of <key> is added to <output>.";
}

const char* operation_of_exponential(Context c) {
  const Scalar score = c.numbers().source->value;
  if (std::isinf(score) && score < 0) return "exp(−∞)";
  return c.model.has_temperature() ? "exp((<source> − <maximum>) ÷ <temperature>)"
                                   : "exp(<source> − <maximum>)";
}

const char* formula_of_exponential_sum(Context c) {
  if (c.model.n_tokens() == 1) return "Σ_j e_{<i>,j} = e_{<i>,1}";
  return c.model.n_tokens() == 2 ? "Σ_j e_{<i>,j} = e_{<i>,1} + e_{<i>,2}"
                                 : "Σ_j e_{<i>,j} = e_{<i>,1} + … + e_{<i>,<n_tokens>}";
}

const char* title_of_accumulation(Context c) {
  if (c.ends_in_context()) return "Context of <token>: add <key>";
  return c.has_several_heads() ? "Output of head <head> for <token>: add <key>"
                               : "Output of the head for <token>: add <key>";
}

const char* title_of_all_head_outputs(Context c) {
  if (c.ends_in_context()) return "All context vectors";
  return c.has_several_heads() ? "All outputs of head <head>" : "All outputs of the head";
}

// In the order of StepKind.
constexpr StepRow step_rows[] = {
    // --- one token
    {.kind = StepKind::embedding,
     .stage = Stage::embeddings,
     .numbers = [](Arithmetic a) { a.make_row(word_embeddings(a.model()), a.step().token); },
     .title = "Embedding of <token>",
     .formula = {has_positions, "e_{<i>} = row <i> of the token embeddings", "x_{<i>} = row <i> of X"},
     .operation = {has_positions, "e_{<i>}", "x_{<i>}"},
     .result = "<vector>",
     .sentence = {has_positions,
                  "<token> enters as the embedding of its word: a vector of <numbers>, the same at every "
                  "position.",
                  "<token> enters as its embedding: a vector of <numbers>."}},
    {.kind = StepKind::position,
     .stage = Stage::positions,
     .is_there = has_positions,
     .numbers = [](Arithmetic a) { a.position(); },
     .finishes = {Finished::row_of_token, Name::X},
     .title = "Position of <token>",
     .formula = "x_{<i>} = e_{<i>} + p_{<i>}",
     .operation = "<vector so far> + <added>",
     .result = "<short vector>",
     .sentence = "The embedding of position <i> is added: without it, attention could not tell one order "
                 "of the words from another.",
     .asks_for_number = always,
     .from_rounded =
         [](Context c, std::size_t entry) {
           return c.rounded(c.numbers().before[entry]) + c.rounded(c.numbers().added[entry].value);
         }},
    {.kind = StepKind::query_term,
     .stage = Stage::queries,
     .numbers = [](Arithmetic a) { a.query_term(); },
     .finishes = {Finished::cell_of_column, Name::Q},
     .title = "Query of <token>, dimension <c>: product <t> of <d_model>",
     .formula = "q_{<i>,<c>} = Σ_t x_{<i>,t} × W_q[t,<c>]<+[c] b_q>,  now t = <t>",
     .operation = {is_first_term, "<product>", "<sum so far> + <next product>"},
     .sentence = sentence_of_query_term,
     .asks_for_number = always,
     .from_rounded = rounded_sum_so_far},
    {.kind = StepKind::query_bias,
     .stage = Stage::queries,
     .numbers = [](Arithmetic a) { a.query_bias(); },
     .finishes = {Finished::cell_of_column, Name::Q},
     .title = "Query of <token>, dimension <c>: bias",
     .formula = "q_{<i>,<c>} = Σ_t x_{<i>,t} × W_q[t,<c>]<+[c] b_q>",
     .operation = "<sum so far><+ bias>",
     .sentence = {has_query_bias, "The bias is added to the sum, which completes dimension <c> of the query.",
                  "This head has no bias, so nothing is added."},
     .asks_for_number = [](Context c) { return c.numbers().bias.has_value(); },
     .from_rounded =
         [](Context c, std::size_t) {
           return c.rounded(c.numbers().before.front()) + c.rounded(c.numbers().bias->value);
         }},
    {.kind = StepKind::query_entry,
     .stage = Stage::queries,
     .numbers = [](Arithmetic a) { a.query_entry(); },
     .finishes = {Finished::cell_of_column, Name::Q},
     .title = "Query of <token>, dimension <c>",
     .formula = "q_{<i>,<c>} = x_{<i>} · column <c> of W_q<+[c] b_q>",
     .operation = "<sum of products><+ bias>",
     .sentence = "Dimension <c> of what <token> looks for: its embedding times one column of W_q, all "
                 "products at once.",
     .asks_for_number = always},
    {.kind = StepKind::query,
     .stage = Stage::queries,
     .numbers = [](Arithmetic a) { a.project(Name::Q, Name::W_q, Name::b_q, a.step().token); },
     .finishes = {Finished::row_of_token, Name::Q},
     .title = "Query of <token>",
     .formula = {is_identity, "q_{<i>} = x_{<i>}", "q_{<i>} = x_{<i>} · W_q<+ b_q>"},
     .operation = {is_identity, "x_{<i>}", "<row X> · W_q<+ b_q>"},
     .result = "<vector>",
     .sentence = sentence_of_query,
     .asks_for_number = [](Context c) { return !c.is_identity(); }},
    {.kind = StepKind::key,
     .stage = Stage::keys,
     .is_there = is_trainable,
     .numbers = [](Arithmetic a) { a.project(Name::K, Name::W_k, Name::b_k, a.step().key); },
     .finishes = {Finished::row_of_key, Name::K},
     .title = "Key of <key>",
     .formula = "k_{<j>} = x_{<j>} · W_k<+ b_k>",
     .operation = "<key's row X> · W_k<+ b_k>",
     .result = "<vector>",
     .sentence = {has_key_bias,
                  "The key says what <key> offers to queries: its embedding times W_k, plus "
                  "b_k.",
                  "The key says what <key> offers to queries: its embedding times W_k."},
     .asks_for_number = always},
    {.kind = StepKind::score_term,
     .stage = Stage::scores,
     .numbers = [](Arithmetic a) { a.score_term(); },
     .finishes = {Finished::cell_of_key, Name::scores},
     .title = "Score of <token> for <key>: product <t> of <d_k>",
     .formula = "<q>_{<i>} · <k>_{<j>} = Σ_t <q>_{<i>,t} × <k>_{<j>,t},  now t = <t>",
     .operation = "<product>",
     .sentence = sentence_of_score_term,
     .asks_for_number = always,
     .symbol = "<left> × <right>",
     .from_rounded = [](Context c, std::size_t) { return c.rounded_product(c.numbers().terms.front()); }},
    {.kind = StepKind::score,
     .stage = Stage::scores,
     .numbers = [](Arithmetic a) { a.score(); },
     .finishes = {Finished::cell_of_key, Name::scores},
     .title = "Score of <token> for <key>",
     .formula = "ω_{<i>,<j>} = <q>_{<i>} · <k>_{<j>}",
     // If the products were separate steps, only their results are added here.
     .operation = {has_score_terms, "<sum of their results>", "<sum of products>"},
     .sentence = {is_identity, "The sum says how alike the embeddings of <token> and <key> are.",
                  "The sum says how well what <token> looks for matches what <key> offers."},
     .asks_for_number = always,
     .from_rounded =
         [](Context c, std::size_t) {
           double sum = 0;
           for (const Term& term : c.numbers().terms) sum += c.rounded(term.product);
           return sum;
         }},
    {.kind = StepKind::scaled_score,
     .stage = Stage::scaled_scores,
     .numbers = [](Arithmetic a) { a.scaled_score(); },
     .finishes = {Finished::cell_of_key, Name::scaled_scores},
     .title = "Scaled score of <token> for <key>",
     .formula = "s_{<i>,<j>} = ω_{<i>,<j>} ÷ <divisor>",
     .operation = "<source> ÷ <divided by>",
     .sentence = sentence_of_scaled_score,
     .asks_for_number = [](Context c) { return c.numbers().divisor != 1; },
     .from_rounded =
         [](Context c, std::size_t) {
           return c.rounded(c.numbers().source->value) / c.rounded_divisor(c.numbers().divisor);
         },
     .question = QuestionKind::division},
    {.kind = StepKind::mask,
     .stage = Stage::masked_scores,
     .is_there = has_mask,
     .numbers =
         [](Arithmetic a) {
           a.use(Name::scaled_scores, a.step().token);
           a.make_row(Name::masked_scores, a.step().token);
         },
     .finishes = {Finished::row_of_token, Name::masked_scores},
     .title = "<mask> for <token>",
     .formula = formula_of_mask,
     .operation = "<long row scaled_scores>",
     .sign = "→",
     .result = "<long row masked_scores>",
     .sentence = sentence_of_mask,
     .question = QuestionKind::visibility},
    {.kind = StepKind::row_maximum,
     .stage = Stage::weights,
     .numbers = [](Arithmetic a) { a.row_maximum(); },
     .title = "Largest of the <masked scores> of <token>",
     .formula = "max = the largest of <s>_{<i>,j}",
     .operation = "largest of <long row masked_scores>",
     .sentence = sentence_of_maximum,
     .asks_for_number = sees_a_key,
     .symbol = "max",
     .from_rounded = [](Context c, std::size_t) { return c.rounded(c.numbers().row_maximum); },
     .question = QuestionKind::largest_weight},
    {.kind = StepKind::exponential,
     .stage = Stage::weights,
     .numbers = [](Arithmetic a) { a.exponential(); },
     .finishes = {Finished::cell_of_key, Name::weights},
     .title = "Softmax for <token>: exponential for <key>",
     .formula = {divides_by_temperature, "e_{<i>,<j>} = exp((<s>_{<i>,<j>} − max) ÷ T)",
                 "e_{<i>,<j>} = exp(<s>_{<i>,<j>} − max)"},
     .operation = operation_of_exponential,
     .sentence = sentence_of_exponential,
     .asks_for_number = sees_a_key,
     .symbol = "e_{<i>,<j>}",
     .from_rounded =
         [](Context c, std::size_t) {
           return std::exp((c.rounded(c.numbers().source->value) - c.rounded(c.numbers().row_maximum)) /
                           c.rounded_divisor(c.numbers().temperature));
         }},
    {.kind = StepKind::exponential_sum,
     .stage = Stage::weights,
     .numbers = [](Arithmetic a) { a.exponential_sum(); },
     .title = "Softmax for <token>: sum of the exponentials",
     .formula = formula_of_exponential_sum,
     .operation = "<sum of exponentials>",
     .sentence = sentence_of_exponential_sum,
     .asks_for_number = sees_a_key,
     .symbol = "Σ_j e_{<i>,j}",
     .from_rounded =
         [](Context c, std::size_t) {
           double sum = 0;
           for (const Scalar each : c.numbers().exponentials) sum += c.rounded(each);
           return sum;
         }},
    {.kind = StepKind::weight,
     .stage = Stage::weights,
     .numbers = [](Arithmetic a) { a.weight(); },
     .finishes = {Finished::cell_of_key, Name::weights},
     .title = "Attention of <token> to <key>",
     .formula = "α_{<i>,<j>} = e_{<i>,<j>} ÷ Σ_j e_{<i>,j}",
     .operation = "<exponential> ÷ <exponential sum>",
     .sentence = sentence_of_weight,
     .asks_for_number = sees_a_key,
     .from_rounded =
         [](Context c, std::size_t) {
           return c.rounded(c.numbers().exponentials[static_cast<std::size_t>(c.step.key)]) /
                  c.rounded(c.numbers().exponential_sum);
         }},
    {.kind = StepKind::dropout,
     .stage = Stage::dropped_weights,
     .is_there = has_dropout,
     .numbers = [](Arithmetic a) { a.dropout(); },
     .finishes = {Finished::row_of_token, Name::dropped_weights},
     .title = "Dropout for <token>",
     .formula = "α'_{<i>,j} = 0 where dropped, else α_{<i>,j} ÷ (1 − p)",
     .operation = "<long row weights>",
     .sign = "→",
     .result = "<long row dropped_weights>",
     .sentence = sentence_of_dropout},
    {.kind = StepKind::value,
     .stage = Stage::values,
     .is_there = is_trainable,
     .numbers = [](Arithmetic a) { a.project(Name::V, Name::W_v, Name::b_v, a.step().key); },
     .finishes = {Finished::row_of_key, Name::V},
     .title = "Value of <key>",
     .formula = "v_{<j>} = x_{<j>} · W_v<+ b_v>",
     .operation = "<key's row X> · W_v<+ b_v>",
     .result = "<vector>",
     .sentence = {has_value_bias,
                  "The value is what <key> passes on to tokens that attend to it: its embedding times W_v, "
                  "plus b_v.",
                  "The value is what <key> passes on to tokens that attend to it: its embedding times W_v."},
     .asks_for_number = always},
    {.kind = StepKind::accumulation,
     .stage = Stage::head_outputs,
     .numbers = [](Arithmetic a) { a.accumulation(); },
     .finishes = {Finished::row_of_token, Name::head_output},
     .title = title_of_accumulation,
     .formula = "<h>_{<i>} = Σ_j <α>_{<i>,j} · <v>_{j},  now j = <j>",
     .operation = {is_first_key, "<weight × value>", "<vector so far> + <weight × value>"},
     .result = "<short vector>",
     .sentence = sentence_of_accumulation,
     .asks_for_number = [](Context c) { return !c.is_hidden() && !c.is_dropped(); },
     .from_rounded = rounded_sum_so_far},
    {.kind = StepKind::concatenation,
     .stage = Stage::concatenated,
     .is_there = has_several_heads,
     .numbers =
         [](Arithmetic a) {
           a.use_all_heads(a.step().token);
           a.make_row(Name::concatenated, a.step().token);
         },
     .finishes = {Finished::row_of_token, Name::concatenated},
     .title = "Concatenated heads for <token>",
     .formula = {has_output_projection, "c_{<i>} = h_{<i>} of every head, side by side",
                 "z_{<i>} = h_{<i>} of every head, side by side"},
     .operation = "<heads beside each other>",
     .result = "<vector>",
     .sentence =
         "Each head has attended to the tokens in its own way; their outputs are now placed side by side."},
    {.kind = StepKind::output,
     .stage = Stage::contexts,
     .is_there = has_output_projection,
     .numbers =
         [](Arithmetic a) {
           a.use(Name::concatenated, a.step().token);
           a.use(Name::W_o);
           a.use(Name::b_o);
           a.make_row(Name::context, a.step().token);
         },
     .finishes = {Finished::row_of_token, Name::context},
     .title = "Context of <token>",
     .formula = {has_several_heads, "z_{<i>} = c_{<i>} · W_o<+ b_o>", "z_{<i>} = h_{<i>} · W_o<+ b_o>"},
     .operation = "<row concatenated> · W_o<+ b_o>",
     .result = "<vector>",
     .sentence = {has_several_heads,
                  "W_o combines the outputs of the heads into one context vector for <token>.",
                  "W_o turns the output of the head into the context vector of <token>."},
     .asks_for_number = always},

    // --- all tokens at once; a line may end before a factor, but not inside it
    StepRow{.kind = StepKind::all_embeddings,
            .stage = Stage::embeddings,
            .numbers = [](Arithmetic a) { a.make_all(word_embeddings(a.model()), {}); },
            .title = "All embeddings",
            .formula = {has_positions, "token embeddings: one row per token",
                        "X = the embeddings, one row per token"},
            .operation = "<tokens>, <numbers> each",
            .sign = "→",
            .sentence = "Everything starts here: one row for each of the <tokens>."},
    {.kind = StepKind::all_positions,
     .stage = Stage::positions,
     .is_there = has_positions,
     .numbers =
         [](Arithmetic a) {
           a.make_all(Name::X, {Name::token_embeddings, Name::position_embeddings});
         },
     .title = "All positions",
     .formula = "X = token embeddings + position embeddings",
     .operation = "<matrix 1> + <matrix 2>",
     .sentence = "Every position adds its own embedding: without it, attention could not tell one order "
                 "of the words from another."},
    {.kind = StepKind::all_queries,
     .stage = Stage::queries,
     .is_there = is_trainable,
     .numbers =
         [](Arithmetic a) {
           a.make_all(Name::Q, {Name::X, Name::W_q, Name::b_q});
         },
     .title = "All queries",
     .formula = "Q = X·W_q<+ b_q>",
     .operation = "<matrix 1> ·\u00A0<matrix 2><+ matrix 3>",
     .sentence = "<matrix product 1>: what every token looks for, one row per token."},
    {.kind = StepKind::all_keys,
     .stage = Stage::keys,
     .is_there = is_trainable,
     .numbers =
         [](Arithmetic a) {
           a.make_all(Name::K, {Name::X, Name::W_k, Name::b_k});
         },
     .title = "All keys",
     .formula = "K = X·W_k<+ b_k>",
     .operation = "<matrix 1> ·\u00A0<matrix 2><+ matrix 3>",
     .sentence = "<matrix product 2>: what every token offers."},
    {.kind = StepKind::all_values,
     .stage = Stage::values,
     .is_there = is_trainable,
     .numbers =
         [](Arithmetic a) {
           a.make_all(Name::V, {Name::X, Name::W_v, Name::b_v});
         },
     .title = "All values",
     .formula = "V = X·W_v<+ b_v>",
     .operation = "<matrix 1> ·\u00A0<matrix 2><+ matrix 3>",
     .sentence = "<matrix product 3>: what every token passes on."},
    {.kind = StepKind::all_transposed_keys,
     .stage = Stage::keys,
     .numbers = [](Arithmetic a) { a.make_all(Name::K, {}); },
     .title = {is_identity, "Embeddings transposed", "Keys transposed"},
     .formula = {is_identity, "row j of X becomes column j of X^T", "row j of K becomes column j of K^T"},
     .operation = "<matrix>",
     .sign = "→",
     .result = "<K^T>",
     .sentence =
         {is_identity,
          "This is the only transpose: rows become columns, so that the dot product of every embedding with "
          "every other "
          "can be computed.",
          "This is the only transpose: keys become columns, so that the dot product of every query with "
          "every key can be "
          "computed."}},
    {.kind = StepKind::all_scores,
     .stage = Stage::scores,
     .numbers =
         [](Arithmetic a) {
           a.make_all(Name::scores, {Name::Q, Name::K});
         },
     .title = "All scores",
     .formula = {is_identity, "scores = X·X^T", "scores = Q·K^T"},
     .operation = "<matrix 1> ·\u00A0<K^T>",
     .sentence = {is_identity,
                  "<matrix product 4>: every embedding with every embedding, one dot product per cell.",
                  "<matrix product 4>: every query with every key, one dot product per cell."}},
    {.kind = StepKind::all_scaled_scores,
     .stage = Stage::scaled_scores,
     .numbers = [](Arithmetic a) { a.all_scaled_scores(); },
     .title = "All scaled scores",
     .formula = "scaled scores = scores ÷ <divisor>",
     .operation = "<matrix 1> ÷ <divided by>",
     .sentence = sentence_of_all_scaled_scores},
    {.kind = StepKind::all_masked_scores,
     .stage = Stage::masked_scores,
     .is_there = has_mask,
     .numbers = [](Arithmetic a) { a.make_all(Name::masked_scores, {Name::scaled_scores}); },
     .title = "<mask> for all tokens",
     .formula = formula_of_mask,
     .operation = "<matrix 1>",
     .sign = "→",
     .sentence = sentence_of_mask},
    {.kind = StepKind::all_weights,
     .stage = Stage::weights,
     .numbers = [](Arithmetic a) { a.all_weights(); },
     .title = "Softmax of every row",
     .formula = {divides_by_temperature, "weights = softmax of <masked scores> ÷ T",
                 "weights = softmax of <masked scores>"},
     .operation = "softmax of each row of <matrix 1>",
     .sentence = sentence_of_all_weights},
    {.kind = StepKind::all_dropped_weights,
     .stage = Stage::dropped_weights,
     .is_there = has_dropout,
     .numbers = [](Arithmetic a) { a.make_all(Name::dropped_weights, {Name::weights}); },
     .title = "Dropout in every row",
     .formula = "dropped weights = weights ∘ mask,  each number of the mask 0 or 1 ÷ (1 − p)",
     .operation = "<matrix 1> ∘ mask <shape>",
     .sentence = "Dropout sets <number dropped> of the <visible weights> to 0 at random and divides the "
                 "others by <1 − p>, so a row sums to 1 only on average."},
    {.kind = StepKind::all_head_outputs,
     .stage = Stage::head_outputs,
     .numbers =
         [](Arithmetic a) {
           a.make_all(Name::head_output, {mixing_weights(a.model()), Name::V});
         },
     .title = title_of_all_head_outputs,
     .formula = "<head output> = <weights>·<V>",
     .operation = "<matrix 1> ·\u00A0<matrix 2>",
     .sentence =
         {has_dropout,
          "<matrix product 5>: each row is a sum of the <values>, weighted by a row of dropped weights.",
          "<matrix product 5>: each row is an average of the <values>, weighted by a row of weights."}},
    {.kind = StepKind::all_concatenated,
     .stage = Stage::concatenated,
     .is_there = has_several_heads,
     .numbers =
         [](Arithmetic a) {
           a.use_all_heads(std::nullopt);
           a.make_all(Name::concatenated, {});
         },
     .title = "Concatenated heads",
     .formula = "<concatenated> = <heads>",
     .operation = "<n_heads> head outputs <shape of each>, side by side",
     .sentence = "The outputs of the heads for each token are placed side by side in one row."},
    {.kind = StepKind::all_contexts,
     .stage = Stage::contexts,
     .is_there = has_output_projection,
     .numbers =
         [](Arithmetic a) {
           a.make_all(Name::context, {Name::concatenated, Name::W_o, Name::b_o});
         },
     .title = "All context vectors",
     .formula = {has_several_heads, "context = concatenated·W_o<+ b_o>", "context = head output·W_o<+ b_o>"},
     .operation = "<matrix 1> ·\u00A0<matrix 2><+ matrix 3>",
     .sentence = {has_several_heads,
                  "One more matrix product, for all heads together: W_o combines their outputs.",
                  "<matrix product 6>: W_o turns the output of the head into context vectors."}},
};

constexpr bool steps_stand_in_order() {
  for (std::size_t i = 0; i < std::size(step_rows); ++i)
    if (static_cast<std::size_t>(step_rows[i].kind) != i) return false;
  return std::rbegin(step_rows)->kind == StepKind::all_contexts;
}
static_assert(steps_stand_in_order());

}  // namespace

const StepRow& step_row(StepKind kind) {
  return step_rows[static_cast<std::size_t>(kind)];
}

StepNumbers numbers_of(const Model& model, const Trace& trace, Index head, const Step& step) {
  assert(head >= 0 && head < model.n_heads());
  StepArithmetic arithmetic(model, trace, head, step);
  step_row(step.kind).numbers(arithmetic);
  return arithmetic.take();
}

StepContent describe_step(const Session& session, Index head, const Step& step, int decimals) {
  const StepContext context(session, head, step, decimals);
  const StepRow& row = step_row(step.kind);
  return {row.title.of(context),  row.formula.of(context), row.operation.of(context), row.sign,
          row.result.of(context), row.sentence.of(context)};
}

std::string equation_of(const StepContent& content) {
  return content.numbers + " " + content.sign + " " + content.result;
}

}  // namespace attention_lab
