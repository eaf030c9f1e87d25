#include "ui/figures/pipeline/stage_difference.h"

#include <algorithm>
#include <limits>

#include "core/words/matrix_words.h"
#include "core/words/templates.h"
#include "ui/figures/pipeline/pipeline_plan.h"

namespace attention_lab {
namespace {

class DifferenceBuilder {
 public:
  DifferenceBuilder(const LabState& b, const LabState& a)
      : b_(b.document.model),
        b_trace_(b.trace),
        a_(a.document.model),
        a_trace_(a.trace),
        result_{b.document, b.trace, {}, Mask::none, true} {}

  StageDifference build() {
    for (const MatrixName name : all_matrix_names) {
      const Index n_heads = is_per_head(name) ? b_.n_heads() : 1;
      for (Index head = 0; head < n_heads; ++head) {
        if (name == MatrixName::dropout_mask)
          subtract_masks(head);
        else
          subtract({name, head});
      }
    }
    const Index n_tokens = b_.n_tokens();
    if (a_.n_tokens() == n_tokens) result_.mask = hidden_by_both(a_.options.mask, b_.options.mask, n_tokens);
    return std::move(result_);
  }

 private:
  void subtract(const MatrixRef& ref) {
    const MatrixView b = matrix_view(b_, b_trace_, ref);
    if (b.size() == 0) return;
    if (is_given(b_, ref.name)) return write(ref, b, writable_view(result_.document.model, ref));
    Matrix* computed = find(result_.trace, ref);
    // Without a mask, masked scores are only another name of the scaled scores.
    if (computed == nullptr || computed->size() == 0) return;
    write(ref, b, {computed->data(), computed->rows(), computed->cols()});
  }

  void write(const MatrixRef& ref, const MatrixView& b, WritableView target) {
    const bool is_alias = ref.name == MatrixName::masked_scores && a_.options.mask == Mask::none;
    const MatrixView a = matrix_view(a_, a_trace_, ref);
    if (!is_alias && a.rows() == b.rows() && a.cols() == b.cols()) {
      target = b - a;
      // Not by the difference, which is no number where both scores are masked or something has overflowed.
      result_.is_nothing =
          result_.is_nothing && (a.array() == b.array() || (a.array().isNaN() && b.array().isNaN())).all();
      return;
    }
    target.setConstant(std::numeric_limits<Scalar>::quiet_NaN());
    result_.refused.push_back(ref);
    result_.is_nothing = false;
  }

  /// 0 only where both states drop the weight.
  void subtract_masks(Index head) {
    const MatrixRef ref{MatrixName::dropout_mask, head};
    const MatrixView b = matrix_view(b_, b_trace_, ref);
    const MatrixView a = matrix_view(a_, a_trace_, ref);
    if (b.size() == 0) return;
    Matrix& target = *find(result_.trace, ref);
    if (a.rows() == b.rows() && a.cols() == b.cols())
      target = b.cwiseMax(a);
    else
      target.setOnes();
  }

  const Model& b_;
  const Trace& b_trace_;
  const Model& a_;
  const Trace& a_trace_;
  StageDifference result_;
};

}  // namespace

StageDifference stage_difference_of(const LabState& b, const LabState& a) {
  return DifferenceBuilder(b, a).build();
}

std::string reason_of_refusal(const StageDifference& difference, Index head) {
  const StagePlan shown = plan_stages(difference.document.model, difference.trace, head, false);
  std::string names;
  for (const MatrixRef& ref : difference.refused) {
    if ((is_per_head(ref.name) && ref.head != head) || !shown.find(ref.name)) continue;
    names.append(names.empty() ? "" : ", ").append(display_name(ref.name));
  }
  if (names.empty()) return {};
  return filled("There is no B − A for matrices that A lacks or that have another shape in A: <matrices>.",
                {{"matrices", names}});
}

}  // namespace attention_lab
