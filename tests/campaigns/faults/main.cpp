// Runs every operation with every fault: failing allocations, failing system calls, and kills.
//
//   campaign_faults --seconds N --seed S
//   campaign_faults --operation NAME --fault allocation|library|EIO|ENOSPC|EINTR|short|kill --number K
//
// Allocations fail in the program and in libraries. A library that cannot handle that ends the program by a
// signal, which is counted but is not a finding. The seed chooses the faults to try if there is no time for
// all; the second form repeats one fault and prints where it happens.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>

#include "fault_injection.h"
#include "operations.h"
#include "support.h"

namespace attention_lab::campaign {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct KindOfFault {
  const char* name;
  Fault::Kind kind;
  int error;
};

constexpr std::array kinds{KindOfFault{"allocation", Fault::Kind::allocation, 0},
                           KindOfFault{"library", Fault::Kind::library_allocation, 0},
                           KindOfFault{"EIO", Fault::Kind::call, EIO},
                           KindOfFault{"ENOSPC", Fault::Kind::call, ENOSPC},
                           KindOfFault{"EINTR", Fault::Kind::call, EINTR},
                           KindOfFault{"short", Fault::Kind::short_write, 0},
                           KindOfFault{"kill", Fault::Kind::kill, 0}};

/// Shared memory of the parent and the child that tries faults.
struct Progress {
  std::size_t index = 0;  // of the fault being tried
  std::size_t tried = 0;  // faults that happened
};

/// The same failure after several faults of one operation.
struct Finding {
  std::size_t count = 0;
  std::size_t first_number = 0;
};

struct Reference {
  std::string before, after;              // state() without faults
  std::string files_before, files_after;  // only the files
  FaultCounts counts;
};

/// The operation's working folder. Its name is always the same, so that states can be compared.
class Workshop {
 public:
  fs::path fresh() {
    // A killed child may have left files.
    fs::remove_all(path());
    fs::create_directory(path());
    furnish(path());
    return path();
  }
  fs::path path() const { return folder_ / "w"; }
  fs::path notes() const { return folder_ / "notes"; }

 private:
  test::TemporaryFolder folder_;
};

std::string flaw_of_complaints(const std::vector<std::string>& complaints) {
  if (complaints.size() != 1) return "a person is told " + std::to_string(complaints.size()) + " sentences";
  const std::string& sentence = complaints.front();
  if (sentence.find("Something went wrong that should not") != std::string::npos)
    return "a person is told that something went wrong that should not";
  if (sentence.empty() || sentence.find('\n') != std::string::npos)
    return "what a person is told is no sentence";
  return "";
}

/// Prints where two states differ.
void print_difference(const std::string& expected, const std::string& found) {
  constexpr std::size_t length = 100;
  std::size_t at = 0;
  while (at < expected.size() && at < found.size() && expected[at] == found[at]) ++at;
  const auto excerpt = [&](const std::string& state) {
    std::string text = state.substr(std::min(at, state.size()), length);
    for (char& c : text) {
      if (c < ' ') c = '.';
    }
    return text;
  };
  std::printf("byte %zu: expected %s\n  found %s\n", at, excerpt(expected).c_str(), excerpt(found).c_str());
}

/// What is wrong after the fault; empty if nothing is wrong or the fault did not happen.
std::string wrong_after(const NamedOperation& named, const Fault& fault, const Reference& reference,
                        Workshop& workshop, bool says_where, bool& has_happened) {
  const std::unique_ptr<Operation> operation = named.prepare(workshop.fresh());
  operation->clear();
  arm(fault, says_where);
  const Ending ending = operation->run();
  const FaultCounts counts = disarm();
  has_happened = counts.has_failed;
  if (!has_happened) return "";
  const std::string state = operation->state();
  const std::string where = counts.failed_call.empty() ? "" : " (" + counts.failed_call + ")";
  const std::string& expected = ending == Ending::done ? reference.after : reference.before;
  if (says_where && state != expected) print_difference(expected, state);
  if (ending == Ending::done) {
    const bool may_differ = named.library_has_choice && fault.kind == Fault::Kind::library_allocation;
    const bool is_done = state == reference.after || (may_differ && state != reference.before);
    return is_done ? "" : "it ends well, but has not done it" + where;
  }
  if (ending == Ending::refused) {
    if (std::string flaw = flaw_of_complaints(operation->complaints()); !flaw.empty()) return flaw + where;
  }
  // A file that could not be removed remains.
  const bool cannot_clean = counts.failed_call == "unlink" || counts.failed_call == "remove";
  if (state != reference.before && !cannot_clean) return "it fails, and not everything is as before" + where;
  operation->clear();
  if (operation->run() != Ending::done) return "it cannot be done afterwards, either" + where;
  if (operation->state() != reference.after && !cannot_clean)
    return "done again, it gives something else" + where;
  return "";
}

Reference reference_of(const NamedOperation& named, Workshop& workshop) {
  Reference reference;
  // The first run initializes what is created once per process.
  for (int i = 0; i < 2; ++i) {
    const std::unique_ptr<Operation> operation = named.prepare(workshop.fresh());
    if (!operation) break;
    operation->clear();
    reference.before = operation->state();
    reference.files_before = state_of(workshop.path());
    arm({Fault::Kind::none, 0, 0, named.is_command});
    const Ending ending = operation->run();
    reference.counts = disarm();
    reference.after = operation->state();
    reference.files_after = state_of(workshop.path());
    if (ending == Ending::done) continue;
    for (const std::string& complaint : operation->complaints())
      std::fprintf(stderr, "%s\n", complaint.c_str());
    std::fprintf(stderr, "%s fails without any fault\n", named.name.c_str());
    std::exit(2);
  }
  return reference;
}

/// The numbers 1 to `count` in an order whose every prefix is spread over the whole range.
std::vector<std::size_t> spread(std::size_t count, std::uint32_t seed) {
  std::vector<std::size_t> order;
  if (count == 0) return order;
  constexpr double golden = 0.618;
  std::size_t stride =
      std::max<std::size_t>(1, static_cast<std::size_t>(golden * static_cast<double>(count)));
  while (std::gcd(stride, count) != 1) ++stride;
  const std::size_t begin = std::mt19937(seed)() % count;
  for (std::size_t i = 0; i < count; ++i) order.push_back((begin + i * stride) % count + 1);
  return order;
}

class Campaign {
 public:
  Campaign(double seconds, std::uint32_t seed) : seconds_(seconds), seed_(seed) {
    void* shared =
        ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) std::exit(2);
    progress_ = new (shared) Progress;
  }

  int run() {
    const std::vector<NamedOperation> operations = all_operations();
    struct Turn {
      const NamedOperation* operation;
      const KindOfFault* kind;
    };
    std::vector<Turn> turns;
    for (const NamedOperation& operation : operations) {
      for (const KindOfFault& kind : kinds) {
        if (is_allocation(kind) || operation.writes_files) turns.push_back({&operation, &kind});
      }
    }
    std::map<std::string, Reference> references;
    for (const NamedOperation& operation : operations)
      references[operation.name] = reference_of(operation, workshop_);
    const Clock::time_point end = Clock::now() + seconds_as(seconds_);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const auto left = (end - Clock::now()) / static_cast<int>(turns.size() - i);
      try_all(*turns[i].operation, *turns[i].kind, references[turns[i].operation->name], Clock::now() + left);
    }
    if (ended_by_libraries_ > 0)
      std::printf("%zu times a library of others ended the program when it got no memory\n",
                  ended_by_libraries_);
    std::printf(
        "faults: %zu of %zu allocations, %zu of %zu system calls and %zu of %zu kills tried, %zu findings\n",
        tried_[0], all_[0], tried_[1], all_[1], tried_[2], all_[2], findings_);
    return findings_ == 0 ? 0 : 1;
  }

  int repeat(const NamedOperation& operation, const KindOfFault& kind, std::size_t number) {
    const Reference reference = reference_of(operation, workshop_);
    if (kind.kind == Fault::Kind::kill) return tell(after_kill(operation, number, reference));
    bool has_happened = false;
    const std::string wrong = wrong_after(operation, {kind.kind, number, kind.error, operation.is_command},
                                          reference, workshop_, true, has_happened);
    return tell(has_happened ? wrong : "there is no such allocation or system call");
  }

 private:
  static Clock::duration seconds_as(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  static int tell(const std::string& wrong) {
    std::printf("%s\n", wrong.empty() ? "nothing is wrong" : wrong.c_str());
    return wrong.empty() ? 0 : 1;
  }

  static bool is_allocation(const KindOfFault& kind) {
    return kind.kind == Fault::Kind::allocation || kind.kind == Fault::Kind::library_allocation;
  }

  static std::size_t count_of(const KindOfFault& kind, const FaultCounts& counts) {
    if (kind.kind == Fault::Kind::allocation) return counts.allocations;
    return kind.kind == Fault::Kind::library_allocation ? counts.library_allocations : counts.calls;
  }

  static std::size_t part_of(const KindOfFault& kind) {
    if (is_allocation(kind)) return 0;
    return kind.kind == Fault::Kind::kill ? 2 : 1;
  }

  void try_all(const NamedOperation& operation, const KindOfFault& kind, const Reference& reference,
               Clock::time_point end) {
    const std::size_t count = count_of(kind, reference.counts);
    const std::vector<std::size_t> order = spread(count, seed_);
    std::map<std::string, Finding> found;
    progress_->tried = 0;
    if (kind.kind == Fault::Kind::kill) {
      for (std::size_t i = 0; i < order.size() && Clock::now() < end; ++i) {
        note(found, after_kill(operation, order[i], reference), order[i]);
      }
    } else {
      for (std::size_t begin = 0; begin < order.size() && (begin == 0 || Clock::now() < end);)
        begin = try_in_child(operation, kind, reference, order, begin, end, found);
    }
    all_[part_of(kind)] += count;
    tried_[part_of(kind)] += progress_->tried;
    for (const auto& [wrong, finding] : found) report(operation, kind, wrong, finding);
  }

  static void note(std::map<std::string, Finding>& found, const std::string& wrong, std::size_t number) {
    if (wrong.empty()) return;
    Finding& finding = found[wrong];
    if (finding.count++ == 0) finding.first_number = number;
  }

  /// Runs `body` in a child with a time limit of `patience`; returns its wait status.
  template <class Body>
  static int after_child(const Body& body) {
    const pid_t child = ::fork();
    if (child == 0) {
      report_in_child();
      ::alarm(patience);
      body();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }

  /// Runs in a child, since a fault may end the process. Returns the index at which to continue.
  std::size_t try_in_child(const NamedOperation& operation, const KindOfFault& kind,
                           const Reference& reference, const std::vector<std::size_t>& order,
                           std::size_t begin, Clock::time_point end, std::map<std::string, Finding>& found) {
    fs::remove(workshop_.notes());
    progress_->index = begin;
    const int status = after_child([&] {
      for (std::size_t i = begin; i < order.size() && (i == begin || Clock::now() < end); ++i) {
        progress_->index = i;
        ::alarm(patience);
        bool has_happened = false;
        const std::string wrong =
            wrong_after(operation, {kind.kind, order[i], kind.error, operation.is_command}, reference,
                        workshop_, false, has_happened);
        if (has_happened) ++progress_->tried;
        if (!wrong.empty())
          std::ofstream(workshop_.notes(), std::ios::app) << order[i] << ' ' << wrong << '\n';
      }
    });
    std::ifstream notes(workshop_.notes());
    std::size_t number = 0;
    for (std::string wrong; notes >> number && std::getline(notes >> std::ws, wrong);)
      note(found, wrong, number);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return order.size();
    ++progress_->tried;
    const bool is_of_library =
        kind.kind == Fault::Kind::library_allocation && WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM;
    if (is_of_library) {
      ++ended_by_libraries_;
    } else {
      note(found, ended_by(status), order[progress_->index]);
    }
    return progress_->index + 1;
  }

  static std::string ended_by(int status) {
    if (WIFSIGNALED(status)) {
      if (WTERMSIG(status) == SIGALRM) return "it does not end within " + std::to_string(patience) + " s";
      return "the program is ended by signal " + std::to_string(WTERMSIG(status));
    }
    return "the program ends with code " + std::to_string(WEXITSTATUS(status)) + " (a sanitizer's report)";
  }

  /// Kills the program before system call `number` and then starts it again.
  std::string after_kill(const NamedOperation& operation, std::size_t number, const Reference& reference) {
    const int status = after_child([&] {
      const std::unique_ptr<Operation> doomed = operation.prepare(workshop_.fresh());
      doomed->clear();
      arm({Fault::Kind::kill, number, 0, operation.is_command});
      doomed->run();
      disarm();
    });
    const bool was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (!was_killed) return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "" : ended_by(status);
    ++progress_->tried;
    if (const std::string wrong = wrong_at_start(); !wrong.empty()) return wrong;
    const std::string files = state_of(workshop_.path());
    if (files == reference.files_before || files == reference.files_after) return "";
    if (files.find(".tmp\n") != std::string::npos) return "after the next start a temporary file is left";
    return "there is neither the old file nor the new one";
  }

  /// Starts the program again in a new process.
  std::string wrong_at_start() {
    const int status = after_child([&] { start_again(workshop_.path()); });
    const bool is_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return is_well ? "" : "at the next start, " + ended_by(status);
  }

  void report(const NamedOperation& operation, const KindOfFault& kind, const std::string& wrong,
              const Finding& finding) {
    findings_ += 1;
    std::printf(
        "finding: %s, %s: %s (%zu times)\n  repeat: campaign_faults --operation '%s' --fault %s --number "
        "%zu\n",
        operation.name.c_str(), kind.name, wrong.c_str(), finding.count, operation.name.c_str(), kind.name,
        finding.first_number);
    std::fflush(stdout);
  }

  static constexpr unsigned patience = 30;  // seconds per fault

  double seconds_;
  std::uint32_t seed_;
  Workshop workshop_;
  Progress* progress_ = nullptr;
  // For allocations, system calls and kills.
  std::array<std::size_t, 3> all_{};
  std::array<std::size_t, 3> tried_{};
  std::size_t findings_ = 0;
  std::size_t ended_by_libraries_ = 0;
};

struct FaultOptions {
  double seconds = 60;
  std::uint32_t seed = 1;
  std::string operation, fault;
  std::size_t number = 0;
};

int repeat(Campaign& campaign, const FaultOptions& options) {
  for (const NamedOperation& operation : all_operations()) {
    if (operation.name != options.operation) continue;
    for (const KindOfFault& kind : kinds) {
      if (kind.name == options.fault) return campaign.repeat(operation, kind, options.number);
    }
  }
  std::fprintf(stderr, "campaign_faults: there is no such operation or fault\n");
  return 2;
}

int run(int argc, char** argv) {
  FaultOptions options;
  CLI::App app("Memory that runs out, system calls that fail, and kills", "campaign_faults");
  app.add_option("--seconds", options.seconds, "How long to try");
  app.add_option("--seed", options.seed, "Which faults are tried first");
  CLI::Option* operation = app.add_option("--operation", options.operation, "Repeat a fault of this one");
  CLI::Option* fault =
      app.add_option("--fault", options.fault, "allocation, library, EIO, ENOSPC, EINTR, short, kill");
  CLI::Option* number = app.add_option("--number", options.number, "Of the allocation or the system call");
  operation->needs(fault)->needs(number);
  CLI11_PARSE(app, argc, argv);
  report_to(::dup(STDERR_FILENO));  // the operation may redirect standard error
  Campaign campaign(options.seconds, options.seed);
  return operation->empty() ? campaign.run() : repeat(campaign, options);
}

}  // namespace
}  // namespace attention_lab::campaign

#ifdef ATTENTION_LAB_SANITIZED
// Signals must stay signals, so that crashes in libraries differ from findings of the sanitizer.
extern "C" const char* __asan_default_options();
const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_abort=0:detect_leaks=0:allocator_may_return_null=1";
}
#endif

int main(int argc, char** argv) {
  return attention_lab::campaign::run(argc, argv);
}
