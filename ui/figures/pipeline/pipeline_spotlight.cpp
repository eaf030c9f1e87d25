#include "ui/figures/pipeline/pipeline_spotlight.h"

#include <algorithm>

namespace attention_lab {
namespace {

template <class IsLit>
float light_where(bool is_on, const std::vector<Place>& lit, IsLit is_lit) {
  return !is_on || std::any_of(lit.begin(), lit.end(), is_lit) ? 1.0f : 0.0f;
}

}  // namespace

std::vector<Place> places_of_token(const MatrixRef& matrix, Index token) {
  std::vector<Place> places;
  if (has_token_rows(matrix.name)) places.push_back({matrix, token, std::nullopt});
  if (has_token_columns(matrix.name)) places.push_back({matrix, std::nullopt, token});
  return places;
}

StageSpotlight::StageSpotlight(const PipelineMarks* marks, const MatrixRef& matrix)
    : is_on_(marks != nullptr && marks->has_spotlight) {
  if (!is_on_) return;
  for (const std::optional<Index>& token : marks->followed) {
    if (!token) continue;
    for (const Place& place : places_of_token(matrix, *token)) lit_.push_back(place);
  }
  if (!marks->selected) return;
  const CellRef& cell = marks->selected->cell;
  if (cell.matrix == matrix) {
    lit_.push_back({matrix, cell.row, std::nullopt});
    lit_.push_back({matrix, std::nullopt, cell.column});
  }
  for (const Place& link : marks->selected->links)
    if (link.matrix == matrix) lit_.push_back(link);
}

float StageSpotlight::on(Index row, Index column) const {
  return light_where(is_on_, lit_, [&](const Place& place) {
    return place.row.value_or(row) == row && place.column.value_or(column) == column;
  });
}

float StageSpotlight::on_row_label(Index row) const {
  return light_where(is_on_, lit_, [&](const Place& place) { return place.row == row; });
}

float StageSpotlight::on_column_label(Index column) const {
  return light_where(is_on_, lit_, [&](const Place& place) { return place.column == column; });
}

float StageSpotlight::on_matrix() const {
  return light_where(is_on_, lit_, [](const Place&) { return true; });
}

}  // namespace attention_lab
