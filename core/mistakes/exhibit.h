// One exhibit: the document computed with one mistake, and what gives it away.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/document/session.h"
#include "core/mistakes/giveaway.h"
#include "core/mistakes/mistake.h"
#include "core/mistakes/remedy.h"
#include "core/result.h"

namespace attention_lab {

/// Belongs to one revision of the session and never changes.
struct Exhibit {
  Mistake mistake;
  std::uint64_t revision;
  bool is_preview;      ///< made while a number was being changed
  Result<Trace> wrong;  ///< or why it cannot be made with this document
  Giveaway giveaway;
  std::vector<std::string> phrases;  ///< of what gives it away; plain
  std::optional<Remedy> remedy;      ///< where it cannot be made, or changes nothing; none in previews
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

/// The friendly case, where it is made.
bool is_right_after_all(const Exhibit& exhibit);

/// What a list of exhibits says about each.
enum class ExhibitMark {
  unknown,          ///< not computed yet
  impossible,       ///< the mistake cannot be made with this document
  agrees,           ///< it changes nothing
  right_after_all,  ///< it changes nothing, and never does: the friendly case
  differs,          ///< it changes weights or context
  not_a_number      ///< it makes NaN
};

ExhibitMark mark_of(const Exhibit& exhibit);
/// The same without the exhibit.
ExhibitMark make_mark(const Session& session, Mistake mistake);

/// What gives it away, in phrases for badges; plain.
std::vector<std::string> badges_of(const Exhibit& exhibit);
/// How far the numbers are off, in a sentence; empty where a badge says it all.
std::string difference_in_words(const Exhibit& exhibit);

/// Whether an exhibit of the model is made in a few hundredths of a second.
bool is_quick(const Model& model);

}  // namespace attention_lab
