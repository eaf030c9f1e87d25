// The whole computation on one wide page: every matrix with its shape, and the operations between them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/stages.h"
#include "core/document/document.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/panel_arrangement.h"
#include "ui/figures/pipeline/pipeline_layout.h"
#include "ui/figures/pipeline/pipeline_marks.h"
#include "ui/figures/pipeline/pipeline_panels.h"
#include "ui/figures/pipeline/stage_motion.h"
#include "ui/figures/pipeline/stage_ranges.h"

namespace attention_lab {

inline constexpr float usual_strip_share = 0.2f;

/// What all panels of a page have in common.
struct PipelineLooks {
  explicit PipelineLooks(StageRanges its_ranges) : ranges(std::move(its_ranges)) {}

  StageRanges ranges;                        // of the numbers
  std::optional<StageRanges> colour_ranges;  // of the colours, if they are others
  std::optional<Index> token;                // the path of one query; all queries if empty
  std::string title;                         // mark-up; may be empty
  ColourMap weights_map = ColourMap::viridis;
  double weights_high = 1;  // the number at the last colour of the map
  int decimals = 2;
  /// For a window; see StageRequest.
  int fewest_decimals = 2;
  float legible = 0;
  float least_number = 0;
  std::optional<PerAxis<Index>> scroll;
  bool has_scroll_bars = false;  ///< which the window adds where a matrix continues; otherwise dots say so
  bool keeps_room = false;
  bool has_colour_lock = false;           ///< leaves room for a padlock before the legend
  std::optional<MatrixName> focus;        ///< a focused_stage, large; then all matrices are also there, small
  float strip_share = usual_strip_share;  ///< of the page's height, for the small ones
  std::vector<MatrixName> collapsed;      ///< drawn tiny, so that the others get the room; not in focus
  const PipelineMarks* marks = nullptr;   // none: a page on which nothing is marked
};

/// One head of one state of a document, and how it is shown.
struct PipelineFigureSpec : PipelineLooks {
  PipelineFigureSpec(const Document& shown, const Trace& its_trace, Index shown_head = 0)
      : PipelineFigureSpec(
            shown, its_trace, shown_head,
            ranges_of_stages(shown.model, its_trace, heads_of_ranges(shown.model, {shown_head}))) {}
  PipelineFigureSpec(const Document& shown, const Trace& its_trace, Index shown_head, StageRanges its_ranges)
      : PipelineLooks(std::move(its_ranges)), document(shown), trace(its_trace), head(shown_head) {}

  /// The same looks for another state, in a panel of the page.
  PipelineFigureSpec(const PipelineLooks& looks, const PipelinePanelSpec& panel)
      : PipelineLooks(looks),
        document(panel.state.document),
        trace(panel.state.trace),
        head(panel.head),
        is_difference(panel.shows == PanelState::difference),
        mask(panel.mask.value_or(document.model.options.mask)) {}

  const Document& document;
  const Trace& trace;
  Index head;
  bool is_difference = false;               ///< the numbers are differences, all of them signed
  Mask mask = document.model.options.mask;  ///< hides cells

  /// The panels of the page, if there are several or they have headings; see panels_of(). `ranges` are then
  /// those of all panels but the differences.
  std::vector<PipelinePanelSpec> panels{};
  Index states_per_head = 1;                       ///< see states_shown()
  std::optional<StageRanges> difference_ranges{};  ///< of the panels that show B − A
};

/// B compared with A, and the ranges of the numbers of A and of B − A in some heads.
struct ComparedStages {
  ComparedStages(const LabState& present, const LabState& pinned, const std::vector<Index>& heads);

  StageDifference difference;
  StageRanges pinned_ranges;
  StageRanges difference_ranges;
};

/// Gives the page of B its panels. Its `ranges`, which are those of B in these heads, become those of A and
/// B, whose colours are the same also where only one of them is shown. `pinned` and `compared`: null only if
/// nothing is compared; A outlives the page.
void take_panels(PipelineFigureSpec& spec, const LabState& present, const std::vector<Index>& heads,
                 Comparison comparison, const LabState* pinned, const ComparedStages* compared);

/// A part of the picture with matrices of its own.
struct PipelinePanel {
  Index head = 0;
  PanelState shows = PanelState::present;
  StageLayout stages;  ///< without matrices if the panel only says why it has none
};

/// The picture, and where everything is in it.
struct PipelinePicture {
  DisplayList list;
  std::vector<PipelinePanel> panels;  ///< at least one
  std::optional<StageLayout> strip;   ///< of all matrices, small, while a stage is in focus
  std::optional<Rect> colour_lock;    ///< where the padlock is, if there is a legend
};

/// The layouts drawn last.
struct KeptPipelineLayout {
  KeptStageLayout stages;  ///< of a page without panels
  KeptPanelArrangement panels;
  std::vector<KeptStageLayout> others;  ///< of the panels that are not like the main one
  KeptStageLayout strip;
  MotionTime time;                   ///< given by whoever draws the picture
  std::vector<StageMotion> motions;  ///< of the panels

  bool is_moving() const {
    return std::any_of(motions.begin(), motions.end(),
                       [](const StageMotion& motion) { return motion.is_moving(); });
  }
};

/// From left to right: X; W_q, W_k, W_v; Q, K, V; scores, scaled scores, masked scores (if there is a mask),
/// weights; head output, (concatenated, W_o,) context. Each matrix has its name, its shape and, if they fit,
/// its numbers; the operations are on the arrows. If there are several heads, one is shown, and the page says
/// which; or each has a panel.
///
/// Panels of heads and states share one legend. A and B also share their colours; those of B − A have ranges
/// of their own, and no operations on their arrows, because they do not hold for differences. In focus, what
/// all heads share is left out of their panels if that is needed for legible numbers, and if it is not enough
/// all operands are. Panels beyond those that fit are left out, and the page says so.
///
/// With a token, its row is framed and the rows of other queries are faded. X, K and V are not faded, because
/// all of their rows take part, except the rows of K and V that the mask hides from the token.
///
/// With `kept`, the picture is laid out again only if something has changed that the layout depends on.
///
/// If numbers are not legible, cells have only colours; if cells do not fit either, matrices become windows
/// onto their first dimensions and tokens (including the chosen one), and the page says so. Signed numbers
/// are tinted from the ground colour up to 55%, with one scale for X and the parameters, one for Q, K, V and
/// outputs (another for a context computed with W_o), and one for scores; the legend shows the ranges.
PipelinePicture pipeline_figure(const PipelineFigureSpec& spec, float width, float height,
                                const FigureStyle& style, const TextMetrics& metrics,
                                KeptPipelineLayout* kept = nullptr);

}  // namespace attention_lab
