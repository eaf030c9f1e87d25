#include <algorithm>
#include <cmath>
#include <exception>
#include <initializer_list>

#include "app/files/document_json.h"
#include "app/files/json_numbers.h"
#include "app/files/json_value.h"
#include "app/files/problems.h"
#include "app/files/unknown_keys.h"
#include "core/document/validate.h"

namespace attention_lab {
namespace {

/// Turns a JSON value into a document and notes, on the way, everything that does not fit.
class Reader {
 public:
  /// `root` is consumed.
  void read(JsonValue& root) {
    auto* object = std::get_if<JsonValue::Object>(&root.content);
    if (object == nullptr) {
      problems.add(ErrorCode::wrong_format, "A document is an object in braces, not " + in_words(root) + ".",
                   "$");
      return;
    }
    if (!read_format(*object) || !read_version(*object)) return;
    note_unknown_keys(*object, "$",
                      {"format", "version", "title", "description", "changed_since_titled", "tokens",
                       "embeddings", "heads", "W_o", "b_o", "options"});
    Model& model = document.model;
    if (auto* value = find(*object, "title")) read_text(*value, "$.title", document.title);
    if (auto* value = find(*object, "description")) read_text(*value, "$.description", document.description);
    if (const auto* value = find(*object, "changed_since_titled")) {
      read_truth(*value, "$.changed_since_titled", document.was_changed_since_titled);
    }
    if (auto* value = find_required(*object, "$", "tokens")) read_tokens(*value);
    if (auto* value = find_required(*object, "$", "embeddings")) {
      read_matrix(*value, "$.embeddings", model.X.edit(), problems);
    }
    if (auto* value = find(*object, "options")) read_options(*value);
    if (auto* value = find(*object, "heads")) {
      read_heads(*value);
    } else if (model.options.projection == Projection::trainable) {
      find_required(*object, "$", "heads");
    }
    if (auto* value = find(*object, "W_o")) read_matrix(*value, "$.W_o", model.W_o.edit(), problems);
    if (auto* value = find(*object, "b_o")) read_vector(*value, "$.b_o", model.b_o.edit(), problems);
  }

  Document document;
  Problems problems;
  std::vector<UnknownKey> unknown_keys;

 private:
  static JsonValue* find(JsonValue::Object& object, std::string_view key) {
    return const_cast<JsonValue*>(find_member(object, key));  // ours to change, since `object` is
  }

  JsonValue* find_required(JsonValue::Object& object, const std::string& place, std::string_view key) {
    JsonValue* value = find(object, key);
    if (value == nullptr)
      problems.add(ErrorCode::missing_key, "This key is missing.", member_path(place, key));
    return value;
  }

  void note_unknown_keys(const JsonValue::Object& object, const std::string& place,
                         std::initializer_list<std::string_view> known) {
    for (const JsonMember& member : object) {
      if (std::find(known.begin(), known.end(), member.key) == known.end()) {
        unknown_keys.push_back({place, member.key});
      }
    }
  }

  bool read_format(JsonValue::Object& object) {
    const JsonValue* value = find_required(object, "$", "format");
    if (value == nullptr) return false;
    const auto* text = std::get_if<std::string>(&value->content);
    if (text != nullptr && *text == document_format) return true;
    problems.add(ErrorCode::wrong_format,
                 "The text " + in_quotes(document_format) + " belongs here, not " + in_words(*value) + ".",
                 "$.format");
    return false;
  }

  bool read_version(JsonValue::Object& object) {
    const JsonValue* value = find_required(object, "$", "version");
    if (value == nullptr) return false;
    const auto* number = std::get_if<float>(&value->content);
    if (number != nullptr && *number == static_cast<float>(document_version)) return true;
    if (number == nullptr || !(*number >= 1) || *number != std::floor(*number)) {
      problems.add_wrong_type("The number of a version (1)", *value, "$.version");
    } else {
      problems.add(ErrorCode::wrong_version,
                   "This document was made by a later Attention Lab; this one reads version " +
                       std::to_string(document_version) + " only.",
                   "$.version");
    }
    return false;
  }

  void read_text(JsonValue& value, const std::string& place, std::string& text) {
    if (auto* read = std::get_if<std::string>(&value.content)) {
      text = std::move(*read);
    } else {
      problems.add_wrong_type("A text in quotes", value, place);
    }
  }

  void read_truth(const JsonValue& value, const std::string& place, bool& truth) {
    if (const auto* read = std::get_if<bool>(&value.content)) {
      truth = *read;
    } else {
      problems.add_wrong_type("The word true or false", value, place);
    }
  }

  void read_tokens(JsonValue& value) {
    auto* list = std::get_if<JsonValue::List>(&value.content);
    if (list == nullptr) {
      problems.add_wrong_type("A list of texts", value, "$.tokens");
      return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      read_text((*list)[i], item_path("$.tokens", i), document.tokens.emplace_back());
    }
  }

  void read_heads(JsonValue& value) {
    auto* list = std::get_if<JsonValue::List>(&value.content);
    if (list == nullptr) {
      problems.add_wrong_type("A list of heads", value, "$.heads");
      return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string place = item_path("$.heads", i);
      Head& head = document.model.heads.emplace_back();
      auto* object = std::get_if<JsonValue::Object>(&(*list)[i].content);
      if (object == nullptr) {
        problems.add_wrong_type("A head, an object in braces,", (*list)[i], place);
        continue;
      }
      note_unknown_keys(*object, place, {"W_q", "W_k", "W_v", "b_q", "b_k", "b_v"});
      const auto read_weight = [&](const char* key, Shared<Matrix>& weight) {
        auto* rows = find_required(*object, place, key);
        if (rows != nullptr) read_matrix(*rows, member_path(place, key), weight.edit(), problems);
      };
      const auto read_bias = [&](const char* key, Shared<RowVector>& bias) {
        const auto* numbers = find(*object, key);
        if (numbers != nullptr) read_vector(*numbers, member_path(place, key), bias.edit(), problems);
      };
      read_weight("W_q", head.W_q);
      read_weight("W_k", head.W_k);
      read_weight("W_v", head.W_v);
      read_bias("b_q", head.b_q);
      read_bias("b_k", head.b_k);
      read_bias("b_v", head.b_v);
    }
  }

  void read_options(JsonValue& value) {
    auto* object = std::get_if<JsonValue::Object>(&value.content);
    if (object == nullptr) {
      problems.add_wrong_type("An object in braces", value, "$.options");
      return;
    }
    note_unknown_keys(*object, "$.options", {"projection", "scale", "mask", "temperature"});
    Options& options = document.model.options;
    if (const auto* projection = find(*object, "projection")) {
      read_choice(*projection, "$.options.projection", "trainable", Projection::trainable, "identity",
                  Projection::identity, options.projection);
    }
    if (const auto* scale = find(*object, "scale")) read_scale(*scale, options.scale);
    if (const auto* mask = find(*object, "mask")) {
      read_choice(*mask, "$.options.mask", "none", Mask::none, "causal", Mask::causal, options.mask);
    }
    if (const auto* temperature = find(*object, "temperature")) {
      read_number(*temperature, "$.options.temperature", options.temperature, problems);
    }
  }

  /// One of two words.
  template <class Choice>
  void read_choice(const JsonValue& value, const std::string& place, std::string_view first,
                   Choice first_choice, std::string_view second, Choice second_choice, Choice& choice) {
    const auto* text = std::get_if<std::string>(&value.content);
    if (text != nullptr && *text == first) {
      choice = first_choice;
    } else if (text != nullptr && *text == second) {
      choice = second_choice;
    } else {
      problems.add_wrong_type(in_quotes(first) + " or " + in_quotes(second), value, place);
    }
  }

  void read_scale(const JsonValue& value, Scale& scale) {
    const auto* text = std::get_if<std::string>(&value.content);
    if (text != nullptr && *text == "sqrt_d_k") {
      scale.kind = Scale::Kind::sqrt_d_k;
    } else if (text != nullptr && *text == "none") {
      scale.kind = Scale::Kind::none;
    } else if (std::holds_alternative<float>(value.content)) {
      scale.kind = Scale::Kind::custom;
      read_number(value, "$.options.scale", scale.custom_divisor, problems);
    } else {
      problems.add_wrong_type("\"sqrt_d_k\", \"none\" or a positive number", value, "$.options.scale");
    }
  }
};

std::vector<std::string> warnings_about(const std::vector<UnknownKey>& keys) {
  constexpr std::size_t most_warnings = 20;
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < std::min(keys.size(), most_warnings); ++i) {
    warnings.push_back("unknown key " + in_quotes(keys[i].key) + " at " + keys[i].place + "; it is kept");
  }
  if (keys.size() > most_warnings) {
    warnings.push_back(std::to_string(keys.size() - most_warnings) + " more unknown keys; they are kept");
  }
  return warnings;
}

struct Reading {
  ReadDocument read;
  std::vector<Error> problems;
};

Reading read_text(std::string_view text) try {
  Result<JsonText> json = parse_json(text);
  if (!json) return {{}, {json.error()}};
  JsonText parsed = *std::move(json);
  Reader reader;
  for (const Error& repeated : parsed.repeated_keys) {
    reader.problems.add(repeated.code, repeated.message, repeated.place);
  }
  reader.read(parsed.value);
  // Shapes can be compared only once every matrix is one.
  if (reader.problems.list().empty()) {
    for (const Error& problem : validate(reader.document)) {
      reader.problems.add(problem.code, problem.message, problem.place);
    }
  }
  if (!reader.problems.list().empty()) return {{}, reader.problems.list()};
  if (!reader.unknown_keys.empty()) {
    reader.document.unknown_keys = keep_unknown_keys(text, reader.unknown_keys);
  }
  return {{std::move(reader.document), warnings_about(reader.unknown_keys)}, {}};
} catch (const std::exception&) {
  return {{}, {Error{ErrorCode::over_limit, "There is not enough memory for this document.", ""}}};
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
