#include "app/window/last_words.h"

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace attention_lab {
namespace {

std::atomic<LastWords*> living = nullptr;

}  // namespace

LastWords::LastWords(std::function<void()> say) : say_(std::move(say)) {
  static const bool is_registered = std::atexit(say_at_exit) == 0;
  static_cast<void>(is_registered);  // without it an end of this kind loses what came since the last write
  assert(living == nullptr);
  living = this;
}

LastWords::~LastWords() {
  living = nullptr;
}

void LastWords::say_at_exit() {
  if (LastWords* last = living.exchange(nullptr)) last->say_();
}

}  // namespace attention_lab
