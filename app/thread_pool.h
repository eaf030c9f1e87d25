// The threads that the engine's work is shared among.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/attention/types.h"

namespace attention_lab {

/// Threads that sleep until there is work. The caller always takes part, so that a pool of one thread has
/// no workers and does everything in place.
class ThreadPool {
 public:
  /// `n_threads` counts the caller; 0 means as many as the machine has processors.
  explicit ThreadPool(unsigned n_threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// What core asks for. Valid as long as the pool lives. Calls that come while another is under way, from
  /// another thread or from a task, are done in place. Tasks must not throw.
  Parallel parallel();

 private:
  void run(Index count, const std::function<void(Index)>& task);
  void work();  // of one worker, until the pool ends
  void do_tasks(const std::function<void(Index)>& task, Index count);

  std::vector<std::thread> workers_;
  std::atomic<bool> is_in_use_ = false;  // a round is under way
  std::atomic<Index> next_ = 0;          // the first task of the round that nobody took yet
  std::mutex mutex_;                     // guards what follows
  std::condition_variable round_begins_;
  std::condition_variable round_ends_;
  const std::function<void(Index)>* task_ = nullptr;  // nullptr between rounds
  Index count_ = 0;
  unsigned long round_ = 0;
  int n_busy_ = 0;  // workers that take part in this round
  bool is_ending_ = false;
};

}  // namespace attention_lab
