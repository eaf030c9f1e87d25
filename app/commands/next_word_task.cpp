#include <optional>
#include <string_view>
#include <utility>

#include "app/commands/training_task.h"
#include "app/files/corpus_file.h"
#include "core/document/edits.h"
#include "core/training/next_word_objective.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// The next words of the sentences of a corpus.
class NextWordTask final : public TrainingTask {
 public:
  explicit NextWordTask(const TrainOptions& options)
      : corpus_(options.corpus),
        held_out_(options.held_out),
        over_(options.loss_over),
        output_layer_(options.output_layer) {}

  std::optional<Error> refuse(const Document& document) const override {
    return edits::refuse_edit(document, {MatrixName::W_q});
  }

  Result<Document> with_data(Document document) const override {
    for (const bool is_held_out : {false, true}) {
      const std::string& file = is_held_out ? held_out_ : corpus_;
      if (file.empty()) continue;
      Result<std::string> text = read_corpus(file);
      if (!text) return text.error();
      std::optional<std::string> none;
      Result<Document> with_text = is_held_out ? edits::set_corpus(document, none, *std::move(text))
                                               : edits::set_corpus(document, *std::move(text), none);
      if (!with_text) return with_text;
      document = *std::move(with_text);
    }
    if (corpus_.empty() && trimmed(document.corpus).empty())
      return Error{ErrorCode::not_found, "The document has no corpus; give one with --corpus FILE."};
    if (!output_layer_) return document;
    return edits::set_output_layer(document, *output_layer_ == OutputLayer::linear);
  }

  Result<std::unique_ptr<TrainingObjective>> objective(const Document& document) const override {
    Result<std::unique_ptr<NextWordObjective>> made = NextWordObjective::make(document, over_);
    if (!made) return in_file(made.error());
    return std::unique_ptr<TrainingObjective>(*std::move(made));
  }

  std::vector<MatrixName> usual_matrices() const override {
    return {MatrixName::W_q, MatrixName::W_k, MatrixName::W_v, MatrixName::W_o, MatrixName::W_u};
  }

  std::vector<std::string> remarks(const Document& document) const override {
    std::vector<std::string> remarks;
    if (document.model.options.mask != Mask::causal) remarks.emplace_back(training_uses_causal_mask);
    if (document.model.has_dropout())
      remarks.push_back(describe_step_dropout(document.model.options.dropout));
    return remarks;
  }

  std::string summary(const TrainingRun& run, const Document&, double first_loss) const override {
    std::string losses = loss_sentence("the entropy of the corpus", run, first_loss);
    const auto& objective = dynamic_cast<const NextWordObjective&>(run.objective());
    if (objective.held_out().sentences.empty()) return losses;
    // Their positions were checked when they were held out.
    const NextWordScore score = objective.score(objective.held_out()).value();
    return filled("<losses>\nThe right last word is the most probable one in <right> of <sentences>.",
                  {{"losses", losses},
                   {"right", score.n_right},
                   {"sentences", counted(score.n_sentences, "held-out sentence")}});
  }

 private:
  /// The error with the name of the file instead of the document's key.
  Error in_file(Error error) const {
    for (const bool is_held_out : {false, true}) {
      const std::string& file = is_held_out ? held_out_ : corpus_;
      const std::string_view key = is_held_out ? "held_out" : "corpus";
      if (file.empty() || error.place.rfind(key, 0) != 0) continue;
      error.place = name_of_corpus(file) + error.place.substr(key.size());
    }
    return error;
  }

  std::string corpus_;
  std::string held_out_;
  LossOver over_;
  std::optional<OutputLayer> output_layer_;
};

}  // namespace

std::unique_ptr<TrainingTask> next_word_task(const TrainOptions& options) {
  return std::make_unique<NextWordTask>(options);
}

}  // namespace attention_lab
