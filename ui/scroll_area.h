// A part of the window that scrolls where its contents need more room than it has.
#pragma once

#include "ui/paint.h"

namespace attention_lab {

/// While it lives, everything is drawn inside it. At its end the wheel moves the one it stands in.
class ScrollArea {
 public:
  ScrollArea(const char* id, const Rect& area);
  ~ScrollArea();
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
};

}  // namespace attention_lab
