#include "ui/bars/mask_control.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/words/mask_words.h"
#include "ui/lab/document_lock.h"
#include "ui/lab/mask_painting.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

constexpr const char* mask_popup = "##mask";

class MaskControl {
 public:
  MaskControl(const Session& session, ViewState& view, ActionQueue& actions)
      : session_(session), view_(view), actions_(actions), mask_(session.model().options.mask) {}

  void draw(Controls& controls, const Rect& rect) {
    const int chosen = controls.choice(
        rect, "mask", "mask", shown_option(),
        {{mask_words_of(Mask::none).option, "every token sees every token"},
         {mask_words_of(Mask::causal).option, "every token sees itself and the tokens before it"},
         {mask_words_of(Mask::window).option, "every token sees itself and its neighbours…"},
         {mask_words_of(Mask::padding).option,
          "the last tokens are padding: they see no token, and no token sees them…"},
         {mask_words_of(Mask::painted).option,
          "hide or show single cells of the masked scores with the mouse"}},
        "Which tokens a token may attend to.");
    if (chosen >= 0) choose(static_cast<Mask::Kind>(chosen));
    draw_popup(rect);
  }

 private:
  /// A batch hides its padding in any case, so that only the causal mask needs to be told.
  const char* shown_option() const {
    const bool is_causal_batch = has_batch(session_.document()) && mask_.is_causal();
    return mask_words_of(is_causal_batch ? Mask(Mask::causal) : mask_).option;
  }

  static bool has_numbers(Mask::Kind kind) { return kind == Mask::window || kind == Mask::padding; }

  void choose(Mask::Kind kind) {
    if (kind == Mask::painted) return set_painting_mask(session_, view_, actions_, true);
    view_.paints_mask_in.reset();
    if (mask_ != Mask::none && kind == Mask::none) keep_last_mask(session_, view_);
    // A batch refuses a window in words.
    const bool has_popup = has_numbers(kind) && !(has_batch(session_.document()) && kind == Mask::window);
    if (has_popup) ImGui::OpenPopup(mask_popup);
    if (mask_ != kind) actions_.commit(SetMask{Mask::usual(kind, session_.model().n_tokens())});
  }

  void draw_popup(const Rect& rect) {
    const float width = std::round(17 * view_.sizes().body);
    const float height = Controls::height(view_);
    const float gap = Controls::gap(view_);
    place_popup(view_, rect, {width, 2 * height + gap});
    if (!ImGui::BeginPopup(mask_popup)) return;
    const Painter painter(*ImGui::GetWindowDrawList(), view_.fonts);
    Controls inside(view_, painter);
    inside.refuse(view_.is_locked ? locked_sentence() : "");
    const Point corner = from_imgui(ImGui::GetCursorScreenPos());
    const Rect first{corner.x, corner.y, width, height};
    const Rect second{corner.x, corner.y + height + gap, width, height};
    if (mask_ == Mask::window)
      draw_window_sides(inside, first, second);
    else if (mask_ == Mask::padding)
      draw_padding(inside, first, second);
    else if (!ImGui::IsWindowAppearing())  // where the choice of the mask was undone
      ImGui::CloseCurrentPopup();
    ImGui::SetCursorScreenPos(to_imgui(corner));
    ImGui::Dummy({width, 2 * height + gap});
    end_popup();
  }

  void draw_window_sides(Controls& inside, const Rect& first, const Rect& second) {
    Window window = mask_.window_around();
    const Index n_tokens = session_.model().n_tokens();
    // One more than any sentence of this length needs stands for all.
    const auto draw_side = [&](const Rect& rect, const char* name, const char* label,
                               std::optional<Index>& shown, const std::optional<Index>& other,
                               const char* tip) {
      Index number = shown ? *shown : n_tokens;
      const Index most = other ? std::max(n_tokens, shown.value_or(0)) : n_tokens - 1;
      if (!inside.number(rect, name, label, number, 0, most, tip, shown ? "" : "all")) return;
      shown = number == n_tokens ? std::nullopt : std::optional(number);
      actions_.commit(SetMask{Mask::sliding_window(window)});
    };
    draw_side(first, "mask.left", "earlier tokens seen", window.left, window.right,
              "How many earlier tokens each token sees. At the highest setting, all of them.");
    draw_side(second, "mask.right", "later tokens seen", window.right, window.left,
              "How many later tokens each token sees. With 0, the window is causal.");
  }

  void draw_padding(Controls& inside, const Rect& first, const Rect& second) {
    Index n_padded = mask_.n_padded();
    const bool is_of_batch = has_batch(session_.document());
    if (is_of_batch && !view_.is_locked)
      inside.refuse("The padding follows from the longest sentence of the batch.");
    if (inside.number(first, "mask.padding", "padding tokens", n_padded, 0, session_.model().n_tokens(),
                      "How many of the last tokens are padding. Their weights and outputs are 0."))
      actions_.commit(SetMask{Mask::padded(n_padded, mask_.is_causal())});
    if (is_of_batch && !view_.is_locked) inside.refuse("");
    bool is_causal = mask_.is_causal();
    if (inside.toggle(second, "mask.causal", "causal too", is_causal, "Also hides later tokens."))
      actions_.commit(SetMask{Mask::padded(mask_.n_padded(), is_causal)});
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Mask& mask_;
};

}  // namespace

void draw_mask_control(const Session& session, ViewState& view, ActionQueue& actions, Controls& controls,
                       const Rect& rect) {
  MaskControl(session, view, actions).draw(controls, rect);
}

}  // namespace attention_lab
