// The vocabulary as text that a person can edit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"
#include "core/document/edit.h"
#include "core/result.h"

namespace attention_lab {

/// The names of the features, then one word per line, in the order of words_to_predict:
///
///   features: person, dog, cat
///   Alice: 1 0 0
///
/// The first line is left out if no feature has a name. Every number is exact. Precondition: the document has
/// a vocabulary.
std::string word_list(const Document& document);

/// The edits that make the vocabulary what the text says; words that the text leaves out stay as they are.
/// Blank lines are skipped. Errors, with the place "line 3": wrong_format for a line without a colon;
/// wrong_shape unless there is one name or number per feature; not_a_number; listed_twice; those of set_word.
Result<std::vector<Edit>> edits_of_word_list(std::string_view text, const Document& document);

}  // namespace attention_lab
