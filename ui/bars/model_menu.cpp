#include "ui/bars/model_menu.h"

#include "ui/widgets/named_items.h"

namespace attention_lab {

void draw_model_entries(const Session& session, ViewState& view, ActionQueue& actions) {
  const Model& model = session.model();
  const bool is_trainable = model.options.projection == Projection::trainable;
  const auto redraw = [&](const std::string& label, edits::Draw draw, edits::DrawOrder order) {
    if (!menu_entry(view, label, {.is_enabled = is_trainable})) return;
    actions.commit(RedrawWeights{draw, static_cast<std::uint64_t>(view.seed), order});
  };
  using edits::Draw;
  using edits::DrawOrder;
  const bool has_several_heads = model.n_heads() > 1;
  const std::string seed = "seed " + std::to_string(view.seed);
  const std::string order = has_several_heads ? ", head by head" : "";
  redraw("Draw all weights: torch.rand, " + seed + order, Draw::torch_rand, DrawOrder::head_by_head);
  redraw("Draw all weights: nn.Linear, " + seed + order, Draw::nn_linear, DrawOrder::head_by_head);
  if (has_several_heads) {
    redraw("Draw all weights: nn.Linear, " + seed + ", one projection split into heads, then W_o and b_o",
           Draw::nn_linear, DrawOrder::split_projection);
  }
  ImGui::Separator();
  const bool are_shared = session.document().vocabulary.has_value();
  if (menu_entry(view, "Equal words share one embedding", {.is_checked = are_shared})) {
    actions.commit(SetSharedWords{!are_shared});
  }
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip(
        are_shared
            ? "Turn this off to give each token its own numbers."
            : "Turn this on to give equal words the numbers of the first: edit one, and all of them change.");
  }
  const bool has_biases = is_trainable && model.heads.front().b_q->size() > 0;
  if (menu_entry(view, "Biases b_q, b_k, b_v", {.is_enabled = is_trainable, .is_checked = has_biases})) {
    actions.commit(SetBiases{!has_biases});
  }
  const bool has_output = model.has_output_projection();
  if (menu_entry(view, "Output projection W_o", {.is_enabled = is_trainable, .is_checked = has_output})) {
    actions.commit(SetOutputProjection{!has_output});
  }
}

}  // namespace attention_lab
