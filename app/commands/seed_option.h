// The option --seed.
#pragma once

#include <cstdint>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace attention_lab {

/// Adds --seed: a whole number from 0 to 2⁶⁴ − 1. Anything else is wrong usage.
CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed, const char* description);

}  // namespace attention_lab
