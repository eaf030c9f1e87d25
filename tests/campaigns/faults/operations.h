// What a person has the program do, made so that it can be done again and again and its whole effect seen.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace attention_lab::campaign {

/// How it ended.
enum class Ending {
  done,
  refused,  ///< and the person was told why
  thrown,   ///< std::bad_alloc: whoever called it has to say so
};

class Operation {
 public:
  virtual ~Operation() = default;
  /// Forgets what the last run said; comes before every run.
  virtual void clear() {}
  /// Nothing but the operation itself, as the program does it.
  virtual Ending run() = 0;
  /// The sentences that a person got to read when it was refused.
  virtual std::vector<std::string> complaints() = 0;
  /// Everything that may not be lost, as bytes: files with their names, the document, trace and history.
  virtual std::string state() = 0;
};

struct NamedOperation {
  std::string name;
  bool writes_files = false;  // system calls of others are of no interest
  /// Makes all it needs in a furnished folder; nothing of that is the operation.
  std::function<std::unique_ptr<Operation>(const std::filesystem::path& folder)> prepare;
  bool is_command = false;  // begins with its command line
  // A library that lacks memory may make the picture in another way: Cairo packs fonts and smooths edges
  // differently.
  bool library_has_choice = false;
};

/// Opening, editing, computing, saving, keeping and exporting.
std::vector<NamedOperation> all_operations();

/// Names and bytes of all files in the folder and those below it, but no lock files.
std::string state_of(const std::filesystem::path& folder);

/// A home in the folder, with a document of its own in it; this process takes it for that of its person.
void furnish(const std::filesystem::path& folder);

/// The next start of the program: it looks at the settings and at unsaved work, and a person opens a document
/// that stands beside what was being written.
void start_again(const std::filesystem::path& folder);

}  // namespace attention_lab::campaign
