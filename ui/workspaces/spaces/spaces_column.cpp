#include "ui/workspaces/spaces/spaces_column.h"

#include <algorithm>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry/rotation.h"
#include "core/geometry/score_matrix.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/document_lock.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/control_column.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/workspaces/figures/plane_choice.h"
#include "ui/workspaces/spaces/point_dragging.h"

namespace attention_lab {
namespace {

constexpr ColumnLook spaces_look = {
    .has_card = false, .gap = 0.12f, .before_heading = 0.3f, .heading = 1.35f, .foot = 6.0f / 14};
constexpr Index most_numbers = 8;
constexpr Index most_keys = 12;
// Of the transposed keys.
constexpr float room_of_column = 2.5f;   // in captions
constexpr float room_of_columns = 0.9f;  // of the width
constexpr Index most_dimensions = 4;
constexpr int decimals_in_columns = 2;
constexpr int decimals_of_vectors = 4;

class SpacesColumn {
 public:
  SpacesColumn(const Session& session, ViewState& view, ActionQueue& actions, ControlColumn& column)
      : session_(session),
        model_(session.model()),
        view_(view),
        actions_(actions),
        column_(column),
        token_(chosen_token(session, view)) {}

  void draw() {
    draw_vectors();
    draw_transposed_keys();
    draw_attention();
    draw_dragging();
    draw_rotation();
    draw_planes();
    draw_score_matrix();
  }

 private:
  std::string number(Scalar value) const {
    return format_number(static_cast<double>(value), decimals_of_vectors);
  }
  const std::string& word(Index token) const {
    return session_.document().tokens[static_cast<std::size_t>(token)];
  }

  std::string row_text(const MatrixRef& ref) const {
    const MatrixView matrix = matrix_view(model_, session_.trace(), ref);
    std::string text;
    for (Index i = 0; i < std::min(matrix.cols(), most_numbers); ++i)
      text += (i > 0 ? "  " : "") + number(matrix(token_, i));
    if (matrix.cols() > most_numbers) text += " …";
    return text;
  }

  void add_vector(const char* symbol, const MatrixRef& ref, Colour colour) {
    column_.note(filled("<symbol>_{<token>} = <numbers>",
                        {{"symbol", symbol}, {"token", token_ + 1}, {"numbers", row_text(ref)}}),
                 colour);
  }

  void draw_vectors() {
    column_.heading(filled("Token <number>: <word>",
                           {{"number", token_ + 1}, {"word", in_curly_quotes(word(token_), 18)}}));
    const Theme& theme = view_.theme();
    add_vector("x", points_of_space(Space::token, head()), theme.text);
    if (!model_.is_identity()) {
      add_vector("q", points_of_space(Space::query, head()), theme.query);
      add_vector("k", points_of_space(Space::key, head()), theme.key);
      add_vector("v", points_of_space(Space::value, head()), theme.value);
    }
    const bool is_context = model_.n_heads() == 1 && !model_.has_output_projection();
    add_vector(is_context ? "context" : "head output", {MatrixName::head_output, head()}, theme.text);
  }

  /// K^T as it stands in QK^T: a column for each key, next to which the query is a row.
  void draw_transposed_keys() {
    const MatrixView keys = matrix_view(model_, session_.trace(), points_of_space(Space::key, head()));
    const std::string name = model_.is_identity() ? "X" : "K";
    column_.heading(filled("<matrix>ᵀ (<shape>): a column for each key",
                           {{"matrix", name}, {"shape", shape_text(keys.cols(), keys.rows())}}));
    const auto fitting =
        static_cast<Index>(column_.width() * room_of_columns / (view_.sizes().caption * room_of_column));
    const Index columns = keys.rows() <= fitting ? keys.rows() : std::max<Index>(fitting - 1, 1);
    const auto add_row = [&](std::string label, const auto& text_of_key, Colour colour) {
      std::vector<std::string> cells = {std::move(label)};
      for (Index key = 0; key < columns; ++key) cells.push_back(text_of_key(key));
      if (keys.rows() > columns) cells.push_back("…");
      column_.row(cells, colour, 1 - room_of_columns);
    };
    for (Index i = 0; i < std::min(keys.cols(), most_dimensions); ++i) {
      add_row(
          std::to_string(i + 1),
          [&](Index key) { return format_number(static_cast<double>(keys(key, i)), decimals_in_columns); },
          view_.theme().key);
    }
    if (keys.cols() > most_dimensions)
      column_.note(filled("and <count> more dimensions", {{"count", keys.cols() - most_dimensions}}));
  }

  /// Its score with each key, also scaled, and the weight that follows.
  void draw_attention() {
    column_.heading("Its scores and weights");
    const MatrixView scores = matrix_view(model_, session_.trace(), {MatrixName::scores, head()});
    const MatrixView scaled = matrix_view(model_, session_.trace(), {MatrixName::scaled_scores, head()});
    const MatrixView weights = matrix_view(model_, session_.trace(), {mixing_weights(model_), head()});
    const bool is_scaled = model_.options.scale.kind != Scale::Kind::none;
    const auto add_row = [&](std::string key, std::string score, std::string divided, std::string weight,
                             Colour colour) {
      std::vector<std::string> cells = {std::move(key), std::move(score)};
      if (is_scaled) cells.push_back(std::move(divided));
      cells.push_back(std::move(weight));
      column_.row(cells, colour);
    };
    const Mask& mask = model_.options.mask;
    const Index seen = n_visible_keys(mask, token_, model_.n_tokens());
    if (seen > 0)
      add_row("key", "score", "÷ " + divisor_symbol(model_.options.scale), "weight",
              view_.theme().quiet_text);
    Index shown = 0;
    for (Index key = 0; key < model_.n_tokens() && shown < most_keys; ++key) {
      if (!is_visible(mask, token_, key, model_.n_tokens())) continue;
      ++shown;
      add_row(escape_markup(shortened(word(key), 14)), number(scores(token_, key)),
              number(scaled(token_, key)), number(weights(token_, key)), view_.theme().text);
    }
    if (shown < seen) column_.note(filled("and <count> more keys", {{"count", seen - shown}}));
    if (seen == 0) {
      column_.note(no_key_is_visible);
    } else if (seen < model_.n_tokens()) {
      column_.note(mask == Mask::causal ? "The causal mask hides the later tokens."
                                        : "The mask hides the other tokens.");
    }
    if (model_.has_dropout())
      column_.note(
          "With dropout, the weights of a row do not sum to 1, so its context vector may lie outside "
          "the hull of the values.");
  }

  void draw_dragging() {
    column_.heading("Dragging");
    if (!model_.is_identity()) {
      const std::optional<WhatChanges>& now = view_.spaces.what_changes;
      const int chosen =
          column_.controls().choice(column_.next(), "spaces.changes", "changes",
                                    !now                         ? "ask first"
                                    : *now == WhatChanges::token ? "the token"
                                                                 : "the matrix",
                                    {{"the token", "x, by the least change that moves q, k or v there"},
                                     {"the matrix", "W_q, W_k or W_v, by the least change"}},
                                    "What dragging a query, key or value changes.");
      if (chosen >= 0) view_.spaces.what_changes = chosen == 0 ? WhatChanges::token : WhatChanges::matrix;
    }
    column_.note(
        "Drag a point, an arrowhead (a row of W) or the context vector, which always changes W_v. Tab "
        "chooses the next token; "
        "← ↑ → ↓ move it in the plane you clicked last.");
  }

  /// A dial for the matrix of the space that was clicked last, if it maps the plane to the plane.
  void draw_rotation() {
    const Space space = view_.spaces.active == Space::token ? Space::query : view_.spaces.active;
    if (model_.is_identity() || model_.d_model() != 2 || dimension_of(model_, space) != 2) return;
    const MatrixRef ref{layer_to(space).weight, head()};
    const MatrixView W = matrix_view(model_, session_.trace(), ref);
    constexpr double degrees = 180 / std::numbers::pi;
    double angle = nearest_rotation(W) * degrees;
    const std::string name = name_with_head(model_, ref);
    column_.heading("Rotation");
    SliderSpec dial{.name = "spaces.rotation",
                    .label = filled("<matrix> as a rotation by θ", {{"matrix", name}}),
                    .shown = is_rotation(W) ? filled("<degrees>°", {{"degrees", format_number(angle, 1)}})
                                            : std::string("not a rotation"),
                    .low = -180,
                    .high = 180,
                    .tip =
                        "Sets the matrix to [cos θ, sin θ; −sin θ, cos θ], which turns every row vector "
                        "counterclockwise by θ."};
    for (int snap = -180; snap <= 180; snap += 15) dial.snaps.push_back(snap);
    column_.space();
    std::optional<CellDrag>& drag = view_.editing.drag;
    view_.spaces.turns_dial = view_.spaces.turns_dial && drag.has_value();
    const bool is_turned = column_.slide(dial, angle) && (view_.spaces.turns_dial || !drag);
    if (is_turned && !refuses_edits(view_)) {
      if (!drag) drag = CellDrag{.cell = {ref, 0, 0}, .has_moved = true};
      view_.spaces.turns_dial = true;
      drag->edit = rotate(model_, ref, angle / degrees);
      actions_.preview(*drag->edit);
    }
    if (view_.spaces.turns_dial) finish_turning(*drag);
    column_.note("Click a plane to choose its matrix.");
  }

  /// What is typed instead is done at once.
  void finish_turning(CellDrag& drag) {
    drag.frames_unseen = 0;
    const bool is_escaped = is_key_pressed(ImGuiKey_Escape);
    if (is_escaped) {
      actions_.push(CancelPreview{});
      view_.editing.drag.reset();
    } else if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      leave_cell(view_, actions_);
    }
  }

  void draw_planes() {
    column_.heading("Planes");
    for (const Space space : all_spaces) {
      const std::string name(to_string(space));
      choose_plane(column_, "spaces.plane." + name, name, dimension_of(model_, space),
                   view_.spaces.choice(space));
      // As drawn in the last frame.
      const ShownPlanes& planes = view_.spaces.planes;
      if (planes.of(space).dimension() < 3) continue;
      const std::string& problem = planes.problem(space);
      column_.note(as_markup(problem.empty() ? describe_plane(planes.of(space), space) : problem));
    }
    column_.controls().toggle(spaced(), "spaces.overlay", "queries in key space",
                              view_.spaces.overlays_queries,
                              "Draws the queries in the key space too: both have the same dimension, and a "
                              "score is the dot product of a query and a key.");
  }

  /// Why two matrices and not one: scores depend on their product only.
  void draw_score_matrix() {
    if (model_.is_identity() || std::min(model_.d_model(), model_.d_k()) > limits::main_directions) return;
    column_.heading("Queries and keys together");
    if (revision_ != session_.revision() || head_ != head()) {
      scores_ = score_matrix(matrix_view(model_, session_.trace(), {MatrixName::W_q, head()}),
                             matrix_view(model_, session_.trace(), {MatrixName::W_k, head()}));
      revision_ = session_.revision();
      head_ = head();
    }
    column_.note(filled("W_q·W_k^T has rank <rank> (at most d_k = <d_k>). Singular values: <values>",
                        {{"rank", scores_.rank},
                         {"d_k", model_.d_k()},
                         {"values", singular_values_text(scores_, most_numbers, decimals_of_vectors)}}));
    if (column_.controls().button(spaced(), "spaces.score_matrix", "Show the score matrix", true,
                                  "Without biases, all scores depend on this one matrix. It need not be "
                                  "symmetric, so one word can matter to another that does not matter to it."))
      show_figure(FigureName::score_matrix);
  }

  void show_figure(FigureName figure) {
    view_.figures.request.figure = figure;
    view_.workspace = Workspace::figures;
  }

  Index head() const { return view_.shown_head; }
  /// The notes are close together, the controls are not.
  Rect spaced() {
    column_.space();
    return column_.next();
  }

  const Session& session_;
  const Model& model_;
  ViewState& view_;
  ActionQueue& actions_;
  ControlColumn& column_;
  Index token_;
  ScoreMatrix& scores_ = view_.spaces.scores;
  std::uint64_t& revision_ = view_.spaces.scores_revision;
  Index& head_ = view_.spaces.scores_head;
};

}  // namespace

void draw_spaces_column(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  ControlColumn column(view, area, spaces_look);
  SpacesColumn(session, view, actions, column).draw();
}

}  // namespace attention_lab
