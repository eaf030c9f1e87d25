// One number in plain words.
#pragma once

#include <string>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"

namespace attention_lab {

/// Which number it is: "score of “journey” for “starts”".
std::string name_sentence(const Session& session, const CellRef& cell);

/// What it means, in a sentence without formulas.
std::string plain_sentence(const Session& session, const CellRef& cell);

}  // namespace attention_lab
