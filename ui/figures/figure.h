// Any figure by its name, from a document and its trace: what the command line, the window and the menus ask
// for.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/result.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/heatmaps/cell_grid.h"

namespace attention_lab {

enum class FigureName { heatmap, flow, heads, pipeline, softmax, matrix, bars, lines, histogram };

inline constexpr std::array all_figure_names = {
    FigureName::heatmap, FigureName::flow, FigureName::heads, FigureName::pipeline, FigureName::softmax,
    FigureName::matrix,  FigureName::bars, FigureName::lines, FigureName::histogram};

/// "heatmap", "flow", …
std::string_view to_string(FigureName name);
std::optional<FigureName> figure_name_from(std::string_view text);
/// One sentence: what it shows.
std::string_view description_of(FigureName name);

/// The numbers at the ends of the colours.
struct ColourRange {
  enum class Kind {
    automatic,  ///< weights from 0 to their largest, rounded up; signed numbers symmetric; others low to high
    unit,       ///< 0 to 1
    symmetric,  ///< the largest absolute number on both sides of 0
    by_hand,    ///< low to high
  };
  Kind kind = Kind::automatic;
  double low = 0;
  double high = 1;

  bool operator==(const ColourRange&) const = default;
};

/// How a figure uses the pinned state A beside the present state B.
enum class Comparison {
  none,          ///< B alone
  pinned,        ///< A alone
  side_by_side,  ///< A, B and B − A
  difference,    ///< B − A
};

/// A document and its trace, as a figure looks at them.
struct LabState {
  const Document& document;
  const Trace& trace;
};

struct FigureRequest {
  FigureName figure = FigureName::heatmap;
  MatrixRef matrix{MatrixName::weights, 0};  ///< where the figure is about one; its head for the others
  std::optional<Index> token;                ///< a row: pointed out, or the only one shown
  std::optional<Index> column;               ///< pointed out
  Comparison comparison = Comparison::none;
  std::optional<MatrixRef> pinned_matrix;  ///< of A, where it is not the same as of B
  std::optional<std::string> title;        ///< mark-up; empty optional: the figure's own
  std::optional<ColourMap> map;            ///< empty: viridis for weights, PuOr for signed numbers
  ColourRange range;
  int decimals = 2;
  bool shows_values = true;

  bool operator==(const FigureRequest&) const = default;
};

/// Whether the figure depends on request.matrix (rather than on the whole document).
bool shows_one_matrix(FigureName name);
/// Whether the figure can show the comparison.
bool can_show(FigureName name, Comparison comparison);
/// Whether the figure can show the matrix: flow needs tokens by tokens, heads one for each head.
bool can_show(FigureName name, MatrixName matrix);
/// Whether request.token chooses something in the figure.
bool takes_token(FigureName name);
/// Whether the figure has numbers shown as colours.
bool has_colours(FigureName name);

struct Figure {
  DisplayList list;
  std::optional<CellGrid> cells;  ///< of the matrix, where the figure has one heatmap of it
};

/// Draws it onto a page of width × height. Errors: not_found for a matrix the document does not have or a
/// comparison without a pinned state; out_of_range for a head or token; wrong_shape where A and B cannot be
/// compared.
Result<Figure> draw_figure(const FigureRequest& request, const LabState& present, const LabState* pinned,
                           float width, float height, const FigureStyle& style, const TextMetrics& metrics);

/// One request for each figure there is.
std::vector<FigureRequest> all_figures();

/// What its file is called, without the ending: "weights", "head2-scaled_scores", "flow", …
std::string file_stem(const FigureRequest& request, Index n_heads);

}  // namespace attention_lab
