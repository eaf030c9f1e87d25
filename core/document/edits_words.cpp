// Edits of what next words are learned from.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/document/checks.h"
#include "core/document/corpus.h"
#include "core/document/edits_internal.h"
#include "core/document/output_layer.h"
#include "core/limits.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab::edits {
namespace {

std::optional<Error> refuse_word(std::string_view word) {
  if (std::optional<Error> refused = check_utf8("The word", word, "vocabulary")) return refused;
  if (trimmed(word).empty())
    return Error{ErrorCode::empty_sentence, "A word needs at least one character; type one.", "vocabulary"};
  if (split_sentence(word) == std::vector<std::string>{std::string(word)}) return std::nullopt;
  return Error{ErrorCode::out_of_range,
               filled("<text> is not a single word; type one word without spaces or punctuation marks.",
                      {{"text", in_curly_quotes(word)}}),
               "vocabulary"};
}

std::optional<Error> refuse_embedding(const Document& document, const Matrix& embedding) {
  if (embedding.rows() != 1 || embedding.cols() != document.model.d_model()) {
    return Error{ErrorCode::wrong_shape,
                 filled("A word needs <d_model> numbers, one per feature; <numbers> were given.",
                        {{"d_model", document.model.d_model()}, {"numbers", embedding.size()}}),
                 "vocabulary"};
  }
  if (!first_not_finite(view_of(embedding))) return std::nullopt;
  return Error{ErrorCode::not_finite, "This number is not finite; give a finite one.", "vocabulary"};
}

Error no_vocabulary() {
  return {ErrorCode::not_found,
          "Each token has an embedding of its own here; let equal words share one first.", "vocabulary"};
}

void give_embedding(Document& document, std::string_view word, const RowVector& embedding) {
  attention_lab::set_word(*document.vocabulary, std::string(word), embedding);
  for (Index token = 0; token < std::ssize(document.tokens); ++token) {
    if (document.tokens[static_cast<std::size_t>(token)] != word) continue;
    document.model.token_embeddings.edit().row(token) = embedding;
    set_drawn(document, {token, 1}, false);
  }
}

}  // namespace

Result<Document> set_corpus(const Document& document, const std::optional<std::string>& sentences,
                            const std::optional<std::string>& held_out) {
  if (sentences) {
    if (std::optional<Error> refused = check_corpus_text("The corpus", *sentences, "corpus"))
      return *std::move(refused);
  }
  if (held_out) {
    if (std::optional<Error> refused =
            check_corpus_text("The list of held-out sentences", *held_out, "held_out"))
      return *std::move(refused);
  }
  return changed(document, [&](Document& copy) {
    if (sentences) copy.corpus = *sentences;
    if (held_out) copy.held_out = *held_out;
  });
}

Result<Document> set_word(const Document& document, std::string_view word, const Matrix& embedding) {
  if (!document.vocabulary) return no_vocabulary();
  if (std::optional<Error> refused = refuse_embedding(document, embedding)) return *std::move(refused);
  const Vocabulary& known = *document.vocabulary;
  if (find_word(known, word) < 0) {
    if (std::optional<Error> refused = refuse_word(word)) return *std::move(refused);
    if (std::optional<Error> refused =
            check_count(std::ssize(known.words) + 1, "word", limits::n_words, "vocabulary"))
      return *std::move(refused);
  }
  return changed(document, [&](Document& copy) { give_embedding(copy, word, embedding.row(0)); });
}

Result<Document> redraw_words(const Document& document, const std::vector<std::string>& words, Draw draw,
                              std::uint64_t seed) {
  if (!document.vocabulary) return no_vocabulary();
  for (const std::string& word : words) {
    if (find_word(*document.vocabulary, word) >= 0) continue;
    return Error{ErrorCode::not_found,
                 filled("There is no word <word> in the vocabulary.", {{"word", in_curly_quotes(word)}}),
                 "vocabulary"};
  }
  TorchRandom random(seed);
  const Matrix drawn = draw_embeddings(draw, std::ssize(words), document.model.d_model(), random);
  return changed(document, [&](Document& copy) {
    for (Index i = 0; i < drawn.rows(); ++i)
      give_embedding(copy, words[static_cast<std::size_t>(i)], drawn.row(i));
  });
}

Result<Document> set_output_layer(const Document& document, bool present) {
  const bool is_present = document.W_u->size() > 0;
  if (present == is_present) return document;
  if (!present) return changed(document, [](Document& copy) { copy.W_u = Matrix(); });
  if (!document.vocabulary) return no_vocabulary();
  Matrix W_u = tied_output(document);
  if (W_u.size() == 0) {
    return Error{ErrorCode::not_found,
                 "There is no word to predict; add words with their features to the vocabulary first.",
                 "W_u"};
  }
  return changed(document, [&](Document& copy) { copy.W_u = std::move(W_u); });
}

Result<Document> set_feature_name(const Document& document, Index feature, std::string_view name) {
  const Index d_model = document.model.d_model();
  if (feature < 0 || feature >= d_model) return no_such("column", feature + 1, 1, d_model, "features");
  if (std::optional<Error> refused = check_feature_name(name, "features")) return *std::move(refused);
  return changed(document, [&](Document& copy) {
    copy.features.resize(static_cast<std::size_t>(d_model));
    copy.features[static_cast<std::size_t>(feature)] = name;
    drop_empty_names(copy);
  });
}

}  // namespace attention_lab::edits
