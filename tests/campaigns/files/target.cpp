// A libFuzzer target; ATTENTION_LAB_CLAIM is the claim to check (file_claims.h). Time and memory are measured
// in a build with sanitizers: memory as the bytes that the program requests, which the sanitizers do not
// change, and time as the thread's processor time, divided by their known slowdown.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sanitizer/allocator_interface.h>

#include "file_claims.h"
#include "json_mutator.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
// libFuzzer finds these functions by name.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed);
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t max_out_size, unsigned seed);

namespace attention_lab::campaign {
namespace {

constexpr double megabyte = 1 << 20;
constexpr double seconds_per_megabyte = 1;
constexpr double seconds_of_any_file = 0.1;
constexpr double slowness_of_sanitizers = 8;
constexpr double bytes_of_any_file = 64 * megabyte;
constexpr double bytes_per_byte = 40;

std::atomic<std::ptrdiff_t> bytes_in_use = 0;
std::atomic<std::ptrdiff_t> most_bytes_in_use = 0;

void note_allocated(const volatile void*, std::size_t size) {
  const std::ptrdiff_t now = bytes_in_use += static_cast<std::ptrdiff_t>(size);
  if (now > most_bytes_in_use) most_bytes_in_use = now;
}

void note_freed(const volatile void* memory) {
  if (memory == nullptr) return;
  bytes_in_use -=
      static_cast<std::ptrdiff_t>(__sanitizer_get_allocated_size(const_cast<const void*>(memory)));
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

std::string within_limits(std::size_t size, std::string_view step, const std::function<void()>& body) {
  const double megabytes = static_cast<double>(size) / megabyte;
  const std::ptrdiff_t bytes_before = bytes_in_use;
  most_bytes_in_use = bytes_before;
  const double begin = thread_seconds();
  body();
  const double seconds = (thread_seconds() - begin) / slowness_of_sanitizers;
  const double bytes = static_cast<double>(most_bytes_in_use - bytes_before);
  char text[200];
  if (seconds > seconds_of_any_file + seconds_per_megabyte * megabytes) {
    std::snprintf(text, sizeof text, "%.*s takes about %.2f s for %.3f MB", static_cast<int>(step.size()),
                  step.data(), seconds, megabytes);
    return text;
  }
  if (bytes > bytes_of_any_file + bytes_per_byte * static_cast<double>(size)) {
    std::snprintf(text, sizeof text, "%.*s takes %.0f MB for %.3f MB", static_cast<int>(step.size()),
                  step.data(), bytes / megabyte, megabytes);
    return text;
  }
  return "";
}

std::string as_text(const std::uint8_t* data, std::size_t size) {
  return std::string(reinterpret_cast<const char*>(data), size);
}

}  // namespace
}  // namespace attention_lab::campaign

using namespace attention_lab::campaign;

int LLVMFuzzerInitialize(int*, char***) {
  __sanitizer_install_malloc_and_free_hooks(note_allocated, note_freed);
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = as_text(data, size);
  const std::string broken =
      ATTENTION_LAB_CLAIM(text, [size](std::string_view step, const std::function<void()>& body) {
        return within_limits(size, step, body);
      });
  if (!broken.empty()) {
    std::fprintf(stderr, "broken claim: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  constexpr unsigned one_in = 5;
  if (seed % one_in == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string damaged = JsonMutator(seed).mutate(as_text(data, size), max_size);
  if (damaged.size() > max_size || damaged == as_text(data, size))
    return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, damaged.data(), damaged.size());
  return damaged.size();
}

std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1, const std::uint8_t* data2,
                                      std::size_t size2, std::uint8_t* out, std::size_t max_out_size,
                                      unsigned seed) {
  const std::string crossed =
      JsonMutator(seed).cross(as_text(data1, size1), as_text(data2, size2), max_out_size);
  if (crossed.size() > max_out_size) return 0;
  std::memcpy(out, crossed.data(), crossed.size());
  return crossed.size();
}
