// Finds the words of the glossary in a text.
#include <algorithm>
#include <array>
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

/// A way to write a word.
struct Form {
  std::string_view written;
  std::string_view rest;  // must follow, but is not part of the word
  std::size_t word = 0;
};

std::size_t index_of(char c) {
  return static_cast<unsigned char>(small(c));
}

/// All forms by their first byte, in small letters: this runs on every text of every frame, and hardly any
/// text begins like a word.
std::array<std::vector<Form>, 256> forms_by_first_byte() {
  std::array<std::vector<Form>, 256> forms;
  for (std::size_t i = 0; i < all_words().size(); ++i) {
    const auto add = [&](std::string_view form) {
      if (form.empty()) return;
      const std::size_t bar = std::min(form.find('|'), form.size());
      forms[index_of(form.front())].push_back(
          {form.substr(0, bar), form.substr(std::min(bar + 1, form.size())), i});
    };
    add(all_words()[i].name);
    for (const std::string_view form : all_words()[i].forms) add(form);
  }
  return forms;
}

bool stands_whole_at(std::string_view text, std::size_t at, const Form& form) {
  if (!stands_at(text, at, form.written)) return false;
  const std::size_t end = at + form.written.size();
  if (!form.rest.empty()) return stands_at(text, end, form.rest);
  return end == text.size() || !is_in_a_word(text[end]);
}

/// The word in the longest form that stands there; empty if there is none.
FoundWord word_at(std::string_view text, std::size_t at) {
  static const std::array<std::vector<Form>, 256> all_forms = forms_by_first_byte();
  FoundWord found{at, at, 0};
  std::size_t longest = 0;
  for (const Form& form : all_forms[index_of(text[at])]) {
    const std::size_t length = form.written.size() + form.rest.size();
    if (length <= longest || !stands_whole_at(text, at, form)) continue;
    longest = length;
    found = {at, at + form.written.size(), form.word};
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
