// The parts of the command `train` that depend on the objective.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/train_options.h"
#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/result.h"
#include "core/training/training_run.h"

namespace attention_lab {

class TrainingTask {
 public:
  virtual ~TrainingTask() = default;

  /// Why this document cannot be trained, whatever is to be learned.
  virtual std::optional<Error> refuse(const Document&) const { return std::nullopt; }
  /// The document with what is to be learned (a target, a corpus), from the files of the options or its own.
  virtual Result<Document> with_data(Document document) const = 0;
  virtual Result<std::unique_ptr<TrainingObjective>> objective(const Document& document) const = 0;

  /// The matrices that are trained without --train; those that the document does not have are left out.
  virtual std::vector<MatrixName> usual_matrices() const = 0;
  /// Why these matrices of the document cannot be trained.
  virtual std::optional<Error> refuse_matrices(const Document&, const std::vector<MatrixRef>&) const {
    return std::nullopt;
  }
  /// What the user should know before training starts, one sentence each.
  virtual std::vector<std::string> remarks(const Document&) const { return {}; }
  /// What training achieved.
  virtual std::string summary(const TrainingRun& run, const Document& trained, double first_loss) const = 0;
};

std::unique_ptr<TrainingTask> match_task(const TrainOptions& options);
std::unique_ptr<TrainingTask> next_word_task(const TrainOptions& options);

/// Steps, optimizer, rate, and the first, last and least loss of the run; `least` says what the last one is:
/// "the entropy of the target".
std::string loss_sentence(const char* least, const TrainingRun& run, double first_loss);

}  // namespace attention_lab
