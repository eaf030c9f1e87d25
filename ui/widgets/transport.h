// The controls of a player: buttons with the usual signs, and a track with the positions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/widgets/paint.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

enum class TransportSign { first, back, play, pause, forward, last };

/// Buttons from left to right.
class TransportButtons {
 public:
  TransportButtons(WidgetContext& context, const Painter& painter, Point left, float height)
      : context_(context), painter_(painter), x_(left.x), y_(left.y), height_(height) {}

  /// Returns whether it was clicked while enabled.
  bool button(const char* name, TransportSign sign, bool is_enabled, const char* tip);
  float right() const { return x_; }

 private:
  WidgetContext& context_;
  const Painter& painter_;
  float x_;
  float y_;
  float height_;
};

/// A position with a tick.
struct TransportMark {
  std::size_t at = 0;
  std::string name{};  ///< mark-up; written below the tick if there is room
};

/// The positions of a player.
struct TransportTrack {
  const char* name;
  std::size_t count = 1;
  std::size_t at = 0;
  std::vector<TransportMark> marks{};  ///< in order
  const char* tip = nullptr;
};

/// Draws the track; returns the position that a click or a drag chooses, if any. A click on a name chooses
/// its tick.
std::optional<std::size_t> transport_track(WidgetContext& context, const Painter& painter, const Rect& rect,
                                           const TransportTrack& track);

}  // namespace attention_lab
