#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/widgets/paragraph.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"

namespace attention_lab {
namespace {

constexpr float least_size_card = 15;  // height, in multiples of the text size
constexpr double least_speed = 1e9;    // multiplications per second
constexpr double largest_speed = 1e18;
constexpr double measured_seconds = 0.02;
constexpr int most_products = 64;
constexpr float wheel_factor = 1.25f;

/// A line of the table.
struct SizeLine {
  std::string name;     // mark-up
  std::string value;    // mark-up
  std::string formula;  // mark-up, shown on a click
};

class SizePanel {
 public:
  SizePanel(const Session& session, ViewState& view)
      : session_(session), view_(view), state_(view.laboratory.size) {}

  void draw(const Rect& area) {
    measure();
    const ExperimentAreas areas = experiment_areas(view_, area);
    draw_controls(areas.controls);
    make_plots();
    draw_page(areas.page);
  }

 private:
  /// The document, if it has a W_q; the well-known models; the one that is typed in only if the page is about
  /// it.
  SizesToScale to_scale() const {
    SizesToScale sizes;
    sizes.n_tokens = state_.n_tokens;
    sizes.strong = chosen();
    sizes.models.reserve(well_known_shapes().size() + 2);
    if (!session_.model().is_identity()) {
      sizes.models.push_back(model_shape_of(session_.model(), "this document"));
      ++sizes.strong;
    }
    for (const ModelShape& known : well_known_shapes()) sizes.models.push_back(known);
    if (is_own()) sizes.models.push_back(state_.own);
    return sizes;
  }

  std::size_t chosen() const { return std::min(state_.shown, well_known_shapes().size()); }
  bool is_own() const { return chosen() == well_known_shapes().size(); }
  const ModelShape& shape() const { return is_own() ? state_.own : well_known_shapes()[chosen()]; }

  /// Once, on the engine's own product of matrices.
  void measure() {
    if (state_.multiplications_per_second) return;
    SpeedProbe probe;
    probe.multiply();  // the first time also loads its numbers
    const double begin = view_.services.seconds();
    double seconds = 0;
    int products = 0;
    for (; products < most_products && seconds < measured_seconds; ++products) {
      probe.multiply();
      seconds = view_.services.seconds() - begin;
    }
    state_.multiplications_per_second = seconds > 0 ? products * SpeedProbe::multiplications / seconds : 0;
  }

  void draw_controls(const Rect& area) {
    ControlColumn column(view_, area);
    column.heading("A model");
    std::vector<Choice> choices;
    for (const ModelShape& known : well_known_shapes()) choices.push_back({known.name, ""});
    choices.push_back({state_.own.name, ""});
    const int model = column.controls().choice(column.next(), "size.model", "model", shape().name, choices,
                                               "The model that the numbers are about.");
    if (model >= 0) state_.shown = static_cast<std::size_t>(model);
    if (is_own()) draw_own(column);
    column.heading("A sentence");
    count_slider(column,
                 {.name = "size.tokens",
                  .label = "tokens, n",
                  .low = 1,
                  .high = static_cast<double>(most_sentence_tokens),
                  .snaps = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000},
                  .tip = "The length of the sentence. Drag, or double-click to type."},
                 state_.n_tokens);
    double speed = state_.speed;
    if (column.slide(
            {.name = "size.speed",
             .label = "speed",
             .shown = filled("<count>/s", {{"count", large_number(speed)}}),
             .low = least_speed,
             .high = largest_speed,
             .is_logarithmic = true,
             .snaps = {1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18},
             .tip = "The multiplications per second of another machine. Drag, or double-click to type."},
            speed))
      state_.speed = speed;
    column.heading("The picture to scale");
    const ZoomRange range = zoom();
    Index across = static_cast<Index>(numbers_across(range));
    count_slider(
        column,
        {.name = "size.across",
         .label = "width, in numbers",
         .low = range.least,
         .high = range.most,
         .snaps = {10, 100, 1000, 10'000, 100'000},
         .tip =
             "How many numbers fit side by side. Ctrl and the mouse wheel over the picture also change it."},
        across);
    if (across != static_cast<Index>(numbers_across(range)))
      state_.numbers_across = static_cast<double>(across);
    column.space();
    column.note(
        "Only attention and the embedding table are counted. The feed-forward layers in between, which have "
        "about "
        "twice as many parameters as attention, are left out.");
  }

  void draw_own(ControlColumn& column) {
    struct Field {
      const char* name;
      const char* label;
      Index ModelShape::*value;
      Index least;
      const char* tip;
    };
    static constexpr Field fields[] = {
        {"size.d_model", "d_{model}", &ModelShape::d_model, 1, "The width of the embeddings."},
        {"size.d_k", "d_k", &ModelShape::d_k, 1, "The width of queries, keys and values in one head."},
        {"size.heads", "heads", &ModelShape::n_heads, 1, "Heads in each layer."},
        {"size.layers", "layers", &ModelShape::n_layers, 1, "Attention layers."},
        {"size.vocabulary", "vocabulary", &ModelShape::vocabulary, 1, "Words of the embedding table."}};
    for (const Field& field : fields) {
      count_slider(column,
                   {.name = field.name,
                    .label = field.label,
                    .low = static_cast<double>(field.least),
                    .high = static_cast<double>(largest_model_shape().*field.value),
                    .tip = field.tip},
                   state_.own.*field.value);
    }
  }

  ZoomRange zoom() const { return zoom_range(to_scale()); }
  double numbers_across(const ZoomRange& range) const {
    return std::clamp(state_.numbers_across.value_or(range.most), range.least, range.most);
  }

  void make_plots() {
    const SizesToScale sizes = to_scale();
    const double across = numbers_across(zoom_range(sizes));
    if (state_.shown_sizes != sizes || state_.shown_across != across) {
      state_.shown_sizes = sizes;
      state_.shown_across = across;
      state_.to_scale.plot = size_to_scale(sizes, across);
    }
    if (state_.shown_shape != shape() || state_.shown_tokens != state_.n_tokens) {
      state_.shown_shape = shape();
      state_.shown_tokens = state_.n_tokens;
      state_.work.plot = work_over_length(shape(), state_.n_tokens);
    }
  }

  std::vector<SizeLine> table() const {
    std::vector<SizeLine> all;
    const auto add = [&](const SizeQuantity& quantity) {
      all.push_back(
          {quantity.name, amount_in_words(quantity),
           filled("<formula> = <numbers>", {{"formula", quantity.formula}, {"numbers", quantity.numbers}})});
    };
    for (const SizeQuantity& quantity : sizes_of(shape())) add(quantity);
    for (const SizeQuantity& quantity : work_of(shape(), state_.n_tokens)) add(quantity);
    const double work = multiplications_of(shape(), static_cast<double>(state_.n_tokens)).all();
    const auto add_time = [&](const char* name, double speed) {
      if (speed <= 0) return;
      all.push_back({name, duration_in_words(work / speed),
                     filled("multiplications ÷ speed = <work> ÷ <speed> per second",
                            {{"work", large_number(work)}, {"speed", large_number(speed)}})});
    };
    add_time("time on one core of this machine", state_.multiplications_per_second.value_or(0));
    add_time("time at the chosen speed", state_.speed);
    return all;
  }

  std::string sentence() const {
    const ModelShape model = shape();
    const auto numbers_in_W_q = [](const ModelShape& of) {
      return static_cast<double>(of.d_model) * static_cast<double>(of.d_k);
    };
    const ModelShape document = model_shape_of(session_.model(), "");
    const double times = numbers_in_W_q(model) / numbers_in_W_q(document);
    const bool can_compare = !session_.model().is_identity() && times > 1;
    const std::string beyond = filled(
        "Beyond <length> tokens, scores and contexts, whose work grows with n^2, take more work than the "
        "projections.",
        {{"length", count_text(length_of_equal_work(model))}});
    const std::string numbers = large_number(numbers_in_W_q(model));
    const std::string name = escape_markup(model.name);
    if (!can_compare)
      return filled("One W_q of <model> has <numbers> numbers. <beyond>",
                    {{"model", name}, {"numbers", numbers}, {"beyond", beyond}});
    return filled(
        "One W_q of <model> has <numbers> numbers: <times> times as many as W_q of this document. <beyond>",
        {{"model", name},
         {"numbers", numbers},
         {"times", times < 1e6 ? short_number(times) : large_number(times)},
         {"beyond", beyond}});
  }

  void draw_page(const Rect& area) {
    const float body = view_.sizes().body;
    const bool is_wide = area.width > body * 48;
    const float least = (is_wide ? 2 : 3) * body * least_size_card + card_gap(view_);
    ExperimentPage page(view_, area, sentence(), least);
    const Rect& all = page.cards();
    const int rows = is_wide ? 2 : 3;
    const Rect to_scale = page.cell(all, rows, 1, 0, 0);
    zoom_with_wheel(to_scale);
    page.plot(state_.to_scale, to_scale, "size.scale");
    page.plot(state_.work, page.cell(all, rows, rows == 2 ? 2 : 1, 1, 0), "size.work");
    draw_table(page.painter(), rows == 2 ? page.cell(all, 2, 2, 1, 1) : page.cell(all, 3, 1, 2, 0));
  }

  void zoom_with_wheel(const Rect& picture) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl || io.MouseWheel == 0 || !ImGui::IsWindowHovered()) return;
    if (!picture.contains(from_imgui(io.MousePos))) return;
    const ZoomRange range = zoom();
    state_.numbers_across =
        std::clamp(numbers_across(range) * static_cast<double>(std::pow(wheel_factor, -io.MouseWheel)),
                   range.least, range.most);
  }

  void draw_table(const Painter& outside, const Rect& card) {
    outside.card(card, view_.theme().card, view_.theme().line);
    view_.items.add("size.table", card);
    table_text_ = std::max(view_.sizes().body, label_size_beside_plots(view_, card));
    const float pad = std::round(table_text_ * 0.8f);
    ScrollArea scroll("##size.table", card.expanded(-pad * 0.5f));
    const Painter painter(*ImGui::GetWindowDrawList(), view_.fonts);
    const float left = scroll.corner().x + pad * 0.5f;
    const float width = card.width - 2 * pad - table_text_;
    float y = scroll.corner().y;
    const std::vector<SizeLine> lines = table();
    for (std::size_t i = 0; i < lines.size(); ++i) y += draw_line(painter, lines[i], i, {left, y}, width);
    scroll.reaches(y);
  }

  /// Returns its height.
  float draw_line(const Painter& painter, const SizeLine& line, std::size_t index, Point corner,
                  float width) {
    const Theme& theme = view_.theme();
    const float value =
        layout_markup(line.value, table_text_, FontWeight::medium, painter.metrics()).width + table_text_;
    const Paragraph words = set_paragraph(line.name, std::max(width - value, table_text_), table_text_,
                                          FontWeight::regular, painter.metrics());
    const Rect rect{corner.x, corner.y, width,
                    std::round(std::max(words.height() + table_text_ * 0.4f, table_text_ * 1.7f))};
    const std::string name = filled("size.row.<row>", {{"row", index}});
    bool is_open = state_.open_row == index;
    view_.items.add(name, rect);
    if (click_area(name.c_str(), rect)) {
      is_open = !is_open;
      state_.open_row = is_open ? std::optional(index) : std::nullopt;
    }
    if (ImGui::IsItemHovered() || is_open)
      painter.fill(rect.expanded(table_text_ * 0.2f), is_open ? theme.accent_ground : theme.hover_ground, 4);
    if (ImGui::IsItemHovered())
      draw_tooltip(view_, is_open ? "Click to hide the formula." : "Click for its formula.");
    attention_lab::draw(painter, words, {rect.x, rect.centre().y - words.height() / 2}, theme.text);
    painter.markup({rect.right(), rect.centre().y}, line.value, theme.text, table_text_, FontWeight::medium,
                   HorizontalAnchor::right);
    if (!is_open) return rect.height;
    const Paragraph formula =
        set_paragraph(line.formula, rect.width, table_text_, FontWeight::regular, painter.metrics());
    view_.items.add("size.formula", {rect.x, rect.bottom(), rect.width, formula.height()});
    attention_lab::draw(painter, formula, {rect.x, rect.bottom() + table_text_ * 0.2f}, theme.quiet_text);
    return rect.height + formula.height() + table_text_ * 0.5f;
  }

  const Session& session_;
  ViewState& view_;
  SizeState& state_;
  float table_text_ = 0;
};

}  // namespace

void draw_size_panel(const Session& session, ViewState& view, const Rect& area) {
  SizePanel(session, view).draw(area);
}

}  // namespace attention_lab
