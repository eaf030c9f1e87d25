// A thread for work that takes longer than a frame.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "ui/lab/background.h"

namespace attention_lab {

/// The thread starts with the first work. The destructor cancels all work and waits for the current one.
class BackgroundThread : public BackgroundRunner {
 public:
  BackgroundThread() = default;
  ~BackgroundThread() override;
  BackgroundThread(const BackgroundThread&) = delete;
  BackgroundThread& operator=(const BackgroundThread&) = delete;

  void start(std::shared_ptr<BackgroundWork> state, std::function<void()> work) override;

 private:
  struct Job {
    std::shared_ptr<BackgroundWork> state;
    std::function<void()> work;
  };
  void run();

  std::thread thread_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changes_;
  std::deque<Job> jobs_;
  std::shared_ptr<BackgroundWork> present_;
  bool is_ending_ = false;
};

}  // namespace attention_lab
