// A column of controls: chips one under the other, with headings.
#pragma once

#include <array>
#include <string>

#include "ui/bars/chips.h"
#include "ui/paint.h"
#include "ui/view_state.h"

namespace attention_lab {

class OptionColumn {
 public:
  OptionColumn(ViewState& view, const Painter& painter, const Rect& area);

  Chips& chips() { return chips_; }
  const Painter& painter() const { return painter_; }
  float width() const { return area_.width; }
  /// Where the next control would stand.
  float bottom() const { return y_; }
  /// Between two controls beside each other.
  float gap() const;

  /// Room for one control.
  Rect next();
  void heading(const char* text);

  /// A small field that opens under a chip, with `now` in it at first; true when Enter was pressed.
  bool field_popup(const char* id, const Rect& rect, const char* hint, std::array<char, 64>& text,
                   const std::string& now);

 private:
  ViewState& view_;
  const Painter& painter_;
  Chips chips_;
  Rect area_;
  float y_;
};

}  // namespace attention_lab
