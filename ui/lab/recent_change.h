// The numbers before the latest change, which the pipeline compares with for a moment.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "ui/lab/snapshot.h"

namespace attention_lab {

struct ViewState;

struct RecentChange {
  std::shared_ptr<const Snapshot> before;  // null: there was no change, or the document is too large to copy
  std::uint64_t revision = 0;              // of the session after the change
  double since = 0;                        // ImGui time of its last part
  std::optional<CellRef> cell;             // the given number that changed, if it was only one
  std::optional<CellRef> hovered;          // what was under the mouse then
};

/// The numbers to compare with after a change; null if the document is too large to copy without a delay.
std::shared_ptr<const Snapshot> what_was_before(const Session& session);

/// The snapshot to compare with in this frame; null if there is none, or if the change was too long ago. Asks
/// for the frame in which it ends.
std::shared_ptr<const Snapshot> shown_before(const Session& session, ViewState& view);

/// The given number that alone differs between the snapshot and the present document, not counting those of
/// the same word that follow it; nullopt if there is none, or more than one.
std::optional<CellRef> only_changed_number(const Session& session, const Snapshot& before);

/// A number of the snapshot, if its matrix has the same shape now.
std::optional<Scalar> number_before(const Session& session, const Snapshot& before, const CellRef& cell);

}  // namespace attention_lab
