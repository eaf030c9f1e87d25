#include "ui/steps/step_completions.h"

#include <algorithm>
#include <utility>

#include "core/steps/place.h"

namespace attention_lab {
namespace {

class Completions {
 public:
  Completions(const Session& session, Index head) : session_(session), model_(session.model()), head_(head) {}

  StepCompletions of(const std::vector<Step>& steps) {
    for (std::size_t at = 0; at < steps.size(); ++at) add(steps[at], at);
    return std::move(found_);
  }

 private:
  void add(const Step& step, std::size_t at) {
    const bool is_trainable = model_.options.projection == Projection::trainable;
    switch (step.kind) {
      case StepKind::position: all(MatrixName::X, at); break;
      case StepKind::query_term:
      case StepKind::query_bias:
      case StepKind::query_entry: one(MatrixName::Q, step.column, at); break;
      case StepKind::query:
        if (is_trainable) all(MatrixName::Q, at);
        break;
      case StepKind::key: row(MatrixName::K, step.key, at); break;
      case StepKind::score_term:
      case StepKind::score: one(MatrixName::scores, step.key, at); break;
      case StepKind::scaled_score: one(MatrixName::scaled_scores, step.key, at); break;
      case StepKind::mask: all(MatrixName::masked_scores, at); break;
      case StepKind::exponential:
      case StepKind::weight: one(MatrixName::weights, step.key, at); break;
      case StepKind::dropout: all(MatrixName::dropped_weights, at); break;
      case StepKind::value: row(MatrixName::V, step.key, at); break;
      case StepKind::accumulation: all(MatrixName::head_output, at); break;
      case StepKind::concatenation: all(MatrixName::concatenated, at); break;
      case StepKind::output: all(MatrixName::context, at); break;
      default: break;
    }
  }

  std::vector<std::size_t>& columns(MatrixName name) {
    const MatrixName shown = shown_matrix(model_, name);
    const MatrixRef ref{shown, is_per_head(shown) ? head_ : 0};
    std::vector<std::size_t>& columns = found_.cells[shown];
    columns.resize(static_cast<std::size_t>(matrix_view(model_, session_.trace(), ref).cols()), 0);
    return columns;
  }
  void one(MatrixName name, Index column, std::size_t at) {
    columns(name)[static_cast<std::size_t>(column)] = at;
  }
  void all(MatrixName name, std::size_t at) {
    std::vector<std::size_t>& cells = columns(name);
    std::fill(cells.begin(), cells.end(), at);
  }
  void row(MatrixName name, Index index, std::size_t at) {
    std::vector<std::size_t>& rows = found_.rows[name];
    rows.resize(static_cast<std::size_t>(model_.n_tokens()), 0);
    rows[static_cast<std::size_t>(index)] = at;
  }

  const Session& session_;
  const Model& model_;
  Index head_;
  StepCompletions found_;
};

}  // namespace

StepCompletions completions_of(const Session& session, Index head, const std::vector<Step>& steps) {
  return Completions(session, head).of(steps);
}

bool is_to_come(const StepCompletions& completions, const CellRef& cell, Index token, std::size_t at) {
  const auto is_later = [&](const auto& of_matrix, Index index) {
    const auto found = of_matrix.find(cell.matrix.name);
    if (found == of_matrix.end()) return false;
    const auto place = static_cast<std::size_t>(index);
    return place < found->second.size() && found->second[place] > at;
  };
  return is_later(completions.rows, cell.row) ||
         (cell.row == token && is_later(completions.cells, cell.column));
}

}  // namespace attention_lab
