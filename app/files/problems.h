// A bounded list of what is wrong with a text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace attention_lab {

/// The first hundred problems, and how many more there are: a person needs no more of them, and a hostile
/// text has millions.
class Problems {
 public:
  void add(ErrorCode code, std::string_view message, std::string_view place) {
    if (is_full()) {
      ++left_out_;
    } else {
      list_.emplace_back(code, message, place);
    }
  }
  void add(const Error& error) { add(error.code, error.message, error.place); }

  bool is_empty() const { return list_.empty(); }
  /// What is added now is counted only.
  bool is_full() const { return list_.size() == most; }
  const std::vector<Error>& list() const { return list_; }
  std::size_t left_out() const { return left_out_; }
  /// Of those in the list and those left out.
  std::size_t count() const { return list_.size() + left_out_; }

  void count_more(std::size_t more) { left_out_ += more; }

 private:
  static constexpr std::size_t most = 100;
  std::vector<Error> list_;
  std::size_t left_out_ = 0;
};

}  // namespace attention_lab
