#include "ui/laboratory/number_list.h"

#include <algorithm>
#include <cstdlib>

#include "core/experiments/sharpness.h"
#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

constexpr std::string_view separators = " ,;\t\r\n";
constexpr std::string_view real_minus = "−";
constexpr std::size_t longest_quote = 24;

std::string with_plain_minus(std::string text) {
  for (std::size_t at = text.find(real_minus); at != std::string::npos; at = text.find(real_minus, at + 1))
    text.replace(at, real_minus.size(), "-");
  return text;
}

}  // namespace

Result<std::vector<Scalar>> numbers_from(std::string_view text) {
  std::vector<Scalar> numbers;
  for (std::size_t start = text.find_first_not_of(separators); start != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, start), text.size());
    const std::string given(text.substr(start, end - start));
    const std::string word = with_plain_minus(given);
    char* rest = nullptr;
    numbers.push_back(static_cast<Scalar>(std::strtof(word.c_str(), &rest)));
    if (*rest != '\0') {
      const std::string quoted = given.size() > longest_quote ? "One of them" : "“" + given + "”";
      return Error{ErrorCode::not_a_number,
                   quoted + " is no number. Write numbers with spaces between them: 0.1 −0.2 0.3.", ""};
    }
    start = text.find_first_not_of(separators, end);
  }
  if (const Status status = check_logits(numbers); !status) return status.error();
  return numbers;
}

std::string text_of(const std::vector<Scalar>& numbers) {
  std::string text;
  for (const Scalar number : numbers) {
    std::string one = format_exactly(static_cast<float>(number));
    if (one.front() == '-') one.replace(0, 1, real_minus);
    text += (text.empty() ? "" : " ") + one;
  }
  return text;
}

}  // namespace attention_lab
