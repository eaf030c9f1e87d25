// Edits of the sentences of a batch.
#include <algorithm>

#include "core/document/checks.h"
#include "core/document/edits_internal.h"
#include "core/document/memory_budget.h"
#include "core/limits.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab::edits {
namespace {

std::optional<Error> refuse_sentence(const Document& document, Index sentence) {
  const Index count = n_sentences(document);
  if (sentence >= 0 && sentence < count) return std::nullopt;
  return no_such("sentence", sentence, 0, count, "sentences");
}

/// Why the document cannot have several sentences; nullopt if it can.
std::optional<Error> refuse_batch(const Document& document) {
  if (document.vocabulary) {
    return Error{ErrorCode::not_editable,
                 "In a batch, each token has its own embedding; give each token its own embedding first.",
                 "vocabulary"};
  }
  if (document.target->size() > 0) {
    return Error{ErrorCode::not_editable,
                 "This document has attention to train towards, which is given for one sentence; add the "
                 "sentence to a document without a target.",
                 "target"};
  }
  const Mask& mask = document.model.options.mask;
  if (mask == Mask::window || mask == Mask::painted) {
    return Error{ErrorCode::not_editable,
                 "A batch hides its padding, with or without the causal mask; it can have no other mask. "
                 "Choose no mask or the causal one first.",
                 "mask"};
  }
  return std::nullopt;
}

}  // namespace

bool embed_new_word(const Document& document, const std::string& word, std::uint64_t seed,
                    Eigen::Ref<RowVector> embedding) {
  for (const Sentence& other : document.batch.others) {
    const auto found = std::find(other.tokens.begin(), other.tokens.end(), word);
    if (found == other.tokens.end()) continue;
    const Index token = found - other.tokens.begin();
    embedding = other.embeddings->row(token);
    return std::binary_search(other.drawn_tokens.begin(), other.drawn_tokens.end(), token);
  }
  draw_from(word_stream(seed, word), 0, embedding);
  return true;
}

std::optional<Error> refuse_length(const Document& document, Index n_tokens) {
  if (n_tokens > limits::n_tokens) {
    return Error{ErrorCode::over_limit,
                 filled("The sentence would have <count> tokens; the limit is <limit>.",
                        {{"count", count_text(n_tokens)}, {"limit", count_text(limits::n_tokens)}}),
                 "tokens"};
  }
  if (!has_batch(document)) return std::nullopt;
  return check_batch_size(n_sentences(document), std::max(n_tokens, longest_of_others(document)));
}

Result<Document> add_sentence(const Document& document, std::string_view sentence, std::uint64_t seed) {
  if (std::optional<Error> refused = check_utf8("The sentence", sentence, "sentences"))
    return *std::move(refused);
  std::vector<std::string> tokens = split_sentence(sentence);
  if (tokens.empty())
    return Error{ErrorCode::empty_sentence, "The sentence is empty; type at least one word.", "sentences"};
  if (std::optional<Error> refused = refuse_batch(document)) return *std::move(refused);
  const Index length = std::ssize(tokens);
  if (std::optional<Error> refused = refuse_length(document, length)) return *std::move(refused);
  const Index longest = std::max(length, document.model.n_tokens());
  if (std::optional<Error> refused = check_batch_size(n_sentences(document) + 1, longest))
    return *std::move(refused);
  Shape shape = document.model.shape();
  shape.n_tokens = longest;
  if (std::optional<Error> refused = check_memory(shape)) return *std::move(refused);
  return changed(document, [&](Document& copy) {
    std::vector<Sentence>& others = copy.batch.others;
    others.insert(others.begin() + copy.batch.shown, sentence_at(document, document.batch.shown));
    copy.batch.shown = std::ssize(others);
    Matrix rows(length, document.model.d_model());
    copy.drawn_tokens.clear();
    for (Index row = 0; row < length; ++row) {
      if (embed_new_word(copy, tokens[static_cast<std::size_t>(row)], seed, rows.row(row)))
        copy.drawn_tokens.push_back(row);
    }
    copy.tokens = std::move(tokens);
    copy.model.token_embeddings = std::move(rows);
    pad_to_longest(copy, length);
    fit_positions(copy.model, seed);
  });
}

Result<Document> remove_sentence(const Document& document, Index sentence) {
  if (std::optional<Error> refused = refuse_sentence(document, sentence)) return *std::move(refused);
  if (!has_batch(document)) {
    return Error{ErrorCode::empty_sentence, "This is the only sentence; type another one instead.",
                 "sentences"};
  }
  const bool is_shown = sentence == document.batch.shown;
  const Document before = is_shown ? showing(document, sentence > 0 ? sentence - 1 : 1) : document;
  return changed(before, [&](Document& copy) {
    Batch& batch = copy.batch;
    const bool is_earlier = sentence < batch.shown;
    batch.others.erase(batch.others.begin() + (is_earlier ? sentence : sentence - 1));
    if (is_earlier) --batch.shown;
    pad_to_longest(copy, length_of_sentence(before));
    fit_positions(copy.model, 0);  // no rows are added
  });
}

Result<Document> show_sentence(const Document& document, Index sentence) {
  if (std::optional<Error> refused = refuse_sentence(document, sentence)) return *std::move(refused);
  return showing(document, sentence);
}

}  // namespace attention_lab::edits
