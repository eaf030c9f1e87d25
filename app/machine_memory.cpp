#include "app/machine_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace attention_lab {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t physical_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return unlimited;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size);
}

std::size_t resource_limit(decltype(RLIMIT_AS) resource) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return unlimited;
  return limit.rlim_cur == RLIM_INFINITY ? unlimited : static_cast<std::size_t>(limit.rlim_cur);
}

/// Reads a file that contains one number, or a word such as "max".
std::size_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t bytes = 0;
  return file >> bytes ? bytes : unlimited;
}

/// The limit of this process's control group and those above it.
std::size_t control_group_limit() {
  std::size_t limit = number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes");
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (line.rfind("0::", 0) != 0) continue;  // version 2 has only this line
    std::string group = line.substr(3);
    while (true) {
      limit = std::min(limit, number_in("/sys/fs/cgroup" + group + "/memory.max"));
      if (group.empty()) break;
      group.erase(group.find_last_of('/'));
    }
  }
  return limit;
}

}  // namespace

std::size_t memory_of_machine() {
  return std::min(
      {physical_memory(), resource_limit(RLIMIT_AS), resource_limit(RLIMIT_DATA), control_group_limit()});
}

}  // namespace attention_lab
