#include "core/attention/explain.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;
using testing::Variant;

/// The value computed from the numbers in the explanation.
Scalar redone(const Explanation& explanation) {
  switch (explanation.operation) {
    case Operation::given: return explanation.value;
    case Operation::sum: {
      Scalar sum = 0;
      for (const Operand& summand : explanation.summands) sum += summand.value;
      return sum;
    }
    case Operation::sinusoid:
      return static_cast<Scalar>(explanation.cell.column % 2 == 0 ? std::sin(explanation.angle)
                                                                  : std::cos(explanation.angle));
    case Operation::draw: return explanation.value == 0 ? 0 : Scalar{1} / (Scalar{1} - explanation.dropout.p);
    case Operation::copy: return explanation.source->value;
    case Operation::dot_product: {
      Scalar sum = explanation.bias ? explanation.bias->value : Scalar{0};
      for (const Term& term : explanation.terms) sum += term.left.value * term.right.value;
      return sum;
    }
    case Operation::quotient: return explanation.source->value / explanation.divisor;
    case Operation::mask:
      return explanation.is_hidden ? -std::numeric_limits<Scalar>::infinity() : explanation.source->value;
    case Operation::softmax: {
      const std::size_t column = static_cast<std::size_t>(explanation.cell.column);
      if (explanation.exponential_sum == 0) return 0;  // a row that sees nothing
      return explanation.softmax[column].exponential / explanation.exponential_sum;
    }
  }
  return std::numeric_limits<Scalar>::quiet_NaN();
}

std::vector<Operand> operands_of(const Explanation& explanation) {
  std::vector<Operand> operands;
  for (const Term& term : explanation.terms) {
    operands.push_back(term.left);
    operands.push_back(term.right);
  }
  operands.insert(operands.end(), explanation.summands.begin(), explanation.summands.end());
  for (const SoftmaxEntry& entry : explanation.softmax) operands.push_back(entry.logit);
  if (explanation.bias) operands.push_back(*explanation.bias);
  if (explanation.source) operands.push_back(*explanation.source);
  return operands;
}

/// Calls `check` with the explanation of every cell.
template <class Check>
void for_every_cell(const Model& model, const Trace& trace, Check check) {
  for (const MatrixName name : all_matrix_names) {
    const Index n_heads = is_per_head(name) ? model.n_heads() : 1;
    for (Index head = 0; head < n_heads; ++head) {
      const MatrixView view = matrix_view(model, trace, {name, head});
      for (Index row = 0; row < view.rows(); ++row) {
        for (Index column = 0; column < view.cols(); ++column) {
          const CellRef cell{{name, head}, row, column};
          SCOPED_TRACE(to_string(cell, 2));
          check(explain(model, trace, cell));
        }
      }
    }
  }
}

TEST(Explain, RedoingTheArithmeticGivesTheNumberForEveryCellAndEveryOption) {
  RandomDocuments random(10);
  for (const Variant& variant : testing::all_variants()) {
    const Model model = random.document(variant).model;
    Trace trace;
    forward(model, trace);
    for_every_cell(model, trace, [&](const Explanation& explanation) {
      EXPECT_EQ(explanation.value, value_of(model, trace, explanation.cell));
      EXPECT_EQ(explanation.operation == Operation::given, is_given(model, explanation.cell.matrix.name));
      const Scalar again = redone(explanation);
      if (std::isinf(explanation.value)) {
        EXPECT_EQ(again, explanation.value);
      } else {
        EXPECT_NEAR(again, explanation.value, 1e-5 * std::max(Scalar{1}, std::abs(explanation.value)));
      }
    });
  }
}

TEST(Explain, OperandsAreTheNumbersThatStandInTheModelAndItsTrace) {
  RandomDocuments random(11);
  for (int i = 0; i < 60; ++i) {
    const Model model = random.document().model;
    Trace trace;
    forward(model, trace);
    for_every_cell(model, trace, [&](const Explanation& explanation) {
      for (const Operand& operand : operands_of(explanation)) {
        ASSERT_TRUE(contains(model, trace, operand.cell)) << to_string(operand.cell, 2);
        EXPECT_EQ(operand.value, value_of(model, trace, operand.cell)) << to_string(operand.cell, 2);
      }
    });
  }
}

TEST(Explain, GivenNumbersHaveNoArithmeticAndComputedOnesAreMadeOfOthers) {
  RandomDocuments random(12);
  for (int i = 0; i < 30; ++i) {
    const Model model = random.document().model;
    Trace trace;
    forward(model, trace);
    for_every_cell(model, trace, [&](const Explanation& explanation) {
      EXPECT_EQ(explanation.operation == Operation::given, is_given(model, explanation.cell.matrix.name));
      const bool is_made_of_none = explanation.operation == Operation::given ||
                                   explanation.operation == Operation::sinusoid ||
                                   explanation.operation == Operation::draw;
      EXPECT_EQ(operands_of(explanation).empty(), is_made_of_none);
    });
  }
}

TEST(Explain, AScoreIsTheDotProductOfItsQueryAndItsKey) {
  const Model model = testing::small_document().model;
  Trace trace;
  forward(model, trace);
  const Explanation explanation = explain(model, trace, {{MatrixName::scores, 0}, 1, 2});
  ASSERT_EQ(explanation.terms.size(), 2U);
  EXPECT_EQ(explanation.terms[1].left.cell, (CellRef{{MatrixName::Q, 0}, 1, 1}));
  EXPECT_EQ(explanation.terms[1].right.cell, (CellRef{{MatrixName::K, 0}, 2, 1}));
}

TEST(Explain, AHiddenKeyIsSaidToBeHidden) {
  Model model = testing::small_document().model;
  model.options.mask = Mask::causal;
  Trace trace;
  forward(model, trace);
  EXPECT_TRUE(explain(model, trace, {{MatrixName::masked_scores, 0}, 0, 1}).is_hidden);
  EXPECT_FALSE(explain(model, trace, {{MatrixName::masked_scores, 0}, 1, 1}).is_hidden);
  const Explanation weight = explain(model, trace, {{MatrixName::weights, 0}, 0, 1});
  EXPECT_EQ(weight.softmax[1].exponential, 0);
  EXPECT_EQ(weight.softmax.size(), 3U);
}

TEST(Explain, AScoreOutOfRangeOfTheNumbersStillExplainsItsWeight) {
  Model model = testing::small_document().model;
  model.options.projection = Projection::identity;
  const Scalar huge = std::sqrt(std::numeric_limits<Scalar>::max()) * 2;
  model.token_embeddings = Matrix(Matrix::Zero(3, 1));
  model.token_embeddings.edit()(0, 0) = huge;
  Trace trace;
  forward(model, trace);
  ASSERT_TRUE(std::isinf(trace.heads[0].scores(0, 0)));
  const Explanation explanation = explain(model, trace, {{MatrixName::weights, 0}, 0, 0});
  EXPECT_EQ(redone(explanation), trace.heads[0].weights(0, 0));
  EXPECT_EQ(redone(explanation), 1);
}

}  // namespace
}  // namespace attention_lab
