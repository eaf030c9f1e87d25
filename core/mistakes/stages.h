// Stages of the correct computation that a wrong one goes on with.
#pragma once

#include <string>

#include "core/attention/model.h"
#include "core/attention/trace.h"
#include "core/result.h"

namespace attention_lab::mistakes {

/// The right trace.
Trace right_trace(const Model& model);

/// weights = softmax of each row of the masked (or only scaled) scores ÷ temperature, in every head.
void redo_softmax(const Model& model, Trace& trace);

/// What follows from the weights of every head: head_output, concatenated, context.
void redo_output(const Model& model, Trace& trace);

/// "(3 × 2)"
std::string shape_text(const Matrix& matrix);

/// Why a mistake with the mask cannot be made without one.
Error no_mask();

}  // namespace attention_lab::mistakes
