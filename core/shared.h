// A copy-on-write value.
#pragma once

#include <memory>
#include <utility>

namespace attention_lab {

/// Behaves like a T, but copies share their content until one of them is edited. Undo snapshots of a document
/// therefore take only the memory of what differs between them.
template <class T>
class Shared {
 public:
  Shared() : value_(std::make_shared<T>()) {}
  Shared(T value) : value_(std::make_shared<T>(std::move(value))) {}  // NOLINT: implicit on purpose

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }

  /// Write access; the content is copied first if it is shared.
  T& edit() {
    if (value_.use_count() > 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }

  /// Identifies the content: equal for two values that share it. Used to count shared memory once.
  const void* identity() const { return value_.get(); }

 private:
  std::shared_ptr<T> value_;
};

}  // namespace attention_lab
