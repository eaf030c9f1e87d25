// The pool runs each task once and returns when all are done, whichever thread calls it.
#include "app/thread_pool.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

TEST(ThreadPool, EachTaskIsDoneOnceAndIsSeenByTheCaller) {
  ThreadPool pool(4);
  const Parallel parallel = pool.parallel();
  for (Index count : {Index{0}, Index{1}, Index{2}, Index{3}, Index{100}, Index{1000}}) {
    for (int round = 0; round < 20; ++round) {
      std::vector<int> times(static_cast<std::size_t>(count));  // not atomic: no two tasks share an element
      parallel(count, [&](Index i) { ++times[static_cast<std::size_t>(i)]; });
      EXPECT_EQ(times, std::vector<int>(static_cast<std::size_t>(count), 1));
    }
  }
}

TEST(ThreadPool, CallsFromTasksAndFromOtherThreadsAreDoneToo) {
  ThreadPool pool(3);
  const Parallel parallel = pool.parallel();
  std::atomic<int> done = 0;
  const auto work = [&] { parallel(20, [&](Index) { parallel(5, [&](Index) { ++done; }); }); };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(done, 2 * 20 * 5);
}

TEST(ThreadPool, MayEndRightAfterItBegan) {
  for (unsigned n_threads = 1; n_threads < 6; ++n_threads) {
    int done = 0;
    {
      ThreadPool pool(n_threads);
      pool.parallel()(1, [&](Index) { ++done; });
    }
    EXPECT_EQ(done, 1);
  }
}

}  // namespace
}  // namespace attention_lab
