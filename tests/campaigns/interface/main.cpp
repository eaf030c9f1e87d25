// campaign_interface [--seconds N] [--seed S] [--events N]: random input to the real panels, without a
// window. The same seed gives the same events.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "app/commands/output.h"
#include "interface_campaign.h"

namespace attention_lab::campaign {
namespace {

namespace fs = std::filesystem;

constexpr int most_seconds_for_an_event = 60;

struct InterfaceOptions {
  double seconds = 0;
  std::uint64_t events = 0;
  std::uint32_t seed = 1;
};

/// The folder of the program's files. Its name is the same in every run of a seed, since the window shows it.
class Playground {
 public:
  explicit Playground(std::uint32_t seed)
      : path_(fs::temp_directory_path() / ("attention-lab-campaign-" + std::to_string(seed))) {
    fs::create_directories(path_);
  }
  Playground(const Playground&) = delete;
  Playground& operator=(const Playground&) = delete;
  ~Playground() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

double in_megabytes(std::size_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

void print_summary(const InterfaceCampaign& campaign, const InterfaceOptions& options) {
  const Counts& counts = campaign.counts();
  std::printf("%s", campaign.reach().report().c_str());
  if (const auto& held = campaign.held(); !held.empty()) {
    const auto [least, most] = std::minmax_element(held.begin(), held.end());
    std::printf("memory with the same document: %.1f MB at first, %.1f MB at last, from %.1f to %.1f MB\n",
                in_megabytes(held.front()), in_megabytes(held.back()), in_megabytes(*least),
                in_megabytes(*most));
  }
  std::printf("slowest event: %.0f ms, %s\n", counts.slowest_seconds * 1000, counts.slowest.c_str());
  std::printf(
      "interface: seed %u, %llu events in %llu frames; %llu histories, %llu steps undone and redone; %llu "
      "traces "
      "computed anew; %llu states idle, %llu with a running experiment; %.1f %% of all actions, shortcuts, "
      "panels "
      "and widgets reached\n",
      options.seed, static_cast<unsigned long long>(counts.events),
      static_cast<unsigned long long>(counts.frames), static_cast<unsigned long long>(counts.histories),
      static_cast<unsigned long long>(counts.undone), static_cast<unsigned long long>(counts.traces),
      static_cast<unsigned long long>(counts.idle), static_cast<unsigned long long>(counts.left_running),
      campaign.reach().share() * 100);
}

int run_campaign(const InterfaceOptions& options, const fs::path& folder, Logbook& logbook) {
  try {
    InterfaceCampaign campaign(options.seed, folder, logbook);
    campaign.run(options.seconds, options.events);
    print_summary(campaign, options);
    return exit_done;
  } catch (const std::exception& finding) {
    logbook.note_finding(finding.what());
    return exit_bad_input;
  }
}

int run(const InterfaceOptions& options, const char* program) {
  const Playground playground(options.seed);
  // Make the run independent of the user's settings and time zone.
  ::setenv("XDG_STATE_HOME", (playground.path() / "state").c_str(), 1);
  ::setenv("XDG_CONFIG_HOME", (playground.path() / "config").c_str(), 1);
  fs::current_path(playground.path());
  const ChildOutcome outcome =
      run_in_child([&](Logbook& logbook) { return run_campaign(options, playground.path(), logbook); },
                   most_seconds_for_an_event);
  if (outcome.is_clean) return exit_done;
  std::fprintf(
      stderr, "After event %llu: %s\nThe last events:\n%sIt is repeated by\n  %s --seed %u --events %llu\n",
      static_cast<unsigned long long>(outcome.event), outcome.what.c_str(), outcome.last_events.c_str(),
      program, options.seed, static_cast<unsigned long long>(outcome.event));
  return exit_bad_input;
}

}  // namespace
}  // namespace attention_lab::campaign

// Called by the leak sanitizer, if the program is built with it.
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
  return "suppressions=" LEAKS_OF_OTHERS ":print_suppressions=0";
}

int main(int argc, char** argv) {
  using namespace attention_lab;
  campaign::InterfaceOptions options;
  CLI::App app{"Random input against the panels of Attention Lab, without a window"};
  app.add_option("--seconds", options.seconds, "How long");
  app.add_option("--events", options.events, "How many events");
  app.add_option("--seed", options.seed, "The same seed gives the same events");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_done : exit_wrong_usage;
  }
  if (options.seconds <= 0 && options.events == 0) options.seconds = 60;
  const std::string program = std::filesystem::absolute(argv[0]).string();
  return campaign::run(options, program.c_str());
}
