#include "ui/model_menu.h"

#include "core/document/edits.h"

namespace attention_lab {

void draw_model_entries(const Session& session, ViewState& view, ActionQueue& actions) {
  const Model& model = session.model();
  const bool is_trainable = model.options.projection == Projection::trainable;
  const auto redraw = [&](const std::string& label, edits::Draw draw, edits::DrawOrder order) {
    const bool is_chosen = ImGui::MenuItem(label.c_str(), nullptr, false, is_trainable);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    view.items.add("entry." + label, {low.x, low.y, high.x - low.x, high.y - low.y});
    if (!is_chosen) return;
    actions.commit([draw, order, seed = static_cast<std::uint64_t>(view.seed)](const Document& document) {
      return edits::redraw_weights(document, draw, seed, order);
    });
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
  if (ImGui::MenuItem("Equal words share one embedding", nullptr, are_shared)) {
    actions.commit(
        [are_shared](const Document& document) { return edits::set_shared_words(document, !are_shared); });
  }
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip(
        are_shared
            ? "Turn this off to give each token its own numbers."
            : "Turn this on to give equal words the numbers of the first: edit one, and all of them change.");
  }
  const bool has_biases = is_trainable && model.heads.front().b_q->size() > 0;
  if (ImGui::MenuItem("Biases b_q, b_k, b_v", nullptr, has_biases, is_trainable)) {
    actions.commit(
        [has_biases](const Document& document) { return edits::set_biases(document, !has_biases); });
  }
  const bool has_output = model.has_output_projection();
  if (ImGui::MenuItem("Output projection W_o", nullptr, has_output, is_trainable)) {
    actions.commit([has_output](const Document& document) {
      return edits::set_output_projection(document, !has_output);
    });
  }
}

}  // namespace attention_lab
