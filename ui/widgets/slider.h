// A slider in the style of the controls.
#pragma once

#include <string>
#include <vector>

#include "core/words/typed_numbers.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

struct SliderSpec {
  const char* name;     ///< item name; its track is "NAME.track"
  std::string label;    ///< mark-up
  std::string shown{};  ///< the current value as text, mark-up
  double low = 0;
  double high = 1;  ///< greater than low
  bool is_logarithmic = false;
  bool is_whole = false;
  std::vector<double> snaps{};  ///< values that the slider snaps to
  bool is_enabled = true;
  const char* tip = nullptr;

  /// What can be typed instead.
  TypedRange typed() const { return {low, high, is_whole ? TypedAs::whole_number : TypedAs::number}; }
};

/// The position of a value on the slider, from 0 to 1, and the value at a position: an integer if `is_whole`,
/// otherwise rounded to three digits. A snap whose distance from `share` is at most `near` takes precedence.
double share_of(const SliderSpec& spec, double value);
double value_at(const SliderSpec& spec, double share, double near);

/// The text that the field starts with: whole numbers with all their digits.
std::string field_text(const SliderSpec& spec, double value);

/// The preferred height.
float slider_height(const WidgetContext& context);

/// Drag or click to change the value; double-click to type it. Returns true if `value` changed.
bool slider(WidgetContext& context, const Painter& painter, const Rect& rect, const SliderSpec& spec,
            double& value);

}  // namespace attention_lab
