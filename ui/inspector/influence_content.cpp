#include "ui/inspector/influence_content.h"

#include <utility>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

constexpr int derivative_decimals = 4;

MovedMatrix moved(const Influence& influence, const CellRef& number) {
  const double derivative = influence.on(number);
  std::string text = format_number(derivative, derivative_decimals);
  if (derivative > 0) text.insert(text.begin(), '+');
  return {symbol_of(number), std::move(text)};
}

}  // namespace

InfluenceContent describe_influence(const Session& session, const Influence& influence, Index head,
                                    const std::optional<CellRef>& hovered) {
  InfluenceContent content;
  const CellRef& cell = *influence.cell();
  for (const MatrixName name : all_matrix_names) {
    if (is_given(session.model(), name)) continue;
    const MatrixRef ref{name, is_per_head(name) ? head : 0};
    const bool is_itself = ref == cell.matrix;
    const bool is_repeated = name == MatrixName::concatenated || (name == MatrixName::masked_scores &&
                                                                  session.model().options.mask == Mask::none);
    const Influence::Most& most = influence.most(ref);
    if (is_itself || is_repeated || most.size == 0) continue;
    content.most.push_back(moved(influence, most.cell));
  }
  if (hovered && *hovered != cell && contains(session.model(), session.trace(), *hovered))
    content.there = moved(influence, *hovered);
  content.sentence = content.most.empty()
                         ? "Nothing is computed from this number: it affects nothing else."
                         : "If it increases a little, each of these changes by this many times as much (the "
                           "derivative). Orange increases with it, violet decreases.";
  return content;
}

}  // namespace attention_lab
