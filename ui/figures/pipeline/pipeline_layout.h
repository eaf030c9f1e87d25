// The position of everything in the pipeline figure.
#pragma once

#include <optional>
#include <vector>

#include "core/document/document.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/rich_text.h"
#include "ui/figures/heatmaps/matrix_axes.h"
#include "ui/figures/pipeline/pipeline_plan.h"
#include "ui/figures/pipeline/stage_ranges.h"

namespace attention_lab {

struct StageRequest {
  const Document& document;
  const Trace& trace;
  const StageRanges& ranges;
  const FigureStyle& style;
  const TextMetrics& metrics;
  Index head = 0;
  std::optional<Index> token{};
  int decimals = 2;
  int fewest_decimals = 2;  ///< used where numbers would be smaller than `legible`
  float legible = 0;        ///< in points
  /// In points: matrices that scroll show fewer entries rather than smaller numbers than this, if they can.
  float least_number = 0;
  /// For a window in which matrices scroll: the first entries shown of each axis, clamped. Numbers are always
  /// written then, if there is any room for them.
  std::optional<PerAxis<Index>> scroll{};
  std::optional<MatrixName> focus{};    ///< only this focused_stage and its operands, as large as they get
  FocusParts parts = FocusParts::all;   ///< in focus
  bool is_strip = false;                ///< all matrices, small, without numbers and labels
  std::vector<MatrixName> collapsed{};  ///< drawn tiny, so that the others get the room; not in focus
  bool keeps_room = false;              ///< whether the room for numbers may not shrink in a KeptStageLayout
  bool prefers_whole = false;  ///< all cells without numbers rather than numbers that must be scrolled to
};

/// Font sizes in points.
struct StageText {
  float name = 0;    ///< of matrices
  float small = 0;   ///< shapes and operations
  float token = 0;   ///< row and column labels
  float number = 0;  ///< numbers in cells; 0: they do not fit
};

enum class StageHeader { none, level, turned };

/// One matrix on the page.
struct PlacedStage {
  StageBlock block;
  CellGrid grid;  ///< the rows and columns that are shown
  Index first_row = 0;
  Index first_column = 0;
  float label_width = 0;    ///< of the labels left of the cells; 0: none
  float sum_width = 0;      ///< of the sums right of the cells; 0: none
  float number_margin = 0;  ///< between a number and the right edge of its cell
  StageHeader header = StageHeader::none;
  float header_height = 0;
  Point title;  ///< left end, vertically centred

  bool hides_rows() const { return grid.rows < block.rows; }
  bool hides_columns() const { return grid.columns < block.columns; }
};

/// One arrow on the page: level from `from` to `bend`, curved to `landing`, level to `to`. A vertical arrow
/// is a straight line from `from` to `to`.
struct PlacedLink {
  StageLink link;
  Point from;
  Point bend;
  Point landing;
  Point to;
};

/// The step between labelled rows.
Index label_step(float cell_height, const StageText& text);

struct StageLayout {
  StageText text;
  std::vector<PlacedStage> stages;
  std::vector<PlacedLink> links;
  bool is_strip = false;  ///< see StageRequest
  int decimals = 2;
  PerAxis<Index> sizes;
  PerAxis<Index> visible;
  PerAxis<Index> first;
  bool has_texts = true;  ///< if false, the page is too small for shapes and operations
};

/// The best layout that fits `area`: all numbers, or else all cells, or else windows onto the matrices.
StageLayout lay_out_stages(const StageRequest& request, const Rect& area);

/// Whether both requests have the same layout, but for the heads: the same matrices, operations and labels.
/// Everything else about them must be equal.
bool have_same_layout(const StageRequest& a, const StageRequest& b);

/// The same layout elsewhere on the page, for another head.
StageLayout moved_layout(StageLayout layout, Point by, Index head);

/// The layout drawn last, for a picture that is drawn again in each frame.
class KeptStageLayout {
 public:
  /// lay_out_stages, unless nothing has changed that the layout depends on.
  const StageLayout& of(const StageRequest& request, const Rect& area);
  /// Whether it was laid out again the last time.
  bool is_new() const { return is_new_; }

 private:
  struct Key {
    Rect area;
    float font_size = 0;
    float pixel = 0;
    StagePlan plan;
    std::vector<std::string> tokens;
    Index n_sentences = 1;
    std::vector<std::string> features;
    std::vector<std::string> widest_numbers;
    bool scrolls = false;
    bool prefers_whole = false;
    std::optional<Index> token;
    std::optional<MatrixName> focus;
    int decimals = 0;
    float legible = 0;
    float least_number = 0;
    bool operator==(const Key&) const = default;
  };

  void scroll_to(const PerAxis<Index>& scroll);

  std::optional<Key> key_;
  StageLayout layout_;
  bool is_new_ = false;
};

}  // namespace attention_lab
