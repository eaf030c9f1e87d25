#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "app/commands/experiment.h"
#include "app/commands/output.h"
#include "app/files/json_writer.h"
#include "core/experiments/sharpness.h"
#include "core/words/outside_text.h"

namespace attention_lab {
namespace {

struct SharpnessOptions {
  std::string logits = "0.1 -0.2 0.3 -0.2 0.5";
  double factor = 8;
  bool as_json = false;
};

std::vector<Scalar> logits_of(const SharpnessOptions& options) {
  Result<std::vector<Scalar>> logits = logits_from(options.logits);
  if (!logits) refuse("--logits", "cannot be used: " + logits.error().message);
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
    text += right_aligned(readable(static_cast<double>(logits[i])), 12) +
            right_aligned(readable(static_cast<double>(plain.probabilities[i])), 12) +
            right_aligned(readable(static_cast<double>(scaled.probabilities[i])), 16) + "\n";
  }
  const auto measure = [&text](const char* name, double before, double after) {
    text += right_aligned(name, 24) + right_aligned(readable(before), 12) +
            right_aligned(readable(after), 16) + "\n";
  };
  text += "\n" + std::string(24, ' ') + right_aligned("softmax", 12) + right_aligned(times.data(), 16) + "\n";
  measure("largest probability", plain.largest, scaled.largest);
  measure("entropy (nats)", plain.entropy, scaled.entropy);
  measure("effective tokens", plain.effective_tokens, scaled.effective_tokens);
  measure("norm of the Jacobian", plain.jacobian_norm, scaled.jacobian_norm);
  return text;
}

int run(const SharpnessOptions& options, const std::vector<Scalar>& logits) {
  const Sharpness plain = sharpness(logits);
  const Sharpness scaled = sharpness(logits, static_cast<Scalar>(options.factor));
  return print(options.as_json ? as_json(plain, scaled) : as_text(logits, options.factor, plain, scaled));
}

}  // namespace

void add_experiment_sharpness(CLI::App& experiment, CommandAction& chosen) {
  auto options = std::make_shared<SharpnessOptions>();
  CLI::App* command = experiment.add_subcommand("sharpness", "How peaked softmax becomes as its inputs grow");
  command->add_option("--logits", options->logits, "Numbers, in quotes (\"0.1 -0.2 0.3 -0.2 0.5\")")
      ->type_name("NUMBERS");
  command->add_option("--factor", options->factor, "What they are multiplied by (8)")->type_name("X");
  command->add_flag("--json", options->as_json, "As JSON, with every digit");
  command->callback([options, &chosen] {
    const std::vector<Scalar> logits = logits_of(*options);
    if (!std::isfinite(static_cast<Scalar>(options->factor))) refuse("--factor", "must be a finite number");
    chosen = [options, logits] { return run(*options, logits); };
  });
}

}  // namespace attention_lab
