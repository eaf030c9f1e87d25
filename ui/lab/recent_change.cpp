#include "ui/lab/recent_change.h"

#include <imgui.h>

#include "core/attention/stages.h"
#include "ui/lab/view_state.h"

namespace attention_lab {
namespace {

constexpr double seconds_shown = 2;

}  // namespace

std::shared_ptr<const Snapshot> what_was_before(const Session& session) {
  constexpr Index most_tokens = 256;  // copying a larger trace would cause a noticeable delay
  if (session.model().n_tokens() > most_tokens) return nullptr;
  return std::make_shared<const Snapshot>(Snapshot{session.document(), session.trace()});
}

std::shared_ptr<const Snapshot> shown_before(const Session& session, ViewState& view) {
  RecentChange& change = view.change;
  if (change.before == nullptr || change.revision != session.revision()) return nullptr;
  const bool is_changing = view.editing.drag || view.editing.typing;
  if (is_changing) return change.before;
  const double left = change.since + seconds_shown - ImGui::GetTime();
  if (left <= 0) {
    change.before.reset();
    return nullptr;
  }
  view.want_frame(left);
  return change.before;
}

std::optional<Scalar> number_before(const Session& session, const Snapshot& before, const CellRef& cell) {
  const MatrixView values = matrix_view(before.document.model, before.trace, cell.matrix);
  const MatrixView now = matrix_view(session.model(), session.trace(), cell.matrix);
  if (values.rows() != now.rows() || values.cols() != now.cols()) return std::nullopt;
  return values(cell.row, cell.column);
}

}  // namespace attention_lab
