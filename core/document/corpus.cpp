#include "core/document/corpus.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/document/checks.h"
#include "core/document/document.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

using Words = std::vector<Index>;

Error without_features(std::vector<std::string> quoted_words, std::string_view place) {
  constexpr std::size_t most_named = 6;
  const char* sentence =
      quoted_words.size() == 1
          ? "The word <words> has no features. Add it to the words and their features, or use a word that "
            "has some."
          : "The words <words> have no features. Add them to the words and their features, or use words that "
            "have some.";
  if (quoted_words.size() > most_named) {
    const std::size_t n_others = quoted_words.size() - most_named;
    quoted_words.resize(most_named);
    quoted_words.push_back(filled("<count> more", {{"count", n_others}}));
  }
  return {ErrorCode::not_found, filled(sentence, {{"words", list_of(quoted_words)}}), place};
}

/// The words of one line. `place` is empty, or that of the line.
Result<Words> words_of(std::string_view line, const Vocabulary& vocabulary, std::string_view place) {
  Words words;
  std::vector<std::string> unknown;
  for (const std::string& word : split_sentence(line)) {
    const Index index = find_word(vocabulary, word);
    std::string quoted = in_curly_quotes(word);
    if (index >= 0)
      words.push_back(index);
    else if (std::find(unknown.begin(), unknown.end(), quoted) == unknown.end())
      unknown.push_back(std::move(quoted));
  }
  if (!unknown.empty()) return without_features(std::move(unknown), place);
  if (std::ssize(words) > limits::sentence_words) {
    return Error{ErrorCode::over_limit,
                 filled("This sentence has <count> words; the limit is <limit>.",
                        {{"count", std::ssize(words)}, {"limit", limits::sentence_words}}),
                 place};
  }
  return words;
}

bool has_two_different_words(const Corpus& corpus) {
  const Index first = corpus.sentences.front().front();
  for (const Words& sentence : corpus.sentences)
    for (const Index word : sentence)
      if (word != first) return true;
  return false;
}

/// Calls visit(prefix, next word) for every prediction that counts.
template <class Visit>
void for_each_prediction(const Corpus& corpus, LossOver over, const Visit& visit) {
  for (const Words& sentence : corpus.sentences) {
    const std::size_t first = over == LossOver::last_word ? sentence.size() - 1 : 1;
    for (std::size_t i = first; i < sentence.size(); ++i)
      visit(Words(sentence.begin(), sentence.begin() + static_cast<std::ptrdiff_t>(i)), sentence[i]);
  }
}

}  // namespace

std::optional<Error> check_corpus_text(std::string_view name, std::string_view text, std::string_view place) {
  if (std::optional<Error> refused = check_utf8(name, text, place)) return refused;
  if (std::count(text.begin(), text.end(), '\n') >= limits::corpus_words) {
    return Error{ErrorCode::over_limit,
                 filled("<name> has more than <limit> lines, which is the limit; remove some of them.",
                        {{"name", name}, {"limit", count_text(limits::corpus_words)}}),
                 place};
  }
  if (text.size() <= limits::corpus_bytes) return std::nullopt;
  return Error{
      ErrorCode::over_limit,
      filled("<name> is longer than <limit> bytes, which is the limit; remove some sentences.",
             {{"name", name}, {"limit", count_text(static_cast<std::int64_t>(limits::corpus_bytes))}}),
      place};
}

std::optional<Error> check_feature_name(std::string_view name, std::string_view place) {
  if (std::optional<Error> refused = check_utf8("The name", name, place)) return refused;
  const bool is_plain = name.find_first_of(",:\n\r") == std::string_view::npos && trimmed(name) == name;
  if (is_plain) return std::nullopt;
  return Error{
      ErrorCode::out_of_range,
      filled("The name <name> has a comma, a colon, a line break, or a space at one end; leave them out.",
             {{"name", in_curly_quotes(name)}}),
      place};
}

Result<Corpus> make_corpus(std::string_view text, const Vocabulary& vocabulary) {
  if (std::optional<Error> refused = check_corpus_text("The corpus", text, "")) return *std::move(refused);
  Corpus corpus;
  Index n_words = 0;
  for (Index number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string place = filled("line <number>", {{"number", number}});
    Result<Words> words = words_of(line, vocabulary, place);
    if (!words) return words.error();
    if (words->empty()) continue;
    if (words->size() == 1) {
      return Error{
          ErrorCode::empty_sentence,
          "This sentence has only one word, so there is no next word to predict; add another word, or "
          "remove the line.",
          place};
    }
    n_words += std::ssize(*words);
    if (n_words > limits::corpus_words) {
      return Error{ErrorCode::over_limit,
                   filled("The sentences up to here have more than <limit> words, which is the limit of a "
                          "corpus; remove some sentences.",
                          {{"limit", limits::corpus_words}}),
                   place};
    }
    corpus.sentences.push_back(*std::move(words));
  }
  if (corpus.sentences.empty()) {
    return Error{ErrorCode::empty_sentence,
                 "The corpus has no sentences; write at least one, each on a line of its own."};
  }
  if (!has_two_different_words(corpus)) {
    return Error{
        ErrorCode::out_of_range,
        "All words of the corpus are the same, so there is nothing to learn; use at least two different "
        "words."};
  }
  return corpus;
}

Vocabulary words_to_predict(const Document& document) {
  Vocabulary words;
  if (!document.vocabulary) return words;
  const Vocabulary& known = *document.vocabulary;
  std::vector<Index> rows;
  std::vector<bool> is_taken(known.words.size(), false);
  const auto take = [&](const std::string& word) {
    const Index row = find_word(known, word);
    if (row < 0 || is_taken[static_cast<std::size_t>(row)]) return;
    is_taken[static_cast<std::size_t>(row)] = true;
    rows.push_back(row);
  };
  for (const std::string* text : {&document.corpus, &document.held_out})
    for (const std::string& word : split_sentence(*text)) take(word);
  std::vector<std::string> others;
  for (const std::string& word : known.words)
    if (!is_drawn_word(document, word)) others.push_back(word);
  std::sort(others.begin(), others.end());
  for (const std::string& word : others) take(word);
  Matrix& embeddings = words.embeddings.edit();
  embeddings.resize(std::ssize(rows), known.embeddings->cols());
  for (Index i = 0; i < embeddings.rows(); ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    words.words.push_back(known.words[static_cast<std::size_t>(row)]);
    embeddings.row(i) = known.embeddings->row(row);
  }
  return words;
}

Result<std::vector<Index>> make_prompt(std::string_view text, const Vocabulary& vocabulary) {
  if (std::optional<Error> refused = check_utf8("The prompt", text, "")) return *std::move(refused);
  Result<Words> words = words_of(text, vocabulary, "");
  if (words && words->empty())
    return Error{ErrorCode::empty_sentence, "The prompt is empty; write at least one word."};
  return words;
}

Index n_predictions(const Corpus& corpus, LossOver over) {
  if (over == LossOver::last_word) return std::ssize(corpus.sentences);
  Index sum = 0;
  for (const Words& sentence : corpus.sentences) sum += std::ssize(sentence) - 1;
  return sum;
}

double corpus_entropy(const Corpus& corpus, LossOver over) {
  std::map<Words, std::map<Index, double>> next_words;  // how often each occurs after each prefix
  for_each_prediction(corpus, over, [&](const Words& prefix, Index next) { ++next_words[prefix][next]; });
  double sum = 0;
  for (const auto& [prefix, counts] : next_words) {
    double total = 0;
    for (const auto& [word, count] : counts) total += count;
    for (const auto& [word, count] : counts) sum -= count * std::log(count / total);
  }
  return std::max(sum, 0.0) / static_cast<double>(n_predictions(corpus, over));
}

}  // namespace attention_lab
