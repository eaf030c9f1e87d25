// A step in plain words.
#pragma once

#include <string>

#include "core/document/session.h"
#include "core/steps/step.h"

namespace attention_lab {

// All of it is mark-up: “W_q” has a subscript.

/// What the step does, in a few words: "Score of “journey” for “starts”".
std::string step_title(const Session& session, Index head, const Step& step);

/// What happens and why, in one sentence without formulas.
std::string step_sentence(const Session& session, Index head, const Step& step);

/// “journey”, shortened where it is very long.
std::string quoted_token(const Session& session, Index token);

}  // namespace attention_lab
