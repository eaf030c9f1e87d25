// Whether a document keeps its invariant.
#pragma once

#include <vector>

#include "core/document/document.h"
#include "core/result.h"
#include "core/words/utf8.h"  // is_utf8

namespace attention_lab {

/// Everything that is wrong with a document, each with its place ("heads[1].W_k"); empty if all is
/// well. With projection identity the heads may be missing, but those that are there must fit. Checks limits,
/// shapes, positions of drawn tokens, finite numbers, a positive divisor and temperature, at least one token,
/// valid UTF-8.
std::vector<Error> validate(const Document& document);

}  // namespace attention_lab
