#include "core/attention/sparse_product.h"

#include <limits>

#include <gtest/gtest.h>

#include "fixtures.h"
#include "random_documents.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::epsilon;
using testing::infinity;

using attention_lab::testing::RandomDocuments;
using fixtures::agree;

TEST(SparseProduct, EqualsTheProductWhereverTheZerosAre) {
  RandomDocuments random(4);
  for (int round = 0; round < 200; ++round) {
    const auto sparse = [&random](Index rows, Index columns) {
      Matrix matrix = Matrix::Zero(rows, columns);
      const Index n_rows = random.below(rows + 1);
      const Index n_columns = random.below(columns + 1);
      matrix.block(random.below(rows - n_rows + 1), random.below(columns - n_columns + 1), n_rows,
                   n_columns) = random.matrix(n_rows, n_columns);
      return matrix;
    };
    const Index rows = 1 + random.below(7);
    const Index inner = 1 + random.below(7);
    const Index columns = 1 + random.below(7);
    const Matrix left = sparse(rows, inner);
    const Matrix right = sparse(inner, columns);
    Matrix product = Matrix::Ones(rows, columns);
    add_product(left, right, product);
    const Matrix expected = (left * right).array() + Scalar(1);
    EXPECT_TRUE(agree(product, expected, 8 * epsilon));
  }
}

TEST(SparseProduct, ZeroTimesInfinityIsNothing) {
  const Matrix left = Matrix::Zero(2, 2);
  const Matrix right = Matrix::Constant(2, 2, infinity);
  Matrix product = Matrix::Zero(2, 2);
  add_product(left, right, product);
  add_product(right, left, product);
  EXPECT_TRUE(product.isZero(0));
}

}  // namespace
}  // namespace attention_lab
