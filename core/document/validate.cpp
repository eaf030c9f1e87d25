#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/document/checks.h"
#include "core/document/corpus.h"
#include "core/document/target.h"
#include "core/limits.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::string indexed(const std::string& path, Index index) {
  return path + "[" + std::to_string(index) + "]";
}

class Validator {
 public:
  explicit Validator(const Document& document) : document_(document), model_(document.model) {}

  std::vector<Error> errors() {
    check_title_and_tokens();
    check_embeddings();
    check_positions();
    check_batch();
    check_vocabulary();
    check_drawn_words();
    check_drawn_tokens();
    check_seed();
    check_heads();
    check_output_projection();
    check_options();
    check_target();
    check_corpus();
    check_output_layer();
    check_features();
    return std::move(errors_);
  }

 private:
  void add(ErrorCode code, const std::string& place, std::string_view sentence,
           std::initializer_list<Filled> places = {}) {
    errors_.push_back({code, filled(sentence, places), place});
  }
  bool add(std::optional<Error> error) {
    if (!error) return false;
    errors_.push_back(*std::move(error));
    return true;
  }

  void check_title_and_tokens() {
    add(check_utf8("The title", document_.title, "title"));
    add(check_utf8("The description", document_.description, "description"));
    if (document_.tokens.empty()) {
      add(ErrorCode::empty_sentence, "tokens", "There are no tokens; give at least one.");
    }
    const Index n_tokens = static_cast<Index>(document_.tokens.size());
    add(check_count(n_tokens, "token", limits::n_tokens, "tokens"));
    for (std::size_t i = 0; i < document_.tokens.size(); ++i) {
      add(check_utf8("The token", document_.tokens[i], indexed("tokens", static_cast<Index>(i))));
    }
  }

  void check_embeddings() {
    const Matrix& X = *model_.token_embeddings;
    const std::string place = document_.vocabulary ? "vocabulary" : "embeddings";
    const Index n_tokens = static_cast<Index>(document_.tokens.size());
    if (X.rows() != n_tokens) {
      add(ErrorCode::wrong_shape, place, "X has <rows>, but there are <tokens>; give it one row per token.",
          {{"rows", counted(X.rows(), "row")}, {"tokens", counted(n_tokens, "token")}});
    }
    if (X.rows() > 0) check_width("X", X.cols(), place);
    if (!document_.vocabulary) check_finite("X", view_of(X), place);
  }

  void check_batch() {
    if (!has_batch(document_)) return;
    add(check_batch_size(n_sentences(document_), model_.n_tokens()));
    if (document_.vocabulary) {
      add(ErrorCode::wrong_format, "vocabulary",
          "In a batch, each token has its own embedding; give embeddings instead of a vocabulary.");
    }
    if (document_.target->size() > 0) {
      add(ErrorCode::wrong_format, "target",
          "A target is for one sentence; leave out either the target or the other sentences.");
    }
    const std::size_t before = errors_.size();
    for (Index i = 0; i < std::ssize(document_.batch.others); ++i)
      check_sentence(document_.batch.others[static_cast<std::size_t>(i)], indexed("sentences", i));
    if (errors_.size() == before) check_padding();
  }

  /// Readers and edits pad by pad_to_longest(), so that a fault here is one of the program.
  void check_padding() {
    const Batch& batch = document_.batch;
    const Mask& mask = model_.options.mask;
    const Index length = length_of_sentence(document_);
    const Matrix& rows = *model_.token_embeddings;
    const bool is_padded =
        batch.shown >= 0 && batch.shown <= std::ssize(batch.others) && mask == Mask::padding && length >= 1 &&
        std::ssize(document_.tokens) == std::max(length, longest_of_others(document_)) &&
        std::all_of(document_.tokens.begin() + length, document_.tokens.end(),
                    [](const std::string& token) { return token == padding_token; }) &&
        (rows.rows() != std::ssize(document_.tokens) || rows.bottomRows(rows.rows() - length).isZero(0)) &&
        (document_.drawn_tokens.empty() || document_.drawn_tokens.back() < length);
    if (!is_padded) {
      add(ErrorCode::wrong_format, "sentences",
          "The shown sentence is not padded to the longest; open the document again.");
    }
  }

  void check_sentence(const Sentence& sentence, const std::string& place) {
    const std::string tokens = place + ".tokens";
    const Index n_tokens = std::ssize(sentence.tokens);
    if (n_tokens == 0) add(ErrorCode::empty_sentence, tokens, "There are no tokens; give at least one.");
    add(check_count(n_tokens, "token", limits::n_tokens, tokens));
    for (Index i = 0; i < n_tokens; ++i)
      add(check_utf8("The token", sentence.tokens[static_cast<std::size_t>(i)], indexed(tokens, i)));
    const Matrix& rows = *sentence.embeddings;
    const std::string embeddings = place + ".embeddings";
    if (rows.rows() != n_tokens || rows.cols() != model_.d_model()) {
      add(ErrorCode::wrong_shape, embeddings,
          "The sentence needs <rows> of <numbers>, one for each token; there are <given> of <given numbers>.",
          {{"rows", counted(n_tokens, "row")},
           {"numbers", counted(model_.d_model(), "number")},
           {"given", counted(rows.rows(), "row")},
           {"given numbers", counted(rows.cols(), "number")}});
    }
    check_finite("An embedding", view_of(rows), embeddings);
  }

  void check_positions() {
    const Matrix& positions = *model_.position_embeddings;
    const Index rows = model_.has_positions() ? model_.n_tokens() : 0;
    const Index columns = model_.has_positions() ? model_.d_model() : 0;
    if (positions.rows() != rows || positions.cols() != columns) {
      add(ErrorCode::wrong_shape, "position_embeddings",

          "The matrix has <rows> of <numbers>; for <tokens> it needs <needed rows> of <needed numbers>.",
          {{"rows", counted(positions.rows(), "row")},
           {"numbers", counted(positions.cols(), "number")},
           {"tokens", counted(rows, "token")},
           {"needed rows", counted(rows, "row")},
           {"needed numbers", counted(columns, "number")}});
    }
    check_finite("A position embedding", view_of(positions), "position_embeddings");
  }

  void check_vocabulary() {
    if (!document_.vocabulary) return;
    const Vocabulary& vocabulary = *document_.vocabulary;
    const Index n_words = std::ssize(vocabulary.words);
    if (add(check_count(n_words, "word", limits::n_words, "vocabulary"))) return;
    for (const std::string& word : vocabulary.words) add(check_utf8("A word", word, "vocabulary"));
    check_finite("An embedding", view_of(*vocabulary.embeddings), "vocabulary");
    std::unordered_map<std::string_view, Index> rows;
    for (Index i = 0; i < n_words; ++i) rows.emplace(vocabulary.words[static_cast<std::size_t>(i)], i);
    std::unordered_map<std::string_view, Index> first_tokens;
    for (Index i = 0; i < std::ssize(document_.tokens); ++i) {
      const std::string& token = document_.tokens[static_cast<std::size_t>(i)];
      const Index first = first_tokens.emplace(token, i).first->second;
      const auto found = rows.find(token);
      if (found == rows.end()) {
        add(ErrorCode::not_found, indexed("tokens", i),
            "The vocabulary has no word <word>; add a row of numbers for it.",
            {{"word", in_curly_quotes(token)}});
      } else if (found->second >= vocabulary.embeddings->rows() || i >= model_.token_embeddings->rows() ||
                 vocabulary.embeddings->cols() != model_.d_model() ||
                 vocabulary.embeddings->row(found->second) != model_.token_embeddings->row(i)) {
        add(ErrorCode::wrong_shape, indexed("tokens", i),
            "The embedding of <token> is not the one in the vocabulary; make them equal.",
            {{"token", in_curly_quotes(token)}});
      } else if (is_drawn(document_, i) != is_drawn(document_, first)) {
        add(ErrorCode::wrong_format, "drawn",
            "Only some of the tokens <token> are listed as drawn; list all of them or none.",
            {{"token", in_curly_quotes(token)}});
      }
    }
  }

  void check_drawn_words() {
    if (!document_.vocabulary) return;
    using Words = std::unordered_set<std::string_view>;
    const Words words(document_.vocabulary->words.begin(), document_.vocabulary->words.end());
    const Words tokens(document_.tokens.begin(), document_.tokens.end());
    Words named;
    for (const std::string& word : document_.vocabulary->drawn_words) {
      const bool is_named_before = !named.insert(word).second;
      if (!words.contains(word)) {
        add(ErrorCode::not_found, "drawn",
            "The vocabulary has no word <word>; add a row of numbers for it, or do not list it.",
            {{"word", in_curly_quotes(word)}});
      } else if (tokens.contains(word)) {
        add(ErrorCode::wrong_format, "drawn",
            "<word> is in the sentence; list the numbers of its tokens instead.",
            {{"word", in_curly_quotes(word)}});
      } else if (is_named_before) {
        add(listed_twice("word", in_curly_quotes(word), "drawn"));
      }
    }
  }

  void check_drawn_tokens() {
    const Index n_tokens = static_cast<Index>(document_.tokens.size());
    Index last = -1;
    for (std::size_t i = 0; i < document_.drawn_tokens.size(); ++i) {
      const Index token = document_.drawn_tokens[i];
      const std::string place = indexed("drawn", static_cast<Index>(i));
      if (token < 0 || token >= n_tokens) {
        add(no_such("token", token, 0, n_tokens, place));
      } else if (token == last) {
        add(listed_twice("token", std::to_string(token), place));
      } else if (token < last) {
        add(ErrorCode::wrong_format, place,
            "The token <token> is out of order; list the tokens in ascending order.", {{"token", token}});
      }
      last = token;
    }
  }

  void check_seed() {
    if (document_.seed) add(check_seed_limit(*document_.seed, "seed"));
  }

  void check_heads() {
    const Index n_heads = static_cast<Index>(model_.heads.size());
    if (n_heads == 0) {
      if (model_.options.projection == Projection::trainable) {
        add(ErrorCode::missing_key, "heads",
            "There are no heads, but the projection is trainable; give at least one head, or set the "
            "projection to identity.");
      }
      return;
    }
    add(check_count(n_heads, "head", limits::n_heads, "heads"));
    const Index d_k = model_.heads.front().W_q->cols();
    const Index d_v = model_.heads.front().W_v->cols();
    for (Index i = 0; i < n_heads; ++i) {
      const Head& head = model_.heads[static_cast<std::size_t>(i)];
      const std::string path = indexed("heads", i) + ".";
      check_weight("W_q", *head.W_q, "d_k", d_k, path);
      check_weight("W_k", *head.W_k, "d_k", d_k, path);
      check_weight("W_v", *head.W_v, "d_v", d_v, path);
      check_bias("b_q", *head.b_q, "d_k", d_k, path + "b_q");
      check_bias("b_k", *head.b_k, "d_k", d_k, path + "b_k");
      check_bias("b_v", *head.b_v, "d_v", d_v, path + "b_v");
    }
  }

  void check_weight(const std::string& name, const Matrix& weight, const std::string& width_name, Index width,
                    const std::string& head_path) {
    const std::string path = head_path + name;
    if (weight.rows() != model_.d_model()) {
      add(ErrorCode::wrong_shape, path,
          "<matrix> has <rows>, but d_model is <d_model>; give it one row per embedding dimension.",
          {{"matrix", name}, {"rows", counted(weight.rows(), "row")}, {"d_model", model_.d_model()}});
    } else if (!check_width(name, weight.cols(), path) && weight.cols() != width) {
      add(ErrorCode::wrong_shape, path,
          "<matrix> has <columns>, but <d> is <width> in the first head; all heads share one <d>.",
          {{"matrix", name},
           {"columns", counted(weight.cols(), "column")},
           {"d", width_name},
           {"width", width}});
    }
    check_finite(name, view_of(weight), path);
  }

  void check_bias(const std::string& name, const RowVector& bias, const std::string& width_name, Index width,
                  const std::string& path) {
    if (bias.size() == 0) return;
    if (bias.size() != width) {
      add(ErrorCode::wrong_shape, path,
          "<bias> has <numbers>, but <d> is <width>; give it one number per column, or leave it out.",
          {{"bias", name}, {"numbers", counted(bias.size(), "number")}, {"d", width_name}, {"width", width}});
    }
    check_finite(name, view_of(bias), path);
  }

  void check_output_projection() {
    const Matrix& W_o = *model_.W_o;
    const RowVector& b_o = *model_.b_o;
    if (W_o.size() == 0) {
      if (b_o.size() > 0) {
        add(ErrorCode::wrong_shape, "b_o", "b_o is given without W_o; leave it out, or give W_o as well.");
      }
      return;
    }
    if (model_.heads.empty()) {
      add(ErrorCode::wrong_shape, "W_o",
          "W_o combines the heads, but there are none; leave it out, or give at least one head.");
      return;
    }
    const Index n_heads = static_cast<Index>(model_.heads.size());
    const Index d_v = model_.heads.front().W_v->cols();
    if (W_o.rows() != n_heads * d_v) {
      add(ErrorCode::wrong_shape, "W_o",
          "W_o has <rows>, but n_heads · d_v is <n_heads> · <d_v> = <width>; give it that many rows.",
          {{"rows", counted(W_o.rows(), "row")},
           {"n_heads", n_heads},
           {"d_v", d_v},
           {"width", n_heads * d_v}});
    }
    check_width("W_o", W_o.cols(), "W_o");
    check_finite("W_o", view_of(W_o), "W_o");
    check_bias("b_o", b_o, "d_out", W_o.cols(), "b_o");
  }

  void check_options() {
    const Options& options = model_.options;
    if (options.scale.kind == Scale::Kind::custom) {
      add(check_positive("The divisor", options.scale.custom_divisor, "options.scale"));
    }
    add(check_dropout(options.dropout, "dropout.p", "dropout.seed"));
    add(check_mask(options.mask, model_.n_tokens(), "options.mask"));
    add(check_positive("The temperature", options.temperature, "options.temperature"));
  }

  void check_corpus() {
    add(check_corpus_text("The corpus", document_.corpus, "corpus"));
    add(check_corpus_text("The list of held-out sentences", document_.held_out, "held_out"));
  }

  void check_output_layer() {
    const Matrix& W_u = *document_.W_u;
    if (W_u.size() == 0) return;
    const Index n_words = std::ssize(words_to_predict(document_).words);
    if (n_words == 0) {
      add(ErrorCode::wrong_shape, "W_u",
          "W_u scores the words of a vocabulary as next words, but there are none; leave it out, or give a "
          "vocabulary.");
      return;
    }
    if (W_u.rows() != model_.d_model() || W_u.cols() != n_words) {
      add(ErrorCode::wrong_shape, "W_u",
          "W_u is <shape>, but d_model is <d_model> and there are <words> to predict; give it one row per "
          "feature and one column per word.",
          {{"shape", shape_text(W_u.rows(), W_u.cols())},
           {"d_model", model_.d_model()},
           {"words", counted(n_words, "word")}});
    }
    check_finite("W_u", view_of(W_u), "W_u");
  }

  void check_features() {
    const Index n_features = std::ssize(document_.features);
    if (n_features != 0 && n_features != model_.d_model()) {
      add(ErrorCode::wrong_shape, "features",
          "There are names for <features>, but d_model is <d_model>; give one name per feature.",
          {{"features", counted(n_features, "feature")}, {"d_model", model_.d_model()}});
    }
    for (Index i = 0; i < n_features; ++i)
      add(check_feature_name(document_.features[static_cast<std::size_t>(i)], indexed("features", i)));
  }

  void check_target() {
    if (document_.target->size() == 0) return;
    const Result<Matrix> target = make_target(model_, *document_.target);
    if (!target) errors_.push_back(target.error());
  }

  /// Checks the number of columns alone; returns whether there was an error.
  bool check_width(const std::string& name, Index columns, const std::string& path) {
    if (columns < 1) {
      add(ErrorCode::wrong_shape, path, "<matrix> has no columns; give each row at least one number.",
          {{"matrix", name}});
      return true;
    }
    if (columns > limits::d_model) {
      add(ErrorCode::over_limit, path, "<matrix> has <columns> columns; the limit is <limit>.",
          {{"matrix", name}, {"columns", columns}, {"limit", limits::d_model}});
      return true;
    }
    return false;
  }

  /// In the file a bias is an array of numbers, so its place has only one index.
  void check_finite(const std::string& name, const MatrixView& numbers, const std::string& path) {
    const std::optional<Position> found = first_not_finite(numbers);
    if (!found) return;
    const bool is_bias = name.front() == 'b';
    const std::string place =
        is_bias ? indexed(path, found->column) : indexed(indexed(path, found->row), found->column);
    add(ErrorCode::not_finite, place,
        "<name> contains a number that is not finite; replace it with a finite one.", {{"name", name}});
  }

  const Document& document_;
  const Model& model_;
  std::vector<Error> errors_;
};

}  // namespace

std::vector<Error> validate(const Document& document) {
  return Validator(document).errors();
}

}  // namespace attention_lab
