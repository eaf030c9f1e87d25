#include "ui/figures/pipeline/pipeline_plan.h"

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

class StagePlanner {
 public:
  StagePlanner(const Model& model, const Trace& trace, Index head, bool is_stacked)
      : model_(model), trace_(trace), head_(head), is_stacked_(is_stacked) {}

  StagePlan plan() {
    const bool is_identity = model_.options.projection == Projection::identity;
    first_scores_ = is_identity ? 1 : 3;
    place_scores();
    place_embeddings(is_identity);
    place_output();
    link_scores(is_identity);
    link_output();
    return std::move(plan_);
  }

 private:
  std::size_t add(MatrixName name, int column, int line) {
    const MatrixRef ref{name, is_per_head(name) ? head_ : 0};
    const MatrixView values = matrix_view(model_, trace_, ref);
    plan_.blocks.push_back({ref, values.rows(), values.cols(), column, line, std::nullopt});
    plan_.columns = std::max(plan_.columns, column + 1);
    plan_.lines = std::max(plan_.lines, line + 1);
    return plan_.blocks.size() - 1;
  }

  bool has(MatrixName name) const {
    return matrix_view(model_, trace_, {name, is_per_head(name) ? head_ : 0}).size() > 0;
  }

  void add_bias(MatrixName name, std::size_t weight) {
    if (!has(name)) return;
    const StageBlock above = plan_.blocks[weight];
    const std::size_t bias = add(name, above.column, above.line);
    plan_.blocks[bias].beneath = weight;
  }

  StageLink& link(std::size_t from, std::size_t to, Hue hue, std::vector<std::string> above = {},
                  std::vector<std::string> below = {}) {
    StageLink link{from, to, hue, std::move(above), std::move(below), false, 0.5f};
    link.is_vertical = plan_.blocks[from].column == plan_.blocks[to].column;
    plan_.links.push_back(std::move(link));
    return plan_.links.back();
  }

  std::size_t at(MatrixName name) const { return *plan_.find(name); }

  MatrixName product() const {
    return model_.n_heads() > 1 || model_.has_output_projection() ? MatrixName::head_output
                                                                  : MatrixName::context;
  }

  // 1. From scores to weights and their product with V. Wide: scores above scaled scores, then masked scores
  // above weights above the product, so that nothing is between V and the product. Stacked: one below the
  // other, with line 1 left for K.
  void place_scores() {
    const bool masks = model_.options.mask != Mask::none;
    if (!is_stacked_) {
      add(MatrixName::scores, first_scores_, 0);
      add(MatrixName::scaled_scores, first_scores_, 1);
      if (masks) add(MatrixName::masked_scores, first_scores_ + 1, 0);
      add(MatrixName::weights, first_scores_ + 1, 1);
      last_line_ = 2;
      if (model_.has_dropout()) add(MatrixName::dropped_weights, first_scores_ + 1, last_line_++);
      add(product(), first_scores_ + 1, last_line_);
      return;
    }
    plan_.floats = true;
    int line = 0;
    add(MatrixName::scores, first_scores_, line);
    line = 2;
    add(MatrixName::scaled_scores, first_scores_, line++);
    if (masks) add(MatrixName::masked_scores, first_scores_, line++);
    add(MatrixName::weights, first_scores_, line++);
    if (model_.has_dropout()) add(MatrixName::dropped_weights, first_scores_, line++);
    add(product(), first_scores_, line);
    last_line_ = line;
  }

  // 2. X, its weights, and their products.
  void place_embeddings(bool is_identity) {
    std::optional<std::size_t> positions;
    if (model_.has_positions()) {
      const std::size_t tokens = add(MatrixName::token_embeddings, 0, 0);
      positions = add(MatrixName::position_embeddings, 0, 1);
      link(tokens, *positions, Hue::plain, {"+"});
    }
    const std::size_t X = add(MatrixName::X, 0, positions ? 2 : 1);
    if (positions) link(*positions, X, Hue::plain, {"="});
    if (is_identity) return;
    struct Projected {
      MatrixName weight;
      MatrixName bias;
      MatrixName result;
      int line;
      Hue hue;
    };
    const Projected all[] = {
        {MatrixName::W_q, MatrixName::b_q, MatrixName::Q, 0, Hue::query},
        {MatrixName::W_k, MatrixName::b_k, MatrixName::K, 1, Hue::key},
        {MatrixName::W_v, MatrixName::b_v, MatrixName::V, last_line_, Hue::value},
    };
    for (const Projected& one : all) {
      const std::size_t weight = add(one.weight, 1, one.line);
      add_bias(one.bias, weight);
      const std::size_t result = add(one.result, 2, one.line);
      link(X, weight, one.hue);
      std::vector<std::string> plus;
      if (has(one.bias)) plus.push_back("+ " + std::string(to_string(one.bias)));
      link(weight, result, one.hue, {"X · " + std::string(to_string(one.weight))}, plus);
    }
  }

  // 3. The stages after the heads.
  void place_output() {
    if (product() == MatrixName::context) return;
    const int column = plan_.blocks[at(product())].column + 1;
    if (model_.has_output_projection()) {
      if (model_.n_heads() > 1) add(MatrixName::concatenated, column, last_line_ - 2);
      add_bias(MatrixName::b_o, add(MatrixName::W_o, column, last_line_ - 1));
    }
    add(MatrixName::context, column, last_line_);
  }

  void link_scores(bool is_identity) {
    const std::size_t scores = at(MatrixName::scores);
    const std::size_t scaled = at(MatrixName::scaled_scores);
    const std::size_t weights = at(MatrixName::weights);
    if (is_identity) {
      link(at(MatrixName::X), scores, Hue::plain, {"XX^T"});
    } else {
      link(at(MatrixName::Q), scores, Hue::query, {"QK^T"});
      link(at(MatrixName::K), scores, Hue::key).entry = 0.8f;
    }
    link(scores, scaled, Hue::plain, {divisor_text(model_)});
    std::size_t last = scaled;
    if (model_.options.mask != Mask::none) {
      last = at(MatrixName::masked_scores);
      const bool is_below = plan_.blocks[last].column == plan_.blocks[scaled].column;
      is_below ? link(scaled, last, Hue::plain, {"causal mask"})
               : link(scaled, last, Hue::plain, {"causal"}, {"mask"});
    }
    link_softmax(last, weights);
    const std::string times = is_identity ? "· X" : "· V";
    if (model_.has_dropout()) link(weights, at(MatrixName::dropped_weights), Hue::plain, {"dropout"});
    link(at(mixing_weights(model_)), at(product()), Hue::plain, {times});
    link(is_identity ? at(MatrixName::X) : at(MatrixName::V), at(product()), Hue::value);
  }

  void link_softmax(std::size_t from, std::size_t weights) {
    const bool has_temperature = model_.options.temperature != Scalar{1};
    const std::string divided = "÷ T = " + format_briefly(static_cast<double>(model_.options.temperature));
    if (plan_.blocks[from].column == plan_.blocks[weights].column) {
      link(from, weights, Hue::plain,
           {has_temperature ? divided + ", softmax of rows" : "softmax of each row"});
      return;
    }
    std::vector<std::string> above;
    if (has_temperature) above.push_back(divided);
    above.emplace_back("softmax");
    link(from, weights, Hue::plain, above, {"of each row"});
  }

  void link_output() {
    if (product() == MatrixName::context) return;
    const std::size_t product_at = at(product());
    const std::size_t context = at(MatrixName::context);
    const std::vector<std::string> heads = {"heads"};
    const std::vector<std::string> side_by_side = {"side by side"};
    if (!model_.has_output_projection()) {
      link(product_at, context, Hue::value, heads, side_by_side);
      return;
    }
    const std::size_t W_o = at(MatrixName::W_o);
    const std::string times = has(MatrixName::b_o) ? "· W_o + b_o" : "· W_o";
    if (model_.n_heads() > 1) {
      const std::size_t concatenated = at(MatrixName::concatenated);
      link(product_at, concatenated, Hue::value, heads, side_by_side);
      link(concatenated, W_o, Hue::plain);
    } else {
      link(product_at, W_o, Hue::value);
    }
    link(W_o, context, Hue::plain, {times});
  }

  const Model& model_;
  const Trace& trace_;
  Index head_;
  bool is_stacked_;
  int first_scores_ = 0;
  int last_line_ = 0;
  StagePlan plan_;
};

}  // namespace

std::optional<std::size_t> StagePlan::find(MatrixName name) const {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].ref.name == name) return i;
  }
  return std::nullopt;
}

StagePlan plan_stages(const Model& model, const Trace& trace, Index head, bool is_stacked) {
  return StagePlanner(model, trace, head, is_stacked).plan();
}

}  // namespace attention_lab
