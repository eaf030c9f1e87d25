// Questions of Predict first in words.
#pragma once

#include <string>
#include <string_view>

#include "core/document/session.h"
#include "core/result.h"
#include "core/steps/question.h"

namespace attention_lab {

/// Mark-up: "Does “starts” see “one”?"
std::string question_in_words(const Session& session, const Question& question);

/// Plain: "sharper", "yes", a token.
std::string answer_in_words(const Session& session, const Question& question, Index answer);

/// Mark-up: why the right answer is right, with its numbers.
std::string explanation_in_words(const Session& session, Index head, const Question& question, int decimals);

/// The answer that was typed: its words, in capitals or not, or its number counted from 1. Of tokens that are
/// written alike a right one is taken. Error: not_found.
Result<Index> answer_from(std::string_view typed, const Session& session, const Question& question);

/// "2 decimals", "1 decimal", "the whole number".
std::string decimals_in_words(int decimals);

}  // namespace attention_lab
