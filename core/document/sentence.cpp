#include <algorithm>
#include <array>

#include "core/document/document.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t size>
bool is_in(const std::array<Range, size>& ranges, char32_t point) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [point](const Range& range) { return range.first <= point && point <= range.last; });
}

// Control characters, direction and byte order marks and zero-width spaces count as white space too: they
// would be invisible tokens.
constexpr std::array<Range, 9> white_space = {{
    {0x00, 0x20},
    {0x7F, 0xA0},
    {0x1680, 0x1680},
    {0x2000, 0x200B},
    {0x200E, 0x200F},
    {0x2028, 0x202F},
    {0x205F, 0x205F},
    {0x3000, 0x3000},
    {0xFEFF, 0xFEFF},
}};

constexpr std::array<Range, 32> punctuation = {{
    {'!', '/'},       {':', '@'},       {'[', '`'},       {'{', '~'},  // ASCII
    {0xA1, 0xA1},     {0xA7, 0xA7},     {0xAB, 0xAB},     {0xB6, 0xB7},     {0xBB, 0xBB},
    {0xBF, 0xBF},                                                          // ¡ § « ¶ · » ¿
    {0x37E, 0x37E},   {0x387, 0x387},                                      // Greek
    {0x589, 0x589},   {0x5BE, 0x5BE},   {0x5C3, 0x5C3},   {0x5F3, 0x5F4},  // Armenian, Hebrew
    {0x60C, 0x60C},   {0x61B, 0x61B},   {0x61F, 0x61F},   {0x66A, 0x66A},   {0x6D4, 0x6D4},  // Arabic
    {0x964, 0x965},   {0x1361, 0x1368},                                      // Devanagari, Ethiopic
    {0x2010, 0x2027}, {0x2030, 0x205E},                                      // dashes, quotes, …, ‹ ›
    {0x3001, 0x3003}, {0x3008, 0x3011}, {0x3014, 0x301F},                    // 、 。 「 」
    {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},  // ， ！ ？ full width
}};

// . , : ; ! ? ) ] } % » ’ ” … › Arabic, Devanagari, CJK and full-width ones: no space before these.
constexpr std::array<char32_t, 44> closing = {
    '.',    ',',    ':',    ';',    '!',    '?',    ')',    ']',    '}',    '%',    0xBB,
    0x37E,  0x589,  0x60C,  0x61B,  0x61F,  0x66A,  0x6D4,  0x964,  0x965,  0x2019, 0x201D,
    0x2026, 0x203A, 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017,
    0xFF01, 0xFF05, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF61,
};

// ( [ { ¡ « ¿ ‘ “ ‹ and CJK and full-width ones: no space after these.
constexpr std::array<char32_t, 21> opening = {
    '(',    '[',    '{',    0xA1,   0xAB,   0xBF,   0x2018, 0x201A, 0x201C, 0x201E, 0x2039,
    0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0xFF08, 0xFF3B, 0xFF5B,
};

// Apostrophes, hyphens, and the Catalan and Hebrew marks that occur within words. None of them may be in
// `opening`, because join_tokens would then attach it to the next word.
constexpr std::array<char32_t, 9> within_words = {'\'',  '-',    0xB7,   0x5BE, 0x5F3,
                                                  0x5F4, 0x2010, 0x2011, 0x2019};

template <std::size_t size>
bool is_one_of(const std::array<char32_t, size>& points, char32_t point) {
  return std::find(points.begin(), points.end(), point) != points.end();
}

bool is_white_space(char32_t point) {
  return is_in(white_space, point);
}
bool is_punctuation(char32_t point) {
  return is_in(punctuation, point);
}
bool is_digit(char32_t point) {
  return point >= '0' && point <= '9';
}
bool is_in_word(char32_t point) {
  return !is_white_space(point) && !is_punctuation(point);
}

/// Whether a mark between two characters belongs to the word: "couldn't", "well-known", "3.14", "1,000".
bool joins(char32_t before, char32_t mark, char32_t after) {
  if (is_one_of(within_words, mark)) return is_in_word(before) && is_in_word(after);
  return (mark == '.' || mark == ',') && is_digit(before) && is_digit(after);
}

bool is_single_mark(const std::string& token, bool (*holds)(char32_t)) {
  if (token.empty()) return false;
  const CodePoint point = code_point_at(token, 0);
  return point.size == token.size() && holds(point.value);
}

bool is_closing(const std::string& token) {
  return is_single_mark(token, [](char32_t point) { return is_one_of(closing, point); });
}

bool is_opening(const std::string& token) {
  return is_single_mark(token, [](char32_t point) { return is_one_of(opening, point); });
}

}  // namespace

std::vector<std::string> split_sentence(std::string_view sentence) {
  constexpr char32_t nothing = ' ';
  std::vector<std::string> tokens;
  std::string word;
  const auto finish_word = [&] {
    if (!word.empty()) tokens.push_back(std::move(word));
    word.clear();
  };
  char32_t before = nothing;
  for (std::size_t position = 0; position < sentence.size();) {
    const CodePoint point = code_point_at(sentence, position);
    const std::string_view bytes = sentence.substr(position, point.size);
    position += point.size;
    const char32_t after = position < sentence.size() ? code_point_at(sentence, position).value : nothing;
    if (is_white_space(point.value)) {
      finish_word();
    } else if (is_punctuation(point.value) && !joins(before, point.value, after)) {
      finish_word();
      tokens.emplace_back(bytes);
    } else {
      word += bytes;
    }
    before = point.value;
  }
  finish_word();
  return tokens;
}

std::string join_tokens(const std::vector<std::string>& tokens) {
  std::string sentence;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && !is_closing(tokens[i]) && !is_opening(tokens[i - 1])) sentence += ' ';
    sentence += tokens[i];
  }
  return sentence;
}

}  // namespace attention_lab
