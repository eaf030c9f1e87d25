// A step in symbols.
#pragma once

#include <string>

#include "core/document/session.h"
#include "core/steps/step.h"

namespace attention_lab {

/// Mark-up in the symbols of symbol_of (inspector_content.h): "q_{2,1} = Σ_t x_{2,t} × W_q[t,1],  now t = 2",
/// "Q = X·W_q + b_q". e_{i} is an embedding; e_{i,j} are the exponentials of softmax. Precondition: as
/// numbers_of.
std::string step_formula(const Session& session, Index head, const Step& step);

}  // namespace attention_lab
