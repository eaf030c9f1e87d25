#include "ui/pipeline/pipeline_layout.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {
namespace {

constexpr float legible_zoom = 0.68f;    // below it, matrices rather become windows
constexpr float windowed_zoom = 0.85f;   // the zoom they then have
constexpr float largest_fitting_zoom = 1.6f;
constexpr float simpler_is_better = 0.9f;  // one column for all scores, even at a slightly smaller zoom
constexpr float wide_gap = 1.3f;         // times the ordinary gap, where an arrow climbs
constexpr Index fewest_tokens = 8;       // entries that stay in view whatever happens
constexpr Index fewest_dimensions = 4;

Index smallest_window(Axis axis) {
  return axis == Axis::query || axis == Axis::key ? fewest_tokens : fewest_dimensions;
}

/// A matrix, with its bias beneath it where there is one.
struct Block {
  MatrixName name;
  std::optional<MatrixName> bias;
  float width = 0;
  float height = 0;
  float x = 0;
  float y = 0;
};

/// Which blocks stand in which column.
struct Arrangement {
  std::vector<Block> embeddings;
  std::vector<Block> weights;      // W_q, W_k, W_v
  std::vector<Block> projections;  // Q, K, V
  std::vector<Block> scores;       // scores, scaled, masked; and what follows, where `softmax` is empty
  std::vector<Block> softmax;      // weights and what the head makes of them, as a column of their own
  std::vector<Block> output;       // what becomes of the heads: concatenated, W_o, context; may be empty

  /// Weights times V: the head's output, or context where there is nothing after it.
  MatrixName product() const { return (softmax.empty() ? scores : softmax).back().name; }
};

class PipelineArranger {
 public:
  PipelineArranger(const PipelineRequest& request, const PipelineMeasures& measures)
      : request_(request), model_(request.document->model), measures_(measures) {
    sizes_ = axis_sizes(model_);
  }

  PipelineLayout lay_out() {
    const Arrangement one = arrangement(false);
    const Arrangement two = arrangement(true);
    visible_ = sizes_;
    const float fit_one = fitting_zoom(one);
    const float fit_two = fitting_zoom(two);
    const float fit = std::max(fit_one, fit_two);
    const Arrangement& chosen = fit_one >= fit_two * simpler_is_better ? one : two;
    if (request_.zoom) return place(windowed(one, two, std::clamp(*request_.zoom, smallest_zoom, largest_zoom)));
    if (fit >= legible_zoom) {
      zoom_ = std::min(&chosen == &one ? fit_one : fit_two, largest_fitting_zoom);
      return place(chosen);
    }
    return place(windowed(one, two, std::min(windowed_zoom, std::max(legible_zoom, smallest_windows_zoom(one, two)))));
  }

 private:
  Block block(MatrixName name, std::optional<MatrixName> bias = std::nullopt) const {
    const bool has_bias = bias && matrix_of(*bias) > 0;
    return {name, has_bias ? bias : std::nullopt};
  }
  // Columns of a given matrix of the head shown, 0 where it is absent.
  Index matrix_of(MatrixName name) const {
    static const Trace nothing;
    return matrix_view(model_, nothing, {name, is_per_head(name) ? request_.head : 0}).cols();
  }

  Arrangement arrangement(bool has_softmax_column) const {
    Arrangement a;
    a.embeddings = {block(MatrixName::X)};
    if (model_.options.projection == Projection::trainable) {
      a.weights = {block(MatrixName::W_q, MatrixName::b_q), block(MatrixName::W_k, MatrixName::b_k),
                   block(MatrixName::W_v, MatrixName::b_v)};
      a.projections = {block(MatrixName::Q), block(MatrixName::K), block(MatrixName::V)};
    }
    a.scores = {block(MatrixName::scores), block(MatrixName::scaled_scores)};
    if (model_.options.mask != Mask::none) a.scores.push_back(block(MatrixName::masked_scores));
    std::vector<Block>& softmax = has_softmax_column ? a.softmax : a.scores;
    softmax.push_back(block(MatrixName::weights));
    const bool has_heads = model_.n_heads() > 1;
    if (!has_heads && !model_.has_output_projection()) {
      softmax.push_back(block(MatrixName::context));
      return a;
    }
    softmax.push_back(block(MatrixName::head_output));
    if (model_.has_output_projection()) {
      if (has_heads) a.output.push_back(block(MatrixName::concatenated));
      a.output.push_back(block(MatrixName::W_o, MatrixName::b_o));
    }
    a.output.push_back(block(MatrixName::context));
    return a;
  }

  // --- sizes, at zoom 1 and scale 1 ---

  const MatrixMeasure& measure_of(MatrixName name) const { return request_.measures.at(name); }
  float label_width(MatrixName name) const {
    return has_token_rows(name) ? request_.token_label_width
                                : row_axis(name) == Axis::one ? 0 : request_.index_label_width;
  }
  float cells_width(MatrixName name) const {
    return measure_of(name).cell_width * static_cast<float>(visible_[column_axis(name)]);
  }
  float cells_height(MatrixName name) const {
    return measures_.cell_height * static_cast<float>(visible_[row_axis(name)]);
  }
  void measure(Block& block) const {
    const float sums = block.name == MatrixName::weights ? measures_.sum_width : 0;
    const float labels = label_width(block.name);
    block.width = labels + std::max(cells_width(block.name) + sums, measure_of(block.name).title_width);
    block.height = measures_.title_height + measures_.header_height + cells_height(block.name);
    if (block.bias) block.height += measures_.title_height + measures_.cell_height;
  }
  void measure(std::vector<Block>& blocks) const {
    for (Block& block : blocks) measure(block);
  }
  void measure(Arrangement& a) const {
    for (std::vector<Block>* blocks : {&a.embeddings, &a.weights, &a.projections, &a.scores, &a.softmax, &a.output}) {
      measure(*blocks);
    }
  }

  static float widest(const std::vector<Block>& blocks) {
    float width = 0;
    for (const Block& block : blocks) width = std::max(width, block.width);
    return width;
  }
  float stack_height(const std::vector<Block>& blocks) const {
    float height = 0;
    for (const Block& block : blocks) height += block.height + (height > 0 ? measures_.row_gap : 0);
    return height;
  }
  Point size_of(Arrangement a) const {
    measure(a);
    const bool has_projections = !a.projections.empty();
    float width = widest(a.embeddings) + measures_.column_gap;
    if (has_projections) width += widest(a.weights) + widest(a.projections) + 2 * measures_.column_gap;
    width += widest(a.scores);
    float height = std::max(stack_height(a.embeddings), stack_height(a.scores));
    if (!a.softmax.empty()) {
      width += measures_.column_gap * wide_gap + widest(a.softmax);
      height = std::max(stack_height(a.scores) + measures_.lane, stack_height(a.softmax));
    }
    if (!a.output.empty()) {
      width += measures_.column_gap + widest(a.output);
      height = std::max(height, stack_height(a.output));
    }
    return {width, std::max(height, projections_height(a))};
  }

  // W_q and Q share a row, and so on.
  static float row_height(const Arrangement& a, std::size_t i) {
    return std::max(a.projections[i].height, a.weights[i].height);
  }
  float projections_height(const Arrangement& a) const {
    float height = 0;
    for (std::size_t i = 0; i < a.projections.size(); ++i) {
      height += row_height(a, i) + (i > 0 ? measures_.row_gap : 0);
    }
    return height;
  }

  float fitting_zoom(const Arrangement& a) const {
    const Point size = size_of(a);
    return std::min(request_.available.x / size.x, request_.available.y / size.y) / request_.scale;
  }

  float smallest_windows_zoom(const Arrangement& one, const Arrangement& two) {
    visible_ = sizes_;
    limit_visible([](Axis axis) { return smallest_window(axis); });
    const float zoom = std::max(fitting_zoom(one), fitting_zoom(two));
    visible_ = sizes_;
    return zoom;
  }

  template <class Limit>
  void limit_visible(Limit limit) {
    for (std::size_t i = 0; i < axis_count; ++i) {
      const Axis axis = static_cast<Axis>(i);
      visible_[axis] = std::min(visible_[axis], limit(axis));
    }
  }

  // Shortens the longest axes until everything fits at this zoom, or no axis can be shortened further.
  const Arrangement& windowed(const Arrangement& one, const Arrangement& two, float zoom) {
    zoom_ = zoom;
    const PerAxis<Index> full = visible_;
    const float fit_one = shorten_axes(one);
    const PerAxis<Index> visible_one = visible_;
    visible_ = full;
    const float fit_two = shorten_axes(two);
    const auto shown = [](const PerAxis<Index>& axes) { return axes[Axis::query] + axes[Axis::key]; };
    const bool both_fit = fit_one >= zoom_ && fit_two >= zoom_;
    const bool takes_one = both_fit ? shown(visible_one) >= shown(visible_) : fit_one >= fit_two;
    if (takes_one) visible_ = visible_one;
    return takes_one ? one : two;
  }

  float shorten_axes(const Arrangement& a) {
    // No axis can show more entries than the workspace has room for.
    const float cell = measures_.cell_height * zoom_ * request_.scale;
    const Index most = static_cast<Index>(std::max(request_.available.x, request_.available.y) / cell) + 1;
    limit_visible([most](Axis axis) { return std::max(most, smallest_window(axis)); });
    while (true) {
      const Point size = size_of(a);
      const float unit = zoom_ * request_.scale;
      const bool too_wide = size.x * unit > request_.available.x;
      const bool too_high = size.y * unit > request_.available.y;
      Index* longest = nullptr;
      const auto consider = [&](Axis axis) {
        Index& n = visible_[axis];
        if (n > smallest_window(axis) && (longest == nullptr || n > *longest)) longest = &n;
      };
      if (too_wide) {
        for (const Axis axis : {Axis::key, Axis::d_model, Axis::d_k, Axis::d_v, Axis::d_concatenated, Axis::d_out}) {
          consider(axis);
        }
      }
      if (too_high) {
        for (const Axis axis : {Axis::query, Axis::key, Axis::d_model, Axis::d_concatenated}) consider(axis);
      }
      if (longest == nullptr) return fitting_zoom(a);
      --*longest;
    }
  }

  // --- placing, in pixels ---

  PipelineLayout place(Arrangement a) {
    measure(a);
    unit_ = zoom_ * request_.scale;
    const Point natural = size_of(a);
    // Room that is left goes into the gaps, to a point: a calm page rather than a scattered one.
    const float room_x = std::max(0.0f, request_.available.x / unit_ - natural.x);
    const float room_y = std::max(0.0f, request_.available.y / unit_ - natural.y);
    const int gaps = (a.projections.empty() ? 1 : 3) + (a.softmax.empty() ? 0 : 1) + (a.output.empty() ? 0 : 1);
    const float gap = measures_.column_gap + std::min(room_x / static_cast<float>(gaps + 1), 46.0f);
    const float height = natural.y + std::min(room_y, natural.y * 0.12f);

    float x = 0;
    stack(a.embeddings, x, height);
    x += widest(a.embeddings) + gap;
    if (!a.projections.empty()) {
      stack_projections(a, x, gap, height);
      x += widest(a.weights) + widest(a.projections) + 2 * gap;
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

  // Blocks from top to bottom, spread evenly over the height.
  void stack(std::vector<Block>& blocks, float x, float height) const {
    const float used = stack_height(blocks);
    const float extra = std::max(0.0f, height - used) / static_cast<float>(blocks.size() + 1);
    float y = extra;
    for (Block& block : blocks) {
      block.x = x;
      block.y = y;
      y += block.height + measures_.row_gap + extra;
    }
  }

  // Each weight matrix level with the projection it makes.
  void stack_projections(Arrangement& a, float x, float gap, float height) const {
    const float extra = std::max(0.0f, height - projections_height(a)) / static_cast<float>(a.projections.size() + 1);
    float y = extra;
    for (std::size_t i = 0; i < a.projections.size(); ++i) {
      const float row = row_height(a, i);
      for (Block* block : {&a.weights[i], &a.projections[i]}) {
        block->x = block == &a.weights[i] ? x : x + widest(a.weights) + gap;
        block->y = y + (row - block->height) / 2;
      }
      y += row + measures_.row_gap + extra;
    }
  }

  // Scores, softmax and output: columns side by side. Where softmax has its own, the arrow from V to it runs
  // in a lane beneath the scores.
  void place_scores(Arrangement& a, float x, float gap, float height) const {
    stack(a.scores, x, a.softmax.empty() ? height : height - measures_.lane);
    x += widest(a.scores);
    if (!a.softmax.empty()) {
      x += gap * wide_gap;
      stack(a.softmax, x, height);
      x += widest(a.softmax);
    }
    if (!a.output.empty()) stack(a.output, x + gap, height);
  }

  // X beside the middle of what it goes into.
  void centre_embeddings(Arrangement& a) const {
    Block& X = a.embeddings.front();
    if (a.weights.empty()) {
      X.y = std::max(0.0f, middle_of_cells(a.scores.front()) - (middle_of_cells(X) - X.y));
      return;
    }
    X.y = std::max(0.0f, middle_of_cells(a.weights[1]) - (middle_of_cells(X) - X.y));
  }

  float middle_of_cells(const Block& block) const {
    return block.y + measures_.title_height + measures_.header_height + cells_height(block.name) / 2;
  }

  void emit(const Block& block) {
    emit(block.name, block.x, block.y, true);
    if (block.bias) {
      const float y = block.y + measures_.title_height + measures_.header_height + cells_height(block.name);
      emit(*block.bias, block.x + label_width(block.name), y, false);
    }
  }

  void emit(MatrixName name, float x, float y, bool has_column_labels) {
    PlacedMatrix placed;
    placed.ref = {name, is_per_head(name) ? request_.head : 0};
    const float labels = label_width(name);
    const float header = has_column_labels ? measures_.header_height : 0;
    placed.rows = visible_[row_axis(name)];
    placed.columns = visible_[column_axis(name)];
    placed.first_row = first(row_axis(name));
    placed.first_column = first(column_axis(name));
    // Whole pixels, so that thin lines and digits stay sharp; rounded down, so that what fits still fits.
    placed.cell_width = std::floor(measure_of(name).cell_width * unit_);
    placed.cell_height = std::floor(measures_.cell_height * unit_);
    placed.label_width = labels * unit_;
    placed.has_column_labels = has_column_labels;
    const float left = std::round((x + labels) * unit_);
    const float top = std::round((y + measures_.title_height + header) * unit_);
    placed.cells = {left, top, placed.cell_width * static_cast<float>(placed.columns),
                    placed.cell_height * static_cast<float>(placed.rows)};
    placed.title = {left, std::round(y * unit_), std::max(placed.cells.width, measure_of(name).title_width * unit_),
                    measures_.title_height * unit_};
    layout_.matrices.push_back(placed);
  }

  Index first(Axis axis) const {
    return std::clamp<Index>(request_.scroll[axis], 0, std::max<Index>(0, sizes_[axis] - visible_[axis]));
  }

  const PlacedMatrix* placed(MatrixName name) const {
    for (const PlacedMatrix& matrix : layout_.matrices) {
      if (matrix.ref.name == name) return &matrix;
    }
    return nullptr;
  }

  float right_edge(const PlacedMatrix& m) const {
    return m.cells.right() + (m.ref.name == MatrixName::weights ? measures_.sum_width * unit_ : 0);
  }
  static float left_edge(const PlacedMatrix& m) { return m.cells.x - m.label_width; }

  // `entry`: where it meets the target, as a share of the height of its cells.
  void connect(MatrixName from, MatrixName to, MatrixName hue, std::string operation, float entry = 0.5f) {
    const PlacedMatrix* a = placed(from);
    const PlacedMatrix* b = placed(to);
    if (a == nullptr || b == nullptr) return;
    const float space = 5 * unit_;
    PlacedArrow arrow;
    arrow.hue = hue;
    arrow.operation = std::move(operation);
    arrow.from = {right_edge(*a) + space, a->cells.centre().y};
    arrow.to = {left_edge(*b) - space, b->cells.y + b->cells.height * entry};
    if (std::fabs(arrow.to.y - arrow.from.y) < 3) arrow.to.y = arrow.from.y;  // rounding must not tilt it
    arrow.operation_at = {(arrow.from.x + arrow.to.x) / 2, (arrow.from.y + arrow.to.y) / 2 - 10 * unit_};
    layout_.arrows.push_back(std::move(arrow));
  }

  void connect_down(MatrixName from, MatrixName to, std::string operation) {
    const PlacedMatrix* a = placed(from);
    const PlacedMatrix* b = placed(to);
    if (a == nullptr || b == nullptr) return;
    PlacedArrow arrow;
    arrow.is_vertical = true;
    arrow.operation = std::move(operation);
    const float x = std::min(a->cells.centre().x, b->cells.centre().x);
    arrow.from = {x, a->cells.bottom() + 4 * unit_};
    arrow.to = {x, b->title.y - 1 * unit_};
    arrow.operation_at = {x + 9 * unit_, (arrow.from.y + arrow.to.y) / 2};
    layout_.arrows.push_back(std::move(arrow));
  }

  void add_arrows(const Arrangement& a) {
    const bool is_identity = a.projections.empty();
    const MatrixName value = is_identity ? MatrixName::X : MatrixName::V;
    if (is_identity) {
      connect(MatrixName::X, MatrixName::scores, MatrixName::scores, "XX^T");
    } else {
      connect(MatrixName::X, MatrixName::W_q, MatrixName::Q, "");
      connect(MatrixName::X, MatrixName::W_k, MatrixName::K, "");
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
      // In the gap, whichever of the scores is the widest.
      PlacedArrow& arrow = layout_.arrows.back();
      arrow.operation_at.x = arrow.to.x - measures_.column_gap * wide_gap * unit_ * 0.55f;
    }
    connect_down(MatrixName::weights, a.product(), times_value);
    add_output_arrows(a);
  }

  void add_output_arrows(const Arrangement& a) {
    if (a.output.empty()) return;
    connect(a.product(), a.output.front().name, MatrixName::V, "");
    // Level until it is past the scores or weights above, then up.
    PlacedArrow& arrow = layout_.arrows.back();
    const float past = right_of(a.softmax.empty() ? a.scores : a.softmax) + measures_.column_gap * unit_ * 0.15f;
    arrow.lane = PlacedArrow::Lane{arrow.from.x, std::max(past, arrow.from.x), arrow.from.y};
    for (std::size_t i = 0; i + 1 < a.output.size(); ++i) {
      connect_down(a.output[i].name, a.output[i + 1].name, a.output[i + 1].name == MatrixName::W_o ? "·" : "=");
    }
  }

  float right_of(const std::vector<Block>& blocks) const {
    float right = 0;
    for (const Block& block : blocks) right = std::max(right, right_edge(*placed(block.name)));
    return right;
  }

  // The last arrow bends below the scores instead of running behind them.
  void run_through_lane(const Arrangement& a) {
    PlacedArrow& arrow = layout_.arrows.back();
    const float bottom = placed(a.scores.back().name)->cells.bottom();
    arrow.lane = PlacedArrow::Lane{left_edge(*placed(MatrixName::scores)),
                                   right_of(a.scores) + measures_.column_gap * unit_ * 0.15f,
                                   bottom + measures_.lane * unit_ * 0.7f};
    arrow.operation_at = {(arrow.lane->left + arrow.lane->right) / 2, arrow.lane->y};
  }

  std::string scale_operation() const {
    switch (model_.options.scale.kind) {
      case Scale::Kind::sqrt_d_k: return "÷ √d_k";
      case Scale::Kind::none: return "÷ 1";
      case Scale::Kind::custom: return "÷ divisor";
    }
    return {};
  }

  // Centres the whole in what is available.
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
    const Point shift{std::round(std::max(0.0f, (request_.available.x - right) / 2)),
                      std::round(std::max(0.0f, (request_.available.y - bottom) / 2))};
    const auto move = [&](Point& p) { p = {p.x + shift.x, p.y + shift.y}; };
    for (PlacedMatrix& m : layout_.matrices) {
      for (Rect* rect : {&m.title, &m.cells}) {
        rect->x += shift.x;
        rect->y += shift.y;
      }
    }
    for (PlacedArrow& arrow : layout_.arrows) {
      move(arrow.from);
      move(arrow.to);
      move(arrow.operation_at);
      if (arrow.lane) {
        arrow.lane->left += shift.x;
        arrow.lane->right += shift.x;
        arrow.lane->y += shift.y;
      }
    }
    layout_.zoom = zoom_;
    layout_.size = {right + shift.x, bottom + shift.y};
    layout_.sizes = sizes_;
    layout_.visible = visible_;
    for (std::size_t i = 0; i < axis_count; ++i) {
      const Axis axis = static_cast<Axis>(i);
      layout_.visible[axis] = std::min(visible_[axis], sizes_[axis]);
      layout_.first[axis] = first(axis);
    }
  }

  const PipelineRequest& request_;
  const Model& model_;
  const PipelineMeasures& measures_;
  PerAxis<Index> sizes_;
  PerAxis<Index> visible_;
  float zoom_ = 1;
  float unit_ = 1;
  PipelineLayout layout_;
};

}  // namespace

PipelineLayout lay_out_pipeline(const PipelineRequest& request, const PipelineMeasures& measures) {
  return PipelineArranger(request, measures).lay_out();
}

}  // namespace attention_lab
