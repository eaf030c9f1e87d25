// attention-lab experiment: the experiments on √d_k without a window. One file for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "core/result.h"

namespace attention_lab {

// Each adds one experiment to the command `experiment`.
void add_experiment_variance(CLI::App& experiment, CommandAction& chosen);
void add_experiment_sharpness(CLI::App& experiment, CommandAction& chosen);
void add_experiment_gradient(CLI::App& experiment, CommandAction& chosen);

/// --seed, for those that draw random numbers.
void add_seed(CLI::App& command, std::uint64_t& seed);

/// An experiment refuses only what options said: wrong usage. Returns that exit code after a line on standard
/// error.
int refuse_experiment(const Error& error);

/// "64", "1.0245", "3.2e-07": decimals for people.
std::string readable(double number);

/// With blanks before it, so that it is `width` characters wide. For plain ASCII.
std::string right_aligned(const std::string& text, std::size_t width);

}  // namespace attention_lab
