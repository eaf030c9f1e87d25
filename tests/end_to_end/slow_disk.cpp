// Preloaded into the program: a disk that takes its time to confirm that something has been written.
#include <sys/syscall.h>
#include <unistd.h>

extern "C" int fsync(int descriptor) {
  constexpr unsigned seconds = 2;
  ::sleep(seconds);
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
