#include "ui/figures/pipeline/stage_ranges.h"

#include <numeric>
#include <utility>

namespace attention_lab {
namespace {

constexpr Index most_numbers_of_all_heads = 1'000'000;

}  // namespace

std::vector<Index> heads_of_ranges(const Model& model, std::vector<Index> shown) {
  const Index n = model.n_tokens();
  const Index n_of_head = (model.d_model() + n) * (2 * model.d_k() + model.d_v()) + 4 * n * n;
  if (model.n_heads() * n_of_head > most_numbers_of_all_heads) return shown;
  std::vector<Index> all(static_cast<std::size_t>(model.n_heads()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

StageRanges ranges_of_stages(const Model& model, const Trace& trace, Index head) {
  StageRanges ranges;
  for (const MatrixName name : all_matrix_names) {
    const MatrixView values = matrix_view(model, trace, {name, is_per_head(name) ? head : 0});
    if (values.size() > 0) ranges[name] = range_of(values, name == MatrixName::masked_scores);
  }
  return ranges;
}

StageRanges ranges_of_stages(const Model& model, const Trace& trace, const std::vector<Index>& heads) {
  StageRanges ranges;
  for (const Index head : heads) ranges = joined(std::move(ranges), ranges_of_stages(model, trace, head));
  return ranges;
}

StageRanges joined(StageRanges a, const StageRanges& b) {
  for (const auto& [name, range] : b) {
    const auto [entry, is_new] = a.try_emplace(name, range);
    if (!is_new) entry->second = joined(entry->second, range);
  }
  return a;
}

}  // namespace attention_lab
