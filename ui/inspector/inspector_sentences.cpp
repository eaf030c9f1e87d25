#include <array>
#include <cassert>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/document/matrix_labels.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/inspector/inspector_content.h"
#include "ui/lab/recent_change.h"

namespace attention_lab {
namespace {

class InspectorSentences {
 public:
  InspectorSentences(const Session& session, const CellRef& cell) : session_(session), cell_(cell) {}

  std::string name() const { return fill(name_template()); }

  std::string plain() const {
    std::string text = fill(sentence());
    if (shares_row()) text += " " + fill(sharing_sentence());
    if (is_parameter(cell_.matrix.name) && row_axis(cell_.matrix.name) != Axis::one)
      text += " " + transpose_note(cell_.matrix.name);  // biases are not transposed
    return text;
  }

 private:
  std::string fill(const char* text) const {
    return filled_by(text, [this](std::string_view place) { return text_of(place); });
  }

  const char* name_template() const {
    switch (cell_.matrix.name) {
      case MatrixName::token_embeddings: return "token embedding of <row>, dimension <column number>";
      case MatrixName::position_embeddings: return "embedding of <position>, dimension <column number>";
      case MatrixName::X: return "embedding of <row>, dimension <column number>";
      case MatrixName::W_q:
      case MatrixName::W_k:
      case MatrixName::W_v:
        return "weight from embedding dimension <row number> to <layer> dimension <column number>";
      case MatrixName::b_q:
      case MatrixName::b_k:
      case MatrixName::b_v: return "bias of <layer> dimension <column number>";
      case MatrixName::Q:
      case MatrixName::K:
      case MatrixName::V: return "<layer> of <row>, dimension <column number>";
      case MatrixName::scores: return "score of <row> for <column>";
      case MatrixName::scaled_scores: return "scaled score of <row> for <column>";
      case MatrixName::masked_scores: return "masked score of <row> for <column>";
      case MatrixName::weights: return "attention of <row> to <column>";
      case MatrixName::dropout_mask: return "dropout mask of <row> for <column>";
      case MatrixName::dropped_weights: return "attention of <row> to <column> after dropout";
      case MatrixName::head_output: return "output of this head for <row>, dimension <column number>";
      case MatrixName::concatenated: return "concatenated heads for <row>, dimension <column number>";
      case MatrixName::W_o:
        return "weight from concatenated dimension <row number> to output dimension <column number>";
      case MatrixName::b_o: return "bias of output dimension <column number>";
      case MatrixName::context: return "context of <row>, dimension <column number>";
      case MatrixName::W_u: return "weight from context dimension <row number> to word <column number>";
    }
    return "";
  }

  const char* sentence() const {
    const Model& model = session_.model();
    switch (cell_.matrix.name) {
      case MatrixName::token_embeddings: return embedding_sentence();
      case MatrixName::position_embeddings:
        return "Part of the embedding of <position>, whatever word stands there.";
      case MatrixName::X:
        if (!model.has_positions()) return embedding_sentence();
        return "The word <row> and its position, added up: without positions, attention could not tell one "
               "order of the words from another.";
      case MatrixName::W_q:
      case MatrixName::W_k:
      case MatrixName::W_v:
      case MatrixName::b_q:
      case MatrixName::b_k:
      case MatrixName::b_v:
        return "All tokens share it: it turns embeddings into what they <role>. Training would adjust it; "
               "here you can adjust it by dragging.";
      case MatrixName::Q: return "One component of what <row> looks for in the keys.";
      case MatrixName::K: return "One component of what <row> offers to queries.";
      case MatrixName::V: return "One component of what <row> passes on to the tokens that attend to it.";
      case MatrixName::scores: return "How well what <row> looks for matches what <column> offers: <rank>.";
      case MatrixName::scaled_scores:
        if (model.options.scale.kind == Scale::Kind::none)
          return "The score itself: the scale of this document is set to none.";
        return "The score, scaled down so that softmax does not become too sharp when queries and keys have "
               "many "
               "dimensions.";
      case MatrixName::masked_scores:
        return model.options.mask == Mask::none ? "Nothing is hidden: <row> may attend to <column>."
                                                : "<visibility>";
      case MatrixName::weights:
        if (sees_nothing(model.options.mask, cell_.row, model.n_tokens()))
          return "No key is visible to <row>: its weights and its head output are 0.";
        return model.has_dropout() ? "Before dropout, <row> gives <value> of its attention to <column>."
                                   : "<row> takes <value> of its context from <column>.";
      case MatrixName::dropout_mask:
      case MatrixName::dropped_weights: return dropout_sentence();
      case MatrixName::head_output: return mixing_sentence();
      case MatrixName::context:
        return model.has_output_projection() ? "What <row> takes from the tokens that it attends to, "
                                               "combined from all heads by W_o."
                                             : mixing_sentence();
      case MatrixName::concatenated:
        return "Comes from head <head>: the outputs of the heads are concatenated.";
      case MatrixName::W_o:
      case MatrixName::b_o: return "Combines the outputs of the heads into one context vector.";
      case MatrixName::W_u: return "Part of what gives a word its logit as the next one.";
    }
    return "";
  }

  const char* embedding_sentence() const {
    if (is_padding(session_.document(), cell_.row))
      return "Padding, which makes this sentence as long as the longest of the batch. Its embedding stays 0, "
             "and no token attends to it.";
    return is_drawn(session_.document(), cell_.row)
               ? "Part of the embedding of <owner>, which was drawn at random: this word has no meaning yet. "
                 "Drag the number sideways and watch everything after it change."
               : "Part of the embedding of <owner>. Drag the number sideways and watch everything after it "
                 "change.";
  }

  std::size_t n_sharing() const { return tokens_sharing_with(session_.document(), cell_.row).size(); }
  bool shares_row() const {
    return cell_.matrix.name == word_embeddings(session_.model()) && n_sharing() > 1;
  }
  const char* sharing_sentence() const {
    return n_sharing() == 2 ? "Both <row> share this row: change one, and the other follows."
                            : "All <n sharing> <row> share this row: change one, and the others follow.";
  }

  const char* dropout_sentence() const {
    const Mask& mask = session_.model().options.mask;
    if (!is_visible(mask, cell_.row, cell_.column, session_.model().n_tokens())) {
      return mask == Mask::causal
                 ? "<column> comes after <row>, so its weight is 0 whether it is dropped or kept."
                 : "<column> is hidden from <row>, so its weight is 0 whether it is dropped or kept.";
    }
    const HeadStages& head = session_.trace().heads[static_cast<std::size_t>(cell_.matrix.head)];
    return is_dropped(session_.model(), head, cell_.row, cell_.column)
               ? "Dropped at random, as <p> of the weights are during training, so that the model does not "
                 "come to rely on any single one."
               : "Kept, and divided by 1 − p, so that a row still sums to 1 on average. This row alone "
                 "usually does not.";
  }

  // Without W_o, the columns of the context are the heads' outputs side by side.
  const char* mixing_sentence() const {
    const Model& model = session_.model();
    if (sees_nothing(model.options.mask, cell_.row, model.n_tokens()))
      return "No key is visible to <row>, so nothing is mixed: every number here is 0.";
    if (cell_.matrix.name == MatrixName::context && model.n_heads() > 1)
      return model.has_dropout()
                 ? "Comes from head <head>: a weighted sum of dimension <dimension in head> of all value "
                   "vectors, with the attention of <row> after dropout as weights."
                 : "Comes from head <head>: a weighted average of dimension <dimension in head> of all value "
                   "vectors, with the attention of <row> as weights.";
    return model.has_dropout() ? "A weighted sum of dimension <dimension in head> of all value vectors, with "
                                 "the attention of <row> after dropout as weights."
                               : "A weighted average of dimension <dimension in head> of all value vectors, "
                                 "with the attention of <row> as weights.";
  }

  /// The text for a named place of the templates.
  std::string text_of(std::string_view place) const {
    const Model& model = session_.model();
    if (place == "row") return quoted_token(cell_.row);
    if (place == "column") return quoted_token(cell_.column);
    const Document& document = session_.document();
    const MatrixName name = cell_.matrix.name;
    if (place == "row number") return number_and_label(cell_.row, row_label(document, name, cell_.row));
    if (place == "column number")
      return number_and_label(cell_.column, column_label(document, name, cell_.column));
    if (place == "position") return filled("position <number>", {{"number", cell_.row + 1}});
    if (place == "owner")
      return fill(cell_.matrix.name == MatrixName::token_embeddings ? "the word <row>" : "<row>");
    if (place == "layer") return by_layer("query", "key", "value");
    if (place == "role") return by_layer("look for (queries)", "offer (keys)", "pass on (values)");
    if (place == "head") return std::to_string(cell_.column / model.d_v() + 1);
    if (place == "dimension in head") return std::to_string(cell_.column % model.d_v() + 1);
    if (place == "rank") return rank();
    if (place == "visibility") {
      return sentence_of_visibility(model.options.mask, cell_.row, cell_.column, model.n_tokens(),
                                    quoted_token(cell_.row), quoted_token(cell_.column));
    }
    if (place == "n sharing") return std::to_string(n_sharing());
    if (place == "value")
      return format_percent(static_cast<double>(value_of(model, session_.trace(), cell_)));
    assert(place == "p");
    return format_percent(static_cast<double>(model.options.dropout.p));
  }

  std::string quoted_token(Index i) const {
    return in_curly_quotes(session_.document().tokens[static_cast<std::size_t>(i)]);
  }
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

  // Examples: "the second highest of its six scores", "number 7 of its twelve scores, from the highest".
  std::string rank() const {
    const MatrixView scores = matrix_view(session_.model(), session_.trace(), cell_.matrix);
    Index above = 0;
    for (Index j = 0; j < scores.cols(); ++j) {
      if (scores(cell_.row, j) > scores(cell_.row, cell_.column)) ++above;
    }
    static constexpr std::array<const char*, 5> words = {
        "the highest", "the second highest", "the third highest", "the fourth highest", "the fifth highest"};
    const bool is_lowest = above == scores.cols() - 1 && above > 0;
    if (!is_lowest && above >= std::ssize(words)) {
      return filled("number <rank> of its <count> scores, from the highest",
                    {{"rank", above + 1}, {"count", count()}});
    }
    return filled(
        "<rank> of its <count> scores",
        {{"rank", is_lowest ? "the lowest" : words[static_cast<std::size_t>(above)]}, {"count", count()}});
  }

  const Session& session_;
  const CellRef& cell_;
};

}  // namespace

std::string name_sentence(const Session& session, const CellRef& cell) {
  return InspectorSentences(session, cell).name();
}
std::string comparison_sentence(const Session& session, const Snapshot& pinned, const CellRef& cell,
                                int decimals) {
  const std::optional<Scalar> a = number_before(session, pinned, cell);
  if (!a) return "A has no such number, so there is no difference.";
  const Scalar b = value_of(session.model(), session.trace(), cell);
  if (b == *a) return "It has the same value in A.";
  return filled("In A it is <a>, so B − A is <difference>.",
                {{"a", format_number(static_cast<double>(*a), decimals)},
                 {"difference", format_number(static_cast<double>(b - *a), decimals)}});
}

std::string plain_sentence(const Session& session, const CellRef& cell) {
  return InspectorSentences(session, cell).plain();
}

}  // namespace attention_lab
