#include "app/window/exit_handler.h"

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace attention_lab {
namespace {

std::atomic<ExitHandler*> living = nullptr;

}  // namespace

ExitHandler::ExitHandler(std::function<void()> on_exit) : on_exit_(std::move(on_exit)) {
  static const bool is_registered = std::atexit(run) == 0;
  static_cast<void>(is_registered);  // without it, such an exit loses the changes since the last write
  assert(living == nullptr);
  living = this;
}

ExitHandler::~ExitHandler() {
  living = nullptr;
}

void ExitHandler::run() {
  if (ExitHandler* handler = living.exchange(nullptr)) handler->on_exit_();
}

}  // namespace attention_lab
