// The arrangement of a page with several panels: the one in which numbers are largest.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ui/figures/pipeline/pipeline_layout.h"
#include "ui/figures/pipeline/pipeline_panels.h"

namespace attention_lab {

/// The room for panels.
struct PanelRoom {
  Rect area;
  std::size_t count = 1;
  std::size_t main = 0;  ///< the panel that is laid out; the others are alike
  Index per_head = 1;    ///< see states_shown()
  Point gap;
  float heading = 0;  ///< its height, above the matrices
  float pixel = 1;
  /// Operands are not left out for numbers that are larger than this, in points.
  float comfortable_number = 0;

  /// A panel with its heading.
  Rect panel(const PanelGrid& grid, std::size_t i) const;
  /// Below its heading.
  Rect matrices(const PanelGrid& grid, std::size_t i) const;
};

struct PanelArrangement {
  PanelGrid grid;
  FocusParts parts = FocusParts::all;
  StageLayout layout;  ///< of the main panel
};

/// The layouts of all arrangements that were tried last.
struct KeptPanelArrangement {
  std::vector<KeptStageLayout> trials;
  std::optional<std::size_t> chosen;
};

/// The arrangement and, in focus, the parts of the operation with the largest numbers; if there are none,
/// with the largest cells. Parts of matrices are worth less than whole ones. Operands are left out only if
/// numbers are smaller than comfortable with them, and much larger without. `request`: of the main panel,
/// with any parts.
PanelArrangement arrange_panels(const StageRequest& request, const PanelRoom& room,
                                KeptPanelArrangement* kept);

}  // namespace attention_lab
