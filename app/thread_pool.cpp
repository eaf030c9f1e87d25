#include "app/thread_pool.h"

#include <algorithm>
#include <exception>

namespace attention_lab {

ThreadPool::ThreadPool(unsigned n_threads) {
  if (n_threads == 0) n_threads = std::max(1U, std::thread::hardware_concurrency());
  workers_.reserve(n_threads - 1);
  // If the system refuses to create more threads, fewer threads do the work.
  try {
    while (workers_.size() + 1 < n_threads) workers_.emplace_back([this] { work(); });
  } catch (const std::exception&) {
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  round_begins_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

Parallel ThreadPool::parallel() {
  return [this](Index count, const std::function<void(Index)>& task) { run(count, task); };
}

void ThreadPool::run(Index count, const std::function<void(Index)>& task) {
  if (workers_.empty() || count <= 1 || is_in_use_.exchange(true)) {
    for (Index i = 0; i < count; ++i) task(i);
    return;
  }

  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    count_ = count;
    next_ = 0;
    ++round_;
  }
  round_begins_.notify_all();
  do_tasks(task, count);

  // All tasks are taken. A worker that wakes up now finds no task_ and sleeps on; we wait for the busy ones.
  std::unique_lock lock(mutex_);
  task_ = nullptr;
  round_ends_.wait(lock, [this] { return n_busy_ == 0; });
  is_in_use_ = false;
}

void ThreadPool::work() {
  unsigned long last_round = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    round_begins_.wait(lock, [&] { return is_ending_ || (task_ != nullptr && round_ != last_round); });
    if (is_ending_) return;
    last_round = round_;
    const std::function<void(Index)>& task = *task_;
    const Index count = count_;
    ++n_busy_;

    lock.unlock();
    do_tasks(task, count);
    lock.lock();

    if (--n_busy_ == 0) round_ends_.notify_one();
  }
}

void ThreadPool::do_tasks(const std::function<void(Index)>& task, Index count) {
  for (Index i = next_++; i < count; i = next_++) task(i);
}

}  // namespace attention_lab
