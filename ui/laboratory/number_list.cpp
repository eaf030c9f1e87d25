#include "ui/laboratory/number_list.h"

#include <algorithm>
#include <cstdlib>

#include "core/experiments/sharpness.h"
#include "core/outside_text.h"
#include "ui/figures/number_format.h"

namespace attention_lab {
namespace {

constexpr std::string_view separators = " ;\t\r\n";
constexpr std::string_view real_minus = "−";

std::string with_plain_minus(std::string text) {
  for (std::size_t at = text.find(real_minus); at != std::string::npos; at = text.find(real_minus, at + 1))
    text.replace(at, real_minus.size(), 1, '-');
  return text;
}

/// "0,5", but not "1,2,3", "0.1,0.2" or "1,".
bool has_decimal_comma(std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::size_t at = word.find(',');
  if (at == std::string_view::npos || at != word.rfind(',') || word.find('.') != std::string_view::npos)
    return false;
  return at > 0 && at + 1 < word.size() && is_digit(word[at - 1]) && is_digit(word[at + 1]);
}

/// Parts between separators, none of them empty.
std::vector<std::string> parts_of(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  for (std::size_t start = text.find_first_not_of(between); start != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(between, start), text.size());
    parts.emplace_back(text.substr(start, end - start));
    start = text.find_first_not_of(between, end);
  }
  return parts;
}

/// The words of the text, each as it was typed.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::string& word : parts_of(text, separators)) {
    // "0,5, 0,3": a comma before a blank ends a number.
    if (word.ends_with(',')) word.pop_back();
    if (has_decimal_comma(word)) {
      words.push_back(std::move(word));
    } else {
      for (std::string& part : parts_of(word, ",")) words.push_back(std::move(part));
    }
  }
  return words;
}

}  // namespace

Result<std::vector<Scalar>> numbers_from(std::string_view text) {
  std::vector<Scalar> numbers;
  for (const std::string& given : words_of(text)) {
    std::string word = with_plain_minus(given);
    std::replace(word.begin(), word.end(), ',', '.');
    char* rest = nullptr;
    numbers.push_back(static_cast<Scalar>(std::strtof(word.c_str(), &rest)));
    if (*rest != '\0') {
      return Error{
          ErrorCode::not_a_number,
          in_curly_quotes(given) + " is not a number. Write numbers with spaces between them: 0.1 −0.2 0.3.",
          ""};
    }
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
