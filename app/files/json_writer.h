// JSON as this program writes it: made for people, and every number comes back bit for bit.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>

#include "app/files/text_pieces.h"
#include "core/attention/types.h"

namespace attention_lab {

/// Appends the fewest digits that give the same float again: 0.43, -1, 1e-45, 3.4028235e+38.
/// −0 is "-0.0", because other JSON readers take "-0" for the whole number 0. Precondition: finite.
void append_number(std::string& text, float number);

// Values as JSON has them.

/// In quotes.
std::string json_of(std::string_view text);
inline std::string json_of(const char* text) {
  return json_of(std::string_view(text));
}
inline std::string json_of(bool truth) {
  return truth ? "true" : "false";
}
inline std::string json_of(std::integral auto number) {
  return std::to_string(number);
}
/// JSON has neither infinities nor NaN. Written as text they can be told apart, and Python's float() and
/// JavaScript's Number() read them.
std::string json_of(float number);
/// An infinity or NaN is null.
std::string json_of(double number);
/// [1, 2.5, …]
std::string json_of(std::span<const float> numbers);
std::string json_of(std::span<const double> numbers);

/// Writes objects whose members stand on lines of their own, and so do the rows of their matrices.
class JsonWriter {
 public:
  explicit JsonWriter(TextPieces& text) : text_(text) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_list() { begin('['); }
  void end_list() { end(']'); }
  /// Begins the line of the next item of a list whose items stand on lines of their own.
  void item();
  /// Begins the line of the next member. What comes next is its value.
  void key(std::string_view key) { written_key(json_of(key)); }
  void written_key(std::string_view in_quotes);
  /// As it is to be written.
  void value(std::string_view written) { text_ += written; }
  void value(const MatrixView& matrix);

  template <class Value>
  void member(std::string_view name, const Value& of) {
    key(name);
    if constexpr (std::same_as<Value, MatrixView>) {
      value(of);
    } else {
      value(json_of(of));
    }
  }

 private:
  void begin(char bracket);
  void end(char bracket);
  void new_line();

  TextPieces& text_;
  std::size_t depth_ = 0;
  bool is_first_ = true;  // nothing yet in the innermost object or list
};

/// One object, whose members `write` writes, and a line break.
template <class Write>
void write_json(TextPieces& text, Write write) {
  JsonWriter json(text);
  json.begin_object();
  write(json);
  json.end_object();
  text += '\n';
}

template <class Write>
std::string json_text(Write write) {
  return in_one_piece([&](TextPieces& text) { write_json(text, write); });
}

}  // namespace attention_lab
