// How a run starts from a document, and how its numbers are put into one.
#include "core/training/training_start.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/target.h"
#include "core/random/torch_random.h"
#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"
#include "edit_checks.h"
#include "small_corpus.h"

namespace attention_lab {
namespace {

using attention_lab::testing::edited;
using attention_lab::testing::expect_refusal;
using attention_lab::testing::full_document;
using attention_lab::testing::small_document_with_corpus;
using edits::Draw;

TrainingRun next_word_run(const Document& document, std::vector<MatrixRef> trained) {
  auto objective = NextWordObjective::make(document, LossOver::last_word).value();
  return TrainingRun(std::move(objective),
                     {{.optimizer = Optimizer::adam, .learning_rate = 0.02}, std::move(trained)});
}

TEST(TrainingStart, DrawsEachMatrixWithTheNextSeed) {
  const Document before = full_document();
  const MatrixRef second_W_q{MatrixName::W_q, 1};
  const MatrixRef output{MatrixName::W_o};
  const Document start = edited(with_random_start(before, {second_W_q, output}, {}, Draw::nn_linear, 7));
  EXPECT_EQ(*start.model.heads[1].W_q, TorchRandom(7).linear_weight(3, 2));
  EXPECT_EQ(*start.model.W_o, TorchRandom(8).linear_weight(6, 4));
  EXPECT_EQ(*start.model.heads[0].W_q, *before.model.heads[0].W_q);
  EXPECT_EQ(*start.model.heads[1].W_k, *before.model.heads[1].W_k);
  expect_refusal(with_random_start(before, {{MatrixName::scores}}, {}, Draw::nn_linear, 7),
                 ErrorCode::not_editable, "heads[0].scores", "computed");
}

TEST(TrainingStart, DrawsTheFeaturesOfAllWordsWhereTheyAreShared) {
  const Document before = small_document_with_corpus();
  for (const Draw draw : {Draw::nn_linear, Draw::torch_rand}) {
    const Document start =
        edited(with_random_start(before, {{MatrixName::X}}, words_to_predict(before).words, draw, 7));
    const Vocabulary words = words_to_predict(start);
    EXPECT_EQ(words.words, words_to_predict(before).words) << "the same words are candidates";
    TorchRandom random(7);
    EXPECT_EQ(*words.embeddings, draw == Draw::torch_rand ? random.rand(24, 8)
                                                          : Matrix(random.linear_weight(8, 24).transpose()));
    EXPECT_EQ(start.model.token_embeddings->row(0), words.embeddings->row(0)) << "Alice";
  }
  // Towards a target, only the tokens are drawn.
  const Document start = edited(with_random_start(before, {{MatrixName::X}}, {}, Draw::nn_linear, 7));
  EXPECT_EQ(*start.model.token_embeddings, Matrix(TorchRandom(7).linear_weight(8, 3).transpose()));
  const Index Bob = find_word(*start.vocabulary, "Bob");
  EXPECT_EQ(start.vocabulary->embeddings->row(Bob),
            before.vocabulary->embeddings->row(find_word(*before.vocabulary, "Bob")));
}

TEST(TrainingStart, WordsThatAreNotInTheVocabularyCannotBeDrawn) {
  const Document document = small_document_with_corpus();
  expect_refusal(edits::redraw_words(document, {"Alice", "sushi"}, Draw::nn_linear, 1), ErrorCode::not_found,
                 "vocabulary", "“sushi”");
  expect_refusal(
      edits::redraw_words(edited(edits::set_shared_words(document, false)), {"Alice"}, Draw::nn_linear, 1),
      ErrorCode::not_found, "vocabulary", "share");
}

TEST(TrainingStart, ARunThatHasNotMovedChangesNothing) {
  const Document document = small_document_with_corpus();
  const TrainingRun run = next_word_run(document, {{MatrixName::X}});
  EXPECT_TRUE(edits_of_run(document, run).empty());
  EXPECT_TRUE(with_numbers_of(run, document).value() == document);
}

TEST(TrainingStart, TheDocumentGetsTheTrainedMatricesAndWords) {
  Document document = edited(edits::set_biases(small_document_with_corpus(), true));
  document = edited(edits::set_sentence(document, "the dog will eat", 1));
  document = edited(edits::set_positions(document, Positions::learned, 3));
  const std::vector<MatrixRef> trained = {{MatrixName::token_embeddings},
                                          {MatrixName::position_embeddings},
                                          {MatrixName::W_q},
                                          {MatrixName::W_o},
                                          {MatrixName::b_v}};
  TrainingRun run = next_word_run(document, trained);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.advance());
  const Document result = edited(with_numbers_of(run, document));
  const auto again = NextWordObjective::make(result, LossOver::last_word).value();
  EXPECT_EQ(again->evaluate(), run.record().loss) << "to the last bit";
  for (const MatrixRef& ref : run.objective().parameters())
    EXPECT_EQ(Matrix(again->values(ref)), Matrix(run.objective().values(ref))) << to_string(ref);
  EXPECT_TRUE(edits_of_run(result, run).empty());

  int words = 0;
  int matrices = 0;
  for (const Edit& edit : edits_of_run(document, run)) {
    words += std::holds_alternative<SetWord>(edit) ? 1 : 0;
    matrices += std::holds_alternative<SetBlock>(edit) ? 1 : 0;
  }
  EXPECT_EQ(words, 24);
  EXPECT_EQ(matrices, 4);
}

TEST(TrainingStart, AnOutputLayerIsDrawnTrainedAndGivenToTheDocument) {
  const Document document = edited(edits::set_output_layer(small_document_with_corpus(), true));
  const std::vector<MatrixRef> trained = {{MatrixName::W_q}, {MatrixName::W_u}};
  const Document start =
      edited(with_random_start(document, trained, words_to_predict(document).words, Draw::nn_linear, 7));
  EXPECT_EQ(*start.W_u, TorchRandom(8).linear_weight(8, 24));
  TrainingRun run = next_word_run(start, trained);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.advance());
  const Document result = edited(with_numbers_of(run, start));
  EXPECT_EQ(*result.W_u, Matrix(run.objective().values({MatrixName::W_u})));
  EXPECT_EQ(edits_of_run(start, run).size(), 2u);
  const auto again = NextWordObjective::make(result, LossOver::last_word).value();
  EXPECT_EQ(again->evaluate(), run.record().loss) << "to the last bit";
}

TEST(TrainingStart, WordsOfAFileThatNobodyCouldTypeAreTrainedToo) {
  Document document = small_document_with_corpus();
  set_word(*document.vocabulary, "New York", RowVector::Ones(8));
  TrainingRun run = next_word_run(document, {{MatrixName::X}});
  ASSERT_TRUE(run.advance());
  const Document result = edited(with_numbers_of(run, document));
  EXPECT_EQ(std::ssize(result.vocabulary->words), 25);
  EXPECT_NE(result.vocabulary->embeddings->row(24), document.vocabulary->embeddings->row(24));
}

TEST(TrainingStart, EmbeddingsOfTokensAreOneMatrix) {
  Document document = edited(edits::set_shared_words(small_document_with_corpus(), false));
  document.target = even_target(3, Mask::none);
  TrainingRun run(std::make_unique<MatchObjective>(document.model),
                  {{}, {{MatrixName::X}, {MatrixName::W_k}}, document.target});
  ASSERT_TRUE(run.advance());
  const Document result = edited(with_numbers_of(run, document));
  EXPECT_EQ(*result.model.token_embeddings, Matrix(run.objective().values({MatrixName::X})));
  EXPECT_EQ(*result.model.heads[0].W_k, Matrix(run.objective().values({MatrixName::W_k})));
  EXPECT_EQ(edits_of_run(document, run).size(), 2u);
}

}  // namespace
}  // namespace attention_lab
