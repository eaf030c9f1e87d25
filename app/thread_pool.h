// The threads that share the engine's work.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/attention/types.h"

namespace attention_lab {

/// Threads that sleep until there is work. The caller always takes part, so that a pool of one thread has no
/// workers and runs all tasks in the caller.
class ThreadPool {
 public:
  /// `n_threads` includes the caller; 0 means the number of processors.
  explicit ThreadPool(unsigned n_threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// For core's functions. Valid during the pool's lifetime. Calls made during another one, from another
  /// thread or from a task, run in the calling thread. Tasks must not throw.
  Parallel parallel();

 private:
  void run(Index count, const std::function<void(Index)>& task);
  void work();  // the loop of a worker
  void do_tasks(const std::function<void(Index)>& task, Index count);

  std::vector<std::thread> workers_;
  std::atomic<bool> is_in_use_ = false;  // tasks are being run
  std::atomic<Index> next_ = 0;          // the next task to take
  std::mutex mutex_;                     // guards the members below
  std::condition_variable round_begins_;
  std::condition_variable round_ends_;
  const std::function<void(Index)>* task_ = nullptr;  // null while no tasks are run
  Index count_ = 0;
  unsigned long round_ = 0;
  int n_busy_ = 0;  // workers that are running tasks
  bool is_ending_ = false;
};

}  // namespace attention_lab
