// Compares the gradients of training with finite differences. Only with double as Scalar: in float, rounding
// leaves only the first digits of a finite difference.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"
#include "core/training/weight_objective.h"
#include "random_documents.h"
#include "random_targets.h"

namespace attention_lab {
namespace {

using attention_lab::testing::random_target;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::Variant;

static_assert(sizeof(Scalar) == sizeof(double));

/// Compares every gradient of an objective with finite differences.
void expect_true_gradients(TrainingObjective& objective) {
  for (const MatrixRef& ref : objective.parameters()) {
    objective.evaluate();
    const Matrix gradient = objective.gradient(ref);
    for (Index i = 0; i < gradient.size(); ++i) {
      constexpr double step = 1e-5;
      Scalar& number = objective.values(ref).data()[i];
      const Scalar present = number;
      number = present + Scalar(step);
      const double after = objective.evaluate();
      number = present - Scalar(step);
      const double before = objective.evaluate();
      number = present;
      EXPECT_NEAR(static_cast<double>(gradient.data()[i]), (after - before) / (2 * step), 1e-8)
          << to_string(ref, 2) << " " << i;
    }
  }
}

TEST(MatchObjective, TheGradientIsThatOfFiniteDifferences) {
  RandomDocuments random(5);
  for (const Mask mask : {Mask::none, Mask::causal}) {
    for (const Positions positions : {Positions::none, Positions::learned}) {
      Variant variant;
      variant.n_heads = 2;
      variant.has_biases = true;
      variant.has_output_projection = true;
      variant.mask = mask;
      variant.temperature = Scalar(1.5);
      variant.positions = positions;
      const Document document = random.document(variant);
      MatchObjective objective(document.model, 1);
      TrainingSettings settings;
      settings.target = random_target(document, random);
      objective.use(settings);
      expect_true_gradients(objective);
    }
  }
}

TEST(WeightObjective, TheGradientIsThatOfFiniteDifferences) {
  RandomDocuments random(7);
  for (const Mask mask : {Mask::none, Mask::causal}) {
    Variant variant;
    variant.n_heads = 2;
    variant.has_biases = true;
    variant.mask = mask;
    variant.temperature = Scalar(1.5);
    Document document = random.document(variant);
    while (document.model.n_tokens() < 3) document = random.document(variant);
    WeightObjective objective(document.model, {{MatrixName::weights, 1}, 2, 1});
    TrainingSettings settings;
    settings.target = random_target(document, random);
    objective.use(settings);
    EXPECT_EQ(objective.parameters().size(), 2u);
    EXPECT_GE(objective.evaluate(), objective.least_loss());
    expect_true_gradients(objective);
  }
}

TEST(NextWordObjective, TheGradientIsThatOfFiniteDifferences) {
  RandomDocuments random(6);
  for (const LossOver over : {LossOver::last_word, LossOver::every_position}) {
    for (const Positions positions : {Positions::none, Positions::learned, Positions::sinusoidal}) {
      Variant variant;
      variant.n_heads = 2;
      variant.has_biases = true;
      variant.has_output_projection = true;
      variant.temperature = Scalar(1.5);
      Model model = random.document(variant).model;
      const Index d_model = model.d_model();
      model.options.positions = positions;
      model.position_embeddings = random.matrix(4, d_model);
      model.W_o = random.matrix(2 * model.d_v(), d_model);
      model.b_o = random.row(d_model);
      const Vocabulary vocabulary = {{"a", "b", "c", "d", "e"}, random.matrix(5, d_model), {}};
      const Corpus corpus = make_corpus("a b c\nb a\na a b d\nc b a b a\n", vocabulary).value();
      for (const Matrix& W_u : {Matrix(), random.matrix(d_model, 5)}) {
        // With one of the two outputs, weights are dropped.
        model.options.dropout = {W_u.size() > 0 ? Scalar(0.3) : Scalar(0), 1};
        const auto objective = NextWordObjective::make(model, vocabulary, corpus, over, W_u).value();
        EXPECT_EQ(objective->parameters().size(),
                  (positions == Positions::learned ? 16u : 15u) + (W_u.size() > 0 ? 1u : 0u));
        expect_true_gradients(*objective);
      }
    }
  }
}

}  // namespace
}  // namespace attention_lab
