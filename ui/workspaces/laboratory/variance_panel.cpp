#include <algorithm>
#include <array>
#include <cmath>

#include "core/document/checks.h"
#include "core/document/session.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/widgets/paragraph.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"

namespace attention_lab {
namespace {

constexpr float least_variance_card = 15;  // height, in multiples of the text size

struct ComponentWords {
  Components components;
  const char* label;
  const char* explanation;
};
constexpr std::array component_words = {
    ComponentWords{Components::normal, "normal", "independent, mean 0, variance 1"},
    ComponentWords{Components::uniform, "uniform", "independent, within ±√3: mean 0, variance 1"},
    ComponentWords{Components::given, "this document", "rows of its Q and K, the head that is shown"},
};

// Right edges of the columns as shares of the width: d, trials, variance, variance divided.
constexpr std::array column_ends = {0.13f, 0.36f, 0.69f, 1.0f};

class VarianceTable {
 public:
  VarianceTable(ViewState& view, VarianceState& state, const Painter& painter, const Rect& card)
      : view_(view),
        state_(state),
        painter_(painter),
        theme_(view.theme()),
        sizes_(view.sizes()),
        card_(card),
        inner_(card.expanded(-sizes_.body * 0.8f)),
        text_(label_size_beside_plots(view, card)) {
    need_fonts(view, {{FontWeight::regular, text_}, {FontWeight::medium, text_}});
  }

  void draw() {
    painter_.card(card_, theme_.card, theme_.line);
    view_.items.add("variance.table", card_);
    draw_head();
    const float head = head_height() + sizes_.body * 0.15f;
    const Rect body{inner_.x, inner_.y + head, inner_.width, std::max(inner_.height - head, 1.0f)};
    {
      ScrollArea scroll("##rows", body);
      const Painter rows(*ImGui::GetWindowDrawList(), view_.fonts);
      const float pitch = row_height(body.height);
      float y = scroll.corner().y;
      for (const VarianceRow& row : state_.run.rows()) {
        draw_row(rows, row, {inner_.x, y, inner_.width, pitch});
        y += pitch;
      }
      scroll.reaches(y);
      offer_copy();
    }
    offer_copy();
  }

 private:
  // The rows share the available height, within limits of legibility.
  float row_height(float room) const {
    const float fair = room / static_cast<float>(std::max<std::size_t>(state_.run.rows().size(), 1));
    return std::floor(std::clamp(fair, text_ * 1.45f, text_ * 2.2f));
  }

  /// The title, with the names of the columns below it.
  float head_height() const { return sizes_.body * 1.9f + text_ * 1.55f; }

  float end_of(std::size_t column, float width) const {
    return inner_.x + (width - sizes_.body * 0.7f) * column_ends[column];
  }

  void draw_head() {
    const float y = inner_.y + sizes_.body * 0.7f;
    painter_.text({inner_.x, y}, "Measured variances", theme_.text, sizes_.body, FontWeight::medium);
    draw_add_button();
    const float line = inner_.y + head_height() - text_ * 0.85f;
    const std::array<const char*, 4> names = {"d", "trials", "Var(q · k)", "Var(q · k ÷ √d)"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      painter_.text({end_of(i, inner_.width), line}, names[i], theme_.quiet_text, text_, FontWeight::regular,
                    HorizontalAnchor::right);
    }
    painter_.fill({inner_.x, std::round(inner_.y + head_height()), inner_.width, 1}, theme_.line);
  }

  void draw_add_button() {
    if (state_.settings.components == Components::given) return;
    const Index d = state_.settings.dimension;
    const auto& rows = state_.run.rows();
    const bool is_there =
        std::any_of(rows.begin(), rows.end(), [d](const VarianceRow& row) { return row.dimension == d; });
    const std::string label = filled("Add d = <d>", {{"d", count_text(d)}});
    const float width =
        painter_.metrics().width(label, sizes_.body, FontWeight::regular) + sizes_.body * 1.4f;
    const Rect button{inner_.right() - width, inner_.y - sizes_.body * 0.25f, width,
                      std::round(sizes_.body * 1.9f)};
    const char* tip = is_there ? "The table already has a row for the d chosen with the slider."
                               : "Adds a row for the d chosen with the slider.";
    if (Controls(view_, painter_).button(button, "variance.add", label, !is_there, tip))
      state_.run.add_row(d);
  }

  void draw_row(const Painter& painter, const VarianceRow& row, const Rect& rect) {
    const std::string name = "variance.row." + std::to_string(row.dimension);
    view_.items.add(name, rect);
    const bool can_choose = state_.settings.components != Components::given;
    if (click_area(name.c_str(), rect) && can_choose) state_.settings.dimension = row.dimension;
    const bool is_present = !can_choose || row.dimension == state_.settings.dimension;
    if (is_present || ImGui::IsItemHovered()) {
      painter.fill({rect.x - sizes_.body * 0.3f, rect.y, rect.width + sizes_.body * 0.3f, rect.height},
                   is_present ? theme_.accent_ground : theme_.hover_ground, 4);
    }
    if (ImGui::IsItemHovered() && can_choose)
      draw_tooltip(view_, filled("Set d to <d>.", {{"d", count_text(row.dimension)}}));
    const bool is_done = row.trials > 0;
    const auto error = [](const Estimate& e) { return with_error(e.variance, e.variance_standard_error); };
    const std::array<std::string, 4> cells = {
        count_text(row.dimension), is_done ? count_text(row.trials) : "", is_done ? error(row.products) : "…",
        is_done ? error(row.scaled_products) : "…"};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      painter.text({end_of(i, rect.width), rect.centre().y}, cells[i],
                   i == 1 || !is_done ? theme_.quiet_text : theme_.text, text_,
                   i == 0 ? FontWeight::medium : FontWeight::regular, HorizontalAnchor::right);
    }
  }

  // The same numbers as the chart beside it. Without rows there is no chart.
  void offer_copy() {
    if (is_right_clicked(card_) && state_.over_dimension.plot)
      open_figure_menu(view_, state_.over_dimension.plot);
  }

  ViewState& view_;
  VarianceState& state_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
  Rect card_;
  Rect inner_;
  float text_;
};

class VariancePanel {
 public:
  VariancePanel(const Session& session, ViewState& view)
      : session_(session), view_(view), state_(view.laboratory.variance) {}

  void draw(const Rect& area) {
    compute();
    const ExperimentAreas areas = experiment_areas(view_, area);
    draw_controls(areas.controls);
    // A change is shown in this frame; its results follow in the next.
    ask();
    make_plots();
    draw_page(areas.page);
    if (state_.run.is_running()) view_.want_frame();
  }

 private:
  bool is_given() const { return state_.settings.components == Components::given; }

  void ask() {
    std::optional<GivenProducts> given;
    static const Matrix none;
    if (is_given()) given = GivenProducts{session_.revision(), view_.shown_head, session_.model().d_k()};
    const HeadStages& head = session_.trace().heads[static_cast<std::size_t>(view_.shown_head)];
    state_.run.ask(state_.settings, given, given ? head.scores : none);
    if (state_.run.starts() == state_.shown_start) return;
    state_.shown_start = state_.run.starts();
    state_.shown_trials = -1;
    state_.shown_rows = ~std::size_t{0};
    state_.exact.clear();
    if (state_.run.experiment() != nullptr) state_.exact = exact_density(*state_.run.experiment());
    state_.pace.begin();
  }

  void compute() {
    ask();
    advance_in_frame(state_.run, state_.pace, static_cast<double>(ImGui::GetIO().DeltaTime));
  }

  void make_plots() {
    const VarianceExperiment* experiment = state_.run.experiment();
    if (experiment == nullptr) {
      state_.products.plot = state_.scaled_products.plot = state_.over_dimension.plot = nullptr;
      return;
    }
    const bool is_filling = !experiment->is_finished() && !state_.run.is_stopped();
    HistogramLook look{false, is_filling, state_.shares_axis};
    if (state_.shown_trials != experiment->trials_done() || state_.shown_look != look) {
      state_.shown_trials = experiment->trials_done();
      state_.shown_look = look;
      state_.products.plot = variance_histogram(*experiment, state_.exact, look);
      look.is_scaled = true;
      state_.scaled_products.plot = variance_histogram(*experiment, state_.exact, look);
    }
    if (state_.shown_rows != state_.run.rows_done() ||
        state_.shown_dimension != experiment->spec().dimension) {
      state_.shown_rows = state_.run.rows_done();
      state_.shown_dimension = experiment->spec().dimension;
      state_.over_dimension.plot =
          variance_over_dimension(state_.run.rows(), state_.shown_dimension, experiment->spec().components);
    }
  }

  void draw_controls(const Rect& area) {
    ControlColumn column(view_, area);
    VarianceSettings& settings = state_.settings;
    column.heading("Dot products of random vectors");
    Index d = is_given() ? session_.model().d_k() : settings.dimension;
    count_slider(column,
                 {.name = "variance.d",
                  .label = "d",
                  .low = 1,
                  .high = static_cast<double>(limits::dimension),
                  .snaps = {1, 2, 5, 10, 20, 50, 64, 100, 128, 256, 512, 768, 1024, 2048, 4096},
                  .is_enabled = !is_given(),
                  .tip = is_given() ? "The document’s queries and keys have d_k numbers."
                                    : "How many numbers q and k have. Drag, or double-click to type."},
                 d);
    if (!is_given()) settings.dimension = d;
    count_slider(column,
                 {.name = "variance.trials",
                  .label = "trials",
                  .low = static_cast<double>(limits::least_trials),
                  .high = static_cast<double>(limits::most_trials),
                  .snaps = {100, 1000, 10'000, 100'000, 1'000'000},
                  .tip = "How many pairs are drawn. The more trials, the smaller the errors."},
                 settings.trials);
    draw_components(column);
    seed_chip(column, "variance", settings.seed, seed_tip());
    const int axes = column.controls().choice(
        column.next(), "variance.axes", "axes", state_.shares_axis ? "shared" : "separate",
        {{"shared", "the same range for both, so that their widths can be compared"},
         {"separate", "a range for each, so that their shapes can be compared"}},
        "Whether both histograms have the same range on the horizontal axis.");
    if (axes >= 0) state_.shares_axis = axes == 0;
    draw_run(column);
    column.space();
    column.note(is_given()
                    ? "Two tokens are drawn at random, again and again: q · k is the score of one for "
                      "the other, undivided."
                    : "q · k is a sum of d products. Each adds a variance of 1, so their sum has variance d "
                      "and a magnitude of about √d. That is why scores are divided by √d_k.");
    if (!is_given() && state_.settings.trials > most_draws_a_row / limits::dimension) {
      column.note(filled("Rows of the table draw at most <most> numbers, so large d may have fewer trials.",
                         {{"most", count_text(most_draws_a_row)}}));
    }
  }

  const char* seed_tip() const {
    switch (state_.settings.components) {
      case Components::normal:
        return "The seed of the random numbers. The same draws as torch.randn with this seed. Double-click "
               "to type.";
      case Components::uniform:
        return "The seed of the random numbers. The same draws as torch.rand with this seed, scaled to ±√3. "
               "Double-click to type.";
      case Components::given: break;
    }
    return "The seed of the random numbers. The same seed draws the same tokens. Double-click to type.";
  }

  void draw_components(ControlColumn& column) {
    std::vector<Choice> choices;
    std::string value;
    for (const ComponentWords& words : component_words) {
      choices.push_back({words.label, words.explanation});
      if (words.components == state_.settings.components) value = words.label;
    }
    const int chosen = column.controls().choice(column.next(), "variance.components", "components", value,
                                                choices, "Where the numbers in q and k come from.");
    if (chosen >= 0)
      state_.settings.components = component_words[static_cast<std::size_t>(chosen)].components;
  }

  void draw_run(ControlColumn& column) {
    VarianceRun& run = state_.run;
    run_controls(column, "variance", run, state_.settings.seed);
    const VarianceExperiment* experiment = run.experiment();
    if (experiment == nullptr) {
      column.note(escape_markup(run.problem()), view_.theme().error);
      return;
    }
    column.space();
    if (run.rows().size() > 1 && experiment->is_finished() && run.rows_done() < run.rows().size() &&
        run.is_running()) {
      column.note(filled("Computing the table: <done> of <count> rows.",
                         {{"done", run.rows_done()}, {"count", run.rows().size()}}));
    }
  }

  std::string sentence() const {
    const VarianceExperiment* experiment = state_.run.experiment();
    if (experiment == nullptr)
      return filled("The products of this document’s queries and keys cannot be used: <problem>",
                    {{"problem", escape_markup(state_.run.problem())}});
    if (experiment->trials_done() < 2) return "Computing…";
    const auto variance = [](const Estimate& e) { return with_error(e.variance, e.variance_standard_error); };
    const std::string before = variance(experiment->products());
    const std::string after = variance(experiment->scaled_products());
    const Index d = experiment->spec().dimension;
    const bool is_partial = !experiment->is_finished();
    if (is_given()) {
      return filled(
          is_partial
              ? "So far, the variance of this document’s q · k is <before> (± standard error), and the mean "
                "is <mean>. After "
                "division by √<d>, the variance is <after>. Theory says d and 1 for independent numbers with "
                "mean 0 and variance 1, which learned queries and keys need not be."
              : "The variance of this document’s q · k is <before> (± standard error), and the mean is "
                "<mean>. After division "
                "by √<d>, the variance is <after>. Theory says d and 1 for independent numbers with mean 0 "
                "and variance 1, which learned queries and keys need not be.",
          {{"before", before},
           {"mean", with_error(experiment->products().mean, experiment->products().mean_standard_error)},
           {"d", count_text(d)},
           {"after", after}});
    }
    return filled(is_partial ? "So far, the variance of q · k is <before> (± standard error); theory says "
                               "<d>. After division by √<d>, it is "
                               "<after>; theory says 1, whatever d is."
                             : "The variance of q · k is <before> (± standard error); theory says <d>. After "
                               "division by √<d>, it is "
                               "<after>; theory says 1, whatever d is.",
                  {{"before", before}, {"d", count_text(d)}, {"after", after}});
  }

  void draw_page(const Rect& area) {
    const int columns = is_narrow(view_, area) ? 1 : 2;
    const int rows = 4 / columns;
    const float least = view_.sizes().body * least_variance_card + card_gap(view_);
    ExperimentPage page(view_, area, sentence(), static_cast<float>(rows) * least - card_gap(view_));
    const auto cell = [&](int i) { return page.cell(page.cards(), rows, columns, i / columns, i % columns); };
    page.plot(state_.products, cell(0), "variance.products");
    page.plot(state_.scaled_products, cell(1), "variance.scaled");
    page.plot(state_.over_dimension, cell(2), "variance.over_d");
    VarianceTable(view_, state_, page.painter(), cell(3)).draw();
  }

  const Session& session_;
  ViewState& view_;
  VarianceState& state_;
};

}  // namespace

void draw_variance_panel(const Session& session, ViewState& view, const Rect& area) {
  VariancePanel(session, view).draw(area);
}

}  // namespace attention_lab
