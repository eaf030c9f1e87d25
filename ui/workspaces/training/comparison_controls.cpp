#include "ui/workspaces/training/comparison_controls.h"

#include <array>
#include <string>
#include <vector>

#include "ui/workspaces/training/comparison_work.h"
#include "ui/workspaces/training/rate_slider.h"

namespace attention_lab {
namespace {

/// The usual rate of each optimizer, with which a comparison begins.
double usual_rate(Optimizer optimizer) {
  return optimizer == Optimizer::adam ? OptimizerSettings{}.learning_rate : 0.1;
}

// The choices: nothing, the divisor, then all optimizers.
constexpr std::size_t divisor_choice = 1;
constexpr std::size_t first_optimizer_choice = 2;

std::size_t choice_of(const std::optional<RunDifference>& wanted) {
  if (!wanted) return 0;
  if (wanted->kind == RunDifference::Kind::divisor) return divisor_choice;
  return first_optimizer_choice + static_cast<std::size_t>(wanted->optimizer.optimizer);
}

std::optional<RunDifference> difference_of(std::size_t choice) {
  if (choice == 0) return std::nullopt;
  if (choice == divisor_choice) return RunDifference{RunDifference::Kind::divisor};
  const Optimizer optimizer = all_optimizers[choice - first_optimizer_choice];
  return RunDifference{RunDifference::Kind::optimizer,
                       {.optimizer = optimizer, .learning_rate = usual_rate(optimizer)}};
}

}  // namespace

void draw_comparison_controls(ControlColumn& column, TrainingState& state) {
  std::optional<RunDifference>& wanted = state.comparison.wanted;
  const Scale& scale = state.run->objective().model().options.scale;
  std::vector<Choice> choices = {{"nothing", "no second run"}};
  if (other_divisor(scale).kind == Scale::Kind::none) {
    choices.push_back({"without √d_k", "the same training, but the scores are not divided"});
  } else {
    choices.push_back({"with √d_k", "the same training, but the scores are divided by √d_k"});
  }
  for (const Optimizer optimizer : all_optimizers)
    choices.push_back({display_name(optimizer), "the same training with this optimizer"});
  const int chosen = column.controls().choice(column.next(), "training.compare", "compare with",
                                              choices[choice_of(wanted)].label, choices,
                                              "Trains a second run from the same start, to the same step.");
  if (chosen >= 0) wanted = difference_of(static_cast<std::size_t>(chosen));
  if (wanted && wanted->kind == RunDifference::Kind::optimizer)
    rate_slider(column, "training.compared_rate", "its learning rate η", wanted->optimizer.learning_rate);
  const std::string words = words_about_comparison(state);
  if (!words.empty()) column.note(words);
}

}  // namespace attention_lab
