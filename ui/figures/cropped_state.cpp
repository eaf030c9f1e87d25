#include "ui/figures/cropped_state.h"

#include <numeric>

#include "core/attention/mask.h"

namespace attention_lab {
namespace {

bool is_of_tokens(Axis axis) {
  return axis == Axis::query || axis == Axis::key;
}

/// The part of a matrix that belongs to the tokens; the whole matrix if neither rows nor columns are tokens.
Matrix cropped(const Matrix& whole, Axis rows, Axis columns, const Span& tokens) {
  if (whole.size() == 0) return whole;
  const Span r = is_of_tokens(rows) ? tokens : Span{0, whole.rows()};
  const Span c = is_of_tokens(columns) ? tokens : Span{0, whole.cols()};
  return whole.block(r.first, c.first, r.size, c.size);
}

#define ATTENTION_LAB_NONE(name, rows, columns)
#define ATTENTION_LAB_CROP(name, rows, columns) \
  part.name = cropped(whole.name, Axis::rows, Axis::columns, tokens);

HeadStages cropped(const HeadStages& whole, const Span& tokens) {
  HeadStages part;
  ATTENTION_LAB_STAGES(ATTENTION_LAB_NONE, ATTENTION_LAB_CROP, ATTENTION_LAB_NONE, ATTENTION_LAB_CROP)
  return part;
}

Trace cropped(const Trace& whole, const Span& tokens) {
  Trace part;
  ATTENTION_LAB_STAGES(ATTENTION_LAB_CROP, ATTENTION_LAB_NONE, ATTENTION_LAB_CROP, ATTENTION_LAB_NONE)
  for (const HeadStages& head : whole.heads) part.heads.push_back(cropped(head, tokens));
  part.divisor = whole.divisor;
  part.dropout_draw = whole.dropout_draw;
  return part;
}

#undef ATTENTION_LAB_NONE
#undef ATTENTION_LAB_CROP

Document cropped(const Document& whole, const Span& tokens) {
  Document part;
  part.title = whole.title;
  part.features = whole.features;
  part.W_u = whole.W_u;
  const auto first = whole.tokens.begin() + tokens.first;
  part.tokens.assign(first, first + tokens.size);
  for (const Index drawn : whole.drawn_tokens)
    if (drawn >= tokens.first && drawn < tokens.end()) part.drawn_tokens.push_back(drawn - tokens.first);
  part.model = whole.model;
  part.model.token_embeddings = cropped(*whole.model.token_embeddings, Axis::query, Axis::d_model, tokens);
  part.model.position_embeddings =
      cropped(*whole.model.position_embeddings, Axis::query, Axis::d_model, tokens);
  std::vector<Index> places(static_cast<std::size_t>(tokens.size));
  std::iota(places.begin(), places.end(), tokens.first);
  part.model.options.mask = rearranged_mask(whole.model.options.mask, places, whole.model.n_tokens());
  return part;
}

}  // namespace

CroppedState::CroppedState(const LabState& whole, const Span& tokens)
    : document_(cropped(whole.document, tokens)), trace_(cropped(whole.trace, tokens)) {}

}  // namespace attention_lab
