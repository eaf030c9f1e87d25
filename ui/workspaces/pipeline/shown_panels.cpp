#include "ui/workspaces/pipeline/shown_panels.h"

#include <numeric>
#include <utility>

namespace attention_lab {
namespace {

/// The ranges of B's numbers, which are the same as long as the document is.
StageRanges ranges_of_present(const Session& session, ValueRanges& known, const std::vector<Index>& heads) {
  StageRanges ranges;
  for (const Index head : heads) {
    StageRanges of_head;
    for (const MatrixName name : all_matrix_names) {
      const MatrixRef ref{name, is_per_head(name) ? head : 0};
      if (matrix_view(session.model(), session.trace(), ref).size() > 0)
        of_head[name] = known.of(session, ref);
    }
    ranges = joined(std::move(ranges), of_head);
  }
  return ranges;
}

/// What is compared, computed again only if something has changed.
const ComparedStates& compared_states(const Session& session, ViewState& view,
                                      const std::vector<Index>& heads) {
  std::shared_ptr<const ComparedStates>& kept = view.pipeline.compared;
  const std::shared_ptr<const Snapshot>& pinned = view.figures.pinned;
  if (kept && kept->revision == session.revision() && kept->pinned == pinned && kept->heads == heads)
    return *kept;
  kept = std::make_shared<const ComparedStates>(
      ComparedStates{session.revision(), pinned, heads,
                     ComparedStages({session.document(), session.trace()}, pinned->state(), heads)});
  return *kept;
}

}  // namespace

std::vector<Index> shown_heads(const Session& session, const ViewState& view,
                               std::optional<MatrixName> focus) {
  const Index n_heads = session.model().n_heads();
  if (!view.pipeline.shows_all_heads || n_heads == 1 || view.steps.is_open) return {view.shown_head};
  std::vector<Index> heads(static_cast<std::size_t>(n_heads));
  std::iota(heads.begin(), heads.end(), Index{0});
  heads = heads_shown({session.document(), session.trace()}, heads, focus);
  return heads.size() > 1 ? heads : std::vector<Index>{view.shown_head};
}

Comparison shown_comparison(const ViewState& view) {
  const bool is_about_present = view.steps.is_open || view.influence.cell();
  return view.figures.pinned && !is_about_present ? view.pipeline.comparison : Comparison::none;
}

void take_panels(const Session& session, ViewState& view, PipelineFigureSpec& spec) {
  const std::vector<Index> heads = shown_heads(session, view, spec.focus);
  const Comparison comparison = shown_comparison(view);
  const std::vector<Index> of_ranges = heads_of_ranges(session.model(), heads);
  spec.ranges = ranges_of_present(session, view.ranges, of_ranges);
  const LabState present{session.document(), session.trace()};
  if (comparison == Comparison::none) {
    view.pipeline.compared.reset();
    return take_panels(spec, present, heads, comparison, nullptr, nullptr);
  }
  const ComparedStates& compared = compared_states(session, view, of_ranges);
  const LabState pinned = compared.pinned->state();
  take_panels(spec, present, heads, comparison, &pinned, &compared.stages);
}

}  // namespace attention_lab
