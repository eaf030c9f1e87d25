#include "ui/lab/recent_change.h"

#include <imgui.h>

#include "core/attention/stages.h"
#include "ui/lab/view_state.h"

namespace attention_lab {
namespace {

constexpr double seconds_shown = 2;

/// Whether both are the same number of one word, of which there is only one embedding.
bool follows(const Document& document, const CellRef& first, const CellRef& other) {
  return first.matrix == other.matrix && first.column == other.column && has_token_rows(first.matrix.name) &&
         document.tokens[static_cast<std::size_t>(first.row)] ==
             document.tokens[static_cast<std::size_t>(other.row)];
}

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

std::optional<CellRef> only_changed_number(const Session& session, const Snapshot& before) {
  const Model& model = session.model();
  if (before.document.model.n_heads() != model.n_heads()) return std::nullopt;
  std::optional<CellRef> changed;
  for (const MatrixName name : all_matrix_names) {
    if (!is_given(model, name)) continue;
    for (Index head = 0; head < (is_per_head(name) ? model.n_heads() : 1); ++head) {
      const MatrixView was = matrix_view(before.document.model, before.trace, {name, head});
      const MatrixView now = matrix_view(model, session.trace(), {name, head});
      if (was.rows() != now.rows() || was.cols() != now.cols()) return std::nullopt;
      if (was.data() == now.data()) continue;  // shared contents
      for (Index row = 0; row < now.rows(); ++row) {
        for (Index column = 0; column < now.cols(); ++column) {
          if (was(row, column) == now(row, column)) continue;
          const CellRef cell{{name, head}, row, column};
          if (changed && !follows(session.document(), *changed, cell)) return std::nullopt;
          if (!changed) changed = cell;
        }
      }
    }
  }
  return changed;
}

std::optional<Scalar> number_before(const Session& session, const Snapshot& before, const CellRef& cell) {
  const MatrixView values = matrix_view(before.document.model, before.trace, cell.matrix);
  const MatrixView now = matrix_view(session.model(), session.trace(), cell.matrix);
  if (values.rows() != now.rows() || values.cols() != now.cols()) return std::nullopt;
  return values(cell.row, cell.column);
}

}  // namespace attention_lab
