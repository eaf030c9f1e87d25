#include "ui/lab/followed_tokens.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace attention_lab {

void FollowedTokens::toggle(const std::vector<std::string>& tokens, Index token) {
  const Followed chosen{token, tokens[static_cast<std::size_t>(token)]};
  for (std::optional<Followed>& place : places_) {
    if (!place || place->token != token) continue;
    place.reset();
    return;
  }
  std::size_t at = older_;
  for (std::size_t i = most; i-- > 0;)
    if (!places_[i]) at = i;
  places_[at] = chosen;
  older_ = (at + 1) % most;
}

bool FollowedTokens::empty() const {
  return std::none_of(places_.begin(), places_.end(), [](const auto& place) { return place.has_value(); });
}

bool FollowedTokens::has(Index token) const {
  return std::any_of(places_.begin(), places_.end(),
                     [&](const auto& place) { return place && place->token == token; });
}

std::optional<Index> FollowedTokens::next_to_go() const {
  const bool has_room =
      std::any_of(places_.begin(), places_.end(), [](const auto& place) { return !place.has_value(); });
  if (has_room) return std::nullopt;
  return places_[older_]->token;
}

std::array<std::optional<Index>, FollowedTokens::most> FollowedTokens::tokens() const {
  std::array<std::optional<Index>, most> tokens;
  for (std::size_t i = 0; i < most; ++i)
    if (places_[i]) tokens[i] = places_[i]->token;
  return tokens;
}

void FollowedTokens::update(const std::vector<std::string>& tokens) {
  const Index n = static_cast<Index>(tokens.size());
  const auto is_at = [&](const Followed& followed, Index at) {
    return tokens[static_cast<std::size_t>(at)] == followed.text;
  };
  // All that have moved at once: two tokens may have changed places.
  std::array<std::optional<Followed>, most> moved;
  for (std::size_t i = 0; i < most; ++i) {
    const bool has_stayed = places_[i] && places_[i]->token < n && is_at(*places_[i], places_[i]->token);
    if (!has_stayed) moved[i] = std::exchange(places_[i], std::nullopt);
  }
  for (std::size_t i = 0; i < most; ++i) {
    if (!moved[i]) continue;
    std::optional<Index> nearest;
    for (Index at = 0; at < n; ++at) {
      if (!is_at(*moved[i], at) || has(at)) continue;
      const Index from = moved[i]->token;
      if (!nearest || std::abs(at - from) < std::abs(*nearest - from)) nearest = at;
    }
    if (nearest) places_[i] = Followed{*nearest, moved[i]->text};
  }
}

}  // namespace attention_lab
