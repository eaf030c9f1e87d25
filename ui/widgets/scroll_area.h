// A part of the window that scrolls where its contents need more room than it has.
#pragma once

#include <exception>

#include "ui/widgets/paint.h"

namespace attention_lab {

/// While it lives, everything is drawn inside it. At its end the wheel moves the one it stands in.
class ScrollArea {
 public:
  ScrollArea(const char* id, const Rect& area);
  /// Ends it. Not while an exception passes through: abandon_frame does it then.
  ~ScrollArea() noexcept(false);
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;

  /// Where its contents begin, scrolled.
  Point corner() const { return corner_; }
  /// So far down do its contents reach.
  void reaches(float bottom) { bottom_ = bottom; }

 private:
  Rect area_;
  Point corner_;
  float bottom_;
  bool is_inside_;  // another one
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace attention_lab
