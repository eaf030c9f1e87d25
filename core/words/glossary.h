// The words of attention: each with one plain sentence, and a place in the lab where it can be seen.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/words/found_word.h"

namespace attention_lab {

/// Where a word can be seen.
enum class WordPlace {
  matrix,    ///< a matrix of the pipeline
  variance,  ///< pages of the laboratory
  sharpness,
  gradient,
  training,    ///< training in general
  target,      ///< training towards given attention weights
  next_words,  ///< training with a corpus
};

struct GlossaryWord {
  std::string_view name;      ///< mark-up
  std::string_view sentence;  ///< mark-up
  WordPlace place = WordPlace::matrix;
  MatrixName matrix = MatrixName::X;  ///< for WordPlace::matrix
  /// Other ways to write it, in small letters. In "key| of “", only what is left of the bar is the word; the
  /// rest must follow it.
  std::array<std::string_view, 6> forms{};
};

/// All words in alphabetical order, whatever their case; signs do not count.
std::span<const GlossaryWord> all_words();

/// The index of the word with this name. Precondition: there is one.
std::size_t word_named(std::string_view name);

/// The index of the word for the numbers of a matrix.
std::size_t word_of(MatrixName matrix);

/// The words in mark-up, each where it stands first, in any of its forms. Where one form contains another,
/// the longer one counts ("scaled score"). What stands in curly quotes is a token or a title, and no word.
std::vector<FoundWord> words_in(std::string_view markup);

}  // namespace attention_lab
