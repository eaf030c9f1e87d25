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

/// What a trace has that is wrong on purpose.
struct MadeMistake {
  Mistake mistake = Mistake::softmax_over_queries;
  Giveaway giveaway;
};

/// About how many bytes compute_text and compute_json write, whatever the mistake. Known before anything is
/// computed.
std::size_t estimated_compute_size(const Document& document);

/// For people: each matrix with its name, what made it and its shape, rows labelled with their tokens,
/// numbers to four decimals as PyTorch prints them; from ten billion up with an exponent, so that
/// one of them does not make the lines of all others long. Of a wrong trace, the text starts with a line that
/// says which mistake it is and what gives it away, and each matrix says how it was really made.
void compute_text(TextPieces& text, const Document& document, const Trace& trace,
                  const std::optional<MadeMistake>& made = std::nullopt);

/// For programs: {"tokens", "heads": [{"Q", "K", "V", "scores", "scaled_scores", "masked_scores", "weights",
/// "head_output"}], "context"}; with positions also "token_embeddings", "position_embeddings" and "X", with
/// dropout "dropout_mask" and "dropped_weights" in each head. Numbers come back bit for bit. What JSON lacks:
/// a score that the mask hides is null, and what left the range of float is "Infinity", "-Infinity" or "NaN".
/// Of a wrong trace there are two members more: "mistake", the name, and "giveaway", what giveaway.h says,
/// member by member.
void compute_json(TextPieces& text, const Document& document, const Trace& trace,
                  const std::optional<MadeMistake>& made = std::nullopt);

}  // namespace attention_lab
