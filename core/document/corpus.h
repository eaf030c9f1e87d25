// The sentences from which the next word is learned.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/document/document.h"
#include "core/document/vocabulary.h"
#include "core/result.h"

namespace attention_lab {

namespace limits {
inline constexpr Index sentence_words = 64;  ///< words of one sentence of a corpus
inline constexpr Index corpus_words = 4096;  ///< words of all sentences of a corpus together
inline constexpr std::size_t corpus_bytes = std::size_t{1} << 18;  ///< of its text
}  // namespace limits

/// Which predictions of a sentence count.
enum class LossOver {
  last_word,       ///< only that of its last word, from all words before it
  every_position,  ///< that of every word but the first, each from all words before it
};

/// Words are indices in a vocabulary. Each sentence has at least two.
struct Corpus {
  std::vector<std::vector<Index>> sentences;

  bool operator==(const Corpus&) const = default;
};

/// Whether a document can keep this text, whatever its sentences are: not_utf8, or over_limit for its size.
std::optional<Error> check_corpus_text(std::string_view name, std::string_view text, std::string_view place);

/// A feature's name is one line without commas and colons, which separate names in a list of words
/// (word_list.h), and without spaces at either end: out_of_range; or not_utf8.
std::optional<Error> check_feature_name(std::string_view name, std::string_view place);

/// The sentences of a text, one a line, split by split_sentence. Blank lines are skipped.
/// Errors, with the place of the line ("line 3", counted from 1 with blank lines): empty_sentence for a text
/// without sentences and for a sentence of one word; not_found for a word without features, which is one that
/// is not in the vocabulary; out_of_range if all words of the text are the same; over_limit; not_utf8.
Result<Corpus> make_corpus(std::string_view text, const Vocabulary& vocabulary);

/// The words that are candidates for the next one, whatever the present sentence of the document is: those of
/// the corpus and of the held-out sentences in the order in which they first occur there, then all others
/// whose features were given rather than drawn, in alphabetical order. Empty without a vocabulary. Words
/// without features are left out.
Vocabulary words_to_predict(const Document& document);

/// The words of a prompt: one line, of at least one word. The errors of make_corpus, without a place.
Result<std::vector<Index>> make_prompt(std::string_view text, const Vocabulary& vocabulary);

/// The number of predictions that count.
Index n_predictions(const Corpus& corpus, LossOver over);

/// The smallest loss that any model could reach: the average, over all predictions that count, of −ln P,
/// where P is the share of this next word among all predictions from the same prefix. In nats; 0 if each
/// prefix has only one next word.
double corpus_entropy(const Corpus& corpus, LossOver over);

}  // namespace attention_lab
