#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/document/target.h"
#include "core/training/match_objective.h"
#include "core/training/run_excerpt.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/dialogs/corpus_dialog.h"
#include "ui/lab/document_lock.h"
#include "ui/workspaces/laboratory/experiment_page.h"
#include "ui/workspaces/training/comparison_controls.h"
#include "ui/workspaces/training/path_plot.h"
#include "ui/workspaces/training/rate_slider.h"
#include "ui/workspaces/training/run_of_document.h"
#include "ui/workspaces/training/training_page.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

const std::vector<std::string> alice_tokens = {"Alice", "will", "eat", "pizza"};
constexpr double slowest = 1;  // steps a second
constexpr double fastest = 1000;

const char* optimizer_explanation(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::sgd: return "a step against the gradient";
    case Optimizer::momentum: return "a step against a decaying sum of all gradients so far";
    case Optimizer::adam: return "each number gets steps of about the size of the learning rate";
  }
  return "";
}

class TrainingControls {
 public:
  TrainingControls(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area)
      : session_(session), view_(view), actions_(actions), state_(view.training), column_(view, area) {}

  void draw() {
    draw_learned();
    if (learned_of(session_.document(), state_) == Learned::next_word) {
      draw_corpus();
      draw_output();
    } else {
      draw_target();
    }
    column_.space();
    draw_trained();
    column_.space();
    draw_optimizer();
    if (state_.run) {
      draw_comparison_controls(column_, state_);
      draw_path_controls(column_, state_);
    }
    column_.space();
    draw_start();
  }

 private:
  bool button(const char* name, const char* label, bool is_enabled, const char* tip) {
    return column_.controls().button(column_.next(), name, label, is_enabled, tip);
  }

  /// Compares the run with what is chosen now, in the next frame.
  void follow_choices() { state_.revision = ~std::uint64_t{0}; }

  void draw_learned() {
    const std::vector<Choice> choices = {{"attention", "the attention weights of a target"},
                                         {"next word", "the next word of each sentence in a corpus"}};
    const Learned learned = learned_of(session_.document(), state_);
    const int chosen = column_.controls().choice(column_.next(), "training.learned", "objective",
                                                 choices[static_cast<std::size_t>(learned)].label, choices,
                                                 "What the loss measures.");
    if (chosen < 0 || static_cast<Learned>(chosen) == learned) return;
    state_.learned = static_cast<Learned>(chosen);
    follow_choices();
  }

  void draw_corpus() {
    const Document& document = session_.document();
    if (!document.vocabulary &&
        button("training.share", "Share embeddings", true,
               "Lets equal words share one embedding, which learning next words needs."))
      actions_.commit(SetSharedWords{true});
    if (button("training.corpus", "Corpus and words…", document.vocabulary.has_value(),
               "Change the sentences to learn, the held-out sentences, and the features of the words."))
      open_corpus_dialog(document, view_);
    draw_head(state_.shown_head, "The head whose attention is shown.");
    const std::vector<Choice> choices = {
        {"last word", "only the last word of each sentence is predicted"},
        {"every position", "each word is predicted from the words before it"}};
    const int chosen = column_.controls().choice(
        column_.next(), "training.loss_over", "loss over",
        choices[static_cast<std::size_t>(state_.loss_over)].label, choices,
        "Which predictions count. Where nobody can know the next word, even the best "
        "possible loss is greater than 0.");
    if (chosen < 0 || static_cast<LossOver>(chosen) == state_.loss_over) return;
    state_.loss_over = static_cast<LossOver>(chosen);
    follow_choices();
  }

  /// Lets the user choose one of several heads.
  bool draw_head(Index& head, const char* tip) {
    const Index n_heads = session_.model().n_heads();
    if (n_heads == 1 || !state_.run) return false;
    Index number = head + 1;
    if (!column_.controls().number(column_.next(), "training.head", "head", number, 1, n_heads, tip))
      return false;
    head = number - 1;
    return true;
  }

  void draw_output() {
    const Document& document = session_.document();
    if (!document.vocabulary) return;
    const std::vector<Choice> choices = {
        {"tied", "the logit of a word is the context times the features of the word"},
        {"linear", "the logit of a word is the context times the word’s column of a matrix W_u"}};
    const bool is_linear = document.W_u->size() > 0;
    const int chosen = column_.controls().choice(
        column_.next(), "training.output", "output", choices[is_linear ? 1 : 0].label, choices,
        "How a context vector gives the logits of the words. Linear adds W_u to your document; at first its "
        "columns are the features of the words, so that nothing changes until it is trained.");
    if (chosen >= 0 && (chosen == 1) != is_linear) actions_.commit(SetOutputLayer{chosen == 1});
  }

  void draw_target() {
    column_.heading("Target");
    const Model& model = session_.model();
    if (draw_head(state_.trained_head, "The head whose attention is trained.")) {
      state_.trained.clear();
      follow_choices();
    }
    if (session_.document().tokens == alice_tokens && model.options.mask == Mask::none &&
        button("training.alice", "Alice’s table", true,
               "The attention of the story “Alice will eat pizza”, token by token."))
      choose_target(alice_target());
    if (button("training.even", "Even attention", true, "Every key gets the same attention."))
      choose_target(even_target(model.n_tokens(), model.options.mask));
    if (button("training.from_weights", "Current attention", state_.run != nullptr,
               "The present attention weights become the target, so that you can change single cells of "
               "them."))
      choose_target(matrix_view(state_.run->objective().trace(), {MatrixName::weights, state_.trained_head}));
    column_.note("Drag a cell of the target, or double-click it to type. The rest of its row follows.");
  }

  /// The target of the document and of the run, which may be at a step with an earlier target.
  void choose_target(const Matrix& target) {
    if (refuses_edits(view_)) return;
    actions_.commit(SetTarget{target});
    if (state_.run && !has_batch(session_.document())) use_target(state_, target);
  }

  void draw_trained() {
    column_.heading("What is trained");
    if (!state_.run) return;
    TrainingSettings settings = state_.run->settings();
    const bool learns_words = next_words_of(state_) != nullptr;
    const std::vector<MatrixRef> matrices = trainable_matrices(session_, state_.run->objective());
    const auto label_of = [&](const MatrixRef& matrix) {
      return learns_words ? as_markup(name_with_head(session_.model(), matrix)) : display_name(matrix.name);
    };
    float widest = 0;
    for (const MatrixRef& matrix : matrices)
      widest = std::max(widest, column_.controls().toggle_width(label_of(matrix)));
    const bool is_pair = widest <= column_.width() / 2;  // two beside each other
    Rect row;
    bool is_left = false;
    for (const MatrixRef& matrix : matrices) {
      is_left = !is_left || !is_pair;
      if (is_left) row = column_.next();
      const Rect half{is_left ? row.x : row.x + row.width / 2, row.y, is_pair ? row.width / 2 : row.width,
                      row.height};
      bool is_on = state_.run->is_trained(matrix);
      const std::string name = "training.train." + std::string(to_string(matrix.name)) +
                               (learns_words && matrix.head > 0 ? std::to_string(matrix.head + 1) : "");
      if (!column_.controls().toggle(half, name.c_str(), label_of(matrix), is_on,
                                     matrix.name == MatrixName::b_k
                                         ? why_b_k_stays
                                         : "On: training changes this matrix. Off: it is frozen."))
        continue;
      std::vector<MatrixRef> trained;
      for (const MatrixRef& other : state_.run->objective().parameters()) {
        if (other == matrix ? is_on : state_.run->is_trained(other)) trained.push_back(other);
      }
      if (trained.empty()) {
        view_.say("At least one matrix must be trained.");
        continue;
      }
      settings.trained = state_.trained = trained;
      state_.run->set_settings(settings);
    }
  }

  void draw_optimizer() {
    column_.heading("Optimizer");
    // Those of the present step, which may be another branch than the last one chosen.
    OptimizerSettings optimizer = state_.run ? state_.run->settings().optimizer : state_.optimizer;
    const OptimizerSettings before = optimizer;
    std::vector<Choice> choices;
    for (const Optimizer each : all_optimizers)
      choices.push_back({display_name(each), optimizer_explanation(each)});
    const int chosen = column_.controls().choice(column_.next(), "training.optimizer", "optimizer",
                                                 display_name(optimizer.optimizer), choices,
                                                 "How a gradient becomes a step.");
    if (chosen >= 0) optimizer.optimizer = all_optimizers[static_cast<std::size_t>(chosen)];
    rate_slider(column_, "training.rate", "learning rate η", optimizer.learning_rate);
    if (!(optimizer == before)) {
      state_.optimizer = optimizer;
      if (state_.run) {
        TrainingSettings settings = state_.run->settings();
        settings.optimizer = optimizer;
        state_.run->set_settings(settings);
      }
    }
    count_slider(column_,
                 {.name = "training.speed",
                  .label = "steps per second",
                  .low = slowest,
                  .high = fastest,
                  .snaps = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000},
                  .tip = "How fast training plays. Drag, or double-click to type."},
                 state_.steps_per_second);
  }

  void draw_start() {
    column_.heading("Start");
    const bool has_run = state_.run != nullptr;
    RandomStart& start = state_.next_random_start;
    std::vector<Choice> draws;
    for (const edits::Draw draw : edits::all_draws)
      draws.push_back({edits::display_name(draw), edits::description(draw)});
    const int chosen = column_.controls().choice(column_.next(), "training.draw", "initialisation",
                                                 edits::display_name(start.draw), draws,
                                                 "How “Start from random weights” draws them.");
    if (chosen >= 0) start.draw = edits::all_draws[static_cast<std::size_t>(chosen)];
    seed_chip(column_, "training", start.seed, "The seed of the random start. Double-click to type.",
              "start seed");
    if (button("training.new_seed", "New seed", has_run,
               "Starts again from other random weights. Each trained matrix takes a seed of its own.")) {
      for (std::size_t i = 0; i < state_.trained.size(); ++i) start.seed = next_seed(start.seed);
      begin([&] { start_from_random(session_, state_); });
    }
    if (button("training.random", "Start from random weights", has_run,
               "Starts again with random values for the trained matrices. Your document stays as it is."))
      begin([&] { start_from_random(session_, state_); });
    if (button("training.restart", "Start from the document", has_run,
               "Starts again with the numbers of your document."))
      begin([&] { start_from_document(session_, state_); });
    // Always there, so that no other button takes its place under the mouse.
    if (button("training.run_before", "Back to the last run", can_return(session_, state_),
               "Brings back the run that was replaced last. Click again for the run before that.")) {
      return_to_run_before(session_, state_);
      view_.notice.reset();
    }
    const bool can_take = state_.run && !is_in_document(session_, state_);
    if (button("training.take", "Put weights into the document", can_take,
               "Copies the weights of this step into your document, as one undo step.")) {
      stop_playing(state_);
      actions_.commit(take_into_document(session_, state_));
      view_.say(words_after_taking(session_, state_));
    }
    if (button("training.script", "Copy as PyTorch", has_run,
               "Copies a script that repeats this branch with nn.Linear and torch.optim, and compares its "
               "losses with the lab’s.")) {
      stop_playing(state_);
      actions_.push(CopyTrainingScript{
          std::make_shared<const RunExcerpt>(excerpt_of_branch(*state_.run, session_.document()))});
    }
    column_.note(
        has_run && state_.random_start
            ? "This run started from random weights. Your document does not change until you put the "
              "weights into it."
            : "This run started from the document, which does not change until you put the weights into "
              "it.");
  }

  /// Starts another run, and says what became of the present one.
  template <typename Start>
  void begin(const Start& start) {
    const std::size_t before = state_.set_aside.size();
    view_.notice.reset();
    start();
    if (state_.set_aside.size() > before)
      view_.say("A new run has begun. “Back to the last run” brings the other one back.");
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  TrainingState& state_;
  ControlColumn column_;
};

}  // namespace

void draw_training_controls(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  TrainingControls(session, view, actions, area).draw();
}

}  // namespace attention_lab
