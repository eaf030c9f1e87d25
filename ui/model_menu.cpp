#include "ui/model_menu.h"

#include "core/document/edits.h"

namespace attention_lab {

void draw_model_entries(const Session& session, ViewState& view, ActionQueue& actions) {
  const Model& model = session.model();
  const bool is_trainable = model.options.projection == Projection::trainable;
  const auto redraw = [&](const char* label, edits::Draw draw) {
    if (!ImGui::MenuItem(label, nullptr, false, is_trainable)) return;
    actions.commit([draw, seed = static_cast<std::uint64_t>(view.seed)](const Document& document) {
      return edits::redraw_weights(document, draw, seed);
    });
  };
  const std::string seed = std::to_string(view.seed);
  redraw(("Draw all weights: torch.rand, seed " + seed).c_str(), edits::Draw::torch_rand);
  redraw(("Draw all weights: nn.Linear, seed " + seed).c_str(), edits::Draw::nn_linear);
  ImGui::Separator();
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
