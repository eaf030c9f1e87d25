// One exhibit: the document computed with one mistake, and what gives it away.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/document/session.h"
#include "core/mistakes/giveaway.h"
#include "core/mistakes/mistake.h"
#include "core/result.h"
#include "ui/workspaces/museum/exhibit_mark.h"

namespace attention_lab {

struct Remedy;

/// Belongs to one revision of the session and never changes.
struct Exhibit {
  Mistake mistake;
  std::uint64_t revision;
  bool is_preview;      ///< made while a number was being changed
  Result<Trace> wrong;  ///< or why it cannot be made with this document
  Giveaway giveaway;
  std::vector<std::string> phrases;      ///< of what gives it away; plain
  std::shared_ptr<const Remedy> remedy;  ///< where it cannot be made, or changes nothing; null in previews
};

using ExhibitPointer = std::shared_ptr<const Exhibit>;

/// Which exhibit, and of what.
struct ExhibitRequest {
  Mistake mistake;
  std::uint64_t revision;
  bool is_preview;
  std::uint64_t seed;  ///< new numbers of a remedy are drawn from it

  bool operator==(const ExhibitRequest&) const = default;
};
ExhibitRequest exhibit_request(const Session& session, Mistake mistake, std::uint64_t seed);

/// Runs the wrong pass, once or twice, and looks for a remedy unless it is a preview: that may take several
/// passes more. `right` is the right trace of the document. `goes_on` is asked after each pass and told how
/// much is done, of 1; where it says no, there is no exhibit.
ExhibitPointer make_exhibit(
    const Document& document, const Trace& right, const ExhibitRequest& request,
    const std::function<bool(float)>& goes_on = [](float) { return true; });

/// Whether it is what make_exhibit() would make now.
bool is_current(const Exhibit& exhibit, const Session& session, Mistake mistake);

/// The friendly case: a way that looks wrong and is right.
bool is_right_after_all(const Exhibit& exhibit);

/// What the list says about an exhibit.
ExhibitMark mark_of(const Exhibit& exhibit);
/// The same without the exhibit.
ExhibitMark make_mark(const Session& session, Mistake mistake);

}  // namespace attention_lab
