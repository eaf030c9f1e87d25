#include "core/experiments/divisors.h"

#include <cmath>

#include "core/attention/forward.h"
#include "core/attention/softmax.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

/// The model with only this head.
Model one_head(const Model& model, Index head) {
  Model one = model;
  if (model.options.projection == Projection::trainable)
    one.heads = {model.heads[static_cast<std::size_t>(head)]};
  one.W_o = {};
  one.b_o = {};
  one.options.dropout = {};  // dropout comes after the weights
  return one;
}

Scalar divisor_of(DivisorChoice choice, const Model& model, Scalar chosen) {
  switch (choice) {
    case DivisorChoice::undivided: return 1;
    case DivisorChoice::sqrt_d_k: return std::sqrt(static_cast<Scalar>(model.d_k()));
    case DivisorChoice::sqrt_d_model: return std::sqrt(static_cast<Scalar>(model.d_model()));
    case DivisorChoice::chosen: return chosen;
  }
  return 1;
}

}  // namespace

std::string divided_by(double divisor) {
  return "÷ " + format_number(divisor, 2);
}

Scale scale_for(Scalar divisor, Index d_k) {
  if (divisor == 1) return {Scale::Kind::none, 1};
  if (divisor == std::sqrt(static_cast<Scalar>(d_k))) return {Scale::Kind::sqrt_d_k, 1};
  return {Scale::Kind::custom, divisor};
}

bool Divisors::update(const Session& session, Index head, Scalar chosen) {
  const bool is_new = !weights_.front() || revision_ != session.revision() || head_ != head;
  revision_ = session.revision();
  head_ = head;
  bool is_changed = false;
  for (const DivisorChoice choice : all_divisor_choices) {
    auto& kept = weights_[static_cast<std::size_t>(choice)];
    const Scalar divisor = divisor_of(choice, session.model(), chosen);
    if (!is_new && kept && kept->divisor == divisor) continue;
    Model model = one_head(session.model(), head);
    model.options.scale = scale_for(divisor, model.d_k());
    forward(model, trace_);
    auto computed = std::make_shared<DividedWeights>();
    computed->divisor = divisor;
    computed->weights = trace_.heads.front().weights;
    for (Index i = 0; i < computed->weights.rows(); ++i)
      computed->entropies.push_back(entropy(computed->weights.row(i).data(), computed->weights.cols()));
    kept = std::move(computed);
    is_changed = true;
  }
  return is_changed;
}

}  // namespace attention_lab
