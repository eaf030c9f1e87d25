#include "ui/workspaces/pipeline/pipeline_layout.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "ui/workspaces/pipeline/pipeline_arrangement.h"

namespace attention_lab {
namespace {

/// Places the blocks of an arrangement, in pixels.
class PipelinePlacer {
 public:
  PipelinePlacer(const PipelineRequest& request, const PipelineMeasures& measures, const PipelineFit& fit)
      : request_(request),
        model_(request.document->model),
        measures_(measures),
        sizes_(fit.sizes),
        zoom_(fit.zoom),
        unit_(fit.zoom * request.scale) {}

  PipelineLayout place(Arrangement a) {
    sizes_.measure(a);
    sizes_.widen_titles(a);
    const Point natural = sizes_.size_of(a);
    // Spare room widens the gaps, but only up to a limit, so that the blocks stay together.
    const float room_x = std::max(0.0f, request_.available.x / unit_ - natural.x);
    const float room_y = std::max(0.0f, request_.available.y / unit_ - natural.y);
    const int gaps =
        (a.projections.empty() ? 1 : 3) + (a.softmax.empty() ? 0 : 1) + (a.output.empty() ? 0 : 1);
    const float gap = measures_.column_gap + std::min(room_x / static_cast<float>(gaps + 1), 46.0f);
    const float height = natural.y + std::min(room_y, natural.y * 0.12f);

    float x = 0;
    stack(a.embeddings, x, height);
    x += sizes_.widest(a.embeddings) + gap;
    if (!a.projections.empty()) {
      stack_projections(a, x, gap, height);
      x += sizes_.widest(a.weights) + sizes_.widest(a.projections) + 2 * gap;
    }
    place_scores(a, x, gap, height);
    centre_embeddings(a);

    for (const std::vector<Block>* blocks :
         {&a.embeddings, &a.weights, &a.projections, &a.scores, &a.softmax, &a.output}) {
      for (const Block& block : *blocks) emit(block);
    }
    add_arrows(a);
    finish();
    return std::move(layout_);
  }

 private:
  // Places blocks from top to bottom, spread evenly over the height.
  void stack(std::vector<Block>& blocks, float x, float height) const {
    const float used = sizes_.stack_height(blocks);
    const float extra = std::max(0.0f, height - used) / static_cast<float>(blocks.size() + 1);
    float y = extra;
    for (Block& block : blocks) {
      block.x = x;
      block.y = y;
      y += block.height + measures_.row_gap + extra;
    }
  }

  // Each weight matrix is at the same height as its projection.
  void stack_projections(Arrangement& a, float x, float gap, float height) const {
    const float extra =
        std::max(0.0f, height - sizes_.projections_height(a)) / static_cast<float>(a.projections.size() + 1);
    float y = extra;
    for (std::size_t i = 0; i < a.projections.size(); ++i) {
      Block& weight = a.weights[i];
      Block& projection = a.projections[i];
      const float middle =
          y + std::max(sizes_.above_middle(weight.name), sizes_.above_middle(projection.name));
      weight.x = x;
      projection.x = x + sizes_.widest(a.weights) + gap;
      for (Block* block : {&weight, &projection}) block->y = middle - sizes_.above_middle(block->name);
      y += sizes_.row_height(a, i) + measures_.row_gap + extra;
    }
  }

  // Scores, softmax and output as columns side by side. If softmax has its own column, the arrow from V to it
  // runs in a lane below the scores.
  void place_scores(Arrangement& a, float x, float gap, float height) const {
    stack(a.scores, x, a.softmax.empty() ? height : height - measures_.lane);
    x += sizes_.widest(a.scores);
    if (!a.softmax.empty()) {
      x += gap * wide_gap;
      stack(a.softmax, x, height);
      x += sizes_.widest(a.softmax);
    }
    if (!a.output.empty()) stack(a.output, x + gap, height);
  }

  // X is centred beside the blocks computed from it.
  void centre_embeddings(Arrangement& a) const {
    if (a.embeddings.size() > 1) return;  // spread over the height like the other columns
    Block& X = a.embeddings.front();
    if (a.weights.empty()) {
      X.y = std::max(0.0f, sizes_.middle_of_cells(a.scores.front()) - (sizes_.middle_of_cells(X) - X.y));
      return;
    }
    X.y = std::max(0.0f, sizes_.middle_of_cells(a.weights[1]) - (sizes_.middle_of_cells(X) - X.y));
  }

  void emit(const Block& block) {
    emit(block.name, block.x, block.y, block.title_width);
    if (block.bias) {
      const float y =
          block.y + measures_.title_height + measures_.header_height + sizes_.cells_height(block.name);
      emit(*block.bias, block.x + sizes_.label_width(block.name), y, std::nullopt);
    }
  }

  // A bias has no title and no column labels.
  void emit(MatrixName name, float x, float y, std::optional<float> title_width) {
    const bool has_column_labels = title_width.has_value();
    PlacedMatrix placed;
    placed.ref = {name, is_per_head(name) ? request_.head : 0};
    const float labels = sizes_.label_width(name);
    const float header = has_column_labels ? measures_.header_height : 0;
    placed.rows = sizes_.visible[row_axis(name)];
    placed.columns = sizes_.visible[column_axis(name)];
    placed.first_row = first(row_axis(name));
    placed.first_column = first(column_axis(name));
    // Whole pixels keep thin lines and digits sharp; rounding down ensures that everything still fits.
    placed.cell_width = std::floor(sizes_.measure_of(name).cell_width * unit_);
    placed.cell_height = std::floor(measures_.cell_height * unit_);
    placed.label_width = labels * unit_;
    placed.has_column_labels = has_column_labels;
    const float left = std::round((x + labels) * unit_);
    const float top = std::round((y + measures_.title_height + header) * unit_);
    placed.cells = {left, top, placed.cell_width * static_cast<float>(placed.columns),
                    placed.cell_height * static_cast<float>(placed.rows)};
    placed.title = {left, std::round(y * unit_),
                    std::max(placed.cells.width, title_width.value_or(sizes_.title_width(name)) * unit_),
                    measures_.title_height * unit_};
    layout_.matrices.push_back(placed);
  }

  Index first(Axis axis) const {
    return std::clamp<Index>(request_.scroll[axis], 0,
                             std::max<Index>(0, sizes_.sizes()[axis] - sizes_.visible[axis]));
  }

  bool has(MatrixName name) const {
    return std::any_of(layout_.matrices.begin(), layout_.matrices.end(),
                       [name](const PlacedMatrix& matrix) { return matrix.ref.name == name; });
  }
  const PlacedMatrix& placed(MatrixName name) const {
    for (const PlacedMatrix& matrix : layout_.matrices) {
      if (matrix.ref.name == name) return matrix;
    }
    assert(false && "arrows connect matrices of the arrangement");
    return layout_.matrices.front();
  }

  float right_edge(const PlacedMatrix& m) const {
    return m.cells.right() + (are_attention_weights(m.ref.name) ? measures_.sum_width * unit_ : 0);
  }
  static float left_edge(const PlacedMatrix& m) { return m.cells.x - m.label_width; }

  // `entry`: the arrow's end, as a share of the height of the target's cells.
  void connect(MatrixName from, MatrixName to, MatrixName hue, std::string operation, float entry = 0.5f) {
    const PlacedMatrix& a = placed(from);
    const PlacedMatrix& b = placed(to);
    const float space = 5 * unit_;
    PlacedArrow arrow;
    arrow.hue = hue;
    arrow.operation = std::move(operation);
    arrow.from = {right_edge(a) + space, a.cells.centre().y};
    arrow.to = {left_edge(b) - space, b.cells.y + b.cells.height * entry};
    if (std::fabs(arrow.to.y - arrow.from.y) < 3) arrow.to.y = arrow.from.y;  // rounding must not tilt it
    arrow.operation_at = {(arrow.from.x + arrow.to.x) / 2, (arrow.from.y + arrow.to.y) / 2 - 10 * unit_};
    layout_.arrows.push_back(std::move(arrow));
  }

  void connect_down(MatrixName from, MatrixName to, std::string operation) {
    const PlacedMatrix& a = placed(from);
    const PlacedMatrix& b = placed(to);
    PlacedArrow arrow;
    arrow.is_vertical = true;
    arrow.operation = std::move(operation);
    const float x = std::min(a.cells.centre().x, b.cells.centre().x);
    const bool has_bias = from == MatrixName::W_o && has(MatrixName::b_o);
    arrow.from = {x, (has_bias ? placed(MatrixName::b_o) : a).cells.bottom() + 4 * unit_};
    arrow.to = {x, b.title.y - 1 * unit_};
    arrow.operation_at = {x + 9 * unit_, (arrow.from.y + arrow.to.y) / 2};
    layout_.arrows.push_back(std::move(arrow));
  }

  void add_arrows(const Arrangement& a) {
    const bool is_identity = a.projections.empty();
    if (a.embeddings.size() > 1) {
      connect_down(MatrixName::token_embeddings, MatrixName::position_embeddings, "+");
      connect_down(MatrixName::position_embeddings, MatrixName::X, "=");
    }
    const MatrixName value = is_identity ? MatrixName::X : MatrixName::V;
    if (is_identity) {
      connect(MatrixName::X, MatrixName::scores, MatrixName::scores, "XX^T");
      rise_past(a.embeddings);
    } else {
      connect(MatrixName::X, MatrixName::W_q, MatrixName::Q, "");
      rise_past(a.embeddings);
      connect(MatrixName::X, MatrixName::W_k, MatrixName::K, "");
      rise_past(a.embeddings);
      connect(MatrixName::X, MatrixName::W_v, MatrixName::V, "");
      connect(MatrixName::W_q, MatrixName::Q, MatrixName::Q, "X·W_q");
      connect(MatrixName::W_k, MatrixName::K, MatrixName::K, "X·W_k");
      connect(MatrixName::W_v, MatrixName::V, MatrixName::V, "X·W_v");
      connect(MatrixName::Q, MatrixName::scores, MatrixName::Q, "QK^T", 0.4f);
      connect(MatrixName::K, MatrixName::scores, MatrixName::K, "", 0.6f);
    }
    const std::string times_value = is_identity ? "· X" : "· V";
    connect(value, a.product(), MatrixName::V, times_value);
    if (!a.softmax.empty()) run_through_lane(a);

    connect_down(MatrixName::scores, MatrixName::scaled_scores, scale_operation());
    const bool masks = model_.options.mask != Mask::none;
    if (masks) connect_down(MatrixName::scaled_scores, MatrixName::masked_scores, "causal mask");
    const MatrixName last = masks ? MatrixName::masked_scores : MatrixName::scaled_scores;
    const std::string softmax = model_.options.temperature == 1 ? "softmax" : "÷ T, softmax";
    if (a.softmax.empty()) {
      connect_down(last, MatrixName::weights, softmax);
    } else {
      connect(last, MatrixName::weights, MatrixName::scores, softmax);
      // Above the tip: half-way up it would be beside a matrix that the arrow only passes.
      PlacedArrow& arrow = layout_.arrows.back();
      arrow.operation_at = {arrow.to.x, arrow.to.y - 12 * unit_};
      arrow.operation_anchor = HorizontalAnchor::right;
    }
    if (model_.has_dropout()) connect_down(MatrixName::weights, MatrixName::dropped_weights, "dropout");
    connect_down(mixing_weights(model_), a.product(), times_value);
    add_output_arrows(a);
  }

  // The last arrow comes from the bottom of a column: horizontal past the titles above, then up.
  void rise_past(const std::vector<Block>& column) {
    PlacedArrow& arrow = layout_.arrows.back();
    if (column.size() == 1 || arrow.to.y >= arrow.from.y) return;
    float past = arrow.from.x;
    for (const Block& block : column) past = std::max(past, placed(block.name).title.right());
    arrow.lane = PlacedArrow::Lane{arrow.from.x, past, arrow.from.y};
    arrow.operation_at.x = (past + arrow.to.x) / 2;
  }

  void add_output_arrows(const Arrangement& a) {
    if (a.output.empty()) return;
    connect(a.product(), a.output.front().name, MatrixName::V, "");
    // Horizontal past the scores or weights above, then up.
    PlacedArrow& arrow = layout_.arrows.back();
    const float past =
        right_of(a.softmax.empty() ? a.scores : a.softmax) + measures_.column_gap * unit_ * 0.15f;
    arrow.lane = PlacedArrow::Lane{arrow.from.x, std::max(past, arrow.from.x), arrow.from.y};
    for (std::size_t i = 0; i + 1 < a.output.size(); ++i) {
      connect_down(a.output[i].name, a.output[i + 1].name,
                   a.output[i + 1].name == MatrixName::W_o ? "·" : "=");
    }
  }

  float right_of(const std::vector<Block>& blocks) const {
    float right = 0;
    for (const Block& block : blocks) right = std::max(right, right_edge(placed(block.name)));
    return right;
  }

  // The last arrow runs below the scores instead of behind them.
  void run_through_lane(const Arrangement& a) {
    PlacedArrow& arrow = layout_.arrows.back();
    const float bottom = placed(a.scores.back().name).cells.bottom();
    arrow.lane = PlacedArrow::Lane{left_edge(placed(MatrixName::scores)),
                                   right_of(a.scores) + measures_.column_gap * unit_ * 0.15f,
                                   bottom + measures_.lane * unit_ * 0.7f};
    arrow.operation_at = {(arrow.lane->left + arrow.lane->right) / 2, arrow.lane->y};
  }

  std::string scale_operation() const {
    switch (model_.options.scale.kind) {
      case Scale::Kind::sqrt_d_k: return "÷ √d_k";
      case Scale::Kind::none: return "not scaled";
      case Scale::Kind::custom: return "÷ divisor";
    }
    return {};
  }

  // Centres the layout in the available size.
  void finish() {
    float right = 0;
    float bottom = 0;
    for (const PlacedMatrix& m : layout_.matrices) {
      right = std::max({right, right_edge(m), m.title.right()});
      bottom = std::max(bottom, m.cells.bottom());
    }
    for (const PlacedArrow& arrow : layout_.arrows) {
      if (arrow.lane) bottom = std::max(bottom, arrow.lane->y + 4 * unit_);
    }
    const Point by{std::round(std::max(0.0f, (request_.available.x - right) / 2)),
                   std::round(std::max(0.0f, (request_.available.y - bottom) / 2))};
    shift(layout_, by);
    layout_.zoom = zoom_;
    layout_.size = {right + by.x, bottom + by.y};
    layout_.sizes = sizes_.sizes();
    layout_.visible = sizes_.visible;
    for (std::size_t i = 0; i < axis_count; ++i) {
      const Axis axis = static_cast<Axis>(i);
      layout_.visible[axis] = std::min(sizes_.visible[axis], sizes_.sizes()[axis]);
      layout_.first[axis] = first(axis);
    }
  }

  const PipelineRequest& request_;
  const Model& model_;
  const PipelineMeasures& measures_;
  const PipelineSizes& sizes_;
  float zoom_;
  float unit_;
  PipelineLayout layout_;
};

}  // namespace

void shift(PipelineLayout& layout, Point by) {
  const auto move = [&](auto& p) {
    p.x += by.x;
    p.y += by.y;
  };
  for (PlacedMatrix& matrix : layout.matrices) {
    move(matrix.title);
    move(matrix.cells);
  }
  for (PlacedArrow& arrow : layout.arrows) {
    move(arrow.from);
    move(arrow.to);
    move(arrow.operation_at);
    if (arrow.lane) {
      arrow.lane->left += by.x;
      arrow.lane->right += by.x;
      arrow.lane->y += by.y;
    }
  }
}

PipelineLayout lay_out_pipeline(const PipelineRequest& request, const PipelineMeasures& measures) {
  const PipelineFit fit = fit_pipeline(request, measures);
  return PipelinePlacer(request, measures, fit).place(fit.arrangement);
}

}  // namespace attention_lab
