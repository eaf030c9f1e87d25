// Text from outside: keys and values of files, paths, tokens, arguments, the clipboard. It may have any
// length and contain anything. Each text is shortened here before it is put into a sentence, and the whole
// sentence again before it is shown or printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attention_lab {

// In characters (code points).
inline constexpr std::size_t longest_quotation = 40;  ///< one text within a sentence
inline constexpr std::size_t longest_place = 160;     ///< a location: a path, or a part of a document
inline constexpr std::size_t longest_sentence = 500;

/// `text` as one line of at most `most` characters; a longer text becomes its beginning and end with "…"
/// between them. Tabs and line ends become spaces; control characters, Unicode noncharacters and invalid
/// UTF-8 bytes become U+FFFD. Reads no more of the text than it keeps. Precondition: most > 0.
std::string shortened(std::string_view text, std::size_t most = longest_quotation);

/// shortened(text) in straight quotes: for literal text of a file or the command line (keys, values, names of
/// options and matrices).
std::string in_quotes(std::string_view text);

/// shortened(text, most) in curly quotes: for words that a sentence is about (tokens, words of the
/// vocabulary, typed text).
std::string in_curly_quotes(std::string_view text, std::size_t most = longest_quotation);

/// Converts the letters A to Z to lower case.
std::string in_small_letters(std::string text);

/// Escapes `text` so that mark-up shows it unchanged (tokens may contain _ and ^).
std::string escape_markup(std::string_view text);

/// in_curly_quotes(text, most) as mark-up.
std::string quoted_markup(std::string_view text, std::size_t most = longest_quotation);

/// Without leading and trailing spaces, tabs and line ends.
std::string_view trimmed(std::string_view text);

}  // namespace attention_lab
