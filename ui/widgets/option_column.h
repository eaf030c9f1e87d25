// A column of controls: controls one under the other, with headings.
#pragma once

#include <array>
#include <string>

#include "ui/widgets/controls.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

class OptionColumn {
 public:
  OptionColumn(WidgetContext& context, const Painter& painter, const Rect& area);

  Controls& controls() { return controls_; }
  const Painter& painter() const { return painter_; }
  float width() const { return area_.width; }
  /// Where the next control would stand.
  float bottom() const { return y_; }
  /// Between two controls beside each other.
  float gap() const;

  /// Room for one control.
  Rect next();
  void heading(const char* text);

  /// A small field that opens under a control, with `now` in it at first; true when Enter was pressed.
  bool field_popup(const char* id, const Rect& rect, const char* hint, std::array<char, 64>& text,
                   const std::string& now);

 private:
  WidgetContext& context_;
  const Painter& painter_;
  Controls controls_;
  Rect area_;
  float y_;
};

}  // namespace attention_lab
