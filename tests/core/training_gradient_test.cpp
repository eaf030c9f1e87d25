// Compares the gradients of training with finite differences. Only with double as Scalar: in float, rounding
// leaves only the first digits of a finite difference.
#include <gtest/gtest.h>

#include "core/training/match_objective.h"
#include "random_documents.h"
#include "random_targets.h"

namespace attention_lab {
namespace {

using attention_lab::testing::random_target;
using attention_lab::testing::RandomDocuments;
using attention_lab::testing::Variant;

static_assert(sizeof(Scalar) == sizeof(double));

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
  }
}

}  // namespace
}  // namespace attention_lab
