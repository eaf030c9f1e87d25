// What each mask hides, and that everything computed from it agrees with a plain computation in double.
#include "core/attention/mask.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/backward.h"
#include "core/attention/explain.h"
#include "core/attention/forward.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "core/document/target.h"
#include "core/words/mask_words.h"
#include "fixtures.h"
#include "random_documents.h"
#include "traced.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;

VisibleCells cells(std::initializer_list<std::initializer_list<int>> rows) {
  VisibleCells cells(std::ssize(rows), std::ssize(*rows.begin()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const int cell : row) cells(i, j++) = static_cast<std::uint8_t>(cell);
    ++i;
  }
  return cells;
}

// The masks of ONNX's Attention operator, as far as they are masks of one sentence: causal, boolean, a window
// on either side, and lengths of sentences that are padded.
TEST(Mask, HidesWhatItsKindSays) {
  EXPECT_EQ(visible_cells(Mask::none, 2), cells({{1, 1}, {1, 1}}));
  EXPECT_EQ(visible_cells(Mask::causal, 3), cells({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
  EXPECT_EQ(visible_cells(Mask::sliding_window({1, 0}), 3), cells({{1, 0, 0}, {1, 1, 0}, {0, 1, 1}}));
  EXPECT_EQ(visible_cells(Mask::sliding_window({0, 1}), 3), cells({{1, 1, 0}, {0, 1, 1}, {0, 0, 1}}));
  EXPECT_EQ(visible_cells(Mask::sliding_window({0, 0}), 2), cells({{1, 0}, {0, 1}}));
  EXPECT_EQ(visible_cells(Mask::sliding_window({std::nullopt, 0}), 3), visible_cells(Mask::causal, 3));
  EXPECT_EQ(visible_cells(Mask::sliding_window({1, std::nullopt}), 3),
            cells({{1, 1, 1}, {1, 1, 1}, {0, 1, 1}}));
  EXPECT_EQ(visible_cells(Mask::padded(1, false), 3), cells({{1, 1, 0}, {1, 1, 0}, {0, 0, 0}}));
  EXPECT_EQ(visible_cells(Mask::padded(1, true), 3), cells({{1, 0, 0}, {1, 1, 0}, {0, 0, 0}}));
  EXPECT_EQ(visible_cells(Mask::padded(2, false), 2), cells({{0, 0}, {0, 0}}));
  EXPECT_EQ(visible_cells(Mask::padded(0, false), 2), cells({{1, 1}, {1, 1}}));
  const VisibleCells painted = cells({{0, 1, 0}, {0, 0, 0}, {1, 0, 1}});
  EXPECT_EQ(visible_cells(Mask::of_cells(painted), 3), painted);
}

TEST(Mask, SpanCellsAndCountsAgree) {
  RandomDocuments random(7);
  for (int round = 0; round < 500; ++round) {
    const Index n = 1 + random.below(7);
    const Mask mask = random.mask(n);
    ASSERT_FALSE(check_mask(mask, n, "mask"));
    const VisibleCells visible = visible_cells(mask, n);
    bool is_empty = false;
    for (Index query = 0; query < n; ++query) {
      const Span span = visible_span(mask, query, n);
      Index count = 0;
      for (Index key = 0; key < n; ++key) {
        const bool is_shown = visible(query, key) != 0;
        EXPECT_EQ(is_visible(mask, query, key, n), is_shown);
        if (is_shown) {
          EXPECT_TRUE(key >= span.first && key < span.end());
        }
        count += is_shown ? 1 : 0;
      }
      EXPECT_EQ(n_visible_keys(mask, query, n), count);
      EXPECT_EQ(sees_nothing(mask, query, n), count == 0);
      is_empty = is_empty || count == 0;
    }
    EXPECT_EQ(has_empty_row(mask, n), is_empty);
  }
}

TEST(Mask, EqualityComparesWhatTheKindUses) {
  EXPECT_TRUE(Mask(Mask::causal) == Mask::causal);
  EXPECT_FALSE(Mask(Mask::causal) == Mask::none);
  EXPECT_FALSE(Mask::sliding_window({1, 0}) == Mask::sliding_window({1, 1}));
  EXPECT_TRUE(Mask::sliding_window({1, {}}) == Mask::sliding_window({1, {}}));
  EXPECT_FALSE(Mask::padded(1, false) == Mask::padded(1, true));
  EXPECT_TRUE(Mask::of_cells(cells({{1}})) == Mask::of_cells(cells({{1}})));
  EXPECT_FALSE(Mask::of_cells(cells({{1}})) == Mask::of_cells(cells({{0}})));
  EXPECT_FALSE(Mask::of_cells(cells({{1}})) == Mask::of_cells(cells({{1, 1}, {1, 1}})));
}

TEST(Mask, CopiesShareTheirCells) {
  const Mask mask = Mask::of_cells(VisibleCells::Ones(4, 4));
  const Mask copy = mask;
  EXPECT_EQ(copy.identity_of_cells(), mask.identity_of_cells());
  EXPECT_NE(mask.identity_of_cells(), nullptr);
}

// Weights and head output of one head, from its own scores, in double and as plainly as possible.
struct PlainAttention {
  Eigen::MatrixXd weights;
  Eigen::MatrixXd head_output;
};
PlainAttention plain_attention(const Model& model, const HeadStages& head) {
  const Index n = model.n_tokens();
  const VisibleCells visible = visible_cells(model.options.mask, n);
  PlainAttention plain{Eigen::MatrixXd::Zero(n, n), {}};
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j < n; ++j) {
      if (visible(i, j) == 0) continue;
      const double logit =
          static_cast<double>(head.Q.row(i).cast<double>().dot(head.K.row(j).cast<double>())) /
          static_cast<double>(model.divisor()) / static_cast<double>(model.options.temperature);
      plain.weights(i, j) = std::exp(logit);
      sum += plain.weights(i, j);
    }
    if (sum > 0) plain.weights.row(i) /= sum;
  }
  plain.head_output = plain.weights * head.V.cast<double>();
  return plain;
}

TEST(Mask, ForwardPassAgreesWithAPlainOneUnderEachMask) {
  RandomDocuments random(11);
  for (int round = 0; round < 300; ++round) {
    testing::Variant variant = random.variant();
    variant.has_dropout = false;
    const Model model = random.document(variant).model;
    Trace trace;
    forward(model, trace);
    for (const HeadStages& head : trace.heads) {
      const PlainAttention plain = plain_attention(model, head);
      EXPECT_LT((head.weights.cast<double>() - plain.weights).cwiseAbs().maxCoeff(), 1e-5) << round;
      EXPECT_LT((head.head_output.cast<double>() - plain.head_output).cwiseAbs().maxCoeff(), 1e-4) << round;
      if (model.options.mask == Mask::none) continue;
      for (Index i = 0; i < model.n_tokens(); ++i) {
        for (Index j = 0; j < model.n_tokens(); ++j) {
          const bool is_shown = is_visible(model.options.mask, i, j, model.n_tokens());
          EXPECT_EQ(head.masked_scores(i, j),
                    is_shown ? head.scaled_scores(i, j) : -std::numeric_limits<Scalar>::infinity());
          if (!is_shown) {
            EXPECT_EQ(head.weights(i, j), 0);
          }
        }
      }
    }
  }
}

TEST(Mask, FullyMaskedRowIsZeroNotNan) {
  RandomDocuments random(3);
  Document document = testing::small_document();
  for (const Mask& mask : {Mask::padded(1, false), Mask::padded(3, true),
                           Mask::of_cells(cells({{1, 1, 1}, {1, 0, 1}, {0, 0, 0}}))}) {
    document.model.options.mask = mask;
    Trace trace;
    forward(document.model, trace);
    EXPECT_TRUE((trace.heads[0].weights.row(2).array() == 0).all());
    EXPECT_TRUE((trace.heads[0].head_output.row(2).array() == 0).all());
    EXPECT_FALSE(trace.context.hasNaN());
  }
}

TEST(Mask, ACausalMaskWithHiddenCellsMayLeaveARowEmpty) {
  Document document = testing::small_document();
  VisibleCells visible = visible_cells(Mask::causal, 3);
  visible(0, 0) = 0;  // all that the first token saw
  visible(2, 1) = 0;
  document.model.options.mask = Mask::of_cells(visible);
  Trace trace;
  forward(document.model, trace);
  const HeadStages& head = trace.heads[0];
  EXPECT_TRUE((head.weights.row(0).array() == 0).all());
  EXPECT_NEAR(head.weights.row(1).sum(), 1, 1e-6);
  EXPECT_NEAR(head.weights.row(2).sum(), 1, 1e-6);
  EXPECT_EQ(head.weights(2, 1), 0);
}

TEST(Mask, AHiddenTokenLeavesNoTraceInTheOthers) {
  Document document = testing::small_document();
  document.model.options.mask = Mask::padded(1, false);
  Trace before;
  forward(document.model, before);
  document.model.token_embeddings.edit().row(2).setConstant(Scalar(1e15));
  Trace after;
  forward(document.model, after);
  for (const Index row : {0, 1})
    EXPECT_TRUE(have_same_bits(&before.context(row, 0), &after.context(row, 0), before.context.cols()));
}

TEST(Mask, CellsOfARuleGiveTheSameBitsAsTheRule) {
  RandomDocuments random(5);
  for (int round = 0; round < 200; ++round) {
    const Model ruled = random.document().model;
    const Index n = ruled.n_tokens();
    Model painted = ruled;
    painted.options.mask = Mask::of_cells(visible_cells(ruled.options.mask, n));
    Trace a;
    Trace b;
    forward(ruled, a);
    forward(painted, b);
    EXPECT_TRUE(have_same_bits(view_of(a.context), view_of(b.context))) << round;
    for (std::size_t h = 0; h < a.heads.size(); ++h)
      EXPECT_TRUE(have_same_bits(view_of(a.heads[h].weights), view_of(b.heads[h].weights))) << round;
  }
}

TEST(Mask, NumbersThatNothingSeesHaveNoGradient) {
  Document document = testing::small_document();
  document.model.options.mask = Mask::padded(1, false);
  Trace trace;
  forward(document.model, trace);
  Stages gradients;
  const Matrix ones = Matrix::Ones(trace.context.rows(), trace.context.cols());
  const std::vector<Seed> seeds = {{{MatrixName::context}, view_of(ones)}};
  backward(document.model, trace, seeds, gradients);
  EXPECT_TRUE((gradients.X.row(2).array() == 0).all()) << "padding is seen by nobody, and sees nobody";
  EXPECT_FALSE((gradients.X.row(0).array() == 0).all());
}

TEST(Mask, PaintedCellsFollowTheirTokens) {
  Document document = testing::small_document();  // one small step
  document.model.options.mask = Mask::of_cells(cells({{1, 0, 1}, {1, 1, 0}, {0, 1, 1}}));
  const auto painted = [](const Result<Document>& edited) { return edited->model.options.mask.cells(); };
  EXPECT_EQ(painted(edits::remove_token(document, 1)), cells({{1, 1}, {0, 1}}));
  EXPECT_EQ(painted(edits::move_token(document, 0, 2)), cells({{1, 0, 1}, {1, 1, 0}, {0, 1, 1}}))
      << "small, step, one: rows and columns moved together";
  EXPECT_EQ(painted(edits::add_token(document, 1, "new", 1)),
            cells({{1, 1, 0, 1}, {1, 1, 1, 1}, {1, 1, 1, 0}, {0, 1, 1, 1}}))
      << "a new token sees all and is seen by all";
  EXPECT_EQ(painted(edits::add_token(document, 3, "one", 1)).row(3).sum(), 4)
      << "a copy of a word is new too";
  EXPECT_EQ(painted(edits::rename_token(document, 0, "two")), document.model.options.mask.cells());
  EXPECT_EQ(painted(edits::set_sentence(document, "step one", 1)), cells({{1, 0}, {1, 1}}));
  for (const Result<Document>& edited :
       {edits::add_token(document, 0, "one", 1), edits::set_sentence(document, "one one one one", 1)})
    EXPECT_TRUE(validate(*edited).empty());
}

TEST(Mask, PaddingStaysAtTheEnd) {
  Document document = testing::small_document();
  document.model.options.mask = Mask::padded(1, true);
  const auto mask = [](const Result<Document>& edited) { return edited->model.options.mask; };
  EXPECT_EQ(mask(edits::add_token(document, 0, "new", 1)), Mask::padded(1, true));
  EXPECT_EQ(mask(edits::add_token(document, 3, "new", 1)), Mask::padded(2, true))
      << "after padding is padding";
  EXPECT_EQ(mask(edits::remove_token(document, 0)), Mask::padded(1, true));
  EXPECT_EQ(mask(edits::remove_token(document, 2)), Mask(Mask::causal)) << "nothing is padding now";
  EXPECT_EQ(mask(edits::move_token(document, 2, 0)), Mask::padded(1, true)) << "the last token is padding";
  document.model.options.mask = Mask::padded(1, false);
  EXPECT_EQ(mask(edits::remove_token(document, 2)), Mask(Mask::none));
}

TEST(Mask, RandomChangesOfTheSentenceKeepEveryMaskValid) {
  RandomDocuments random(17);
  for (int round = 0; round < 300; ++round) {
    Document document = random.document();
    for (int step = 0; step < 6; ++step) {
      const Index n = document.model.n_tokens();
      const Index at = random.below(n);
      Result<Document> edited = document;
      switch (random.below(4)) {
        case 0: edited = edits::add_token(document, random.below(n + 1), "été", 1); break;
        case 1:
          if (n > 1) edited = edits::remove_token(document, at);
          break;
        case 2: edited = edits::move_token(document, at, random.below(n)); break;
        default: edited = edits::set_visible(document, at, random.below(n), random.coin()); break;
      }
      ASSERT_TRUE(edited);
      document = *std::move(edited);
      ASSERT_FALSE(check_mask(document.model.options.mask, document.model.n_tokens(), "mask"));
    }
  }
}

TEST(Mask, SetVisibleStartsFromThePresentMask) {
  Document document = testing::small_document();
  document.model.options.mask = Mask::causal;
  const Document edited = *edits::set_visible(document, 2, 0, false);
  EXPECT_EQ(edited.model.options.mask, Mask::of_cells(cells({{1, 0, 0}, {1, 1, 0}, {0, 1, 1}})));
  EXPECT_EQ(*edits::set_visible(edited, 2, 0, true),
            *edits::set_mask(edited, Mask::of_cells(visible_cells(Mask::causal, 3))));
  EXPECT_FALSE(edits::set_visible(document, 3, 0, true));
  EXPECT_FALSE(edits::set_visible(document, 0, -1, true));
}

TEST(Mask, RefusesWhatDoesNotFit) {
  const Document document = testing::small_document();
  const auto refusal = [&](const Mask& mask) { return to_string(edits::set_mask(document, mask).error()); };
  EXPECT_EQ(refusal(Mask::padded(4, false)),
            "mask.padding: The number of padding tokens must be from 0 to 3, not 4.");
  EXPECT_EQ(refusal(Mask::sliding_window({-1, 0})),
            "mask.window.left: The number of tokens seen to this side must be from 0 to 1024, not -1.");
  EXPECT_EQ(refusal(Mask::sliding_window({})),
            "mask.window: A window that is open on both sides hides nothing; give the number of tokens seen "
            "to the left or to the right, or choose no mask.");
  EXPECT_EQ(refusal(Mask::of_cells(cells({{1, 1}, {1, 1}}))),
            "mask.visible: The mask is 2 × 2, but the sentence has 3 tokens; give one row and one column for "
            "each token.");
}

TEST(Mask, TargetsLeaveRowsThatSeeNothingAtZero) {
  Document document = testing::small_document();
  document.model.options.mask = Mask::padded(1, false);
  const Matrix even = even_target(3, document.model.options.mask);
  EXPECT_EQ(even.row(0).sum(), 1);
  EXPECT_EQ(even.row(2).sum(), 0);
  EXPECT_TRUE(make_target(document.model, even));
  Matrix wrong = even;
  wrong(2, 0) = 1;
  EXPECT_FALSE(make_target(document.model, wrong));
}

TEST(Mask, SentencesSayWhyAKeyIsHidden) {
  const auto why = [](const Mask& mask, Index query, Index key) {
    return sentence_of_visibility(mask, query, key, 3, "“journey”", "“step”");
  };
  EXPECT_EQ(why(Mask::of_cells(cells({{1, 0, 1}, {1, 1, 1}, {0, 0, 0}})), 0, 1),
            "Painted: “journey” may not attend to “step”. A score of minus infinity becomes a weight of "
            "exactly 0.");
  EXPECT_EQ(why(Mask::of_cells(cells({{1, 0, 1}, {1, 1, 1}, {0, 0, 0}})), 2, 1),
            "Painted: “journey” may not attend to “step”, nor to any other token, so its weights and its "
            "head output are 0.");
  EXPECT_EQ(why(Mask::causal, 2, 1), "“journey” may attend to “step”, which does not come later.");
  EXPECT_EQ(why(Mask::padded(1, true), 0, 1),
            "“step” comes after “journey”, so it is hidden: a score of minus infinity becomes a weight of "
            "exactly 0.");
  EXPECT_EQ(why(Mask::padded(1, true), 1, 2),
            "“step” is padding, so “journey” may not attend to it: a score of minus infinity becomes a "
            "weight of exactly 0.");
  EXPECT_EQ(why(Mask::padded(1, true), 2, 1),
            "“journey” is padding, so it may not attend to “step”, nor to any other token: its weights and "
            "its head output are 0.");
}

}  // namespace
}  // namespace attention_lab
