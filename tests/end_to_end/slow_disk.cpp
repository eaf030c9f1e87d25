// Preloaded into the program: a disk whose syncs wait until the file named by DISK_ANSWERS exists.
#include <cstdlib>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" int fsync(int descriptor) {
  constexpr unsigned pause = 10'000;  // microseconds
  constexpr int most_pauses = 3'000;
  const char* const answer = std::getenv("DISK_ANSWERS");
  for (int i = 0; answer != nullptr && ::access(answer, F_OK) != 0 && i < most_pauses; ++i) ::usleep(pause);
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
