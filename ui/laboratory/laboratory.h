// The √d_k laboratory: what the person has set up on its benches.
#pragma once

#include <array>
#include <string_view>

#include "ui/laboratory/document_bench.h"
#include "ui/laboratory/gradient_bench.h"
#include "ui/laboratory/sharpness_bench.h"
#include "ui/laboratory/variance_bench.h"

namespace attention_lab {

enum class LaboratoryBench { variance, sharpness, gradient, document };
inline constexpr std::array all_laboratory_benches = {LaboratoryBench::variance, LaboratoryBench::sharpness,
                                                      LaboratoryBench::gradient, LaboratoryBench::document};

struct Laboratory {
  LaboratoryBench bench = LaboratoryBench::variance;
  VarianceBench variance;
  SharpnessBench sharpness;
  GradientBench gradient;
  DocumentBench document;
};

}  // namespace attention_lab
