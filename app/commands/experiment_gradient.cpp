#include <memory>
#include <utility>
#include <vector>

#include "app/commands/experiment.h"
#include "app/commands/output.h"
#include "app/files/json_writer.h"
#include "core/experiments/gradient.h"
#include "core/limits.h"

namespace attention_lab {
namespace {

struct GradientOptions {
  GradientSpec spec;
  bool as_json = false;
};

/// One number of each point, as a list.
template <class NumberOf>
void write_list(JsonWriter& json, const char* name, const std::vector<GradientPoint>& points,
                NumberOf number_of) {
  std::vector<double> numbers;
  for (const GradientPoint& point : points) numbers.push_back(number_of(point));
  json.member(name, std::span<const double>(numbers));
}

void write_spread(JsonWriter& json, const char* name, const std::vector<GradientPoint>& points,
                  ExperimentDivisor divisor, Spread GradientMeasure::*measure) {
  const auto write = [&](const char* key, double Spread::*which) {
    write_list(json, key, points, [&](const GradientPoint& p) { return p.at(divisor).*measure.*which; });
  };
  json.key(name);
  json.begin_object();
  write("median", &Spread::median);
  write("lower_quartile", &Spread::lower_quartile);
  write("upper_quartile", &Spread::upper_quartile);
  write("mean", &Spread::mean);
  json.end_object();
}

std::string as_json(const GradientSpec& spec, const std::vector<GradientPoint>& points) {
  return json_text([&](JsonWriter& json) {
    json.member("d_model", spec.d_model);
    json.member("tokens", spec.n_tokens);
    json.member("trials", spec.trials);
    json.member("seed", spec.seed);
    write_list(json, "d_k", points, [](const GradientPoint& p) { return static_cast<double>(p.d_k); });
    for (const ExperimentDivisor divisor : all_experiment_divisors) {
      json.key(to_string(divisor));
      json.begin_object();
      write_spread(json, "W_q", points, divisor, &GradientMeasure::W_q);
      write_spread(json, "passed", points, divisor, &GradientMeasure::passed);
      json.end_object();
    }
  });
}

std::string table(const std::string& title, const std::vector<GradientPoint>& points,
                  Spread GradientMeasure::*measure) {
  std::string text = title + "\n   d_k   ÷ √d_k   undivided   ÷ √d_model\n";
  for (const GradientPoint& point : points) {
    const auto median = [&](ExperimentDivisor divisor) {
      return readable((point.at(divisor).*measure).median);
    };
    text += right_aligned(std::to_string(point.d_k), 6) +
            right_aligned(median(ExperimentDivisor::sqrt_d_k), 9) +
            right_aligned(median(ExperimentDivisor::none), 12) +
            right_aligned(median(ExperimentDivisor::sqrt_d_model), 13) + "\n";
  }
  return text;
}

std::string as_text(const GradientSpec& spec, const std::vector<GradientPoint>& points) {
  return std::to_string(spec.trials) + " trials with seed " + std::to_string(spec.seed) +
         ": a token looks at " + std::to_string(spec.n_tokens) +
         " keys; d_model = " + std::to_string(spec.d_model) + ". Medians over the trials.\n\n" +
         table("Gradient that reaches W_q: norm of the derivative of the token's context", points,
               &GradientMeasure::W_q) +
         "\n" + table("Share of the gradient that softmax lets through", points, &GradientMeasure::passed);
}

int run(const GradientOptions& options) {
  Result<GradientExperiment> experiment = GradientExperiment::start(options.spec);
  if (!experiment) return refuse_experiment(experiment.error());
  GradientExperiment running = std::move(experiment).value();
  running.advance(running.trials_in_all());
  const std::vector<GradientPoint> points = running.points();
  return print(options.as_json ? as_json(options.spec, points) : as_text(options.spec, points));
}

}  // namespace

void add_experiment_gradient(CLI::App& experiment, CommandAction& chosen) {
  auto options = std::make_shared<GradientOptions>();
  CLI::App* command =
      experiment.add_subcommand("gradient", "How much gradient reaches W_q through softmax as d_k grows");
  command
      ->add_option("--d-k", options->spec.dimensions, "One or more d_k, up to d_model (1, 2, 4, ... d_model)")
      ->type_name("D")
      ->delimiter(',');
  command->add_option("--d-model", options->spec.d_model, "1 to 4096 (512)")->type_name("D");
  command->add_option("--tokens", options->spec.n_tokens, "Keys that the token looks at, 2 to 128 (16)")
      ->type_name("N");
  command->add_option("--trials", options->spec.trials, "For each d_k, 1 to 10000 (1000)")->type_name("N");
  add_seed(*command, options->spec.seed);
  command->add_flag("--json", options->as_json, "As JSON, with every digit, quartiles and means");
  command->callback([options, &chosen] {
    GradientSpec& spec = options->spec;
    // A wrong d_model is refused when the experiment starts.
    if (spec.dimensions.empty() && spec.d_model >= 1 && spec.d_model <= limits::d_model)
      spec.dimensions = doubling_dimensions(spec.d_model);
    chosen = [options] { return run(*options); };
  });
}

}  // namespace attention_lab
