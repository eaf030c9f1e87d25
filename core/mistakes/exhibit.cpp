#include "core/mistakes/exhibit.h"

#include <cmath>

#include "core/words/templates.h"

namespace attention_lab {
namespace {

ExhibitMark mark_by(const Giveaway& giveaway, Mistake mistake) {
  if (giveaway.has_nan) return ExhibitMark::not_a_number;
  if (!giveaway.numbers_agree) return ExhibitMark::differs;
  return is_right_after_all(mistake) ? ExhibitMark::right_after_all : ExhibitMark::agrees;
}

std::optional<Remedy> find_remedy(const Document& document, const Exhibit& exhibit, std::uint64_t seed,
                                  const std::function<bool()>& goes_on) {
  const bool is_seen = exhibit.wrong && !exhibit.giveaway.numbers_agree;
  if (is_seen || is_right_after_all(exhibit)) return std::nullopt;
  return remedy_for(document, exhibit.mistake, seed, goes_on);
}

}  // namespace

ExhibitRequest exhibit_request(const Session& session, Mistake mistake, std::uint64_t seed) {
  return {mistake, session.revision(), session.is_previewing(), seed};
}

ExhibitPointer make_exhibit(const Document& document, const Trace& right, const ExhibitRequest& request,
                            const std::function<bool(float)>& goes_on) {
  // Rough estimates: a comparison takes longer than a pass, and sometimes needs another pass.
  constexpr float after_the_pass = 0.25f;
  constexpr float after_the_comparison = 0.75f;
  const Mistake mistake = request.mistake;
  Exhibit exhibit{
      mistake, request.revision, request.is_preview, forward_with_mistake(document.model, mistake), {},
      {},      std::nullopt};
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
  return is_right_after_all(exhibit.mistake) && exhibit.wrong && exhibit.giveaway.numbers_agree;
}

ExhibitMark mark_of(const Exhibit& exhibit) {
  return exhibit.wrong ? mark_by(exhibit.giveaway, exhibit.mistake) : ExhibitMark::impossible;
}

ExhibitMark make_mark(const Session& session, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(session.model(), mistake);
  if (!wrong) return ExhibitMark::impossible;
  return mark_by(giveaway_of(session.model(), mistake, session.trace(), *wrong), mistake);
}

std::vector<std::string> badges_of(const Exhibit& exhibit) {
  if (!is_right_after_all(exhibit)) return exhibit.phrases;
  return {"correct after all: the numbers agree",
          filled("largest difference in weights <difference>",
                 {{"difference", text_of_difference(exhibit.giveaway.largest_weight_difference)}})};
}

std::string difference_in_words(const Exhibit& exhibit) {
  const Giveaway& giveaway = exhibit.giveaway;
  if (!exhibit.wrong || giveaway.numbers_agree || !std::isfinite(giveaway.largest_difference) ||
      !std::isfinite(giveaway.largest_weight_difference)) {
    return "";
  }
  return filled(exhibit.wrong->heads.size() > 1
                    ? "Largest difference over all heads: <weights> in weights, <context> in context."
                    : "Largest difference: <weights> in weights, <context> in context.",
                {{"weights", text_of_difference(giveaway.largest_weight_difference)},
                 {"context", text_of_difference(giveaway.largest_difference)}});
}

bool is_quick(const Model& model) {
  constexpr double quick = 2e7;                // multiplications
  constexpr double comparing_one_score = 100;  // as a number of multiplications
  const auto n = static_cast<double>(model.n_tokens());
  const auto d_model = static_cast<double>(model.d_model());
  const auto d_k = static_cast<double>(model.d_k());
  const auto d_v = static_cast<double>(model.d_v());
  const double of_a_head = n * d_model * (2 * d_k + d_v) + n * n * (d_k + d_v + comparing_one_score);
  const auto n_heads = static_cast<double>(model.n_heads());
  return n_heads * (of_a_head + n * d_v * static_cast<double>(model.d_out())) <= quick;
}

}  // namespace attention_lab
