#include "ui/figures/pipeline/pipeline_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
constexpr float strip_space = 0.8f;
constexpr float strip_text = 0.62f;   // of the font size
constexpr float strip_frame = 0.15f;  // around what is in focus, in font sizes of the strip
constexpr float lock_space = 0.5f;    // between the legend and the padlock
constexpr float lock_width = 1.1f;
constexpr float lock_height = 1.1f;
constexpr float largest_stage_legend = 0.25f;  // of the page's height; otherwise it is omitted
// Panels.
constexpr float panel_gap_beside = 1.4f;
constexpr float panel_gap_below = 0.6f;
constexpr float panel_heading_size = 0.9f;
constexpr float panel_heading_height = 1.3f;
constexpr float smallest_panel_text = 0.78f;  // of the font size, however small the panels are
constexpr float panel_text_growth = 0.35f;    // text shrinks with this power of a panel's share of the page
constexpr Point least_stages{17, 8.5f};
constexpr Point least_stages_in_focus{7, 6};
constexpr float comfortable_panel_number = 1.05f;  // operands are shown as long as numbers are that large

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
        strip_style_(style),
        panel_style_(style) {
    strip_style_.font_size *= strip_text;
    picture_.list.width = width;
    picture_.list.height = height;
    choose_panels();
  }

  PipelinePicture build() {
    const float border =
        std::min(size_ * page_margin, std::min(picture_.list.width, picture_.list.height) * 0.04f);
    Rect area{border, border, picture_.list.width - 2 * border, picture_.list.height - 2 * border};
    n_shown_ = most_panels(area);
    take_header(area);
    area.y += size_ * 0.2f;
    area.height -= size_ * 0.2f;
    const float lock = spec_.has_colour_lock ? size_ * (lock_space + lock_width) : 0;
    const StageLegend legend(spec_, colours_, difference_ ? &difference_->colours : nullptr, shows_states(),
                             area.width - lock, style_, metrics_);
    const bool has_legend = legend.height() < picture_.list.height * largest_stage_legend;
    if (has_legend) area.height -= legend.height() + size_ * 0.5f;
    const float note_height = size_ * note_size * 1.5f;
    std::vector<std::string> notes = panel_notes();
    area.height -= note_height * static_cast<float>(notes.size());
    lay_out(area);
    if (spec_.scroll) {
      // The file of a window's picture is arranged like the window, which has scroll bars.
      if (const std::string note = window_note(); !spec_.has_scroll_bars && !note.empty())
        picture_.list.notes.push_back({note + ".", {}});
    } else if (!window_note().empty()) {
      area.height -= note_height;
      lay_out(area);
      notes.insert(notes.begin(), window_note());
    }
    if (lacks_numbers()) {
      area.height -= note_height;
      lay_out(area);
      notes.insert(notes.begin(),
                   "Click the title of a matrix to enlarge its operation and see the numbers.");
    }
    move_panels();
    for (std::size_t i = 0; i < picture_.panels.size(); ++i) draw_panel(i);
    if (picture_.strip) draw_strip();
    float y = area.bottom() + size_ * 0.2f;
    for (const std::string& note : notes) {
      add_note({area.x, y + note_height / 2}, note, HorizontalAnchor::left, area.width);
      y += note_height;
    }
    if (has_legend) {
      const Rect place{area.x + lock, y + size_ * 0.1f, area.width - lock, legend.height()};
      legend.draw(place, picture_.list);
      // Before the legend, so that it stays in its place when the legend becomes longer.
      if (spec_.has_colour_lock)
        picture_.colour_lock = Rect{area.x, place.y, size_ * lock_width, size_ * lock_height};
    }
    return std::move(picture_);
  }

 private:
  /// The panels with B − A.
  struct Differences {
    Differences(const PipelineFigureSpec& page, const PipelinePanelSpec& panel, const FigureStyle& style)
        : spec(page, panel), colours(spec, style) {}
    Differences(const Differences&) = delete;

    PipelineFigureSpec spec;
    StageColours colours;
  };

  // --- which panels there are

  void choose_panels() {
    ranges_ = spec_.ranges;
    if (spec_.difference_ranges) ranges_ = joined(std::move(ranges_), *spec_.difference_ranges);
    for (const PipelinePanelSpec& panel : spec_.panels) {
      if (panel.shows != PanelState::difference || difference_) continue;
      PipelineFigureSpec looks(spec_, panel);
      looks.ranges = *spec_.difference_ranges;
      looks.colour_ranges.reset();
      difference_.emplace(looks, panel, style_);
    }
    if (spec_.marks == nullptr || !has_panels()) return;
    still_marks_ = *spec_.marks;
    still_marks_.on_cell = [](const CellRef&) { return CellMark{}; };
  }

  bool has_panels() const { return !spec_.panels.empty(); }

  bool shows_states() const {
    return !has_panels() || std::any_of(spec_.panels.begin(), spec_.panels.end(), [](const auto& panel) {
      return panel.shows != PanelState::difference;
    });
  }

  /// As many as are large enough; at least those of one head.
  std::size_t most_panels(const Rect& area) const {
    const Point least = spec_.focus ? least_stages_in_focus : least_stages;
    const auto fitting = [&](float length, float least_length) {
      return std::max(1.0f, std::floor(length / (least_length * size_)));
    };
    const float room = spec_.focus ? area.height * (1 - spec_.strip_share) : area.height;
    const auto most = static_cast<Index>(fitting(area.width, least.x) * fitting(room, least.y));
    const auto all = static_cast<Index>(spec_.panels.size());
    if (most >= all) return spec_.panels.size();
    return static_cast<std::size_t>(std::max(most / spec_.states_per_head, Index{1}) * spec_.states_per_head);
  }

  const PipelinePanelSpec& panel_spec(std::size_t i) const { return spec_.panels[i]; }

  /// Whether the panels in a window are too small for numbers.
  bool lacks_numbers() const {
    return spec_.has_scroll_bars && has_panels() && !spec_.focus &&
           std::none_of(picture_.panels.begin(), picture_.panels.end(),
                        [](const PipelinePanel& panel) { return panel.stages.text.number > 0; });
  }

  std::vector<std::string> panel_notes() const {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < n_shown_; ++i) {
      const std::string& note = panel_spec(i).note;
      if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
    return notes;
  }

  // --- drawing

  void draw_panel(std::size_t i) {
    const PipelinePanel& panel = picture_.panels[i];
    if (!has_panels()) return draw_stages(spec_, panel.stages, colours_, style_, metrics_, picture_.list);
    const PipelinePanelSpec& shown = panel_spec(i);
    const Rect& place = places_[i];
    Text heading = markup_at({place.x, place.y + panel_heading_height * size_ / 2}, shown.heading,
                             panel_heading_size * size_, style_.text, HorizontalAnchor::left);
    heading.weight = FontWeight::medium;
    heading = fitted(std::move(heading), place.width, metrics_);
    if (!heading.text.empty()) picture_.list.add(std::move(heading));
    if (!shown.problem.empty()) {
      const Text problem = markup_at(place.centre(), shown.problem, size_ * note_size, style_.quiet_text);
      picture_.list.add(fitted(problem, place.width, metrics_));
      return;
    }
    PipelineFigureSpec spec(spec_, shown);
    if (spec_.marks != nullptr && shown.shows != PanelState::present) spec.marks = &still_marks_;
    draw_stages(spec, panel.stages, spec.is_difference ? difference_->colours : colours_, panel_style_,
                metrics_, picture_.list);
  }

  // Frames the matrices that are also above, large.
  void draw_strip() {
    draw_stages(spec_, *picture_.strip, colours_, strip_style_, metrics_, picture_.list);
    const float line = strip_style_.font_size * strip_frame;
    for (const PlacedStage& small : picture_.strip->stages) {
      if (!is_large(small.block.ref.name)) continue;
      picture_.list.add(StrokeRect{small.grid.cells.expanded(line * 0.7f), style_.accent, line, line});
    }
  }

  bool is_large(MatrixName name) const {
    for (const PipelinePanel& panel : picture_.panels) {
      for (const PlacedStage& stage : panel.stages.stages) {
        if (stage.block.ref.name == name) return true;
      }
    }
    return false;
  }

  // --- layout

  // All matrices, small, below the stage in focus.
  void lay_out(Rect area) {
    if (spec_.focus) {
      const float height = std::round(area.height * spec_.strip_share);
      const Rect strip{area.x, area.bottom() - height, area.width, height};
      area.height -= height + size_ * strip_space;
      StageRequest request = stage_request(strip_style_);
      request.focus.reset();
      request.collapsed.clear();
      request.is_strip = true;
      picture_.strip = kept_ == nullptr ? lay_out_stages(request, strip) : kept_->strip.of(request, strip);
    }
    if (has_panels()) return lay_out_panels(area);
    const StageRequest request = stage_request(style_);
    picture_.panels = {{spec_.head, PanelState::present,
                        kept_ == nullptr ? lay_out_stages(request, area) : kept_->stages.of(request, area)}};
  }

  /// Towards their places, in a picture that is drawn again in each frame.
  void move_panels() {
    if (kept_ == nullptr) return;
    if (kept_->motions.size() != picture_.panels.size())
      kept_->motions = std::vector<StageMotion>(picture_.panels.size());
    const Point page{picture_.list.width, picture_.list.height};
    for (std::size_t i = 0; i < picture_.panels.size(); ++i)
      kept_->motions[i].apply(picture_.panels[i].stages, page, style_.pixel, kept_->time);
  }

  void lay_out_panels(const Rect& area) {
    const std::size_t main = main_panel();
    const PanelRoom room{.area = area,
                         .count = n_shown_,
                         .main = main,
                         .per_head = spec_.states_per_head,
                         .gap = {panel_gap_beside * size_, panel_gap_below * size_},
                         .heading = panel_heading_height * size_,
                         .pixel = style_.pixel,
                         .comfortable_number = comfortable_panel_number * size_};
    PanelArrangement arrangement{PanelGrid::all(static_cast<Index>(n_shown_), spec_.states_per_head).front(),
                                 FocusParts::all, StageLayout{}};
    StageRequest usual = panel_request(main);
    // Otherwise there are only sentences.
    if (panel_spec(main).problem.empty())
      arrangement = arrange_panels(usual, room, kept_ == nullptr ? nullptr : &kept_->panels);
    usual.parts = arrangement.parts;
    const Rect of_main = room.matrices(arrangement.grid, main);
    picture_.panels.clear();
    places_.clear();
    if (kept_ != nullptr) kept_->others.resize(n_shown_);
    for (std::size_t i = 0; i < n_shown_; ++i) {
      const PipelinePanelSpec& shown = panel_spec(i);
      places_.push_back(room.panel(arrangement.grid, i));
      picture_.panels.push_back({shown.head, shown.shows, {}});
      if (!shown.problem.empty()) continue;
      StageRequest request = panel_request(i);
      request.parts = arrangement.parts;
      const Rect place = room.matrices(arrangement.grid, i);
      StageLayout& layout = picture_.panels.back().stages;
      if (have_same_layout(request, usual) || shown.shows == PanelState::difference)
        layout = moved_layout(arrangement.layout, {place.x - of_main.x, place.y - of_main.y}, shown.head);
      else
        layout = kept_ == nullptr ? lay_out_stages(request, place) : kept_->others[i].of(request, place);
      if (shown.shows == PanelState::difference) leave_out_operations(layout);
    }
  }

  // They do not hold for differences, nor do sums of 1.
  static void leave_out_operations(StageLayout& layout) {
    for (PlacedLink& link : layout.links) {
      link.link.above.clear();
      link.link.below.clear();
    }
    for (PlacedStage& stage : layout.stages) stage.sum_width = 0;
  }

  /// The first panel of B or, if it is not shown, of another state.
  std::size_t main_panel() const {
    const auto first = [&](PanelState state) {
      return std::find_if(spec_.panels.begin(), spec_.panels.end(), [state](const auto& panel) {
        return panel.shows == state && panel.problem.empty();
      });
    };
    auto found = first(PanelState::present);
    if (found == spec_.panels.end()) found = first(PanelState::difference);
    return found == spec_.panels.end() ? 0 : static_cast<std::size_t>(found - spec_.panels.begin());
  }

  StageRequest panel_request(std::size_t i) {
    const PipelinePanelSpec& panel = panel_spec(i);
    const float share = 1 / static_cast<float>(n_shown_);
    panel_style_.font_size = size_ * std::max(smallest_panel_text, std::pow(share, panel_text_growth));
    StageRequest request = stage_request(panel_style_, panel.state, panel.head);
    request.prefers_whole = n_shown_ > 1;
    return request;
  }

  StageRequest stage_request(const FigureStyle& style) const {
    return stage_request(style, {spec_.document, spec_.trace}, spec_.head);
  }

  StageRequest stage_request(const FigureStyle& style, const LabState& state, Index head) const {
    StageRequest request{state.document, state.trace, ranges_, style, metrics_};
    request.head = head;
    request.token = spec_.token;
    request.decimals = spec_.decimals;
    request.fewest_decimals = spec_.difference_ranges ? spec_.decimals : spec_.fewest_decimals;
    request.legible = spec_.legible;
    request.least_number = spec_.least_number;
    request.scroll = spec_.scroll;
    request.keeps_room = spec_.keeps_room;
    request.focus = spec_.focus;
    request.collapsed = spec_.collapsed;
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
    const std::string heads = heads_in_words(n_heads);
    if (!subject.empty() && !heads.empty()) subject += " · ";
    return subject + heads;
  }

  /// Panels of several heads have headings.
  std::string heads_in_words(Index n_heads) const {
    if (n_heads < 2) return {};
    if (n_shown_ < spec_.panels.size()) {
      const Index last = panel_spec(n_shown_ - 1).head + 1;
      return filled(last == 1
                        ? "only head <last> of <count>: more panels would be too small on this page"
                        : "only heads 1 to <last> of <count>: more panels would be too small on this page",
                    {{"last", last}, {"count", n_heads}});
    }
    const bool has_several = has_panels() && spec_.panels.front().head != spec_.panels.back().head;
    if (has_several) return {};
    return filled("head <head> of <count>", {{"head", spec_.head + 1}, {"count", n_heads}});
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
    const StageLayout& stages = picture_.panels[has_panels() ? main_panel() : 0].stages;
    const PerAxis<Index>& full = stages.sizes;
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
  FigureStyle panel_style_;
  StageRanges ranges_;         // of all numbers, which have the same room in every panel
  PipelineMarks still_marks_;  // for A and B − A, which the marks of numbers are not about
  std::optional<Differences> difference_;
  std::size_t n_shown_ = 0;   // panels
  std::vector<Rect> places_;  // of the panels, with their headings
  PipelinePicture picture_;
};

}  // namespace

ComparedStages::ComparedStages(const LabState& present, const LabState& pinned,
                               const std::vector<Index>& heads)
    : difference(stage_difference_of(present, pinned)),
      pinned_ranges(ranges_of_stages(pinned.document.model, pinned.trace, heads)),
      difference_ranges(ranges_of_stages(difference.document.model, difference.trace, heads)) {}

void take_panels(PipelineFigureSpec& spec, const LabState& present, const std::vector<Index>& heads,
                 Comparison comparison, const LabState* pinned, const ComparedStages* compared) {
  spec.states_per_head = states_shown(comparison);
  if (comparison == Comparison::none) {
    if (heads.size() > 1) spec.panels = panels_of(present, heads, {});
    return;
  }
  spec.ranges = joined(std::move(spec.ranges), compared->pinned_ranges);
  if (shows_difference(comparison)) spec.difference_ranges = compared->difference_ranges;
  spec.panels = panels_of(present, heads, {comparison, pinned, &compared->difference, spec.focus});
}

PipelinePicture pipeline_figure(const PipelineFigureSpec& spec, float width, float height,
                                const FigureStyle& style, const TextMetrics& metrics,
                                KeptPipelineLayout* kept) {
  return PipelineBuilder(spec, width, height, style, metrics, kept).build();
}

}  // namespace attention_lab
