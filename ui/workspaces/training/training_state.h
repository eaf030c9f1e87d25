// The state of the training workspace.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/document/document.h"
#include "core/document/edits.h"
#include "core/experiments/run.h"
#include "core/result.h"
#include "core/training/next_word_objective.h"
#include "core/training/reachable_target.h"
#include "core/training/seed_comparison.h"
#include "core/training/training_run.h"
#include "core/training/vector_history.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/workspaces/figures/plot_panel.h"
#include "ui/workspaces/training/comparison_state.h"
#include "ui/workspaces/training/next_word_plots.h"
#include "ui/workspaces/training/path_state.h"
#include "ui/workspaces/training/training_plots.h"

namespace attention_lab {

/// A cell of the target or of a weight matrix that is being dragged.
struct TrainingDrag {
  bool is_of_target = false;
  CellIndex cell;
  double value = 0;
  float last_x = 0;
  float last_y = 0;
  bool has_moved = false;
  Matrix target{};  // at the start of the drag
};

/// A cell whose number is being typed.
struct TrainingField {
  bool is_of_target = false;
  CellIndex cell;
};

/// How the trained matrices of a run were drawn at its start.
struct RandomStart {
  edits::Draw draw = edits::Draw::nn_linear;
  std::uint64_t seed = 1;
};

/// A run that was replaced because the document or what is learned changed.
struct RunSetAside {
  std::unique_ptr<TrainingRun> run;
  std::unique_ptr<NextWordObjective> start;
  std::vector<Document> known;
  std::optional<RandomStart> random_start;
  bool has_drawn_features = false;
  bool is_locked = false;
  VectorHistory history;
};

/// The room that a page leaves for its sentence.
struct SentenceRoom {
  std::uint64_t run = 0;  // see TrainingState::runs
  float page_width = 0;
  float text_size = 0;
  float height = 0;
};

/// What is learned.
enum class Learned {
  attention,  ///< the attention weights of a target
  next_word,  ///< the next words of a corpus
};

struct TrainingState {
  // Chosen by the user.
  std::optional<Learned> learned;  // empty: next words if the document has a corpus
  LossOver loss_over = LossOver::last_word;
  OptimizerSettings optimizer;
  std::vector<MatrixRef> trained;            // empty: all weights that the loss depends on
  Learned trained_for = Learned::attention;  // the objective that these were chosen for
  Index trained_head = 0;                    // towards a target
  Index shown_head = 0;                      // while next words are learned, which trains every head
  std::int64_t steps_per_second = 20;
  RandomStart next_random_start;
  MatrixRef shown{MatrixName::W_q, 0};           // the matrix whose numbers and gradients are shown
  MatrixName shown_stage = MatrixName::weights;  // one of stages_of_prompt
  std::optional<CellIndex> chosen_cell;          // of that matrix; empty: not yet
  LossCurve curve = LossCurve::loss;
  std::optional<bool> compares_d_k;  // instead of a curve; empty: until the first step is made

  std::unique_ptr<TrainingRun> run;  // null: there is none
  /// The numbers at step 0 of a run that learns next words; null for other runs.
  std::unique_ptr<NextWordObjective> start;
  /// Documents that the run belongs to: the one it started from, and those that took numbers from it.
  std::vector<Document> known;
  /// Those that can come back; the one that was replaced last is the last.
  std::vector<RunSetAside> set_aside;
  Matrix followed_target;                      // of the document, when it was last compared with the run
  std::uint64_t runs = 0;                      // started so far
  std::uint64_t revision = ~std::uint64_t{0};  // of the session when the run was last compared with it
  std::uint64_t opened = 0;                    // documents opened in the session by then
  std::string problem;                         // why there is no run
  /// Whether the document has the numbers of the present step, as of this comparison.
  struct Compared {
    std::uint64_t revision = ~std::uint64_t{0};
    std::uint64_t changes = 0;
    std::uint64_t runs = 0;
    bool operator==(const Compared&) const = default;
  };
  Compared compared;
  bool is_in_document = false;
  std::optional<RandomStart> random_start;  // of the run; empty: it started from the document
  /// Whether the features of words were drawn at random, so that their names mean nothing any more.
  bool has_drawn_features = false;
  bool is_playing = false;
  bool is_locked = false;  // as at inference: the weights cannot be changed by hand; set when training stops
  double steps_due = 0;
  SlicePace pace;

  // Whether the target can be matched, of the present target, embeddings, b_q and trained matrices.
  std::optional<Result<TargetReach>> reach;
  TrainingSettings settings_of_reach;
  Matrix X_of_reach;
  Matrix b_q_of_reach;
  std::uint64_t run_of_reach = 0;
  std::uint64_t reaches = 0;  // computed so far

  // The same training with ten seeds, to compare their attention.
  bool compares_seeds = false;
  std::unique_ptr<SeedComparison> seeds;  // null: not begun
  std::uint64_t run_of_seeds = 0;
  std::uint64_t revision_of_seeds = 0;
  std::vector<std::string> tokens_of_seeds;
  std::string problem_of_seeds;  // why they cannot be compared
  SlicePace seeds_pace;

  RunComparisonState comparison;
  PathState paths;

  // Input in progress.
  std::optional<TrainingDrag> drag;
  std::optional<TrainingField> field;
  std::optional<Matrix> painted;  // the target during a drag

  /// If next words are learned: what comes after the document's sentence, and the score of the held-out ones.
  Result<Prompt> asked = Prompt{};
  std::optional<NextWordScore> held_out_score;
  Compared asked_at;

  SentenceRoom sentence_room;  // that of the longest sentence of this run so far

  // The pictures, and what they show.
  TrainingPicture shown_picture;
  PlotPanel target;
  PlotPanel weights;
  PlotPanel loss;
  PlotPanel numbers;
  PlotPanel gradient;
  PlotPanel corpus;
  PlotPanel held_out;
  PlotPanel prompt;
  PlotPanel logits;
  PlotPanel next_words;
};

}  // namespace attention_lab
