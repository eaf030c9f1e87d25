#include "core/training/next_word_objective.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "core/attention/forward.h"
#include "core/attention/positions.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// Words of the longest sentence, without its last one.
Index longest_prefix(const Corpus& corpus) {
  Index longest = 0;
  for (const std::vector<Index>& sentence : corpus.sentences)
    longest = std::max(longest, std::ssize(sentence) - 1);
  return longest;
}

std::optional<Error> refuse_positions(const Model& model, Index n_positions, Index needed) {
  if (model.options.positions != Positions::learned || needed <= n_positions) return std::nullopt;
  return Error{ErrorCode::wrong_shape,
               filled("The document's sentence has learned embeddings for only <positions>, but <needed> are "
                      "needed. Lengthen the sentence, or choose sinusoidal positions.",
                      {{"positions", counted(n_positions, "position")}, {"needed", needed}}),
               "position_embeddings"};
}

std::optional<Error> refuse_model(const Model& model, const Vocabulary& vocabulary, const Matrix& W_u) {
  const Index d_model = model.d_model();
  const Index d_out = model.d_out();
  if (vocabulary.embeddings->cols() != d_model) {
    return Error{
        ErrorCode::wrong_shape,
        filled("Each word has <features>, but d_model is <d_model>; change one of them so that they are "
               "equal.",
               {{"features", counted(vocabulary.embeddings->cols(), "feature")}, {"d_model", d_model}}),
        "vocabulary"};
  }
  const bool fits = W_u.rows() == d_model && W_u.cols() == std::ssize(vocabulary.words);
  if (W_u.size() > 0 && !fits) {
    return Error{ErrorCode::wrong_shape,
                 filled("W_u is <shape>, but there are <words> with <d_model> features; give it one row per "
                        "feature and one column per word.",
                        {{"shape", shape_text(W_u.rows(), W_u.cols())},
                         {"words", counted(std::ssize(vocabulary.words), "word")},
                         {"d_model", d_model}}),
                 "W_u"};
  }
  if (d_out == d_model) return std::nullopt;
  const char* sentence =
      W_u.size() > 0
          ? "Context vectors have <d_out> numbers, but W_u has <d_model> rows, so they cannot be multiplied; "
            "an output projection W_o with <d_model> columns makes them fit."
      : model.has_output_projection()
          ? "Context vectors have <d_out> numbers and words have <d_model>, so they cannot be "
            "compared; give W_o <d_model> columns."
          : "Context vectors have <d_out> numbers and words have <d_model>, so they cannot be "
            "compared; add an output projection W_o with <d_model> columns.";
  return Error{ErrorCode::wrong_shape, filled(sentence, {{"d_out", d_out}, {"d_model", d_model}}), "W_o"};
}

Error at_place(Error error, const char* text) {
  error.place =
      error.place.empty() ? text : filled("<text>, <line>", {{"text", text}, {"line", error.place}});
  return error;
}

}  // namespace

std::string describe_step_dropout(const Dropout& dropout) {
  return filled(
      "Each step drops different attention weights, each with probability <p>; held-out sentences and "
      "prompts are "
      "predicted with all weights.",
      {{"p", format_exactly(static_cast<float>(dropout.p))}});
}

double NextWordPrediction::loss_of(Index word) const {
  return loss_of_word(logits, probabilities, word);
}

Result<std::unique_ptr<NextWordObjective>> NextWordObjective::make(Model model, const Vocabulary& vocabulary,
                                                                   Corpus corpus, LossOver over, Matrix W_u) {
  if (std::optional<Error> refused = refuse_model(model, vocabulary, W_u)) return *std::move(refused);
  const Index n_positions = longest_prefix(corpus);
  WordFeatures features = {*vocabulary.embeddings, Matrix(), std::move(W_u)};
  if (model.options.positions == Positions::learned) features.positions = *model.position_embeddings;
  if (model.options.positions == Positions::sinusoidal)
    features.positions = sinusoidal_positions(n_positions, model.d_model());
  if (std::optional<Error> refused = refuse_positions(model, features.positions.rows(), n_positions))
    return *std::move(refused);
  model.options.mask = Mask::causal;
  const Dropout dropout = std::exchange(model.options.dropout, {});
  return std::unique_ptr<NextWordObjective>(new NextWordObjective(
      std::move(model), vocabulary.words, std::move(features), std::move(corpus), over, dropout));
}

Result<std::unique_ptr<NextWordObjective>> NextWordObjective::make(const Document& document, LossOver over) {
  if (!document.vocabulary) {
    return Error{ErrorCode::not_found,
                 "To learn next words, equal words must share one embedding; turn that on first.",
                 "vocabulary"};
  }
  const Vocabulary words = words_to_predict(document);
  Result<Corpus> corpus = make_corpus(document.corpus, words);
  if (!corpus) return at_place(corpus.error(), "corpus");
  Result<std::unique_ptr<NextWordObjective>> made =
      make(document.model, words, *std::move(corpus), over, *document.W_u);
  if (!made || trimmed(document.held_out).empty()) return made;
  Result<Corpus> held_out = make_corpus(document.held_out, words);
  if (!held_out) return at_place(held_out.error(), "held_out");
  if (Status held = (*made)->hold_out(*std::move(held_out)); !held) return held.error();
  return made;
}

NextWordObjective::NextWordObjective(Model model, std::vector<std::string> words, WordFeatures features,
                                     Corpus corpus, LossOver over, const Dropout& dropout)
    : model_(std::move(model)),
      words_(std::move(words)),
      features_(std::move(features)),
      corpus_(std::move(corpus)),
      over_(over),
      least_loss_(corpus_entropy(corpus_, over)),
      batches_(next_word_batches(corpus_, over)),
      dropout_(dropout) {
  if (dropout_.p > 0) step_dropout_.emplace(dropout_, model_.n_heads(), batches_);
  draw(0);
  give_embeddings(first_prefix(), model_);
  parameters_.push_back({word_embeddings(model_)});
  if (model_.options.positions == Positions::learned)
    parameters_.push_back({MatrixName::position_embeddings});
  for (const MatrixName name : all_matrix_names) {
    if (!is_parameter(name)) continue;
    for (Index head = 0; head < (is_per_head(name) ? model_.n_heads() : 1); ++head)
      if (matrix_view(model_, Trace{}, {name, head}).size() > 0) parameters_.push_back({name, head});
  }
  if (!features_.is_tied()) parameters_.push_back({MatrixName::W_u});
  for (const MatrixRef& ref : parameters_) {
    const WritableView numbers = values(ref);
    parameter_gradients_.emplace_back(Matrix::Zero(numbers.rows(), numbers.cols()));
  }
}

bool NextWordObjective::is_word_features(const MatrixRef& parameter) const {
  return parameter.name == word_embeddings(model_);
}

WritableView NextWordObjective::values(const MatrixRef& parameter) {
  const auto view = [](Matrix& matrix) { return WritableView(matrix.data(), matrix.rows(), matrix.cols()); };
  if (is_word_features(parameter)) return view(features_.words);
  if (parameter.name == MatrixName::position_embeddings) return view(features_.positions);
  if (parameter.name == MatrixName::W_u) return view(features_.W_u);
  return writable_view(model_, parameter);
}

MatrixView NextWordObjective::values(const MatrixRef& parameter) const {
  if (is_word_features(parameter)) return view_of(features_.words);
  if (parameter.name == MatrixName::position_embeddings) return view_of(features_.positions);
  if (parameter.name == MatrixName::W_u) return view_of(features_.W_u);
  return matrix_view(model_, trace_, parameter);
}

MatrixView NextWordObjective::gradient(const MatrixRef& parameter) const {
  const auto found = std::find(parameters_.begin(), parameters_.end(), parameter);
  assert(found != parameters_.end());
  return view_of(parameter_gradients_[static_cast<std::size_t>(found - parameters_.begin())]);
}

void NextWordObjective::draw(std::int64_t step) {
  if (step_dropout_) step_dropout_->draw(step, batches_);
}

double NextWordObjective::evaluate() {
  give_embeddings(first_prefix(), model_);
  is_trace_present_ = false;
  for (Matrix& gradient : parameter_gradients_) gradient.setZero();
  const Index count = n_predictions(corpus_, over_);
  double sum = 0;
  for (NextWordBatch& batch : batches_) {
    batch.predict(model_, features_);
    sum += batch.sum_of_losses();
    batch.differentiate(model_, features_, Scalar{1} / static_cast<Scalar>(count));
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const MatrixRef& ref = parameters_[i];
      if (is_word_features(ref)) {
        batch.add_word_gradient(features_, parameter_gradients_[i]);
      } else if (ref.name == MatrixName::W_u) {
        batch.add_output_gradient(parameter_gradients_[i]);
      } else if (ref.name == MatrixName::position_embeddings) {
        batch.add_position_gradient(parameter_gradients_[i]);
      } else if (ref.name != MatrixName::b_k) {
        parameter_gradients_[i] += *attention_lab::find(batch.gradients(), ref);
      }
    }
  }
  return sum / static_cast<double>(count);
}

std::span<const Index> NextWordObjective::first_prefix() const {
  const std::vector<Index>& sentence = corpus_.sentences.front();
  return std::span(sentence).first(sentence.size() - 1);
}

void NextWordObjective::give_embeddings(std::span<const Index> words, Model& model) const {
  const Index n = std::ssize(words);
  Matrix& rows = model.token_embeddings.edit();
  rows.resize(n, features_.words.cols());
  for (Index i = 0; i < n; ++i) rows.row(i) = features_.words.row(words[static_cast<std::size_t>(i)]);
  give_positions(model);
}

void NextWordObjective::give_positions(Model& model) const {
  if (!model.has_positions()) return;
  const Index n = model.n_tokens();
  Matrix& positions = model.position_embeddings.edit();
  if (n <= features_.positions.rows())
    positions = features_.positions.topRows(n);
  else
    positions = sinusoidal_positions(n, features_.words.cols());
}

const Trace& NextWordObjective::trace() const {
  if (!is_trace_present_) forward(model_, trace_);
  is_trace_present_ = true;
  return trace_;
}

Result<NextWordPrediction> NextWordObjective::predict(std::span<const Index> prompt) const {
  Matrix rows(std::ssize(prompt), features_.words.cols());
  for (Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = features_.words.row(prompt[static_cast<std::size_t>(i)]);
  return predict_rows(rows);
}

Result<NextWordPrediction> NextWordObjective::predict_rows(const Matrix& prompt) const {
  assert(prompt.rows() > 0);
  if (std::optional<Error> refused = refuse_positions(model_, features_.positions.rows(), prompt.rows()))
    return *std::move(refused);
  NextWordPrediction prediction = {.logits = {}, .probabilities = {}, .model = model_, .trace = {}};
  prediction.model.token_embeddings = prompt;
  give_positions(prediction.model);
  forward(prediction.model, prediction.trace);
  Matrix logits;
  Matrix probabilities;
  predict_words(prediction.trace.context.bottomRows(1), features_, logits, probabilities);
  prediction.logits = logits;
  prediction.probabilities = probabilities;
  return prediction;
}

Index NextWordObjective::find(std::string_view word) const {
  const auto found = std::find(words_.begin(), words_.end(), word);
  return found == words_.end() ? -1 : found - words_.begin();
}

Result<NextWordPrediction> NextWordObjective::predict_tokens(const Document& document) const {
  Matrix prompt = *document.model.token_embeddings;
  for (Index i = 0; i < prompt.rows(); ++i) {
    const Index word = find(document.tokens[static_cast<std::size_t>(i)]);
    if (word >= 0) prompt.row(i) = features_.words.row(word);
  }
  return predict_rows(prompt);
}

WordFeatures NextWordObjective::features_for(Index n_positions) const {
  WordFeatures features = features_;
  if (model_.options.positions == Positions::sinusoidal)
    features.positions = sinusoidal_positions(n_positions, model_.d_model());
  return features;
}

Result<NextWordScore> NextWordObjective::score(const Corpus& sentences) const {
  const Index longest = longest_prefix(sentences);
  if (std::optional<Error> refused = refuse_positions(model_, features_.positions.rows(), longest))
    return *std::move(refused);
  const WordFeatures features = features_for(longest);
  Model model = model_;
  NextWordScore score;
  for (NextWordBatch& batch : next_word_batches(sentences, LossOver::last_word)) {
    batch.predict(model, features);
    score.loss += batch.sum_of_losses();
    score.n_sentences += batch.n_predictions();
    for (Index i = 0; i < batch.n_predictions(); ++i) score.n_right += batch.is_right(i) ? 1 : 0;
  }
  score.loss /= static_cast<double>(score.n_sentences);
  return score;
}

Status NextWordObjective::hold_out(Corpus sentences) {
  const Index longest = longest_prefix(sentences);
  if (std::optional<Error> refused = refuse_positions(model_, features_.positions.rows(), longest))
    return *std::move(refused);
  // Computed positions cost nothing to have for longer sentences as well.
  if (longest > features_.positions.rows()) features_ = features_for(longest);
  held_out_ = std::move(sentences);
  held_out_batches_ = next_word_batches(held_out_, over_);
  return Done();
}

std::optional<double> NextWordObjective::held_out_loss() {
  if (held_out_batches_.empty()) return std::nullopt;
  double sum = 0;
  for (NextWordBatch& batch : held_out_batches_) {
    batch.predict(model_, features_);
    sum += batch.sum_of_losses();
  }
  return sum / static_cast<double>(attention_lab::n_predictions(held_out_, over_));
}

std::vector<SentencePart> NextWordObjective::gradient_by_sentence(const CellRef& cell) const {
  std::vector<SentencePart> parts;
  for (const NextWordBatch& batch : batches_) {
    for (std::size_t sentence = 0; sentence < batch.sentences().size(); ++sentence) {
      const std::optional<Scalar> part = batch.gradient_from(sentence, model_, features_, cell);
      if (!part) return {};
      SentencePart& added = parts.emplace_back();
      for (const Index word : corpus_.sentences[parts.size() - 1])
        added.sentence.push_back(words_[static_cast<std::size_t>(word)]);
      if (cell.matrix.name == MatrixName::b_k) continue;
      added.gradient = *part;
      added.tokens = batch.token_products(sentence, model_, cell);
    }
  }
  return parts;
}

}  // namespace attention_lab
