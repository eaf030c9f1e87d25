// Training to predict the next word.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/stages.h"
#include "core/document/corpus.h"
#include "core/document/document.h"
#include "core/document/vocabulary.h"
#include "core/result.h"
#include "core/training/next_word_batch.h"
#include "core/training/objective.h"
#include "core/training/step_dropout.h"

namespace attention_lab {

/// What comes after a prompt.
struct NextWordPrediction {
  RowVector logits;         // (n_words) context of the last word · features of each word, or · W_u
  RowVector probabilities;  // (n_words) softmax of the logits
  Model model;              // with the words of the prompt as tokens
  Trace trace;

  /// −ln P(word) in nats, from the logits, because P may round to 0.
  double loss_of(Index word) const;
};

/// How well the last words of sentences are predicted.
struct NextWordScore {
  double loss = 0;    ///< mean of −ln P(last word | words before it), in nats
  Index n_right = 0;  ///< sentences whose last word is more probable than every other word
  Index n_sentences = 0;

  double accuracy() const { return static_cast<double>(n_right) / static_cast<double>(n_sentences); }
};

inline constexpr const char* training_uses_causal_mask =
    "Training uses the causal mask, because a word that could see the next one would have nothing to "
    "predict; the mask of the document stays as it is.";

/// What dropout means for training and for predictions: one sentence.
std::string describe_step_dropout(const Dropout& dropout);

/// One layer of attention whose context vectors are compared with the features E of all words:
///
///   P(word | prefix) = softmax(context·Eᵀ)_word,  loss = mean of −ln P(next word | prefix)
///
/// where context is that of the prefix's last word, and the mean is over the last words of all sentences, or
/// over every position (see LossOver). The output is tied: E gives both the rows of X and the scores of the
/// words, and its gradient is the sum of both parts. Or it is a layer of its own without a bias: context·W_u
/// instead of context·Eᵀ, and E is only the input. All words of the vocabulary are candidates, whether or not
/// the corpus contains them. Without W_o and b_o, context is the heads' outputs side by side.
///
/// The mask is always causal, whatever that of the model: a word that could see the next one would have
/// nothing to predict. Dropout changes the loss that is minimised and its gradient, as in training mode in
/// PyTorch (see StepDropout); held-out sentences and prompts are predicted with all weights.
///
/// As in AttentionObjective, the gradient of b_k is set to 0.
class NextWordObjective final : public TrainingObjective {
 public:
  /// `corpus` was made with `vocabulary`. Of the model, the weights, biases, options and learned embeddings
  /// of positions are used. W_u has one column per word of the vocabulary, or is empty: the output is tied.
  /// Errors: wrong_shape if the vocabulary's features do not have d_model numbers, if context vectors do not,
  /// if W_u does not fit, or if learned positions are fewer than the longest sentence needs.
  static Result<std::unique_ptr<NextWordObjective>> make(Model model, const Vocabulary& vocabulary,
                                                         Corpus corpus, LossOver over, Matrix W_u = {});

  /// What a document teaches: its corpus, its held-out sentences, the words that are candidates (see
  /// words_to_predict), and its output layer. Errors: not_found without a vocabulary or without a corpus;
  /// those of make_corpus, with the place "corpus, line 3" or "held_out, line 3"; those above.
  static Result<std::unique_ptr<NextWordObjective>> make(const Document& document, LossOver over);

  /// The features of words, under the name that embeddings have in a model: X, or token_embeddings if there
  /// are positions; then learned embeddings of positions and all weights and biases; then W_u.
  std::vector<MatrixRef> parameters() const override { return parameters_; }
  /// For the features of words, one row per word of the vocabulary, in its order.
  WritableView values(const MatrixRef& parameter) override;
  MatrixView values(const MatrixRef& parameter) const override;
  MatrixView gradient(const MatrixRef& parameter) const override;
  void draw(std::int64_t step) override;
  double evaluate() override;
  double least_loss() const override { return least_loss_; }
  std::optional<double> held_out_loss() override;
  std::vector<SentencePart> gradient_by_sentence(const CellRef& cell) const override;

  /// Sentences that are scored but not learned, made with the same vocabulary. wrong_shape if one has more
  /// words than there are learned positions.
  Status hold_out(Corpus sentences);
  /// Without sentences if there are none.
  const Corpus& held_out() const { return held_out_; }

  /// The model with the words of the first sentence as tokens, without its last word, which is only
  /// predicted; without dropout.
  const Model& model() const override { return model_; }
  /// Of that sentence. Computed when asked for, because training itself does not need it.
  const Trace& trace() const override;

  const Corpus& corpus() const { return corpus_; }
  LossOver loss_over() const { return over_; }
  const Dropout& dropout() const { return dropout_; }
  /// The candidates for the next word, in the order of all matrices that have one row or column per word.
  const std::vector<std::string>& words() const override { return words_; }
  /// The present features of all words, (n_words, d_model).
  const Matrix& word_features() const { return features_.words; }
  const Matrix& position_embeddings() const { return features_.positions; }
  /// The present output layer, (d_model, n_words); empty if the output is tied.
  const Matrix& W_u() const { return features_.W_u; }
  bool is_tied() const { return features_.is_tied(); }

  /// wrong_shape if the prompt has more words than there are learned positions. Precondition: the prompt is
  /// not empty (see make_prompt).
  Result<NextWordPrediction> predict(std::span<const Index> prompt) const;
  /// What comes after the sentence of a document. Words that are candidates have their present features, and
  /// others those of the document.
  Result<NextWordPrediction> predict_tokens(const Document& document) const;
  /// The index of a word, or −1.
  Index find(std::string_view word) const;
  /// The last words of other sentences, at least one, made with the same vocabulary. The error of predict().
  Result<NextWordScore> score(const Corpus& sentences) const;

 private:
  NextWordObjective(Model model, std::vector<std::string> words, WordFeatures features, Corpus corpus,
                    LossOver over, const Dropout& dropout);
  bool is_word_features(const MatrixRef& parameter) const;
  /// One row per word, without positions.
  Result<NextWordPrediction> predict_rows(const Matrix& prompt) const;
  void give_embeddings(std::span<const Index> words, Model& model) const;
  void give_positions(Model& model) const;
  WordFeatures features_for(Index n_positions) const;
  std::span<const Index> first_prefix() const;

  Model model_;  // its tokens are those of the first sentence
  std::vector<std::string> words_;
  WordFeatures features_;
  Corpus corpus_;
  Corpus held_out_;
  LossOver over_;
  double least_loss_;
  std::vector<NextWordBatch> batches_;
  Dropout dropout_;
  std::optional<StepDropout> step_dropout_;  // if there is dropout
  std::vector<NextWordBatch> held_out_batches_;
  std::vector<MatrixRef> parameters_;
  std::vector<Matrix> parameter_gradients_;  // of each parameter

  // Of the first sentence, computed when asked for.
  mutable Trace trace_;
  mutable bool is_trace_present_ = false;
};

}  // namespace attention_lab
