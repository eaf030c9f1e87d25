#include "ui/figures/pipeline/pipeline_figure.h"

#include <algorithm>
#include <cmath>

#include "core/attention/model.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/pipeline/pipeline_colours.h"
#include "ui/figures/pipeline/pipeline_legend.h"
#include "ui/figures/pipeline/pipeline_stages.h"

namespace attention_lab {
namespace {

// In font sizes, unless stated otherwise.
constexpr float page_margin = 0.6f;
constexpr float title_size = 1.15f;
constexpr float note_size = 0.75f;
constexpr float strip_share = 0.2f;  // of the page's height, for all matrices below one in focus
constexpr float strip_space = 0.8f;
constexpr float strip_text = 0.62f;   // of the font size
constexpr float strip_frame = 0.15f;  // around what is in focus, in font sizes of the strip
constexpr float lock_width = 1.5f;    // beside the legend
constexpr float lock_height = 1.1f;
constexpr float largest_stage_legend = 0.25f;  // of the page's height; otherwise it is omitted

class PipelineBuilder {
 public:
  PipelineBuilder(const PipelineFigureSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics, KeptPipelineLayout* kept)
      : spec_(spec),
        style_(style),
        metrics_(metrics),
        kept_(kept),
        colours_(spec, style),
        size_(style.font_size),
        strip_style_(style) {
    strip_style_.font_size *= strip_text;
    picture_.list.width = width;
    picture_.list.height = height;
  }

  PipelinePicture build() {
    const float border =
        std::min(size_ * page_margin, std::min(picture_.list.width, picture_.list.height) * 0.04f);
    Rect area{border, border, picture_.list.width - 2 * border, picture_.list.height - 2 * border};
    take_header(area);
    area.y += size_ * 0.2f;
    area.height -= size_ * 0.2f;
    const float lock = spec_.has_colour_lock ? size_ * lock_width : 0;
    const StageLegend legend(spec_, colours_, area.width - lock, style_, metrics_);
    const bool has_legend = legend.height() < picture_.list.height * largest_stage_legend;
    if (has_legend) area.height -= legend.height() + size_ * 0.5f;
    const float note_height = size_ * note_size * 1.5f;
    lay_out(area);
    // In a window, scroll bars show what is not visible.
    std::string note = spec_.scroll ? std::string() : window_note();
    if (!note.empty()) {
      area.height -= note_height;
      lay_out(area);
      note = window_note();
    }
    for (const PipelinePanel& panel : picture_.panels)
      draw_stages(spec_, panel.stages, colours_, style_, metrics_, picture_.list);
    if (picture_.strip) draw_strip();
    float y = area.bottom() + size_ * 0.2f;
    if (!note.empty()) {
      add_note({area.x, y + note_height / 2}, note, HorizontalAnchor::left, area.width);
      y += note_height;
    }
    if (has_legend) {
      const Rect place{area.x, y + size_ * 0.1f, area.width, legend.height()};
      legend.draw({place.x + lock, place.y, place.width - lock, place.height}, picture_.list);
      if (spec_.has_colour_lock) picture_.colour_lock = Rect{place.x, place.y, lock, size_ * lock_height};
    }
    return std::move(picture_);
  }

 private:
  // Frames the matrices that are also above, large.
  void draw_strip() {
    draw_stages(spec_, *picture_.strip, colours_, strip_style_, metrics_, picture_.list);
    const float line = strip_style_.font_size * strip_frame;
    for (const PlacedStage& small : picture_.strip->stages) {
      if (!is_large(small.block.ref)) continue;
      picture_.list.add(StrokeRect{small.grid.cells.expanded(line * 0.7f), style_.accent, line, line});
    }
  }

  bool is_large(const MatrixRef& ref) const {
    for (const PipelinePanel& panel : picture_.panels) {
      for (const PlacedStage& stage : panel.stages.stages) {
        if (stage.block.ref == ref) return true;
      }
    }
    return false;
  }

  // All matrices, small, below the stage in focus.
  void lay_out(Rect area) {
    if (spec_.focus) {
      const float height = std::round(area.height * strip_share);
      const Rect strip{area.x, area.bottom() - height, area.width, height};
      area.height -= height + size_ * strip_space;
      StageRequest request = stage_request(strip_style_);
      request.is_strip = true;
      picture_.strip = kept_ == nullptr ? lay_out_stages(request, strip) : kept_->strip.of(request, strip);
    }
    StageRequest request = stage_request(style_);
    request.focus = spec_.focus;
    request.collapsed = spec_.collapsed;
    picture_.panels = {{spec_.head, area,
                        kept_ == nullptr ? lay_out_stages(request, area) : kept_->stages.of(request, area)}};
  }

  StageRequest stage_request(const FigureStyle& style) const {
    StageRequest request{spec_.document, spec_.trace, spec_.ranges, style, metrics_};
    request.head = spec_.head;
    request.token = spec_.token;
    request.decimals = spec_.decimals;
    request.fewest_decimals = spec_.fewest_decimals;
    request.legible = spec_.legible;
    request.scroll = spec_.scroll;
    request.keeps_room = spec_.keeps_room;
    return request;
  }

  void add_note(Point at, const std::string& markup, HorizontalAnchor anchor, float room) {
    const Text note = markup_at(at, markup, size_ * note_size, style_.quiet_text, anchor);
    picture_.list.add(fitted(note, room, metrics_));
  }

  /// The query, if one is chosen, and the head; mark-up.
  std::string subject() const {
    std::string subject;
    const Index n_tokens = spec_.document.model.n_tokens();
    const Index n_heads = spec_.document.model.n_heads();
    if (spec_.token) {
      const std::string& token = spec_.document.tokens[static_cast<std::size_t>(*spec_.token)];
      subject =
          filled("the path of <token>, token <number> of <count>", {{"token", quoted_markup(token)},
                                                                    {"number", count_text(*spec_.token + 1)},
                                                                    {"count", count_text(n_tokens)}});
    }
    if (n_heads > 1) {
      if (!subject.empty()) subject += " · ";
      subject += filled("head <head> of <count>", {{"head", spec_.head + 1}, {"count", n_heads}});
    }
    return subject;
  }

  // The title, and its subject on the same line at the right if there is room, otherwise below.
  void take_header(Rect& area) {
    const std::string about = subject();
    const float largest = std::min(title_size * size_, picture_.list.height * 0.08f);
    const auto take = [&](float height) {
      area.y += height;
      area.height -= height;
      return area.y - height / 2;
    };
    const float about_width =
        about.empty() ? 0 : layout_markup(about, size_ * note_size, FontWeight::regular, metrics_).width;
    if (spec_.title.empty()) {
      if (!about.empty())
        add_note({area.x, take(size_ * note_size * 1.7f)}, about, HorizontalAnchor::left, area.width);
      return;
    }
    Text title =
        markup_at({area.x, take(largest * 1.4f)}, spec_.title, largest, style_.text, HorizontalAnchor::left);
    title.weight = FontWeight::medium;
    const float natural = layout_markup(title.text, largest, title.weight, metrics_).width;
    const float beside = area.width - about_width - (about.empty() ? 0 : size_);
    const bool is_beside = about.empty() || natural * 0.85f <= beside;
    picture_.list.add(fitted(title, is_beside ? beside : area.width, metrics_));
    if (about.empty()) return;
    const float y = is_beside ? title.position.y : take(size_ * note_size * 1.4f);
    add_note({is_beside ? area.right() : area.x, y}, about,
             is_beside ? HorizontalAnchor::right : HorizontalAnchor::left, area.width);
  }

  // The parts of the matrices that are not shown.
  std::string window_note() const {
    const PerAxis<Index> full = axis_sizes(spec_.document.model);
    std::string note;
    const auto add = [&](const std::string& what, Index first, Index visible, Index all) {
      if (visible >= all) return;
      note += filled(note.empty() ? "Only a part is shown: <what> <first> to <last> of <count>"
                                  : "; <what> <first> to <last> of <count>",
                     {{"what", what},
                      {"first", count_text(first + 1)},
                      {"last", count_text(first + visible)},
                      {"count", count_text(all)}});
    };
    const StageLayout& stages = picture_.panels.front().stages;
    const auto of = [&](Axis axis, const std::string& what) {
      add(what, stages.first[axis], stages.visible[axis], full[axis]);
    };
    if (stages.first[Axis::query] == stages.first[Axis::key]) {
      of(Axis::query, "tokens");
    } else {
      of(Axis::query, "queries");
      of(Axis::key, "keys");
    }
    if (full[Axis::d_k] == full[Axis::d_v]) {
      of(Axis::d_k, "dimensions of Q, K and V");
    } else {
      of(Axis::d_k, "dimensions of Q and K");
      of(Axis::d_v, "dimensions of V");
    }
    of(Axis::d_model, "dimensions of X");
    if (spec_.document.model.has_output_projection()) of(Axis::d_out, "dimensions of context");
    return note;
  }

  const PipelineFigureSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  KeptPipelineLayout* kept_;
  StageColours colours_;
  float size_;
  FigureStyle strip_style_;
  PipelinePicture picture_;
};

}  // namespace

PipelinePicture pipeline_figure(const PipelineFigureSpec& spec, float width, float height,
                                const FigureStyle& style, const TextMetrics& metrics,
                                KeptPipelineLayout* kept) {
  return PipelineBuilder(spec, width, height, style, metrics, kept).build();
}

}  // namespace attention_lab
