// Passes on long texts in pieces, so that they need not fit into memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace attention_lab {

/// Collects text and passes it on whenever a piece is full.
class TextPieces {
 public:
  /// Receives the next piece.
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

  /// Passes on the rest.
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

/// Writes a text in pieces.
using WriteText = std::function<void(TextPieces&)>;

/// Returns the whole text.
inline std::string in_one_piece(const WriteText& write) {
  std::string whole;
  TextPieces text([&](std::string_view piece) { whole += piece; });
  write(text);
  text.pass_on();
  return whole;
}

}  // namespace attention_lab
