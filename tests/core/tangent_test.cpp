#include "core/attention/tangent.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/backward.h"
#include "core/attention/forward.h"
#include "every_matrix.h"
#include "fixtures.h"
#include "random_documents.h"
#include "random_models.h"
#include "traced.h"

namespace attention_lab {
namespace {

using testing::trace_of;

using attention_lab::testing::all_variants;
using attention_lab::testing::every_cell;
using attention_lab::testing::every_matrix;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::Variant;
using fixtures::agree;

Stages moved_by(const Model& model, const Trace& trace, const CellRef& cell) {
  Stages moved;
  tangent(model, trace, cell, moved);
  return moved;
}

TEST(Tangent, OfSeveralCellsIsTheSumOfTheirs) {
  RandomDocuments random(31);
  for (const Variant& variant : all_variants()) {
    const Model model = random.document(variant).model;
    const Trace trace = trace_of(model);
    const MatrixRef X = {word_embeddings(model), 0};
    std::vector<CellRef> cells;
    for (Index row = 0; row < model.n_tokens(); row += 2) cells.push_back({X, row, 0});
    Stages together;
    tangent(model, trace, cells, together);
    for (const MatrixRef& ref : every_matrix(model, trace)) {
      const MatrixView view = matrix_view(together, ref);
      Matrix sum = Matrix::Zero(view.rows(), view.cols());
      for (const CellRef& cell : cells) sum += *find(moved_by(model, trace, cell), ref);
      EXPECT_TRUE(agree(Matrix(view), sum, Scalar(1e-4) * std::max(Scalar(1), sum.cwiseAbs().maxCoeff())))
          << to_string(ref);
    }
  }
}

// ∂objective ÷ ∂cell in two ways: with the tangent of the cell, and with the gradient of the objective.
TEST(Tangent, AgreesWithBackwardForEveryCellOfEveryMatrix) {
  RandomDocuments random(3);
  Stages moved;  // reused on purpose, whatever it held before
  Stages gradients;
  for (const Variant& variant : all_variants()) {
    const Model model = random.document(variant).model;
    const Trace trace = trace_of(model);
    const std::vector<MatrixRef> matrices = every_matrix(model, trace);

    std::vector<Matrix> numbers;
    for (const MatrixRef& ref : matrices) {
      const MatrixView view = matrix_view(model, trace, ref);
      numbers.push_back(random.matrix(view.rows(), view.cols()));
    }
    std::vector<Seed> seeds;
    for (std::size_t i = 0; i < matrices.size(); ++i) seeds.push_back({matrices[i], view_of(numbers[i])});
    backward(model, trace, seeds, gradients);

    for (const MatrixRef& ref : matrices)
      for (const CellRef& cell : every_cell(model, trace, ref)) {
        tangent(model, trace, cell, moved);
        Scalar sum = 0;
        Scalar size = 1;  // magnitude of the summands, for the tolerance
        for (const Seed& seed : seeds) {
          const MatrixView movement = matrix_view(moved, seed.matrix);
          ASSERT_EQ(movement.size(), seed.gradient.size());
          sum += movement.cwiseProduct(seed.gradient).sum();
          size += movement.cwiseProduct(seed.gradient).cwiseAbs().sum();
        }
        const Scalar tolerance = 16 * std::numeric_limits<Scalar>::epsilon() * size;
        EXPECT_NEAR(matrix_view(gradients, ref)(cell.row, cell.column), sum, tolerance)
            << to_string(cell, model.n_heads());
      }
  }
}

TEST(Tangent, CellOfAnIntermediateMovesItselfAndOnlyWhatComesAfterIt) {
  const Model model = draw_model({.n_heads = 2});
  const Trace trace = trace_of(model);
  const std::vector<MatrixRef> matrices = every_matrix(model, trace);
  for (const MatrixRef& ref : matrices) {
    if (is_given(model, ref.name)) continue;
    const CellRef cell{ref, 2, 1};
    const Stages moved = moved_by(model, trace, cell);
    EXPECT_EQ(matrix_view(moved, ref)(cell.row, cell.column), 1) << to_string(cell, 2);
    EXPECT_EQ(matrix_view(moved, ref).cwiseAbs().sum(), 1) << to_string(cell, 2);
    for (const MatrixRef& other : matrices) {
      const bool is_before = other.name < ref.name;
      const bool is_other_head = is_per_head(ref.name) && is_per_head(other.name) && other.head != ref.head;
      if (is_given(model, other.name) || (!is_before && !is_other_head)) continue;
      EXPECT_TRUE(matrix_view(moved, other).isZero(0)) << to_string(other, 2) << " of " << to_string(cell, 2);
    }
  }
}

TEST(Tangent, EmbeddingMovesTheContextOfEveryToken) {
  const Model model = draw_model({});
  const Stages moved = moved_by(model, trace_of(model), {{MatrixName::X}, 2, 1});
  for (Index i = 0; i < 6; ++i) EXPECT_GT(moved.context.row(i).norm(), 0);
  EXPECT_TRUE(moved.heads[0].Q.topRows(2).isZero(0));
  EXPECT_TRUE(moved.heads[0].Q.bottomRows(3).isZero(0));
  EXPECT_TRUE(agree(moved.heads[0].Q.row(2), model.heads[0].W_q->row(1), 0));
}

TEST(Tangent, LaterTokenMovesNothingOfEarlierOnesUnderTheCausalMask) {
  Model model = draw_model({});
  model.options.mask = Mask::causal;
  const Stages moved = moved_by(model, trace_of(model), {{MatrixName::X}, 3, 0});
  EXPECT_TRUE(moved.context.topRows(3).isZero(0));
  EXPECT_FALSE(moved.context.row(3).isZero(0));
}

TEST(Tangent, HiddenCellMovesNothingButItself) {
  Model model = draw_model({});
  model.options.mask = Mask::causal;
  const Trace trace = trace_of(model);
  for (const MatrixName name : {MatrixName::scaled_scores, MatrixName::masked_scores}) {
    const Stages moved = moved_by(model, trace, {{name}, 1, 4});
    EXPECT_TRUE(moved.heads[0].weights.isZero(0));
    EXPECT_TRUE(moved.context.isZero(0));
  }
}

TEST(Tangent, RowsOfWeightsKeepTheirSum) {
  const Model model = draw_model({.n_tokens = 20});
  const Trace trace = trace_of(model);
  for (const CellRef& cell : {CellRef{{MatrixName::X}, 4, 2}, CellRef{{MatrixName::W_q}, 1, 1},
                              CellRef{{MatrixName::scores}, 7, 3}}) {
    const Stages moved = moved_by(model, trace, cell);
    EXPECT_FALSE(moved.heads[0].weights.isZero(0));
    EXPECT_TRUE(moved.heads[0].weights.rowwise().sum().isZero(Scalar(1e-6))) << to_string(cell);
  }
}

TEST(Tangent, BiasOfTheKeysMovesScoresButNoWeight) {
  // b_k adds the same number, q·db_k, to every score of a row.
  const Model model = draw_model({});
  const Stages moved = moved_by(model, trace_of(model), {{MatrixName::b_k}, 0, 1});
  EXPECT_FALSE(moved.heads[0].scores.isZero(0));
  EXPECT_TRUE(moved.heads[0].weights.isZero(0));
  EXPECT_TRUE(moved.context.isZero(0));
}

TEST(Tangent, SaturatedSoftmaxStaysWhereItIs) {
  Model model;
  model.options.projection = Projection::identity;
  model.options.scale.kind = Scale::Kind::none;
  model.token_embeddings = (Matrix(2, 2) << 1000, 0, 0, 1000).finished();
  const Trace trace = trace_of(model);
  const Stages moved = moved_by(model, trace, {{MatrixName::X}, 0, 0});
  EXPECT_FALSE(moved.heads[0].scores.isZero(0));
  EXPECT_TRUE(moved.heads[0].weights.isZero(0));
  EXPECT_TRUE(agree(moved.context, (Matrix(2, 2) << 1, 0, 0, 0).finished(), 0));
}

TEST(Tangent, LargeProblemAgreesWithBackward) {
  const Model model = draw_model({.n_tokens = 200, .d_model = 150, .n_heads = 2, .d_k = 140, .d_v = 130});
  const Trace trace = trace_of(model);
  std::mt19937 random(5);
  const Matrix seed = draw_matrix(200, 150, random);
  Stages gradients;
  backward(model, trace, std::vector<Seed>{{{MatrixName::context}, view_of(seed)}}, gradients);
  for (const CellRef& cell : {CellRef{{MatrixName::X}, 140, 3}, CellRef{{MatrixName::W_q, 1}, 20, 135},
                              CellRef{{MatrixName::W_v}, 149, 2}, CellRef{{MatrixName::W_o}, 200, 149},
                              CellRef{{MatrixName::b_q, 1}, 0, 60}}) {
    const Stages moved = moved_by(model, trace, cell);
    const Matrix products = moved.context.cwiseProduct(seed);
    const Scalar tolerance = 100 * std::numeric_limits<Scalar>::epsilon() * products.cwiseAbs().sum();
    EXPECT_NEAR(matrix_view(gradients, cell.matrix)(cell.row, cell.column), products.sum(), tolerance)
        << to_string(cell, 2);
  }
}

}  // namespace
}  // namespace attention_lab
