#include "core/document/output_layer.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/document/corpus.h"
#include "core/document/vocabulary.h"

namespace attention_lab {
namespace {

/// Whether everything that words_to_predict() depends on is equal, so that the corpus need not be split again
/// after every change of a number.
bool have_same_words(const Document& a, const Document& b) {
  if (a.vocabulary.has_value() != b.vocabulary.has_value()) return false;
  const bool is_same_vocabulary = !a.vocabulary || (a.vocabulary->words == b.vocabulary->words &&
                                                    a.vocabulary->drawn_words == b.vocabulary->drawn_words);
  return is_same_vocabulary && a.corpus == b.corpus && a.held_out == b.held_out && a.tokens == b.tokens &&
         a.drawn_tokens == b.drawn_tokens;
}

}  // namespace

Matrix tied_output(const Document& document) {
  return words_to_predict(document).embeddings->transpose();
}

void follow_words(Document& document, const Document& before) {
  if (document.W_u->size() == 0 || have_same_words(document, before)) return;
  const std::vector<std::string> words = words_to_predict(document).words;
  const std::vector<std::string> words_before = words_to_predict(before).words;
  if (words == words_before) return;
  if (words.empty()) {
    document.W_u = Matrix();
    return;
  }
  Matrix W_u = Matrix::Zero(document.W_u->rows(), std::ssize(words));
  for (Index column = 0; column < W_u.cols(); ++column) {
    const auto found =
        std::find(words_before.begin(), words_before.end(), words[static_cast<std::size_t>(column)]);
    if (found != words_before.end()) W_u.col(column) = document.W_u->col(found - words_before.begin());
  }
  document.W_u = std::move(W_u);
}

}  // namespace attention_lab
