// Finds the words of the glossary in a text.
#include <algorithm>
#include <cctype>

#include "core/words/glossary.h"

namespace attention_lab {
namespace {

char small(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
bool is_in_a_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
/// A word does not begin inside of another, in a subscript or in a superscript.
bool may_begin_after(char c) {
  return !is_in_a_word(c) && c != '^' && c != '{';
}

bool stands_at(std::string_view text, std::size_t at, std::string_view form) {
  if (text.size() - at < form.size()) return false;
  return std::equal(form.begin(), form.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, char b) { return small(a) == small(b); });
}

/// The word in this form at `at`, and how many bytes the whole form takes there: 0 if it does not stand
/// there.
struct Match {
  std::size_t of_word = 0;
  std::size_t in_all = 0;
};

Match match_at(std::string_view text, std::size_t at, std::string_view form) {
  const std::size_t bar = std::min(form.find('|'), form.size());
  const std::string_view word = form.substr(0, bar);
  if (word.empty() || !stands_at(text, at, word)) return {};
  const std::size_t end = at + word.size();
  if (bar == form.size())
    return end == text.size() || !is_in_a_word(text[end]) ? Match{word.size(), word.size()} : Match{};
  const std::string_view rest = form.substr(bar + 1);
  return stands_at(text, end, rest) ? Match{word.size(), word.size() + rest.size()} : Match{};
}

/// The word in the longest form that stands there; empty if there is none.
FoundWord word_at(std::string_view text, std::size_t at) {
  FoundWord found{at, at, 0};
  std::size_t longest = 0;
  for (std::size_t i = 0; i < all_words().size(); ++i) {
    const auto take = [&](std::string_view form) {
      const Match match = match_at(text, at, form);
      if (match.in_all <= longest) return;
      longest = match.in_all;
      found = {at, at + match.of_word, i};
    };
    take(all_words()[i].name);
    for (const std::string_view form : all_words()[i].forms) take(form);
  }
  return found;
}

}  // namespace

std::vector<FoundWord> words_in(std::string_view markup) {
  constexpr std::string_view open_quote = "“";
  constexpr std::string_view close_quote = "”";
  std::vector<FoundWord> found;
  std::vector<bool> is_found(all_words().size());
  for (std::size_t at = 0; at < markup.size();) {
    if (markup.substr(at).starts_with(open_quote)) {
      const std::size_t end = markup.find(close_quote, at);
      if (end == std::string_view::npos) break;
      at = end + close_quote.size();
      continue;
    }
    const FoundWord here =
        at == 0 || may_begin_after(markup[at - 1]) ? word_at(markup, at) : FoundWord{at, at, 0};
    if (here.end == here.begin) {
      ++at;
      continue;
    }
    if (!is_found[here.word]) found.push_back(here);
    is_found[here.word] = true;
    at = here.end;
  }
  return found;
}

}  // namespace attention_lab
