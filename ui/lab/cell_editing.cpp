#include "ui/lab/cell_editing.h"

#include <cmath>

namespace attention_lab {
namespace {

constexpr double value_per_pixel = 0.01;
constexpr double finest = 1e-4;  // dragging gives at most four decimals, as many as cells show

}  // namespace

std::shared_ptr<const Snapshot> what_was_before(const Session& session) {
  constexpr Index most_tokens = 256;  // copying a larger trace would cause a noticeable delay
  if (session.model().n_tokens() > most_tokens) return nullptr;
  return std::make_shared<const Snapshot>(Snapshot{session.document(), session.trace()});
}

double dragged_value(double value, float pixels, bool is_fast, bool is_fine) {
  const double step = value_per_pixel * (is_fast ? 10 : is_fine ? 0.1 : 1);
  return std::round((value + step * static_cast<double>(pixels)) / finest) * finest;
}

}  // namespace attention_lab
