#include "ui/bars/control_bar.h"

#include <algorithm>
#include <cmath>

#include "core/limits.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/bars/sentence_box.h"
#include "ui/widgets/controls.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {
namespace {

constexpr float narrowest_sentence = 19;  // in body sizes

/// Draws the controls. A Control is a width and the function that draws it.
class ControlBar {
 public:
  ControlBar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter)
      : session_(session), view_(view), actions_(actions), painter_(painter), controls_(view, painter) {}

  float draw(const Rect& area) {
    struct Control {
      float width;
      std::function<void(const Rect&)> draw;
    };
    const Model& model = session_.model();
    const bool is_trainable = model.options.projection == Projection::trainable;
    std::vector<Control> options = {
        {controls_.choice_width("projection", "simplified"), [this](const Rect& r) { projection(r); }},
        {controls_.choice_width(scale_label(), scale_text()), [this](const Rect& r) { scale(r); }},
        {controls_.choice_width("mask", "causal"), [this](const Rect& r) { mask(r); }},
        {controls_.choice_width("temperature", "1.00"), [this](const Rect& r) { temperature(r); }},
    };
    const bool has_room = entry_of(view_.workspace).shows_all_options;
    if (has_room || session_.model().has_positions())
      options.push_back(
          {controls_.choice_width("positions", positions_text()), [this](const Rect& r) { positions(r); }});
    if (has_room || session_.model().has_dropout())
      options.push_back(
          {controls_.choice_width("dropout", dropout_text()), [this](const Rect& r) { dropout(r); }});
    std::vector<Control> shapes;
    if (is_trainable) {
      shapes.push_back({controls_.number_width("heads", "8"), [this](const Rect& r) { heads(r); }});
    }
    shapes.push_back({controls_.number_width("d_{model}", std::to_string(model.d_model())),
                      [this](const Rect& r) { d_model(r); }});
    if (is_trainable) {
      shapes.push_back(
          {controls_.number_width("d_k", std::to_string(model.d_k())), [this](const Rect& r) { d_k(r); }});
      shapes.push_back(
          {controls_.number_width("d_v", std::to_string(model.d_v())), [this](const Rect& r) { d_v(r); }});
    }
    shapes.push_back({controls_.number_width("decimals", "4"), [this](const Rect& r) { decimals(r); }});
    shapes.push_back(
        {controls_.number_width("seed", std::to_string(view_.seed)), [this](const Rect& r) { seed(r); }});
    if (view_.workspace == Workspace::pipeline) {
      shapes.push_back({controls_.number_width("zoom", "100%"), [this](const Rect& r) { zoom(r); }});
    }
    // The last control, so that nothing moves when a second head is added.
    if (is_trainable && model.n_heads() > 1)
      shapes.push_back(
          {controls_.number_width("head", head_text()), [this](const Rect& r) { shown_head(r); }});

    const float gap = 8 * view_.scale();
    const float height = Controls::height(view_);
    const auto total = [&](const std::vector<Control>& controls) {
      float width = 0;
      for (const Control& control : controls) width += control.width + gap;
      return width;
    };
    // The sentence gets what the options leave of the first row; the shapes are there too if they fit.
    float x = area.x;
    float y = area.y;
    const float options_width = total(options);
    const float shapes_width = total(shapes);
    const float narrowest = narrowest_sentence * view_.sizes().body;
    const bool fits_one_row = area.width - options_width - shapes_width >= narrowest;
    const bool fits_options = area.width - options_width >= narrowest;
    const float beside = fits_one_row ? options_width + shapes_width : fits_options ? options_width : 0;
    draw_sentence_box(session_, view_, actions_, painter_, {x, y, area.width - beside, height});
    x = area.x + area.width - beside + gap;
    if (beside == 0) {
      x = area.x;
      y += height + gap;
    }
    const auto place = [&](const std::vector<Control>& controls) {
      for (const Control& control : controls) {
        if (x + control.width > area.right() + 1 && x > area.x) {
          x = area.x;
          y += height + gap;
        }
        control.draw({std::round(x), std::round(y), std::round(control.width), height});
        x += control.width + gap;
      }
    };
    place(options);
    if (!fits_one_row && fits_options) {
      x = area.x;
      y += height + gap;
    }
    place(shapes);
    return y + height - area.y;
  }

 private:
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
  std::string scale_label() const {
    return divides_by_root_of_d_model() ? "scale, d_k = d_{model}" : "scale";
  }

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

  void mask(const Rect& rect) {
    const bool is_causal = session_.model().options.mask == Mask::causal;
    const int chosen = controls_.choice(rect, "mask", "mask", is_causal ? "causal" : "none",
                                        {{"none", "every token sees every token"},
                                         {"causal", "every token sees itself and the tokens before it"}},
                                        "Which tokens a token may attend to.");
    if (chosen < 0) return;
    actions_.commit(SetMask{chosen == 0 ? Mask::none : Mask::causal});
  }

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
  std::string head_text() const {
    return std::to_string(view_.shown_head + 1) + " of " + std::to_string(session_.model().n_heads());
  }
  void shown_head(const Rect& rect) {
    Index shown = view_.shown_head + 1;
    if (controls_.number(rect, "head", "head", shown, 1, session_.model().n_heads(), "Which head is shown.",
                         head_text())) {
      view_.shown_head = shown - 1;
      view_.selected.reset();
    }
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
    if (controls_.number(rect, "decimals", "decimals", shown, 0, most_decimals,
                         "How many decimals are shown. The numbers themselves stay exact.")) {
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
    constexpr Index step = 10;  // percent
    const Index percent = static_cast<Index>(std::lround(view_.pipeline.zoom * 100));
    Index tens = percent / step;
    if (controls_.number(
            rect, "zoom", "zoom", tens, 5, 40,
            "Size of the matrices (also Ctrl and the mouse wheel). View → Fit to window shows everything.",
            std::to_string(percent) + "%")) {
      view_.pipeline.zoom = static_cast<float>(tens * step) / 100;
    }
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  Controls controls_;
};

}  // namespace

float draw_control_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                       const Rect& area) {
  return ControlBar(session, view, actions, painter).draw(area);
}

}  // namespace attention_lab
