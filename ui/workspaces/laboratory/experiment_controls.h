// Controls that several benches have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/experiments/run.h"
#include "ui/workspaces/laboratory/experiment_page.h"

namespace attention_lab {

/// A seed, in the control "BENCH.seed".
void seed_chip(ControlColumn& column, const std::string& bench, std::uint64_t& seed, const char* tip);

/// A token in the control `name`, by its text; its number is typed.
void token_chip(ControlColumn& column, const char* name, const char* label,
                const std::vector<std::string>& tokens, Index& token, const char* tip);

/// How far a run has come.
struct RunState {
  bool can_run = true;
  bool is_running = false;
  bool is_stopped = false;
};

enum class RunWish { none, stop, go_on, next_seed };

/// One button, "BENCH.cancel" or "BENCH.run": what it does depends on how far the run has come.
RunWish run_button(ControlColumn& column, const std::string& bench, const RunState& state);

/// Stops the run, lets it go on, or asks for the next seed, as the button says.
template <class Run>
void run_controls(ControlColumn& column, const std::string& bench, Run& run, std::uint64_t& seed);

/// The seed after this one; after the largest, the first.
std::uint64_t next_seed(std::uint64_t seed);

/// Bar and words: "300 of 1,000 trials".
void run_progress(ControlColumn& column, const RunProgress& progress, bool is_stopped);

template <class Run>
void run_controls(ControlColumn& column, const std::string& bench, Run& run, std::uint64_t& seed) {
  const RunState state{run.experiment() != nullptr, run.is_running(), run.is_stopped()};
  switch (run_button(column, bench, state)) {
    case RunWish::none: break;
    case RunWish::stop: run.stop(); break;
    case RunWish::go_on: run.go_on(); break;
    case RunWish::next_seed: seed = next_seed(seed); break;
  }
}

}  // namespace attention_lab
