#include "core/steps/step.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "core/steps/place.h"
#include "core/steps/step_table.h"

namespace attention_lab {
namespace {

bool is_there(const Model& model, StepKind kind) {
  const auto condition = step_row(kind).is_there;
  return condition == nullptr || condition(model);
}

class Path {
 public:
  Path(const Model& model, Index token) : model_(model), token_(token) {}

  std::vector<Step> steps() {
    add(StepKind::embedding);
    add(StepKind::position);
    add_query();
    for (Index key = 0; key < model_.n_tokens(); ++key) add_score(key);
    add_for_each_key(StepKind::scaled_score);
    add(StepKind::mask);
    add(StepKind::row_maximum);
    add_for_each_key(StepKind::exponential);
    add(StepKind::exponential_sum);
    add_for_each_key(StepKind::weight);
    add(StepKind::dropout);
    for (Index key = 0; key < model_.n_tokens(); ++key) {
      add(StepKind::value, key);
      add(StepKind::accumulation, key);
    }
    add(StepKind::concatenation);
    add(StepKind::output);
    return std::move(steps_);
  }

 private:
  void add(StepKind kind, Index key = 0, Index column = 0, Index term = 0) {
    if (is_there(model_, kind)) steps_.push_back({kind, token_, key, column, term});
  }

  void add_for_each_key(StepKind kind) {
    for (Index key = 0; key < model_.n_tokens(); ++key) add(kind, key);
  }

  void add_query() {
    if (model_.is_identity() || model_.d_k() > most_terms) return add(StepKind::query);
    for (Index column = 0; column < model_.d_k(); ++column) {
      if (model_.d_model() > most_terms) {
        add(StepKind::query_entry, 0, column);
        continue;
      }
      for (Index term = 0; term < model_.d_model(); ++term) add(StepKind::query_term, 0, column, term);
      if (has_query_bias()) add(StepKind::query_bias, 0, column);
    }
  }

  // The list is the same for every head: if one head has the bias, all have the step.
  bool has_query_bias() const {
    return std::any_of(model_.heads.begin(), model_.heads.end(),
                       [](const Head& head) { return head.b_q->size() > 0; });
  }

  void add_score(Index key) {
    add(StepKind::key, key);
    const Index terms = has_score_terms(model_) ? model_.d_k() : 0;
    for (Index term = 0; term < terms; ++term) add(StepKind::score_term, key, 0, term);
    add(StepKind::score, key);
  }

  const Model& model_;
  Index token_;
  std::vector<Step> steps_;
};

bool is_context(const Model& model, MatrixName name) {
  return shown_matrix(model, name) == MatrixName::context;
}

bool is_same_step(const Step& a, const Step& b) {
  return a.kind == b.kind && a.key == b.key && a.column == b.column && a.term == b.term;
}

}  // namespace

Stage stage_of(StepKind kind) {
  return step_row(kind).stage;
}

const char* tick_name(const Model& model, Stage stage) {
  switch (stage) {
    case Stage::embeddings: return "";
    case Stage::positions: return "Position";
    case Stage::queries: return "Query";
    case Stage::keys: return "Keys";
    case Stage::values: return "Values";
    case Stage::scores: return "Scores";
    case Stage::scaled_scores: return "Scale";
    case Stage::masked_scores: return "Mask";
    case Stage::weights: return "Softmax";
    case Stage::dropped_weights: return "Dropout";
    case Stage::head_outputs: return is_context(model, MatrixName::head_output) ? "Context" : "Head output";
    case Stage::concatenated: return is_context(model, MatrixName::concatenated) ? "Context" : "";
    case Stage::contexts: return "Context";
  }
  return "";
}

bool has_score_terms(const Model& model) {
  return model.d_k() > 1 && model.d_k() <= most_terms && model.n_tokens() <= most_keys_in_terms;
}

std::vector<Step> steps_of(const Model& model, Index token) {
  assert(token >= 0 && token < model.n_tokens());
  return Path(model, token).steps();
}

std::vector<Step> matrix_steps_of(const Model& model) {
  std::vector<Step> steps;
  for (auto kind = StepKind::all_embeddings; kind <= StepKind::all_contexts;
       kind = static_cast<StepKind>(static_cast<int>(kind) + 1)) {
    if (is_there(model, kind)) steps.push_back({kind, 0, 0, 0, 0});
  }
  return steps;
}

Index same_stage(const std::vector<Step>& from, Index at, const std::vector<Step>& to) {
  if (from.empty() || to.empty()) return 0;
  const Step& here = from[static_cast<std::size_t>(std::clamp<Index>(at, 0, std::ssize(from) - 1))];
  const Stage stage = stage_of(here.kind);
  std::optional<Index> same_kind;
  std::optional<Index> nearest;  // the first step of the latest stage not after `stage`
  for (Index i = 0; i < std::ssize(to); ++i) {
    const Step& there = to[static_cast<std::size_t>(i)];
    if (is_same_step(here, there)) return i;
    if (!same_kind && there.kind == here.kind) same_kind = i;
    const Stage reached = stage_of(there.kind);
    if (reached > stage) continue;
    if (!nearest || reached > stage_of(to[static_cast<std::size_t>(*nearest)].kind)) nearest = i;
  }
  return same_kind.value_or(nearest.value_or(0));
}

}  // namespace attention_lab
