// The place of every part of the pipeline, once its layout has been chosen.
#pragma once

#include "ui/figures/pipeline/stage_chooser.h"

namespace attention_lab {

/// Places the layout that the chooser found on the page.
StageLayout place_stages(const StageRequest& request, const Rect& area, const StageChooser& chooser,
                         const StageCandidate& chosen);

}  // namespace attention_lab
