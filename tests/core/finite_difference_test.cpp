// Compares the derivatives with finite differences. Only with double as Scalar: in float, rounding leaves
// only the first digits of a finite difference.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/backward.h"
#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/tangent.h"
#include "every_matrix.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using attention_lab::testing::all_variants;
using attention_lab::testing::every_cell;
using attention_lab::testing::every_matrix;
using attention_lab::testing::RandomDocuments;

static_assert(sizeof(Scalar) == sizeof(double));

constexpr double difference_step = 1e-5;
constexpr double difference_tolerance = 1e-7;  // relative for derivatives larger than 1

// The only place where the tests modify a matrix that the engine exposes as read-only.
Scalar& writable(const Model& model, Trace& trace, const CellRef& cell) {
  const MatrixView view = matrix_view(model, trace, cell.matrix);
  return const_cast<Scalar*>(view.data())[cell.row * view.cols() + cell.column];  // NOLINT
}

void step_given(Model& model, const CellRef& cell, Scalar change) {
  const std::size_t h = static_cast<std::size_t>(cell.matrix.head);
  switch (cell.matrix.name) {
    case MatrixName::position_embeddings:
      model.position_embeddings.edit()(cell.row, cell.column) += change;
      break;
    case MatrixName::token_embeddings:
    case MatrixName::X: model.token_embeddings.edit()(cell.row, cell.column) += change; break;
    case MatrixName::W_q: model.heads[h].W_q.edit()(cell.row, cell.column) += change; break;
    case MatrixName::W_k: model.heads[h].W_k.edit()(cell.row, cell.column) += change; break;
    case MatrixName::W_v: model.heads[h].W_v.edit()(cell.row, cell.column) += change; break;
    case MatrixName::b_q: model.heads[h].b_q.edit()(cell.column) += change; break;
    case MatrixName::b_k: model.heads[h].b_k.edit()(cell.column) += change; break;
    case MatrixName::b_v: model.heads[h].b_v.edit()(cell.column) += change; break;
    case MatrixName::W_o: model.W_o.edit()(cell.row, cell.column) += change; break;
    case MatrixName::b_o: model.b_o.edit()(cell.column) += change; break;
    default: FAIL() << "computed";
  }
}

// Q, K and V of one head for a changed X.
void project(const Model& model, std::size_t h, Trace& trace) {
  HeadStages& head = trace.heads[h];
  if (model.options.projection == Projection::identity) {
    head.Q = head.K = head.V = trace.X;
    return;
  }
  const Head& given = model.heads[h];
  head.Q = trace.X * *given.W_q;
  head.K = trace.X * *given.W_k;
  head.V = trace.X * *given.W_v;
  if (given.b_q->size() > 0) head.Q.rowwise() += *given.b_q;
  if (given.b_k->size() > 0) head.K.rowwise() += *given.b_k;
  if (given.b_v->size() > 0) head.V.rowwise() += *given.b_v;
}

// Recomputes the stages after `from` with an independent implementation; `from` itself is kept.
void continue_after(const Model& model, const MatrixName from, Trace& trace) {
  const auto comes_after = [from](MatrixName name) { return name > from; };
  for (std::size_t h = 0; h < trace.heads.size(); ++h) {
    HeadStages& head = trace.heads[h];
    const Index n = head.scores.rows();
    if (from == MatrixName::X) project(model, h, trace);
    if (comes_after(MatrixName::scores)) head.scores = head.Q * head.K.transpose();
    if (comes_after(MatrixName::scaled_scores)) head.scaled_scores = head.scores / trace.divisor;
    if (comes_after(MatrixName::masked_scores) && model.options.mask != Mask::none) {
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
          head.masked_scores(i, j) = is_visible(model.options.mask, i, j, model.n_tokens())
                                         ? head.scaled_scores(i, j)
                                         : -std::numeric_limits<Scalar>::infinity();
    }
    if (comes_after(MatrixName::weights)) {
      const Matrix exponentials = (scores_for_softmax(model, head) / model.options.temperature).array().exp();
      head.weights = exponentials.array().colwise() / exponentials.rowwise().sum().array();
      for (Index i = 0; i < n; ++i)
        if (sees_nothing(model.options.mask, i, n)) head.weights.row(i).setZero();
    }
    if (comes_after(MatrixName::dropped_weights) && model.has_dropout())
      head.dropped_weights = head.weights.cwiseProduct(head.dropout_mask);
    if (comes_after(MatrixName::head_output)) head.head_output = mixing_weights(model, head) * head.V;
    if (comes_after(MatrixName::concatenated)) {
      const Index d_v = head.V.cols();
      trace.concatenated.middleCols(static_cast<Index>(h) * d_v, d_v) = head.head_output;
    }
  }
  if (!comes_after(MatrixName::context)) return;
  trace.context = trace.concatenated;
  if (!model.has_output_projection()) return;
  trace.context = trace.concatenated * *model.W_o;
  if (model.b_o->size() > 0) trace.context.rowwise() += *model.b_o;
}

Trace after_step(const Model& model, const Trace& trace, const CellRef& cell, Scalar change) {
  Trace result = trace;
  if (is_given(model, cell.matrix.name)) {
    Model stepped = model;
    step_given(stepped, cell, change);
    forward(stepped, result);
  } else {
    writable(model, result, cell) += change;
    continue_after(model, cell.matrix.name, result);
  }
  return result;
}

// (after − before) ÷ 2 steps; a masked score stays −∞ and gives 0.
Matrix difference(const MatrixView& after, const MatrixView& before) {
  return after.binaryExpr(before,
                          [](Scalar a, Scalar b) { return a == b ? 0 : (a - b) / (2 * difference_step); });
}

// Σ seed ∘ matrix over all matrices of the trace, without masked scores. Its gradient is the seeds.
struct Objective {
  std::vector<MatrixRef> matrices;
  std::vector<Matrix> factors;

  Objective(const Model& model, const Trace& trace, RandomDocuments& random) {
    for (const MatrixRef& ref : every_matrix(model, trace)) {
      if (is_given(model, ref.name)) continue;
      const MatrixView view = matrix_view(model, trace, ref);
      Matrix factor = random.matrix(view.rows(), view.cols());
      factor = view.array().isFinite().select(factor, Scalar{0});
      matrices.push_back(ref);
      factors.push_back(factor);
    }
  }

  std::vector<Seed> seeds() const {
    std::vector<Seed> seeds;
    for (std::size_t i = 0; i < matrices.size(); ++i) seeds.push_back({matrices[i], view_of(factors[i])});
    return seeds;
  }

  // The first-order change of the objective for the change of every matrix.
  Scalar change(const Model& model, const Trace& after, const Trace& before) const {
    Scalar sum = 0;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
      const Matrix moved =
          difference(matrix_view(model, after, matrices[i]), matrix_view(model, before, matrices[i]));
      sum += moved.cwiseProduct(factors[i]).sum();
    }
    return sum;
  }
};

void expect_derivatives_of(const Model& model, RandomDocuments& random) {
  Trace trace;
  forward(model, trace);
  const Objective objective(model, trace, random);
  Stages gradients;
  backward(model, trace, objective.seeds(), gradients);

  Stages moved;
  for (const MatrixRef& ref : every_matrix(model, trace))
    for (const CellRef& cell : every_cell(model, trace, ref)) {
      if (!std::isfinite(value_of(model, trace, cell))) continue;  // a masked score
      if (ref.name == MatrixName::position_embeddings && !is_given(model, ref.name)) continue;  // fixed
      // Without a mask, these are the scaled scores.
      if (ref.name == MatrixName::masked_scores && model.options.mask == Mask::none) continue;
      const Trace after = after_step(model, trace, cell, difference_step);
      const Trace before = after_step(model, trace, cell, -difference_step);
      const auto name = [&] { return to_string(cell, model.n_heads()); };

      const Scalar gradient = matrix_view(gradients, ref)(cell.row, cell.column);
      const Scalar expected = objective.change(model, after, before);
      EXPECT_NEAR(gradient, expected, difference_tolerance * std::max(1.0, std::abs(expected))) << name();

      tangent(model, trace, cell, moved);
      for (const MatrixRef& other : objective.matrices) {
        const MatrixView actual = matrix_view(moved, other);
        const Matrix steps = difference(matrix_view(model, after, other), matrix_view(model, before, other));
        const Matrix error = (actual - steps).array() / steps.array().abs().max(1.0);
        EXPECT_LT(error.cwiseAbs().maxCoeff(), difference_tolerance)
            << to_string(other, model.n_heads()) << " of " << name();
      }
    }
}

TEST(FiniteDifferences, AgreeForEveryCellWithEveryCombinationOfOptions) {
  RandomDocuments random(11);
  for (const auto& variant : all_variants()) expect_derivatives_of(random.document(variant).model, random);
}

TEST(FiniteDifferences, AgreeForRandomDocuments) {
  RandomDocuments random(12);
  for (int i = 0; i < 60; ++i) expect_derivatives_of(random.document().model, random);
}

}  // namespace
}  // namespace attention_lab
