// Damage that knows what a JSON text is made of: most of what comes out is JSON again, of another shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace attention_lab::campaign {

/// From `begin` up to, but not including, `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

enum class JsonKind { object, list, text, number, word };

/// Where one value stands in a JSON text.
struct JsonPlace {
  JsonKind kind = JsonKind::word;
  Span value;
  Span key;              // with its quotes; empty for an item of a list
  Span entry;            // what a comma ends: the value, with its key if it has one
  std::size_t size = 0;  // of an object or a list: how many entries it has
};

/// Every value, the outer one before those in it. Where the text is no JSON it ends with what was read.
std::vector<JsonPlace> places_of(std::string_view text);

/// The same seed damages the same text in the same way.
class JsonMutator {
 public:
  explicit JsonMutator(std::uint32_t seed) : random_(seed) {}

  /// One to four changes: values swapped, repeated, deleted, moved or of another type; lists longer, shorter
  /// or nested; numbers and texts at their limits; keys unknown, exchanged or twice. A text in which no value
  /// is found, and one that would become longer than `largest`, comes back as it was.
  std::string mutate(std::string text, std::size_t largest);

  /// `text` with one of its values replaced by one of `other`.
  std::string cross(std::string text, std::string_view other, std::size_t largest);

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_()) % bound; }
  /// How often something is repeated: mostly once, now and then thousands of times.
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
