#include "ui/workspaces/training/comparison_work.h"

#include <cmath>
#include <memory>
#include <utility>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/workspaces/training/run_of_document.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

void begin_comparison(TrainingState& state) {
  RunComparisonState& comparison = state.comparison;
  comparison.runs.reset();
  comparison.problem.clear();
  if (const std::optional<std::int64_t> step = changed_by_hand(*state.run)) {
    comparison.problem =
        filled("There is no second run on this branch, because a number was changed by hand at step <step>.",
               {{"step", count_text(*step)}});
    return;
  }
  Document document = state.known.front();
  if (comparison.wanted->kind == RunDifference::Kind::divisor)
    document.model.options.scale = other_divisor(document.model.options.scale);
  Result<std::unique_ptr<TrainingObjective>> objective = objective_of(document, state);
  if (!objective) {
    comparison.problem = as_markup(objective.error().message);
    return;
  }
  comparison.runs = std::make_unique<RunComparison>(*std::move(objective), *state.run, *comparison.wanted);
  comparison.first_run = state.runs;
  ++comparison.begun;
  comparison.pace.begin();
}

std::string name_by_divisor(const Scale& scale) {
  switch (scale.kind) {
    case Scale::Kind::sqrt_d_k: return "scaled";
    case Scale::Kind::none: return "unscaled";
    case Scale::Kind::custom:
      return filled("divided by <divisor>",
                    {{"divisor", format_briefly(static_cast<double>(scale.custom_divisor))}});
  }
  return {};
}

std::string name_by_optimizer(const OptimizerSettings& optimizer, const OptimizerSettings& other) {
  if (optimizer.optimizer != other.optimizer) return display_name(optimizer.optimizer);
  return filled("<optimizer>, η = <rate>", {{"optimizer", display_name(optimizer.optimizer)},
                                            {"rate", rate_text(optimizer.learning_rate)}});
}

/// nullopt if the run changed it.
std::optional<OptimizerSettings> only_optimizer_of(const TrainingRun& run) {
  const OptimizerSettings& first = run.branches()[run.line().front()].settings.optimizer;
  for (const std::size_t branch : run.line())
    if (!(run.branches()[branch].settings.optimizer == first)) return std::nullopt;
  return first;
}

std::string words_about_difference(const TrainingState& state, const RunComparison& runs) {
  if (runs.difference().kind == RunDifference::Kind::divisor) {
    const Model& model = runs.run().objective().model();
    const std::string root = format_briefly(std::sqrt(static_cast<double>(model.d_k())));
    return filled(
        model.options.scale.kind == Scale::Kind::none
            ? "Both runs have the same start and settings, but “unscaled” does not divide the scores by √d_k "
              "= <root>."
            : "Both runs have the same start and settings, but “scaled” divides the scores by √d_k = <root>.",
        {{"root", root}});
  }
  const OptimizerSettings& second = runs.difference().optimizer;
  const std::string second_name = display_name(second.optimizer);
  const std::optional<OptimizerSettings> first = only_optimizer_of(*state.run);
  if (!first) {
    return filled(
        "Both runs have the same start. The second one always uses <second> with η = <second_rate>; this run "
        "changed its optimizer or η on the way.",
        {{"second", second_name}, {"second_rate", rate_text(second.learning_rate)}});
  }
  return filled(
      "Both runs have the same start and settings except for the optimizer: <first> with η = <first_rate> "
      "and <second> with η = <second_rate>.",
      {{"first", display_name(first->optimizer)},
       {"first_rate", rate_text(first->learning_rate)},
       {"second", second_name},
       {"second_rate", rate_text(second.learning_rate)}});
}

}  // namespace

void follow_comparison(TrainingState& state, double seconds) {
  RunComparisonState& comparison = state.comparison;
  if (!comparison.wanted) {
    comparison.runs.reset();
    comparison.problem.clear();
    return;
  }
  const bool belongs = comparison.runs && comparison.first_run == state.runs &&
                       comparison.runs->difference() == *comparison.wanted &&
                       comparison.runs->follow(*state.run);
  if (!belongs) {
    comparison.runs.reset();
    if (state.drag) return;  // the line changes in each frame of a drag
    begin_comparison(state);
  }
  if (comparison.is_working()) {
    comparison.runs->advance(comparison.pace.next(seconds));
  } else {
    comparison.pace.rest();
  }
}

ComparisonPicture picture_of_comparison(const TrainingState& state) {
  const RunComparisonState& comparison = state.comparison;
  return {comparison.begun, comparison.runs ? comparison.runs->run().step() : -1};
}

std::optional<SecondCurve> second_curve(const TrainingState& state) {
  const std::unique_ptr<RunComparison>& runs = state.comparison.runs;
  if (!runs) return std::nullopt;
  if (runs->difference().kind == RunDifference::Kind::divisor) {
    return SecondCurve{runs->run(), name_by_divisor(runs->run().objective().model().options.scale),
                       name_by_divisor(state.run->objective().model().options.scale)};
  }
  const OptimizerSettings& second = runs->difference().optimizer;
  const std::optional<OptimizerSettings> first = only_optimizer_of(*state.run);
  if (!first) return SecondCurve{runs->run(), name_by_optimizer(second, second), "this run"};
  return SecondCurve{runs->run(), name_by_optimizer(second, *first), name_by_optimizer(*first, second)};
}

std::string words_about_comparison(const TrainingState& state) {
  const RunComparisonState& comparison = state.comparison;
  if (!comparison.runs) return comparison.problem;
  const RunComparison& runs = *comparison.runs;
  const std::string difference = words_about_difference(state, runs);
  if (runs.run().problem()) {
    return filled("<difference> The second run stopped: <problem>",
                  {{"difference", difference}, {"problem", as_markup(runs.run().problem()->message)}});
  }
  const std::int64_t step = state.run->step();
  if (runs.run().step() < step) {
    return filled("<difference> The second run has made <done> of <all> steps.",
                  {{"difference", difference},
                   {"done", count_text(runs.progress().done)},
                   {"all", count_text(runs.progress().all)}});
  }
  return filled("<difference> At step <step> the losses are <first> and <second> nats.",
                {{"difference", difference},
                 {"step", count_text(step)},
                 {"first", format_number(state.run->record().loss, 4)},
                 {"second", format_number(runs.run().record_at(step).loss, 4)}});
}

}  // namespace attention_lab
