// A bounded list of what is wrong with a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/json_value.h"
#include "core/result.h"

namespace attention_lab {

class Problems {
 public:
  /// Past the first hundred a person needs no more of them; the rest is dropped.
  void add(ErrorCode code, std::string message, std::string place) {
    if (list_.size() < most) list_.push_back({code, std::move(message), std::move(place)});
  }

  /// "A list of texts belongs here, not null."
  void add_wrong_type(std::string_view expected, const JsonValue& found, std::string place) {
    add(ErrorCode::wrong_type, std::string(expected) + " belongs here, not " + in_words(found) + ".",
        std::move(place));
  }

  const std::vector<Error>& list() const { return list_; }

 private:
  static constexpr std::size_t most = 100;
  std::vector<Error> list_;
};

}  // namespace attention_lab
