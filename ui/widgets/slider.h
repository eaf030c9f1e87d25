// A number that is dragged along a line, in the look of the controls.
#pragma once

#include <string>
#include <vector>

#include "ui/widgets/widget_context.h"

namespace attention_lab {

struct SliderSpec {
  const char* name;     ///< of its item; its track is "NAME.track"
  std::string label;    ///< mark-up
  std::string shown{};  ///< the number as it is written now, mark-up
  double low = 0;
  double high = 1;  ///< > low
  bool is_logarithmic = false;
  bool is_whole = false;
  std::vector<double> snaps;  ///< numbers that the slider keeps to when it comes near them
  bool is_enabled = true;
  const char* tip = nullptr;
};

/// Where a number stands on the slider, 0 to 1, and the number at such a place: whole where the slider is,
/// otherwise with three digits; a snap that lies closer than `near` (of the length).
double share_of(const SliderSpec& spec, double value);
double value_at(const SliderSpec& spec, double share, double near);

/// The number that was typed, within the slider's range; `now` for anything else.
double number_typed_for(const SliderSpec& spec, const std::string& text, double now);

/// The number as its field begins with it: every digit of a whole one.
std::string field_text(const SliderSpec& spec, double value);

/// The height that suits it.
float slider_height(const WidgetContext& context);

/// Drag it or click on it; a double click types a number. True where `value` changed.
bool slider(WidgetContext& context, const Painter& painter, const Rect& rect, const SliderSpec& spec,
            double& value);

}  // namespace attention_lab
