#include "ui/workspaces/laboratory/experiment_controls.h"

#include "core/document/checks.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

constexpr Index largest_seed = 2'147'483'647;
constexpr float token_share = 0.36f;  // of the control's width

}  // namespace

void seed_chip(ControlColumn& column, const std::string& bench, std::uint64_t& seed, const char* tip) {
  Index number = static_cast<Index>(seed);
  if (column.controls().number(column.next(), (bench + ".seed").c_str(), "seed", number, 0, largest_seed,
                               tip))
    seed = static_cast<std::uint64_t>(number);
}

void token_chip(ControlColumn& column, const char* name, const char* label,
                const std::vector<std::string>& tokens, Index& token, const char* tip) {
  const std::string shown =
      shorten(tokens[static_cast<std::size_t>(token)], column.width() * token_share,
              column.view().sizes().body, FontWeight::medium, column.painter().metrics());
  Index number = token + 1;
  if (column.controls().number(column.next(), name, label, number, 1, static_cast<Index>(tokens.size()), tip,
                               shown))
    token = number - 1;
}

RunWish run_button(ControlColumn& column, const std::string& bench, const RunState& state) {
  const Rect rect = column.next();
  const auto button = [&](const char* suffix, const char* label, bool is_enabled, const char* tip) {
    return column.controls().button(rect, (bench + suffix).c_str(), label, is_enabled, tip);
  };
  if (state.is_running) {
    return button(".cancel", "Cancel", true, "Stop, and keep the results so far.") ? RunWish::stop
                                                                                   : RunWish::none;
  }
  if (state.is_stopped)
    return button(".run", "Go on", true, "Run the remaining trials.") ? RunWish::go_on : RunWish::none;
  return button(".run", "Run with the next seed", state.can_run, "Run again with different random numbers.")
             ? RunWish::next_seed
             : RunWish::none;
}

std::uint64_t next_seed(std::uint64_t seed) {
  return (seed + 1) % static_cast<std::uint64_t>(largest_seed);
}

void run_progress(ControlColumn& column, const RunProgress& progress, bool is_stopped) {
  const auto [done, all] = progress;
  const std::string of = count_text(done) + " of " + count_text(all) + " trials";
  const std::string words = done == all  ? count_text(all) + " trials"
                            : is_stopped ? "stopped after " + of
                                         : of;
  column.progress(static_cast<double>(done) / static_cast<double>(all), words);
}

}  // namespace attention_lab
