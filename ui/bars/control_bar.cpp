#include "ui/bars/control_bar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "core/limits.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/bars/mask_control.h"
#include "ui/bars/sentence_box.h"
#include "ui/lab/commands.h"
#include "ui/lab/document_lock.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/workspaces/figures/comparison_choice.h"
#include "ui/workspaces/figures/head_choice.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {
namespace {

// In multiples of the text size.
constexpr float narrowest_sentence = 19;
constexpr float narrowest_beside_essentials = 10;
constexpr float more_width = 5.2f;

constexpr const char* scale_of_d_model = "scale, d_k = d_{model}";

/// When there is not enough room for all controls, those that come first here stay in the row.
enum class Importance {
  head,
  comparison,
  scale,
  mask,
  heads,
  last_essential = heads,  // the sentence becomes narrower rather than without these
  projection,
  temperature,
  d_model,
  d_k,
  d_v,
  positions,
  dropout,
  zoom,
  decimals,
  seed,
};

/// Whether the control edits the document, rather than how it is looked at.
bool changes_document(Importance control) {
  switch (control) {
    case Importance::head:
    case Importance::comparison:
    case Importance::zoom:
    case Importance::decimals:
    case Importance::seed: return false;
    default: return true;
  }
}

/// Draws the controls. A Control is a width and the function that draws it.
class ControlBar {
 public:
  ControlBar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter)
      : session_(session), view_(view), actions_(actions), painter_(painter), controls_(view, painter) {}

  void draw(const Rect& whole_row) {
    const float gap = Controls::gap(view_);
    Rect row = whole_row;
    if (has_batch(session_.document())) {
      const float width = std::round(controls_.choice_width("sentence", "32 of 32"));
      controls_.refuse("");
      sentence({row.x, row.y, width, row.height});
      row = {row.x + width + gap, row.y, row.width - width - gap, row.height};
    }
    std::vector<Control> all = controls();
    const bool has_more = !choose_those_in_row(all, row.width);
    float right = row.right();
    Rect more{};
    if (has_more) {
      const float width = std::round(more_width * view_.sizes().body);
      more = {right - width, row.y, width, row.height};
      right = more.x - gap;
    }
    // From right to left: the sentence and the head change their widths or come and go, and nothing moves.
    for (auto control = all.rbegin(); control != all.rend(); ++control) {
      if (!control->is_in_row || !control->is_there) continue;
      right -= control->width;
      draw_control(*control, {right, row.y, control->width, row.height});
      right -= gap;
    }
    draw_sentence_box(session_, view_, actions_, painter_, {row.x, row.y, right - row.x, row.height});
    view_.more_controls.are_there_next = has_more;
    if (!has_more) return;
    std::vector<Control> others;
    std::copy_if(all.begin(), all.end(), std::back_inserter(others),
                 [](const Control& control) { return !control.is_in_row && control.is_there; });
    draw_more(more, others);
  }

 private:
  using Draw = void (ControlBar::*)(const Rect&);
  struct Control {
    Importance importance;
    float width;
    Draw draw;
    bool is_there = true;  // otherwise its place is reserved
    bool is_in_row = true;
  };

  void draw_control(const Control& control, const Rect& rect) {
    controls_.refuse(view_.is_locked && changes_document(control.importance) ? locked_sentence() : "");
    (this->*control.draw)(rect);
  }

  // In the order from left to right. Widths are those of the widest values.
  std::vector<Control> controls() const {
    const Model& model = session_.model();
    const bool is_trainable = model.options.projection == Projection::trainable;
    std::vector<Control> all;
    const auto add_choice = [&](Importance importance, const std::string& label, const std::string& widest,
                                Draw function) {
      all.push_back({importance, std::round(controls_.choice_width(label, widest)), function});
    };
    const auto add_number = [&](Importance importance, const std::string& label, const std::string& widest,
                                Draw function) {
      all.push_back({importance, std::round(controls_.number_width(label, widest)), function});
    };
    if (view_.figures.pinned && view_.workspace == Workspace::pipeline)
      add_choice(Importance::comparison, "show", widest_comparison, &ControlBar::comparison);
    if (is_trainable) {
      add_number(Importance::head, "head", widest_head(), &ControlBar::shown_head);
      all.back().is_there = model.n_heads() > 1;
      add_number(Importance::heads, "heads", std::to_string(limits::n_heads), &ControlBar::heads);
    }
    add_choice(Importance::projection, "projection", "simplified", &ControlBar::projection);
    add_choice(Importance::scale, is_trainable ? "scale" : scale_of_d_model, "÷ √d_k = 64.0000",
               &ControlBar::scale);
    add_choice(Importance::mask, "mask", "padding", &ControlBar::mask);
    add_choice(Importance::temperature, "temperature", "0.0000", &ControlBar::temperature);
    add_choice(Importance::positions, "positions", "sinusoidal", &ControlBar::positions);
    add_choice(Importance::dropout, "dropout", "p = 0.00", &ControlBar::dropout);
    const std::string widest_extent = std::to_string(limits::d_model);
    add_number(Importance::d_model, "d_{model}", widest_extent, &ControlBar::d_model);
    if (is_trainable) {
      add_number(Importance::d_k, "d_k", widest_extent, &ControlBar::d_k);
      add_number(Importance::d_v, "d_v", widest_extent, &ControlBar::d_v);
    }
    if (view_.workspace == Workspace::pipeline)
      add_number(Importance::zoom, "zoom", "400%", &ControlBar::zoom);
    add_number(Importance::decimals, "decimals", std::to_string(most_decimals), &ControlBar::decimals);
    add_number(Importance::seed, "seed", std::to_string(limits::seed), &ControlBar::seed);
    return all;
  }

  /// Returns whether all are in the row.
  bool choose_those_in_row(std::vector<Control>& all, float width) const {
    const float body = view_.sizes().body;
    const float gap = Controls::gap(view_);
    // The choice of a comparison comes and goes: it takes its room from the sentence, and nothing else moves.
    float narrowest = narrowest_sentence * body;
    for (const Control& control : all) {
      if (control.importance == Importance::comparison)
        narrowest = std::max(narrowest - control.width - gap, narrowest_beside_essentials * body);
    }
    float used = narrowest;
    for (const Control& control : all) used += control.width + gap;
    if (used <= width) return true;
    std::vector<Control*> order;
    for (Control& control : all) order.push_back(&control);
    std::sort(order.begin(), order.end(),
              [](const Control* a, const Control* b) { return a->importance < b->importance; });
    bool has_room = true;
    used = more_width * body + gap;
    for (Control* control : order) {
      const bool is_essential = control->importance <= Importance::last_essential;
      used += control->width + gap;
      has_room = has_room && used + (is_essential ? narrowest_beside_essentials * body : narrowest) <= width;
      control->is_in_row = has_room;
    }
    return false;
  }

  /// The controls of the popup below each other, in two columns if the window is too low for one.
  struct Grid {
    Point cell;
    float gap;
    std::size_t rows;
    std::size_t columns;

    Point size() const { return {extent(columns, cell.x), extent(rows, cell.y)}; }
    Rect place(std::size_t i, Point corner) const {
      const std::size_t column = i / rows;
      const std::size_t row = i % rows;
      return {corner.x + static_cast<float>(column) * (cell.x + gap),
              corner.y + static_cast<float>(row) * (cell.y + gap), cell.x, cell.y};
    }
    float extent(std::size_t n, float length) const { return static_cast<float>(n) * (length + gap) - gap; }
  };

  /// For this room.
  Grid grid_of(const std::vector<Control>& others, Point room) const {
    Grid grid{{0, control_bar_height(view_)}, Controls::gap(view_), others.size(), 1};
    for (const Control& control : others) grid.cell.x = std::max(grid.cell.x, control.width);
    if (grid.size().y <= room.y || grid.extent(2, grid.cell.x) > room.x) return grid;
    grid.columns = 2;
    grid.rows = (others.size() + 1) / 2;
    return grid;
  }

  /// The popup with the controls for which there is no room in the row, and its button.
  void draw_more(const Rect& button, const std::vector<Control>& others) {
    MoreControls& more = view_.more_controls;
    const std::string tip = filled("The other controls (<key>)",
                                   {{"key", to_string(entry_of(Command::more_controls).keys.front())}});
    const bool is_opened_by_key = std::exchange(more.opens, false);
    if (controls_.button(button, "more controls", "More ▾", true, tip.c_str()) || is_opened_by_key) {
      ImGui::OpenPopup("##more controls");
      more.marked = is_opened_by_key ? 0 : -1;
    }
    const Point window = from_imgui(ImGui::GetIO().DisplaySize);
    const Point padding{2 * ImGui::GetStyle().WindowPadding.x, 2 * ImGui::GetStyle().WindowPadding.y};
    const float gap = Controls::gap(view_);
    const Grid grid =
        grid_of(others, {window.x - padding.x - 2 * gap, window.y - button.bottom() - padding.y - 2 * gap});
    const Point size = grid.size();
    if (ImGui::IsPopupOpen("##more controls")) {
      const Point outer{size.x + padding.x, size.y + padding.y};
      place_popup(view_, {button.right() - outer.x, button.y, outer.x, button.height}, outer);
    }
    if (!ImGui::BeginPopup("##more controls")) return;
    const bool has_keys = ImGui::IsWindowFocused();
    const bool moves = has_keys && mark_by_arrows(others.size());
    const Painter painter(*ImGui::GetWindowDrawList(), view_.fonts);
    ControlBar inside(session_, view_, actions_, painter);
    const Point corner = from_imgui(ImGui::GetCursorScreenPos());
    for (std::size_t i = 0; i < others.size(); ++i) {
      const Rect rect = grid.place(i, corner);
      const bool is_marked = static_cast<std::ptrdiff_t>(i) == more.marked;
      inside.controls_.give_keys(is_marked);
      inside.draw_control(others[i], rect);
      if (is_marked && moves) ImGui::SetScrollFromPosY(rect.centre().y - ImGui::GetWindowPos().y);
    }
    ImGui::SetCursorScreenPos(to_imgui(corner));
    ImGui::Dummy(to_imgui(size));
    end_popup(has_keys);
  }

  /// Returns whether an arrow key has marked another control.
  bool mark_by_arrows(std::size_t n) {
    std::ptrdiff_t& marked = view_.more_controls.marked;
    const std::ptrdiff_t before = marked;
    if (is_key_pressed(ImGuiKey_DownArrow)) ++marked;
    if (is_key_pressed(ImGuiKey_UpArrow)) --marked;
    if (marked != before) marked = std::clamp<std::ptrdiff_t>(marked, 0, static_cast<std::ptrdiff_t>(n) - 1);
    return marked != before;
  }

  std::uint64_t drawn_seed() const { return static_cast<std::uint64_t>(view_.seed); }

  void projection(const Rect& rect) {
    const bool is_identity = session_.model().options.projection == Projection::identity;
    const int chosen = controls_.choice(
        rect, "projection", "projection", is_identity ? "simplified" : "trainable",
        {{"trainable", "queries, keys and values from weight matrices: Q = X·W_q …"},
         {"simplified", "no weights, unscaled scores: embeddings are compared as they are, Q = K = V = X"}},
        "Whether tokens are projected by trainable weight matrices, or compared as they are.");
    if (chosen < 0) return;
    const Projection projection = chosen == 0 ? Projection::trainable : Projection::identity;
    actions_.commit(SetProjection{projection, drawn_seed()});
  }

  std::string scale_text() const {
    switch (session_.model().options.scale.kind) {
      case Scale::Kind::sqrt_d_k: return divisor_text(session_.model());
      case Scale::Kind::none: return "none";
      case Scale::Kind::custom: return "÷ " + divisor_symbol(session_.model().options.scale);
    }
    return {};
  }

  // Without weight matrices d_k equals d_model.
  bool divides_by_root_of_d_model() const {
    const Options& options = session_.model().options;
    return options.projection == Projection::identity && options.scale.kind == Scale::Kind::sqrt_d_k;
  }
  std::string scale_label() const { return divides_by_root_of_d_model() ? scale_of_d_model : "scale"; }

  void scale(const Rect& rect) {
    const Model& model = session_.model();
    const bool is_custom = model.options.scale.kind == Scale::Kind::custom;
    const std::string custom = is_custom ? scale_text() : "custom";
    Model with_root = model;
    with_root.options.scale = Scale{};
    const std::string which =
        model.options.projection == Projection::identity
            ? filled("d_k = d_{model} = <d_model>, since Q = K = X", {{"d_model", model.d_model()}})
            : filled("d_k = <d_k> of one head: scores keep a variance near 1", {{"d_k", model.d_k()}});
    const int chosen =
        controls_.choice(rect, "scale", scale_label(), scale_text(),
                         {{divisor_text(with_root), which},
                          {"none", "scores go into softmax unscaled"},
                          {custom, "custom divisor…"}},
                         "What the scores are divided by before softmax. Simplified attention is "
                         "taught with unscaled scores; attention with weights divides by √d_k.");
    if (chosen == 2) ImGui::OpenPopup("##divisor");
    if (chosen == 0 || chosen == 1) {
      actions_.commit(SetScale{{chosen == 0 ? Scale::Kind::sqrt_d_k : Scale::Kind::none, 1}});
    }
    number_popup("##divisor", "Divisor (a positive number)", rect, session_.model().divisor(),
                 [](Scalar value) {
                   return SetScale{{Scale::Kind::custom, value}};
                 });
  }

  void mask(const Rect& rect) { draw_mask_control(session_, view_, actions_, controls_, rect); }

  void temperature(const Rect& rect) {
    const double value = static_cast<double>(session_.model().options.temperature);
    const std::string shown = format_exactly(static_cast<float>(value));
    const int chosen = controls_.choice(
        rect, "temperature", "temperature", shown,
        {{"0.5", "sharper"}, {"1", "plain softmax"}, {"2", "flatter"}, {"other", "custom temperature…"}},
        "Divides the scores just before softmax: below 1 sharper, above 1 flatter.");
    if (chosen == 3) ImGui::OpenPopup("##temperature");
    if (chosen >= 0 && chosen < 3) {
      const Scalar temperature = chosen == 0 ? Scalar(0.5) : chosen == 1 ? Scalar(1) : Scalar(2);
      actions_.commit(SetTemperature{temperature});
    }
    number_popup("##temperature", "Temperature (a positive number)", rect,
                 session_.model().options.temperature, [](Scalar typed) { return SetTemperature{typed}; });
  }

  std::string positions_text() const {
    switch (session_.model().options.positions) {
      case Positions::none: return "none";
      case Positions::learned: return "learned";
      case Positions::sinusoidal: return "sinusoidal";
    }
    return {};
  }

  void positions(const Rect& rect) {
    const int chosen = controls_.choice(
        rect, "positions", "positions", positions_text(),
        {{"none", "without a mask, the order of the words makes no difference"},
         {"learned", "each position has its own numbers, which you can edit"},
         {"sinusoidal", "sines and cosines of the position, as in the original Transformer"}},
        "What is added to the embedding of a word to say where in the sentence it stands. To move a "
        "word, retype the sentence in another order.");
    if (chosen < 0) return;
    actions_.commit(SetPositions{static_cast<Positions>(chosen), drawn_seed()});
  }

  std::string dropout_text() const {
    const Model& model = session_.model();
    return model.has_dropout() ? "p = " + format_exactly(static_cast<float>(model.options.dropout.p)) : "off";
  }

  void dropout(const Rect& rect) {
    const Dropout now = session_.model().options.dropout;
    const bool is_on = now.p > 0;
    const std::uint64_t next_seed = (now.seed + 1) % static_cast<std::uint64_t>(limits::seed);
    std::vector<Choice> choices = {{"off", "no weights are dropped, as after training"},
                                   {"p = 0.1", "each weight is set to 0 with a probability of 10%"},
                                   {"p = 0.5", "each weight is set to 0 with a probability of 50%"},
                                   {"other", "custom probability p…"}};
    if (is_on) {
      choices.push_back({"next mask", filled("drop different weights: seed <seed>", {{"seed", next_seed}})});
      if (drawn_seed() != now.seed && drawn_seed() != next_seed)
        choices.push_back(
            {"seed box", filled("drop different weights: seed <seed>", {{"seed", drawn_seed()}})});
    }
    const std::string tip = filled(
        "While a model is trained, some weights are set to 0 at random and the others are divided by "
        "1 − p, so that rows sum to 1 only on average. Seed <seed> determines which ones.",
        {{"seed", now.seed}});
    const int chosen = controls_.choice(rect, "dropout", "dropout", dropout_text(), choices, tip.c_str());
    if (chosen == 3) ImGui::OpenPopup("##dropout");
    constexpr std::array<Scalar, 3> shares = {0, Scalar(0.1), Scalar(0.5)};
    if (chosen >= 0 && chosen < 3) {
      actions_.commit(SetDropout{{shares[static_cast<std::size_t>(chosen)], now.seed}});
    }
    if (chosen > 3) {
      actions_.commit(SetDropout{{now.p, chosen == 4 ? next_seed : drawn_seed()}});
    }
    number_popup("##dropout", "Probability p (at least 0, less than 1)", rect, now.p, [&](Scalar p) {
      return SetDropout{{p, now.seed}};
    });
  }

  // A popup with a field for one number. The edit validates it.
  template <class EditOf>
  void number_popup(const char* id, const char* label, const Rect& rect, Scalar now, const EditOf& edit_of) {
    const TypedPopup popup{.id = id,
                           .name = std::string(id).substr(2) + ".field",
                           .hint = label,
                           .is_hint_above = true,
                           .field_width = 10,
                           .width = 20,
                           .problem = [](const std::string& text) {
                             const Result<Scalar> value = parse_number(text);
                             return value ? "" : value.error().message;
                           }};
    const std::string exact = format_exactly(static_cast<float>(now));
    if (const auto typed = typed_popup(view_, rect, popup, exact))
      actions_.commit(edit_of(*parse_number(*typed)));
  }

  void shape(const Rect& rect, const char* name, const char* label, Index now, Index limit, Extent extent,
             const char* tip) {
    Index wanted = now;
    if (controls_.number(rect, name, label, wanted, 1, limit, tip)) {
      actions_.commit(SetExtent{extent, wanted, drawn_seed()});
    }
  }

  void heads(const Rect& rect) {
    shape(rect, "heads", "heads", session_.model().n_heads(), limits::n_heads, Extent::n_heads,
          "How many heads attend in parallel. New ones are drawn from the seed.");
  }
  /// Of the batch.
  void sentence(const Rect& rect) {
    constexpr float longest = 28;  // of a sentence in the list, in text sizes
    const Document& document = session_.document();
    const Index count = n_sentences(document);
    const auto place = [&](Index i) {
      return filled("<number> of <count>", {{"number", i + 1}, {"count", count}});
    };
    std::vector<Choice> choices;
    for (Index i = 0; i < count; ++i) {
      const std::string text = join_tokens(tokens_of_sentence(document, i));
      choices.push_back(
          {place(i), escape_markup(shorten(text, longest * view_.sizes().body, view_.sizes().body,
                                           FontWeight::regular, painter_.metrics()))});
    }
    choices.push_back({"add", "another sentence…"});
    choices.push_back({"remove", "this sentence"});
    const std::string tip = filled(
        "The batch has the shape (b, n, d) = (<b>, <n>, <d>): <b> sentences, each with padding up to "
        "the <n> tokens of the longest, and <d> numbers for each token. N shows the next sentence.",
        {{"b", count}, {"n", document.model.n_tokens()}, {"d", document.model.d_model()}});
    const int chosen =
        controls_.choice(rect, "sentences", "sentence", place(document.batch.shown), choices, tip.c_str());
    if (chosen < 0) return;
    if (chosen == count + 1) return actions_.commit(RemoveSentence{document.batch.shown});
    if (chosen == count) return begin_adding_sentence(session_, view_);
    actions_.commit(ShowSentence{chosen});
  }

  void shown_head(const Rect& rect) {
    const Index n_heads = session_.model().n_heads();
    const bool has_all = view_.workspace == Workspace::pipeline;
    const std::optional<Index> chosen =
        head_choice(controls_, rect, "head",
                    {view_.shown_head, n_heads, has_all,
                     has_all && view_.pipeline.shows_all_heads && !view_.steps.is_open});
    if (!chosen) return;
    if (*chosen == n_heads)
      show_all_heads(view_);
    else
      show_head(view_, *chosen);
  }
  void comparison(const Rect& rect) {
    const auto chosen = comparison_choice(controls_, rect, FigureName::pipeline, view_.pipeline.comparison);
    if (chosen) view_.pipeline.comparison = *chosen;
  }
  void d_model(const Rect& rect) {
    shape(
        rect, "d_model", "d_{model}", session_.model().d_model(), limits::d_model, Extent::d_model,
        "How many numbers represent a token. Numbers that remain keep their values; new ones are drawn from "
        "the seed.");
  }
  void d_k(const Rect& rect) {
    shape(rect, "d_k", "d_k", session_.model().d_k(), limits::d_model, Extent::d_k,
          "How many numbers a query or a key has, in one head.");
  }
  void d_v(const Rect& rect) {
    shape(rect, "d_v", "d_v", session_.model().d_v(), limits::d_model, Extent::d_v,
          "How many numbers a value vector has, in one head.");
  }
  void decimals(const Rect& rect) {
    Index shown = view_.preferences.decimals;
    if (controls_.number(
            rect, "decimals", "decimals", shown, 0, most_decimals,
            "How many decimals are shown. Where numbers would be too small to read, fewer are shown. The "
            "numbers themselves stay exact.")) {
      view_.preferences.decimals = static_cast<int>(shown);
    }
  }
  void seed(const Rect& rect) {
    Index shown = view_.seed;
    if (controls_.number(
            rect, "seed", "seed", shown, 0, limits::seed,
            "Matrices are drawn from this seed when you redraw them, as after torch.manual_seed; new "
            "words, heads and dimensions are also drawn from it. Double-click to type.")) {
      view_.seed = static_cast<int>(shown);
    }
  }
  void zoom(const Rect& rect) {
    Index percent = static_cast<Index>(std::lround(zoom_of(view_) * 100));
    if (controls_.number(
            rect, "zoom", "zoom", percent, 50, 400,
            "Size of the matrices (also Ctrl and the mouse wheel). Hold Space and drag to move an enlarged "
            "picture, or drag it with the middle button. View → Fit to window shows everything.",
            std::to_string(percent) + "%", 10)) {
      view_.pipeline.zoom = static_cast<float>(percent) / 100;
    }
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  Controls controls_;
};

}  // namespace

float control_bar_height(const WidgetContext& view) {
  return Controls::height(view);
}

void draw_control_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                      const Rect& row) {
  ControlBar(session, view, actions, painter).draw(row);
}

}  // namespace attention_lab
