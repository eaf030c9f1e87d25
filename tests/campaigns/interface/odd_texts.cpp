#include "odd_texts.h"

#include <array>
#include <string_view>

#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "core/document/edits.h"

namespace attention_lab::campaign {
namespace {

using testing::RandomDocuments;

template <class T, std::size_t n>
const T& one_of(RandomDocuments& random, const std::array<T, n>& all) {
  return all[static_cast<std::size_t>(random.below(static_cast<Index>(n)))];
}

constexpr std::array<std::string_view, 30> odd_numbers = {
    "0",     "1",    "2",      "3",    "-1",     "0.43", "−1.5",  "2e-3",       "0,5",  "1e39",
    "-1e39", "nan",  "inf",    "-0",   "1e-45",  "0x10", "1e400", "4096",       "4097", "64",
    "65",    "1024", "123456", "1e38", "3.4e38", "+",    "--1",   "2147483648", "1e",   "."};

constexpr std::array<std::string_view, 16> odd_words = {
    "Your",     "journey", "starts", "with",     "one", "step", "dog", "ball,",
    "couldn't", "3.14",    "été",    "“quoted”", "x",   "A",    "…",   "the"};

// Non-characters, combining and bidirectional marks, characters beyond U+FFFF, the private use area.
constexpr std::array<std::string_view, 18> signs = {
    "\uFFFE",     "\uFFFF", "\uFDD0",       "\u202E",
    "\u0301",     "\u200D", "\U0001F600",   "\U0001F469\u200D\U0001F4BB",
    "\U0010FFFF", "\uE000", "\u0627\u0644", "\u6CE8\u610F",
    "\u00AD",     "\u00A0", "\u2028",       "\uFFFD",
    "\u0000A",    "\u25A1"};

// The syntax of printf, of our mark-up, of JSON, of paths and of LaTeX.
constexpr std::array<std::string_view, 16> syntax = {
    "%s%n%d%1000s", "##",           "###same", "_{",  "^{2}_{x", "\\frac{",    "}{",     "{\"format\":",
    "[[[[",         "../../x.json", "/",       "a/b", "\\n",     "<svg>&amp;", "--help", "W_q[1,2]"};

constexpr std::array<std::string_view, 5> broken = {"\xC3", "\xFF\xFE", "\xED\xA0\x80",
                                                    "a\xF4\x90\x80\x80"
                                                    "b",
                                                    "\x80\x80"};

std::string repeated(std::string_view part, Index times) {
  std::string text;
  for (Index i = 0; i < times; ++i) text += part;
  return text;
}

std::string some_words(RandomDocuments& random, Index most) {
  std::string text;
  for (Index i = 1 + random.below(most); i > 0; --i) {
    text += one_of(random, odd_words);
    if (i > 1) text += ' ';
  }
  return text;
}

std::string some_numbers(RandomDocuments& random) {
  const std::string_view separator =
      one_of(random, std::array<std::string_view, 5>{"\t", " ", ";", ",", ", "});
  std::string text;
  const Index rows = 1 + random.below(4);
  const Index columns = 1 + random.below(4);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      if (j > 0) text += separator;
      text += random.below(20) == 0 ? any_number(random) : std::to_string(random.number());
    }
    if (random.below(20) > 0) text += '\n';
  }
  return text;
}

std::u32string decoded(std::string_view utf8) {
  std::u32string text;
  for (std::size_t at = 0; at < utf8.size();) {
    const auto first = static_cast<unsigned char>(utf8[at]);
    const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t c = size == 1 ? first : first & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) c = c << 6 | (static_cast<unsigned char>(utf8[at + i]) & 0x3FU);
    text += c;
    at += size;
  }
  return text;
}

template <class T>
T or_before(Result<T> result, T before) {
  return result ? std::move(result).value() : std::move(before);
}

}  // namespace

std::string any_number(RandomDocuments& random) {
  if (random.coin()) return std::to_string(1 + random.below(12));
  return std::string(one_of(random, odd_numbers));
}

std::string any_text(RandomDocuments& random) {
  switch (random.below(12)) {
    case 0: return {};
    case 1:
    case 2: return any_number(random);
    case 3:
    case 4: return some_words(random, 9);
    case 5:
    case 6: return some_numbers(random);
    case 7: return some_words(random, 3) + std::string(one_of(random, signs)) + some_words(random, 2);
    case 8: return std::string(one_of(random, syntax)) + some_words(random, 2);
    case 9: return some_words(random, 2) + std::string(one_of(random, broken));
    case 10: return repeated(one_of(random, odd_words), 1 + random.below(60));
    default: break;
  }
  // Different kinds of long text.
  switch (random.below(6)) {
    case 0: return repeated("a", 20000);
    case 1: return repeated("word ", 2000);
    case 2: return repeated("1\n", 3000);
    case 3: return repeated("0.5\t", 1500);
    case 4: return repeated("\U0001F600", 5000);
    default: return repeated("9", 400);
  }
}

std::u32string any_typing(RandomDocuments& random) {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: return decoded(any_number(random));
    case 3: return decoded(one_of(random, signs));
    case 4: return decoded(one_of(random, syntax));
    default: return decoded(some_words(random, 2));
  }
}

Document any_document(RandomDocuments& random) {
  if (random.below(3) == 0) {
    const std::vector<Preset>& all = presets();
    return *load_preset(all[static_cast<std::size_t>(random.below(std::ssize(all)))].name);
  }
  Document document = random.document();
  if (random.below(3) == 0)
    document = or_before(edits::set_sentence(document, some_words(random, 30), 1), document);
  if (random.below(6) == 0)
    document = or_before(edits::set_d_model(document, 1 + random.below(40), 1), document);
  if (random.below(6) == 0) document = or_before(edits::set_d_k(document, 1 + random.below(40), 1), document);
  if (random.below(6) == 0) document = or_before(edits::set_d_v(document, 1 + random.below(40), 1), document);
  if (random.below(6) == 0)
    document = or_before(edits::set_n_heads(document, 1 + random.below(9), 1), document);
  if (random.below(8) == 0) document = or_before(edits::set_shared_words(document, true), document);
  if (random.below(8) == 0) document = or_before(edits::set_title(document, any_text(random)), document);
  if (random.below(8) == 0)
    document = or_before(edits::set_description(document, any_text(random)), document);
  if (random.below(60) == 0)
    document =
        or_before(edits::set_sentence(document, repeated("word ", 100 + random.below(924)), 1), document);
  return document;
}

std::string any_file(RandomDocuments& random) {
  if (random.below(8) == 0) return any_text(random);
  std::string text = to_json(any_document(random));
  switch (random.below(8)) {
    case 0: text[static_cast<std::size_t>(random.below(std::ssize(text)))] = '}'; break;
    case 1: text.resize(static_cast<std::size_t>(random.below(std::ssize(text)))); break;
    case 2: text.insert(1, "\"" + repeated("k", 20 + random.below(20000)) + "\": 1,"); break;
    default: break;
  }
  return text;
}

}  // namespace attention_lab::campaign
