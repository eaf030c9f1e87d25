#include "app/commands/training_progress.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <unistd.h>

#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::chrono::milliseconds between_lines{100};
constexpr std::size_t bar_length = 16;  // so that the line fits into 80 columns

std::string time_text(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  const bool is_short = seconds < minute;
  const double unit = is_short ? 1 : seconds < hour ? minute : hour;
  const char* text = is_short ? "<number> s" : seconds < hour ? "<number> min" : "<number> h";
  return filled(text, {{"number", count_text(std::llround(std::ceil(seconds / unit)))}});
}

}  // namespace

std::string progress_line(std::int64_t step, std::int64_t steps, double loss,
                          std::optional<double> seconds_left) {
  const auto done = bar_length * static_cast<std::size_t>(step) / static_cast<std::size_t>(steps);
  const std::string bar = std::string(done, '#') + std::string(bar_length - done, '-');
  const std::string number = format_number(loss, 4);
  if (!seconds_left) {
    return filled("[<bar>]  <step> of <steps> steps, loss <loss>",
                  {{"bar", bar}, {"step", step}, {"steps", steps}, {"loss", number}});
  }
  return filled(
      "[<bar>]  <step> of <steps> steps, loss <loss>, <time> left",
      {{"bar", bar}, {"step", step}, {"steps", steps}, {"loss", number}, {"time", time_text(*seconds_left)}});
}

TrainingProgress::TrainingProgress(std::int64_t steps)
    : steps_(steps), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

TrainingProgress::~TrainingProgress() {
  if (last_shown_) std::fputs("\r\033[K", stderr);
}

void TrainingProgress::show(std::int64_t step, double loss) {
  if (!is_terminal_) return;
  const Clock::time_point now = Clock::now();
  if (last_shown_ && now - *last_shown_ < between_lines) return;
  last_shown_ = now;
  std::optional<double> seconds_left;
  if (step > 0) {
    const double seconds = std::chrono::duration<double>(now - start_).count();
    seconds_left = seconds / static_cast<double>(step) * static_cast<double>(steps_ - step);
  }
  std::fputs(("\r" + progress_line(step, steps_, loss, seconds_left) + "\033[K").c_str(), stderr);
}

}  // namespace attention_lab
