// A part of the window that scrolls if its contents do not fit.
#pragma once

#include <exception>

#include "ui/widgets/paint.h"

namespace attention_lab {

/// Everything drawn during its lifetime is inside it. When it is scrolled to its end, the wheel scrolls the
/// enclosing area.
class ScrollArea {
 public:
  ScrollArea(const char* id, const Rect& area);
  /// Ends the area, except while an exception is in flight: abandon_frame() does it then.
  ~ScrollArea() noexcept(false);
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;

  /// The upper left corner of its contents, scrolled.
  Point corner() const { return corner_; }
  /// Sets the bottom of its contents.
  void reaches(float bottom) { bottom_ = bottom; }

 private:
  Rect area_;
  Point corner_;
  float bottom_;
  bool is_inside_;  // another area
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace attention_lab
