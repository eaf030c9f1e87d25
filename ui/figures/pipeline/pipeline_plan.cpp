#include "ui/figures/pipeline/pipeline_plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::size_t add_block(StagePlan& plan, const Model& model, const Trace& trace, const MatrixRef& ref,
                      int column, int line) {
  const MatrixView values = matrix_view(model, trace, ref);
  plan.blocks.push_back({ref, values.rows(), values.cols(), column, line, std::nullopt, false});
  plan.columns = std::max(plan.columns, column + 1);
  plan.lines = std::max(plan.lines, line + 1);
  return plan.blocks.size() - 1;
}

/// What a head computes: weights · V.
MatrixName product_of_head(const Model& model) {
  return model.n_heads() > 1 || model.has_output_projection() ? MatrixName::head_output : MatrixName::context;
}

/// "weights · V": the formula without its "= ".
std::string operation_of(const Model& model, MatrixName result) {
  return formula_of(model, result).substr(std::string_view("= ").size());
}

std::string with_bias(const std::string& product, MatrixName bias) {
  return filled("<product> + <bias>", {{"product", product}, {"bias", display_name(bias)}});
}

std::string temperature_text(const Model& model) {
  return "÷ T = " + format_briefly(static_cast<double>(model.options.temperature));
}

std::string softmax_text(const Model& model) {
  return model.options.temperature == Scalar{1} ? "softmax of each row"
                                                : temperature_text(model) + ", softmax of rows";
}

/// On a level arrow, softmax has two lines or more, so that the arrow can be short.
void write_softmax(const Model& model, StageLink& link) {
  if (link.is_vertical) {
    link.above = {softmax_text(model)};
    return;
  }
  link.above.clear();
  if (model.options.temperature != Scalar{1}) link.above.push_back(temperature_text(model));
  link.above.emplace_back("softmax");
  link.below = {"of each row"};
}

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
    return add_block(plan_, model_, trace_, {name, is_per_head(name) ? head_ : 0}, column, line);
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

  MatrixName product() const { return product_of_head(model_); }

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
      link(tokens, *positions, Hue::plain, {"+ positions"});
    }
    const std::size_t X = add(MatrixName::X, 0, positions ? 2 : 1);
    if (positions) link(*positions, X, Hue::plain, {formula_of(model_, MatrixName::X)});
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
      const std::string label = mask_words_of(model_.options.mask).on_arrow;
      const std::size_t space = label.find(' ');
      is_below ? link(scaled, last, Hue::plain, {label})
               : link(scaled, last, Hue::plain, {label.substr(0, space)}, {label.substr(space + 1)});
    }
    write_softmax(model_, link(last, weights, Hue::plain));
    if (model_.has_dropout()) link(weights, at(MatrixName::dropped_weights), Hue::plain, {"dropout"});
    link(at(mixing_weights(model_)), at(product()), Hue::plain, {operation_of(model_, product())});
    link(is_identity ? at(MatrixName::X) : at(MatrixName::V), at(product()), Hue::value);
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
    if (model_.n_heads() > 1) {
      const std::size_t concatenated = at(MatrixName::concatenated);
      link(product_at, concatenated, Hue::value, heads, side_by_side);
      link(concatenated, W_o, Hue::plain);
    } else {
      link(product_at, W_o, Hue::value);
    }
    link(W_o, context, Hue::plain, {operation_of(model_, MatrixName::context)});
  }

  const Model& model_;
  const Trace& trace_;
  Index head_;
  bool is_stacked_;
  int first_scores_ = 0;
  int last_line_ = 0;
  StagePlan plan_;
};

/// The operation that computes one stage.
class FocusPlanner {
 public:
  FocusPlanner(const Model& model, const Trace& trace, Index head, MatrixName result, bool is_stacked,
               FocusParts parts)
      : model_(model), trace_(trace), head_(head), result_(result), is_stacked_(is_stacked), parts_(parts) {}

  StagePlan plan() {
    plan_.is_focus = true;
    switch (result_) {
      case MatrixName::Q: project(MatrixName::W_q, MatrixName::b_q, Hue::query); break;
      case MatrixName::K: project(MatrixName::W_k, MatrixName::b_k, Hue::key); break;
      case MatrixName::V: project(MatrixName::W_v, MatrixName::b_v, Hue::value); break;
      case MatrixName::X:
        combine({MatrixName::token_embeddings, MatrixName::position_embeddings},
                operation_of(model_, result_), Hue::plain);
        break;
      case MatrixName::scores:
        if (model_.options.projection == Projection::identity)
          combine({MatrixName::X}, "XX^T", Hue::plain);
        else
          combine({MatrixName::Q, MatrixName::K}, "QK^T", Hue::plain);
        break;
      case MatrixName::scaled_scores: combine({MatrixName::scores}, divisor_text(model_), Hue::plain); break;
      case MatrixName::masked_scores:
        combine({MatrixName::scaled_scores}, mask_words_of(model_.options.mask).on_arrow, Hue::plain);
        break;
      case MatrixName::weights:
        combine({scores_before_softmax()}, "", Hue::plain);
        if (!plan_.links.empty()) write_softmax(model_, plan_.links.back());
        break;
      case MatrixName::dropped_weights: combine({MatrixName::weights}, "dropout", Hue::plain); break;
      case MatrixName::concatenated:
        combine({MatrixName::head_output}, "heads side by side", Hue::value);
        break;
      case MatrixName::context:
        if (product_of_head(model_) != MatrixName::context) {
          join_heads();
          break;
        }
        [[fallthrough]];
      default: {
        const bool is_identity = model_.options.projection == Projection::identity;
        combine({mixing_weights(model_), is_identity ? MatrixName::X : MatrixName::V},
                operation_of(model_, result_), Hue::value);
      }
    }
    return std::move(plan_);
  }

 private:
  MatrixName scores_before_softmax() const {
    return model_.options.mask == Mask::none ? MatrixName::scaled_scores : MatrixName::masked_scores;
  }

  // X · W + b
  void project(MatrixName weight, MatrixName bias, Hue hue) {
    const std::string product = "X · " + display_name(weight);
    combine({MatrixName::X, weight}, has(bias) ? with_bias(product, bias) : product, hue, bias);
  }

  void join_heads() {
    const bool has_heads = model_.n_heads() > 1;
    if (!model_.has_output_projection())
      return combine({MatrixName::head_output}, "heads side by side", Hue::value);
    combine({has_heads ? MatrixName::concatenated : MatrixName::head_output, MatrixName::W_o},
            operation_of(model_, MatrixName::context), Hue::plain, MatrixName::b_o);
  }

  std::size_t add(MatrixName name, int column, int line) {
    return add_block(plan_, model_, trace_, {name, is_per_head(name) ? head_ : 0}, column, line);
  }

  bool has(MatrixName name) const {
    return matrix_view(model_, trace_, {name, is_per_head(name) ? head_ : 0}).size() > 0;
  }

  bool is_wanted(MatrixName operand) const {
    return parts_ == FocusParts::all || (parts_ == FocusParts::of_head && is_per_head(operand));
  }

  // The operands, the last of which may have a bias, then the result.
  void combine(std::vector<MatrixName> operands, std::string operation, Hue hue,
               std::optional<MatrixName> bias = std::nullopt) {
    operands.erase(
        std::remove_if(operands.begin(), operands.end(), [&](MatrixName name) { return !is_wanted(name); }),
        operands.end());
    const int n = static_cast<int>(operands.size());
    if (n == 0) {
      add(result_, 0, 0);
      return;
    }
    std::vector<std::size_t> given;
    for (int i = 0; i < n; ++i)
      given.push_back(add(operands[static_cast<std::size_t>(i)], is_stacked_ ? 0 : i, is_stacked_ ? i : 0));
    if (bias && has(*bias)) {
      const StageBlock above = plan_.blocks[given.back()];
      plan_.blocks[add(*bias, above.column, above.line)].beneath = given.back();
    }
    const bool is_below = is_stacked_ && n == 1;
    const std::size_t result = add(result_, is_below ? 0 : is_stacked_ ? 1 : n, is_below ? 1 : 0);
    plan_.links.push_back({given.back(), result, hue, {std::move(operation)}, {}, is_below, 0.5f});
  }

  const Model& model_;
  const Trace& trace_;
  Index head_;
  MatrixName result_;
  bool is_stacked_;
  FocusParts parts_;
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

MatrixName focused_stage(const Model& model, MatrixName name) {
  const bool is_identity = model.options.projection == Projection::identity;
  switch (name) {
    case MatrixName::W_q:
    case MatrixName::b_q: return MatrixName::Q;
    case MatrixName::W_k:
    case MatrixName::b_k: return MatrixName::K;
    case MatrixName::W_v:
    case MatrixName::b_v: return MatrixName::V;
    case MatrixName::W_o:
    case MatrixName::b_o: return MatrixName::context;
    case MatrixName::token_embeddings:
    case MatrixName::position_embeddings: return MatrixName::X;
    case MatrixName::X:
      return model.has_positions() ? MatrixName::X : is_identity ? MatrixName::scores : MatrixName::Q;
    default: return name;
  }
}

StagePlan plan_focus(const Model& model, const Trace& trace, Index head, MatrixName result, bool is_stacked,
                     FocusParts parts) {
  return FocusPlanner(model, trace, head, result, is_stacked, parts).plan();
}

}  // namespace attention_lab
