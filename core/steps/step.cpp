#include "core/steps/step.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace attention_lab {
namespace {

class Path {
 public:
  Path(const Model& model, Index token) : model_(model), token_(token) {}

  std::vector<Step> steps() {
    add(StepKind::embedding);
    if (model_.has_positions()) add(StepKind::position);
    add_query();
    for (Index key = 0; key < model_.n_tokens(); ++key) add_score(key);
    add_for_each_key(StepKind::scaled_score);
    if (model_.options.mask != Mask::none) add(StepKind::mask);
    add(StepKind::row_maximum);
    add_for_each_key(StepKind::exponential);
    add(StepKind::exponential_sum);
    add_for_each_key(StepKind::weight);
    if (model_.has_dropout()) add(StepKind::dropout);
    for (Index key = 0; key < model_.n_tokens(); ++key) {
      if (!is_identity()) add(StepKind::value, key);
      add(StepKind::accumulation, key);
    }
    if (model_.n_heads() > 1) add(StepKind::concatenation);
    if (model_.has_output_projection()) add(StepKind::output);
    return std::move(steps_);
  }

 private:
  bool is_identity() const { return model_.options.projection == Projection::identity; }

  void add(StepKind kind, Index key = 0, Index column = 0, Index term = 0) {
    steps_.push_back({kind, token_, key, column, term});
  }

  void add_for_each_key(StepKind kind) {
    for (Index key = 0; key < model_.n_tokens(); ++key) add(kind, key);
  }

  void add_query() {
    if (is_identity() || model_.d_k() > most_terms) return add(StepKind::query);
    for (Index column = 0; column < model_.d_k(); ++column) {
      if (model_.d_model() > most_terms) {
        add(StepKind::query_entry, 0, column);
        continue;
      }
      for (Index term = 0; term < model_.d_model(); ++term) add(StepKind::query_term, 0, column, term);
      if (has_query_bias()) add(StepKind::query_bias, 0, column);
    }
  }

  // Lists are the same for every head: one with a bias gives all of them the step.
  bool has_query_bias() const {
    return std::any_of(model_.heads.begin(), model_.heads.end(),
                       [](const Head& head) { return head.b_q->size() > 0; });
  }

  void add_score(Index key) {
    if (!is_identity()) add(StepKind::key, key);
    const Index terms = model_.d_k();
    const bool has_terms = terms > 1 && terms <= most_terms && model_.n_tokens() <= most_keys_in_terms;
    for (Index term = 0; has_terms && term < terms; ++term) add(StepKind::score_term, key, 0, term);
    add(StepKind::score, key);
  }

  const Model& model_;
  Index token_;
  std::vector<Step> steps_;
};

bool is_same_step(const Step& a, const Step& b) {
  return a.kind == b.kind && a.key == b.key && a.column == b.column && a.term == b.term;
}

}  // namespace

Stage stage_of(StepKind kind) {
  switch (kind) {
    case StepKind::embedding:
    case StepKind::all_embeddings: return Stage::embeddings;
    case StepKind::position:
    case StepKind::all_positions: return Stage::positions;
    case StepKind::query_term:
    case StepKind::query_bias:
    case StepKind::query_entry:
    case StepKind::query:
    case StepKind::all_queries: return Stage::queries;
    case StepKind::key:
    case StepKind::all_keys:
    case StepKind::all_transposed_keys: return Stage::keys;
    case StepKind::value:
    case StepKind::all_values: return Stage::values;
    case StepKind::score_term:
    case StepKind::score:
    case StepKind::all_scores: return Stage::scores;
    case StepKind::scaled_score:
    case StepKind::all_scaled_scores: return Stage::scaled_scores;
    case StepKind::mask:
    case StepKind::all_masked_scores: return Stage::masked_scores;
    case StepKind::row_maximum:
    case StepKind::exponential:
    case StepKind::exponential_sum:
    case StepKind::weight:
    case StepKind::all_weights: return Stage::weights;
    case StepKind::dropout:
    case StepKind::all_dropped_weights: return Stage::dropped_weights;
    case StepKind::accumulation:
    case StepKind::all_head_outputs: return Stage::head_outputs;
    case StepKind::concatenation:
    case StepKind::all_concatenated: return Stage::concatenated;
    case StepKind::output:
    case StepKind::all_contexts: return Stage::contexts;
  }
  return Stage::embeddings;
}

std::vector<Step> steps_of(const Model& model, Index token) {
  assert(token >= 0 && token < model.n_tokens());
  return Path(model, token).steps();
}

std::vector<Step> matrix_steps_of(const Model& model) {
  const bool is_identity = model.options.projection == Projection::identity;
  std::vector<Step> steps;
  const auto add = [&](StepKind kind, bool is_there = true) {
    if (is_there) steps.push_back({kind, 0, 0, 0, 0});
  };
  add(StepKind::all_embeddings);
  add(StepKind::all_positions, model.has_positions());
  add(StepKind::all_queries, !is_identity);
  add(StepKind::all_keys, !is_identity);
  add(StepKind::all_values, !is_identity);
  add(StepKind::all_transposed_keys);
  add(StepKind::all_scores);
  add(StepKind::all_scaled_scores);
  add(StepKind::all_masked_scores, model.options.mask != Mask::none);
  add(StepKind::all_weights);
  add(StepKind::all_dropped_weights, model.has_dropout());
  add(StepKind::all_head_outputs);
  add(StepKind::all_concatenated, model.n_heads() > 1);
  add(StepKind::all_contexts, model.has_output_projection());
  return steps;
}

Index same_stage(const std::vector<Step>& from, Index at, const std::vector<Step>& to) {
  if (from.empty() || to.empty()) return 0;
  const Step& here = from[static_cast<std::size_t>(std::clamp<Index>(at, 0, std::ssize(from) - 1))];
  const Stage stage = stage_of(here.kind);
  std::optional<Index> same_kind;
  std::optional<Index> nearest;  // the first step of the latest stage that is not beyond
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
