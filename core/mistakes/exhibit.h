// One exhibit: the document computed with one mistake, and the signs that reveal the mistake.
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

/// Belongs to one revision of the session; immutable.
struct Exhibit {
  Mistake mistake;
  std::uint64_t revision;
  bool is_preview;      ///< computed while a number was being changed
  Result<Trace> wrong;  ///< or the reason why the mistake cannot be made with this document
  Giveaway giveaway;
  std::vector<std::string> phrases;  ///< how the mistake shows; plain text
  std::optional<Remedy> remedy;      ///< if it cannot be made or changes nothing; none in previews
};

using ExhibitPointer = std::shared_ptr<const Exhibit>;

/// Identifies an exhibit and its input.
struct ExhibitRequest {
  Mistake mistake;
  std::uint64_t revision;
  bool is_preview;
  std::uint64_t seed;  ///< new numbers of a remedy are drawn from it

  bool operator==(const ExhibitRequest&) const = default;
};
ExhibitRequest exhibit_request(const Session& session, Mistake mistake, std::uint64_t seed);

/// Runs the wrong pass once or twice and, unless it is a preview, looks for a remedy, which may take several
/// more passes. `right` is the correct trace of the document. `goes_on` is called after each pass with the
/// fraction done; if it returns false, there is no exhibit.
ExhibitPointer make_exhibit(
    const Document& document, const Trace& right, const ExhibitRequest& request,
    const std::function<bool(float)>& goes_on = [](float) { return true; });

/// Whether make_exhibit() would give the same exhibit now.
bool is_current(const Exhibit& exhibit, const Session& session, Mistake mistake);

/// Whether this is the case that looks wrong but is correct.
bool is_right_after_all(const Exhibit& exhibit);

/// The status of an exhibit in a list.
enum class ExhibitMark {
  unknown,          ///< not computed yet
  impossible,       ///< the mistake cannot be made with this document
  agrees,           ///< the mistake changes nothing
  right_after_all,  ///< it changes nothing in any document: the way that is correct after all
  differs,          ///< it changes weights or context
  not_a_number      ///< it gives NaN
};

ExhibitMark mark_of(const Exhibit& exhibit);
/// The mark of an exhibit that has not been made.
ExhibitMark make_mark(const Session& session, Mistake mistake);

/// How the mistake shows, as short phrases for badges; plain text.
std::vector<std::string> badges_of(const Exhibit& exhibit);
/// The size of the numerical differences, in a sentence; empty if a badge already says it.
std::string difference_in_words(const Exhibit& exhibit);

/// Whether an exhibit of this model takes only a few hundredths of a second.
bool is_quick(const Model& model);

}  // namespace attention_lab
