// The texts of the steps that apply the mask.
#pragma once

#include "core/steps/step_context.h"

namespace attention_lab {

/// The formula of the masked scores of one token, or of all tokens: a template for StepContext::fill.
const char* formula_of_mask(const StepContext& c);
/// What the mask does to the scores, likewise.
const char* sentence_of_mask(const StepContext& c);

}  // namespace attention_lab
