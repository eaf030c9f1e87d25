// Sentences whose next words are predicted in one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/attention/types.h"
#include "core/document/corpus.h"
#include "core/training/objective.h"
#include "core/training/token_products.h"

namespace attention_lab {

/// The features that words and their positions have in X, and how the next word is scored.
struct WordFeatures {
  Matrix words;      // (n_words, d_model)
  Matrix positions;  // (n_positions, d_model), or empty: no positions
  Matrix W_u;        // (d_model, n_words), or empty: the output is tied to the features of the words

  bool is_tied() const { return W_u.size() == 0; }
};

/// Several sentences without their last words, which are only predicted. Their tokens follow each other.
class NextWordBatch {
 public:
  NextWordBatch(std::span<const std::vector<Index>> sentences, LossOver over);

  Index n_predictions() const { return std::ssize(predicting_); }

  /// From now on, attention weights are dropped. It begins with none dropped.
  void use_dropout(const Dropout& dropout, Index n_heads);
  /// Which weights of a sentence a head keeps, for its queries and keys row by row: 1, or 0 for dropped ones.
  void keep_weights(Index head, std::size_t sentence, std::span<const std::uint8_t> kept);

  /// Computes the trace and the probabilities of all words for each prediction. Embeddings and dropout of
  /// `model` are replaced during the call and are the same afterwards.
  void predict(Model& model, const WordFeatures& features);
  /// Σ −ln P(next word | prefix) over the predictions.
  double sum_of_losses() const;
  /// Whether the right word has a greater probability than every other word.
  bool is_right(Index prediction) const;

  /// The gradients of share·sum_of_losses(); after predict().
  void differentiate(Model& model, const WordFeatures& features, Scalar share);
  /// Of the weights, the biases and of each row of X.
  const Stages& gradients() const { return gradients_; }
  /// The part of the gradient of a number that comes from one sentence. Rows of the words' features are those
  /// of all words. nullopt if the matrix is no parameter of a next-word objective.
  std::optional<Scalar> gradient_from(std::size_t sentence, const Model& model, const WordFeatures& features,
                                      const CellRef& cell) const;
  /// Likewise, of a weight or bias of a layer: the products of its tokens that are not 0. Empty for others.
  std::vector<TokenProduct> token_products(std::size_t sentence, const Model& model,
                                           const CellRef& cell) const;
  /// Adds the gradient with respect to the features of words: as input, and as output if that is tied.
  void add_word_gradient(const WordFeatures& features, Matrix& sum) const;
  /// Adds the gradient with respect to W_u.
  void add_output_gradient(Matrix& sum) const;
  /// Adds the gradient with respect to the embeddings of positions.
  void add_position_gradient(Matrix& sum) const;

  /// The rows of each sentence.
  const std::vector<Span>& sentences() const { return sentences_; }

 private:
  class Exchange;

  /// Of a row of a table that X is gathered from; `table_rows` are those of each row of X.
  Scalar input_gradient_from(std::size_t sentence, const std::vector<Index>& table_rows,
                             const CellRef& cell) const;
  /// Of the number by which a word's logit depends on a feature of the contexts.
  Scalar output_gradient_from(std::size_t sentence, Index feature, Index word) const;

  std::vector<Span> sentences_;
  std::vector<Index> words_;       // of each row
  std::vector<Index> positions_;   // of each row, in its sentence
  std::vector<Index> predicting_;  // the rows with a prediction that counts
  std::vector<Index> next_words_;  // what they should predict

  Shared<Matrix> token_embeddings_;     // (n_rows, d_model)
  Shared<Matrix> position_embeddings_;  // (n_rows, d_model), or empty
  Dropout dropout_;
  std::vector<Matrix> dropout_masks_;  // of each head, (n_rows, n_rows); none without dropout
  Trace trace_;
  Matrix contexts_;       // (n_predictions, d_model)
  Matrix logits_;         // (n_predictions, n_words)
  Matrix probabilities_;  // (n_predictions, n_words)

  Matrix logit_gradient_;      // (n_predictions, n_words)
  Matrix predicted_gradient_;  // (n_predictions, d_model), with respect to contexts
  Matrix context_gradient_;    // (n_rows, d_model)
  Stages gradients_;
};

/// All sentences of a corpus. A batch has so few rows that its matrices of scores stay small.
std::vector<NextWordBatch> next_word_batches(const Corpus& corpus, LossOver over);

/// −ln P(word) in nats.
double loss_of_word(const Eigen::Ref<const RowVector>& logits,
                    const Eigen::Ref<const RowVector>& probabilities, Index word);

/// Whether the word has a greater probability than every other word.
bool is_most_probable(const RowVector& probabilities, Index word);

/// logits = contexts·W_u, or contexts·wordsᵀ if the output is tied; and softmax of each row.
void predict_words(const Matrix& contexts, const WordFeatures& features, Matrix& logits,
                   Matrix& probabilities);

}  // namespace attention_lab
