#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/commands/output.h"
#include "app/commands/training_task.h"
#include "app/files/training_target.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "core/document/vocabulary.h"
#include "core/training/match_objective.h"
#include "core/training/reachable_target.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// Why training would give equal words different embeddings, where they share one.
std::optional<Error> refuse_shared_words(const Document& document) {
  for (Index token = 0; token < document.model.n_tokens(); ++token) {
    if (tokens_sharing_with(document, token).size() == 1) continue;
    return Error{
        ErrorCode::not_editable,
        filled("<word> has one embedding wherever it occurs, but training would give each occurrence "
               "its own; train other matrices, or give each token its own embedding first.",
               {{"word", in_curly_quotes(document.tokens[static_cast<std::size_t>(token)])}}),
        to_string(word_embeddings(document.model))};
  }
  return std::nullopt;
}

/// Towards the attention weights of a target.
class MatchTask final : public TrainingTask {
 public:
  explicit MatchTask(const TrainOptions& options) : target_(options.target), head_(options.head - 1) {}

  std::optional<Error> refuse(const Document& document) const override {
    if (head_ < 0 || head_ >= document.model.n_heads())
      return no_such("head", head_ + 1, 1, document.model.n_heads());
    return edits::refuse_edit(document, {MatrixName::W_q, head_});
  }

  Result<Document> with_data(Document document) const override {
    if (!target_.empty()) {
      Result<LoadedTarget> loaded = read_training_target(target_, document.model);
      if (!loaded) return loaded.error();
      warn(loaded->warnings);
      Result<Document> with_target = edits::set_target(document, loaded->target);
      if (!with_target) return with_target.error();
      document.target = with_target->target;
    }
    if (document.target->size() > 0) return document;
    return Error{
        ErrorCode::not_found,
        document.corpus.empty()
            ? "The document has no target; give one with --target FILE."
            : "The document has no target; give one with --target FILE, or learn the next words of its "
              "corpus with --objective next-word."};
  }

  Result<std::unique_ptr<TrainingObjective>> objective(const Document& document) const override {
    return std::unique_ptr<TrainingObjective>(std::make_unique<MatchObjective>(document.model, head_));
  }

  std::vector<MatrixName> usual_matrices() const override { return {MatrixName::W_q, MatrixName::W_k}; }

  std::optional<Error> refuse_matrices(const Document& document,
                                       const std::vector<MatrixRef>& trained) const override {
    const MatrixRef embeddings{word_embeddings(document.model)};
    const bool are_trained = std::find(trained.begin(), trained.end(), embeddings) != trained.end();
    return are_trained ? refuse_shared_words(document) : std::nullopt;
  }

  std::vector<std::string> remarks(const Document& document) const override {
    return document.model.has_dropout() ? std::vector<std::string>{dropout_does_not_matter}
                                        : std::vector<std::string>{};
  }

  std::string summary(const TrainingRun& run, const Document& trained, double first_loss) const override {
    std::string losses = loss_sentence("the entropy of the target", run, first_loss);
    const Result<TargetReach> reach = find_reach(run.objective(), head_, run.settings());
    if (!reach || reach->reach == Reach::reachable) return losses;
    return filled("<losses> <reach>",
                  {{"losses", losses}, {"reach", describe_reach(*reach, trained.tokens)}});
  }

 private:
  std::string target_;
  Index head_;
};

}  // namespace

std::unique_ptr<TrainingTask> match_task(const TrainOptions& options) {
  return std::make_unique<MatchTask>(options);
}

}  // namespace attention_lab
