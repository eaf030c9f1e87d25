#include "ui/museum/exhibit.h"

#include "core/mistakes/forward_with_mistake.h"
#include "ui/museum/remedy.h"

namespace attention_lab {
namespace {

ExhibitMark mark_of(const Giveaway& giveaway, Mistake mistake) {
  if (giveaway.has_nan) return ExhibitMark::not_a_number;
  if (!giveaway.numbers_agree) return ExhibitMark::differs;
  return mistake == Mistake::mask_after_softmax_renormalised ? ExhibitMark::right_after_all
                                                             : ExhibitMark::agrees;
}

std::shared_ptr<const Remedy> find_remedy(const Session& session, const Exhibit& exhibit,
                                          std::uint64_t seed) {
  const bool is_seen = exhibit.wrong && !exhibit.giveaway.numbers_agree;
  if (is_seen || is_right_after_all(exhibit)) return nullptr;
  std::optional<Remedy> remedy = remedy_for(session.document(), exhibit.mistake, seed);
  return remedy ? std::make_shared<const Remedy>(*std::move(remedy)) : nullptr;
}

}  // namespace

ExhibitPointer make_exhibit(const Session& session, Mistake mistake, std::uint64_t seed) {
  Exhibit exhibit{mistake,
                  session.revision(),
                  session.is_previewing(),
                  forward_with_mistake(session.model(), mistake),
                  {},
                  {},
                  nullptr};
  if (exhibit.wrong) {
    exhibit.giveaway = giveaway_of(session.model(), mistake, session.trace(), *exhibit.wrong);
    exhibit.phrases = phrases_of(exhibit.giveaway, mistake);
  }
  if (!exhibit.is_preview) exhibit.remedy = find_remedy(session, exhibit, seed);
  return std::make_shared<const Exhibit>(std::move(exhibit));
}

bool is_current(const Exhibit& exhibit, const Session& session, Mistake mistake) {
  return exhibit.mistake == mistake && exhibit.revision == session.revision() &&
         exhibit.is_preview == session.is_previewing();
}

bool is_right_after_all(const Exhibit& exhibit) {
  return exhibit.mistake == Mistake::mask_after_softmax_renormalised && exhibit.wrong &&
         exhibit.giveaway.numbers_agree;
}

ExhibitMark mark_of(const Exhibit& exhibit) {
  return exhibit.wrong ? mark_of(exhibit.giveaway, exhibit.mistake) : ExhibitMark::impossible;
}

ExhibitMark make_mark(const Session& session, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(session.model(), mistake);
  if (!wrong) return ExhibitMark::impossible;
  return mark_of(giveaway_of(session.model(), mistake, session.trace(), *wrong), mistake);
}

}  // namespace attention_lab
