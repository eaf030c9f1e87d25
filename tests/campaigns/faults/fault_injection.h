// Memory that runs out and system calls that fail, on purpose, once and at a given place. The executable has
// functions of its own in the place of malloc, operator new, open, write and so on, which all libraries then
// use as well; until something is armed they only pass the call on.
#pragma once

#include <cstddef>
#include <string>

namespace attention_lab::campaign {

struct Fault {
  enum class Kind {
    none,                ///< only counts
    allocation,          ///< no memory for the program
    library_allocation,  ///< no memory for a library of others: Cairo, FreeType, fontconfig, the C library, …
    call,                ///< the system call fails with `error`
    short_write,         ///< the system call, if it is a write, takes half of the bytes
    kill,                ///< the program is killed just before the system call
  };

  Kind kind = Kind::none;
  std::size_t number = 0;  // of the allocation or the system call, counted from 1
  int error = 0;           // errno
  /// Nothing counts before the first file is opened: command lines are read by CLI11, which ends the program
  /// by itself where it gets no memory.
  bool begins_with_a_file = false;
};

struct FaultCounts {
  std::size_t allocations = 0;
  std::size_t library_allocations = 0;
  std::size_t calls = 0;
  /// Which system call failed, such as "fsync"; empty where none did.
  std::string failed_call;
  bool has_failed = false;
};

/// Where the place of a fault is printed, and what the sanitizers report.
void report_to(int file);
/// After a fork: the sanitizers would open a file of their own for the child.
void report_in_child();

/// From here on everything is counted, and the fault happens when its number is reached. With `says_where`,
/// the place of the fault is printed.
void arm(const Fault& fault, bool says_where = false);

/// Ends it.
FaultCounts disarm();

}  // namespace attention_lab::campaign
