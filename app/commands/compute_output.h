// The intermediates of a forward pass as text.
#pragma once

#include <string>

#include "core/attention/trace.h"
#include "core/document/document.h"

namespace attention_lab {

/// For people: each matrix with its name, what made it and its shape, rows labelled with their tokens,
/// numbers to four decimals as PyTorch prints them.
std::string compute_text(const Document& document, const Trace& trace);

/// For programs: {"tokens", "heads": [{"Q", "K", "V", "scores", "scaled_scores", "masked_scores", "weights",
/// "head_output"}], "context"}. Numbers come back bit for bit; −∞, which JSON lacks, is null, and so is what
/// left the range of float.
std::string compute_json(const Document& document, const Trace& trace);

}  // namespace attention_lab
