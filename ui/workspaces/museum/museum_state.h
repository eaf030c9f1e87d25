// The state of the museum of mistakes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/attention/matrix_name.h"
#include "core/mistakes/exhibit.h"
#include "core/mistakes/mistake.h"
#include "ui/workspaces/museum/exhibit_plots.h"

namespace attention_lab {

struct ExhibitRequest;
struct ExhibitWork;

/// The mark of one exhibit, and the state it belongs to.
struct ListedExhibit {
  ExhibitMark mark = ExhibitMark::unknown;
  std::uint64_t revision = ~std::uint64_t{0};
};

struct MuseumState {
  // Chosen by the user.
  Mistake mistake = Mistake::softmax_over_queries;
  /// Of each mistake; empty: the stage that shows it best.
  std::array<std::optional<MatrixName>, all_mistakes.size()> stages;

  // Derived from the document, kept until it changes.
  ExhibitPointer exhibit;
  std::shared_ptr<ExhibitWork> work;               // computes the exhibit in the background
  std::shared_ptr<const ExhibitRequest> given_up;  // was cancelled, or memory ran out
  ExhibitPlots plots;
  std::array<ListedExhibit, all_mistakes.size()> list;
  std::size_t next_in_list = 0;                    // the mark to update next
  Mistake listed = Mistake::softmax_over_queries;  // chosen when the list was last drawn
};

}  // namespace attention_lab
