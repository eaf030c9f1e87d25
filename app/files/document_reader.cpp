#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <new>
#include <unordered_map>
#include <unordered_set>

#include "app/files/document_json.h"
#include "app/files/json_numbers.h"
#include "app/files/json_value.h"
#include "app/files/mask_json.h"
#include "app/files/option_words.h"
#include "app/files/unknown_keys.h"
#include "core/attention/matrix_name.h"
#include "core/attention/positions.h"
#include "core/document/checks.h"
#include "core/document/corpus.h"
#include "core/document/target.h"
#include "core/limits.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// Converts a JSON value to a document and collects all errors.
class Reader {
 public:
  /// Consumes `root`.
  void read(JsonValue& root) {
    auto* object = std::get_if<JsonValue::Object>(&root.content);
    if (object == nullptr) {
      problems.add(
          ErrorCode::wrong_format,
          filled("A document must be an object in braces, not <found>.", {{"found", in_words(root)}}), "");
      return;
    }
    if (!read_format(*object) || !read_version(*object)) return;
    unknown_keys.add_from(*object, "",
                          {"format",
                           "version",
                           "title",
                           "description",
                           "changed_since_titled",
                           "seed",
                           "tokens",
                           "drawn",
                           "embeddings",
                           "vocabulary",
                           "position_embeddings",
                           "heads",
                           "W_o",
                           "b_o",
                           "options",
                           "dropout",
                           "target",
                           "sentences",
                           "shown_sentence",
                           "features",
                           "corpus",
                           "held_out",
                           "W_u"});
    Model& model = document.model;
    if (auto* value = find(*object, "title")) read_text(*value, "title", document.title);
    if (auto* value = find(*object, "description")) read_text(*value, "description", document.description);
    if (const auto* value = find(*object, "changed_since_titled")) {
      read_truth(*value, "changed_since_titled", document.was_changed_since_titled);
    }
    if (auto* value = find(*object, "seed")) document.seed = read_seed(*value, "seed");
    if (auto* value = find_required(*object, "", "tokens")) read_tokens(*value);
    if (auto* value = find(*object, "features")) read_features(*value);
    if (auto* value = find(*object, "corpus")) read_sentences(*value, "corpus", document.corpus);
    if (auto* value = find(*object, "held_out")) read_sentences(*value, "held_out", document.held_out);
    if (auto* value = find(*object, "vocabulary")) {
      read_vocabulary(*value);
      if (find(*object, "embeddings") != nullptr) {
        problems.add(
            ErrorCode::wrong_format,
            "With a vocabulary, each token has the row of its word; leave out either the embeddings or "
            "the vocabulary.",
            "embeddings");
      }
    } else if (auto* rows = find_required(*object, "", "embeddings")) {
      read_matrix(*rows, "embeddings", model.token_embeddings.edit(), problems);
    }
    if (const auto* value = find(*object, "drawn")) {
      read_drawn(*value, "drawn", std::ssize(document.tokens), document.drawn_tokens);
      if (document.vocabulary) mark_equal_words();
    }
    if (auto* value = find(*object, "options")) read_options(*value);
    if (auto* value = find(*object, "position_embeddings")) read_positions(*value);
    if (auto* value = find(*object, "dropout")) read_dropout(*value);
    if (auto* value = find(*object, "heads")) {
      read_heads(*value);
    } else if (model.options.projection == Projection::trainable) {
      find_required(*object, "", "heads");
    }
    if (auto* value = find(*object, "W_o")) read_matrix(*value, "W_o", model.W_o.edit(), problems);
    if (auto* value = find(*object, "target"))
      read_matrix(*value, "target", document.target.edit(), problems);
    if (auto* value = find(*object, "W_u")) read_matrix(*value, "W_u", document.W_u.edit(), problems);
    if (auto* value = find(*object, "b_o")) read_vector(*value, "b_o", model.b_o.edit(), problems);
    const JsonValue* const shown = find(*object, "shown_sentence");
    if (auto* value = find(*object, "sentences"))
      read_batch(*value, shown);
    else if (shown != nullptr)
      problems.add(ErrorCode::missing_key,
                   "Without other sentences, there is none to choose; leave this out.", "shown_sentence");
  }

  Document document;
  Problems problems;
  UnknownKeys unknown_keys;

 private:
  static JsonValue* find(JsonValue::Object& object, std::string_view key) {
    // `object` is not const, so its members may be changed.
    return const_cast<JsonValue*>(find_member(object, key));
  }

  JsonValue* find_required(JsonValue::Object& object, const std::string& place, std::string_view key) {
    JsonValue* value = find(object, key);
    if (value == nullptr)
      problems.add(ErrorCode::missing_key, "This key is missing.", member_path(place, key));
    return value;
  }

  /// Adds an error if there are more than a document may have. The caller then skips them, so that the memory
  /// needed is limited by the length of the text.
  bool fits(std::size_t count, std::string_view noun, Index limit, std::string_view place) {
    const std::optional<Error> error = check_count(static_cast<Index>(count), noun, limit, place);
    if (error) problems.add(*error);
    return !error;
  }

  bool read_format(JsonValue::Object& object) {
    const JsonValue* value = find_required(object, "", "format");
    if (value == nullptr) return false;
    const auto* text = std::get_if<JsonString>(&value->content);
    if (text != nullptr && *text == document_format) return true;
    problems.add(
        ErrorCode::wrong_format,
        expected_but_found(filled("the text <format>", {{"format", in_quotes(document_format)}}), *value),
        "format");
    return false;
  }

  bool read_version(JsonValue::Object& object) {
    const JsonValue* value = find_required(object, "", "version");
    if (value == nullptr) return false;
    const auto* number = std::get_if<JsonNumber>(&value->content);
    if (number != nullptr && number->precise == document_version) return true;
    if (number == nullptr || !(number->precise >= 1) || number->precise != std::floor(number->precise)) {
      add_wrong_type(problems, filled("the version number <version>", {{"version", document_version}}),
                     *value, "version");
    } else {
      problems.add(ErrorCode::wrong_version,
                   filled("This document was made for a later version of Attention Lab; this one reads only "
                          "format version <version>.",
                          {{"version", document_version}}),
                   "version");
    }
    return false;
  }

  void read_text(JsonValue& value, const std::string& place, std::string& text) {
    if (const auto* read = content_of<JsonString>(value, "text in quotes", place, problems))
      text = read->text();
  }

  void read_truth(const JsonValue& value, const std::string& place, bool& truth) {
    if (const auto* read = content_of<bool>(value, "true or false", place, problems)) truth = *read;
  }

  void read_tokens(JsonValue& value) {
    document.tokens = read_texts(value, "a list of words in quotes", "tokens", "token", limits::n_tokens);
  }

  void read_features(JsonValue& value) {
    document.features =
        read_texts(value, "a list of names in quotes", "features", "feature", limits::d_model);
  }

  /// The sentences after the first, which are the tokens and embeddings of the document itself.
  void read_batch(JsonValue& value, const JsonValue* shown) {
    auto* list = content_of<JsonValue::List>(value, "a list of sentences", "sentences", problems);
    if (list == nullptr || !fits(list->size() + 1, "sentence", limits::n_sentences, "sentences")) return;
    if (list->empty()) {
      problems.add(ErrorCode::empty_sentence, "There are no other sentences; leave this key out.",
                   "sentences");
      return;
    }
    const Mask& mask = document.model.options.mask;
    if (mask != Mask::none && mask != Mask::causal) {
      problems.add(ErrorCode::wrong_format,
                   "With several sentences, the mask is \"none\" or \"causal\"; that of the padding follows "
                   "from their lengths.",
                   "options.mask");
    }
    for (std::size_t i = 0; i < list->size(); ++i)
      read_sentence((*list)[i], item_path("sentences", i), document.batch.others.emplace_back());
    // validate() reports sentences whose shapes do not fit.
    const auto has_rows = [this](const Sentence& sentence) {
      return sentence.embeddings->rows() == std::ssize(sentence.tokens) &&
             sentence.embeddings->cols() == document.model.d_model();
    };
    const std::vector<Sentence>& others = document.batch.others;
    if (document.model.n_tokens() != std::ssize(document.tokens) ||
        !std::all_of(others.begin(), others.end(), has_rows))
      return;
    pad_to_longest(document, std::ssize(document.tokens));
    if (document.model.options.positions == Positions::sinusoidal)
      document.model.position_embeddings =
          sinusoidal_positions(document.model.n_tokens(), document.model.d_model());
    if (shown == nullptr) return;
    const std::optional<std::int64_t> place = read_whole_number(*shown, "shown_sentence", problems);
    if (!place) return;
    if (*place >= 0 && *place < n_sentences(document))
      document = showing(document, *place);
    else
      problems.add(no_such("sentence", *place, 0, n_sentences(document), "shown_sentence"));
  }

  void read_sentence(JsonValue& value, const std::string& place, Sentence& sentence) {
    auto* object = content_of<JsonValue::Object>(value, "a sentence (an object in braces)", place, problems);
    if (object == nullptr) return;
    unknown_keys.add_from(*object, place, {"tokens", "embeddings", "drawn"});
    const std::string tokens = member_path(place, "tokens");
    if (auto* words = find_required(*object, place, "tokens"))
      sentence.tokens = read_texts(*words, "a list of words in quotes", tokens, "token", limits::n_tokens);
    if (auto* rows = find_required(*object, place, "embeddings"))
      read_matrix(*rows, member_path(place, "embeddings"), sentence.embeddings.edit(), problems);
    if (const auto* drawn = find(*object, "drawn"))
      read_drawn(*drawn, member_path(place, "drawn"), std::ssize(sentence.tokens), sentence.drawn_tokens);
  }

  /// One sentence per line of the text.
  void read_sentences(JsonValue& value, const std::string& place, std::string& text) {
    const std::vector<std::string> lines =
        read_texts(value, "a list of sentences in quotes", place, "line", limits::corpus_words);
    for (std::size_t i = 0; i < lines.size(); ++i) (text += i > 0 ? "\n" : "") += lines[i];
  }

  std::vector<std::string> read_texts(JsonValue& value, const char* expected, const std::string& place,
                                      std::string_view noun, Index limit) {
    std::vector<std::string> texts;
    auto* list = content_of<JsonValue::List>(value, expected, place, problems);
    if (list == nullptr || !fits(list->size(), noun, limit, place)) return texts;
    for (std::size_t i = 0; i < list->size(); ++i)
      read_text((*list)[i], item_path(place, i), texts.emplace_back());
    return texts;
  }

  std::optional<std::uint64_t> read_seed(const JsonValue& value, const std::string& place) {
    const std::optional<std::int64_t> seed = read_whole_number(value, place, problems);
    if (!seed) return std::nullopt;
    if (*seed >= 0) return static_cast<std::uint64_t>(*seed);
    problems.add(ErrorCode::out_of_range, filled("A seed must be 0 or more, not <seed>.", {{"seed", *seed}}),
                 place);
    return std::nullopt;
  }

  /// Tokens of the sentence by their index, counted from 0, and words of the vocabulary that are not in the
  /// sentence by their text. They may be in any order; the document has them in ascending order.
  void read_drawn(const JsonValue& value, const std::string& place, Index n_tokens,
                  std::vector<Index>& drawn) {
    const auto size_of = [](const auto* list) { return list == nullptr ? 0 : list->size(); };
    const std::size_t size = std::max(size_of(std::get_if<JsonValue::Numbers>(&value.content)),
                                      size_of(std::get_if<JsonValue::List>(&value.content)));
    if (!fits(size, "drawn embedding", limits::n_tokens + limits::n_words, place)) return;
    if (const auto* numbers = std::get_if<JsonValue::Numbers>(&value.content)) {
      for (std::size_t i = 0; i < numbers->size(); ++i) {
        const float number = (*numbers)[i];
        read_drawn_token({JsonNumber{number, static_cast<double>(number)}}, item_path(place, i), n_tokens,
                         drawn);
      }
    } else if (const auto* list = std::get_if<JsonValue::List>(&value.content)) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        const auto* word = std::get_if<JsonString>(&(*list)[i].content);
        if (word != nullptr && document.vocabulary) {
          document.vocabulary->drawn_words.push_back(word->text());
        } else {
          read_drawn_token((*list)[i], item_path(place, i), n_tokens, drawn);
        }
      }
    } else {
      add_wrong_type(problems, "a list of token numbers (counted from 0)", value, place);
    }
  }

  void read_drawn_token(const JsonValue& value, const std::string& place, Index n_tokens,
                        std::vector<Index>& drawn) {
    const std::optional<std::int64_t> token = read_whole_number(value, place, problems);
    if (!token) return;
    if (n_tokens == 0) return;  // reported elsewhere
    const auto after = std::lower_bound(drawn.begin(), drawn.end(), *token);
    if (*token < 0 || *token >= n_tokens) {
      problems.add(no_such("token", *token, 0, n_tokens, place));
    } else if (after != drawn.end() && *after == *token) {
      problems.add(listed_twice("token", std::to_string(*token), place));
    } else {
      drawn.insert(after, *token);
    }
  }

  /// Words that share an embedding share this mark; a word in the file stands for all of them.
  void mark_equal_words() {
    std::unordered_set<std::string_view> words;
    for (const Index token : document.drawn_tokens)
      words.insert(document.tokens[static_cast<std::size_t>(token)]);
    document.drawn_tokens.clear();
    for (Index token = 0; token < std::ssize(document.tokens); ++token)
      if (words.contains(document.tokens[static_cast<std::size_t>(token)]))
        document.drawn_tokens.push_back(token);
  }

  /// The words and their rows; then the row of each token.
  void read_vocabulary(JsonValue& value) {
    auto* object = std::get_if<JsonValue::Object>(&value.content);
    if (object == nullptr || object->empty()) {
      add_wrong_type(problems, "an object that gives each word a list of numbers", value, "vocabulary");
      return;
    }
    if (!fits(object->size(), "word", limits::n_words, "vocabulary")) return;
    const std::size_t problems_before = problems.count();
    Vocabulary& vocabulary = document.vocabulary.emplace();
    std::vector<RowVector> rows;
    for (JsonMember& member : *object) {
      const std::string place = member_path("vocabulary", member.key.text());
      RowVector& row = rows.emplace_back();
      read_vector(member.value, place, row, problems);
      if (row.size() != rows.front().size()) {
        problems.add(
            ErrorCode::wrong_shape,
            filled("This word has <numbers>, but the first has <first>; give every word the same number.",
                   {{"numbers", counted(row.size(), "number")}, {"first", rows.front().size()}}),
            place);
      }
      vocabulary.words.push_back(member.key.text());
    }
    if (problems.count() > problems_before) return;
    if (const auto error = check_amount("d_model", rows.front().size(), limits::d_model, "vocabulary")) {
      problems.add(*error);
      return;
    }
    Matrix& embeddings = vocabulary.embeddings.edit();
    embeddings.resize(std::ssize(rows), rows.front().size());
    std::unordered_map<std::string_view, Index> row_of;
    for (Index i = 0; i < std::ssize(rows); ++i) {
      embeddings.row(i) = rows[static_cast<std::size_t>(i)];
      row_of.emplace(vocabulary.words[static_cast<std::size_t>(i)], i);
    }
    Matrix& tokens = document.model.token_embeddings.edit();
    tokens.setZero(std::ssize(document.tokens), embeddings.cols());
    for (Index i = 0; i < tokens.rows(); ++i) {  // validate() reports tokens without a word
      const auto found = row_of.find(document.tokens[static_cast<std::size_t>(i)]);
      if (found != row_of.end()) tokens.row(i) = embeddings.row(found->second);
    }
  }

  void read_positions(JsonValue& value) {
    Model& model = document.model;
    const auto* text = std::get_if<JsonString>(&value.content);
    if (text == nullptr) {
      model.options.positions = Positions::learned;
      read_matrix(value, "position_embeddings", model.position_embeddings.edit(), problems);
    } else if (*text == word_of(Positions::sinusoidal)) {
      model.options.positions = Positions::sinusoidal;
      model.position_embeddings = sinusoidal_positions(model.n_tokens(), model.d_model());
    } else {
      const std::string expected =
          filled("<word> or a list of rows", {{"word", in_quotes(word_of(Positions::sinusoidal))}});
      add_wrong_type(problems, expected, value, "position_embeddings");
    }
  }

  void read_dropout(JsonValue& value) {
    auto* object = content_of<JsonValue::Object>(value, "an object in braces", "dropout", problems);
    if (object == nullptr) return;
    unknown_keys.add_from(*object, "dropout", {"p", "seed"});
    Dropout& dropout = document.model.options.dropout;
    if (const auto* p = find_required(*object, "dropout", "p"))
      read_number(*p, "dropout.p", dropout.p, problems);
    if (const auto* seed = find(*object, "seed")) {
      if (const auto read = read_seed(*seed, "dropout.seed")) dropout.seed = *read;
    }
  }

  void read_heads(JsonValue& value) {
    auto* list = content_of<JsonValue::List>(value, "a list of heads", "heads", problems);
    if (list == nullptr || !fits(list->size(), "head", limits::n_heads, "heads")) return;
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string place = item_path("heads", i);
      Head& head = document.model.heads.emplace_back();
      auto* object =
          content_of<JsonValue::Object>((*list)[i], "a head (an object in braces)", place, problems);
      if (object == nullptr) continue;
      unknown_keys.add_from(*object, place, {"W_q", "W_k", "W_v", "b_q", "b_k", "b_v"});
      for (std::size_t l = 0; l < head_layers.size(); ++l) {
        const std::string_view key = to_string(all_layers[l].weight);
        if (auto* rows = find_required(*object, place, key))
          read_matrix(*rows, member_path(place, key), (head.*head_layers[l].weight).edit(), problems);
      }
      for (std::size_t l = 0; l < head_layers.size(); ++l) {
        const std::string_view key = to_string(all_layers[l].bias);
        if (const auto* numbers = find(*object, key))
          read_vector(*numbers, member_path(place, key), (head.*head_layers[l].bias).edit(), problems);
      }
    }
  }

  void read_options(JsonValue& value) {
    auto* object = content_of<JsonValue::Object>(value, "an object in braces", "options", problems);
    if (object == nullptr) return;
    unknown_keys.add_from(*object, "options", {"projection", "scale", "mask", "temperature"});
    Options& options = document.model.options;
    if (const auto* projection = find(*object, "projection"))
      read_choice(*projection, "options.projection", options.projection);
    if (const auto* scale = find(*object, "scale")) read_scale(*scale, options.scale);
    if (auto* mask = find(*object, "mask")) read_mask(*mask, "options.mask", options.mask, problems);
    if (const auto* temperature = find(*object, "temperature"))
      read_number(*temperature, "options.temperature", options.temperature, problems);
  }

  /// Reads one of two words.
  template <class Choice>
  void read_choice(const JsonValue& value, const std::string& place, Choice& choice) {
    constexpr std::array<const char*, 2> words = words_of<Choice>;
    const auto* text = std::get_if<JsonString>(&value.content);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (text == nullptr || !(*text == words[i])) continue;
      choice = static_cast<Choice>(i);
      return;
    }
    const std::string either =
        filled("<first> or <second>", {{"first", in_quotes(words[0])}, {"second", in_quotes(words[1])}});
    add_wrong_type(problems, either, value, place);
  }

  void read_scale(const JsonValue& value, Scale& scale) {
    const auto* text = std::get_if<JsonString>(&value.content);
    for (const Scale::Kind kind : {Scale::Kind::sqrt_d_k, Scale::Kind::none}) {
      if (text == nullptr || !(*text == word_of(kind))) continue;
      scale.kind = kind;
      return;
    }
    if (std::holds_alternative<JsonNumber>(value.content)) {
      scale.kind = Scale::Kind::custom;
      read_number(value, "options.scale", scale.custom_divisor, problems);
    } else {
      const std::string expected =
          filled("<root>, <none> or a positive number", {{"root", in_quotes(word_of(Scale::Kind::sqrt_d_k))},
                                                         {"none", in_quotes(word_of(Scale::Kind::none))}});
      add_wrong_type(problems, expected, value, "options.scale");
    }
  }
};

struct Reading {
  ReadDocument read;
  std::vector<Error> problems;
};

/// All listed problems, and the number of those left out.
std::vector<Error> all_problems(Problems problems) {
  std::vector<Error> list = problems.list();
  if (problems.left_out() > 0) {
    const auto more = static_cast<std::int64_t>(problems.left_out());
    list.emplace_back(list.front().code,
                      filled(more == 1 ? "and <count> more problem" : "and <count> more problems",
                             {{"count", count_text(more)}}),
                      "");
  }
  return list;
}

Reading read_text(std::string_view text) try {
  Result<JsonText> json = parse_json(text);
  if (!json) return {{}, {json.error()}};
  JsonText parsed = *std::move(json);
  Reader reader;
  reader.problems = std::move(parsed.repeated_keys);
  reader.read(parsed.value);
  // Shapes can be compared only if all matrices are valid.
  if (reader.problems.is_empty()) {
    for (const Error& problem : validate(reader.document)) reader.problems.add(problem);
  }
  if (!reader.problems.is_empty()) return {{}, all_problems(std::move(reader.problems))};
  std::vector<std::string> warnings;  // the window shows the first
  if (const Matrix& given = *reader.document.target; given.size() > 0) {
    if (std::string sums = describe_row_sums(given); !sums.empty()) warnings.push_back(std::move(sums));
    reader.document.target = make_target(reader.document.model, given).value();
  }
  const std::vector<std::string> unknown = reader.unknown_keys.warnings();
  warnings.insert(warnings.end(), unknown.begin(), unknown.end());
  reader.document.unknown_keys = std::move(reader.unknown_keys).kept();
  return {{std::move(reader.document), std::move(warnings)}, {}};
} catch (const std::bad_alloc&) {
  return {{}, {not_enough_memory("There is not enough memory for this document.")}};
}

}  // namespace

Result<ReadDocument> parse_document(std::string_view text) {
  Reading reading = read_text(text);
  if (!reading.problems.empty()) return std::move(reading.problems.front());
  return std::move(reading.read);
}

std::vector<Error> find_problems(std::string_view text) {
  return read_text(text).problems;
}

}  // namespace attention_lab
