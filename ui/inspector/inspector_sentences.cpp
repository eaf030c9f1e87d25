#include <array>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "ui/figures/heatmaps/matrix_axes.h"
#include "ui/inspector/inspector_content.h"

namespace attention_lab {
namespace {

class InspectorSentences {
 public:
  InspectorSentences(const Session& session, const CellRef& cell) : session_(session), cell_(cell) {}

  std::string name() const {
    const std::string dimension = "dimension " + std::to_string(cell_.column + 1);
    switch (cell_.matrix.name) {
      case MatrixName::token_embeddings: return "token embedding of " + row_token() + ", " + dimension;
      case MatrixName::position_embeddings: return "embedding of " + position() + ", " + dimension;
      case MatrixName::X: return "embedding of " + row_token() + ", " + dimension;
      case MatrixName::W_q:
      case MatrixName::W_k:
      case MatrixName::W_v:
        return "weight from embedding dimension " + std::to_string(cell_.row + 1) + " to " + noun() + " " +
               dimension;
      case MatrixName::b_q:
      case MatrixName::b_k:
      case MatrixName::b_v: return "bias of " + noun() + " " + dimension;
      case MatrixName::Q:
      case MatrixName::K:
      case MatrixName::V: return noun() + " of " + row_token() + ", " + dimension;
      case MatrixName::scores: return "score of " + row_token() + " for " + column_token();
      case MatrixName::scaled_scores: return "scaled score of " + row_token() + " for " + column_token();
      case MatrixName::masked_scores: return "masked score of " + row_token() + " for " + column_token();
      case MatrixName::weights: return "attention of " + row_token() + " to " + column_token();
      case MatrixName::dropout_mask: return "dropout mask of " + row_token() + " for " + column_token();
      case MatrixName::dropped_weights:
        return "attention of " + row_token() + " to " + column_token() + " after dropout";
      case MatrixName::head_output: return "output of this head for " + row_token() + ", " + dimension;
      case MatrixName::concatenated: return "concatenated heads for " + row_token() + ", " + dimension;
      case MatrixName::W_o: return "output weight from " + std::to_string(cell_.row + 1) + " to " + dimension;
      case MatrixName::b_o: return "bias of output " + dimension;
      case MatrixName::context: return "context of " + row_token() + ", " + dimension;
    }
    return {};
  }

  std::string plain() const {
    switch (cell_.matrix.name) {
      case MatrixName::token_embeddings: return embedding_sentence("the word " + row_token());
      case MatrixName::position_embeddings:
        return "One of the " + std::to_string(session_.model().d_model()) + " numbers that stand for " +
               position() + ", whatever word stands there.";
      case MatrixName::X:
        if (!session_.model().has_positions()) return embedding_sentence(row_token());
        return "The word " + row_token() +
               " and its position, added up: without positions, attention could not tell one order of the "
               "words from another.";
      case MatrixName::W_q:
      case MatrixName::W_k:
      case MatrixName::W_v:
      case MatrixName::b_q:
      case MatrixName::b_k:
      case MatrixName::b_v:
        return "All tokens share it: it turns embeddings into what they " + role() +
               ". Training would adjust it; here you do, by dragging." + stored_by_pytorch();
      case MatrixName::Q: return "Part of what " + row_token() + " looks for in other tokens.";
      case MatrixName::K: return "Part of what " + row_token() + " offers to tokens that look at it.";
      case MatrixName::V: return "Part of what " + row_token() + " passes on to tokens that attend to it.";
      case MatrixName::scores:
        return "How well what " + row_token() + " looks for matches what " + column_token() +
               " offers: " + rank() + " of its " + count() + " scores.";
      case MatrixName::scaled_scores:
        return "The score, scaled down so that softmax does not become too sharp, however many dimensions "
               "the dot product has.";
      case MatrixName::masked_scores:
        return is_visible(session_.model().options.mask, cell_.row, cell_.column)
                   ? row_token() + " may look at " + column_token() + ", which does not come later."
                   : column_token() + " comes after " + row_token() +
                         ", so it is hidden: a score of minus infinity becomes a weight of exactly 0.";
      case MatrixName::weights:
        if (session_.model().has_dropout())
          return "Before dropout, " + row_token() + " gives " + format_percent(value()) +
                 " of its attention to " + column_token() + ".";
        return row_token() + " takes " + format_percent(value()) + " of its context from " + column_token() +
               ".";
      case MatrixName::dropout_mask:
      case MatrixName::dropped_weights: return dropout_sentence();
      case MatrixName::head_output:
      case MatrixName::context:
        if (cell_.matrix.name == MatrixName::context && session_.model().has_output_projection()) {
          return "What " + row_token() +
                 " takes from the tokens that it attends to, combined from all heads by W_o.";
        }
        return from_head() + (session_.model().has_dropout() ? " weighted sum" : " weighted average") +
               " of dimension " + std::to_string(dimension_in_head() + 1) +
               " of all value vectors, with the attention of " + row_token() +
               (session_.model().has_dropout() ? " after dropout as weights." : " as weights.");
      case MatrixName::concatenated:
        return "Comes from head " + std::to_string(cell_.column / session_.model().d_v() + 1) +
               ": the outputs of the heads are concatenated.";
      case MatrixName::W_o:
      case MatrixName::b_o:
        return "Combines the outputs of the heads into one context vector." + stored_by_pytorch();
    }
    return {};
  }

 private:
  std::string quoted_token(Index i) const {
    return in_curly_quotes(session_.document().tokens[static_cast<std::size_t>(i)]);
  }
  std::string embedding_sentence(const std::string& whose) const {
    std::string sentence = "One of the ";
    sentence += std::to_string(session_.model().d_model()) + " numbers that stand for " + whose;
    if (is_drawn(session_.document(), cell_.row))
      sentence += ", drawn at random: this word means nothing yet";
    return sentence + ". Drag it sideways and watch everything after it." + who_shares_it();
  }
  std::string who_shares_it() const {
    const std::size_t n_places = tokens_sharing_with(session_.document(), cell_.row).size();
    if (n_places < 2) return "";
    const bool are_two = n_places == 2;
    return (are_two ? " Both " : " All " + std::to_string(n_places) + " ") + row_token() +
           " share this row: change one, and the other" + (are_two ? " follows." : "s follow.");
  }
  std::string dropout_sentence() const {
    if (!is_visible(session_.model().options.mask, cell_.row, cell_.column)) {
      return column_token() + " comes after " + row_token() +
             ", so its weight is 0 whether it is dropped or kept.";
    }
    const double p = static_cast<double>(session_.model().options.dropout.p);
    const HeadStages& head = session_.trace().heads[static_cast<std::size_t>(cell_.matrix.head)];
    if (is_dropped(session_.model(), head, cell_.row, cell_.column))
      return "Dropped at random, as " + format_percent(p) +
             " of the weights are during training, so that the model does not come to rely on any single "
             "one.";
    return "Kept, and divided by 1 − p, so that a row still sums to 1 on average. This row alone usually "
           "does not.";
  }
  std::string position() const { return "position " + std::to_string(cell_.row + 1); }
  std::string row_token() const { return quoted_token(cell_.row); }
  std::string column_token() const { return quoted_token(cell_.column); }
  double value() const { return static_cast<double>(value_of(session_.model(), session_.trace(), cell_)); }
  Index dimension_in_head() const { return cell_.column % session_.model().d_v(); }

  // Biases are stored as they are.
  std::string stored_by_pytorch() const {
    const bool is_bias = row_axis(cell_.matrix.name) == Axis::one;
    return is_bias ? "" : " " + transpose_note(cell_.matrix.name);
  }

  // Columns of the context without W_o are those of the heads, one head after the other.
  std::string from_head() const {
    const Model& model = session_.model();
    if (cell_.matrix.name != MatrixName::context || model.n_heads() == 1) return "A";
    return "Comes from head " + std::to_string(cell_.column / model.d_v() + 1) + ": a";
  }

  // What the layer of the number makes.
  std::string noun() const { return by_layer("query", "key", "value"); }
  std::string role() const { return by_layer("look for (queries)", "offer (keys)", "pass on (values)"); }
  std::string by_layer(const char* query, const char* key, const char* value) const {
    const MatrixName product = layer_of(cell_.matrix.name)->product;
    return product == MatrixName::Q ? query : product == MatrixName::K ? key : value;
  }

  std::string count() const {
    static constexpr std::array<const char*, 13> words = {"no",   "one",    "two",   "three", "four",
                                                          "five", "six",    "seven", "eight", "nine",
                                                          "ten",  "eleven", "twelve"};
    const std::size_t n = static_cast<std::size_t>(session_.model().n_tokens());
    return n < words.size() ? words[n] : std::to_string(n);
  }

  // "the highest", "second highest", …, "the lowest".
  std::string rank() const {
    const MatrixView scores = matrix_view(session_.model(), session_.trace(), cell_.matrix);
    Index above = 0;
    for (Index j = 0; j < scores.cols(); ++j) {
      if (scores(cell_.row, j) > scores(cell_.row, cell_.column)) ++above;
    }
    static constexpr std::array<const char*, 5> words = {
        "the highest", "the second highest", "the third highest", "the fourth highest", "the fifth highest"};
    if (above == scores.cols() - 1 && above > 0) return "the lowest";
    if (static_cast<std::size_t>(above) < words.size()) return words[static_cast<std::size_t>(above)];
    return "number " + std::to_string(above + 1);
  }

  const Session& session_;
  const CellRef& cell_;
};

}  // namespace

std::string name_sentence(const Session& session, const CellRef& cell) {
  return InspectorSentences(session, cell).name();
}
std::string plain_sentence(const Session& session, const CellRef& cell) {
  return InspectorSentences(session, cell).plain();
}

}  // namespace attention_lab
