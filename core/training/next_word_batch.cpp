#include "core/training/next_word_batch.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/attention/backward.h"
#include "core/attention/flush_denormals.h"
#include "core/attention/forward.h"
#include "core/attention/kernels.h"
#include "core/attention/sparse_product.h"

namespace attention_lab {
namespace {

// Scores take rows × rows numbers, of which only those of equal sentences are used.
constexpr Index rows_of_batch = limits::sentence_words;

void gather_rows(const Matrix& table, const std::vector<Index>& rows, Matrix& gathered) {
  gathered.resize(std::ssize(rows), table.cols());
  for (Index i = 0; i < gathered.rows(); ++i) gathered.row(i) = table.row(rows[static_cast<std::size_t>(i)]);
}

void add_rows(const Matrix& added, const std::vector<Index>& rows, Matrix& table) {
  for (Index i = 0; i < added.rows(); ++i) table.row(rows[static_cast<std::size_t>(i)]) += added.row(i);
}

// product = A·B if `kernel` is Kernels::product, and A·Bᵀ if it is Kernels::product_transposed.
void multiply(decltype(Kernels::product) kernel, const Matrix& A, const Matrix& B, Matrix& product) {
  kernel({.A = A.data(),
          .B = B.data(),
          .C = product.data(),
          .a_stride = A.cols(),
          .b_stride = B.cols(),
          .c_stride = product.cols(),
          .n_rows = A.rows(),
          .n_inner = A.cols(),
          .n_columns = product.cols()});
}

}  // namespace

void predict_words(const Matrix& contexts, const WordFeatures& features, Matrix& logits,
                   Matrix& probabilities) {
  const FlushDenormals flush_denormals;
  const Kernels& kernels = best_kernels();
  logits.resize(contexts.rows(), features.words.rows());
  probabilities.resize(contexts.rows(), features.words.rows());
  if (features.is_tied())
    multiply(kernels.product_transposed, contexts, features.words, logits);
  else
    multiply(kernels.product, contexts, features.W_u, logits);
  for (Index i = 0; i < logits.rows(); ++i)
    kernels.softmax(logits.row(i).data(), probabilities.row(i).data(), logits.cols(), 1);
}

NextWordBatch::NextWordBatch(std::span<const std::vector<Index>> sentences, LossOver over) {
  for (const std::vector<Index>& sentence : sentences) {
    const Index size = std::ssize(sentence) - 1;
    sentences_.push_back({std::ssize(words_), size});
    for (Index position = 0; position < size; ++position) {
      const auto p = static_cast<std::size_t>(position);
      if (over == LossOver::every_position || position == size - 1) {
        predicting_.push_back(std::ssize(words_));
        next_words_.push_back(sentence[p + 1]);
      }
      words_.push_back(sentence[p]);
      positions_.push_back(position);
    }
  }
}

void NextWordBatch::use_dropout(const Dropout& dropout, Index n_heads) {
  dropout_ = dropout;
  const Index n = std::ssize(words_);
  dropout_masks_.assign(static_cast<std::size_t>(n_heads), Matrix::Constant(n, n, 1));
}

void NextWordBatch::keep_weights(Index head, std::size_t sentence, std::span<const std::uint8_t> kept) {
  const Span& rows = sentences_[sentence];
  assert(std::ssize(kept) == rows.size * rows.size);
  const Scalar factor = dropout_.factor_of_kept();
  auto mask =
      dropout_masks_[static_cast<std::size_t>(head)].block(rows.first, rows.first, rows.size, rows.size);
  std::size_t next = 0;
  for (Index query = 0; query < rows.size; ++query)
    for (Index key = 0; key < rows.size; ++key) mask(query, key) = kept[next++] != 0 ? factor : Scalar{0};
}

/// While it lives, the model has the embeddings and dropout of the batch.
class NextWordBatch::Exchange {
 public:
  Exchange(NextWordBatch& batch, Model& model) : batch_(batch), model_(model) { exchange(); }
  ~Exchange() { exchange(); }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

 private:
  void exchange() {
    std::swap(model_.token_embeddings, batch_.token_embeddings_);
    std::swap(model_.position_embeddings, batch_.position_embeddings_);
    std::swap(model_.options.dropout, batch_.dropout_);
  }

  NextWordBatch& batch_;
  Model& model_;
};

void NextWordBatch::predict(Model& model, const WordFeatures& features) {
  gather_rows(features.words, words_, token_embeddings_.edit());
  if (model.has_positions()) gather_rows(features.positions, positions_, position_embeddings_.edit());
  {
    const Exchange exchange(*this, model);
    forward_sentences(model, sentences_, trace_, dropout_masks_);
  }
  gather_rows(trace_.context, predicting_, contexts_);
  predict_words(contexts_, features, logits_, probabilities_);
}

double NextWordBatch::sum_of_losses() const {
  double sum = 0;
  for (Index i = 0; i < logits_.rows(); ++i)
    sum += loss_of_word(logits_.row(i), probabilities_.row(i), next_words_[static_cast<std::size_t>(i)]);
  return sum;
}

double loss_of_word(const Eigen::Ref<const RowVector>& logits,
                    const Eigen::Ref<const RowVector>& probabilities, Index word) {
  // −ln P = ln Σ_j exp(logit_j − maximum) − (logit − maximum), because P may round to 0. The sum is 1 ÷ the
  // largest probability.
  Index most_probable = 0;
  const Scalar largest = probabilities.maxCoeff(&most_probable);
  return static_cast<double>(logits(most_probable)) - static_cast<double>(logits(word)) -
         std::log(static_cast<double>(largest));
}

bool is_most_probable(const RowVector& probabilities, Index word) {
  for (Index other = 0; other < probabilities.size(); ++other)
    if (other != word && !(probabilities(other) < probabilities(word))) return false;
  return true;
}

bool NextWordBatch::is_right(Index prediction) const {
  return is_most_probable(probabilities_.row(prediction), next_words_[static_cast<std::size_t>(prediction)]);
}

void NextWordBatch::differentiate(Model& model, const WordFeatures& features, Scalar share) {
  // 1. From the loss to the logits: ∂ −ln P ÷ ∂logits = probabilities, less 1 for the right word.
  logit_gradient_ = probabilities_ * share;
  for (Index i = 0; i < logit_gradient_.rows(); ++i)
    logit_gradient_(i, next_words_[static_cast<std::size_t>(i)]) -= share;

  // 2. From the logits to the contexts.
  {
    const FlushDenormals flush_denormals;
    predicted_gradient_.resize(contexts_.rows(), contexts_.cols());
    if (features.is_tied())
      multiply(best_kernels().product, logit_gradient_, features.words, predicted_gradient_);
    else
      multiply(best_kernels().product_transposed, logit_gradient_, features.W_u, predicted_gradient_);
    context_gradient_.setZero(trace_.context.rows(), trace_.context.cols());
    add_rows(predicted_gradient_, predicting_, context_gradient_);
  }

  // 3. From the contexts to everything else.
  const Exchange exchange(*this, model);
  const std::array seeds = {Seed{{MatrixName::context}, view_of(context_gradient_)}};
  backward_sentences(model, sentences_, trace_, seeds, gradients_);
}

std::optional<Scalar> NextWordBatch::gradient_from(std::size_t sentence, const Model& model,
                                                   const WordFeatures& features, const CellRef& cell) const {
  const MatrixName name = cell.matrix.name;
  if (name == MatrixName::W_u) return output_gradient_from(sentence, cell.row, cell.column);
  if (name == word_embeddings(model)) {
    const Scalar as_input = input_gradient_from(sentence, words_, cell);
    return features.is_tied() ? as_input + output_gradient_from(sentence, cell.column, cell.row) : as_input;
  }
  if (name == MatrixName::position_embeddings) return input_gradient_from(sentence, positions_, cell);
  const Layer* layer = layer_of(name);
  if (layer == nullptr || name == layer->product) return std::nullopt;
  Scalar sum = 0;
  for (const TokenProduct& token : token_products(sentence, model, cell)) sum += token.input * token.gradient;
  return sum;
}

std::vector<TokenProduct> NextWordBatch::token_products(std::size_t sentence, const Model& model,
                                                        const CellRef& cell) const {
  const MatrixName name = cell.matrix.name;
  const Layer* layer = layer_of(name);
  if (layer == nullptr || name == layer->product || name == MatrixName::W_u) return {};
  const bool is_output = layer->product == MatrixName::context;
  const Matrix& product =
      is_output ? context_gradient_ : *find(gradients_, {layer->product, cell.matrix.head});
  const MatrixView inputs = is_output ? matrix_view(model, trace_, {MatrixName::concatenated})
                                      : view_of(model.has_positions() ? trace_.X : *token_embeddings_);
  std::vector<TokenProduct> tokens;
  const Span& rows = sentences_[sentence];
  for (Index row = rows.first; row < rows.end(); ++row) {
    const Scalar input = name == layer->bias ? Scalar{1} : inputs(row, cell.row);
    const Scalar gradient = product(row, cell.column);
    if (input == 0 || gradient == 0) continue;
    tokens.push_back({row - rows.first, input, gradient});
    if (is_output) continue;
    const auto head = static_cast<std::size_t>(cell.matrix.head);
    tokens.back().through = products_over_tokens(trace_.heads[head], gradients_.heads[head], layer->product,
                                                 rows, row, cell.column);
  }
  return tokens;
}

Scalar NextWordBatch::input_gradient_from(std::size_t sentence, const std::vector<Index>& table_rows,
                                          const CellRef& cell) const {
  Scalar sum = 0;
  for (Index row = sentences_[sentence].first; row < sentences_[sentence].end(); ++row)
    if (table_rows[static_cast<std::size_t>(row)] == cell.row) sum += gradients_.X(row, cell.column);
  return sum;
}

Scalar NextWordBatch::output_gradient_from(std::size_t sentence, Index feature, Index word) const {
  const Span& rows = sentences_[sentence];
  Scalar sum = 0;
  for (Index i = 0; i < n_predictions(); ++i) {
    const Index row = predicting_[static_cast<std::size_t>(i)];
    if (row >= rows.first && row < rows.end()) sum += contexts_(i, feature) * logit_gradient_(i, word);
  }
  return sum;
}

void NextWordBatch::add_word_gradient(const WordFeatures& features, Matrix& sum) const {
  const FlushDenormals flush_denormals;
  if (features.is_tied()) add_product(logit_gradient_.transpose(), contexts_, sum);
  add_rows(gradients_.X, words_, sum);
}

void NextWordBatch::add_output_gradient(Matrix& sum) const {
  const FlushDenormals flush_denormals;
  add_product(contexts_.transpose(), logit_gradient_, sum);
}

void NextWordBatch::add_position_gradient(Matrix& sum) const {
  add_rows(gradients_.X, positions_, sum);
}

std::vector<NextWordBatch> next_word_batches(const Corpus& corpus, LossOver over) {
  std::vector<NextWordBatch> batches;
  const std::span sentences(corpus.sentences);
  std::size_t first = 0;
  Index n_rows = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const Index size = std::ssize(sentences[i]) - 1;
    if (n_rows + size > rows_of_batch && i > first) {
      batches.emplace_back(sentences.subspan(first, i - first), over);
      first = i;
      n_rows = 0;
    }
    n_rows += size;
  }
  if (first < sentences.size()) batches.emplace_back(sentences.subspan(first), over);
  return batches;
}

}  // namespace attention_lab
