// The same training with several seeds.
#include "core/training/seed_comparison.h"

#include <gtest/gtest.h>

#include "small_corpus.h"

namespace attention_lab {
namespace {

using attention_lab::testing::small_document_with_corpus;

SeedComparison comparison_of(std::int64_t steps) {
  const TrainingSettings training{
      {.optimizer = Optimizer::adam, .learning_rate = 0.02},
      {{MatrixName::W_q}, {MatrixName::W_k}, {MatrixName::W_v}, {MatrixName::W_o}}};
  return SeedComparison(small_document_with_corpus(), {.training = training, .steps = steps});
}

TEST(SeedComparison, DoesNotDependOnTheSlices) {
  SeedComparison at_once = comparison_of(20);
  SeedComparison in_slices = comparison_of(20);
  at_once.advance(1e12);
  int slices = 0;
  for (; !in_slices.is_finished(); ++slices) {
    EXPECT_LT(in_slices.progress().done, in_slices.progress().all);
    in_slices.advance(1);
  }
  EXPECT_GE(slices, 190);
  EXPECT_EQ(in_slices.progress().done, 200);
  ASSERT_EQ(at_once.results().size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(at_once.results()[i].seed, 1 + 4 * i) << "each of the four matrices takes one";
    EXPECT_EQ(at_once.results()[i].loss, in_slices.results()[i].loss);
    EXPECT_EQ(at_once.results()[i].attention, in_slices.results()[i].attention);
  }
}

TEST(SeedComparison, EveryRunLearnsThePattern) {
  SeedComparison comparison = comparison_of(1500);
  comparison.advance(1e12);
  ASSERT_TRUE(comparison.is_finished());
  for (const SeedResult& result : comparison.results()) {
    EXPECT_LT(result.loss, 0.01) << result.seed;
    EXPECT_GE(result.held_out->accuracy(), 0.9) << result.seed;
  }
}

}  // namespace
}  // namespace attention_lab
