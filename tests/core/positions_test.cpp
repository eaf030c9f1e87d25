// Position embeddings: sines and cosines as in PyTorch, and their addition to the token embeddings in X.
#include "core/attention/positions.h"

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "fixtures.h"
#include "random_models.h"

namespace attention_lab {
namespace {

using fixtures::agree;

TEST(Positions, SinusoidsAreThoseOfPyTorch) {
  const nlohmann::json chapter = fixtures::read("chapter.json");
  const Matrix even = fixtures::matrix_of(chapter["sinusoidal_10_by_8"]);
  const Matrix odd = fixtures::matrix_of(chapter["sinusoidal_6_by_3"]);
  EXPECT_TRUE(agree(sinusoidal_positions(10, 8), even, Scalar(1e-6)));
  EXPECT_TRUE(agree(sinusoidal_positions(6, 3), odd, Scalar(1e-6)));
}

TEST(Positions, FirstPlaceIsZerosAndOnes) {
  const Matrix positions = sinusoidal_positions(1, 5);
  EXPECT_EQ(positions.row(0), (RowVector(5) << 0, 1, 0, 1, 0).finished());
}

TEST(Positions, XIsTheSumAndTheRestFollowsFromX) {
  Model model = draw_model({.n_heads = 2});
  Model summed = model;
  model.position_embeddings = sinusoidal_positions(model.n_tokens(), model.d_model());
  model.options.positions = Positions::sinusoidal;
  summed.token_embeddings = Matrix(*model.token_embeddings + *model.position_embeddings);
  Trace trace;
  Trace expected;
  forward(model, trace);
  forward(summed, expected);
  EXPECT_EQ(trace.X, *summed.token_embeddings);
  EXPECT_EQ(trace.context, expected.context);
  EXPECT_EQ(expected.X.size(), 0) << "without positions X stands in the model";
}

TEST(Positions, XIsGivenOnlyWithoutThem) {
  Model model = draw_model({});
  EXPECT_TRUE(is_given(model, MatrixName::X));
  model.options.positions = Positions::learned;
  EXPECT_FALSE(is_given(model, MatrixName::X));
  EXPECT_TRUE(is_given(model, MatrixName::token_embeddings));
  EXPECT_TRUE(is_given(model, MatrixName::position_embeddings));
  model.options.positions = Positions::sinusoidal;
  EXPECT_FALSE(is_given(model, MatrixName::position_embeddings));
}

}  // namespace
}  // namespace attention_lab
