// Injects faults: an allocation or a system call that fails at a given place, once. The executable replaces
// malloc, operator new, open, write and so on, for all libraries too; until arm() is called, they only
// forward the calls.
#pragma once

#include <cstddef>
#include <string>

namespace attention_lab::campaign {

struct Fault {
  enum class Kind {
    none,                ///< only counts
    allocation,          ///< an allocation of the program fails
    library_allocation,  ///< an allocation of an external library fails: Cairo, FreeType, fontconfig, the C
                         ///< library, …
    call,                ///< the system call fails with `error`
    short_write,         ///< the system call, if it is a write, writes half of the bytes
    kill,                ///< the program is killed just before the system call
  };

  Kind kind = Kind::none;
  std::size_t number = 0;  // of the allocation or system call, counted from 1
  int error = 0;           // errno
  /// Counts nothing before the first file is opened: CLI11, which parses the command line, ends the program
  /// if an allocation fails.
  bool begins_with_a_file = false;
};

struct FaultCounts {
  std::size_t allocations = 0;
  std::size_t library_allocations = 0;
  std::size_t calls = 0;
  /// The system call that failed, such as "fsync"; empty if none did.
  std::string failed_call;
  bool has_failed = false;
};

/// The output of fault locations and sanitizer reports.
void report_to(int file);
/// Call after a fork, since the sanitizers would open another file in the child.
void report_in_child();

/// Starts counting; the fault happens at its number. `says_where`: prints the location of the fault.
void arm(const Fault& fault, bool says_where = false);

/// Stops counting.
FaultCounts disarm();

}  // namespace attention_lab::campaign
