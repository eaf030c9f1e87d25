#include "ui/steps/steps_bar.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/mask_painting.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

constexpr float roomy_bar = 640;        // pixels at 100%, see `room`: above it, the formula has its own line
constexpr float captioned_bar = 56;     // in text sizes: a narrower bar has controls without captions
constexpr float control_lines = 2.05f;  // height of the controls, in multiples of the text size
constexpr Index most_choices = 14;      // of tokens; if there are more, a number is chosen instead
constexpr std::array speeds = {0.5f, 1.0f, 2.0f, 4.0f, 8.0f};

constexpr std::array<const char*, 3> toggle_labels = {"All tokens at once", "Predict first", "Animate"};

std::string speed_text(float speed) {
  return format_exactly(speed) + " ×";
}

class StepsBar {
 public:
  StepsBar(const Session& session, ViewState& view, const Rect& area)
      : session_(session),
        view_(view),
        player_(view.steps),
        theme_(view.theme()),
        sizes_(view.sizes()),
        painter_(*ImGui::GetWindowDrawList(), view.fonts),
        controls_(view, painter_),
        area_(area) {}

  void draw_invitation() {
    const float height = area_.height;
    const std::string token =
        shorten(token_text(starting_token(session_, view_)), std::min(sizes_.body * 12, area_.width * 0.3f),
                sizes_.body, FontWeight::medium, painter_.metrics());
    const std::string label = filled("Step through “<token>”", {{"token", token}});
    const float width = painter_.metrics().width(label, sizes_.body, FontWeight::medium) + height * 1.6f;
    const Rect button{area_.x, area_.y, std::min(width, area_.width), height};
    view_.items.add("steps.open", button);
    const bool is_clicked = click_area("##open steps", button);
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) painter_.fill(button, theme_.hover_ground, 9);
    const float y = area_.centre().y;
    const float size = sizes_.body * 0.75f;
    const float x = area_.x + sizes_.body * 1.1f;
    painter_.list().AddTriangleFilled({x + size * 0.85f, y}, {x, y + size / 2}, {x, y - size / 2},
                                      packed(theme_.accent));
    const float left = x + size * 1.6f;
    const float end = left + painter_.text({left, y}, label, theme_.accent, sizes_.body, FontWeight::medium);
    const float hint_x = std::max(end + sizes_.body * 1.5f, button.right());
    if (const float room = area_.right() - hint_x - sizes_.body; room > sizes_.body * 8) {
      painter_.text({hint_x, y},
                    shorten("one token, one operation at a time, as you would on paper. Press Space.", room,
                            sizes_.body, FontWeight::regular, painter_.metrics()),
                    theme_.quiet_text, sizes_.body);
    }
    if (!is_clicked) return;
    open_steps(session_, view_);
  }

  void draw(StepWordsPlace words) {
    const float pad = sizes_.body * 0.75f;
    area_ = {area_.x + pad, area_.y + pad * 0.8f, area_.width - 2 * pad, area_.height - 1.6f * pad};
    draw_controls();
    if (words != StepWordsPlace::bar) return;
    const float top = area_.y + control_height() + sizes_.body * 0.45f;
    const float toggles = area_.right() - steps_toggles_width(view_, painter_);
    draw_steps_toggles(session_, view_, painter_,
                       {toggles, top, area_.right() - toggles, area_.bottom() - top});
    draw_step_strip(session_, view_, painter_,
                    {area_.x, top, toggles - sizes_.body - area_.x, area_.bottom() - top});
  }

 private:
  const std::string& token_text(Index token) const {
    return session_.document().tokens[static_cast<std::size_t>(token)];
  }
  // A narrow bar needs the room for the names of the stages; the tooltips say what the controls are for.
  std::string caption(const char* words) const {
    return area_.width < sizes_.body * captioned_bar ? std::string() : std::string(words);
  }
  float control_height() const { return std::round(sizes_.body * control_lines); }

  void draw_controls() {
    const float height = control_height();
    const float gap = sizes_.body * 0.55f;
    const float left = draw_transport(session_, view_, painter_, {area_.x, area_.y}, height) + gap;
    float right = area_.right();
    right -= height;
    if (controls_.button({right, area_.y, height, height}, "steps.close", "×", true,
                         "Close the steps (Escape)")) {
      close_steps(view_.steps);
    }
    // There is no room for it with the largest text in the smallest window.
    const float speed_room = controls_.choice_width(caption("speed"), "0.5 ×") + sizes_.body * 12;
    if (right - left > speed_room) right -= gap + speed(right - gap, height);
    if (!player_.shows_all_tokens) right -= gap + token(right - gap, height);
    const std::string position =
        std::to_string(player_.at + 1) + " of " + std::to_string(player_.steps.size());
    const std::string widest = std::to_string(player_.steps.size()) + " of " + position;
    const float width = painter_.metrics().width(widest, sizes_.caption, FontWeight::regular) * 0.85f;
    painter_.text({right - gap, area_.y + height / 2}, position, theme_.quiet_text, sizes_.caption,
                  FontWeight::regular, HorizontalAnchor::right);
    right -= gap + width;
    if (right - gap > left) draw_step_track(view_, painter_, {left, area_.y, right - gap - left, height});
  }

  // Each of these controls ends at `right` and returns its width.
  float speed(float right, float height) {
    const float width = controls_.choice_width(caption("speed"), "0.5 ×");
    std::vector<Choice> choices;
    for (const float each : speeds) {
      const std::string words = each < 1 ? "one step every two seconds"
                                : each == 1
                                    ? "one step per second"
                                    : filled("<count> steps per second", {{"count", format_exactly(each)}});
      choices.push_back({speed_text(each), words});
    }
    const int chosen =
        controls_.choice({right - width, area_.y, width, height}, "steps.speed", caption("speed"),
                         speed_text(player_.speed), choices, "How fast the steps play.");
    if (chosen >= 0) player_.speed = speeds[static_cast<std::size_t>(chosen)];
    return width;
  }

  float token(float right, float height) {
    const Index count = session_.model().n_tokens();
    const char* tip = "Which token goes through the pipeline (up and down arrows).";
    const float most = sizes_.body * 8;
    const std::string shown =
        shorten(token_text(player_.token), most, sizes_.body, FontWeight::medium, painter_.metrics());
    if (count > most_choices) {
      const float width = sizes_.body * 15;
      Index number = player_.token + 1;
      const Rect rect{right - width, area_.y, width, height};
      if (controls_.number(rect, "steps.token", "token", number, 1, count, tip,
                           std::to_string(number) + " " + shown))
        choose_token(session_, view_.steps, number - 1);
      return width;
    }
    std::vector<Choice> choices;
    float widest = 0;
    for (Index i = 0; i < count; ++i) {
      const std::string text =
          shorten(token_text(i), most, sizes_.body, FontWeight::medium, painter_.metrics());
      widest = std::max(widest, painter_.metrics().width(text, sizes_.body, FontWeight::medium));
      choices.push_back({escape_markup(text), "token " + std::to_string(i + 1)});
    }
    const float width = controls_.choice_width(caption("token"), "") + widest;
    const int chosen = controls_.choice({right - width, area_.y, width, height}, "steps.token",
                                        caption("token"), escape_markup(shown), choices, tip);
    if (chosen >= 0) choose_token(session_, view_.steps, chosen);
    return width;
  }

  const Session& session_;
  ViewState& view_;
  StepPlayer& player_;
  const Theme& theme_;
  TextSizes sizes_;
  Painter painter_;
  Controls controls_;
  Rect area_;
};

}  // namespace

float steps_bar_height(const ViewState& view, StepWordsPlace words, float room) {
  const float body = view.sizes().body;
  // As high as the open bar, so that the pipeline stays where it is.
  if (words == StepWordsPlace::column) return std::round(body * (control_lines + 1.2f));
  if (!view.steps.is_open) return std::round(body * 2.3f);
  return std::round(body * (room > roomy_bar * view.scale() ? 11.2f : 8.2f));
}

void draw_steps_bar(const Session& session, ViewState& view, StepWordsPlace words, const Rect& area) {
  StepsBar bar(session, view, area);
  if (view.steps.is_open && !view.steps.steps.empty()) {
    bar.draw(words);
  } else {
    bar.draw_invitation();
  }
}

float steps_toggles_width(ViewState& view, const Painter& painter) {
  const Controls controls(view, painter);
  float width = 0;
  for (const char* label : toggle_labels) width = std::max(width, controls.toggle_width(label));
  return width;
}

float steps_toggles_height(const ViewState& view) {
  return std::round(view.sizes().body * 1.75f * static_cast<float>(toggle_labels.size()));
}

void draw_steps_toggles(const Session& session, ViewState& view, const Painter& painter, const Rect& area) {
  StepPlayer& player = view.steps;
  Controls controls(view, painter);
  const float height = area.height / static_cast<float>(toggle_labels.size());
  const auto rect = [&](float row) {
    return Rect{area.x, std::round(area.y + row * height), area.width, std::floor(height)};
  };
  bool shows_all = player.shows_all_tokens;
  if (controls.toggle(rect(0), "steps.all", toggle_labels[0], shows_all,
                      "Shows the same step for all tokens, as matrix products."))
    show_all_tokens(session, player, shows_all);
  bool predicts = player.predictions.is_on;
  // There is nothing to predict in whole matrices.
  if (!player.shows_all_tokens &&
      controls.toggle(rect(1), "steps.predict", toggle_labels[1], predicts,
                      "Upcoming numbers stay hidden until you guess or reveal them."))
    set_predicting(player, predicts);
  controls.toggle(rect(2), "steps.motion", toggle_labels[2], view.preferences.has_motion,
                  "Whether the numbers involved fade in and out between steps.");
}

void handle_step_keys(const Session& session, ViewState& view) {
  if (!takes_keys(view)) return;
  if (!view.steps.is_open) return;
  // After the last answer. While a number is selected, Enter types into it, except in front of a class.
  const bool is_answered = hides_numbers(view.steps) && !view.steps.is_covered();
  const bool is_typing_possible = view.selected && !view.presenter;
  // The field of a question takes Enter; buttons do not.
  const bool asks = hides_numbers(view.steps) && view.steps.asks_question();
  if ((is_answered || asks) && !is_typing_possible && is_enter_newly_pressed())
    is_answered ? step_by(view.steps, 1) : reveal(view.steps);
  if (is_key_pressed(ImGuiKey_LeftArrow)) step_by(view.steps, -1);
  if (is_key_pressed(ImGuiKey_RightArrow)) step_by(view.steps, 1);
  if (is_key_pressed(ImGuiKey_UpArrow)) choose_token(session, view.steps, view.steps.token - 1);
  if (is_key_pressed(ImGuiKey_DownArrow)) choose_token(session, view.steps, view.steps.token + 1);
  if (is_key_pressed(ImGuiKey_Home)) go_to_step(view.steps, 0);
  if (is_key_pressed(ImGuiKey_End) && !view.steps.steps.empty())
    go_to_step(view.steps, view.steps.steps.size() - 1);
  if (!is_key_pressed(ImGuiKey_Escape)) return;
  // Painting ends first, then what is pinned or followed is let go of: here, or in the workspace, which
  // handles the key later.
  const bool is_free = view.presenter ? !stop_painting_mask(session, view) && !let_go(view)
                                      : !is_painting_mask(session, view) && !view.holds_marks();
  if (is_free) close_steps(view.steps);
}

}  // namespace attention_lab
