// What the colours of the pipeline figure mean, and the legend that says so.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {

/// Matrices that share a scale of colours.
enum class StageScale { given, vectors, output, scores, weights };

class StageColours {
 public:
  StageColours(const PipelineFigureSpec& spec, const FigureStyle& style);

  StageScale scale_of(MatrixName name) const;
  /// The number of the strongest colour.
  double high(StageScale scale) const { return highs_[static_cast<std::size_t>(scale)]; }
  Colour colour(StageScale scale, double value) const;
  /// The ground of cells that the mask hides.
  Colour hidden() const;

 private:
  const PipelineFigureSpec& spec_;
  const FigureStyle& style_;
  std::array<double, 5> highs_{};
};

/// Why a weight or a score takes no part.
enum class HiddenBy { nothing, mask, dropout };

/// The legend as rows of entries that fit a width; smaller where one entry alone would not.
class StageLegend {
 public:
  StageLegend(const PipelineFigureSpec& spec, const StageColours& colours, float width,
              const FigureStyle& style, const TextMetrics& metrics);

  float height() const;
  /// Its first row stands at the top of `area`.
  void draw(const Rect& area, DisplayList& list) const;

 private:
  struct Entry {
    std::string caption;  // mark-up
    StageScale scale = StageScale::given;
    HiddenBy hidden_by = HiddenBy::nothing;  // shows how such cells are marked, and no scale
    std::string low;
    std::string high;
    float width = 0;
  };

  void add_scale(const std::string& caption, StageScale scale);
  void add_mark(const std::string& caption, HiddenBy hidden_by);
  void fill_rows(float width);
  void shrink(float by);
  std::vector<std::vector<Entry>> rows_within(float width) const;
  float measure(const std::string& markup) const;
  void draw_entry(const Entry& entry, Point at, DisplayList& list) const;

  const StageColours& colours_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  float size_;
  std::vector<Entry> entries_;
  std::vector<std::vector<Entry>> rows_;
};

/// The lines of a hidden cell: hatched where the mask hides it, crossed out where dropout does.
void mark_hidden_cell(const Rect& cell, HiddenBy hidden_by, float font_size, const FigureStyle& style,
                      DisplayList& list);

}  // namespace attention_lab
