// What the inspector says about what the selected number moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/document/session.h"
#include "ui/lab/influence.h"

namespace attention_lab {

/// One matrix: where it moves most, and how much there.
struct MovedMatrix {
  std::string symbol;  // mark-up: "α_{2,3}"
  std::string derivative;
};

struct InfluenceContent {
  std::string sentence;              // plain words
  std::optional<MovedMatrix> there;  // the number under the mouse
  std::vector<MovedMatrix> most;     // each matrix of the shown head after the number, where it moves most
};

/// Precondition: influence.cell().
InfluenceContent describe_influence(const Session& session, const Influence& influence, Index head,
                                    const std::optional<CellRef>& hovered);

}  // namespace attention_lab
