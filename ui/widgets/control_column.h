// A column of controls, with headings and notes between them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/widgets/controls.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/slider.h"

namespace attention_lab {

/// All lengths are multiples of the text size.
struct ColumnLook {
  bool has_card = true;
  float gap = 0.4f;  // between two controls
  float before_heading = 0.15f;
  float heading = 1.45f;  // its height
  float foot = 0.5f;
};

/// Scrolls if the controls need more room than `area` has.
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
  /// The distance between two controls.
  float gap() const { return look_.gap * context_.sizes().body; }

  /// The rectangle of the next control.
  Rect next();
  /// The same, with the given height.
  Rect next(float height);
  void heading(std::string_view text);
  /// Small words under the control before.
  void note(std::string_view markup) { note(markup, context_.theme().quiet_text); }
  void note(std::string_view markup, Colour colour);
  /// A row of a table: the first cell at the left, the others right-aligned in columns of equal width.
  /// `first_share`: of the width, for the first cell.
  void row(std::span<const std::string> cells, Colour colour, float first_share = 0.31f);
  void space();
  bool slide(const SliderSpec& spec, double& value);
  /// Shows the progress of a long run: a bar filled to `share`, and `words` below it.
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
