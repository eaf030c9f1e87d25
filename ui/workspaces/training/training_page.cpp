#include "ui/workspaces/training/training_page.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/document/target.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/lab/cell_editing.h"
#include "ui/widgets/controls.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/training/arithmetic_card.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

constexpr float least_card = 15;       // height, in multiples of the text size
constexpr float roomy_card = 30;       // width, likewise
constexpr float wide_page = 44;        // width for three columns, likewise
constexpr double target_step = 0.005;  // per pixel of a drag
constexpr double matched = 0.001;      // the largest difference of a weight

class TrainingPage {
 public:
  TrainingPage(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area)
      : session_(session),
        view_(view),
        actions_(actions),
        state_(view.training),
        run_(*state_.run),
        columns_(area.width > view.sizes().body * wide_page ? 3 : 2),
        page_(view, area, sentence(), cards_height()) {}

  void draw() {
    make_plots();
    page_.plot(state_.target, card(0), "training.target", "The attention you want. Drag a cell up or down.");
    handle_cells(state_.target, "target", true);
    page_.plot(state_.weights, card(1), "training.weights",
               "The attention that the model gives at this step.");
    page_.plot(state_.loss, card(2), "training.loss",
               compares_d_k() ? "The loss above its minimum, with the best W_q and W_k found." : "",
               Controls::height(view_));
    // On a narrow card, the choice of the matrix would cover the title.
    const float header = card(3).width < view_.sizes().body * roomy_card ? Controls::height(view_) : 0;
    page_.plot(state_.numbers, card(3), "training.numbers",
               "Click a number to see its update; drag it sideways to change it.", header);
    handle_cells(state_.numbers, "trained", false);
    page_.plot(state_.gradient, card(4), "training.gradient",
               "How fast the loss changes as each number grows.", header);
    draw_update(card(5));
    draw_chips();
    draw_field();
  }

 private:
  // ---- Layout.

  int rows() const { return 6 / columns_; }
  float cards_height() const {
    const auto count = static_cast<float>(rows());
    return count * view_.sizes().body * least_card + (count - 1) * card_gap(view_);
  }
  Rect card(int index) const {
    return page_.cell(page_.cards(), rows(), columns_, index / columns_, index % columns_);
  }

  // ---- Words.

  std::string sentence() const {
    if (run_.problem()) return run_.problem()->message;
    const double loss = run_.record().loss;
    if (!std::isfinite(loss)) return too_large_to_train;
    const double excess = std::max(0.0, loss - run_.objective().least_loss());
    const Matrix& weights = *find(run_.objective().trace(), {MatrixName::weights, state_.head});
    Index query = 0;
    Index key = 0;
    const Scalar difference = (weights - *run_.settings().target).cwiseAbs().maxCoeff(&query, &key);
    const auto token = [&](Index i) {
      return escape_markup(in_curly_quotes(session_.document().tokens[static_cast<std::size_t>(i)]));
    };
    const std::string step = filled(
        static_cast<double>(difference) < matched
            ? "Step <step>: the target is matched. The loss is <loss> nats, <excess> above the minimum, the "
              "entropy of the target. The largest difference is <difference>, in the attention of <query> to "
              "<key>."
            : "Step <step>: the loss is <loss> nats, <excess> above the minimum, the entropy of the target. "
              "The largest difference is <difference>, in the attention of <query> to <key>.",
        {{"step", count_text(run_.step())},
         {"loss", format_number(loss, 4)},
         {"excess", format_number(excess, 4)},
         {"difference", format_number(static_cast<double>(difference), 4)},
         {"query", token(query)},
         {"key", token(key)}});
    if (run_.step() > 0 || !state_.reach) return step;
    return filled("<step> <reach>", {{"step", step}, {"reach", reach_in_words(session_, state_)}});
  }

  /// Whether the least losses are shown instead of a curve: at first, since there is no curve yet.
  bool compares_d_k() const {
    return state_.reach && *state_.reach && state_.compares_d_k.value_or(run_.last_step() == 0);
  }

  // ---- Pictures.

  MatrixRef shown() const {
    const std::vector<MatrixRef> parameters = trainable_matrices(session_, run_.objective());
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const MatrixRef& ref) { return ref.name == state_.shown; });
    return found == parameters.end() ? parameters.front() : *found;
  }

  void make_plots() {
    const MatrixRef matrix = shown();
    const int decimals = view_.preferences.decimals;
    const TrainingPicture wanted{state_.runs,  run_.changes(), session_.revision(), matrix,
                                 state_.curve, decimals,       compares_d_k(),      state_.reaches};
    if (wanted == state_.shown_picture && state_.target.plot) return;
    state_.shown_picture = wanted;
    const Document& document = session_.document();
    state_.target.plot = target_plot(document, *run_.settings().target, decimals);
    state_.weights.plot = trained_weights_plot(document, run_, state_.head, decimals);
    state_.loss.plot = compares_d_k() ? least_losses_plot(**state_.reach) : loss_plot(run_, state_.curve);
    state_.numbers.plot = trained_matrix_plot(document, run_, matrix, decimals);
    state_.gradient.plot = gradient_plot(document, run_, matrix, decimals);
  }

  // ---- Cells that can be changed.

  double number_at(bool is_of_target, CellIndex cell) const {
    const Model& model = run_.objective().model();
    return static_cast<double>(
        is_of_target ? (*run_.settings().target)(cell.row, cell.column)
                     : matrix_view(model, run_.objective().trace(), shown())(cell.row, cell.column));
  }

  void set_number(bool is_of_target, CellIndex cell, double value) {
    if (is_of_target) {
      // Always from the start of a drag, so that the way to a weight does not matter.
      state_.painted = state_.drag ? state_.drag->target : *run_.settings().target;
      set_target_weight(*state_.painted, session_.model().options.mask, cell.row, cell.column,
                        static_cast<Scalar>(value));
      use_target(state_, *state_.painted);
    } else {
      run_.set_value({shown(), cell.row, cell.column}, static_cast<Scalar>(value));
    }
  }

  /// The painted target becomes the document's.
  void keep_target() {
    if (!state_.painted) return;
    actions_.commit(SetTarget{*std::exchange(state_.painted, std::nullopt)});
  }

  void handle_cells(const PlotPanel& panel, const std::string& name, bool is_of_target) {
    if (!panel.cells) {
      if (state_.drag && state_.drag->is_of_target == is_of_target) drag(false);
      return;
    }
    const CellGrid& grid = *panel.cells;
    const Rect area{panel.place.x + grid.cells.x, panel.place.y + grid.cells.y, grid.cells.width,
                    grid.cells.height};
    if (view_.items.is_collecting) add_items(grid, panel.place, name);
    click_area(name.c_str(), area);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto cell = grid.cell_at({mouse.x - panel.place.x, mouse.y - panel.place.y});
    const bool can_change =
        cell && (!is_of_target || is_visible(session_.model().options.mask, cell->row, cell->column));
    if (ImGui::IsItemHovered() && can_change) {
      ImGui::SetMouseCursor(is_of_target ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        state_.field = TrainingField{is_of_target, *cell};
        state_.drag.reset();
        opens_field_ = true;
      } else if (ImGui::IsItemActivated()) {
        state_.drag = TrainingDrag{is_of_target, *cell, number_at(is_of_target, *cell), mouse.x,
                                   mouse.y,      false, *run_.settings().target};
        if (!is_of_target) state_.chosen_cell = cell;
      }
    }
    if (state_.drag && state_.drag->is_of_target == is_of_target) drag(ImGui::IsItemActive());
    if (!is_of_target) mark(grid, panel.place, chosen());
  }

  void drag(bool is_held) {
    TrainingDrag& drag = *state_.drag;
    if (!is_held) {
      keep_target();
      state_.drag.reset();
      return;
    }
    const ImGuiIO& io = ImGui::GetIO();
    drag.has_moved = drag.has_moved || ImGui::IsMouseDragging(ImGuiMouseButton_Left);
    if (!drag.has_moved) return;
    const float right = io.MousePos.x - drag.last_x;
    const float up = drag.last_y - io.MousePos.y;
    drag.last_x = io.MousePos.x;
    drag.last_y = io.MousePos.y;
    if (drag.is_of_target) {
      drag.value = std::clamp(drag.value + target_step * static_cast<double>(up), 0.0, 1.0);
    } else {
      drag.value = dragged_value(drag.value, right, io.KeyShift, io.KeyAlt);
    }
    if ((drag.is_of_target ? up : right) != 0) set_number(drag.is_of_target, drag.cell, drag.value);
    view_.want_frame();
  }

  void add_items(const CellGrid& grid, const Rect& place, const std::string& name) {
    for (Index row = 0; row < grid.rows; ++row) {
      for (Index column = 0; column < grid.columns; ++column) {
        const Rect cell = grid.rect_of({row, column});
        view_.items.add(filled("<name>[<row>,<column>]", {{"name", name}, {"row", row}, {"column", column}}),
                        {place.x + cell.x, place.y + cell.y, cell.width, cell.height});
      }
    }
  }

  void mark(const CellGrid& grid, const Rect& place, CellIndex cell) const {
    const Rect rect = grid.rect_of(cell);
    page_.painter().stroke(Rect{place.x + rect.x, place.y + rect.y, rect.width, rect.height}.expanded(1),
                           view_.theme().accent, 2, 3);
  }

  /// The text field of a cell.
  void draw_field() {
    if (!state_.field) return;
    const bool is_of_target = state_.field->is_of_target;
    const PlotPanel& panel = is_of_target ? state_.target : state_.numbers;
    if (!panel.cells) {
      state_.field.reset();
      return;
    }
    const Rect cell = panel.cells->rect_of(state_.field->cell);
    const Rect place{panel.place.x + cell.x, panel.place.y + cell.y, cell.width, cell.height};
    if (opens_field_) ImGui::OpenPopup("##number");
    const TypedPopup popup{.id = "##number",
                           .name = "training.field",
                           .hint = is_of_target ? "A number from 0 to 1" : "A number",
                           .problem = [is_of_target](const std::string& text) -> std::string {
                             const Result<Scalar> number = parse_number(text);
                             if (!number) return number.error().message;
                             return !is_of_target || (*number >= 0 && *number <= 1)
                                        ? std::string()
                                        : "Type a number from 0 to 1.";
                           }};
    const std::string present =
        format_exactly(static_cast<float>(number_at(is_of_target, state_.field->cell)));
    if (const auto typed = typed_popup(view_, place, popup, present)) {
      if (const Result<Scalar> number = parse_number(*typed)) {
        set_number(is_of_target, state_.field->cell, static_cast<double>(*number));
        keep_target();
      }
    }
    if (!ImGui::IsPopupOpen("##number")) state_.field.reset();
  }

  // ---- The arithmetic of the next update.

  CellIndex chosen() const {
    const MatrixView gradient = matrix_view(run_.objective().gradients(), shown());
    if (state_.chosen_cell && state_.chosen_cell->row < gradient.rows() &&
        state_.chosen_cell->column < gradient.cols())
      return *state_.chosen_cell;
    CellIndex largest;
    gradient.cwiseAbs().maxCoeff(&largest.row, &largest.column);
    return largest;
  }

  void draw_update(const Rect& card) {
    const CellIndex cell = chosen();
    draw_arithmetic(view_, page_.painter(), card, "training.update",
                    describe_update(run_, session_.document().tokens, {shown(), cell.row, cell.column}));
  }

  // ---- Choices on the cards.

  void draw_chips() {
    const std::vector<MatrixRef> parameters = trainable_matrices(session_, run_.objective());
    std::vector<Choice> matrices;
    for (const MatrixRef& ref : parameters)
      matrices.push_back({display_name(ref.name), run_.is_trained(ref) ? "trained" : "frozen"});
    const int matrix = chip(3, "training.matrix", "", display_name(shown().name), matrices,
                            "The matrix whose numbers and gradients are shown.");
    if (matrix >= 0) {
      state_.shown = parameters[static_cast<std::size_t>(matrix)].name;
      state_.chosen_cell.reset();
    }
    std::vector<Choice> curves = {{"loss", "in nats, with its minimum"},
                                  {"excess", "the loss minus its minimum, on a logarithmic axis"},
                                  {"gradient", "the norm of all trained gradients, on a logarithmic axis"}};
    const int comparison = static_cast<int>(curves.size());
    if (state_.reach && *state_.reach)
      curves.push_back({"best by d_k", "the best loss found with d_k = 1, 2, 3 …, side by side"});
    const auto shown = static_cast<std::size_t>(compares_d_k() ? comparison : static_cast<int>(state_.curve));
    const int curve = chip(2, "training.curve", "curve", curves[shown].label, curves,
                           "What is drawn: a curve over the steps, or what is possible at all.");
    if (curve >= 0) state_.compares_d_k = curve == comparison;
    if (curve >= 0 && curve != comparison) state_.curve = static_cast<LossCurve>(curve);
    draw_branch_chip();
  }

  /// Branches with steps of their own, and the one that the line ends with.
  std::vector<std::size_t> ends() const {
    std::vector<std::size_t> found;
    for (std::size_t b = 0; b < run_.branches().size(); ++b) {
      const bool is_end = run_.branches()[b].records.size() > 1 || b == run_.line().back();
      if (is_end) found.push_back(b);
    }
    return found;
  }

  std::string words_about(std::size_t branch) const {
    const TrainingBranch& it = run_.branches()[branch];
    switch (it.cause) {
      case BranchCause::start: return "the first run";
      case BranchCause::settings:
        return filled("other settings from step <step>", {{"step", count_text(it.first_step)}});
      case BranchCause::edit:
        return filled("a number changed at step <step>", {{"step", count_text(it.first_step)}});
    }
    return {};
  }

  void draw_branch_chip() {
    const std::vector<std::size_t> branches = ends();
    if (branches.size() < 2) return;
    std::vector<Choice> choices;
    std::size_t present = 0;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const std::int64_t last = run_.branches()[branches[i]].last_step();
      choices.push_back(
          {std::to_string(i + 1), filled("<cause>, up to step <last>",
                                         {{"cause", words_about(branches[i])}, {"last", count_text(last)}})});
      if (branches[i] == run_.line().back()) present = i;
    }
    Controls controls(view_, page_.painter());
    const float inset = std::round(view_.sizes().body * 0.55f);
    const Rect place = card(2);
    const float width = controls.choice_width("branch", "10");
    const int chosen = controls.choice(
        {place.right() - inset - width, place.y + inset, width, Controls::height(view_)}, "training.branch",
        "branch", choices[present].label, choices,
        "The branches of this run. A new one begins whenever you change something in the middle.");
    if (chosen < 0) return;
    state_.is_playing = false;
    run_.follow(branches[static_cast<std::size_t>(chosen)]);
  }

  /// A choice in the header of a card.
  int chip(int index, const char* name, const char* label, const std::string& value,
           const std::vector<Choice>& choices, const char* tip) {
    Controls controls(view_, page_.painter());
    const float inset = std::round(view_.sizes().body * 0.55f);
    const Rect place = card(index);
    const float width = std::min(controls.choice_width(label, value), place.width - 2 * inset);
    return controls.choice({place.x + inset, place.y + inset, width, Controls::height(view_)}, name, label,
                           value, choices, tip);
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  TrainingState& state_;
  TrainingRun& run_;
  int columns_;
  ExperimentPage page_;
  bool opens_field_ = false;
};

}  // namespace

void draw_training_page(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  TrainingPage(session, view, actions, area).draw();
}

}  // namespace attention_lab
