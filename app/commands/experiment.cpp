#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "app/commands/seed_option.h"
#include "app/files/json_writer.h"
#include "core/experiments/gradient.h"
#include "core/experiments/sharpness.h"
#include "core/experiments/variance.h"
#include "core/limits.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// Examples: "64", "1.0245", "3.2e-07".
std::string readable(double number) {
  std::array<char, 64> text;
  const double size = std::abs(number);
  const bool is_plain = size == 0 || (size >= 5e-4 && size < 1e7);
  const int length = std::snprintf(text.data(), text.size(), is_plain ? "%.4f" : "%.3e", number);
  return {text.data(), static_cast<std::size_t>(length)};
}

/// Pads plain ASCII text with leading spaces to `width` characters.
std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}
std::string right_aligned(double number, std::size_t width) {
  return right_aligned(readable(number), width);
}

/// Runs all trials of an experiment and prints the result of `text_of`. An experiment can only reject its
/// options, which is wrong usage.
template <class Experiment, class Spec, class TextOf>
int run_experiment(const Spec& spec, std::int64_t trials, TextOf text_of) {
  Result<Experiment> started = Experiment::start(spec);
  if (!started) {
    complain(to_string(started.error()));
    return exit_wrong_usage;
  }
  Experiment experiment = std::move(started).value();
  experiment.advance(trials);
  return print(text_of(experiment));
}

// ------------------------------------------------------------------------------------------------- variance

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
  return name + right_aligned(estimate.mean, 12) + " ± " + right_aligned(estimate.mean_standard_error, 9) +
         right_aligned(estimate.variance, 14) + " ± " + right_aligned(estimate.variance_standard_error, 9) +
         right_aligned(theory.variance, 14) + "\n";
}

std::string as_text(const VarianceExperiment& experiment) {
  const VarianceSpec& spec = experiment.spec();
  const char* heading = spec.components == Components::normal
                            ? "<trials> trials with seed <seed>: q and k are vectors of d = <d> independent "
                              "normal numbers with mean 0 and variance 1"
                            : "<trials> trials with seed <seed>: q and k are vectors of d = <d> independent "
                              "uniform numbers with mean 0 and variance 1 (within ±√3)";
  return filled(heading, {{"trials", spec.trials}, {"seed", spec.seed}, {"d", spec.dimension}}) + "\n\n" +
         "                  mean   std. error      variance   std. error        theory\n" +
         line("q · k     ", experiment.products(), experiment.theory()) +
         line("q · k ÷ √d", experiment.scaled_products(), experiment.scaled_theory());
}

void add_experiment_variance(CLI::App& experiment, CommandAction& chosen) {
  auto options = std::make_shared<VarianceOptions>();
  CLI::App* command = experiment.add_subcommand(
      "variance", "How large q · k becomes, and q · k divided by the square root of d");
  command->add_option("--dimension", options->spec.dimension, "The dimension of q and k, 1 to 4096 (64)")
      ->type_name("D");
  command->add_option("--trials", options->spec.trials, "How many pairs to draw, 100 to 1000000 (1000)")
      ->type_name("N");
  add_seed(*command, options->spec.seed, "The seed, as for torch.manual_seed (123)");
  command
      ->add_option(
          "--distribution", options->distribution,
          "Distribution of the numbers in q and k: normal (the default) or uniform, both with mean 0 and "
          "variance 1")
      ->type_name("NAME");
  command->add_flag("--json", options->as_json, "As JSON, with every digit");
  command->callback([options, &chosen] {
    options->spec.components = known(distribution_from(options->distribution), "--distribution",
                                     all_distributions, options->distribution);
    chosen = [options] {
      return run_experiment<VarianceExperiment>(
          options->spec, options->spec.trials,
          [&](const VarianceExperiment& done) { return options->as_json ? as_json(done) : as_text(done); });
    };
  });
}

// ------------------------------------------------------------------------------------------------ sharpness

struct SharpnessOptions {
  std::string logits = "0.1 -0.2 0.3 -0.2 0.5";
  double factor = 8;
  bool as_json = false;
};

std::vector<Scalar> logits_of(const SharpnessOptions& options) {
  Result<std::vector<Scalar>> logits = logits_from(options.logits);
  if (!logits) refuse(filled("--logits cannot be used: <problem>", {{"problem", logits.error().message}}));
  return std::move(logits).value();
}

std::string as_json(const Sharpness& plain, const Sharpness& scaled) {
  return json_text([&](JsonWriter& json) {
    json.member("softmax", std::span<const Scalar>(plain.probabilities));
    json.member("softmax_scaled", std::span<const Scalar>(scaled.probabilities));
    json.member("entropy", plain.entropy);
    json.member("entropy_scaled", scaled.entropy);
    json.member("jacobian_norm", plain.jacobian_norm);
    json.member("jacobian_norm_scaled", scaled.jacobian_norm);
  });
}

std::string as_text(const std::vector<Scalar>& logits, double factor, const Sharpness& plain,
                    const Sharpness& scaled) {
  std::array<char, 64> times;
  std::snprintf(times.data(), times.size(), "times %g", factor);
  std::string text =
      right_aligned("number", 12) + right_aligned("softmax", 12) + right_aligned(times.data(), 16) + "\n";
  for (std::size_t i = 0; i < logits.size(); ++i) {
    text += right_aligned(static_cast<double>(logits[i]), 12) +
            right_aligned(static_cast<double>(plain.probabilities[i]), 12) +
            right_aligned(static_cast<double>(scaled.probabilities[i]), 16) + "\n";
  }
  const auto measure = [&text](const char* name, double before, double after) {
    text += right_aligned(name, 24) + right_aligned(before, 12) + right_aligned(after, 16) + "\n";
  };
  text += "\n" + std::string(24, ' ') + right_aligned("softmax", 12) + right_aligned(times.data(), 16) + "\n";
  measure("largest probability", plain.largest, scaled.largest);
  measure("entropy (nats)", plain.entropy, scaled.entropy);
  measure("effective tokens", plain.effective_tokens, scaled.effective_tokens);
  measure("norm of the Jacobian", plain.jacobian_norm, scaled.jacobian_norm);
  return text;
}

void add_experiment_sharpness(CLI::App& experiment, CommandAction& chosen) {
  auto options = std::make_shared<SharpnessOptions>();
  CLI::App* command = experiment.add_subcommand("sharpness", "How sharp softmax becomes as its inputs grow");
  command->add_option("--logits", options->logits, "Numbers, in quotes (\"0.1 -0.2 0.3 -0.2 0.5\")")
      ->type_name("NUMBERS");
  command->add_option("--factor", options->factor, "What they are multiplied by (8)")->type_name("X");
  command->add_flag("--json", options->as_json, "As JSON, with every digit");
  command->callback([options, &chosen] {
    const std::vector<Scalar> logits = logits_of(*options);
    if (!std::isfinite(static_cast<Scalar>(options->factor))) refuse("--factor must be a finite number");
    chosen = [options, logits] {
      const Sharpness plain = sharpness(logits);
      const Sharpness scaled = sharpness(logits, static_cast<Scalar>(options->factor));
      return print(options->as_json ? as_json(plain, scaled)
                                    : as_text(logits, options->factor, plain, scaled));
    };
  });
}

// ------------------------------------------------------------------------------------------------- gradient

struct GradientOptions {
  GradientSpec spec;
  bool as_json = false;
};

/// Writes one number of each point as a list.
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
    const auto median = [&](ExperimentDivisor divisor) { return (point.at(divisor).*measure).median; };
    text += right_aligned(std::to_string(point.d_k), 6) +
            right_aligned(median(ExperimentDivisor::sqrt_d_k), 9) +
            right_aligned(median(ExperimentDivisor::none), 12) +
            right_aligned(median(ExperimentDivisor::sqrt_d_model), 13) + "\n";
  }
  return text;
}

std::string as_text(const GradientSpec& spec, const std::vector<GradientPoint>& points) {
  return filled(
             "<trials> trials with seed <seed>: a query is compared with <keys> keys; d_model = <d_model>. "
             "Each number below is the median of all trials.",
             {{"trials", spec.trials},
              {"seed", spec.seed},
              {"keys", spec.n_tokens},
              {"d_model", spec.d_model}}) +
         "\n\n" +
         table("Gradient that reaches W_q: norm of the derivative of the token’s context", points,
               &GradientMeasure::W_q) +
         "\n" + table("Share of the gradient that softmax lets through", points, &GradientMeasure::passed);
}

void add_experiment_gradient(CLI::App& experiment, CommandAction& chosen) {
  auto options = std::make_shared<GradientOptions>();
  CLI::App* command =
      experiment.add_subcommand("gradient", "How much gradient reaches W_q through softmax as d_k grows");
  command
      ->add_option("--d-k", options->spec.dimensions,
                   "One or more values of d_k, up to d_model (1, 2, 4, ... d_model)")
      ->type_name("D")
      ->delimiter(',');
  command->add_option("--d-model", options->spec.d_model, "The dimension of the embeddings, 1 to 4096 (512)")
      ->type_name("D");
  command
      ->add_option("--tokens", options->spec.n_tokens,
                   "How many keys the query is compared with, 2 to 128 (16)")
      ->type_name("N");
  command->add_option("--trials", options->spec.trials, "How many trials for each d_k, 1 to 10000 (1000)")
      ->type_name("N");
  add_seed(*command, options->spec.seed, "The seed, as for torch.manual_seed (123)");
  command->add_flag("--json", options->as_json, "As JSON, with every digit, quartiles and means");
  command->callback([options, &chosen] {
    GradientSpec& spec = options->spec;
    // The experiment itself reports an invalid d_model.
    if (spec.dimensions.empty() && spec.d_model >= 1 && spec.d_model <= limits::d_model)
      spec.dimensions = doubling_dimensions(spec.d_model);
    chosen = [options] {
      const std::vector<Index>& dimensions = options->spec.dimensions;
      return run_experiment<GradientExperiment>(
          options->spec, options->spec.trials * std::ssize(dimensions), [&](const GradientExperiment& done) {
            const std::vector<GradientPoint> points = done.points();
            return options->as_json ? as_json(options->spec, points) : as_text(options->spec, points);
          });
    };
  });
}

}  // namespace

void add_experiment(CLI::App& app, CommandAction& chosen) {
  CLI::App* command =
      app.add_subcommand("experiment", "Why divide by the square root of d_k: experiments in numbers");
  command->callback([command] {
    if (!command->get_subcommands().empty()) return;
    refuse("experiment must be followed by variance, sharpness or gradient");
  });
  add_experiment_variance(*command, chosen);
  add_experiment_sharpness(*command, chosen);
  add_experiment_gradient(*command, chosen);
}

}  // namespace attention_lab
