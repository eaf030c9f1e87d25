// The state of the explanations of words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ui/figures/base/geometry.h"

namespace attention_lab {

struct WordState {
  // The popup at a word that was clicked.
  std::optional<std::size_t> open;  // an index into all_words()
  Rect place;                       // of the word

  // The dialog with all words.
  std::string query;
  std::size_t chosen = 0;  // an index into all_words()
  bool scrolls_to_chosen = false;
};

}  // namespace attention_lab
