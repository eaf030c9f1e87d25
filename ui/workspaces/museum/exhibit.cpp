#include "ui/workspaces/museum/exhibit.h"

#include "core/mistakes/forward_with_mistake.h"
#include "ui/workspaces/museum/remedy.h"

namespace attention_lab {
namespace {

ExhibitMark mark_by(const Giveaway& giveaway, Mistake mistake) {
  if (giveaway.has_nan) return ExhibitMark::not_a_number;
  if (!giveaway.numbers_agree) return ExhibitMark::differs;
  return mistake == Mistake::mask_after_softmax_renormalised ? ExhibitMark::right_after_all
                                                             : ExhibitMark::agrees;
}

std::shared_ptr<const Remedy> find_remedy(const Document& document, const Exhibit& exhibit,
                                          std::uint64_t seed, const std::function<bool()>& goes_on) {
  const bool is_seen = exhibit.wrong && !exhibit.giveaway.numbers_agree;
  if (is_seen || is_right_after_all(exhibit)) return nullptr;
  std::optional<Remedy> remedy = remedy_for(document, exhibit.mistake, seed, goes_on);
  return remedy ? std::make_shared<const Remedy>(*std::move(remedy)) : nullptr;
}

}  // namespace

ExhibitRequest exhibit_request(const Session& session, Mistake mistake, std::uint64_t seed) {
  return {mistake, session.revision(), session.is_previewing(), seed};
}

ExhibitPointer make_exhibit(const Document& document, const Trace& right, const ExhibitRequest& request,
                            const std::function<bool(float)>& goes_on) {
  // Roughly: a comparison takes longer than a pass, and sometimes needs one more.
  constexpr float after_the_pass = 0.25f;
  constexpr float after_the_comparison = 0.75f;
  const Mistake mistake = request.mistake;
  Exhibit exhibit{
      mistake, request.revision, request.is_preview, forward_with_mistake(document.model, mistake), {},
      {},      nullptr};
  if (!goes_on(after_the_pass)) return nullptr;
  if (exhibit.wrong) {
    exhibit.giveaway = giveaway_of(document.model, mistake, right, *exhibit.wrong);
    exhibit.phrases = phrases_of(exhibit.giveaway, mistake);
  }
  const auto still_goes_on = [&] { return goes_on(after_the_comparison); };
  if (!still_goes_on()) return nullptr;
  if (!exhibit.is_preview) exhibit.remedy = find_remedy(document, exhibit, request.seed, still_goes_on);
  if (!goes_on(1)) return nullptr;
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
  return exhibit.wrong ? mark_by(exhibit.giveaway, exhibit.mistake) : ExhibitMark::impossible;
}

ExhibitMark make_mark(const Session& session, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(session.model(), mistake);
  if (!wrong) return ExhibitMark::impossible;
  return mark_by(giveaway_of(session.model(), mistake, session.trace(), *wrong), mistake);
}

}  // namespace attention_lab
