// Background work runs in order, ends with the program, and never stays marked as running.
#include "app/background_thread.h"

#include <atomic>
#include <future>
#include <stdexcept>
#include <sys/resource.h>
#include <vector>

#include <gtest/gtest.h>

#include "support.h"

namespace attention_lab {
namespace {

using Work = std::shared_ptr<BackgroundWork>;

Work new_work() {
  return std::make_shared<BackgroundWork>();
}

void finish(const Work& work) {
  test::wait_until([&] { return work->is_finished.load(); });
}

TEST(BackgroundThread, DoesOneWorkAfterTheOther) {
  std::vector<int> done;
  std::promise<void> both_are_given;
  BackgroundThread thread;
  const Work first = new_work();
  const Work second = new_work();
  thread.start(first, [&] {
    both_are_given.get_future().wait();
    done.push_back(1);
  });
  thread.start(second, [&] {
    EXPECT_TRUE(first->is_finished);
    done.push_back(2);
  });
  both_are_given.set_value();
  finish(second);
  EXPECT_EQ(done, (std::vector<int>{1, 2}));
}

TEST(BackgroundThread, WorkThatThrowsIsFinishedAndTheNextOneIsDone) {
  bool is_done = false;
  BackgroundThread thread;
  const Work first = new_work();
  const Work second = new_work();
  thread.start(first, [] { throw std::runtime_error("too little memory"); });
  thread.start(second, [&] { is_done = true; });
  finish(second);
  EXPECT_TRUE(first->is_finished);
  EXPECT_TRUE(is_done);
}

TEST(BackgroundThread, WorkThatIsCancelledBeforeItsTurnIsNotDone) {
  std::atomic<bool> is_done = false;
  std::promise<void> go;
  BackgroundThread thread;
  const Work first = new_work();
  const Work second = new_work();
  thread.start(first, [wait = go.get_future().share()] { wait.wait(); });
  thread.start(second, [&] { is_done = true; });
  second->is_cancelled = true;
  go.set_value();
  finish(second);
  EXPECT_FALSE(is_done);
}

TEST(BackgroundThread, ItsEndCancelsWhatIsUnderWayAndDropsTheRest) {
  std::atomic<bool> has_begun = false;
  std::atomic<bool> is_next_done = false;
  const Work first = new_work();
  {
    BackgroundThread thread;
    thread.start(first, [&, state = first] {
      has_begun = true;
      while (!state->is_cancelled) std::this_thread::yield();
    });
    thread.start(new_work(), [&] { is_next_done = true; });
    while (!has_begun) std::this_thread::yield();
  }
  EXPECT_TRUE(first->is_finished);
  EXPECT_FALSE(is_next_done);
}

TEST(BackgroundThread, WhatItWorkedOnIsFreedWhenItIsFinished) {
  BackgroundThread thread;
  auto large = std::make_shared<int>(1);
  const std::weak_ptr<int> seen = large;
  const Work work = new_work();
  thread.start(work, [held = std::move(large)] {});
  finish(work);
  EXPECT_TRUE(seen.expired());
}

TEST(BackgroundThread, WhereThereIsNoThreadTheWorkIsFinishedWithoutAResult) {
  EXPECT_TRUE(test::is_true_without_root([] {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_NPROC, &none);
    bool is_done = false;
    const Work work = new_work();
    BackgroundThread thread;
    thread.start(work, [&] { is_done = true; });
    return work->is_finished && !is_done;
  }));
}

}  // namespace
}  // namespace attention_lab
