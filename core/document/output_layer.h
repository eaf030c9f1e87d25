// The output layer of a document with which it predicts next words (Document::W_u).
#pragma once

#include "core/attention/types.h"
#include "core/document/document.h"

namespace attention_lab {

/// The features of the words to predict, one column per word: the W_u that gives the logits of the tied
/// output. (d_model, n_words)
Matrix tied_output(const Document& document);

/// Called after a change of a document that was `before`: each column of W_u follows its word of
/// words_to_predict(), and the columns of new words are 0. Without any word to predict, W_u is removed.
void follow_words(Document& document, const Document& before);

}  // namespace attention_lab
