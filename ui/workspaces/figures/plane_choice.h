// The choice of the plane in which a space is shown.
#pragma once

#include <string>

#include "core/geometry/space_plane.h"
#include "ui/widgets/control_column.h"

namespace attention_lab {

/// A list and, for coordinates, two numbers. Nothing if the space has fewer than three dimensions, all of
/// which any plane shows. Items are "NAME", "NAME.x" and "NAME.y".
void choose_plane(ControlColumn& column, const std::string& name, const std::string& label, Index dimension,
                  PlaneChoice& choice);

}  // namespace attention_lab
