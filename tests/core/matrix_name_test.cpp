#include "core/attention/matrix_name.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

TEST(MatrixName, EveryNameIsFoundAgainByItsText) {
  for (const MatrixName name : all_matrix_names) {
    EXPECT_EQ(matrix_name_from(to_string(name)), name) << to_string(name);
  }
  EXPECT_EQ(matrix_name_from("W_u"), MatrixName::W_u);
  EXPECT_EQ(to_string(MatrixName::W_u), "W_u");
  EXPECT_EQ(model_matrix_from("W_u"), std::nullopt);
  EXPECT_EQ(model_matrix_from("W_o"), MatrixName::W_o);
}

TEST(MatrixName, NoModelHasTheOutputLayerOfADocument) {
  testing::RandomDocuments random(10);
  Model model = random.document({}).model;
  Trace trace;
  forward(model, trace);
  const MatrixRef W_u{MatrixName::W_u};
  EXPECT_EQ(matrix_view(model, trace, W_u).size(), 0);
  EXPECT_EQ(find(trace, W_u), nullptr);
  EXPECT_EQ(number_count(model, W_u), 0);
  EXPECT_FALSE(contains(model, trace, {W_u, 0, 0}));
  EXPECT_FALSE(is_per_head(MatrixName::W_u));
}

TEST(MatrixName, ATextThatIsNoNameIsNotFound) {
  for (const char* text : {"", "w_q", "W_q ", "W", "Scores", "attention"}) {
    EXPECT_FALSE(matrix_name_from(text).has_value()) << text;
  }
}

TEST(MatrixName, ColumnsAreTokensOnlyWhereRowsAreToo) {
  for (const MatrixName name : all_matrix_names) {
    EXPECT_TRUE(has_token_rows(name) || !has_token_columns(name)) << to_string(name);
  }
}

TEST(MatrixName, TextCountsFromZeroAndNamesTheHeadWhereThereAreSeveral) {
  const CellRef cell{{MatrixName::W_q, 1}, 1, 2};
  EXPECT_EQ(to_string(cell), "W_q[1,2]");
  EXPECT_EQ(to_string(cell, 2), "heads[1].W_q[1,2]");
  EXPECT_EQ(to_string(cell.matrix, 2), "heads[1].W_q");
  EXPECT_EQ(to_string(CellRef{{MatrixName::X, 0}, 0, 0}, 2), "X[0,0]");
}

TEST(NumberCount, IsTheSizeOfTheViewBeforeAnythingIsComputed) {
  testing::RandomDocuments random(9);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Model model = random.document(variant).model;
    Trace trace;
    forward(model, trace);
    for (const MatrixName name : all_matrix_names) {
      for (Index head = 0; head < (is_per_head(name) ? model.n_heads() : 1); ++head)
        EXPECT_EQ(number_count(model, {name, head}), matrix_view(model, trace, {name, head}).size())
            << to_string(name);
    }
    EXPECT_EQ(number_count(model, {MatrixName::weights, model.n_heads()}), 0);
  }
}

TEST(MatrixName, ViewsHaveTheShapesThatTheNamesPromise) {
  testing::RandomDocuments random(8);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Model model = random.document(variant).model;
    Trace trace;
    forward(model, trace);
    for (const MatrixName name : all_matrix_names) {
      const MatrixView view = matrix_view(model, trace, {name, 0});
      if (view.size() == 0) continue;
      EXPECT_TRUE(view.rows() == model.n_tokens() || !has_token_rows(name)) << to_string(name);
      EXPECT_TRUE(view.cols() == model.n_tokens() || !has_token_columns(name)) << to_string(name);
    }
    EXPECT_EQ(matrix_view(model, trace, {MatrixName::context, 0}).cols(), model.d_out());
  }
}

TEST(MatrixName, WeightsThatProjectionIdentityKeepsAreNotShown) {
  testing::Variant variant{Projection::identity, 2, true, true, Mask::none, {}, 1};
  const Model model = testing::RandomDocuments(9).document(variant).model;
  Trace trace;
  forward(model, trace);
  for (const MatrixName name : all_matrix_names) {
    const bool is_of_dropout = name == MatrixName::dropout_mask || name == MatrixName::dropped_weights;
    if (is_of_dropout || name == MatrixName::position_embeddings) continue;
    const bool is_shown = matrix_view(model, trace, {name, 0}).size() > 0;
    EXPECT_EQ(is_shown, name == MatrixName::X || !is_given(model, name)) << to_string(name);
  }
}

TEST(MatrixName, ThereIsNoHeadTooMany) {
  const Model model = testing::small_document().model;
  Trace trace;
  forward(model, trace);
  EXPECT_EQ(matrix_view(model, trace, {MatrixName::W_q, 1}).size(), 0);
  EXPECT_EQ(matrix_view(model, trace, {MatrixName::Q, -1}).size(), 0);
  EXPECT_FALSE(contains(model, trace, {{MatrixName::Q, 0}, 3, 0}));
  EXPECT_FALSE(contains(model, trace, {{MatrixName::Q, 0}, 0, -1}));
  EXPECT_TRUE(contains(model, trace, {{MatrixName::Q, 0}, 2, 1}));
}

TEST(MatrixName, OnlyTheMatricesBehindAComputedOneChangeIt) {
  testing::RandomDocuments random(12);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Model model = random.document(variant).model;
    Trace before;
    forward(model, before);
    for (const MatrixName changed : all_matrix_names) {
      if (!is_given(model, changed) || matrix_view(model, before, {changed}).size() == 0) continue;
      Model other = model;
      writable_view(other, {changed}).array() *= Scalar(1.5);
      Trace after;
      forward(other, after);
      for (const MatrixName name : all_matrix_names) {
        const MatrixView old_numbers = matrix_view(model, before, {name});
        if (is_given(model, name) || old_numbers.size() == 0) continue;
        const std::vector<MatrixName> given = given_behind(model, name);
        const bool is_behind = std::find(given.begin(), given.end(), changed) != given.end();
        const bool is_same = have_same_bits(old_numbers, matrix_view(other, after, {name}));
        EXPECT_TRUE(is_same || is_behind) << to_string(changed) << " changes " << to_string(name);
      }
    }
  }
}

TEST(MatrixName, BehindAMatrixStandsEverythingGivenThatItFollowsFrom) {
  using M = MatrixName;
  testing::Variant variant;
  variant.n_heads = 2;
  variant.has_biases = variant.has_output_projection = true;
  Model model = testing::RandomDocuments(13).document(variant).model;
  EXPECT_EQ(given_behind(model, M::K), (std::vector{M::X, M::W_k, M::b_k}));
  EXPECT_EQ(given_behind(model, M::weights), (std::vector{M::X, M::W_q, M::b_q, M::W_k, M::b_k}));
  EXPECT_EQ(given_behind(model, M::context),
            (std::vector{M::X, M::W_q, M::b_q, M::W_k, M::b_k, M::W_v, M::b_v, M::W_o, M::b_o}));
  EXPECT_TRUE(given_behind(model, M::dropout_mask).empty());
}

}  // namespace
}  // namespace attention_lab
