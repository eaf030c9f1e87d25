#include <memory>
#include <utility>

#include "app/commands/experiment.h"
#include "app/commands/output.h"
#include "app/files/json_writer.h"
#include "core/experiments/variance.h"
#include "core/words/outside_text.h"

namespace attention_lab {
namespace {

struct VarianceOptions {
  VarianceSpec spec;
  std::string distribution = "normal";
  bool as_json = false;
};

std::string as_json(const VarianceExperiment& experiment) {
  const Estimate products = experiment.products();
  const Estimate scaled = experiment.scaled_products();
  return json_text([&](JsonWriter& json) {
    json.member("dimension", experiment.spec().dimension);
    json.member("trials", experiment.trials_done());
    json.member("variance", products.variance);
    json.member("variance_scaled", scaled.variance);
    json.member("standard_error", products.variance_standard_error);
    json.member("standard_error_scaled", scaled.variance_standard_error);
  });
}

std::string line(const char* name, const Estimate& estimate, const ProductTheory& theory) {
  return name + right_aligned(readable(estimate.mean), 12) + " ± " +
         right_aligned(readable(estimate.mean_standard_error), 9) +
         right_aligned(readable(estimate.variance), 14) + " ± " +
         right_aligned(readable(estimate.variance_standard_error), 9) +
         right_aligned(readable(theory.variance), 14) + "\n";
}

std::string as_text(const VarianceExperiment& experiment) {
  const VarianceSpec& spec = experiment.spec();
  const char* components = spec.components == Components::normal
                               ? "independent normal numbers of mean 0 and variance 1"
                               : "independent uniform numbers of mean 0 and variance 1 (within ±√3)";
  return std::to_string(spec.trials) + " trials with seed " + std::to_string(spec.seed) +
         ": q and k are vectors of d = " + std::to_string(spec.dimension) + " " + components + "\n\n" +
         "                  mean   std. error      variance   std. error        theory\n" +
         line("q · k     ", experiment.products(), experiment.theory()) +
         line("q · k ÷ √d", experiment.scaled_products(), experiment.scaled_theory());
}

int run(const VarianceOptions& options) {
  Result<VarianceExperiment> experiment = VarianceExperiment::start(options.spec);
  if (!experiment) return refuse_experiment(experiment.error());
  VarianceExperiment running = std::move(experiment).value();
  running.advance(options.spec.trials);
  return print(options.as_json ? as_json(running) : as_text(running));
}

}  // namespace

void add_experiment_variance(CLI::App& experiment, CommandAction& chosen) {
  auto options = std::make_shared<VarianceOptions>();
  CLI::App* command = experiment.add_subcommand(
      "variance", "How large q · k becomes, and q · k divided by the square root of d");
  command->add_option("--dimension", options->spec.dimension, "Of q and k, 1 to 4096 (64)")->type_name("D");
  command->add_option("--trials", options->spec.trials, "Pairs to draw, 100 to 1000000 (1000)")
      ->type_name("N");
  add_seed(*command, options->spec.seed);
  command
      ->add_option("--distribution", options->distribution,
                   "Of the components: normal (the default) or uniform, both of mean 0 and variance 1")
      ->type_name("NAME");
  command->add_flag("--json", options->as_json, "As JSON, with every digit");
  command->callback([options, &chosen] {
    if (options->distribution != "normal" && options->distribution != "uniform") {
      refuse("--distribution", "must be normal or uniform, not " + in_quotes(options->distribution));
    }
    if (options->distribution == "uniform") options->spec.components = Components::uniform;
    chosen = [options] { return run(*options); };
  });
}

}  // namespace attention_lab
