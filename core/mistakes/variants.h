// The wrong forward passes, each in a file of its own name; forward_with_mistake() is the way in.
#pragma once

#include "core/attention/model.h"
#include "core/attention/trace.h"
#include "core/result.h"

namespace attention_lab::mistakes {

Result<Trace> softmax_over_queries(const Model& model);
Result<Trace> transposed_weights(const Model& model);
Result<Trace> sqrt_d_model(const Model& model);
Result<Trace> no_scaling(const Model& model);
Result<Trace> mask_after_softmax(const Model& model);
Result<Trace> mask_after_softmax_renormalised(const Model& model);
Result<Trace> mask_upside_down(const Model& model);
Result<Trace> keys_and_values_exchanged(const Model& model);
Result<Trace> softmax_without_maximum(const Model& model);

}  // namespace attention_lab::mistakes
