// The museum of mistakes: which one is looked at, and how.
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

/// What the list knows about one exhibit, and since when.
struct ListedExhibit {
  ExhibitMark mark = ExhibitMark::unknown;
  std::uint64_t revision = ~std::uint64_t{0};
};

struct MuseumState {
  // Chosen by the person.
  Mistake mistake = Mistake::softmax_over_queries;
  std::array<std::optional<MatrixName>, all_mistakes.size()> stages;  // empty: the most telling one

  // Made of the document, kept while it does not change.
  ExhibitPointer exhibit;
  std::shared_ptr<ExhibitWork> work;               // on the exhibit, in the background
  std::shared_ptr<const ExhibitRequest> given_up;  // it was cancelled, or memory ran out
  ExhibitPlots plots;
  std::array<ListedExhibit, all_mistakes.size()> list;
  std::size_t next_in_list = 0;                    // to be looked at
  Mistake listed = Mistake::softmax_over_queries;  // chosen when the list was drawn last
};

}  // namespace attention_lab
