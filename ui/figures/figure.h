// Draws any figure by name from a document and its trace; used by the command line, the window and the menus.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/geometry/space.h"
#include "core/geometry/space_plane.h"
#include "core/result.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/plot.h"
#include "ui/figures/charts/sentence.h"
#include "ui/figures/figure_parts.h"

namespace attention_lab {

enum class FigureName {
  heatmap,
  flow,
  heads,
  pipeline,
  softmax,
  sentence,
  space,
  score_matrix,  ///< W_q·W_kᵀ
  matrix,
  bars,
  lines,
  histogram
};

inline constexpr std::array all_figure_names = {
    FigureName::heatmap, FigureName::flow,     FigureName::heads, FigureName::pipeline,
    FigureName::softmax, FigureName::sentence, FigureName::space, FigureName::score_matrix,
    FigureName::matrix,  FigureName::bars,     FigureName::lines, FigureName::histogram};

/// "heatmap", "flow", …
std::string_view to_string(FigureName name);
std::optional<FigureName> figure_name_from(std::string_view text);
/// One sentence that says what the figure shows.
std::string_view description_of(FigureName name);

/// The numbers at the two ends of the colour map, or of the axis of a chart.
struct ColourRange {
  enum class Kind {
    automatic,  ///< weights: 0 to the largest, rounded up; signed numbers: symmetric; others: low to high
    unit,       ///< 0 to 1
    symmetric,  ///< from −m to m, with m the largest absolute value
    by_hand,    ///< low to high
  };
  Kind kind = Kind::automatic;
  double low = 0;
  double high = 1;

  bool operator==(const ColourRange&) const = default;
};

/// How a figure uses the pinned state A and the present state B.
enum class Comparison {
  none,          ///< only B
  pinned,        ///< only A
  side_by_side,  ///< A, B and B − A
  difference,    ///< B − A
};

/// A document and its trace, as input of a figure.
struct LabState {
  const Document& document;
  const Trace& trace;
};

struct FigureRequest {
  FigureName figure = FigureName::heatmap;
  MatrixRef matrix{MatrixName::weights, 0};  ///< for figures of one matrix; others use its head
  std::optional<Index> token;                ///< a row: highlighted, or the only one shown
  std::optional<Index> column;               ///< highlighted
  std::optional<MatrixName> focus;           ///< of the pipeline: the matrix whose operation is enlarged
  Space space = Space::key;                  ///< of a space: which one
  PlaneChoice plane;                         ///< and in which plane
  bool shows_all_heads = false;              ///< of the pipeline: side by side; of flow: in one picture
  std::vector<Index> heads;  ///< of flow: several heads in one picture; empty: that of the matrix
  double threshold = 0;      ///< of flow: smaller numbers are not drawn
  std::optional<Index> top;  ///< of flow: how many keys of each query are drawn
  SentenceMark mark = SentenceMark::shade;  ///< of a sentence
  bool has_numbers_above = false;           ///< of a sentence: the numbers above the words
  std::optional<Span> tokens;               ///< only these tokens are shown; `token` counts all of them
  Comparison comparison = Comparison::none;
  std::optional<MatrixRef> pinned_matrix;  ///< in A, if it differs from that in B
  std::optional<std::string> title;        ///< mark-up; default: the figure's own title
  std::optional<ColourMap> map;            ///< default: viridis for weights, PuOr for signed numbers
  ColourRange range;
  int decimals = 2;
  bool shows_values = true;
  FigureSurroundings surroundings;
  std::string author;  ///< in the properties of files; may be empty

  bool operator==(const FigureRequest&) const = default;
};

/// Whether the figure depends on request.matrix rather than on the whole document.
bool shows_one_matrix(FigureName name);
/// Whether the figure supports the comparison.
bool can_show(FigureName name, Comparison comparison);
/// Whether the figure can show the matrix: flow, heads and sentence need tokens × tokens.
bool can_show(FigureName name, MatrixName matrix);
/// Whether the figure uses request.token.
bool takes_token(FigureName name);
/// Whether the figure shows numbers as colours.
bool has_colours(FigureName name);
/// Whether the figure uses request.range.
bool takes_range(FigureName name);
/// Whether the figure has the part that can be left out, or the words that can be replaced.
bool has_part(FigureName name, FigurePart part);
bool has_word(FigureName name, FigureWord word);

/// Draws the figure on a page of width × height. Errors: not_found for a matrix that the document does not
/// have or a comparison without a pinned state; out_of_range for a head or token; wrong_shape if A and B
/// cannot be compared.
Result<Figure> draw_figure(const FigureRequest& request, const LabState& present, const LabState* pinned,
                           float width, float height, const FigureStyle& style, const TextMetrics& metrics);

/// One request for every figure, and for each of the four spaces.
std::vector<FigureRequest> all_figures();

/// The file name without extension: "weights", "head2-scaled_scores", "flow", …
std::string file_stem(const FigureRequest& request, Index n_heads);

}  // namespace attention_lab
