// The legend of the pipeline: one colour bar for each scale, and how hidden cells are marked.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/pipeline_colours.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {

/// The entries in rows that fit the width; smaller if a single entry does not fit.
class StageLegend {
 public:
  /// `differences`: the colours of B − A, if it is shown. `colours` are left out if `has_states` is false.
  StageLegend(const PipelineFigureSpec& spec, const StageColours& colours, const StageColours* differences,
              bool has_states, float width, const FigureStyle& style, const TextMetrics& metrics);

  float height() const;
  /// The first row is at the top of `area`.
  void draw(const Rect& area, DisplayList& list) const;

 private:
  struct Entry {
    std::string caption;  // mark-up
    const StageColours* colours = nullptr;
    StageScale scale = StageScale::given;
    // Instead of a scale, a cell that is marked like this:
    HiddenBy hidden_by = HiddenBy::nothing;
    bool is_exponential = false;
    std::string low{};
    std::string high{};
    float width = 0;
  };

  void add_scales(const PipelineFigureSpec& spec, const StageColours& colours);
  void add_scale(const std::string& caption, const StageColours& colours, StageScale scale);
  static bool is_of_differences(const Entry& entry);
  static bool starts_at_zero(const Entry& entry);
  void add_mark(Entry entry);
  void fill_rows(float width);
  void shrink(float by);
  std::vector<std::vector<Entry>> rows_within(float width) const;
  float measure(const std::string& markup) const;
  void draw_entry(const Entry& entry, Point at, DisplayList& list) const;

  const StageColours& colours_;
  bool hides_ranges_;  // of computed numbers
  bool has_positions_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  std::vector<Entry> entries_;
  std::vector<std::vector<Entry>> rows_;
};

}  // namespace attention_lab
