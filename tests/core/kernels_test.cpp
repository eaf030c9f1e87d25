// A number does not depend on what is computed beside it: a part computed alone equals the same part of a
// block of any size, bit for bit.
#include "core/attention/kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward_with.h"
#include "core/attention/matrix_name.h"
#include "every_matrix.h"
#include "kernel_variants.h"
#include "random_models.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::EachVariant;
using testing::infinity;
using testing::not_a_number;

class KernelsTest : public EachVariant {};
INSTANTIATE_TEST_SUITE_P(Variant, KernelsTest, testing::every_variant(), testing::name_of_variant);

bool are_same_bits(Scalar a, Scalar b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

::testing::AssertionResult are_bitwise_equal(const Matrix& actual, const Matrix& expected) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
    return ::testing::AssertionFailure()
           << "shape (" << actual.rows() << ", " << actual.cols() << "), expected (" << expected.rows()
           << ", " << expected.cols() << ")";
  for (Index i = 0; i < actual.rows(); ++i)
    for (Index j = 0; j < actual.cols(); ++j)
      if (!are_same_bits(actual(i, j), expected(i, j)))
        return ::testing::AssertionFailure()
               << "[" << i << "," << j << "] is " << actual(i, j) << ", expected " << expected(i, j)
               << ", difference " << actual(i, j) - expected(i, j);
  return ::testing::AssertionSuccess();
}

// ---------------------------------------------------------------------------------------------- products

struct ProductSize {
  Index n_rows;
  Index n_inner;
  Index n_columns;
};

std::string product_name(const ProductSize& size) {
  return std::to_string(size.n_rows) + "×" + std::to_string(size.n_inner) + "×" +
         std::to_string(size.n_columns);
}

// Sizes around those of registers and tiles, and some larger than every part of a product.
std::vector<ProductSize> product_sizes() {
  std::vector<ProductSize> sizes;
  for (Index n_rows = 1; n_rows <= 40; ++n_rows)
    for (const Index n_inner : {1, 2, 3, 9, 16, 40})
      for (Index n_columns = 1; n_columns <= 40; ++n_columns) sizes.push_back({n_rows, n_inner, n_columns});
  for (const ProductSize& size :
       {ProductSize{17, 33, 9}, ProductSize{24, 128, 33}, ProductSize{25, 257, 17}, ProductSize{41, 300, 70},
        ProductSize{50, 64, 300}, ProductSize{131, 600, 65}, ProductSize{128, 768, 64}})
    sizes.push_back(size);
  return sizes;
}

std::vector<ProductSize> few_product_sizes() {
  return {{1, 1, 1},     {6, 3, 2},      {17, 33, 9},   {13, 40, 37},  {24, 128, 33},
          {25, 257, 17}, {41, 300, 70},  {50, 64, 300}, {64, 64, 64},  {131, 600, 65},
          {29, 5, 40},   {128, 768, 64}, {40, 520, 1},  {128, 9, 129}, {30, 512, 31}};
}

struct Factors {
  Matrix A;     // (n_rows, n_inner)
  Matrix B;     // (n_inner, n_columns)
  Matrix bias;  // (1, n_columns)
};

Factors draw_factors(const ProductSize& size) {
  std::mt19937 random(7);
  return {draw_matrix(size.n_rows, size.n_inner, random), draw_matrix(size.n_inner, size.n_columns, random),
          draw_matrix(1, size.n_columns, random)};
}

// The product of whole matrices.
ProductTask task_of(const Matrix& A, const Matrix& B, const Matrix& bias, Matrix& C) {
  return {.A = A.data(),
          .B = B.data(),
          .bias = bias.size() == 0 ? nullptr : bias.data(),
          .C = C.data(),
          .a_stride = A.cols(),
          .b_stride = B.cols(),
          .c_stride = C.cols(),
          .n_rows = A.rows(),
          .n_inner = A.cols(),
          .n_columns = C.cols()};
}

Matrix product(const Kernels& kernels, const Matrix& A, const Matrix& B, const Matrix& bias = {}) {
  Matrix C = Matrix::Constant(A.rows(), B.cols(), not_a_number);
  kernels.product(task_of(A, B, bias, C));
  return C;
}

Matrix product_transposed(const Kernels& kernels, const Matrix& A, const Matrix& B) {
  Matrix C = Matrix::Constant(A.rows(), B.rows(), not_a_number);
  kernels.product_transposed(task_of(A, B, {}, C));
  return C;
}

// The definition: one chain per entry.
Matrix chains(const Kernels& kernels, const Factors& factors) {
  const bool is_fused = std::string(kernels.name) != "baseline";
  Matrix C(factors.A.rows(), factors.B.cols());
  for (Index i = 0; i < C.rows(); ++i)
    for (Index j = 0; j < C.cols(); ++j) {
      Scalar chain = 0;
      for (Index k = 0; k < factors.A.cols(); ++k) {
        const Scalar a = factors.A(i, k);
        const Scalar b = factors.B(k, j);
        const volatile Scalar product = a * b;  // volatile forces rounding, even if the compiler could fuse
        chain = is_fused ? std::fma(a, b, chain) : product + chain;
      }
      C(i, j) = chain + factors.bias(0, j);
    }
  return C;
}

TEST_P(KernelsTest, EntryOfAProductIsOneChainInTheOrderOfTheInnerIndex) {
  for (const ProductSize& size : product_sizes()) {
    const Factors factors = draw_factors(size);
    ASSERT_TRUE(
        are_bitwise_equal(product(kernels(), factors.A, factors.B, factors.bias), chains(kernels(), factors)))
        << product_name(size);
  }
}

TEST_P(KernelsTest, ProductWithATransposedFactorHasTheSameBits) {
  for (const ProductSize& size : product_sizes()) {
    const Factors factors = draw_factors(size);
    ASSERT_TRUE(are_bitwise_equal(product_transposed(kernels(), factors.A, factors.B.transpose()),
                                  product(kernels(), factors.A, factors.B)))
        << product_name(size);
  }
}

TEST_P(KernelsTest, FactorsOfATransposedProductMayBeExchanged) {
  for (const ProductSize& size : few_product_sizes()) {
    const Factors factors = draw_factors(size);
    const Matrix B = factors.B.transpose();
    EXPECT_TRUE(are_bitwise_equal(product_transposed(kernels(), B, factors.A).transpose(),
                                  product_transposed(kernels(), factors.A, B)))
        << product_name(size);
  }
}

TEST_P(KernelsTest, RowComputedAloneEqualsTheWhole) {
  for (const ProductSize& size : few_product_sizes()) {
    const Factors factors = draw_factors(size);
    const Matrix whole = product(kernels(), factors.A, factors.B, factors.bias);
    for (Index i = 0; i < size.n_rows; ++i)
      ASSERT_TRUE(
          are_bitwise_equal(product(kernels(), factors.A.row(i), factors.B, factors.bias), whole.row(i)))
          << product_name(size) << ", row " << i;
  }
}

TEST_P(KernelsTest, ColumnComputedAloneEqualsTheWhole) {
  for (const ProductSize& size : few_product_sizes()) {
    const Factors factors = draw_factors(size);
    const Matrix whole = product(kernels(), factors.A, factors.B, factors.bias);
    for (Index j = 0; j < size.n_columns; ++j)
      ASSERT_TRUE(are_bitwise_equal(product(kernels(), factors.A, factors.B.col(j), factors.bias.col(j)),
                                    whole.col(j)))
          << product_name(size) << ", column " << j;
  }
}

TEST_P(KernelsTest, BlocksOfRowsAndColumnsEqualTheWhole) {
  for (const ProductSize& size : few_product_sizes()) {
    const Factors factors = draw_factors(size);
    const Matrix whole = product(kernels(), factors.A, factors.B, factors.bias);
    for (const Index rows : {size.n_rows / 3, size.n_rows / 2, size.n_rows - 1})
      for (const Index columns : {size.n_columns / 3, size.n_columns / 2, size.n_columns - 1}) {
        if (rows == 0 || columns == 0) continue;
        EXPECT_TRUE(are_bitwise_equal(product(kernels(), factors.A.bottomRows(rows),
                                              factors.B.rightCols(columns), factors.bias.rightCols(columns)),
                                      whole.bottomRightCorner(rows, columns)))
            << product_name(size) << ", " << rows << " rows, " << columns << " columns";
      }
  }
}

// Writes into the middle of larger matrices; nothing around the result may change.
TEST_P(KernelsTest, TransposedProductOfABlockStaysWithinItsStrides) {
  for (const ProductSize& size : few_product_sizes()) {
    const Factors factors = draw_factors(size);
    const Matrix B = factors.B.transpose();
    Matrix wide_A = Matrix::Constant(size.n_rows, size.n_inner + 3, not_a_number);
    Matrix wide_B = Matrix::Constant(size.n_columns, size.n_inner + 5, not_a_number);
    wide_A.leftCols(size.n_inner) = factors.A;
    wide_B.leftCols(size.n_inner) = B;
    Matrix C = Matrix::Constant(size.n_rows + 1, size.n_columns + 2, 42);
    kernels().product_transposed({.A = wide_A.data(),
                                  .B = wide_B.data(),
                                  .C = C.data(),
                                  .a_stride = wide_A.cols(),
                                  .b_stride = wide_B.cols(),
                                  .c_stride = C.cols(),
                                  .n_rows = size.n_rows,
                                  .n_inner = size.n_inner,
                                  .n_columns = size.n_columns});
    EXPECT_TRUE(are_bitwise_equal(C.topLeftCorner(size.n_rows, size.n_columns),
                                  product_transposed(kernels(), factors.A, B)))
        << product_name(size);
    EXPECT_TRUE((C.rightCols(2).array() == 42).all() && (C.bottomRows(1).array() == 42).all())
        << product_name(size);
  }
}

TEST_P(KernelsTest, ColumnOfScoresIsAProductWithOneRow) {
  const Factors factors = draw_factors({129, 40, 70});
  const Matrix B = factors.B.transpose();
  const Matrix whole = product_transposed(kernels(), factors.A, B);
  for (const Index j : {0, 1, 31, 69}) {
    Matrix C = Matrix::Zero(129, 70);
    kernels().product_transposed({.A = factors.A.data(),
                                  .B = B.data() + j * B.cols(),
                                  .C = C.data() + j,
                                  .a_stride = 40,
                                  .b_stride = 40,
                                  .c_stride = 70,
                                  .n_rows = 129,
                                  .n_inner = 40,
                                  .n_columns = 1});
    EXPECT_TRUE(are_bitwise_equal(C.col(j), whole.col(j))) << j;
  }
}

TEST_P(KernelsTest, ColumnsOfAProductAreAProductWithThoseColumns) {
  for (const ProductSize& size : few_product_sizes()) {
    const Factors factors = draw_factors(size);
    const Matrix whole = product(kernels(), factors.A, factors.B, factors.bias);
    for (const Index first : {Index{0}, size.n_columns / 2, size.n_columns - 1})
      for (const Index width : {Index{1}, size.n_columns - first}) {
        Matrix C = Matrix::Constant(size.n_rows, size.n_columns, 42);
        kernels().product({.A = factors.A.data(),
                           .B = factors.B.data() + first,
                           .bias = factors.bias.data() + first,
                           .C = C.data() + first,
                           .a_stride = size.n_inner,
                           .b_stride = size.n_columns,
                           .c_stride = size.n_columns,
                           .n_rows = size.n_rows,
                           .n_inner = size.n_inner,
                           .n_columns = width});
        Matrix expected = Matrix::Constant(size.n_rows, size.n_columns, 42);
        expected.middleCols(first, width) = whole.middleCols(first, width);
        EXPECT_TRUE(are_bitwise_equal(C, expected))
            << product_name(size) << ", " << width << " from " << first;
      }
  }
}

TEST_P(KernelsTest, PlaceInMemoryChangesNoDigit) {
  const ProductSize size = {29, 70, 43};
  const Factors factors = draw_factors(size);
  const Matrix expected = product(kernels(), factors.A, factors.B, factors.bias);
  for (Index offset = 0; offset < 17; ++offset) {
    std::vector<Scalar> A(17 + 29 * 70);
    std::vector<Scalar> B(17 + 70 * 43);
    std::vector<Scalar> C(17 + 29 * 43);
    std::copy_n(factors.A.data(), 29 * 70, A.data() + offset);
    std::copy_n(factors.B.data(), 70 * 43, B.data() + 16 - offset);
    kernels().product({.A = A.data() + offset,
                       .B = B.data() + 16 - offset,
                       .bias = factors.bias.data(),
                       .C = C.data() + offset,
                       .a_stride = 70,
                       .b_stride = 43,
                       .c_stride = 43,
                       .n_rows = 29,
                       .n_inner = 70,
                       .n_columns = 43});
    EXPECT_TRUE(are_bitwise_equal(MatrixView(C.data() + offset, 29, 43), expected)) << offset;
  }
}

TEST_P(KernelsTest, ProductOfZerosIsNeverMinusZero) {
  for (const Index n_rows : {1, 30})
    for (const Index n_inner : {1, 5, 300}) {
      const Matrix C = product(kernels(), Matrix::Constant(n_rows, n_inner, Scalar(-0.0)),
                               Matrix::Constant(n_inner, 20, Scalar(1)));
      EXPECT_TRUE(are_bitwise_equal(C, Matrix::Zero(n_rows, 20))) << n_rows << "×" << n_inner;
    }
}

// ----------------------------------------------------------------------------------------------- weights

std::vector<Scalar> draw_row(Index size) {
  std::mt19937 random(3);
  const Matrix row = draw_matrix(1, size, random);
  return {row.data(), row.data() + size};
}

TEST_P(KernelsTest, TailOfMinusInfinityChangesNoDigitOfSoftmax) {
  for (Index size = 1; size <= 70; ++size) {
    const std::vector<Scalar> row = draw_row(size);
    std::vector<Scalar> expected(row.size());
    kernels().softmax(row.data(), expected.data(), size, Scalar(0.7));
    for (const Index tail : {1, 2, 3, 7, 8, 15, 16, 17, 40}) {
      std::vector<Scalar> longer = row;
      longer.resize(row.size() + static_cast<std::size_t>(tail), -infinity);
      kernels().softmax(longer.data(), longer.data(), size + tail, Scalar(0.7));
      for (std::size_t j = 0; j < longer.size(); ++j)
        ASSERT_TRUE(are_same_bits(longer[j], j < expected.size() ? expected[j] : 0))
            << size << " and " << tail << ", entry " << j;
    }
  }
}

TEST_P(KernelsTest, PlaceInMemoryChangesNoDigitOfSoftmax) {
  for (const Index size : {1, 2, 5, 16, 33, 100}) {
    const std::vector<Scalar> row = draw_row(size);
    std::vector<Scalar> expected(row.size());
    kernels().softmax(row.data(), expected.data(), size, 1);
    for (std::size_t offset = 0; offset < 17; ++offset) {
      std::vector<Scalar> memory(17 + row.size());
      std::copy(row.begin(), row.end(), memory.begin() + static_cast<Index>(offset));
      kernels().softmax(memory.data() + offset, memory.data() + offset, size, 1);
      for (std::size_t j = 0; j < row.size(); ++j)
        ASSERT_TRUE(are_same_bits(memory[offset + j], expected[j])) << size << " at " << offset;
    }
  }
}

struct Rows {
  Matrix scaled_scores;
  Matrix masked_scores;
  Matrix weights;
};

// Scales and masks `n_keys` of the scores from `first_key` on, and computes all weights.
void weigh(const Kernels& kernels, const Matrix& scores, Index first_query, bool is_causal, Index first_key,
           Index n_keys, Rows& rows) {
  std::vector<KeySpan> visible_keys;
  for (Index i = 0; i < scores.rows(); ++i) visible_keys.push_back({0, first_query + i + 1});
  kernels.weights({.scores = scores.data(),
                   .scaled_scores = rows.scaled_scores.data(),
                   .masked_scores = is_causal ? rows.masked_scores.data() : nullptr,
                   .weights = rows.weights.data(),
                   .visible_keys = visible_keys.data(),
                   .n_queries = scores.rows(),
                   .n_tokens = scores.cols(),
                   .first_key = first_key,
                   .n_keys = n_keys,
                   .divisor = Scalar(1.7),
                   .temperature = Scalar(0.9)});
}

Rows weights(const Kernels& kernels, const Matrix& scores, Index first_query, bool is_causal) {
  const Matrix unset = Matrix::Constant(scores.rows(), scores.cols(), 42);
  Rows rows = {unset, unset, unset};
  weigh(kernels, scores, first_query, is_causal, 0, scores.cols(), rows);
  return rows;
}

TEST_P(KernelsTest, SomeKeysScaledAloneCompleteTheWhole) {
  std::mt19937 random(6);
  for (const Index n_tokens : {1, 6, 33})
    for (const bool is_causal : {false, true})
      for (Index first_key = 0; first_key < n_tokens; ++first_key)
        for (const Index n_keys : {Index{0}, Index{1}, n_tokens - first_key}) {
          const Matrix scores = draw_matrix(n_tokens, n_tokens, random);
          const Rows whole = weights(kernels(), scores, 0, is_causal);
          Rows rows = whole;
          rows.scaled_scores.middleCols(first_key, n_keys).setConstant(42);
          if (is_causal) rows.masked_scores.middleCols(first_key, n_keys).setConstant(42);
          rows.weights.setConstant(42);
          Matrix other_scores = Matrix::Constant(n_tokens, n_tokens, 42);
          other_scores.middleCols(first_key, n_keys) = scores.middleCols(first_key, n_keys);
          weigh(kernels(), other_scores, 0, is_causal, first_key, n_keys, rows);
          ASSERT_TRUE(are_bitwise_equal(rows.scaled_scores, whole.scaled_scores)) << n_tokens << first_key;
          ASSERT_TRUE(are_bitwise_equal(rows.masked_scores, whole.masked_scores)) << n_tokens << first_key;
          ASSERT_TRUE(are_bitwise_equal(rows.weights, whole.weights)) << n_tokens << first_key;
        }
}

TEST_P(KernelsTest, RowOfWeightsComputedAloneEqualsTheWhole) {
  std::mt19937 random(5);
  for (const Index n_tokens : {1, 2, 6, 17, 33, 50})
    for (const bool is_causal : {false, true}) {
      const Matrix scores = draw_matrix(n_tokens, n_tokens, random);
      const Rows whole = weights(kernels(), scores, 0, is_causal);
      for (Index i = 0; i < n_tokens; ++i) {
        const Rows row = weights(kernels(), scores.row(i), i, is_causal);
        EXPECT_TRUE(are_bitwise_equal(row.scaled_scores, whole.scaled_scores.row(i)));
        EXPECT_TRUE(are_bitwise_equal(row.masked_scores, whole.masked_scores.row(i)));
        EXPECT_TRUE(are_bitwise_equal(row.weights, whole.weights.row(i)));
      }
    }
}

TEST_P(KernelsTest, NanThatIsNotHiddenMakesTheWholeRowOfWeightsNan) {
  Matrix scores = Matrix::Zero(3, 3);
  scores(1, 0) = not_a_number;
  scores(0, 2) = not_a_number;  // masked
  const Matrix rows = weights(kernels(), scores, 0, true).weights;
  EXPECT_TRUE(are_bitwise_equal(rows.row(0), Matrix{{1, 0, 0}}));
  EXPECT_TRUE(rows.row(1).array().isNaN().all());
  EXPECT_FALSE(rows.row(2).hasNaN());
}

TEST_P(KernelsTest, HiddenNanInVIsNanInEveryRowAsInPyTorch) {
  Model model = draw_model({.n_tokens = 5});
  model.options.mask = Mask::causal;
  model.heads[0].W_k = Matrix(Matrix::Zero(3, 2));
  model.heads[0].W_q = Matrix(Matrix::Zero(3, 2));
  Matrix W_v = Matrix::Constant(3, 2, std::numeric_limits<Scalar>::max());
  model.token_embeddings.edit().setConstant(Scalar(0.25));
  model.token_embeddings.edit().row(4).setConstant(4);  // 4·max is +∞ in the last row of V
  model.heads[0].W_v = W_v;
  Trace trace;
  forward_with(kernels(), model, trace);
  EXPECT_EQ(matrix_view(model, trace, {MatrixName::V})(4, 0), infinity);
  EXPECT_TRUE(matrix_view(model, trace, {MatrixName::head_output}).topRows(4).array().isNaN().all());
}

// ---------------------------------------------------------------------------------- the whole forward pass

const std::vector<Sizes> kernel_sizes = {
    {.n_tokens = 1, .d_model = 1, .n_heads = 1, .d_k = 1, .d_v = 1},
    {.n_tokens = 6, .d_model = 3, .n_heads = 1, .d_k = 2, .d_v = 2},
    {.n_tokens = 17, .d_model = 33, .n_heads = 1, .d_k = 9, .d_v = 9},
    {.n_tokens = 31, .d_model = 16, .n_heads = 2, .d_k = 16, .d_v = 5},
    {.n_tokens = 64, .d_model = 65, .n_heads = 2, .d_k = 32, .d_v = 33},
    {.n_tokens = 127, .d_model = 300, .n_heads = 2, .d_k = 40, .d_v = 64},
    {.n_tokens = 300, .d_model = 20, .n_heads = 1, .d_k = 70, .d_v = 20},
};

Trace trace_of(const Kernels& kernels, const Model& model) {
  Trace trace;
  forward_with(kernels, model, trace);
  return trace;
}

// The rows `tokens` of a stage and, if its columns are tokens, only those columns.
Matrix picked(const Matrix& stage, bool has_token_columns, const std::vector<Index>& tokens) {
  const auto size = static_cast<Index>(tokens.size());
  Matrix result(size, has_token_columns ? size : stage.cols());
  for (Index i = 0; i < result.rows(); ++i)
    for (Index j = 0; j < result.cols(); ++j)
      result(i, j) = stage(tokens[static_cast<std::size_t>(i)],
                           has_token_columns ? tokens[static_cast<std::size_t>(j)] : j);
  return result;
}

std::vector<Index> first_tokens(Index size) {
  std::vector<Index> tokens;
  for (Index i = 0; i < size; ++i) tokens.push_back(i);
  return tokens;
}

TEST_P(KernelsTest, EveryStageEqualsTheBaselinesUpToRounding) {
  for (const Sizes& sizes : kernel_sizes) {
    const Model model = draw_model(sizes);
    const Trace expected = trace_of(*testing::kernels_named("baseline"), model);
    const Trace actual = trace_of(kernels(), model);
    for (const MatrixRef& ref : testing::every_matrix(model, expected)) {
      const MatrixView stage = matrix_view(model, expected, ref);
      const Scalar tolerance =
          100 * std::numeric_limits<Scalar>::epsilon() * std::max(stage.array().abs().maxCoeff(), Scalar{1});
      const Scalar difference = (matrix_view(model, actual, ref) - stage).array().abs().maxCoeff();
      EXPECT_LE(difference, tolerance) << text_of(sizes) << ": " << to_string(ref);
    }
  }
}

TEST_P(KernelsTest, PermutedTokensGivePermutedBits) {
  for (const Sizes& sizes : kernel_sizes) {
    std::mt19937 random(3);
    std::vector<Index> order = first_tokens(sizes.n_tokens);
    std::shuffle(order.begin(), order.end(), random);
    const Model model = draw_model(sizes);
    Model permuted = model;
    permuted.token_embeddings = picked(*model.token_embeddings, false, order);

    const Trace expected = trace_of(kernels(), model);
    const Trace actual = trace_of(kernels(), permuted);
    for (const MatrixName name :
         {MatrixName::Q, MatrixName::K, MatrixName::V, MatrixName::scores, MatrixName::scaled_scores})
      EXPECT_TRUE(
          are_bitwise_equal(matrix_view(permuted, actual, {name}),
                            picked(matrix_view(model, expected, {name}), has_token_columns(name), order)))
          << text_of(sizes) << ", " << to_string(name);
  }
}

TEST_P(KernelsTest, EqualTokensHaveEqualRows) {
  for (const Sizes& sizes : kernel_sizes) {
    if (sizes.n_tokens < 6) continue;
    Model model = draw_model(sizes);
    const Index last = sizes.n_tokens - 1;
    model.token_embeddings.edit().row(last) = model.token_embeddings->row(1);
    model.token_embeddings.edit().row(4) = model.token_embeddings->row(1);
    const Trace trace = trace_of(kernels(), model);
    for (const MatrixRef& ref : testing::every_matrix(model, trace)) {
      if (!has_token_rows(ref.name)) continue;
      const Matrix stage = matrix_view(model, trace, ref);
      for (const Index twin : {Index{4}, last}) {
        EXPECT_TRUE(are_bitwise_equal(stage.row(twin), stage.row(1))) << text_of(sizes) << to_string(ref);
        if (has_token_columns(ref.name)) {
          EXPECT_TRUE(are_bitwise_equal(stage.col(twin), stage.col(1))) << text_of(sizes) << to_string(ref);
        }
      }
    }
  }
}

TEST_P(KernelsTest, LongerCausalSentenceKeepsTheEarlierRowsOfEveryStage) {
  for (const Sizes& sizes : kernel_sizes)
    for (const Index n_more : {1, 2, 15, 130}) {
      Model model = draw_model(sizes);
      model.options.mask = Mask::causal;
      Model longer = model;
      std::mt19937 random(11);
      Matrix X(sizes.n_tokens + n_more, sizes.d_model);
      X << *model.token_embeddings, draw_matrix(n_more, sizes.d_model, random);
      longer.token_embeddings = X;

      const Trace before = trace_of(kernels(), model);
      const Trace after = trace_of(kernels(), longer);
      for (const MatrixRef& ref : testing::every_matrix(model, before)) {
        if (!has_token_rows(ref.name)) continue;
        ASSERT_TRUE(are_bitwise_equal(picked(matrix_view(longer, after, ref), has_token_columns(ref.name),
                                             first_tokens(sizes.n_tokens)),
                                      matrix_view(model, before, ref)))
            << text_of(sizes) << " and " << n_more << ": " << to_string(ref);
      }
    }
}

TEST_P(KernelsTest, RemovedColumnsOfWqLeaveTheOtherColumnsOfQ) {
  for (const Sizes& sizes : kernel_sizes) {
    const Model model = draw_model(sizes);
    const Matrix whole = matrix_view(model, trace_of(kernels(), model), {MatrixName::Q});
    const Head& head = model.heads.front();
    for (Index width = 1; width < sizes.d_k; width += 3) {
      EXPECT_TRUE(are_bitwise_equal(product(kernels(), *model.token_embeddings, head.W_q->rightCols(width),
                                            Matrix(head.b_q->rightCols(width))),
                                    whole.rightCols(width)))
          << text_of(sizes) << ", " << width << " columns";
    }
  }
}

TEST_P(KernelsTest, ForwardPassIsItsThreeStepsOneAfterAnother) {
  for (const Sizes& sizes : kernel_sizes)
    for (const Mask mask : {Mask::none, Mask::causal}) {
      Model model = draw_model(sizes);
      std::vector<KeySpan> visible_keys;
      for (Index i = 0; i < sizes.n_tokens; ++i) visible_keys.push_back({0, i + 1});
      model.options.mask = mask;
      const Trace trace = trace_of(kernels(), model);
      const auto stage = [&](MatrixName name) { return Matrix(matrix_view(model, trace, {name})); };

      const Matrix scores = product_transposed(kernels(), stage(MatrixName::Q), stage(MatrixName::K));
      EXPECT_TRUE(are_bitwise_equal(scores, stage(MatrixName::scores))) << text_of(sizes);
      Matrix scaled = scores;
      Matrix masked = scores;
      Matrix rows = scores;
      kernels().weights({.scores = scores.data(),
                         .scaled_scores = scaled.data(),
                         .masked_scores = mask == Mask::causal ? masked.data() : nullptr,
                         .weights = rows.data(),
                         .visible_keys = visible_keys.data(),
                         .n_queries = sizes.n_tokens,
                         .n_tokens = sizes.n_tokens,
                         .n_keys = sizes.n_tokens,
                         .divisor = model.divisor(),
                         .temperature = model.options.temperature});
      EXPECT_TRUE(are_bitwise_equal(rows, stage(MatrixName::weights))) << text_of(sizes);
      EXPECT_TRUE(
          are_bitwise_equal(product(kernels(), rows, stage(MatrixName::V)), stage(MatrixName::head_output)))
          << text_of(sizes);
    }
}

}  // namespace
}  // namespace attention_lab
