// The program's operations in a form that can be repeated, with their complete effect as text.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace attention_lab::campaign {

/// The result of a run.
enum class Ending {
  done,
  refused,  ///< with an error message for the user
  thrown,   ///< std::bad_alloc, which the caller has to report
};

class Operation {
 public:
  virtual ~Operation() = default;
  /// Forgets the messages of the last run; called before every run.
  virtual void clear() {}
  /// Runs only the operation itself, as the program does.
  virtual Ending run() = 0;
  /// The messages shown to the user when it was refused.
  virtual std::vector<std::string> complaints() = 0;
  /// Everything that must not be lost, as bytes: files with their names, document, trace and history.
  virtual std::string state() = 0;
};

struct NamedOperation {
  std::string name;
  bool writes_files = false;  // otherwise only its allocations fail, not its system calls
  /// Prepares the operation in a furnished folder; this is not part of the operation.
  std::function<std::unique_ptr<Operation>(const std::filesystem::path& folder)> prepare;
  bool is_command = false;  // begins with its command line
  // A library without memory may produce a different picture: Cairo packs fonts and smooths edges
  // differently.
  bool library_has_choice = false;
};

/// Opening, editing, computing, saving, recovery and exporting.
std::vector<NamedOperation> all_operations();

/// Names and contents of all files in the folder and its subfolders, except lock files.
std::string state_of(const std::filesystem::path& folder);

/// Creates a home folder with a document in `folder` and makes it this process's home.
void furnish(const std::filesystem::path& folder);

/// Simulates the next start: reads settings and unsaved work, and opens a document in the same folder as the
/// one being written.
void start_again(const std::filesystem::path& folder);

}  // namespace attention_lab::campaign
