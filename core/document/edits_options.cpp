// Edits of options: what the mechanism does, and which parts it has.
#include <algorithm>
#include <numeric>

#include "core/document/checks.h"
#include "core/document/edits_internal.h"
#include "core/document/target.h"

namespace attention_lab::edits {

Result<Document> set_projection(const Document& document, Projection projection, std::uint64_t seed) {
  return changed(document, [&](Document& copy) {
    Model& model = copy.model;
    Options& options = model.options;
    if (projection != options.projection) {
      const bool is_undivided = options.scale.kind == Scale::Kind::none;
      if (projection == Projection::identity) options.scale = Scale{Scale::Kind::none, 1};
      if (projection == Projection::trainable && is_undivided) options.scale = Scale{};
    }
    options.projection = projection;
    if (projection == Projection::identity || !model.heads.empty()) return;
    const Index width = std::min<Index>(2, model.d_model());
    model.heads.push_back(draw_head(0, model.d_model(), width, width, seed));
  });
}

Result<Document> set_positions(const Document& document, Positions positions, std::uint64_t seed) {
  if (document.model.options.positions == positions) return document;
  return changed(document, [&](Document& copy) {
    copy.model.options.positions = positions;
    copy.model.position_embeddings = Matrix();
    fit_positions(copy.model, seed);
  });
}

Result<Document> set_dropout(const Document& document, Dropout dropout) {
  if (std::optional<Error> refused = check_dropout(dropout, "dropout.p", "dropout.seed"))
    return *std::move(refused);
  return changed(document, [&](Document& copy) { copy.model.options.dropout = dropout; });
}

Result<Document> set_scale(const Document& document, Scale scale) {
  if (scale.kind == Scale::Kind::custom) {
    if (std::optional<Error> refused = check_positive("The divisor", scale.custom_divisor, "scale")) {
      return *std::move(refused);
    }
  } else {
    scale.custom_divisor = Scale{}.custom_divisor;
  }
  return changed(document, [&](Document& copy) { copy.model.options.scale = scale; });
}

Result<Document> set_mask(const Document& document, const Mask& mask) {
  if (std::optional<Error> refused = check_mask(mask, document.model.n_tokens(), "mask"))
    return *std::move(refused);
  if (has_batch(document) && (mask == Mask::window || mask == Mask::painted)) {
    return Error{ErrorCode::not_editable,
                 "A batch hides its padding, with or without the causal mask; it can have no other mask. "
                 "Remove the other sentences first.",
                 "mask"};
  }
  return changed(document, [&](Document& copy) {
    copy.model.options.mask = mask;
    if (has_batch(copy)) pad_to_longest(copy, length_of_sentence(document));
    if (copy.target->size() == 0) return;
    std::vector<Index> in_place(copy.tokens.size());
    std::iota(in_place.begin(), in_place.end(), Index{0});
    copy.target = rearranged_target(*copy.target, in_place, mask);
  });
}

Result<Document> set_visible(const Document& document, Index query, Index key, bool is_visible) {
  const Index n_tokens = document.model.n_tokens();
  for (const Index token : {query, key}) {
    if (token < 0 || token >= n_tokens) return no_such("token", token, 0, n_tokens, "mask");
  }
  VisibleCells cells = visible_cells(document.model.options.mask, n_tokens);
  cells(query, key) = is_visible ? 1 : 0;
  return set_mask(document, Mask::of_cells(std::move(cells)));
}

Result<Document> set_temperature(const Document& document, Scalar temperature) {
  if (std::optional<Error> refused = check_positive("The temperature", temperature, "temperature")) {
    return *std::move(refused);
  }
  return changed(document, [&](Document& copy) { copy.model.options.temperature = temperature; });
}

Result<Document> set_biases(const Document& document, bool present) {
  if (std::optional<Error> refused = refuse_weights(document, "biases")) return *std::move(refused);
  return changed(document, [&](Document& copy) {
    const auto set = [present](Shared<RowVector>& bias, const Matrix& weight) {
      if (present && bias->size() == 0) bias = zeros_for(weight);
      if (!present && bias->size() > 0) bias = RowVector();
    };
    for (Head& head : copy.model.heads)
      for (const auto& [weight, bias] : head_layers) set(head.*bias, *(head.*weight));
    set(copy.model.b_o, *copy.model.W_o);
  });
}

Result<Document> set_output_projection(const Document& document, bool present) {
  if (std::optional<Error> refused = refuse_weights(document, "W_o")) return *std::move(refused);
  const Model& model = document.model;
  if (present == model.has_output_projection()) return document;
  if (present) {
    if (std::optional<Error> refused = refuse_output_projection(model)) return *std::move(refused);
  }
  const Index width = model.n_heads() * model.d_v();
  return changed(document, [&](Document& copy) {
    const bool has_biases = present && model.heads.front().b_v->size() > 0;
    copy.model.W_o = present ? Matrix(Matrix::Identity(width, width)) : Matrix();
    copy.model.b_o = has_biases ? RowVector(RowVector::Zero(width)) : RowVector();
  });
}

}  // namespace attention_lab::edits
