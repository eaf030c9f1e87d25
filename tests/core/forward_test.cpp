#include "core/attention/forward.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward_with.h"
#include "core/attention/matrix_name.h"
#include "fixtures.h"
#include "random_models.h"
#include "traced.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace attention_lab {
namespace {

using testing::trace_of;

using fixtures::agree;

// An independent, simple implementation in double.
struct PlainHead {
  Eigen::MatrixXd Q, K, V, scores, weights, head_output;
};

PlainHead plain_attention(const Model& model, std::size_t h) {
  const Head& head = model.heads[h];
  const auto project = [&](const Matrix& W, const RowVector& b) {
    Eigen::MatrixXd Y = model.token_embeddings->cast<double>().lazyProduct(W.cast<double>());
    if (b.size() > 0) Y.rowwise() += b.cast<double>();
    return Y;
  };
  PlainHead plain;
  plain.Q = project(*head.W_q, *head.b_q);
  plain.K = project(*head.W_k, *head.b_k);
  plain.V = project(*head.W_v, *head.b_v);
  plain.scores = plain.Q * plain.K.transpose();
  plain.weights = Eigen::MatrixXd::Zero(model.n_tokens(), model.n_tokens());
  for (Index i = 0; i < model.n_tokens(); ++i) {
    const Index n_visible = model.options.mask == Mask::causal ? i + 1 : model.n_tokens();  // none or causal
    const auto logits = plain.scores.row(i).head(n_visible).array() / double{model.divisor()} /
                        double{model.options.temperature};
    const Eigen::ArrayXd exponentials = (logits - logits.maxCoeff()).exp();
    plain.weights.row(i).head(n_visible) = exponentials / exponentials.sum();
  }
  plain.head_output = plain.weights * plain.V;
  return plain;
}

// Sizes around the limits of blocks, registers and the kinds of product.
const std::vector<Sizes> forward_sizes = {
    {.n_tokens = 1, .d_model = 1, .n_heads = 1, .d_k = 1, .d_v = 1},
    {.n_tokens = 6, .d_model = 3, .n_heads = 1, .d_k = 2, .d_v = 2},
    {.n_tokens = 7, .d_model = 5, .n_heads = 3, .d_k = 3, .d_v = 1},
    {.n_tokens = 17, .d_model = 33, .n_heads = 2, .d_k = 9, .d_v = 31},
    {.n_tokens = 127, .d_model = 16, .n_heads = 2, .d_k = 8, .d_v = 24},
    {.n_tokens = 129, .d_model = 65, .n_heads = 2, .d_k = 32, .d_v = 1},
    {.n_tokens = 300, .d_model = 400, .n_heads = 2, .d_k = 64, .d_v = 48},
};

// Runs the tasks in reverse order, each on a new thread, so that any dependence on order or thread shows.
void backwards_on_threads(Index count, const std::function<void(Index)>& task) {
  for (Index i = count; i-- > 0;) std::thread([&task, i] { task(i); }).join();
}

bool are_identical(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
}

void expect_identical(const Trace& a, const Trace& b) {
  ASSERT_EQ(a.heads.size(), b.heads.size());
  for (std::size_t h = 0; h < a.heads.size(); ++h) {
    EXPECT_TRUE(are_identical(a.heads[h].Q, b.heads[h].Q));
    EXPECT_TRUE(are_identical(a.heads[h].K, b.heads[h].K));
    EXPECT_TRUE(are_identical(a.heads[h].V, b.heads[h].V));
    EXPECT_TRUE(are_identical(a.heads[h].scores, b.heads[h].scores));
    EXPECT_TRUE(are_identical(a.heads[h].scaled_scores, b.heads[h].scaled_scores));
    EXPECT_TRUE(are_identical(a.heads[h].masked_scores, b.heads[h].masked_scores));
    EXPECT_TRUE(are_identical(a.heads[h].weights, b.heads[h].weights));
    EXPECT_TRUE(are_identical(a.heads[h].head_output, b.heads[h].head_output));
  }
  EXPECT_TRUE(are_identical(a.concatenated, b.concatenated));
  EXPECT_TRUE(are_identical(a.context, b.context));
}

// ------------------------------------------------------------------------------------------- PyTorch

class ForwardFixture : public ::testing::TestWithParam<std::string> {};

TEST_P(ForwardFixture, EveryStageEqualsPyTorch) {
  const nlohmann::json document = fixtures::read("forward.json").at(GetParam());
  const nlohmann::json& expected = document.at("trace");
  constexpr Scalar tolerance = Scalar(1e-5);
  const Model model = fixtures::model_of(document);

  for (const Kernels* kernels : runnable_kernels()) {
    SCOPED_TRACE(kernels->name);
    Trace trace;
    forward_with(*kernels, model, trace);

    EXPECT_NEAR(trace.divisor, expected.at("divisor").get<double>(), 1e-6);
    ASSERT_EQ(trace.heads.size(), expected.at("heads").size());
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      const auto stage = [&](const char* name) {
        return fixtures::matrix_of(expected.at("heads")[h].at(name));
      };
      const HeadStages& head = trace.heads[h];
      EXPECT_TRUE(agree(head.Q, stage("Q"), tolerance));
      EXPECT_TRUE(agree(head.K, stage("K"), tolerance));
      EXPECT_TRUE(agree(head.V, stage("V"), tolerance));
      EXPECT_TRUE(agree(head.scores, stage("scores"), tolerance));
      EXPECT_TRUE(agree(head.scaled_scores, stage("scaled_scores"), tolerance));
      EXPECT_TRUE(agree(scores_for_softmax(model, head), stage("masked_scores"), tolerance));
      EXPECT_TRUE(agree(head.weights, stage("weights"), tolerance));
      EXPECT_TRUE(agree(head.head_output, stage("head_output"), tolerance));
    }
    EXPECT_TRUE(agree(trace.context, fixtures::matrix_of(expected.at("context")), tolerance));
  }
}

INSTANTIATE_TEST_SUITE_P(Forward, ForwardFixture,
                         ::testing::Values("simplified", "simplified_scaled_causal", "rand_seed_123",
                                           "linear_seed_789", "linear_seed_789_causal", "linear_seed_42_bias",
                                           "temperature_half", "divisor_none", "divisor_custom",
                                           "wide_values", "two_heads_causal", "two_heads_output_projection",
                                           "two_heads_everything"),
                         [](const auto& instance) { return instance.param; });

TEST(Forward, EveryFixtureHasATest) {
  EXPECT_EQ(fixtures::read("forward.json").size(), 13U);
}

// --------------------------------------------------------------------------------- sizes and variants

TEST(Forward, EveryVariantEqualsPlainArithmeticAtEverySize) {
  for (const Kernels* kernels : runnable_kernels())
    for (const Sizes& sizes : forward_sizes)
      for (const Mask mask : {Mask::none, Mask::causal}) {
        SCOPED_TRACE(std::string(kernels->name) + ", " + text_of(sizes));
        Model model = draw_model(sizes);
        model.options.mask = mask;
        Trace trace;
        forward_with(*kernels, model, trace);

        Eigen::MatrixXd concatenated(sizes.n_tokens, sizes.n_heads * sizes.d_v);
        for (std::size_t h = 0; h < trace.heads.size(); ++h) {
          const PlainHead plain = plain_attention(model, h);
          const HeadStages& head = trace.heads[h];
          EXPECT_TRUE(agree(head.Q, plain.Q.cast<Scalar>(), Scalar(1e-5)));
          EXPECT_TRUE(agree(head.K, plain.K.cast<Scalar>(), Scalar(1e-5)));
          EXPECT_TRUE(agree(head.V, plain.V.cast<Scalar>(), Scalar(1e-5)));
          EXPECT_TRUE(agree(head.scores, plain.scores.cast<Scalar>(), Scalar(1e-4)));
          EXPECT_TRUE(agree(head.weights, plain.weights.cast<Scalar>(), Scalar(1e-5)));
          EXPECT_TRUE(agree(head.head_output, plain.head_output.cast<Scalar>(), Scalar(1e-5)));
          concatenated.middleCols(static_cast<Index>(h) * sizes.d_v, sizes.d_v) = plain.head_output;
        }
        EXPECT_TRUE(agree(trace.concatenated, concatenated.cast<Scalar>(), Scalar(1e-5)));
        Eigen::MatrixXd context = concatenated * model.W_o->cast<double>();
        context.rowwise() += model.b_o->cast<double>();
        EXPECT_TRUE(agree(trace.context, context.cast<Scalar>(), Scalar(1e-5)));
      }
}

TEST(Forward, WithoutOutputProjectionContextIsTheConcatenatedHeads) {
  Model model = draw_model({.n_tokens = 130, .n_heads = 3});
  model.W_o = Matrix();
  const Trace trace = trace_of(model);
  EXPECT_TRUE(are_identical(trace.context, trace.concatenated));
}

TEST(Forward, ScaledScoresAreTheScoresDividedAndNotMultiplied) {
  Model model = draw_model({.n_tokens = 40});
  model.options.scale = {Scale::Kind::custom, Scalar(3)};
  const HeadStages head = trace_of(model).heads.front();
  EXPECT_TRUE(are_identical(head.scaled_scores, head.scores / Scalar(3)));
}

TEST(Forward, ResultsAreIdenticalWithAndWithoutParallel) {
  for (const Sizes& sizes : {Sizes{6, 3, 1, 2, 2}, Sizes{300, 64, 3, 32, 32}, Sizes{513, 96, 2, 48, 16}}) {
    const Model model = draw_model(sizes);
    expect_identical(trace_of(model), trace_of(model, backwards_on_threads));
  }
}

TEST(Forward, ResultsAreIdenticalWhateverTheTraceHeldBefore) {
  const Model small = draw_model({});
  Trace trace = trace_of(draw_model({.n_tokens = 200, .d_model = 40, .n_heads = 4, .d_k = 32, .d_v = 16}));
  forward(small, trace);
  expect_identical(trace, trace_of(small));
}

TEST(Forward, SmallProblemIsNotShared) {
  Trace trace;
  forward(draw_model({}), trace, [](Index, const std::function<void(Index)>&) { FAIL(); });
}

// -------------------------------------------------------------------------------------------- properties

TEST(Forward, RowsOfWeightsSumToOne) {
  for (const Sizes& sizes : forward_sizes) {
    const Trace trace = trace_of(draw_model(sizes));
    for (const HeadStages& head : trace.heads)
      for (Index i = 0; i < head.weights.rows(); ++i)
        EXPECT_NEAR(head.weights.row(i).cast<double>().sum(), 1, 1e-6) << text_of(sizes) << ", row " << i;
  }
}

TEST(Forward, PermutedTokensGivePermutedOutputs) {
  const Model model = draw_model({.n_tokens = 50, .d_model = 8, .n_heads = 2, .d_k = 4, .d_v = 4});
  Model permuted = model;
  Eigen::PermutationMatrix<Eigen::Dynamic> order(50);
  order.setIdentity();
  std::mt19937 random(3);
  std::shuffle(order.indices().begin(), order.indices().end(), random);
  permuted.token_embeddings.edit() = order * *model.token_embeddings;

  const Trace expected = trace_of(model);
  const Trace actual = trace_of(permuted);
  EXPECT_TRUE(agree(actual.context, order * expected.context, Scalar(1e-5)));
  EXPECT_TRUE(
      agree(actual.heads[1].weights, order * expected.heads[1].weights * order.transpose(), Scalar(1e-5)));
}

TEST(Forward, CausalWeightsAreZeroAboveTheDiagonal) {
  Model model = draw_model({.n_tokens = 150});
  model.options.mask = Mask::causal;
  const HeadStages head = trace_of(model).heads.front();
  for (Index i = 0; i < 150; ++i)
    for (Index j = i + 1; j < 150; ++j) {
      EXPECT_EQ(head.masked_scores(i, j), -std::numeric_limits<Scalar>::infinity());
      EXPECT_EQ(head.weights(i, j), 0);
    }
  EXPECT_EQ(head.weights(0, 0), 1);
}

TEST(Forward, CausalContextDoesNotDependOnLaterTokens) {
  Model model = draw_model({.n_tokens = 20});
  model.options.mask = Mask::causal;
  const Trace before = trace_of(model);
  model.token_embeddings.edit().bottomRows(10).setConstant(2);
  const Trace after = trace_of(model);
  EXPECT_TRUE(are_identical(before.context.topRows(10), after.context.topRows(10)));
}

TEST(Forward, EnormousScoresAreStable) {
  Model model;
  model.options.projection = Projection::identity;
  model.options.scale.kind = Scale::Kind::none;
  Matrix X(2, 1);
  X << Scalar(1e15), Scalar(-1e15);  // scores ±1e30
  model.token_embeddings = X;
  const Trace trace = trace_of(model);
  EXPECT_EQ(trace.heads.front().weights(0, 0), 1);
  EXPECT_EQ(trace.heads.front().weights(0, 1), 0);
  EXPECT_TRUE(are_identical(trace.context, X));
}

TEST(Forward, NanInOneTokenShowsInItsRowOfWeights) {
  Model model = draw_model({.n_tokens = 5});
  model.options.mask = Mask::causal;
  model.token_embeddings.edit()(3, 0) = std::numeric_limits<Scalar>::quiet_NaN();
  const HeadStages head = trace_of(model).heads.front();
  EXPECT_TRUE(head.weights.topRows(3).allFinite());
  EXPECT_TRUE(head.weights.row(3).hasNaN());
}

TEST(Forward, OneTokenAttendsToItself) {
  const Trace trace = trace_of(draw_model({.n_tokens = 1}));
  EXPECT_EQ(trace.heads.front().weights(0, 0), 1);
}

#if defined(__SSE2__)
TEST(Forward, LeavesTheProcessorsTreatmentOfDenormalsAsItWas) {
  const unsigned before = _mm_getcsr();
  trace_of(draw_model({}));
  constexpr unsigned flags_of_exceptions = 0x3FU;
  EXPECT_EQ(_mm_getcsr() & ~flags_of_exceptions, before & ~flags_of_exceptions);
}
#endif

}  // namespace
}  // namespace attention_lab
