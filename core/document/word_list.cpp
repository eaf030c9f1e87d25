#include "core/document/word_list.h"

#include <algorithm>
#include <utility>

#include "core/document/checks.h"
#include "core/document/corpus.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"

namespace attention_lab {
namespace {

constexpr std::string_view features_key = "features";

/// Separated by commas; spaces around them do not count.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t comma = text.find(',');
    names.emplace_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

class WordListReader {
 public:
  explicit WordListReader(const Document& document) : document_(document) {}

  std::optional<Error> read(std::string_view line) {
    if (trimmed(line).empty()) return std::nullopt;
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) {
      return Error{ErrorCode::wrong_format,
                   "This line has no colon; write a word, a colon and the numbers of its features."};
    }
    const std::string name(trimmed(line.substr(0, colon)));
    const std::string_view rest = line.substr(colon + 1);
    if (name == features_key && first_line_) {
      first_line_ = false;
      return read_features(rest);
    }
    first_line_ = false;
    return read_word(name, rest);
  }

  std::vector<Edit> edits;

 private:
  std::optional<Error> read_features(std::string_view text) {
    const std::vector<std::string> names = names_in(text);
    const Index d_model = document_.model.d_model();
    if (std::ssize(names) != d_model) {
      return Error{
          ErrorCode::wrong_shape,
          filled("This line has <names>, but d_model is <d_model>; give one name per feature, separated by "
                 "commas.",
                 {{"names", counted(std::ssize(names), "name")}, {"d_model", d_model}})};
    }
    for (Index i = 0; i < d_model; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::string& before = document_.features.empty() ? std::string() : document_.features[at];
      if (names[at] != before) edits.emplace_back(SetFeatureName{i, names[at]});
    }
    return std::nullopt;
  }

  std::optional<Error> read_word(const std::string& word, std::string_view text) {
    if (std::find(words_.begin(), words_.end(), word) != words_.end())
      return listed_twice("word", in_curly_quotes(word), "");
    words_.push_back(word);
    const Result<std::vector<Scalar>> numbers = parse_list(text);
    if (!numbers) return numbers.error();
    Matrix embedding(1, std::ssize(*numbers));
    std::copy(numbers->begin(), numbers->end(), embedding.data());
    const Vocabulary& known = *document_.vocabulary;
    const Index row = find_word(known, word);
    const bool fits = embedding.cols() == known.embeddings->cols();
    if (row >= 0 && fits && known.embeddings->row(row) == embedding.row(0)) return std::nullopt;
    SetWord edit{word, std::move(embedding)};
    if (Result<Document> tried = apply_edit(edit, document_); !tried) {
      Error error = tried.error();
      error.place.clear();  // the line says it
      return error;
    }
    edits.emplace_back(std::move(edit));
    return std::nullopt;
  }

  const Document& document_;
  std::vector<std::string> words_;
  bool first_line_ = true;
};

}  // namespace

std::string word_list(const Document& document) {
  std::string text;
  for (std::size_t i = 0; i < document.features.size(); ++i) {
    text += i == 0 ? "features: " : ", ";
    text += document.features[i];
  }
  const Vocabulary words = words_to_predict(document);
  const bool begins_with_key = !words.words.empty() && words.words.front() == features_key;
  if (text.empty() && begins_with_key) {
    // Its line would be read as the names.
    text = filled("<key>: <commas>",
                  {{"key", features_key},
                   {"commas", std::string(static_cast<std::size_t>(document.model.d_model() - 1), ',')}});
  }
  if (!text.empty()) text += '\n';
  for (Index i = 0; i < std::ssize(words.words); ++i) {
    const RowVector row = words.embeddings->row(i);
    text +=
        filled("<word>: <numbers>\n", {{"word", words.words[static_cast<std::size_t>(i)]},
                                       {"numbers", list_text(std::vector<Scalar>(row.begin(), row.end()))}});
  }
  return text;
}

Result<std::vector<Edit>> edits_of_word_list(std::string_view text, const Document& document) {
  WordListReader reader(document);
  for (Index number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (std::optional<Error> error = reader.read(text.substr(0, end))) {
      error->place = filled("line <number>", {{"number", number}});
      return *std::move(error);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(reader.edits);
}

}  // namespace attention_lab
