// The explanation of an update: a gradient as the sum that it is, and the arithmetic in words.
#include "core/training/update_words.h"

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"
#include "core/words/outside_text.h"
#include "random_documents.h"
#include "random_targets.h"
#include "small_corpus.h"

namespace attention_lab {
namespace {

using attention_lab::testing::random_target;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::small_document_with_corpus;
using attention_lab::testing::Variant;

/// A run that has made some steps towards a random target.
TrainingRun run_of(const Document& document, RandomDocuments& random) {
  auto objective = std::make_unique<MatchObjective>(document.model, document.model.n_heads() - 1);
  TrainingSettings settings{{}, objective->parameters()};
  settings.target = random_target(document, random);
  TrainingRun run(std::move(objective), settings);
  for (int i = 0; i < 3; ++i) run.advance();
  return run;
}

void expect_parts_add_up(const TrainingObjective& objective, const Document& document,
                         const MatrixRef& matrix) {
  const MatrixView gradient = objective.gradient(matrix);
  for (Index row = 0; row < gradient.rows(); ++row) {
    for (Index column = 0; column < gradient.cols(); ++column) {
      const auto sum = gradient_sum(objective, document, {matrix, row, column});
      ASSERT_EQ(sum.has_value(), matrix.name != MatrixName::b_k) << to_string(matrix);
      if (!sum) continue;
      EXPECT_FALSE(sum->parts.empty()) << to_string(matrix);
      double total = 0;
      for (const GradientPart& part : sum->parts) {
        total += static_cast<double>(part.value);
        if (part.products.empty()) continue;
        const TokenProduct& product = part.products.front();
        EXPECT_EQ(part.value, product.input * product.gradient) << to_string(matrix);
        double of_keys = 0;
        for (const TokenProduct& term : product.through)
          of_keys += static_cast<double>(term.input * term.gradient);
        EXPECT_NEAR(of_keys, static_cast<double>(product.gradient), 1e-6) << to_string(matrix);
      }
      EXPECT_NEAR(total, static_cast<double>(gradient(row, column)), 1e-6) << to_string(matrix);
    }
  }
}

TEST(UpdateWords, TheGradientOfEachNumberIsTheSumOfItsParts) {
  RandomDocuments random(3);
  for (const Positions positions : {Positions::none, Positions::learned}) {
    Variant variant;
    variant.n_heads = 2;
    variant.has_biases = true;
    variant.positions = positions;
    const Document document = random.document(variant);
    const TrainingRun run = run_of(document, random);
    for (const MatrixRef& matrix : run.objective().parameters())
      expect_parts_add_up(run.objective(), document, matrix);
  }
}

TEST(UpdateWords, AGradientComesFromTokensRolesOrSentences) {
  RandomDocuments random(4);
  Document document = random.document(Variant{});
  document.tokens.front() = "a_b";
  const TrainingRun run = run_of(document, random);
  const auto of_weight = gradient_sum(run.objective(), document, {{MatrixName::W_q}, 1, 0});
  ASSERT_TRUE(of_weight);
  EXPECT_EQ(of_weight->symbols, "Σ_t X[t,2] · ∂L ÷ ∂Q[t,1]");
  EXPECT_EQ(std::ssize(of_weight->parts), document.model.n_tokens());
  EXPECT_EQ(of_weight->parts.front().source, quoted_markup("a_b"));
  EXPECT_EQ(of_weight->inner_symbols,
            "∂L ÷ ∂Q[t,1] = Σ_k K[k,1] · ∂L ÷ ∂scores[t,k], with one product for each key:");
  EXPECT_EQ(std::ssize(of_weight->parts.front().products.front().through), document.model.n_tokens())
      << "one product for each key";
  const auto of_embedding = gradient_sum(run.objective(), document, {{MatrixName::X}, 0, 1});
  ASSERT_TRUE(of_embedding);
  EXPECT_EQ(of_embedding->symbols, "Σ_j ∂L ÷ ∂Q[1,j] · W_q[2,j] + Σ_j ∂L ÷ ∂K[1,j] · W_k[2,j]");
  ASSERT_EQ(of_embedding->parts.size(), 2u) << "the loss does not depend on values";
  EXPECT_EQ(of_embedding->parts.front().source, "as a query");
  const auto learning = NextWordObjective::make(small_document_with_corpus(), LossOver::last_word).value();
  learning->evaluate();
  const auto of_corpus = gradient_sum(*learning, small_document_with_corpus(), {{MatrixName::W_q}, 0, 1});
  ASSERT_TRUE(of_corpus);
  for (std::size_t i = 1; i < of_corpus->parts.size(); ++i)
    EXPECT_GE(std::abs(of_corpus->parts[i - 1].value), std::abs(of_corpus->parts[i].value));
}

TEST(UpdateWords, NameTheRowAndTheColumn) {
  RandomDocuments random(5);
  Document document = random.document(Variant{});
  document.tokens.front() = "Alice";
  document.features.resize(static_cast<std::size_t>(document.model.d_model()));
  document.features[1] = "person";
  const TrainingRun run = run_of(document, random);
  EXPECT_EQ(describe_update(run, document, {{MatrixName::W_q}, 1, 0}).title,
            "W_q, row 2 (“person”), column 1: from step 3 to step 4");
  EXPECT_EQ(describe_update(run, document, {{MatrixName::X}, 0, 1}).title,
            "X, row 1 (“Alice”), column 2 (“person”): from step 3 to step 4");
}

}  // namespace
}  // namespace attention_lab
