#include <algorithm>

#include "core/document/checks.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"

namespace attention_lab {
namespace {

constexpr double least_d_model = 8;
constexpr double largest_d_model = 1024;
constexpr double least_trials = 20;
// Fewer than the experiment allows, since all trials are sorted again and again while it runs.
constexpr double most_trials = 2000;
constexpr float least_gradient_card = 19;  // height, in multiples of the text size

class GradientPanel {
 public:
  explicit GradientPanel(ViewState& view) : view_(view), state_(view.laboratory.gradient) {}

  void draw(const Rect& area) {
    compute();
    const ExperimentAreas areas = experiment_areas(view_, area);
    draw_controls(areas.controls);
    ask();
    if (state_.shown_quartiles != state_.shows_quartiles) make_plots();
    draw_page(areas.page);
    if (state_.run.is_running()) view_.want_frame();
  }

 private:
  void ask() {
    state_.run.ask(state_.settings);
    if (state_.run.starts() == state_.shown_start) return;
    state_.shown_start = state_.run.starts();
    state_.pace.begin();
    // Keep the old plots until there are new ones, to avoid flashing.
    if (!state_.passed.plot) make_plots();
  }

  void compute() {
    ask();
    const std::int64_t before = state_.run.looked_up_at();
    advance_in_frame(state_.run, state_.pace, static_cast<double>(ImGui::GetIO().DeltaTime));
    if (state_.run.looked_up_at() != before) make_plots();
  }

  void make_plots() {
    state_.shown_quartiles = state_.shows_quartiles;
    const auto& points = state_.run.points();
    state_.passed.plot = gradient_over_d_k(points, GradientQuantity::passed, state_.shows_quartiles);
    state_.W_q.plot = gradient_over_d_k(points, GradientQuantity::W_q, state_.shows_quartiles);
  }

  void draw_controls(const Rect& area) {
    ControlColumn column(view_, area);
    GradientSettings& settings = state_.settings;
    column.heading("One query and random keys");
    count_slider(column,
                 {.name = "gradient.d_model",
                  .label = "d_{model}",
                  .low = least_d_model,
                  .high = largest_d_model,
                  .snaps = {8, 16, 32, 64, 128, 256, 512, 768, 1024},
                  .tip = "The width of the embeddings, and the largest d_k. Drag, or double-click to type."},
                 settings.d_model);
    count_slider(column,
                 {.name = "gradient.tokens",
                  .label = "tokens",
                  .low = 2,
                  .high = static_cast<double>(limits::gradient_tokens),
                  .snaps = {2, 4, 8, 16, 32, 64, 128},
                  .tip = "How many keys the query is compared with."},
                 settings.n_tokens);
    count_slider(column,
                 {.name = "gradient.trials",
                  .label = "trials",
                  .low = least_trials,
                  .high = most_trials,
                  .snaps = {20, 50, 100, 200, 300, 500, 1000, 2000},
                  .tip = "How often the experiment is repeated at each d_k, with different random numbers."},
                 settings.trials);
    seed_chip(column, "gradient", settings.seed, "The seed of the random numbers. Double-click to type.");
    const int chosen = column.controls().choice(
        column.next(), "gradient.lines", "lines", state_.shows_quartiles ? "with quartiles" : "medians",
        {{"medians", "half of the trials lie above the line, half below"},
         {"with quartiles", "half of the trials lie between the dashed lines"}},
        "What the plots show of the trials at each d_k.");
    if (chosen >= 0) state_.shows_quartiles = chosen == 1;
    run_controls(column, "gradient", state_.run, settings.seed);
    column.space();
    column.note(
        "Embedding, query, keys and values are drawn from a normal distribution, mean 0 and variance 1. "
        "The gradient is that of the token’s context.");
    column.note(
        "“Typical” means the median. The mean would be dominated by the few tokens that keep much of their "
        "gradient even without the division.");
  }

  std::string sentence() const {
    const auto& points = state_.run.points();
    if (points.empty()) return "Computing…";
    const GradientPoint& last = points.back();
    const auto passed = [&](ExperimentDivisor divisor) {
      return short_number(100 * last.at(divisor).passed.median) + "%";
    };
    const auto reaches = [](const GradientPoint& point, ExperimentDivisor divisor) {
      return short_number(point.at(divisor).W_q.median);
    };
    std::string text = filled(
        "At d_k = <d_k>, softmax lets <passed> of a typical token’s gradient through with the division by "
        "√d_k, and <passed undivided> without it. The gradient that reaches W_q is <W_q> with the division "
        "and <W_q undivided> without it. ",
        {{"d_k", count_text(last.d_k)},
         {"passed", passed(ExperimentDivisor::sqrt_d_k)},
         {"passed undivided", passed(ExperimentDivisor::none)},
         {"W_q", reaches(last, ExperimentDivisor::sqrt_d_k)},
         {"W_q undivided", reaches(last, ExperimentDivisor::none)}});
    const auto undivided = [](const GradientPoint& point) {
      return point.at(ExperimentDivisor::none).W_q.median;
    };
    const auto highest = std::max_element(
        points.begin(), points.end(),
        [&](const GradientPoint& a, const GradientPoint& b) { return undivided(a) < undivided(b); });
    if (highest != points.begin() && highest + 1 != points.end()) {
      text += filled(
          "Without the division, it grows up to d_k = <d_k>, because undivided scores change more, and then "
          "shrinks as softmax saturates. ",
          {{"d_k", count_text(highest->d_k)}});
    }
    const auto narrow = std::find_if(points.begin(), points.end(),
                                     [&](const GradientPoint& p) { return p.d_k * 8 >= last.d_k; });
    if (narrow->d_k < last.d_k) {
      const auto mistaken = reaches(*narrow, ExperimentDivisor::sqrt_d_model);
      const auto right = reaches(*narrow, ExperimentDivisor::sqrt_d_k);
      const bool is_less = mistaken != right && narrow->at(ExperimentDivisor::sqrt_d_model).W_q.median <
                                                    narrow->at(ExperimentDivisor::sqrt_d_k).W_q.median;
      text += filled(
          is_less
              ? "In a head with d_k = <d_k>, division by √d_{model} leaves only <mistaken> of it instead of "
                "<right>."
              : "In a head with d_k = <d_k>, it is <mistaken> with division by √d_{model}, and <right> with "
                "division by √d_k.",
          {{"d_k", count_text(narrow->d_k)}, {"mistaken", mistaken}, {"right", right}});
    }
    return text;
  }

  void draw_page(const Rect& area) {
    const float body = view_.sizes().body;
    const bool is_wide = area.width > body * 48;
    const float least =
        is_wide ? body * least_gradient_card : 2 * body * (least_gradient_card * 0.8f) + card_gap(view_);
    ExperimentPage page(view_, area, sentence(), least);
    const int columns = is_wide ? 2 : 1;
    const Rect& all = page.cards();
    page.plot(state_.passed, page.cell(all, 3 - columns, columns, 0, 0), "gradient.passed",
              "How much of the gradient that arrives at the weights gets through to the scores: 0 where "
              "softmax is saturated.");
    page.plot(
        state_.W_q, page.cell(all, 3 - columns, columns, 2 - columns, columns - 1), "gradient.W_q",
        "How strongly the token’s context responds to a change of W_q: the signal from which W_q learns.");
  }

  ViewState& view_;
  GradientState& state_;
};

}  // namespace

void draw_gradient_panel(ViewState& view, const Rect& area) {
  GradientPanel(view).draw(area);
}

}  // namespace attention_lab
