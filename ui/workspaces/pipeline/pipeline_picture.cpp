#include "ui/workspaces/pipeline/pipeline_picture.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <imgui.h>

#include "ui/figures/base/page.h"
#include "ui/workspaces/pipeline/shown_colours.h"
#include "ui/workspaces/pipeline/shown_marks.h"
#include "ui/workspaces/pipeline/shown_panels.h"
#include "ui/workspaces/pipeline/stage_focus.h"

namespace attention_lab {
namespace {

// Smaller numbers lose decimals. As shares of the workspace's width.
constexpr float legible_share = 1.0f / 68;
constexpr float legible_in_focus = 1.0f / 35;
constexpr int fewest_decimals = 2;
constexpr float least_in_focus = 17;  // pixels: digits 12 pixels high
constexpr float least_strip_share = 0.1f;

FigureStyle style_of(const Theme& theme, Point size) {
  return figure_style(theme, static_cast<float>(suitable_font_size(size.x, size.y)));
}

/// Larger controls take their room from the small pipeline, not from the numbers of the stage above it.
float strip_share(const ViewState& view, float height) {
  const float usual = room_beside_usual_controls(view, {height, height}).y;
  const float strip = usual * usual_strip_share - (usual - height);
  return std::clamp(strip / height, least_strip_share, usual_strip_share);
}

/// `kept`: null for a file.
PipelinePicture picture_of(const Session& session, ViewState& view, Point size, const FigureStyle& style,
                           KeptPipelineLayout* kept) {
  const std::optional<MatrixName> focus = stage_in_focus(session, view);
  const PipelineMarks marks = shown_marks(session, view, shown_heads(session, view, focus));
  PipelineFigureSpec spec(session.document(), session.trace(), view.shown_head, StageRanges{});
  spec.focus = focus;
  take_panels(session, view, spec);
  take_colours(session, view, spec);
  spec.has_colour_lock = true;
  spec.decimals = view.preferences.decimals;
  spec.fewest_decimals = std::min(fewest_decimals, spec.decimals);
  spec.scroll = view.pipeline.scroll;
  spec.has_scroll_bars = kept != nullptr;
  spec.keeps_room = view.editing.drag || view.editing.typing;
  spec.collapsed = view.pipeline.collapsed;
  spec.legible = size.x * (focus ? legible_in_focus : legible_share);
  if (focus) spec.least_number = least_in_focus;
  spec.strip_share = strip_share(view, size.y);
  spec.marks = &marks;
  return pipeline_figure(spec, size.x, size.y, style, view.services.page_metrics, kept);
}

}  // namespace

Point room_beside_usual_controls(const ViewState& view, Point room) {
  const float larger = std::max(text_size_of_controls(view.preferences), 1.0f);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  return {window.x - (window.x - room.x) / larger, window.y - (window.y - room.y) / larger};
}

PipelinePicture draw_pipeline_picture(const Session& session, ViewState& view, Point size) {
  view.pipeline.shown_size = size;
  KeptPipelineLayout& kept = view.pipeline.layout;
  // Another document does not come out of the one before.
  if (std::exchange(view.pipeline.drawn_document, session.opened()) != session.opened()) kept.motions.clear();
  kept.time = {ImGui::GetTime(), view.preferences.has_motion ? view.pipeline.seconds_to_slide : 0};
  PipelinePicture picture = picture_of(session, view, size, style_of(view.theme(), size), &kept);
  if (kept.is_moving()) view.want_frame();
  return picture;
}

PictureInWindow pipeline_in_window(const Session& session, ViewState& view) {
  PictureInWindow shown;
  shown.size = view.pipeline.shown_size;
  shown.figure.figure = FigureName::pipeline;
  shown.figure.focus = view.pipeline.shown_focus;
  shown.figure.matrix.head = view.shown_head;
  shown.figure.shows_all_heads = shown_heads(session, view, shown.figure.focus).size() > 1;
  shown.figure.comparison = shown_comparison(view);
  if (view.selected && has_token_rows(view.selected->matrix.name)) shown.figure.token = view.selected->row;
  shown.draw = [&session, &view, size = shown.size](const Theme& theme, float pixel, bool has_pixels) {
    keep_in_bounds(view, session);  // an undo may have come after the last frame
    FigureStyle style = style_of(theme, size);
    style.pixel = pixel;
    style.has_pixels = has_pixels;
    return picture_of(session, view, size, style, nullptr).list;
  };
  return shown;
}

}  // namespace attention_lab
