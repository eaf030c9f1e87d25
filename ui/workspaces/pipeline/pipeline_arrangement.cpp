#include "ui/workspaces/pipeline/pipeline_arrangement.h"

#include <algorithm>

namespace attention_lab {
namespace {

// The number of columns of a matrix of the shown head; 0 if it is absent.
Index columns_of(const PipelineRequest& request, MatrixName name) {
  static const Trace nothing;
  return matrix_view(request.document->model, nothing, {name, is_per_head(name) ? request.head : 0}).cols();
}

Block block(const PipelineRequest& request, MatrixName name, std::optional<MatrixName> bias = std::nullopt) {
  const bool has_bias = bias && columns_of(request, *bias) > 0;
  return {name, has_bias ? bias : std::nullopt};
}

}  // namespace

Arrangement arrangement_of(const PipelineRequest& request, bool has_softmax_column) {
  const Model& model = request.document->model;
  Arrangement a;
  if (model.has_positions()) {
    a.embeddings = {block(request, MatrixName::token_embeddings),
                    block(request, MatrixName::position_embeddings)};
  }
  a.embeddings.push_back(block(request, MatrixName::X));
  if (model.options.projection == Projection::trainable) {
    a.weights = {block(request, MatrixName::W_q, MatrixName::b_q),
                 block(request, MatrixName::W_k, MatrixName::b_k),
                 block(request, MatrixName::W_v, MatrixName::b_v)};
    a.projections = {block(request, MatrixName::Q), block(request, MatrixName::K),
                     block(request, MatrixName::V)};
  }
  a.scores = {block(request, MatrixName::scores), block(request, MatrixName::scaled_scores)};
  if (model.options.mask != Mask::none) a.scores.push_back(block(request, MatrixName::masked_scores));
  std::vector<Block>& softmax = has_softmax_column ? a.softmax : a.scores;
  softmax.push_back(block(request, MatrixName::weights));
  if (model.has_dropout()) softmax.push_back(block(request, MatrixName::dropped_weights));
  const bool has_heads = model.n_heads() > 1;
  if (!has_heads && !model.has_output_projection()) {
    softmax.push_back(block(request, MatrixName::context));
    return a;
  }
  softmax.push_back(block(request, MatrixName::head_output));
  if (model.has_output_projection()) {
    if (has_heads) a.output.push_back(block(request, MatrixName::concatenated));
    a.output.push_back(block(request, MatrixName::W_o, MatrixName::b_o));
  }
  a.output.push_back(block(request, MatrixName::context));
  return a;
}

PipelineSizes::PipelineSizes(const PipelineRequest& request, const PipelineMeasures& measures)
    : visible(axis_sizes(request.document->model)), request_(request), measures_(measures), sizes_(visible) {}

float PipelineSizes::label_width(MatrixName name) const {
  if (has_token_rows(name)) return request_.token_label_width;
  switch (row_axis(name)) {
    case Axis::one: return 0;
    case Axis::d_model: return request_.feature_label_width;
    default: return request_.index_label_width;
  }
}

float PipelineSizes::cells_width(MatrixName name) const {
  return measure_of(name).cell_width * static_cast<float>(visible[column_axis(name)]);
}

float PipelineSizes::cells_height(MatrixName name) const {
  return measures_.cell_height * static_cast<float>(visible[row_axis(name)]);
}

void PipelineSizes::measure(Block& block) const {
  const float sums = are_attention_weights(block.name) ? measures_.sum_width : 0;
  const float labels = label_width(block.name);
  block.width = labels + std::max(cells_width(block.name) + sums, title_width(block.name));
  block.height = measures_.title_height + measures_.header_height + cells_height(block.name);
  if (block.bias) block.height += measures_.title_height + measures_.cell_height;
}

void PipelineSizes::measure(std::vector<Block>& blocks) const {
  for (Block& block : blocks) measure(block);
}

void PipelineSizes::measure(Arrangement& a) const {
  for (std::vector<Block>* blocks :
       {&a.embeddings, &a.weights, &a.projections, &a.scores, &a.softmax, &a.output}) {
    measure(*blocks);
  }
}

void PipelineSizes::widen_titles(Arrangement& a) const {
  for (std::vector<Block>* blocks :
       {&a.embeddings, &a.weights, &a.projections, &a.scores, &a.softmax, &a.output}) {
    const float column = widest(*blocks);
    for (Block& block : *blocks)
      block.title_width = std::min(measure_of(block.name).title_width, column - label_width(block.name));
  }
}

float PipelineSizes::widest(const std::vector<Block>& blocks) {
  float width = 0;
  for (const Block& block : blocks) width = std::max(width, block.width);
  return width;
}

float PipelineSizes::stack_height(const std::vector<Block>& blocks) const {
  float height = 0;
  for (const Block& block : blocks) height += block.height + (height > 0 ? measures_.row_gap : 0);
  return height;
}

Point PipelineSizes::size_of(Arrangement a) const {
  measure(a);
  const bool has_projections = !a.projections.empty();
  float width = widest(a.embeddings) + measures_.column_gap;
  if (has_projections) width += widest(a.weights) + widest(a.projections) + 2 * measures_.column_gap;
  width += widest(a.scores);
  float height = std::max(stack_height(a.embeddings), stack_height(a.scores));
  if (!a.softmax.empty()) {
    width += measures_.column_gap * wide_gap + widest(a.softmax);
    height = std::max({height, stack_height(a.scores) + measures_.lane, stack_height(a.softmax)});
  }
  if (!a.output.empty()) {
    width += measures_.column_gap + widest(a.output);
    height = std::max(height, stack_height(a.output));
  }
  return {width, std::max(height, projections_height(a))};
}

float PipelineSizes::row_height(const Arrangement& a, std::size_t i) const {
  const float above = std::max(above_middle(a.projections[i].name), above_middle(a.weights[i].name));
  const auto below = [&](const Block& block) { return block.height - above_middle(block.name); };
  return above + std::max(below(a.projections[i]), below(a.weights[i]));
}

float PipelineSizes::projections_height(const Arrangement& a) const {
  float height = 0;
  for (std::size_t i = 0; i < a.projections.size(); ++i) {
    height += row_height(a, i) + (i > 0 ? measures_.row_gap : 0);
  }
  return height;
}

float PipelineSizes::fitting_zoom(const Arrangement& a) const {
  const Point size = size_of(a);
  return std::min(request_.available.x / size.x, request_.available.y / size.y) / request_.scale;
}

float PipelineSizes::above_middle(MatrixName name) const {
  return measures_.title_height + measures_.header_height + cells_height(name) / 2;
}

}  // namespace attention_lab
