// What holds for every file that is opened, whatever is in it. The targets of libFuzzer ask it of files made
// up by chance, an ordinary test of every file that once broke it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attention_lab::campaign {

/// Runs one step of what the program does with a file; the answer is empty, or says which limit the step
/// passed.
using Watch = std::function<std::string(std::string_view step, const std::function<void()>& body)>;

// Each answers with the claim that the file breaks, in a sentence, or with nothing.

/// A document is read or refused with a sentence and a place, as find_problems finds it; what was read is
/// written and read again as the same, and can be computed and copied as text.
std::string broken_claim_of_document(std::string_view text, const Watch& watch);

/// Settings keep the program from nothing: each is within its range, and what is saved is loaded again.
std::string broken_claim_of_settings(std::string_view text, const Watch& watch);

/// Unsaved work is offered as it was kept, or its bytes are still in the folder. A text that begins with “/”
/// has the path of the original in its first line; the rest is the kept document.
std::string broken_claim_of_recovery(std::string_view text, const Watch& watch);

}  // namespace attention_lab::campaign
