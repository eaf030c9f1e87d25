// Every intermediate of a forward pass, under its name.
#pragma once

#include "core/attention/stages.h"

namespace attention_lab {

/// What the forward pass computed; the matrices that are given stand in the model, and are empty here.
/// Recomputing into a trace of the same shapes allocates nothing.
struct Trace : Stages {
  Scalar divisor = 1;  // what the scores were divided by
};

}  // namespace attention_lab
