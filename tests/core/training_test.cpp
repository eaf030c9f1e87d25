// Objectives and optimizers, compared with PyTorch and with finite differences.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/training/match_objective.h"
#include "core/training/optimizer.h"
#include "core/training/training_run.h"
#include "fixtures.h"
#include "random_documents.h"
#include "random_targets.h"

namespace attention_lab {
namespace {

using attention_lab::testing::random_target;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::small_document;
using attention_lab::testing::Variant;

constexpr Scalar trajectory_tolerance = Scalar(1e-4);

MatrixRef parameter_named(const std::string& name) {
  return {matrix_name_from(name).value()};
}

Variant with_biases() {
  Variant variant;
  variant.has_biases = true;
  return variant;
}

// ------------------------------------------------------------------------------------------------- objective

TEST(MatchObjective, TheLossIsTheEntropyIfTheWeightsEqualTheTarget) {
  RandomDocuments random(3);
  const Document document = random.document(Variant{});
  TrainingSettings settings;
  settings.target = random_target(document, random);
  MatchObjective first(document.model);
  first.use(settings);
  EXPECT_GT(first.evaluate(), first.least_loss());
  MatchObjective matched(document.model);
  settings.target = first.trace().heads[0].weights;
  matched.use(settings);
  EXPECT_NEAR(matched.evaluate(), matched.least_loss(), 1e-6);
  for (const MatrixRef& ref : matched.parameters())
    EXPECT_LT(matched.gradient(ref).cwiseAbs().maxCoeff(), Scalar(1e-6)) << to_string(ref);
}

TEST(MatchObjective, TheBiasOfKeysHasNoGradientAndIsNeverMoved) {
  RandomDocuments random(4);
  const Document document = random.document(with_biases());
  auto objective = std::make_unique<MatchObjective>(document.model);
  const MatrixRef b_k{MatrixName::b_k};
  const Matrix before = objective->values(b_k);
  TrainingRun run(std::move(objective),
                  {OptimizerSettings{}, {{MatrixName::W_q}, b_k}, random_target(document, random)});
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(run.advance());
  EXPECT_EQ(matrix_view(run.objective().model(), run.objective().trace(), b_k), before);
}

// -------------------------------------------------------------------------------------------------
// optimizers

TEST(Optimizer, MakesTheUpdatesOfItsDefinition) {
  const std::vector<double> gradients = {0.5, -0.25, 2, 0, 1e-3};
  for (const Optimizer optimizer : all_optimizers) {
    const OptimizerSettings settings{.optimizer = optimizer, .learning_rate = 0.1};
    Scalar value = 1;
    GradientMoments moments;
    double expected = 1;
    double m = 0;
    double v = 0;
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      const double g = gradients[i];
      const int t = static_cast<int>(i) + 1;
      value = UpdateRule(settings, t).new_value(value, static_cast<Scalar>(g), moments);
      switch (optimizer) {
        case Optimizer::sgd: expected -= 0.1 * g; break;
        case Optimizer::momentum:
          v = 0.9 * v + g;
          expected -= 0.1 * v;
          break;
        case Optimizer::adam:
          m = 0.9 * m + 0.1 * g;
          v = 0.999 * v + 0.001 * g * g;
          expected -= 0.1 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
          break;
      }
      EXPECT_NEAR(static_cast<double>(value), expected, 1e-6) << to_string(optimizer) << ", update " << t;
    }
  }
}

TEST(Optimizer, NamesAreReadBack) {
  for (const Optimizer optimizer : all_optimizers) EXPECT_EQ(optimizer_from(to_string(optimizer)), optimizer);
  EXPECT_FALSE(optimizer_from("Adam"));
}

// -----------------------------------------------------------------------------------------------
// trajectories

TEST(Training, FollowsPyTorchFor200Steps) {
  const nlohmann::json cases = fixtures::read("training.json").at("match");
  EXPECT_GE(cases.size(), 5u);
  for (const nlohmann::json& wanted : cases) {
    SCOPED_TRACE(wanted.at("name").get<std::string>());
    TrainingSettings settings;
    settings.optimizer.optimizer = optimizer_from(wanted.at("optimizer").get<std::string>()).value();
    settings.optimizer.learning_rate = wanted.at("learning_rate").get<double>();
    for (const nlohmann::json& name : wanted.at("trained"))
      settings.trained.push_back(parameter_named(name.get<std::string>()));
    settings.target = fixtures::matrix_of(wanted.at("target"));
    TrainingRun run(std::make_unique<MatchObjective>(fixtures::model_of(wanted.at("document"))), settings);
    const auto losses = wanted.at("losses").get<std::vector<double>>();
    const auto norms = wanted.at("gradient_norms").get<std::vector<double>>();
    for (std::size_t step = 0; step < losses.size(); ++step) {
      ASSERT_NEAR(run.record().loss, losses[step], 1e-4) << "step " << step;
      ASSERT_NEAR(run.record().gradient_norm, norms[step], 1e-3) << "step " << step;
      if (step + 1 < losses.size()) {
        ASSERT_TRUE(run.advance());
      }
    }
    for (const auto& [name, expected] : wanted.at("final").items()) {
      const MatrixRef ref = parameter_named(name);
      const Matrix trained = matrix_view(run.objective().model(), run.objective().trace(), ref);
      const Matrix given =
          expected.at(0).is_array() ? fixtures::matrix_of(expected) : Matrix(fixtures::vector_of(expected));
      EXPECT_TRUE(fixtures::agree(trained, given, trajectory_tolerance)) << name;
    }
  }
}

}  // namespace
}  // namespace attention_lab
