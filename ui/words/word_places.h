// Where a word can be seen, and how to go there.
#pragma once

#include <cstddef>
#include <string>

#include "core/document/session.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Mark-up: "In the pipeline: scores".
std::string place_in_words(std::size_t word);

/// Shows the place: the matrix in focus with a number selected, a page of the laboratory, or training. If the
/// document has no such matrix, says how it gets one.
void show_word(const Session& session, ViewState& view, std::size_t word);

}  // namespace attention_lab
