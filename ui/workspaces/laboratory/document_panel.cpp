#include <algorithm>
#include <cmath>

#include "core/words/mask_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/figure_data.h"
#include "ui/lab/actions.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/laboratory/laboratory_panel.h"

namespace attention_lab {
namespace {

constexpr float least_chart = 14;  // height, in multiples of the text size
constexpr float least_heatmaps = 17;

class DocumentPanel {
 public:
  DocumentPanel(const Session& session, ViewState& view, ActionQueue& actions)
      : session_(session), view_(view), actions_(actions), state_(view.laboratory.document) {}

  void draw(const Rect& area) {
    const ExperimentAreas areas = experiment_areas(view_, area);
    draw_controls(areas.controls);
    compute();
    draw_page(areas.page);
  }

 private:
  Index row() const {
    const Index last = session_.model().n_tokens() - 1;
    return std::clamp<Index>(state_.token.value_or(default_query(session_.model())), 0, last);
  }
  double d_k() const { return static_cast<double>(session_.model().d_k()); }
  double present() const { return static_cast<double>(session_.model().divisor()); }
  // The slider's range is 1 to d_k, extended to include the document's divisor, which is its initial value.
  double least() const { return std::min(1.0, present()); }
  double largest() const { return std::max(d_k(), present()); }
  double divisor() const { return std::clamp(state_.divisor.value_or(present()), least(), largest()); }
  double root_d_k() const {
    return static_cast<double>(std::sqrt(static_cast<Scalar>(session_.model().d_k())));
  }

  void compute() {
    const bool is_new = state_.divisors.update(session_, view_.shown_head, static_cast<Scalar>(divisor()));
    const bool is_same = !is_new && state_.shown_row == row() &&
                         state_.shown_decimals == view_.preferences.decimals &&
                         state_.shown_revision == session_.revision();
    if (is_same) return;
    state_.shown_row = row();
    state_.shown_decimals = view_.preferences.decimals;
    state_.shown_revision = session_.revision();
    auto document = std::make_shared<DividedDocument>();
    document->tokens = session_.document().tokens;
    document->mask = session_.model().options.mask;
    document->row = row();
    document->decimals = view_.preferences.decimals;
    for (const DivisorChoice choice : all_divisor_choices)
      document->weights[static_cast<std::size_t>(choice)] = state_.divisors.at(choice);
    state_.document = std::move(document);
    state_.row.plot = divided_row(state_.document);
    state_.entropies.plot = divided_entropies(state_.document);
    state_.heatmaps.plot = divided_heatmaps(state_.document);
  }

  void draw_controls(const Rect& area) {
    ControlColumn column(view_, area);
    const Model& model = session_.model();
    column.heading(model.n_heads() > 1 ? "Token and head" : "Token");
    Index token = row();
    token_chip(column, "document.token", "token", session_.document().tokens, token,
               "The token whose row of weights is shown. Double-click to type its number.");
    if (token != row()) state_.token = token;
    if (model.n_heads() > 1) {
      Index head = view_.shown_head + 1;
      if (column.controls().number(column.next(), "document.head", "head", head, 1, model.n_heads(),
                                   "Which head.",
                                   std::to_string(head) + " of " + std::to_string(model.n_heads())))
        view_.shown_head = head - 1;
    }
    column.space();
    column.heading("A fourth divisor of your choice");
    draw_divisor(column);
    column.space();
    if (model.d_k() == model.d_model()) {
      column.note(
          filled(model.options.projection == Projection::identity
                     ? "Without projections, d_k and d_{model} are both <d_k>, so the two divisors are equal."
                     : "d_k and d_{model} are both <d_k>, so the two divisors are equal.",
                 {{"d_k", model.d_k()}}));
    } else {
      const double root_d_model = std::sqrt(static_cast<double>(model.d_model()));
      column.note(
          filled("d_k = <d_k> and d_{model} = <d_model>: √d_k = <root d_k>, √d_{model} = <root d_model>.",
                 {{"d_k", model.d_k()},
                  {"d_model", model.d_model()},
                  {"root d_k", format_number(root_d_k(), 2)},
                  {"root d_model", format_number(root_d_model, 2)}}));
    }
    column.note(
        model.has_dropout()
            ? "Mask and temperature come from the document. Its dropout is applied after these weights."
            : "Mask and temperature come from the document.");
  }

  void draw_divisor(ControlColumn& column) {
    const Model& model = session_.model();
    if (largest() <= least()) {
      column.note(
          "Queries and keys have one number each: d_k = 1 and √1 = 1, so there is nothing to choose.");
      return;
    }
    double chosen = divisor();
    const SliderSpec spec{
        .name = "document.divisor",
        .label = "divisor",
        .shown = divided_by(chosen),
        .low = least(),
        .high = largest(),
        .snaps = {1, root_d_k(), d_k(), present()},
        .tip =
            "From 1 (undivided) to d_k. It starts at the document’s own divisor and snaps to √d_k. Drag, or "
            "double-click to type.",
    };
    if (column.slide(spec, chosen)) state_.divisor = chosen;
    const Scale scale = scale_for(static_cast<Scalar>(divisor()), model.d_k());
    const bool is_used = static_cast<Scalar>(divisor()) == model.divisor();
    const std::string shown =
        scale.kind == Scale::Kind::sqrt_d_k ? "÷ √" + std::to_string(model.d_k()) : divided_by(divisor());
    if (column.controls().button(
            column.next(), "document.use",
            filled(is_used ? "The document uses <divisor>" : "Use <divisor> in the document",
                   {{"divisor", shown}}),
            !is_used, "Changes the scale of the document, in one step that can be undone.")) {
      actions_.commit(SetScale{scale});
    }
  }

  std::string sentence() const {
    const DividedDocument& document = *state_.document;
    const auto at = static_cast<std::size_t>(document.row);
    const auto entropy = [&](DivisorChoice choice) {
      return format_number(document.weights[static_cast<std::size_t>(choice)]->entropies[at], 4);
    };
    const Index seen = n_visible_keys(document.mask, document.row, std::ssize(document.tokens));
    std::string text = filled(
        "The attention of <token> has an entropy of <undivided> without division, <by √d_k> when divided by "
        "√d_k, and <by √d_model> when divided by √d_{model}. ",
        {{"token", quoted_markup(document.tokens[at])},
         {"undivided", entropy(DivisorChoice::undivided)},
         {"by √d_k", entropy(DivisorChoice::sqrt_d_k)},
         {"by √d_model", entropy(DivisorChoice::sqrt_d_model)}});
    if (largest() > least()) {
      const auto same = same_choice(document);
      const std::string yours =
          same ? divided_by(divisor()) + " (" + choice_name(*same, true) + ")" : divided_by(divisor());
      text += filled("With your divisor, <yours>, it is <entropy>. ",
                     {{"yours", yours}, {"entropy", entropy(DivisorChoice::chosen)}});
    }
    if (seen == 0) return text + no_key_is_visible;
    const std::string even = format_number(std::log(static_cast<double>(seen)), 4);
    return text +
           filled(seen == 1
                      ? "Spread evenly over the one token it sees, it would be ln <count> = <even>."
                      : "Spread evenly over the <count> tokens it sees, it would be ln <count> = <even>.",
                  {{"count", seen}, {"even", even}});
  }

  void draw_page(const Rect& area) {
    const float body = view_.sizes().body;
    const float gap = card_gap(view_);
    if (is_narrow(view_, area)) {
      draw_narrow_page(area);
      return;
    }
    ExperimentPage page(view_, area, sentence(), body * (least_chart + least_heatmaps) + gap);
    const Rect& all = page.cards();
    const float charts = std::round(std::max(body * least_chart, all.height * 0.42f));
    const Rect above{all.x, all.y, all.width, charts};
    page.plot(state_.row, page.cell(above, 1, 2, 0, 0), "document.row");
    page.plot(state_.entropies, page.cell(above, 1, 2, 0, 1), "document.entropy");
    page.plot(state_.heatmaps, {all.x, all.y + charts + gap, all.width, all.height - charts - gap},
              "document.weights");
  }

  // The cards one below the other; the four heatmaps need more height in two rows.
  void draw_narrow_page(const Rect& area) {
    const float body = view_.sizes().body;
    const float gap = card_gap(view_);
    const float heatmaps = std::max(body * least_heatmaps, area.width * 0.9f);
    ExperimentPage page(view_, area, sentence(), body * least_chart * 2 + heatmaps + 2 * gap);
    const Rect& all = page.cards();
    const float chart = std::round(body * least_chart);
    page.plot(state_.row, {all.x, all.y, all.width, chart}, "document.row");
    page.plot(state_.entropies, {all.x, all.y + chart + gap, all.width, chart}, "document.entropy");
    const float top = 2 * (chart + gap);
    page.plot(state_.heatmaps, {all.x, all.y + top, all.width, all.height - top}, "document.weights");
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  DocumentExperimentState& state_;
};

}  // namespace

void draw_document_panel(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  DocumentPanel(session, view, actions).draw(area);
}

}  // namespace attention_lab
