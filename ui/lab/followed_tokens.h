// The tokens that a person follows through all matrices.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/scalar.h"

namespace attention_lab {

/// Two at most, each with a colour of its own that it keeps. They stay until they are let go, also while
/// numbers are edited.
class FollowedTokens {
 public:
  static constexpr std::size_t most = 2;

  /// Follows the token, or lets go of it if it is followed already. A third token replaces the one that has
  /// been followed for longer.
  void toggle(const std::vector<std::string>& tokens, Index token);
  void clear() { places_ = {}; }

  bool empty() const;
  bool has(Index token) const;
  /// The token that the next one would replace; empty: none.
  std::optional<Index> next_to_go() const;
  /// The tokens in the order of their colours.
  std::array<std::optional<Index>, most> tokens() const;

  /// Call when the sentence may have changed: a token that has moved is followed to its new place, and one
  /// that is no longer there is let go.
  void update(const std::vector<std::string>& tokens);

 private:
  struct Followed {
    Index token = 0;
    std::string text;
  };

  std::array<std::optional<Followed>, most> places_;
  std::size_t older_ = 0;  // of two
};

}  // namespace attention_lab
