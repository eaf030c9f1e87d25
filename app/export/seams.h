// Areas that touch, on canvases without pixels.
#pragma once

#include "ui/figures/base/display_list.h"

namespace attention_lab {

/// The same picture, but where a filled rectangle touches the next one along a whole edge, it reaches on
/// beneath it: viewers of SVG and PDF smooth every edge by itself, and the ground would shine through.
DisplayList without_seams(const DisplayList& list);

}  // namespace attention_lab
