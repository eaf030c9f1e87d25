// The slider for a learning rate.
#pragma once

#include "ui/widgets/control_column.h"

namespace attention_lab {

/// `name` is the item name. Returns true if the rate changed.
bool rate_slider(ControlColumn& column, const char* name, const char* label, double& rate);

}  // namespace attention_lab
