#include "ui/museum/exhibit.h"

#include "core/mistakes/forward_with_mistake.h"

namespace attention_lab {
namespace {

ExhibitMark mark_of(const Giveaway& giveaway) {
  if (giveaway.has_nan) return ExhibitMark::not_a_number;
  return giveaway.numbers_agree ? ExhibitMark::agrees : ExhibitMark::differs;
}

}  // namespace

ExhibitPointer make_exhibit(const Session& session, Mistake mistake, std::uint64_t seed) {
  Exhibit exhibit{mistake, session.revision(), forward_with_mistake(session.model(), mistake), {},
                  {},      std::nullopt};
  if (exhibit.wrong) {
    exhibit.giveaway = giveaway_of(session.model(), mistake, session.trace(), *exhibit.wrong);
    exhibit.phrases = phrases_of(exhibit.giveaway, mistake);
  }
  const bool is_seen = exhibit.wrong && !exhibit.giveaway.numbers_agree;
  if (!is_seen && !is_right_after_all(exhibit))
    exhibit.remedy = remedy_for(session.document(), mistake, seed);
  return std::make_shared<const Exhibit>(std::move(exhibit));
}

bool is_right_after_all(const Exhibit& exhibit) {
  return exhibit.mistake == Mistake::mask_after_softmax_renormalised && exhibit.wrong &&
         exhibit.giveaway.numbers_agree;
}

ExhibitMark mark_of(const Exhibit& exhibit) {
  return exhibit.wrong ? mark_of(exhibit.giveaway) : ExhibitMark::impossible;
}

ExhibitMark make_mark(const Session& session, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(session.model(), mistake);
  if (!wrong) return ExhibitMark::impossible;
  return mark_of(giveaway_of(session.model(), mistake, session.trace(), *wrong));
}

}  // namespace attention_lab
