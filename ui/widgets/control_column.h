// A column of controls: one under the other, with headings and words between them.
#pragma once

#include <string>
#include <string_view>

#include "ui/widgets/controls.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/slider.h"

namespace attention_lab {

/// Of a column; lengths in sizes of the text.
struct ColumnLook {
  bool has_card = true;
  float gap = 0.4f;  // between two controls
  float before_heading = 0.15f;
  float heading = 1.45f;  // high
  float foot = 0.5f;
};

/// Scrolls where it has more controls than room.
class ControlColumn {
 public:
  ControlColumn(WidgetContext& context, const Rect& area, const ColumnLook& look = {});
  ~ControlColumn() noexcept(false);
  ControlColumn(const ControlColumn&) = delete;
  ControlColumn& operator=(const ControlColumn&) = delete;

  WidgetContext& context() { return context_; }
  Controls& controls() { return controls_; }
  const Painter& painter() const { return painter_; }
  float width() const { return width_; }
  /// Between two controls.
  float gap() const { return look_.gap * context_.sizes().body; }

  /// Room for a control.
  Rect next();
  /// Room so high.
  Rect next(float height);
  void heading(std::string_view text);
  /// Small words under the control before.
  void note(std::string_view markup) { note(markup, context_.theme().quiet_text); }
  void note(std::string_view markup, Colour colour);
  void space();
  bool slide(const SliderSpec& spec, double& value);
  /// A long run: the bar fills to `share`, the words stand under it.
  void progress(double share, const std::string& words);

 private:
  WidgetContext& context_;
  ColumnLook look_;
  ScrollArea scroll_;
  Painter painter_;
  Controls controls_;
  float left_;
  float width_;
  float y_;
};

}  // namespace attention_lab
