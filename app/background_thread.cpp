#include "app/background_thread.h"

#include <exception>
#include <system_error>
#include <utility>

namespace attention_lab {

BackgroundThread::~BackgroundThread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    jobs_.clear();
    if (present_) present_->is_cancelled = true;
  }
  changes_.notify_all();
  thread_.join();
}

void BackgroundThread::start(std::shared_ptr<BackgroundWork> state, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({std::move(state), std::move(work)});
  }
  try {
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    // The system cannot create a thread: the work is finished, without a result.
    const std::lock_guard lock(mutex_);
    for (const Job& job : jobs_) job.state->is_finished = true;
    jobs_.clear();
  }
  changes_.notify_all();
}

void BackgroundThread::run() {
  while (true) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      changes_.wait(lock, [this] { return is_ending_ || !jobs_.empty(); });
      if (is_ending_) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
      present_ = job.state;
    }
    try {
      if (!job.state->is_cancelled) job.work();
    } catch (const std::exception&) {
      // The waiting side sees that the work is finished without a result.
    }
    job.work = nullptr;  // releases the work's data
    job.state->is_finished = true;
    const std::lock_guard lock(mutex_);
    present_.reset();
  }
}

}  // namespace attention_lab
