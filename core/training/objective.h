// What training minimises, and with which settings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/attention/types.h"
#include "core/shared.h"
#include "core/training/optimizer.h"
#include "core/training/token_products.h"

namespace attention_lab {

/// What may change in the middle of a run.
struct TrainingSettings {
  OptimizerSettings optimizer;
  std::vector<MatrixRef> trained;  ///< in order of computation; other matrices keep their numbers
  Shared<Matrix> target{};         ///< of an objective that has one (target.h), or empty

  bool operator==(const TrainingSettings& other) const {
    return optimizer == other.optimizer && trained == other.trained &&
           (target.identity() == other.target.identity() || *target == *other.target);
  }
};

/// The part of a gradient that comes from one sentence.
struct SentencePart {
  std::vector<std::string> sentence;
  Scalar gradient = 0;
  std::vector<TokenProduct> tokens;  ///< that add up to the gradient, those of 0 left out; or empty
};

/// A loss as a function of the numbers of a model, with its gradient. It owns its model, so that training
/// never changes a document before its result is taken into it.
class TrainingObjective {
 public:
  virtual ~TrainingObjective() = default;

  /// The matrices that training can change, in order of computation.
  virtual std::vector<MatrixRef> parameters() const = 0;
  /// The present numbers of one of them.
  virtual WritableView values(const MatrixRef& parameter) = 0;
  virtual MatrixView values(const MatrixRef& parameter) const = 0;
  /// ∂loss ÷ ∂parameter, as of the last evaluate().
  virtual MatrixView gradient(const MatrixRef& parameter) const = 0;

  /// The words whose features are a parameter, one row each; empty if the rows of its embeddings belong to
  /// the document's tokens.
  virtual const std::vector<std::string>& words() const {
    static const std::vector<std::string> none;
    return none;
  }

  /// Minimises what these settings ask for from now on.
  virtual void use(const TrainingSettings&) {}
  /// Draws what is random in a step, such as dropped weights; the same for the same step. evaluate() uses it
  /// until the next call, and that of step 0 before the first one.
  virtual void draw(std::int64_t) {}
  /// The loss in nats at the present numbers; computes all gradients. Allocates nothing after the first call.
  virtual double evaluate() = 0;
  /// The smallest loss that any model could reach, such as the entropy of the target.
  virtual double least_loss() const = 0;

  /// The loss of sentences that are not learned, at the numbers of the last evaluate(); nullopt if there are
  /// none. Allocates nothing after the first call.
  virtual std::optional<double> held_out_loss() { return std::nullopt; }
  /// ∂loss ÷ ∂cell as a sum with one part per sentence, of the last evaluate(). Empty if the loss is not that
  /// of sentences.
  virtual std::vector<SentencePart> gradient_by_sentence(const CellRef&) const { return {}; }

  virtual const Model& model() const = 0;
  /// The forward pass of the last evaluate().
  virtual const Trace& trace() const = 0;
  /// All gradients of that pass; null if the loss comes from several passes.
  virtual const Stages* gradients() const { return nullptr; }
};

}  // namespace attention_lab
