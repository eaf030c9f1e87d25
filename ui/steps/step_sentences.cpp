#include "ui/steps/step_sentences.h"

#include <cmath>

#include "core/attention/dropout.h"
#include "core/attention/mask.h"
#include "core/attention/matrix_name.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "ui/figures/base/rich_text.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_letters = 24;       // of a token
constexpr std::size_t most_bytes_listed = 60;  // of several tokens in one sentence, so that it fits a line

class StepSentences {
 public:
  StepSentences(const Session& session, Index head, const Step& step)
      : session_(session), model_(session.model()), head_(head), step_(step) {}

  std::string title() const {
    const std::string entry = query() + ", entry " + number(step_.column);
    switch (step_.kind) {
      case StepKind::embedding: return "Embedding of " + token();
      case StepKind::position: return "Position of " + token();
      case StepKind::query_term:
        return entry + ": product " + number(step_.term) + " of " + std::to_string(model_.d_model());
      case StepKind::query_bias: return entry + ": bias";
      case StepKind::query_entry: return entry;
      case StepKind::query: return query();
      case StepKind::key: return "Key of " + key();
      case StepKind::score_term:
        return token() + " meets " + key() + ": product " + number(step_.term) + " of " +
               std::to_string(model_.d_k());
      case StepKind::score: return "Score of " + token() + " for " + key();
      case StepKind::scaled_score: return "Scaled score of " + token() + " for " + key();
      case StepKind::mask: return "Causal mask for " + token();
      case StepKind::row_maximum: return "Largest score of " + token();
      case StepKind::exponential: return "Softmax for " + token() + ": exponential for " + key();
      case StepKind::exponential_sum: return "Softmax for " + token() + ": sum of the exponentials";
      case StepKind::weight: return "Attention of " + token() + " to " + key();
      case StepKind::value: return "Value of " + key();
      case StepKind::dropout: return "Dropout for " + token();
      case StepKind::accumulation: return weighted_sum() + ": add " + key();
      case StepKind::concatenation: return "Heads side by side for " + token();
      case StepKind::output: return "Context of " + token();
      default: return title_of_all();
    }
  }

  std::string sentence() const {
    switch (step_.kind) {
      case StepKind::embedding:
        return token() + " enters as its embedding: " + count(model_.d_model(), "number") +
               (model_.d_model() == 1 ? " that stands for " : " that stand for ") +
               (model_.has_positions() ? "the word, wherever it is." : "it.");
      case StepKind::position:
        return "The embedding of position " + number(step_.token) + " is added: " + without_positions();
      case StepKind::query_term: return query_term();
      case StepKind::query_bias:
        return has_query_bias() ? "The bias is added to the sum, which completes entry " +
                                      number(step_.column) + " of the query."
                                : "This head has no bias, so nothing is added.";
      case StepKind::query_entry:
        return "Entry " + number(step_.column) + " of what " + token() +
               " looks for: its embedding times one column of W_q, all products at once.";
      case StepKind::query:
        return is_identity()
                   ? "Nothing is trained here: " + token() + " looks for tokens like itself."
                   : "The query says what " + token() + " looks for in the tokens: its embedding times W_q" +
                         plus(MatrixName::b_q) + ".";
      case StepKind::key:
        return "The key says what " + key() + " offers to tokens that look at it: its embedding times W_k" +
               plus(MatrixName::b_k) + ".";
      case StepKind::score_term: return score_term();
      case StepKind::score:
        return is_identity()
                   ? "The sum says how alike the embeddings of " + token() + " and " + key() + " are."
                   : "The sum says how well what " + token() + " looks for matches what " + key() +
                         " offers.";
      case StepKind::scaled_score: return scaling("The score is");
      case StepKind::mask:
        return step_.token + 1 == model_.n_tokens()
                   ? "Nothing comes after " + token() + ", so nothing is hidden from it."
                   : "Tokens after " + token() + " are hidden: −∞ becomes an attention of exactly 0.";
      case StepKind::row_maximum:
        return "The largest score is subtracted first so that exp cannot overflow; it cancels in the "
               "quotient and changes no weight.";
      case StepKind::exponential: return exponential();
      case StepKind::exponential_sum:
        return "All exponentials of the row are added up, so that each becomes a share of the whole.";
      case StepKind::weight: return weight();
      case StepKind::value:
        return "The value is what " + key() +
               " passes on to tokens that attend to it: its embedding times W_v" + plus(MatrixName::b_v) +
               ".";
      case StepKind::dropout: return dropout();
      case StepKind::accumulation: return accumulation();
      case StepKind::concatenation:
        return "Each head has looked at the tokens in its own way; what they found now stands side by side.";
      case StepKind::output:
        return model_.n_heads() > 1
                   ? "W_o mixes what the heads found into one context vector for " + token() + "."
                   : "W_o turns what the head found into the context vector of " + token() + ".";
      default: return sentence_of_all();
    }
  }

 private:
  static std::string number(Index index) { return std::to_string(index + 1); }
  static std::string count(Index n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
  }
  bool is_identity() const { return model_.options.projection == Projection::identity; }
  std::string token() const { return quoted_token(session_, step_.token); }
  std::string key() const { return quoted_token(session_, step_.key); }
  std::string query() const { return "Query of " + token(); }
  bool is_hidden() const { return !is_visible(model_.options.mask, step_.token, step_.key); }
  Scalar at(MatrixName name, Index row, Index column) const {
    return value_of(model_, session_.trace(), {{name, head_}, row, column});
  }
  Scalar weight_of_key() const { return at(MatrixName::weights, step_.token, step_.key); }
  /// The same after dropout, where there is any.
  Scalar mixing_weight_of_key() const { return at(mixing_weights(model_), step_.token, step_.key); }
  bool drops(Index token, Index key) const {
    return is_dropped(model_, session_.trace().heads[static_cast<std::size_t>(head_)], token, key);
  }
  static std::string without_positions() {
    return "without it, attention could not tell one order of the words from another.";
  }

  /// ", plus b_q" where the head has that bias.
  std::string plus(MatrixName bias) const {
    const bool has_bias = matrix_view(model_, session_.trace(), {bias, head_}).size() > 0;
    return has_bias ? ", plus " + display_name(bias) : "";
  }
  bool has_query_bias() const {
    return matrix_view(model_, session_.trace(), {MatrixName::b_q, head_}).size() > 0;
  }

  bool ends_in_context() const { return model_.n_heads() == 1 && !model_.has_output_projection(); }
  std::string weighted_sum() const {
    if (ends_in_context()) return "Context of " + token();
    return (model_.n_heads() > 1 ? "Output of head " + number(head_) : std::string("Output of the head")) +
           " for " + token();
  }

  std::string query_term() const {
    const bool is_last = step_.term + 1 == model_.d_model();
    if (is_last && !has_query_bias()) {
      return "The last product completes entry " + number(step_.column) + " of the query: part of what " +
             token() + " looks for.";
    }
    if (step_.term == 0) {
      return "Each number of the embedding is multiplied by its weight in column " + number(step_.column) +
             " of W_q, and the products add up.";
    }
    return is_last ? "The last product is added; only the bias is missing."
                   : "The next number of the embedding times its weight is added to the sum.";
  }

  std::string score_term() const {
    const Scalar product =
        at(MatrixName::Q, step_.token, step_.term) * at(MatrixName::K, step_.key, step_.term);
    const std::string entry = "Entry " + number(step_.term) + " has ";
    const std::string where = is_identity() ? " in both embeddings" : " in query and key";
    if (product > 0) return entry + "the same sign" + where + ", so the product raises the score.";
    if (product < 0) {
      const std::string apart = is_identity() ? " in the two embeddings" : where;
      return entry + "opposite signs" + apart + ", so the product lowers the score.";
    }
    return "The product is 0 and leaves the score where it is.";
  }

  std::string scaling(const std::string& subject) const {
    switch (model_.options.scale.kind) {
      case Scale::Kind::sqrt_d_k:
        return subject + " divided by √" + std::to_string(model_.d_k()) +
               ", so that softmax stays gentle however many products were added up.";
      case Scale::Kind::none: return subject + " divided by 1: scaling is switched off.";
      case Scale::Kind::custom:
        return subject + " divided by a number of your choice: the larger, the more even the attention.";
    }
    return {};
  }

  std::string exponential() const {
    if (is_hidden()) return key() + " is hidden from " + token() + ": exp of −∞ is exactly 0.";
    if (at(MatrixName::masked_scores, step_.token, step_.key) == row_maximum()) {
      return "The largest score minus itself is 0, and exp of 0 is 1.";
    }
    if (model_.options.temperature != 1) {
      return "The temperature divides what goes into exp: above 1 attention becomes more even, below 1 "
             "sharper.";
    }
    return "exp gives a positive number: the further a score lies below the largest, the closer to 0.";
  }
  Scalar row_maximum() const {
    return matrix_view(model_, session_.trace(), {MatrixName::masked_scores, head_})
        .row(step_.token)
        .maxCoeff();
  }

  static std::string percent(Scalar weight) { return format_percent(static_cast<double>(weight)); }
  static std::string out_of_range() {
    return "The scores are too large for the computer’s floating-point numbers: the result is NaN (not a "
           "number).";
  }

  std::string weight() const {
    if (is_hidden()) return key() + " is hidden, so " + token() + " takes nothing from it.";
    if (!std::isfinite(weight_of_key())) return out_of_range();
    const std::string share = percent(weight_of_key());
    if (model_.has_dropout()) {
      return "Before dropout, " + token() + " gives " + share + " of its attention" +
             (model_.n_heads() > 1 ? " in this head" : "") + " to " + key() +
             "; the weights of the row add up to 1.";
    }
    if (model_.n_heads() > 1) {
      return "In this head, " + token() + " takes " + share + " from " + key() +
             "; the weights of the row add up to 1.";
    }
    if (!ends_in_context()) {
      return token() + " takes " + share + " of the head's output from " + key() +
             "; the weights of the row add up to 1.";
    }
    return token() + " takes " + share + " of its context from " + key() +
           "; the weights of the row add up to 1.";
  }

  /// "“Your”, “one” and 3 more": as many as a line has room for.
  std::string list_of(const std::vector<Index>& tokens) const {
    std::vector<std::string> names;
    std::size_t bytes = 0;
    for (const Index token : tokens) {
      const std::string name = quoted_token(session_, token);
      bytes += name.size();
      if (!names.empty() && bytes > most_bytes_listed) break;
      names.push_back(name);
    }
    if (names.size() < tokens.size()) names.push_back(std::to_string(tokens.size() - names.size()) + " more");
    std::string list;
    for (std::size_t n = 0; n < names.size(); ++n)
      list += (n == 0 ? "" : n + 1 == names.size() ? " and " : ", ") + names[n];
    return list;
  }

  /// "1 − 0.5".
  std::string share_kept() const {
    return "1 − " + format_exactly(static_cast<float>(model_.options.dropout.p));
  }

  std::string dropout() const {
    std::vector<Index> dropped;
    const Index visible = visible_keys(model_.options.mask, step_.token, model_.n_tokens());
    for (Index key = 0; key < visible; ++key)
      if (drops(step_.token, key)) dropped.push_back(key);
    const MatrixView weights = matrix_view(model_, session_.trace(), {MatrixName::dropped_weights, head_});
    const double sum = static_cast<double>(weights.row(step_.token).sum());
    if (!std::isfinite(sum)) return out_of_range();
    const std::string sums = ", so the row sums to " + format_number(sum, 2) + " (1 on average).";
    if (std::ssize(dropped) == visible) return "Every weight of the row is dropped" + sums;
    const std::string what = dropped.empty() ? "Nothing is dropped, and every weight is divided by "
                                             : list_of(dropped) + (dropped.size() == 1 ? " is" : " are") +
                                                   " dropped, and the rest are divided by ";
    return what + share_kept() + sums;
  }

  std::string accumulation() const {
    const Scalar weight = mixing_weight_of_key();
    if (!std::isfinite(weight)) return out_of_range();
    const bool is_last = step_.key + 1 == model_.n_tokens();
    const std::string whole = ends_in_context() ? "the context of " + token() : "the output of the head";
    if (weight == 0) {
      const bool was_dropped = !is_hidden() && drops(step_.token, step_.key);
      const std::string nothing =
          (was_dropped ? key() + " was dropped" : "The weight of " + key() + " is 0") +
          ", so it adds nothing";
      return is_last ? nothing + ", and " + whole + " is complete." : nothing + ".";
    }
    const std::string what = is_identity() ? "embedding" : "value";
    if (is_last) {
      const std::string mixture = model_.has_dropout() ? "sum of the " : "average of all ";
      return "With " + percent(weight) + " of the last " + what + ", " + whole + " is complete: a weighted " +
             mixture + what + "s.";
    }
    return percent(weight) + " of the " + what + " of " + key() +
           (step_.key == 0 ? " is where " : " goes into ") + whole + (step_.key == 0 ? " begins." : ".");
  }

  // --- all tokens at once

  std::string title_of_all() const {
    switch (step_.kind) {
      case StepKind::all_embeddings: return "All embeddings";
      case StepKind::all_positions: return "All positions";
      case StepKind::all_queries: return "All queries";
      case StepKind::all_keys: return "All keys";
      case StepKind::all_values: return "All values";
      case StepKind::all_transposed_keys: return is_identity() ? "Embeddings transposed" : "Keys transposed";
      case StepKind::all_scores: return "All scores";
      case StepKind::all_scaled_scores: return "All scores, scaled";
      case StepKind::all_masked_scores: return "Causal mask for all tokens";
      case StepKind::all_weights: return "Softmax of every row";
      case StepKind::all_dropped_weights: return "Dropout in every row";
      case StepKind::all_head_outputs:
        if (ends_in_context()) return "All context vectors";
        return model_.n_heads() > 1 ? "All outputs of head " + number(head_)
                                    : std::string("All outputs of the head");
      case StepKind::all_concatenated: return "Heads side by side";
      default: return "All context vectors";
    }
  }

  /// "Matrix product 2 of 5: " for one of the products that every head has.
  std::string product(int which) const {
    const bool has_several_heads = model_.n_heads() > 1;
    const bool has_one_more = model_.has_output_projection() && !has_several_heads;
    const int total = is_identity() ? 2 : has_one_more ? 6 : 5;
    return "Matrix product " + std::to_string(which) + " of " + std::to_string(total) +
           (has_several_heads ? " in each head: " : ": ");
  }

  std::string sentence_of_all() const {
    switch (step_.kind) {
      case StepKind::all_embeddings:
        return "Everything starts here: one row for each of the " + count(model_.n_tokens(), "token") + ".";
      case StepKind::all_positions: return "Every position adds its own embedding: " + without_positions();
      case StepKind::all_queries: return product(1) + "what every token looks for, one row per token.";
      case StepKind::all_keys: return product(2) + "what every token offers.";
      case StepKind::all_values: return product(3) + "what every token passes on.";
      case StepKind::all_transposed_keys:
        return is_identity()
                   ? "The one transpose: rows become columns, so that every embedding can meet every other."
                   : "The one transpose: keys become columns, so that every row of Q can meet every key.";
      case StepKind::all_scores:
        return product(is_identity() ? 1 : 4) +
               (is_identity() ? "every embedding meets every embedding, one dot product per cell."
                              : "every query meets every key, one dot product per cell.");
      case StepKind::all_scaled_scores: return scaling("Every score is");
      case StepKind::all_masked_scores:
        return "In each row the scores of later tokens become −∞, so that softmax gives them exactly 0.";
      case StepKind::all_weights:
        return "In each row exp of every score" + std::string(model_.options.temperature == 1 ? "" : " ÷ T") +
               ", divided by their sum: positive numbers that add up to 1.";
      case StepKind::all_dropped_weights: return dropout_of_all();
      case StepKind::all_head_outputs:
        return product(is_identity() ? 2 : 5) +
               (model_.has_dropout() ? "each row of dropped weights makes a weighted sum of the "
                                     : "each row of weights averages the ") +
               (is_identity() ? "embeddings." : "values.");
      case StepKind::all_concatenated:
        return "What the heads found for each token stands side by side in one row.";
      default:
        return model_.n_heads() > 1
                   ? "One more matrix product, for all heads together: W_o mixes what they found."
                   : product(6) + "W_o turns what the head found into context vectors.";
    }
  }

  std::string dropout_of_all() const {
    Index visible = 0;
    Index dropped = 0;
    for (Index token = 0; token < model_.n_tokens(); ++token) {
      const Index keys = visible_keys(model_.options.mask, token, model_.n_tokens());
      visible += keys;
      for (Index key = 0; key < keys; ++key) dropped += drops(token, key) ? 1 : 0;
    }
    return "Of the " + count(visible, "weight") + ", " + std::to_string(dropped) +
           (dropped == 1 ? " is" : " are") + " dropped at random, and the others are divided by " +
           share_kept() + ", so a row sums to 1 only on average.";
  }

  const Session& session_;
  const Model& model_;
  Index head_;
  Step step_;
};

}  // namespace

std::string step_title(const Session& session, Index head, const Step& step) {
  return StepSentences(session, head, step).title();
}

std::string step_sentence(const Session& session, Index head, const Step& step) {
  return StepSentences(session, head, step).sentence();
}

std::string quoted_token(const Session& session, Index token) {
  const std::string& text = session.document().tokens[static_cast<std::size_t>(token)];
  return escape_markup(in_curly_quotes(text, most_letters));
}

}  // namespace attention_lab
