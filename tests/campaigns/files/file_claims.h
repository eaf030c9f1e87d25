// Claims that must hold for every file that is opened. The libFuzzer targets check them for generated files,
// a unit test for every file that once violated one.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attention_lab::campaign {

/// Runs one step of processing a file; returns an empty string, or the limit that the step exceeded.
using Watch = std::function<std::string(std::string_view step, const std::function<void()>& body)>;

// Each function returns a sentence about the violated claim, or an empty string.

/// A document is either read or rejected with a message and a place that agree with find_problems; what was
/// read can be written and read again unchanged, computed, and copied as text.
std::string broken_claim_of_document(std::string_view text, const Watch& watch);

/// Settings never prevent a start: all values are within their ranges, and saved settings are restored.
std::string broken_claim_of_settings(std::string_view text, const Watch& watch);

/// Unsaved work is offered as it was kept, or its bytes are still in the folder. If the text begins with “/”,
/// its first line is the path of the original; the rest is the kept document.
std::string broken_claim_of_recovery(std::string_view text, const Watch& watch);

}  // namespace attention_lab::campaign
