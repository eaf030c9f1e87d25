// Mutates JSON text by its structure, so that most results are JSON again, but with a different shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace attention_lab::campaign {

/// The half-open range from `begin` to `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

enum class JsonKind { object, list, text, number, word };

/// The position of a value in a JSON text.
struct JsonPlace {
  JsonKind kind = JsonKind::word;
  Span value;
  Span key;              // with its quotes; empty for a list item
  Span entry;            // the value with its key, if any
  std::size_t size = 0;  // number of entries of an object or a list
};

/// All values, outer ones before inner ones. For invalid JSON, those found before the error.
std::vector<JsonPlace> places_of(std::string_view text);

/// The same seed and text give the same mutations.
class JsonMutator {
 public:
  explicit JsonMutator(std::uint32_t seed) : random_(seed) {}

  /// Makes one to four changes: values swapped, repeated, deleted, moved or of another type; lists longer,
  /// shorter or nested; numbers and texts at their limits; keys unknown, exchanged or duplicated. Returns the
  /// text unchanged if it has no values or would become longer than `largest`.
  std::string mutate(std::string text, std::size_t largest);

  /// `text` with one of its values replaced by a value of `other`.
  std::string cross(std::string text, std::string_view other, std::size_t largest);

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_()) % bound; }
  /// A random number of repetitions: usually one, sometimes thousands.
  std::size_t count();

  std::string mutated_once(std::string_view text);
  std::string any_value();
  std::string number();
  std::string text_value();
  std::string key();
  std::string nested(std::string_view inner);
  std::string swapped(std::string_view text, const std::vector<JsonPlace>& places);
  std::string repeated(std::string_view text, const JsonPlace& place);
  std::string without(std::string_view text, const JsonPlace& place);
  std::string with_member(std::string_view text, const JsonPlace& object);
  std::string with_other_shape(std::string_view text, const JsonPlace& list);

  std::mt19937 random_;
};

}  // namespace attention_lab::campaign
