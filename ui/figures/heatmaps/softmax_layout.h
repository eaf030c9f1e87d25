// Where the parts of a softmax figure stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/geometry.h"
#include "ui/figures/base/rich_text.h"
#include "ui/figures/charts/chart.h"
#include "ui/figures/charts/chart_sizes.h"
#include "ui/figures/heatmaps/softmax_figure.h"

namespace attention_lab {

/// The numbers of a softmax figure, by stage and key.
struct SoftmaxNumbers {
  const SoftmaxSpec& spec;
  std::optional<std::size_t> strong;  ///< the key to point out

  explicit SoftmaxNumbers(const SoftmaxSpec& of);

  bool is_last(std::size_t stage) const { return stage + 1 == spec.stages.size(); }
  /// NaN where it is missing.
  double value(std::size_t stage, std::size_t key) const;
  /// −∞ in this stage or an earlier one.
  bool is_masked(std::size_t stage, std::size_t key) const;
  /// Whether it has a bar: neither masked nor without a finite number.
  bool has_bar(std::size_t stage, std::size_t key) const;
  std::string text(std::size_t stage, std::size_t key) const;
  /// One for all stages but the last, both with 0 on them.
  const ChartScale& scale(std::size_t stage) const { return is_last(stage) ? last_ : shared_; }

 private:
  ChartScale shared_;
  ChartScale last_;
};

/// Sizes in points. A row is a key; a panel is a stage: numbers, bars, numbers.
struct SoftmaxLayout {
  struct Panel {
    float left = 0;
    float before = 0;  // the numbers left of the bars
    float after = 0;   // and right of them
  };

  bool has_title = false;
  float title_y = 0;
  float headings_y = 0;  // 0: none
  float notes_y = 0;     // 0: none
  bool has_axis = false;
  float axis_y = 0;  // of its numbers
  float top = 0;     // of the rows
  float bottom = 0;
  float row = 0;         // the height of one
  float key_size = 0;    // of their text
  std::size_t step = 1;  // of the keys that are written
  float margin = 0;
  float keys_width = 0;
  float keys_gap = 0;
  float gap = 0;  // between panels
  std::vector<Panel> panels;
  float bars_width = 0;
  float number_size = 0;  // 0: none

  float middle_of(std::size_t key) const { return top + (static_cast<float>(key) + 0.5f) * row; }
  float bars_left(std::size_t stage) const { return panels[stage].left + panels[stage].before; }
};

/// Between the end of a bar and its number, in sizes of the number.
inline constexpr float softmax_number_gap = 0.35f;

/// On pages too small for everything, the axes, the notes, the title and the headings go, in this order.
SoftmaxLayout lay_out_softmax(const SoftmaxNumbers& numbers, float width, float height,
                              const FigureStyle& style, const TextMetrics& metrics);

}  // namespace attention_lab
