#include "app/files/work_keeper.h"

#include <chrono>
#include <exception>
#include <utility>

namespace attention_lab {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_now() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

Clock::time_point time_point(double seconds) {
  return Clock::time_point(
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
}

}  // namespace

WorkKeeper::WorkKeeper(std::filesystem::path folder, std::function<void()> on_news)
    : file_(std::move(folder)), on_news_(std::move(on_news)), thread_([this] { run(); }) {}

WorkKeeper::~WorkKeeper() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
  try {
    static_cast<void>(flush());  // callers interested in its result have called it before
  } catch (const std::exception&) {
    // There is not even memory for the error.
  }
}

void WorkKeeper::keep(Document document, OriginalFile original) {
  hand_over({std::move(document), std::move(original)});
}

void WorkKeeper::forget() {
  hand_over({});
}

// The previous work is freed after the lock is released, since that may take long.
void WorkKeeper::hand_over(Work work) {
  {
    const std::lock_guard lock(mutex_);
    std::swap(newest_, work);
    is_written_ = false;
    pace_.changed();
  }
  changed_.notify_all();
}

Status WorkKeeper::flush() {
  const std::lock_guard writing(writing_);
  return write_newest();
}

std::optional<WorkKeeper::News> WorkKeeper::take_news() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, std::nullopt);
}

bool WorkKeeper::has_work() const {
  const std::lock_guard lock(mutex_);
  return newest_.document.has_value();
}

// Precondition: writing_ is locked.
Status WorkKeeper::write_newest() try {
  Work work;
  {
    const std::lock_guard lock(mutex_);
    if (is_written_) return Done{};
    work = newest_;
    is_written_ = true;  // stays true unless newer work comes during the write
  }
  const double began = seconds_now();
  Status written = Done{};
  if (work.document) {
    written = file_.write(*work.document, work.original);
  } else {
    file_.remove();
  }
  const std::lock_guard lock(mutex_);
  if (!written) {
    is_written_ = false;
    pace_.failed(seconds_now());
    return written;
  }
  pace_.wrote(began, seconds_now());
  if (!is_written_) pace_.changed();
  return written;
} catch (const std::exception&) {
  const std::lock_guard lock(mutex_);
  is_written_ = false;
  pace_.failed(seconds_now());
  return not_enough_memory(ErrorCode::not_writable);
}

void WorkKeeper::note(const Status& written) {
  {
    const std::lock_guard lock(mutex_);
    const bool fails = !written;
    if (fails == is_failing_) return;
    news_ = News{fails ? std::optional(written.error()) : std::nullopt};
    is_failing_ = fails;
  }
  on_news_();
}

void WorkKeeper::run() {
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    const std::optional<double> due = pace_.due();
    if (!due) {
      changed_.wait(lock);
    } else if (seconds_now() < *due) {
      changed_.wait_until(lock, time_point(*due));
    } else {
      lock.unlock();
      try {
        note(flush());
      } catch (const std::exception&) {
        // There is not enough memory for the news; the next try reports it.
      }
      lock.lock();
    }
  }
}

}  // namespace attention_lab
