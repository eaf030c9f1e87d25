// The choice of a head, or of all heads side by side.
#pragma once

#include <optional>
#include <string>

#include "core/attention/types.h"
#include "ui/widgets/controls.h"

namespace attention_lab {

struct HeadChoice {
  Index head = 0;
  Index n_heads = 1;
  bool has_all = false;  ///< whether all heads can be chosen, after the last one
  bool is_all = false;   ///< whether they are
};

/// The widest text of the control.
std::string widest_head();

/// A number with its buttons. Returns the head chosen in this frame, or n_heads for all of them.
std::optional<Index> head_choice(Controls& controls, const Rect& rect, const char* name,
                                 const HeadChoice& now);

}  // namespace attention_lab
