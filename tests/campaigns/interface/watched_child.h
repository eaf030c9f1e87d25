// Runs code in a child process that may crash or hang, with a log that survives it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace attention_lab::campaign {

/// In memory shared by both processes.
class Logbook {
 public:
  void note_event(std::uint64_t number, const std::string& what);
  void note_finding(const std::string& what);

  std::uint64_t event() const { return event_; }
  std::string finding() const { return finding_; }
  /// The last events, one per line, the latest last.
  std::string last_events() const;

 private:
  static constexpr std::size_t kept = 12;
  static constexpr std::size_t longest = 160;

  std::atomic<std::uint64_t> event_ = 0;
  char events_[kept][longest] = {};
  char finding_[4096] = {};
};

struct ChildOutcome {
  bool is_clean = false;
  std::string what;  // a description, if it is not
  std::uint64_t event = 0;
  std::string last_events;
};

/// Runs `body` in a child. If no event is noted for this many seconds, the child counts as hanging and is
/// killed.
ChildOutcome run_in_child(const std::function<int(Logbook&)>& body, int seconds_for_an_event);

}  // namespace attention_lab::campaign
