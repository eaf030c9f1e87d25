#include "watched_child.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace attention_lab::campaign {
namespace {

void copy_text(char* to, std::size_t size, const std::string& text) {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

std::string describe(int status, const Logbook& logbook) {
  if (!logbook.finding().empty()) return logbook.finding();
  if (WIFSIGNALED(status))
    return std::string("the process was ended by a signal: ") + ::strsignal(WTERMSIG(status));
  return "the process ended with status " + std::to_string(WEXITSTATUS(status)) +
         "; what it says stands above";
}

}  // namespace

void Logbook::note_event(std::uint64_t number, const std::string& what) {
  copy_text(events_[number % kept], longest, what);
  event_ = number;
}

void Logbook::note_finding(const std::string& what) {
  copy_text(finding_, sizeof finding_, what);
}

std::string Logbook::last_events() const {
  std::string text;
  const std::uint64_t last = event_;
  for (std::uint64_t number = last < kept ? 1 : last - kept + 1; number <= last; ++number)
    text += "  " + std::to_string(number) + ": " + events_[number % kept] + "\n";
  return text;
}

ChildOutcome run_in_child(const std::function<int(Logbook&)>& body, int seconds_for_an_event) {
  void* memory = ::mmap(nullptr, sizeof(Logbook), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return {false, "there is no memory to share with a child process", 0, ""};
  auto* logbook = new (memory) Logbook;
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return {false, "no child process could be started", 0, ""};
  if (child == 0) std::exit(body(*logbook));  // exit() checks for leaks

  using Clock = std::chrono::steady_clock;
  Clock::time_point moved = Clock::now();
  std::uint64_t event = 0;
  bool hangs = false;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (logbook->event() != event) {
      event = logbook->event();
      moved = Clock::now();
    } else if (!hangs && Clock::now() - moved > std::chrono::seconds(seconds_for_an_event)) {
      hangs = true;
      ::kill(child, SIGKILL);
    }
  }
  ChildOutcome outcome;
  outcome.is_clean = !hangs && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!outcome.is_clean) {
    outcome.what = hangs ? "an event took more than " + std::to_string(seconds_for_an_event) + " seconds"
                         : describe(status, *logbook);
  }
  outcome.event = logbook->event();
  outcome.last_events = logbook->last_events();
  ::munmap(memory, sizeof(Logbook));
  return outcome;
}

}  // namespace attention_lab::campaign
