#include "ui/workspaces/training/training_page.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <vector>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/widgets/controls.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/training/arithmetic_card.h"
#include "ui/workspaces/training/cell_input.h"
#include "ui/workspaces/training/comparison_work.h"
#include "ui/workspaces/training/path_plot.h"
#include "ui/workspaces/training/run_of_document.h"
#include "ui/workspaces/training/training_sentences.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

constexpr float least_card = 15;              // height of a row of cards, in multiples of the text size
constexpr float least_row = 6.25;             // the same, where cards take several rows
constexpr float roomy_card = 30;              // width, likewise
constexpr float wide_page = 44;               // width for three columns, likewise
constexpr float wide_page_of_sentences = 75;  // the same, if whole sentences are labels

constexpr const char* paths_explanation = "where training moved the query and key of each token";

class TrainingPage {
 public:
  TrainingPage(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area)
      : session_(session),
        view_(view),
        actions_(actions),
        state_(view.training),
        run_(*state_.run),
        next_words_(next_words_of(state_)),
        columns_(area.width >
                         view.sizes().body * (next_words_ != nullptr ? wide_page_of_sentences : wide_page)
                     ? 3
                     : 2),
        page_(view, area, sentence_about_step(session, state_), cards_height(),
              room_of_sentence(area.width)) {
    state_.sentence_room = {state_.runs, area.width, view.sizes().body, page_.sentence_height()};
  }

  void draw() {
    make_plots();
    CellInput input(session_, view_, actions_, shown());
    if (next_words_ != nullptr) {
      draw_words();
    } else {
      draw_attention(input);
    }
    page_.plot(state_.loss, card(Card::loss), "training.loss",
               compares_d_k()
                   ? "How far the loss stays above its minimum with the best W_q and W_k that were found."
                   : "",
               Controls::height(view_));
    // On a narrow card, the choice of the matrix would cover the title.
    const float header =
        card(Card::numbers).width < view_.sizes().body * roomy_card ? Controls::height(view_) : 0;
    page_.plot(state_.numbers, card(Card::numbers), "training.numbers",
               state_.is_locked ? weights_are_locked
                                : "Click a number to see its update; drag it sideways to change it.",
               header);
    input.handle(state_.numbers, "trained", false);
    mark(chosen());
    page_.plot(state_.gradient, card(Card::gradient), "training.gradient",
               "How fast the loss changes as each number grows.", header);
    draw_update(card(Card::update));
    draw_chips();
    input.draw_field();
  }

 private:
  // ---- Layout.

  /// Sentences become longer and shorter while training goes on, and the cards should not move each time.
  float room_of_sentence(float page_width) const {
    const SentenceRoom& room = state_.sentence_room;
    const bool is_same =
        room.run == state_.runs && room.page_width == page_width && room.text_size == view_.sizes().body;
    return is_same ? room.height : 0;
  }

  enum class Card {
    target,
    weights,
    corpus,
    held_out,
    prompt,
    logits,
    next_words,
    loss,
    numbers,
    gradient,
    update,
  };

  /// Where a card is: in which column and row, and how many of them it takes.
  struct Slot {
    Card card;
    int column = 0;
    int row = 0;
    int n_columns = 1;
    int n_rows = 1;
  };

  std::vector<Slot> slots() const {
    const bool is_wide = columns_ == 3;
    if (next_words_ == nullptr) {
      std::vector<Slot> in_order;
      for (const Card each :
           {Card::target, Card::weights, Card::loss, Card::numbers, Card::gradient, Card::update}) {
        const int index = static_cast<int>(in_order.size());
        in_order.push_back({each, index % columns_, index / columns_});
      }
      return in_order;
    }
    // Tall cards for the lists of sentences, so that each sentence has its label.
    if (is_wide) {
      return {{Card::corpus, 0, 0, 1, 5},     {Card::held_out, 1, 0, 1, 5}, {Card::loss, 2, 0, 1, 2},
              {Card::next_words, 2, 2, 1, 3}, {Card::prompt, 0, 5, 1, 3},   {Card::logits, 1, 5, 1, 3},
              {Card::numbers, 2, 5, 1, 3},    {Card::gradient, 0, 8, 1, 3}, {Card::update, 1, 8, 2, 3}};
    }
    // What changes most is seen without scrolling.
    return {{Card::loss, 0, 0},           {Card::next_words, 1, 0},     {Card::corpus, 0, 1, 1, 2},
            {Card::held_out, 1, 1, 1, 2}, {Card::prompt, 0, 3, 1, 2},   {Card::logits, 1, 3, 1, 2},
            {Card::numbers, 0, 5, 1, 2},  {Card::gradient, 1, 5, 1, 2}, {Card::update, 0, 7, 2, 1}};
  }
  int rows() const {
    const Slot last = slots().back();
    return last.row + last.n_rows;
  }
  float cards_height() const {
    const auto count = static_cast<float>(rows());
    const float least = next_words_ != nullptr && columns_ == 3 ? least_row : least_card;
    return count * view_.sizes().body * least + (count - 1) * card_gap(view_);
  }
  Rect card(Card wanted) const {
    const std::vector<Slot> all = slots();
    const Slot slot =
        *std::find_if(all.begin(), all.end(), [&](const Slot& it) { return it.card == wanted; });
    const auto cell = [&](int row, int column) {
      return page_.cell(page_.cards(), rows(), columns_, row, column);
    };
    const Rect first = cell(slot.row, slot.column);
    const Rect last = cell(slot.row + slot.n_rows - 1, slot.column + slot.n_columns - 1);
    return {first.x, first.y, last.right() - first.x, last.bottom() - first.y};
  }

  /// Whether the least losses are shown instead of a curve: at first, since there is no curve yet.
  bool compares_d_k() const {
    return !shows_paths_as_curve() && state_.reach && *state_.reach &&
           state_.compares_d_k.value_or(run_.last_step() == 0);
  }

  /// Towards a target, on the card of the loss; the card of the prompt has them if next words are learned.
  bool shows_paths_as_curve() const { return state_.paths.is_shown && next_words_ == nullptr; }

  // ---- Pictures.

  void draw_attention(CellInput& input) {
    page_.plot(state_.target, card(Card::target), "training.target",
               "The attention you want. Drag a cell up or down.");
    input.handle(state_.target, "target", true);
    page_.plot(state_.weights, card(Card::weights), "training.weights",
               "The attention that the model gives at this step.");
  }

  void draw_words() {
    page_.plot(state_.corpus, card(Card::corpus), "training.corpus",
               "The sentences that are learned. A wrong prediction is named beside its row.");
    page_.plot(state_.held_out, card(Card::held_out), "training.held_out", sentence_about_held_out(state_));
    page_.plot(state_.prompt, card(Card::prompt), "training.prompt", sentence_about_prompt(state_),
               Controls::height(view_));
    page_.plot(state_.logits, card(Card::logits), "training.logits",
               "The products in each row add up to the logit of its word; the softmax of all logits gives "
               "the probabilities.");
    page_.plot(state_.next_words, card(Card::next_words), "training.next_words",
               sentence_about_prediction(session_, state_));
  }

  MatrixRef shown() const {
    const std::vector<MatrixRef> parameters = trainable_matrices(session_, run_.objective());
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const MatrixRef& ref) { return ref.name == state_.shown.name; });
    const bool is_there = std::find(parameters.begin(), parameters.end(), state_.shown) != parameters.end();
    if (is_there) return state_.shown;
    return found == parameters.end() ? parameters.front() : *found;
  }

  void make_plots() {
    const MatrixRef matrix = shown();
    const int decimals = view_.preferences.decimals;
    const TrainingPicture wanted{state_.runs,
                                 run_.changes(),
                                 session_.revision(),
                                 matrix,
                                 state_.shown_stage,
                                 state_.curve,
                                 decimals,
                                 compares_d_k(),
                                 state_.reaches,
                                 n_seeds(),
                                 head_of(state_),
                                 picture_of_comparison(state_),
                                 state_.paths.is_shown,
                                 state_.paths.plane};
    if (wanted == state_.shown_picture && state_.loss.plot) return;
    state_.shown_picture = wanted;
    const Document document = with_names_of_run(session_.document(), state_);
    if (next_words_ != nullptr) {
      make_plots_of_words(document, decimals);
    } else {
      state_.target.plot = target_plot(document, *run_.settings().target, decimals);
      state_.weights.plot = trained_weights_plot(document, run_, state_.trained_head, decimals);
    }
    const std::optional<SecondCurve> second = second_curve(state_);
    state_.loss.plot = shows_paths_as_curve() ? paths_plot(session_, state_)
                       : compares_d_k()       ? least_losses_plot(**state_.reach)
                                              : loss_plot(run_, state_.curve, second ? &*second : nullptr,
                                                          best_possible_loss(state_));
    state_.numbers.plot = trained_matrix_plot(document, run_, matrix, decimals);
    state_.gradient.plot = gradient_plot(document, run_, matrix, decimals);
  }

  void make_plots_of_words(const Document& document, int decimals) {
    const std::string step = count_text(run_.step());
    state_.corpus.plot = last_words_plot(*next_words_, next_words_->corpus(), "corpus",
                                         filled("Corpus at step <step>", {{"step", step}}), decimals);
    state_.held_out.plot =
        next_words_->held_out().sentences.empty()
            ? nullptr
            : last_words_plot(*next_words_, next_words_->held_out(), "held-out",
                              filled("Held-out sentences at step <step>", {{"step", step}}), decimals);
    const bool has_seeds = state_.compares_seeds && state_.seeds && !state_.seeds->results().empty();
    if (state_.paths.is_shown) {
      state_.prompt.plot = paths_plot(session_, state_);
    } else if (has_seeds) {
      state_.prompt.plot = seeds_plot(*state_.seeds, state_.shown_head, state_.tokens_of_seeds, decimals);
    } else {
      state_.prompt.plot =
          state_.asked ? prompt_plot(document, *state_.asked, shown_stage(), run_.step(), decimals) : nullptr;
    }
    state_.logits.plot =
        state_.asked ? logits_plot(document, *next_words_, *state_.asked, decimals) : nullptr;
    state_.next_words.plot =
        state_.asked ? next_words_plot(*next_words_, *state_.asked, run_.step(), decimals) : nullptr;
  }

  // ---- The arithmetic of the next update.

  CellIndex chosen() {
    const MatrixView gradient = run_.objective().gradient(shown());
    if (state_.chosen_cell && state_.chosen_cell->row < gradient.rows() &&
        state_.chosen_cell->column < gradient.cols())
      return *state_.chosen_cell;
    // At first, that with the largest gradient. It stays chosen, or the arithmetic would jump while playing.
    CellIndex& largest = state_.chosen_cell.emplace();
    gradient.cwiseAbs().maxCoeff(&largest.row, &largest.column);
    return largest;
  }

  void mark(CellIndex cell) const {
    if (!state_.numbers.cells) return;
    page_.painter().stroke(in_window(state_.numbers, state_.numbers.cells->rect_of(cell)).expanded(1),
                           view_.theme().accent, 2, 3);
  }

  void draw_update(const Rect& card) {
    const CellIndex cell = chosen();
    draw_arithmetic(view_, page_.painter(), card, "training.update",
                    describe_update(run_, with_names_of_run(session_.document(), state_),
                                    {shown(), cell.row, cell.column}));
  }

  // ---- Choices on the cards.

  std::string name_of(const MatrixRef& ref) const {
    // One head is trained towards a target, and all of them to predict words.
    return next_words_ != nullptr ? as_markup(name_with_head(run_.objective().model(), ref))
                                  : display_name(ref.name);
  }

  void draw_chips() {
    const std::vector<MatrixRef> parameters = trainable_matrices(session_, run_.objective());
    std::vector<Choice> matrices;
    for (const MatrixRef& ref : parameters)
      matrices.push_back({name_of(ref), run_.is_trained(ref) ? "trained" : "frozen"});
    const int matrix = chip(Card::numbers, "training.matrix", "", name_of(shown()), matrices,
                            "The matrix whose numbers and gradients are shown.");
    if (matrix >= 0) {
      state_.shown = parameters[static_cast<std::size_t>(matrix)];
      state_.chosen_cell.reset();
    }
    std::vector<Choice> curves = {{"loss", "in nats, with its minimum"},
                                  {"loss (log)", "the same, on a logarithmic axis"},
                                  {"excess", "the loss minus its minimum, on a logarithmic axis"},
                                  {"gradient", "the norm of all trained gradients, on a logarithmic axis"}};
    const int comparison = static_cast<int>(curves.size());
    if (state_.reach && *state_.reach)
      curves.push_back({"best by d_k", "the best loss found with d_k = 1, 2, 3 …, side by side"});
    const int paths = static_cast<int>(curves.size());
    if (next_words_ == nullptr) curves.push_back({"paths of q and k", paths_explanation});
    const auto shown = static_cast<std::size_t>(shows_paths_as_curve() ? paths
                                                : compares_d_k()       ? comparison
                                                                       : static_cast<int>(state_.curve));
    const int curve = chip(
        Card::loss, "training.curve", "curve", curves[shown].label, curves,
        "Choose what to plot: a curve over the steps, the best loss for each d_k, or the paths of q and k.");
    if (curve >= 0) {
      state_.paths.is_shown = next_words_ == nullptr ? curve == paths : state_.paths.is_shown;
      state_.compares_d_k = curve == comparison && curve != paths;
      if (curve < comparison) state_.curve = static_cast<LossCurve>(curve);
    }
    draw_branch_chip();
    if (next_words_ == nullptr) return;
    draw_prompt_chip();
  }

  void draw_prompt_chip() {
    std::vector<Choice> choices;
    std::size_t present = 0;
    for (const MatrixName stage : stages_of_prompt) {
      if (stage == state_.shown_stage) present = choices.size();
      choices.push_back({display_name(stage), explanation_of_stage(stage)});
    }
    const std::size_t seeds = choices.size();
    choices.push_back({"ten seeds", "trains from ten random starts and compares their attention"});
    choices.push_back({"paths of q and k", paths_explanation});
    if (state_.compares_seeds) present = seeds;
    if (state_.paths.is_shown) present = seeds + 1;
    const int chosen =
        chip(Card::prompt, "training.seeds", "show", choices[present].label, choices,
             "What is shown of your sentence: a matrix of this run, its attention in ten other runs, or the "
             "paths of its queries and keys.");
    if (chosen < 0) return;
    const auto index = static_cast<std::size_t>(chosen);
    state_.compares_seeds = index == seeds;
    state_.paths.is_shown = index == seeds + 1;
    if (index < seeds) state_.shown_stage = stages_of_prompt[index];
  }

  /// The matrix of the prompt that is shown.
  MatrixRef shown_stage() const {
    return {state_.shown_stage, is_per_head(state_.shown_stage) ? state_.shown_head : 0};
  }

  std::string explanation_of_stage(MatrixName stage) const {
    switch (stage) {
      case MatrixName::X: return "the embeddings of your sentence";
      case MatrixName::Q: return "its queries";
      case MatrixName::K: return "its keys";
      case MatrixName::V: return "its values";
      case MatrixName::weights: return "how each query weights the keys";
      case MatrixName::head_output: return "the weighted sum of the values";
      case MatrixName::context:
        return run_.objective().model().has_output_projection() ? "the outputs of all heads times W_o"
                                                                : "the outputs of all heads, side by side";
      default: break;
    }
    assert(false);
    return {};
  }

  /// How many of the compared runs are finished; −1: they are not compared.
  std::int64_t n_seeds() const {
    return state_.compares_seeds && state_.seeds ? std::ssize(state_.seeds->results()) : -1;
  }

  /// Branches with steps of their own or a number that was changed by hand, and the one that the line ends
  /// with.
  std::vector<std::size_t> ends() const {
    std::vector<std::size_t> found;
    for (std::size_t b = 0; b < run_.branches().size(); ++b) {
      const TrainingBranch& branch = run_.branches()[b];
      const bool is_end =
          branch.records.size() > 1 || branch.cause == BranchCause::edit || b == run_.line().back();
      if (is_end) found.push_back(b);
    }
    return found;
  }

  void draw_branch_chip() {
    const std::vector<std::size_t> branches = ends();
    if (branches.size() < 2) return;
    std::vector<Choice> choices;
    std::size_t present = 0;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const std::int64_t last = run_.branches()[branches[i]].last_step();
      choices.push_back({std::to_string(i + 1),
                         filled("<cause>, up to step <last>", {{"cause", reason_of_branch(run_, branches[i])},
                                                               {"last", count_text(last)}})});
      if (branches[i] == run_.line().back()) present = i;
    }
    Controls controls(view_, page_.painter());
    const float inset = std::round(view_.sizes().body * 0.55f);
    const Rect place = card(Card::loss);
    const float width = controls.choice_width("branch", "10");
    const int chosen = controls.choice(
        {place.right() - inset - width, place.y + inset, width, Controls::height(view_)}, "training.branch",
        "branch", choices[present].label, choices,
        "The branches of this run. A new one begins when you go back to a step and change something.");
    if (chosen < 0) return;
    stop_playing(state_);
    run_.follow(branches[static_cast<std::size_t>(chosen)]);
  }

  /// A choice in the header of a card.
  int chip(Card header, const char* name, const char* label, const std::string& value,
           const std::vector<Choice>& choices, const char* tip) {
    Controls controls(view_, page_.painter());
    const float inset = std::round(view_.sizes().body * 0.55f);
    const Rect place = card(header);
    const float width = std::min(controls.choice_width(label, value), place.width - 2 * inset);
    return controls.choice({place.x + inset, place.y + inset, width, Controls::height(view_)}, name, label,
                           value, choices, tip);
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  TrainingState& state_;
  TrainingRun& run_;
  const NextWordObjective* next_words_;  // null: the attention of a target is learned
  int columns_;
  ExperimentPage page_;
};

}  // namespace

void draw_training_page(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  TrainingPage(session, view, actions, area).draw();
}

}  // namespace attention_lab
