#include <algorithm>
#include <cmath>

#include "core/document/session.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/text_field.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"

namespace attention_lab {
namespace {

constexpr float least_bars = 11.5f;  // height, in multiples of the text size
constexpr float least_line = 10.5f;
constexpr float line_plot_width = 17;  // minimum width of each of four plots in a row
constexpr float bars_share = 0.42f;
constexpr float longest_tip = 26;

/// Example: "… rises from 0.2872 to 0.8000"; says that it stays the same if both numbers look equal.
std::string change(const std::string& what, double from, double to, int decimals) {
  const std::string before = format_number(from, decimals);
  const std::string after = format_number(to, decimals);
  if (before == after) return filled("<what> stays at <after>", {{"what", what}, {"after", after}});
  return filled(to > from ? "<what> rises from <before> to <after>" : "<what> falls from <before> to <after>",
                {{"what", what}, {"before", before}, {"after", after}});
}

/// The bars' largest share of the page when there are this many columns of lines.
float largest_bars_share(int columns) {
  return columns == 4 ? bars_share : columns == 2 ? bars_share * 0.85f : bars_share * 0.5f;
}

class SharpnessPanel {
 public:
  SharpnessPanel(const Session& session, ViewState& view)
      : session_(session), view_(view), state_(view.laboratory.sharpness) {
    state_.token = std::clamp<Index>(state_.token, 0, session.model().n_tokens() - 1);
  }

  void draw(const Rect& area) {
    const ExperimentAreas areas = experiment_areas(view_, area);
    draw_controls(areas.controls);
    compute();
    draw_page(areas.page);
  }

 private:
  void compute() {
    const bool is_new_list = state_.shown_logits != state_.logits || state_.shown_tokens != state_.tokens;
    if (!is_new_list && state_.shown_factor == state_.factor) return;
    if (is_new_list) {
      state_.curve = sharpness_curve(state_.logits);
      state_.plain = sharpness(state_.logits);
    }
    state_.multiplied = sharpness(state_.logits, static_cast<Scalar>(state_.factor));
    state_.shown_logits = state_.logits;
    state_.shown_tokens = state_.tokens;
    state_.shown_factor = state_.factor;
    state_.bars.plot = sharpness_bars({labels(), state_.factor, state_.plain, state_.multiplied});
    for (std::size_t i = 0; i < state_.lines.size(); ++i) {
      state_.lines[i].plot =
          sharpness_line(state_.curve, static_cast<SharpnessMeasure>(i), state_.factor, state_.multiplied);
    }
  }

  std::vector<std::string> labels() const {
    if (!state_.tokens.empty()) return state_.tokens;
    std::vector<std::string> labels;
    for (const Scalar number : state_.logits) labels.push_back(list_text({number}));
    return labels;
  }

  void draw_controls(const Rect& area) {
    ControlColumn column(view_, area);
    column.heading("Numbers, with spaces between them");
    draw_field(column);
    if (!state_.problem.empty()) {
      column.note(escape_markup(state_.problem), view_.theme().error);
      column.note("The previous numbers are still shown.");
    }
    const SliderSpec factor{
        .name = "sharpness.factor",
        .label = "multiplied by",
        .shown = factor_text(state_.factor),
        .low = least_factor,
        .high = largest_factor,
        .is_logarithmic = true,
        .snaps = {0.1, 0.5, 1, 2, 4, 8, 10, 16, 32, 64, 100},
        .tip =
            "All numbers are multiplied by it before softmax. Drag, or double-click to "
            "type.",
    };
    column.slide(factor, state_.factor);
    column.space();
    column.heading("Or a row of scores from the document");
    draw_row_choice(column);
    column.space();
    column.note("Scores grow like √d_k. A factor of 8 has the effect of leaving out ÷ √d_k at d_k = 64.");
  }

  void draw_field(ControlColumn& column) {
    const Theme& theme = view_.theme();
    const Rect rect = column.next();
    view_.items.add("sharpness.numbers", rect);
    column.painter().fill(rect, theme.card, 7);
    ImGui::SetCursorScreenPos(upper_left(rect));
    ImGui::SetNextItemWidth(rect.width);
    const float body = view_.sizes().body;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {body * 0.7f, (rect.height - ImGui::GetFontSize()) / 2});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, field_rounding);
    ImGui::PushStyleColor(ImGuiCol_Border, packed(state_.problem.empty() ? theme.line : theme.error));
    ImGui::PushID(state_.text_version);
    const bool is_changed = text_field(view_, "##numbers", "", state_.text);
    const bool is_left = ImGui::IsItemDeactivated();
    const bool is_hovered = ImGui::IsItemHovered() && !ImGui::IsItemActive();
    ImGui::PopID();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    if (is_hovered) {
      const std::string shown =
          shorten(state_.text, body * longest_tip, body, FontWeight::regular, column.painter().metrics());
      draw_tooltip(view_, escape_markup(filled("1 to 1,024 numbers: <numbers>", {{"numbers", shown}})));
    }
    if (!is_changed && !is_left) return;
    Result<std::vector<Scalar>> typed = logits_from(state_.text);
    if (typed) {
      state_.problem.clear();
      if (is_changed) {
        state_.logits = std::move(typed).value();
        state_.tokens.clear();
      }
    } else if (is_left) {
      // Not while the user is typing, when the text may be incomplete.
      state_.problem = typed.error().message;
    }
  }

  void draw_row_choice(ControlColumn& column) {
    token_chip(column, "sharpness.token", "scores of", session_.document().tokens, state_.token,
               "The token whose row of scores is used. Double-click to type its number.");
    if (column.controls().button(column.next(), "sharpness.take", "Use this row", true,
                                 "Uses its undivided scores q · k in the head that is shown."))
      take_row();
  }

  void take_row() {
    const HeadStages& head = session_.trace().heads[static_cast<std::size_t>(view_.shown_head)];
    // Masked keys have no part in softmax.
    const Model& model = session_.model();
    const auto& tokens = session_.document().tokens;
    std::vector<Scalar> scores;
    std::vector<std::string> keys;
    for_each_visible_key(model.options.mask, state_.token, model.n_tokens(), [&](Index key) {
      scores.push_back(head.scores(state_.token, key));
      keys.push_back(tokens[static_cast<std::size_t>(key)]);
    });
    if (const Status status = check_logits(scores); !status) {
      state_.problem = status.error().message;
      return;
    }
    state_.problem.clear();
    state_.text = list_text(scores);
    ++state_.text_version;
    state_.logits = std::move(scores);
    state_.tokens = std::move(keys);
  }

  std::string sentence() const {
    const Sharpness& plain = state_.plain;
    const Sharpness& now = state_.multiplied;
    return filled("With the numbers <multiplied>, <probability>; <tokens>; <gradient>.",
                  {{"multiplied", factor_text(state_.factor)},
                   {"probability", change("the largest probability", plain.largest, now.largest, 4)},
                   {"tokens", change("the number of tokens that share the attention", plain.effective_tokens,
                                     now.effective_tokens, 2)},
                   {"gradient", change("the gradient that softmax lets through", plain.jacobian_norm,
                                       now.jacobian_norm, 4)}});
  }

  void draw_page(const Rect& area) {
    const float body = view_.sizes().body;
    const float gap = card_gap(view_);
    const bool is_wide = area.width > 4 * body * line_plot_width + 3 * gap;
    const int columns = is_wide ? 4 : is_narrow(view_, area) ? 1 : 2;
    const int rows = 4 / columns;
    const float least =
        body * (least_bars + least_line * static_cast<float>(rows)) + gap * static_cast<float>(rows);
    ExperimentPage page(view_, area, sentence(), least);
    const Rect& all = page.cards();
    const float bars_height =
        std::round(std::max(body * least_bars, all.height * largest_bars_share(columns)));
    page.plot(state_.bars, {all.x, all.y, all.width, bars_height}, "sharpness.softmax");
    const Rect below{all.x, all.y + bars_height + gap, all.width, all.height - bars_height - gap};
    const auto n = static_cast<double>(state_.logits.size());
    const std::string count = std::to_string(state_.logits.size());
    const std::array<std::string, 4> words = {
        filled("1: one token gets everything. All equal: 1 ÷ <count> = <even>.",
               {{"count", count}, {"even", format_number(1 / n, 4)}}),
        filled("0: one token gets everything. All equal: ln <count> = <even>.",
               {{"count", count}, {"even", format_number(std::log(n), 4)}}),
        "e^{entropy}: as if this many tokens shared the attention equally.",
        "The norm of softmax’s Jacobian. Near 0, next to nothing can be learned."};
    const std::array names = {"sharpness.largest", "sharpness.entropy", "sharpness.tokens",
                              "sharpness.gradient"};
    for (int i = 0; i < 4; ++i) {
      const auto at = static_cast<std::size_t>(i);
      page.plot(state_.lines[at], page.cell(below, rows, columns, i / columns, i % columns), names[at],
                words[at]);
    }
  }

  const Session& session_;
  ViewState& view_;
  SharpnessState& state_;
};

}  // namespace

void draw_sharpness_panel(const Session& session, ViewState& view, const Rect& area) {
  SharpnessPanel(session, view).draw(area);
}

}  // namespace attention_lab
