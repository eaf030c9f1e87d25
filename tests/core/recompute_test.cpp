// Recomputing after an edit gives the same bits as a full pass, and computes no more than necessary.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/forward_with.h"
#include "core/attention/matrix_name.h"
#include "core/document/edits.h"
#include "core/document/session.h"
#include "edit_checks.h"
#include "every_matrix.h"
#include "kernel_variants.h"
#include "random_documents.h"
#include "same_trace.h"

namespace attention_lab {
namespace {

using testing::EachVariant;
using testing::edited;
using testing::full_document;
using testing::RandomDocuments;
using testing::Variant;

class RecomputeTest : public EachVariant {};
INSTANTIATE_TEST_SUITE_P(Variant, RecomputeTest, testing::every_variant(), testing::name_of_variant);

// --------------------------------------------------------------------------------------- the same bits

// Reports the first stage that differs.
::testing::AssertionResult are_same(const Trace& actual, const Trace& expected) {
  const std::optional<std::string> difference = testing::first_difference(actual, expected);
  if (difference) return ::testing::AssertionFailure() << *difference;
  return ::testing::AssertionSuccess();
}

// A finite number for an edit: sometimes 0 or −0, and sometimes one whose products overflow.
Scalar any_number(RandomDocuments& random) {
  constexpr Scalar huge = std::is_same_v<Scalar, float> ? Scalar(2e38) : Scalar(1e308);
  switch (random.below(12)) {
    case 0: return 0;
    case 1: return Scalar(-0.0);
    case 2: return huge;
    case 3: return -huge;
    default: return random.number();
  }
}

MatrixRef any_given_matrix(RandomDocuments& random, const Document& document) {
  std::vector<MatrixRef> given;
  for (const MatrixRef& ref : testing::every_matrix(document.model, {}))
    if (is_given(document.model, ref.name)) given.push_back(ref);
  return given[static_cast<std::size_t>(random.below(static_cast<Index>(given.size())))];
}

// A random edit, which may be refused.
Result<Document> any_edit(RandomDocuments& random, const Document& document) {
  const MatrixRef matrix = any_given_matrix(random, document);
  const MatrixView numbers = matrix_view(document.model, {}, matrix);
  const Index row = random.below(numbers.rows());
  const Index column = random.below(numbers.cols());
  const Index token = random.below(document.model.n_tokens());
  const auto seed = static_cast<std::uint64_t>(1 + random.below(100));
  const std::vector<std::string> words = {"Your", "step", "new", "été"};
  const std::string& word = words[static_cast<std::size_t>(random.below(4))];
  switch (random.below(42)) {
    case 0: return edits::set_block(document, {matrix, row, 0}, random.row(numbers.cols()));
    case 1: return edits::set_matrix(document, matrix, random.matrix(numbers.rows(), numbers.cols()));
    case 2:
      return edits::set_block(document, {matrix, row, column},
                              random.matrix(numbers.rows() - row, 1 + random.below(numbers.cols() - column)));
    case 3: return edits::zero(document, matrix);
    case 4: return edits::identity(document, matrix);
    case 5: return edits::transpose(document, matrix);
    case 6: return edits::redraw(document, matrix, edits::Draw::nn_linear, seed);
    case 7: return edits::redraw_weights(document, edits::Draw::torch_rand, seed);
    case 8:
      return edits::redraw_weights(document, edits::Draw::nn_linear, seed,
                                   edits::DrawOrder::split_projection);
    case 9: return edits::add_token(document, token, word, seed);
    case 10: return edits::remove_token(document, token);
    case 11: return edits::rename_token(document, token, word);
    case 12:
    case 13: return edits::move_token(document, token, random.below(document.model.n_tokens()));
    case 14: return edits::set_sentence(document, "Your journey starts with your new step", seed);
    case 15:
    case 16: return edits::set_shared_words(document, random.coin());
    case 17: return edits::set_title(document, word);
    case 18: return edits::set_d_model(document, 1 + random.below(4), seed);
    case 19: return edits::set_d_k(document, 1 + random.below(4), seed);
    case 20: return edits::set_d_v(document, 1 + random.below(4), seed);
    case 21: return edits::set_n_heads(document, 1 + random.below(3), seed);
    case 22:
      return edits::set_projection(document, random.coin() ? Projection::identity : Projection::trainable,
                                   seed);
    case 23:
    case 24: return edits::set_positions(document, static_cast<Positions>(random.below(3)), seed);
    case 25:
    case 26: return edits::set_dropout(document, {Scalar(0.25) * Scalar(random.below(3)), seed});
    case 27:
    case 28:
      return edits::set_scale(document,
                              {static_cast<Scale::Kind>(random.below(3)), Scalar(1 + random.below(5))});
    case 29:
    case 30: return edits::set_mask(document, random.coin() ? Mask::causal : Mask::none);
    case 31:
    case 32: return edits::set_temperature(document, Scalar(0.25) * Scalar(1 + random.below(8)));
    case 33: return edits::set_biases(document, random.coin());
    case 34: return edits::set_output_projection(document, random.coin());
    default: return edits::set_cell(document, {matrix, row, column}, any_number(random));
  }
}

// Applies edits to a document. Occasionally returns to an earlier state, as undo does.
void expect_full_pass_after_every_edit(const Kernels& kernels, RandomDocuments& random, const Document& first,
                                       int n_edits, const Parallel& parallel = {}) {
  Document document = first;
  std::vector<Document> earlier;
  Trace trace;
  recompute_with(kernels, {}, document.model, trace, parallel);
  for (int i = 0; i < n_edits; ++i) {
    Document next = random.below(6) == 0 && !earlier.empty()
                        ? earlier[static_cast<std::size_t>(random.below(std::ssize(earlier)))]
                        : document;
    const Result<Document> result = any_edit(random, next);
    if (result) next = *result;
    recompute_with(kernels, document.model, next.model, trace, parallel);
    Trace expected;
    forward_with(kernels, next.model, expected);
    ASSERT_TRUE(are_same(trace, expected)) << "edit " << i << " of " << document.title;
    earlier.push_back(std::exchange(document, std::move(next)));
  }
}

TEST_P(RecomputeTest, TraceIsThatOfAFullPassAfterAnyEdits) {
  RandomDocuments random(31);
  for (const Variant& variant : testing::all_variants()) {
    ASSERT_NO_FATAL_FAILURE(
        expect_full_pass_after_every_edit(kernels(), random, random.document(variant), 24));
  }
}

// Several blocks of queries, and a word with more occurrences than Spans can keep apart.
Document long_document(RandomDocuments& random) {
  Variant variant;
  variant.n_heads = 2;
  variant.has_biases = true;
  variant.has_output_projection = true;
  Document document = random.document(variant);
  constexpr Index n_tokens = 300;
  document.drawn_tokens.clear();
  document.tokens.clear();
  for (Index i = 0; i < n_tokens; ++i) document.tokens.push_back(i % 7 == 3 ? "it" : std::to_string(i));
  document.model.token_embeddings = random.matrix(n_tokens, document.model.d_model());
  return edited(edits::set_shared_words(document, true));
}

TEST_P(RecomputeTest, TraceOfALongSentenceIsThatOfAFullPassHoweverTheWorkIsShared) {
  const Parallel backwards = [](Index count, const std::function<void(Index)>& task) {
    for (Index i = count; i-- > 0;) task(i);
  };
  RandomDocuments random(32);
  for (const Parallel& parallel : {Parallel{}, backwards})
    for (const Mask mask : {Mask::none, Mask::causal}) {
      const Document document = edited(edits::set_mask(long_document(random), mask));
      ASSERT_NO_FATAL_FAILURE(expect_full_pass_after_every_edit(kernels(), random, document, 40, parallel));
    }
}

TEST_P(RecomputeTest, AnEditOfASharedWordChangesTheRowsOfAllItsPlaces) {
  RandomDocuments random(33);
  const Document before = long_document(random);
  const Document after = edited(edits::set_cell(before, {{MatrixName::X}, 3, 0}, 2));
  ASSERT_EQ((*after.model.token_embeddings)(7 * 42 + 3, 0), 2);
  Trace trace;
  forward_with(kernels(), before.model, trace);
  recompute_with(kernels(), before.model, after.model, trace);
  Trace expected;
  forward_with(kernels(), after.model, expected);
  EXPECT_TRUE(are_same(trace, expected));
}

TEST_P(RecomputeTest, InfinitiesAndNansAreThoseOfAFullPass) {
  constexpr Scalar huge = std::numeric_limits<Scalar>::max();
  for (const Mask mask : {Mask::none, Mask::causal})
    for (const bool has_dropout : {false, true})
      for (const MatrixName name : {MatrixName::X, MatrixName::W_q, MatrixName::W_k, MatrixName::W_v,
                                    MatrixName::b_q, MatrixName::b_k, MatrixName::b_v, MatrixName::W_o}) {
        Document before = edited(edits::set_mask(full_document(), mask));
        if (has_dropout) before = edited(edits::set_dropout(before, {Scalar(0.5), 123}));
        const MatrixRef matrix = {name, is_per_head(name) ? 1 : 0};
        const Index last_row = matrix_view(before.model, {}, matrix).rows() - 1;
        const Document after = edited(edits::set_cell(before, {matrix, last_row, 0}, huge));
        Trace trace;
        forward_with(kernels(), before.model, trace);
        Trace expected;
        forward_with(kernels(), after.model, expected);
        recompute_with(kernels(), before.model, after.model, trace);
        EXPECT_TRUE(are_same(trace, expected)) << to_string(name);
        // Back to finite numbers.
        forward_with(kernels(), before.model, expected);
        recompute_with(kernels(), after.model, before.model, trace);
        EXPECT_TRUE(are_same(trace, expected)) << to_string(name);
      }
}

// ------------------------------------------------------------------------------------------- no more

// The numbers in the trace beforehand. All are different, so that no average of several equals one of them.
Scalar untouched(Index cell) {
  return Scalar(42 + cell * cell);
}

// The cells of a matrix that were written.
Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> written_cells(const Matrix& matrix) {
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> cells(matrix.rows(), matrix.cols());
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) cells(i, j) = matrix(i, j) != untouched(i * matrix.cols() + j);
  return cells;
}

// The trace after recompute for the edit from `before` to `after`, starting from untouched() numbers.
Trace written(const Document& before, const Document& after) {
  Trace trace;
  forward_with(best_kernels(), before.model, trace);
  for (const MatrixName name : all_matrix_names)
    for (Index head = 0; head < (is_per_head(name) ? before.model.n_heads() : 1); ++head)
      for (Index k = 0; k < find(trace, {name, head})->size(); ++k)
        find(trace, {name, head})->data()[k] = untouched(k);
  recompute(before.model, after.model, trace);
  return trace;
}

// The stages in which at least one cell was written.
std::vector<std::string> written_stages(const Document& before, const Document& after) {
  const Trace trace = written(before, after);
  std::vector<std::string> names;
  for (const MatrixName name : all_matrix_names)
    for (Index head = 0; head < (is_per_head(name) ? after.model.n_heads() : 1); ++head) {
      const MatrixRef ref = {name, head};
      if (written_cells(*find(trace, ref)).any()) names.push_back(to_string(ref, after.model.n_heads()));
    }
  return names;
}

// The stages of both heads, followed by those of the document.
std::vector<std::string> of_both_heads(const std::vector<std::string>& stages) {
  std::vector<std::string> names;
  for (const std::string& stage : stages)
    for (const char* head : {"heads[0].", "heads[1]."}) names.push_back(head + stage);
  names.insert(names.end(), {"concatenated", "context"});
  return names;
}

std::vector<std::string> of_head_1(const std::vector<std::string>& stages) {
  std::vector<std::string> names;
  for (const std::string& stage : stages) names.push_back("heads[1]." + stage);
  names.insert(names.end(), {"concatenated", "context"});
  return names;
}

using Names = std::vector<std::string>;

Document with_cell_of(const Document& document, MatrixName name) {
  return edited(edits::set_cell(document, {{name, is_per_head(name) ? 1 : 0}, 0, 1}, Scalar(0.375)));
}

TEST(Recompute, ATitleOrARenamedWordComputesNothing) {
  const Document document = full_document();
  EXPECT_EQ(written_stages(document, document), Names{});
  EXPECT_EQ(written_stages(document, edited(edits::set_title(document, "Another"))), Names{});
  EXPECT_EQ(written_stages(document, edited(edits::rename_token(document, 1, "large"))), Names{});
}

TEST(Recompute, EqualNumbersInAnotherPlaceOfMemoryComputeNothing) {
  const Document document = full_document();
  Document copy = document;
  Model& model = copy.model;
  model.token_embeddings = Matrix(*model.token_embeddings);
  model.W_o = Matrix(*model.W_o);
  model.b_o = RowVector(*model.b_o);
  for (Head& head : model.heads) {
    head.W_q = Matrix(*head.W_q);
    head.b_v = RowVector(*head.b_v);
  }
  ASSERT_FALSE(testing::is_shared(model.W_o, document.model.W_o));
  EXPECT_EQ(written_stages(document, copy), Names{});
}

TEST(Recompute, TemperatureBeginsAtTheWeights) {
  const Document document = full_document();
  EXPECT_EQ(written_stages(document, edited(edits::set_temperature(document, 2))),
            of_both_heads({"weights", "head_output"}));
}

TEST(Recompute, DivisorAndMaskBeginAtTheScaledScores) {
  const Document document = full_document();
  const Document masked = edited(edits::set_mask(document, Mask::causal));
  const Names without_mask = of_both_heads({"scaled_scores", "weights", "head_output"});
  const Names with_mask = of_both_heads({"scaled_scores", "masked_scores", "weights", "head_output"});
  const Scale by_3 = {Scale::Kind::custom, 3};
  EXPECT_EQ(written_stages(document, edited(edits::set_scale(document, by_3))), without_mask);
  EXPECT_EQ(written_stages(masked, edited(edits::set_scale(masked, by_3))), with_mask);
  EXPECT_EQ(written_stages(document, masked), with_mask);
  EXPECT_EQ(written_stages(masked, document), without_mask);
}

TEST(Recompute, ADivisorThatIsTheSameNumberComputesNothing) {
  const Document document = full_document();
  const Scale scale = {Scale::Kind::custom, document.model.divisor()};
  EXPECT_EQ(written_stages(document, edited(edits::set_scale(document, scale))), Names{});
}

TEST(Recompute, AnotherDrawOfDropoutBeginsAtItsMask) {
  const Document document = edited(edits::set_dropout(full_document(), {Scalar(0.5), 123}));
  EXPECT_EQ(written_stages(document, edited(edits::set_dropout(document, {Scalar(0.5), 124}))),
            of_both_heads({"dropout_mask", "dropped_weights", "head_output"}));
}

TEST(Recompute, WeightsOfOneHeadLeaveTheOther) {
  const Document document = full_document();
  const Names attention = {"scores", "scaled_scores", "weights", "head_output"};
  const auto after = [&](const std::string& stage) {
    Names names = attention;
    names.insert(names.begin(), stage);
    return of_head_1(names);
  };
  EXPECT_EQ(written_stages(document, with_cell_of(document, MatrixName::W_q)), after("Q"));
  EXPECT_EQ(written_stages(document, with_cell_of(document, MatrixName::b_q)), after("Q"));
  EXPECT_EQ(written_stages(document, with_cell_of(document, MatrixName::W_k)), after("K"));
  EXPECT_EQ(written_stages(document, with_cell_of(document, MatrixName::b_k)), after("K"));
  EXPECT_EQ(written_stages(document, with_cell_of(document, MatrixName::W_v)),
            of_head_1({"V", "head_output"}));
  EXPECT_EQ(written_stages(document, with_cell_of(document, MatrixName::b_v)),
            of_head_1({"V", "head_output"}));
}

TEST(Recompute, ACellOfTheOutputProjectionChangesOneColumnOfContext) {
  const Document document = full_document();
  for (const MatrixName name : {MatrixName::W_o, MatrixName::b_o}) {
    const Document after = with_cell_of(document, name);
    EXPECT_EQ(written_stages(document, after), Names{"context"});
    const Trace trace = written(document, after);
    for (Index j = 0; j < trace.context.cols(); ++j)
      EXPECT_EQ(written_cells(trace.context).col(j).any(), j == 1) << to_string(name) << j;
  }
}

TEST(Recompute, ACellOfAWeightChangesOneColumn) {
  const Document document = full_document();
  const auto columns = [&](const Matrix& matrix) {
    std::string text;
    for (Index j = 0; j < matrix.cols(); ++j) text += written_cells(matrix).col(j).any() ? '#' : '.';
    return text;
  };
  EXPECT_EQ(columns(written(document, with_cell_of(document, MatrixName::W_q)).heads[1].Q), ".#");
  EXPECT_EQ(columns(written(document, with_cell_of(document, MatrixName::W_k)).heads[1].K), ".#");
  const Trace trace = written(document, with_cell_of(document, MatrixName::W_v));
  EXPECT_EQ(columns(trace.heads[1].V), ".#.");
  EXPECT_EQ(columns(trace.heads[1].head_output), ".#.");
}

TEST(Recompute, ACellOfXChangesOneRowOfQAndOneRowAndColumnOfTheScores) {
  const Document document = edited(edits::set_mask(full_document(), Mask::causal));
  const Document after = edited(edits::set_cell(document, {{MatrixName::X}, 1, 2}, Scalar(0.375)));
  const Trace trace = written(document, after);
  for (const HeadStages& head : trace.heads)
    for (Index i = 0; i < 3; ++i) {
      for (const Matrix* matrix : {&head.Q, &head.K, &head.V})
        EXPECT_EQ(written_cells(*matrix).row(i).any(), i == 1);
      for (const Matrix* matrix : {&head.scores, &head.scaled_scores, &head.masked_scores})
        for (Index j = 0; j < 3; ++j) EXPECT_EQ(written_cells(*matrix)(i, j), i == 1 || j == 1);
      EXPECT_TRUE(written_cells(head.weights).row(i).any());
    }
}

TEST(Recompute, ACellOfAPositionChangesOneRowOfX) {
  const Document document = edited(edits::set_positions(full_document(), Positions::learned, 1));
  const Document after =
      edited(edits::set_cell(document, {{MatrixName::position_embeddings}, 1, 2}, Scalar(0.375)));
  const Trace trace = written(document, after);
  for (Index i = 0; i < 3; ++i) {
    EXPECT_EQ(written_cells(trace.X).row(i).any(), i == 1);
    EXPECT_EQ(written_cells(trace.heads[0].Q).row(i).any(), i == 1);
  }
}

// ------------------------------------------------------------------------------------------- the session

TEST(Recompute, TraceOfASessionIsThatOfAFullPassThroughEditsUndoAndRedo) {
  RandomDocuments random(34);
  Session session(random.document());
  for (int i = 0; i < 600; ++i) {
    switch (random.below(8)) {
      case 0: session.undo(); break;
      case 1: session.redo(); break;
      case 2: session.cancel_preview(); break;
      case 3:
        if (i % 20 == 0) session.open(random.document());
        break;
      default: {
        const Result<Document> result = any_edit(random, session.document());
        if (!result) break;
        if (random.coin()) {
          session.preview(*result);
        } else {
          session.commit(*result);
        }
      }
    }
    Trace expected;
    forward_with(best_kernels(), session.model(), expected);
    ASSERT_TRUE(are_same(session.trace(), expected)) << "step " << i;
  }
}

}  // namespace
}  // namespace attention_lab
