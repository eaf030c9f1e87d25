#include "core/document/document.h"

#include <algorithm>
#include <cassert>

#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// Shared contents are equal without comparing numbers, so comparing two steps of one history is cheap.
template <class Numbers>
bool is_same(const Shared<Numbers>& a, const Shared<Numbers>& b) {
  return a.identity() == b.identity() || have_same_bits(view_of(*a), view_of(*b));
}

bool is_same_head(const Head& a, const Head& b) {
  return std::all_of(head_layers.begin(), head_layers.end(), [&](const HeadLayer& layer) {
    return is_same(a.*layer.weight, b.*layer.weight) && is_same(a.*layer.bias, b.*layer.bias);
  });
}

/// A custom divisor that is not in use is not saved, so it does not count; nor does the padding of a batch,
/// which follows from the sentences.
Options without_unused(const Document& document) {
  Options options = document.model.options;
  if (options.scale.kind != Scale::Kind::custom) options.scale.custom_divisor = Scale{}.custom_divisor;
  if (has_batch(document)) options.mask = Mask::padded(0, options.mask.is_causal());
  return options;
}

bool is_same_sentence(const Sentence& a, const Sentence& b) {
  return a.tokens == b.tokens && is_same(a.embeddings, b.embeddings);
}

bool have_same_sentences(const Document& a, const Document& b) {
  if (n_sentences(a) != n_sentences(b)) return false;
  if (a.batch.shown == b.batch.shown)
    return a.tokens == b.tokens && is_same(a.model.token_embeddings, b.model.token_embeddings) &&
           std::equal(a.batch.others.begin(), a.batch.others.end(), b.batch.others.begin(), is_same_sentence);
  for (Index i = 0; i < n_sentences(a); ++i) {
    if (!is_same_sentence(sentence_at(a, i), sentence_at(b, i))) return false;
  }
  return true;
}

/// Precondition: the same sentence is shown.
bool have_same_drawn_tokens(const Document& a, const Document& b) {
  return a.drawn_tokens == b.drawn_tokens &&
         std::equal(a.batch.others.begin(), a.batch.others.end(), b.batch.others.begin(),
                    b.batch.others.end(), [](const Sentence& one, const Sentence& other) {
                      return one.drawn_tokens == other.drawn_tokens;
                    });
}

bool is_same_vocabulary(const std::optional<Vocabulary>& a, const std::optional<Vocabulary>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->words == b->words && a->drawn_words == b->drawn_words && is_same(a->embeddings, b->embeddings);
}

}  // namespace

bool is_drawn(const Document& document, Index token) {
  return std::binary_search(document.drawn_tokens.begin(), document.drawn_tokens.end(), token);
}

MatrixView given_view(const Document& document, const MatrixRef& matrix) {
  assert(is_given(document.model, matrix.name));
  if (matrix.name == MatrixName::W_u) return view_of(*document.W_u);
  return matrix_view(document.model, Trace{}, matrix);
}

WritableView writable_view(Document& document, const MatrixRef& matrix) {
  if (matrix.name != MatrixName::W_u) return writable_view(document.model, matrix);
  Matrix& W_u = document.W_u.edit();
  return {W_u.data(), W_u.rows(), W_u.cols()};
}

bool has_same_numbers(const Document& a, const Document& b) {
  return have_same_sentences(a, b) && is_same(a.model.position_embeddings, b.model.position_embeddings) &&
         std::equal(a.model.heads.begin(), a.model.heads.end(), b.model.heads.begin(), b.model.heads.end(),
                    is_same_head) &&
         is_same(a.model.W_o, b.model.W_o) && is_same(a.model.b_o, b.model.b_o) && is_same(a.W_u, b.W_u);
}

bool has_same_contents(const Document& a, const Document& b) {
  return without_unused(a) == without_unused(b) && has_same_numbers(a, b);
}

bool operator==(const Document& a, const Document& b) {
  return a.title == b.title && a.description == b.description && a.unknown_keys == b.unknown_keys &&
         a.batch.shown == b.batch.shown && have_same_drawn_tokens(a, b) && a.seed == b.seed &&
         has_same_contents(a, b) && is_same_vocabulary(a.vocabulary, b.vocabulary) &&
         is_same(a.target, b.target) && a.corpus == b.corpus && a.held_out == b.held_out &&
         a.features == b.features && is_changed_since_titled(a) == is_changed_since_titled(b);
}

bool is_changed_since_titled(const Document& document) {
  if (document.title.empty() && document.description.empty()) return false;
  return document.was_changed_since_titled ||
         (document.titled && !has_same_contents(*document.titled, document));
}

std::string dated_title(const Document& document) {
  if (document.title.empty() || !is_changed_since_titled(document)) return document.title;
  return filled("<title> (edited since)", {{"title", document.title}});
}

std::size_t memory_of(const Document& document, const CountShared& count_shared) {
  std::size_t bytes =
      sizeof(Document) + document.title.capacity() + document.description.capacity() +
      document.unknown_keys.capacity() + document.corpus.capacity() + document.held_out.capacity() +
      document.features.capacity() * sizeof(std::string) + document.tokens.capacity() * sizeof(std::string) +
      document.drawn_tokens.capacity() * sizeof(Index) + document.model.heads.capacity() * sizeof(Head);
  for (const std::string& token : document.tokens) bytes += token.capacity();
  for (const std::string& feature : document.features) bytes += feature.capacity();
  const auto count = [&](const auto& shared) {
    count_shared(shared.identity(),
                 sizeof(*shared) + static_cast<std::size_t>(shared->size()) * sizeof(Scalar));
  };
  if (document.vocabulary) {
    bytes += document.vocabulary->words.capacity() * sizeof(std::string);
    for (const std::string& word : document.vocabulary->words) bytes += word.capacity();
    bytes += document.vocabulary->drawn_words.capacity() * sizeof(std::string);
    for (const std::string& word : document.vocabulary->drawn_words) bytes += word.capacity();
    count(document.vocabulary->embeddings);
  }
  for (const Sentence& other : document.batch.others) {
    bytes += sizeof(Sentence) + other.tokens.capacity() * sizeof(std::string) +
             other.drawn_tokens.capacity() * sizeof(Index);
    for (const std::string& token : other.tokens) bytes += token.capacity();
    count(other.embeddings);
  }
  count(document.target);
  count(document.W_u);
  count(document.model.token_embeddings);
  count(document.model.position_embeddings);
  for (const Head& head : document.model.heads) {
    for (const auto& [weight, bias] : head_layers) {
      count(head.*weight);
      count(head.*bias);
    }
  }
  count(document.model.W_o);
  count(document.model.b_o);
  if (const Mask& mask = document.model.options.mask; mask == Mask::painted) {
    count_shared(mask.identity_of_cells(),
                 sizeof(VisibleCells) + static_cast<std::size_t>(mask.cells().size()));
  }
  if (document.titled) count_shared(document.titled.get(), memory_of(*document.titled, count_shared));
  return bytes;
}

}  // namespace attention_lab
