// A document that is read while the window goes on.
#pragma once

#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <future>
#include <thread>
#include <utility>

#include "app/files/document_file.h"

namespace attention_lab {

class BackgroundRead {
 public:
  /// `on_ready` is called by the thread that reads, once the outcome can be taken.
  BackgroundRead(std::filesystem::path path, std::function<void()> on_ready)
      : path_(std::move(path)), thread_([this, call = std::move(on_ready)] {
          outcome_.set_value(read());
          call();
        }) {}
  ~BackgroundRead() { thread_.join(); }
  BackgroundRead(const BackgroundRead&) = delete;
  BackgroundRead& operator=(const BackgroundRead&) = delete;

  /// Waits for the outcome, `patience` at most; false if it is not there by then.
  bool wait(std::chrono::milliseconds patience) const {
    return taken_.wait_for(patience) == std::future_status::ready;
  }
  /// Once; waits for it. Errors as read_document.
  Result<ReadDocument> take() { return taken_.get(); }

 private:
  Result<ReadDocument> read() const try { return read_document(path_); } catch (const std::exception&) {
    return not_enough_memory("to read this document", ErrorCode::not_readable, path_.string());
  }

  std::filesystem::path path_;
  std::promise<Result<ReadDocument>> outcome_;
  std::future<Result<ReadDocument>> taken_ = outcome_.get_future();
  std::thread thread_;  // the last member: it uses all others
};

}  // namespace attention_lab
