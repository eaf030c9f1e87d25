// Long texts, passed on piece by piece: what is written need not fit into memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace attention_lab {

/// Takes a text as a std::string does, and hands it on whenever a piece of it is complete.
class TextPieces {
 public:
  /// Takes the next piece.
  using Take = std::function<void(std::string_view)>;
  explicit TextPieces(Take take) : take_(std::move(take)) {}
  TextPieces(const TextPieces&) = delete;
  TextPieces& operator=(const TextPieces&) = delete;

  TextPieces& operator+=(std::string_view text) {
    piece_ += text;
    if (piece_.size() >= size_of_a_piece) pass_on();
    return *this;
  }
  TextPieces& operator+=(char c) { return *this += std::string_view(&c, 1); }

  /// Hands on what is left.
  void pass_on() {
    if (!piece_.empty()) take_(piece_);
    has_passed_on_ = has_passed_on_ || !piece_.empty();
    piece_.clear();
  }

  bool is_empty() const { return piece_.empty() && !has_passed_on_; }

 private:
  static constexpr std::size_t size_of_a_piece = 64 * 1024;
  Take take_;
  std::string piece_;
  bool has_passed_on_ = false;
};

/// Writes a text.
using WriteText = std::function<void(TextPieces&)>;

/// The whole text as one.
inline std::string in_one_piece(const WriteText& write) {
  std::string whole;
  TextPieces text([&](std::string_view piece) { whole += piece; });
  write(text);
  text.pass_on();
  return whole;
}

}  // namespace attention_lab
