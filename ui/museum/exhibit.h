// One exhibit: the document computed with one mistake, and what gives it away.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/document/session.h"
#include "core/mistakes/giveaway.h"
#include "core/mistakes/mistake.h"
#include "core/result.h"
#include "ui/museum/remedy.h"

namespace attention_lab {

/// Belongs to one revision of the session and never changes.
struct Exhibit {
  Mistake mistake;
  std::uint64_t revision;
  Result<Trace> wrong;  ///< or why it cannot be made with this document
  Giveaway giveaway;
  std::vector<std::string> phrases;  ///< of what gives it away; plain
  std::optional<Remedy> remedy;      ///< where it cannot be made, or changes nothing
};

using ExhibitPointer = std::shared_ptr<const Exhibit>;

/// Runs the wrong pass, once or twice. New numbers of a remedy are drawn from the seed.
ExhibitPointer make_exhibit(const Session& session, Mistake mistake, std::uint64_t seed);

/// The friendly case: a way that looks wrong and is right.
bool is_right_after_all(const Exhibit& exhibit);

/// What the list says about an exhibit.
enum class ExhibitMark {
  unknown,      ///< not computed yet
  impossible,   ///< the mistake cannot be made with this document
  agrees,       ///< it changes nothing
  differs,      ///< it changes weights or context
  not_a_number  ///< it makes NaN
};
ExhibitMark mark_of(const Exhibit& exhibit);
/// The same without the exhibit.
ExhibitMark make_mark(const Session& session, Mistake mistake);

}  // namespace attention_lab
