#include "fault_injection.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <iterator>
#include <new>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifdef ATTENTION_LAB_SANITIZED
#include <sanitizer/common_interface_defs.h>

#define ATTENTION_LAB_REAL(name) __interceptor_##name
#else
#define ATTENTION_LAB_REAL(name) __libc_##name
#endif

// The libc names of malloc and related functions, called by our replacements.
extern "C" {
void* ATTENTION_LAB_REAL(malloc)(std::size_t size) noexcept;
void* ATTENTION_LAB_REAL(calloc)(std::size_t count, std::size_t size) noexcept;
void* ATTENTION_LAB_REAL(realloc)(void* old, std::size_t size) noexcept;
void* ATTENTION_LAB_REAL(memalign)(std::size_t alignment, std::size_t size) noexcept;

// The bounds of the executable's code, defined by the linker.
extern const char __executable_start;
extern const char etext;
}

namespace attention_lab::campaign {
namespace {

// Constant-initialized, since allocations happen before the first constructor runs.
constinit std::atomic<bool> is_armed = false;
constinit std::atomic<bool> is_waiting = false;  // for the first file to be opened
constinit std::atomic<bool> has_failed = false;
constinit std::atomic<std::size_t> allocations = 0;
constinit std::atomic<std::size_t> library_allocations = 0;
constinit std::atomic<std::size_t> calls = 0;
constinit std::atomic<const char*> failed_call = nullptr;
constinit Fault armed;
constinit thread_local bool is_spared = false;  // allocations of this thread do not fail
constinit bool says_where_it_failed = false;
constinit int report_file = STDERR_FILENO;

void tell(const char* what) {
  has_failed = true;
  if (!says_where_it_failed) return;
  is_armed = false;  // the report itself allocates
  ::dprintf(report_file, "the fault happens in %s:\n", what);
#ifdef ATTENTION_LAB_SANITIZED
  __sanitizer_print_stack_trace();
#else
  void* frames[64];
  ::backtrace_symbols_fd(frames, ::backtrace(frames, std::size(frames)), report_file);
#endif
  is_armed = true;
}

bool fails_allocation(Fault::Kind kind) {
  if (!is_armed || is_waiting || is_spared) return false;
  const std::size_t number = kind == Fault::Kind::allocation ? ++allocations : ++library_allocations;
  if (armed.kind != kind || armed.number != number) return false;
  tell("an allocation");
  return true;
}

/// The caller of an allocation is identified by malloc's return address. Allocations with operator new are
/// the program's own, wherever the template was compiled.
bool fails_allocation_of(const void* caller) {
  const bool is_ours = caller >= &__executable_start && caller < &etext;
  return fails_allocation(is_ours ? Fault::Kind::allocation : Fault::Kind::library_allocation);
}

/// Counts the call; returns true if it is the one that must fail.
bool is_meant(const char* name) {
  if (!is_armed || is_waiting) return false;
  const bool is_for_calls = armed.kind == Fault::Kind::call || armed.kind == Fault::Kind::short_write ||
                            armed.kind == Fault::Kind::kill;
  if (++calls != armed.number || !is_for_calls) return false;
  if (armed.kind == Fault::Kind::kill) ::kill(::getpid(), SIGKILL);
  failed_call = name;
  tell(name);
  return true;
}

bool fails_call(const char* name) {
  if (!is_meant(name) || armed.kind != Fault::Kind::call) return false;
  errno = armed.error;
  return true;
}

/// The next definition of a function that ours replaces.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

void* allocated(std::size_t size) {
  if (!fails_allocation(Fault::Kind::allocation)) {
    if (void* memory = ATTENTION_LAB_REAL(malloc)(size == 0 ? 1 : size)) return memory;
  }
  throw std::bad_alloc();
}

void* allocated_aligned(std::size_t size, std::size_t alignment) {
  if (!fails_allocation(Fault::Kind::allocation)) {
    if (void* memory = ATTENTION_LAB_REAL(memalign)(alignment, size)) return memory;
  }
  throw std::bad_alloc();
}

}  // namespace

void report_to(int file) {
  report_file = file;
#ifdef ATTENTION_LAB_SANITIZED
  __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<std::intptr_t>(file)));
#endif
}

void report_in_child() {
  report_to(report_file);
}

void arm(const Fault& fault, bool prints_where) {
  armed = fault;
  says_where_it_failed = prints_where;
  allocations = library_allocations = calls = 0;
  is_waiting = fault.begins_with_a_file;
  has_failed = false;
  failed_call = nullptr;
  is_armed = true;
}

FaultCounts disarm() {
  is_armed = false;
  const char* name = failed_call;
  return {allocations, library_allocations, calls, name == nullptr ? "" : name, has_failed};
}

}  // namespace attention_lab::campaign

using attention_lab::campaign::allocated;
using attention_lab::campaign::allocated_aligned;
using attention_lab::campaign::armed;
using attention_lab::campaign::fails_allocation;
using attention_lab::campaign::fails_allocation_of;
using attention_lab::campaign::fails_call;
using attention_lab::campaign::Fault;
using attention_lab::campaign::is_meant;
using attention_lab::campaign::is_spared;
using attention_lab::campaign::is_waiting;
using attention_lab::campaign::next;

extern "C" {

void* malloc(std::size_t size) noexcept {
  if (!fails_allocation_of(__builtin_return_address(0))) return ATTENTION_LAB_REAL(malloc)(size);
  errno = ENOMEM;
  return nullptr;
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!fails_allocation_of(__builtin_return_address(0))) return ATTENTION_LAB_REAL(calloc)(count, size);
  errno = ENOMEM;
  return nullptr;
}

void* realloc(void* old, std::size_t size) noexcept {
  if (!fails_allocation_of(__builtin_return_address(0))) return ATTENTION_LAB_REAL(realloc)(old, size);
  errno = ENOMEM;
  return nullptr;
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  if (!fails_allocation_of(__builtin_return_address(0))) return ATTENTION_LAB_REAL(memalign)(alignment, size);
  errno = ENOMEM;
  return nullptr;
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  if (fails_allocation_of(__builtin_return_address(0))) return ENOMEM;
  *memory = ATTENTION_LAB_REAL(memalign)(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

#ifdef ATTENTION_LAB_SANITIZED
// The sanitizer queries the stack of every new thread and aborts if that fails.
int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) noexcept {
  static const auto real = next<int(pthread_t, pthread_attr_t*)>("pthread_getattr_np");
  is_spared = true;
  const int result = real(thread, attributes);
  is_spared = false;
  return result;
}
#endif

// The mode is passed only with flags that create a file.
int open(const char* path, int flags, ...) {
  is_waiting = false;
  static const auto real = next<int(const char*, int, ...)>("open");
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return fails_call("open") ? -1 : real(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  static const auto real = next<int(int, const char*, int, ...)>("openat");
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return fails_call("openat") ? -1 : real(folder, path, flags, mode);
}

// As in Linux, the descriptor is released even if closing fails.
int close(int file) {
  static const auto real = next<int(int)>("close");
  const bool fails = fails_call("close");
  const int error = errno;
  const int closed = real(file);
  if (!fails) return closed;
  errno = error;
  return -1;
}

ssize_t read(int file, void* bytes, std::size_t size) {
  static const auto real = next<ssize_t(int, void*, std::size_t)>("read");
  return fails_call("read") ? -1 : real(file, bytes, size);
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  static const auto real = next<ssize_t(int, const void*, std::size_t)>("write");
  if (!is_meant("write")) return real(file, bytes, size);
  if (armed.kind == Fault::Kind::short_write) return real(file, bytes, (size + 1) / 2);
  errno = armed.error;
  return -1;
}

ssize_t pwrite(int file, const void* bytes, std::size_t size, off_t offset) {
  static const auto real = next<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
  if (!is_meant("pwrite")) return real(file, bytes, size, offset);
  if (armed.kind == Fault::Kind::short_write) return real(file, bytes, (size + 1) / 2, offset);
  errno = armed.error;
  return -1;
}

int fsync(int file) {
  static const auto real = next<int(int)>("fsync");
  return fails_call("fsync") ? -1 : real(file);
}

int fdatasync(int file) {
  static const auto real = next<int(int)>("fdatasync");
  return fails_call("fdatasync") ? -1 : real(file);
}

int ftruncate(int file, off_t size) noexcept {
  static const auto real = next<int(int, off_t)>("ftruncate");
  return fails_call("ftruncate") ? -1 : real(file, size);
}

int fchmod(int file, mode_t mode) noexcept {
  static const auto real = next<int(int, mode_t)>("fchmod");
  return fails_call("fchmod") ? -1 : real(file, mode);
}

int fchown(int file, uid_t owner, gid_t group) noexcept {
  static const auto real = next<int(int, uid_t, gid_t)>("fchown");
  return fails_call("fchown") ? -1 : real(file, owner, group);
}

int flock(int file, int operation) noexcept {
  static const auto real = next<int(int, int)>("flock");
  return fails_call("flock") ? -1 : real(file, operation);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  static const auto real = next<int(int, const char*, int, const char*, int)>("linkat");
  return fails_call("linkat") ? -1 : real(from_folder, from, to_folder, to, flags);
}

int link(const char* from, const char* to) noexcept {
  static const auto real = next<int(const char*, const char*)>("link");
  return fails_call("link") ? -1 : real(from, to);
}

int rename(const char* from, const char* to) noexcept {
  static const auto real = next<int(const char*, const char*)>("rename");
  return fails_call("rename") ? -1 : real(from, to);
}

int unlink(const char* path) noexcept {
  static const auto real = next<int(const char*)>("unlink");
  return fails_call("unlink") ? -1 : real(path);
}

int remove(const char* path) noexcept {
  static const auto real = next<int(const char*)>("remove");
  return fails_call("remove") ? -1 : real(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  static const auto real = next<int(const char*, mode_t)>("mkdir");
  return fails_call("mkdir") ? -1 : real(path, mode);
}

int access(const char* path, int mode) noexcept {
  static const auto real = next<int(const char*, int)>("access");
  return fails_call("access") ? -1 : real(path, mode);
}

int stat(const char* path, struct stat* status) noexcept {
  static const auto real = next<int(const char*, struct stat*)>("stat");
  return fails_call("stat") ? -1 : real(path, status);
}

int lstat(const char* path, struct stat* status) noexcept {
  static const auto real = next<int(const char*, struct stat*)>("lstat");
  return fails_call("lstat") ? -1 : real(path, status);
}

int fstat(int file, struct stat* status) noexcept {
  static const auto real = next<int(int, struct stat*)>("fstat");
  return fails_call("fstat") ? -1 : real(file, status);
}

ssize_t readlink(const char* path, char* target, std::size_t size) noexcept {
  static const auto real = next<ssize_t(const char*, char*, std::size_t)>("readlink");
  return fails_call("readlink") ? -1 : real(path, target, size);
}

ssize_t flistxattr(int file, char* names, std::size_t size) noexcept {
  static const auto real = next<ssize_t(int, char*, std::size_t)>("flistxattr");
  return fails_call("flistxattr") ? -1 : real(file, names, size);
}

ssize_t fgetxattr(int file, const char* name, void* value, std::size_t size) noexcept {
  static const auto real = next<ssize_t(int, const char*, void*, std::size_t)>("fgetxattr");
  return fails_call("fgetxattr") ? -1 : real(file, name, value, size);
}

int fsetxattr(int file, const char* name, const void* value, std::size_t size, int flags) noexcept {
  static const auto real = next<int(int, const char*, const void*, std::size_t, int)>("fsetxattr");
  return fails_call("fsetxattr") ? -1 : real(file, name, value, size, flags);
}

}  // extern "C"

void* operator new(std::size_t size) {
  return allocated(size);
}
void* operator new[](std::size_t size) {
  return allocated(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fails_allocation(Fault::Kind::allocation) ? nullptr
                                                   : ATTENTION_LAB_REAL(malloc)(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return fails_allocation(Fault::Kind::allocation) ? nullptr
                                                   : ATTENTION_LAB_REAL(malloc)(size == 0 ? 1 : size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated_aligned(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocated_aligned(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
