// Writes JSON that is readable by humans and restores every number exactly.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>

#include "app/files/text_pieces.h"
#include "core/attention/types.h"

namespace attention_lab {

/// Appends the fewest digits that give the same float again: 0.43, -1, 1e-45, 3.4028235e+38. −0 is "-0.0",
/// since some JSON readers take "-0" for the integer 0. Precondition: finite.
void append_number(std::string& text, float number);

// JSON values as text.

/// A quoted string.
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
/// JSON has neither infinities nor NaN. They become strings, which Python's float() and JavaScript's Number()
/// can read.
std::string json_of(float number);
/// An infinity or NaN is null.
std::string json_of(double number);
/// Example: [1, 2.5, …].
std::string json_of(std::span<const float> numbers);
std::string json_of(std::span<const double> numbers);

/// Writes objects with one member per line and matrices with one row per line.
class JsonWriter {
 public:
  explicit JsonWriter(TextPieces& text) : text_(text) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_list() { begin('['); }
  void end_list() { end(']'); }
  /// Starts the line of the next item in a list with one item per line.
  void item();
  /// Starts the line of the next member; its value must follow.
  void key(std::string_view key) { written_key(json_of(key)); }
  void written_key(std::string_view in_quotes);
  /// Writes text that is already JSON.
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
  bool is_first_ = true;  // of the innermost object or list
};

/// Writes one object, whose members are written by `write`, and a line break.
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
