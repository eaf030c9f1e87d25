// A small change of the user's document that makes a hidden mistake visible.
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
  std::string reason;  ///< why the numbers agree without it; plain text, empty if an error says it
  Edit edit;           ///< one undoable step
};

/// A remedy for a document with which the mistake cannot be made or changes nothing. Empty if no small change
/// helps: the way that is correct after all, or a single token. New numbers are drawn from the seed.
/// `goes_on` is called between passes; if it returns false, the result is empty.
std::optional<Remedy> remedy_for(
    const Document& document, Mistake mistake, std::uint64_t seed,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace attention_lab
