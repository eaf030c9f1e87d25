// The intermediates of a forward pass as text.
#pragma once

#include <cstddef>
#include <optional>

#include "app/files/text_pieces.h"
#include "core/attention/stages.h"
#include "core/document/document.h"
#include "core/mistakes/giveaway.h"
#include "core/mistakes/mistake.h"

namespace attention_lab {

/// The mistake with which a trace was computed.
struct MadeMistake {
  Mistake mistake = Mistake::softmax_over_queries;
  Giveaway giveaway;
};

/// The approximate number of bytes that compute_text and compute_json write, with or without a mistake. Needs
/// no trace.
std::size_t estimated_compute_size(const Document& document);

/// Text for people: each matrix with its name, formula and shape, and rows labelled with their tokens.
/// Numbers have four decimals like PyTorch's, and an exponent from 10¹⁰ on, so that one large number does not
/// widen all lines. For a wrong trace, the first line names the mistake and what gives it away, and the
/// formulas are the wrong ones.
void compute_text(TextPieces& text, const Document& document, const Trace& trace,
                  const std::optional<MadeMistake>& made = std::nullopt);

/// JSON for programs: {"tokens", "heads": [{"Q", "K", "V", "scores", "scaled_scores", "masked_scores",
/// "weights", "head_output"}], "context"}; with positions also "token_embeddings", "position_embeddings" and
/// "X", with dropout "dropout_mask" and "dropped_weights" in each head. Numbers are exact. Masked scores are
/// null; other values that JSON lacks are "Infinity", "-Infinity" or "NaN". A wrong trace has two more
/// members: "mistake" with its name, and "giveaway" with the members of giveaway.h.
void compute_json(TextPieces& text, const Document& document, const Trace& trace,
                  const std::optional<MadeMistake>& made = std::nullopt);

}  // namespace attention_lab
