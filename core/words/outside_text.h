// Texts that come from outside: keys and values of files, paths, tokens, arguments, the clipboard. They can
// be of any length and hold anything. Each is shortened here before it stands in a sentence, and so is the
// whole sentence before it is shown or printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attention_lab {

// In characters (code points).
inline constexpr std::size_t longest_quotation = 40;  ///< one text within a sentence
inline constexpr std::size_t longest_place = 160;     ///< where something is: a path, a part of a document
inline constexpr std::size_t longest_sentence = 500;

/// `text` as one line of at most `most` characters: where it is longer, its beginning and its end with "…"
/// between them. Tabs and line ends become blanks; control characters, what Unicode calls no character, and
/// bytes that are no UTF-8 become U+FFFD. Looks at no more of the text than it keeps.
/// Precondition: most > 0.
std::string shortened(std::string_view text, std::size_t most = longest_quotation);

/// shortened(text) in straight quotes: for what is written so in a file or on the command line (keys, values,
/// names of options and matrices).
std::string in_quotes(std::string_view text);

/// shortened(text, most) in curly quotes: for words that a sentence is about, as people write them (tokens,
/// words of the vocabulary, what was typed).
std::string in_curly_quotes(std::string_view text, std::size_t most = longest_quotation);

/// With the letters A to Z as a to z.
std::string in_small_letters(std::string text);

/// `text` so written that mark-up shows it as it is (tokens of the person may hold _ and ^).
std::string escape_markup(std::string_view text);

/// Without the blanks, tabs and line ends around it.
std::string_view trimmed(std::string_view text);

}  // namespace attention_lab
