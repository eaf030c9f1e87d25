// Results of operations that can fail because of user input or files. Our own bugs are asserts instead.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/words/outside_text.h"

namespace attention_lab {

enum class ErrorCode {
  not_found,       ///< no such file, token, matrix or preset
  not_readable,    ///< a file that cannot be read: permissions, a folder, too large
  not_writable,    ///< a target that cannot be written
  not_json,        ///< the text is not JSON
  not_utf8,        ///< the text is not valid UTF-8
  wrong_format,    ///< JSON, but not one of our documents
  wrong_version,   ///< a document of a later version
  missing_key,     ///< a required key is missing
  wrong_type,      ///< for example text where a number is required
  wrong_shape,     ///< rows or columns that do not match the other matrices
  not_finite,      ///< NaN or an infinity
  out_of_range,    ///< an index or a value outside its limits
  over_limit,      ///< past one of the limits in limits.h
  empty_sentence,  ///< there are no tokens
  not_editable,    ///< a matrix that is computed, not given
  not_a_number,    ///< typed text that is not a number
  cancelled,       ///< stopped by the user
};

/// What is wrong, in one sentence that tells the user what to do, and where. Both are truncated here, so that
/// overlong text from files or input goes no further.
struct Error {
  Error(ErrorCode code_, std::string_view message_, std::string_view place_ = {})
      : code(code_),
        message(shortened(message_, longest_sentence)),
        place(shortened(place_, longest_place)) {}

  ErrorCode code;
  std::string message;
  std::string place;  ///< part of the document ("heads[0].W_q"), file, or cell ("W_q[1,2]"); may be empty

  bool operator==(const Error&) const = default;
};

/// An allocation failed.
inline Error not_enough_memory(std::string_view sentence = "There is not enough memory.",
                               ErrorCode code = ErrorCode::over_limit, std::string_view place = {}) {
  return {code, sentence, place};
}
inline Error not_enough_memory(ErrorCode code) {
  Error error = not_enough_memory();
  error.code = code;
  return error;
}

/// "place: message", or only the message; truncated to the length limit of a sentence.
inline std::string to_string(const Error& error) {
  return error.place.empty() ? error.message
                             : shortened(error.place + ": " + error.message, longest_sentence);
}

/// A value, or the error that explains why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT: `return value;`
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: `return Error{…};`

  explicit operator bool() const { return value_.has_value(); }
  const T& value() const& {
    assert(value_);
    return *value_;
  }
  T&& value() && {
    assert(value_);
    return *std::move(value_);
  }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    assert(error_);
    return *error_;
  }

 private:
  std::optional<T> value_;
  std::optional<Error> error_;
};

/// The result of an operation that returns nothing but may fail.
struct Done {};
using Status = Result<Done>;

}  // namespace attention_lab
