// The √d_k laboratory: what the person has set up on its benches.
#pragma once

#include <array>
#include <string_view>

#include "ui/workspaces/laboratory/document_panel.h"
#include "ui/workspaces/laboratory/gradient_panel.h"
#include "ui/workspaces/laboratory/sharpness_panel.h"
#include "ui/workspaces/laboratory/variance_panel.h"

namespace attention_lab {

enum class LaboratoryPage { variance, sharpness, gradient, document };
inline constexpr std::array all_laboratory_pages = {LaboratoryPage::variance, LaboratoryPage::sharpness,
                                                    LaboratoryPage::gradient, LaboratoryPage::document};

struct LaboratoryState {
  LaboratoryPage bench = LaboratoryPage::variance;
  VarianceState variance;
  SharpnessState sharpness;
  GradientState gradient;
  DocumentExperimentState document;
};

}  // namespace attention_lab
