// What makes a mistake visible with the person's own document, where it is not.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/document/edit.h"
#include "core/mistakes/mistake.h"

namespace attention_lab {

struct Remedy {
  std::string label;   ///< what it does to the document: "Turn on the causal mask"; mark-up
  std::string reason;  ///< why the numbers agree without it; plain, empty where an error says it
  Edit edit;           ///< one undoable step
};

/// For a document with which the mistake cannot be made, or changes nothing. Empty where no small change
/// helps: a mistake that is none, a single token. New numbers are drawn from the seed. `goes_on` is asked
/// between passes; where it says no, the answer is empty.
std::optional<Remedy> remedy_for(
    const Document& document, Mistake mistake, std::uint64_t seed,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace attention_lab
