// The training workspace with a corpus: learning next words, asking for other sentences, and changing the
// words.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/document/target.h"
#include "core/document/word_list.h"
#include "core/random/torch_random.h"
#include "core/training/update_words.h"
#include "training_driver.h"
#include "ui/workspaces/training/run_of_document.h"
#include "ui/workspaces/training/training_sentences.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab::testing {
namespace {

/// People eat pizza and cats eat fish; people drink coffee and cats milk.
Document small_corpus_document() {
  Document document;
  document.tokens = {"Alice"};
  document.model.token_embeddings = Matrix(Matrix::Zero(1, 6));
  document.vocabulary = vocabulary_of(document.tokens, *document.model.token_embeddings);
  TorchRandom random(1);
  Head& head = document.model.heads.emplace_back();
  head.W_q = random.linear_weight(6, 4);
  head.W_k = random.linear_weight(6, 4);
  head.W_v = random.linear_weight(6, 6);
  document.model.W_o = random.linear_weight(6, 6);
  document.model.options.mask = Mask::causal;
  const SeveralEdits words{"", edits_of_word_list("features: person, cat, eat, drink, food, beverage\n"
                                                  "Alice: 1 0 0 0 0 0\nBob: 1 0 0 0 0 0\nFelix: 0 1 0 0 0 0\n"
                                                  "tabby: 0 1 0 0 0 0\nZara: 0.9 0 0 0 0 0\n"
                                                  "eats: 0 0 1 0 0 0\ndrinks: 0 0 0 1 0 0\n"
                                                  "pizza: 1 0 0 0 1 0\nfish: 0 1 0 0 1 0\n"
                                                  "coffee: 1 0 0 0 0 1\nmilk: 0 1 0 0 0 1\n",
                                                  document)
                                   .value()};
  document = apply_edit(words, document).value();
  document = edits::set_corpus(document,
                               "Alice eats pizza\nAlice drinks coffee\nBob eats pizza\nBob drinks coffee\n"
                               "Felix eats fish\nFelix drinks milk",
                               "tabby eats fish\ntabby drinks milk\nZara eats pizza\nZara drinks coffee")
                 .value();
  return edits::set_sentence(document, "Alice eats", 1).value();
}

/// Plays until the loss is small, then pauses.
void train(LabDriver& driver) {
  TrainingState& state = driver.view.training;
  state.steps_per_second = 1000;
  driver.key(ImGuiKey_Space);
  ASSERT_TRUE(wait_for(driver, [&] { return state.run->record().loss < 0.01; }));
  driver.key(ImGuiKey_Space);
  driver.settle();
}

double probability_of(LabDriver& driver, const std::string& word) {
  const NumberTable table = driver.view.training.next_words.plot->numbers();
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.row_labels[i] == word) return table.rows[i].back();
  return 0;
}

TEST(NextWordTraining, LearnsTheCorpusOfTheDocumentAndAnswersOtherSentences) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  TrainingState& state = driver.view.training;
  ASSERT_NE(next_words_of(state), nullptr) << state.problem;
  EXPECT_LT(probability_of(driver, "pizza"), 0.5);
  train(driver);
  EXPECT_GT(probability_of(driver, "pizza"), 0.9);
  const TrainingRun* run = state.run.get();
  const std::int64_t steps = run->step();
  driver.session.commit(edits::set_sentence(driver.session.document(), "Zara drinks", 1).value());
  driver.settle();
  EXPECT_EQ(state.run.get(), run) << "another sentence is another question, and not another run";
  EXPECT_EQ(run->step(), steps);
  EXPECT_GT(probability_of(driver, "coffee"), 0.9);
  EXPECT_EQ(state.held_out.plot->numbers().rows.size(), 4u);
  EXPECT_EQ(next_words_of(state)->score(next_words_of(state)->held_out()).value().n_right, 4);
}

TEST(NextWordTraining, ARunComesBackWhenTheChangeThatReplacedItIsUndone) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  click_item(driver, "training.ten");
  TrainingState& state = driver.view.training;
  const TrainingRun* run = state.run.get();
  const TrainingRecord record = run->record();
  driver.session.commit(edits::set_corpus(driver.session.document(), "Bob eats pizza", std::nullopt).value());
  driver.settle();
  EXPECT_NE(state.run.get(), run);
  EXPECT_EQ(state.run->last_step(), 0);
  ASSERT_TRUE(driver.view.notice);
  EXPECT_NE(driver.view.notice->text.find("Undo the change to return to your last run."), std::string::npos);
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(state.run.get(), run);
  EXPECT_EQ(state.run->record(), record);
  EXPECT_EQ(state.corpus.plot->numbers().rows.size(), 6u);

  // Two runs take turns.
  state.loss_over = LossOver::every_position;
  state.revision = ~std::uint64_t{0};
  driver.settle();
  click_item(driver, "training.step");
  const TrainingRun* other = state.run.get();
  EXPECT_NE(other, run);
  for (const TrainingRun* each : {run, other, run}) {
    state.loss_over = each == run ? LossOver::last_word : LossOver::every_position;
    state.revision = ~std::uint64_t{0};
    driver.settle();
    EXPECT_EQ(state.run.get(), each);
    EXPECT_EQ(state.run->step(), each == run ? 10 : 1);
  }
  // Starting again begins a new run, and the last one can still be chosen.
  click_item(driver, "training.restart");
  driver.settle();
  EXPECT_EQ(state.run->last_step(), 0);
  click_item(driver, "training.run_before");
  driver.settle();
  EXPECT_EQ(state.run.get(), run);
  EXPECT_FALSE(can_return(driver.session, state)) << "a run without steps is not worth keeping";
}

TEST(NextWordTraining, WhatIsTrainedForOneObjectiveSaysNothingAboutTheOther) {
  LabDriver driver(preset("words"));
  open_training(driver);
  const std::vector<MatrixRef> for_words = driver.view.training.trained;
  EXPECT_EQ(for_words.size(), 4u);
  driver.session.commit(preset("alice"));
  driver.settle();
  EXPECT_EQ(driver.view.training.trained.size(), 2u);
  driver.session.commit(preset("words"));
  driver.settle();
  EXPECT_EQ(driver.view.training.trained, for_words);
}

TEST(NextWordTraining, FeaturesThatWereDrawnAtRandomLoseTheirNames) {
  LabDriver driver(small_corpus_document(), 1920, 1400);
  open_training(driver);
  click_item(driver, "training.train.X");
  click_item(driver, "training.random");
  click_item(driver, "training.ten");
  TrainingState& state = driver.view.training;
  state.shown = {MatrixName::W_q};
  driver.settle();
  EXPECT_EQ(state.numbers.plot->numbers().row_labels.front(), "1") << "not “person”";
  click_item(driver, "training.take");
  driver.settle();
  EXPECT_EQ(run_of(driver).step(), 10) << "the run goes on";
  EXPECT_TRUE(is_in_document(driver.session, state));
  for (const std::string& name : driver.session.document().features) EXPECT_EQ(name, "");
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(driver.session.document().features.front(), "person");
}

TEST(NextWordTraining, TheMaskAndDropoutOfTheDocumentAreExplained) {
  Document document = small_corpus_document();
  document.model.options.mask = Mask::none;
  document.model.options.dropout = {Scalar(0.25), 1};
  LabDriver driver(document);
  open_training(driver);
  const std::string sentence = sentence_about_step(driver.session, driver.view.training);
  EXPECT_NE(sentence.find("Training uses the causal mask"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("with probability 0.25"), std::string::npos) << sentence;
}

TEST(NextWordTraining, PicturesShowWhatWasComputed) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  click_item(driver, "training.ten");
  const TrainingState& state = driver.view.training;
  const Prompt prompt = prompt_of(driver.session.document(), state).value();
  const NumberTable logits = state.logits.plot->numbers();
  const std::vector<Index> words = by_probability(prompt.now);
  double sum = 0;
  for (const double product : logits.rows[1]) sum += product;
  EXPECT_NEAR(sum, static_cast<double>(prompt.now.logits(words.front())), 1e-5);
  const NumberTable corpus = state.corpus.plot->numbers();
  EXPECT_EQ(corpus.row_labels.front(), "Alice eats pizza");
  EXPECT_EQ(corpus.columns.front(), "pizza");
  EXPECT_EQ(corpus.rows[0][0], static_cast<double>(prompt.now.probabilities(prompt.right_word)));
  EXPECT_EQ(state.prompt.plot->numbers().rows[1][0],
            static_cast<double>(prompt.now.trace.heads[0].weights(1, 0)));
  const NumberTable curve = state.loss.plot->numbers();
  ASSERT_EQ(curve.columns.size(), 3u);
  EXPECT_EQ(curve.rows.back()[2], state.run->record().held_out_loss);
}

TEST(NextWordTraining, FeaturesAreLabelledWithTheWordsAndNotWithTheTokens) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  TrainingState& state = driver.view.training;
  state.shown = {MatrixName::X};
  driver.settle();
  ASSERT_GT(next_words_of(state)->words().size(), driver.session.document().tokens.size());
  EXPECT_EQ(state.numbers.plot->numbers().row_labels, next_words_of(state)->words());
  EXPECT_EQ(state.gradient.plot->numbers().row_labels, next_words_of(state)->words());
}

TEST(NextWordTraining, ShowsTheMatricesBetweenTheSentenceAndTheNextWord) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  TrainingState& state = driver.view.training;
  // The corpus has these words in another order, and fewer of them.
  driver.session.commit(edits::set_sentence(driver.session.document(),
                                            "Zara drinks milk milk milk milk milk milk milk milk milk milk",
                                            1)
                            .value());
  for (const MatrixName stage : stages_of_prompt) {
    state.shown_stage = stage;
    driver.settle();
    const NextWordPrediction& now = state.asked->now;
    const MatrixView expected = matrix_view(now.model, now.trace, {stage, 0});
    const NumberTable table = state.prompt.plot->numbers();
    ASSERT_EQ(std::ssize(table.rows), expected.rows()) << to_string(stage);
    EXPECT_EQ(table.row_labels, driver.session.document().tokens) << to_string(stage);
    for (std::size_t j = 0; j < table.rows.back().size(); ++j)
      EXPECT_EQ(static_cast<Scalar>(table.rows.back()[j]),
                expected(expected.rows() - 1, static_cast<Index>(j)))
          << to_string(stage);
  }
}

TEST(NextWordTraining, WeightsAreLockedWhenTrainingStops) {
  LabDriver driver(small_corpus_document(), 1920, 1400);
  open_training(driver);
  TrainingState& state = driver.view.training;
  EXPECT_FALSE(state.is_locked);
  train(driver);
  EXPECT_TRUE(state.is_locked);
  const std::uint64_t changes = state.run->changes();
  const auto pull = [&] {
    pull_by(driver, "trained[0,0]", {40, 0});
    driver.release();
    driver.settle();
  };
  pull();
  EXPECT_EQ(state.run->changes(), changes);
  click_item(driver, "training.lock");
  EXPECT_FALSE(state.is_locked);
  pull();
  EXPECT_GT(state.run->changes(), changes);
}

TEST(NextWordTraining, TrainedWeightsAndWordsGoIntoTheDocumentAsOneStep) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  const Document before = driver.session.document();
  click_item(driver, "training.train.X");
  click_item(driver, "training.ten");
  click_item(driver, "training.take");
  driver.settle();
  const Document& after = driver.session.document();
  EXPECT_NE(*after.model.heads[0].W_v, *before.model.heads[0].W_v);
  EXPECT_NE(*after.vocabulary->embeddings, *before.vocabulary->embeddings);
  EXPECT_EQ(driver.view.training.run->step(), 10) << "the run goes on";
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_TRUE(driver.session.document() == before);
}

TEST(NextWordTraining, TheDialogChangesCorpusAndWordsOrSaysWhyNot) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  const Document before = driver.session.document();
  click_item(driver, "training.corpus");
  driver.settle();
  ASSERT_EQ(driver.view.dialogs.open, Dialog::corpus);
  CorpusFields& fields = driver.view.dialogs.corpus;
  EXPECT_EQ(fields.sentences, before.corpus);
  fields.sentences = "Alice eats sushi";
  click_item(driver, "button.Apply");
  driver.settle();
  EXPECT_EQ(fields.problem.find("Sentences to learn, line 1: The word “sushi” has no features"), 0u)
      << fields.problem;
  EXPECT_EQ(driver.view.dialogs.open, Dialog::corpus) << "what was typed stays";
  EXPECT_TRUE(driver.session.document() == before);
  fields.words += "sushi: 1 0 0 0 1 0";
  click_item(driver, "button.Apply");
  driver.settle();
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none) << fields.problem;
  EXPECT_EQ(driver.session.document().corpus, "Alice eats sushi");
  const auto n_sentences = [&] { return next_words_of(driver.view.training)->corpus().sentences.size(); };
  EXPECT_EQ(n_sentences(), 1u);
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_EQ(n_sentences(), 6u) << "the run follows the document back";
}

TEST(NextWordTraining, ChangesOfTheModelBeginAnotherRun) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  const TrainingState& state = driver.view.training;
  const auto change = [&](const Result<Document>& edited) {
    const std::uint64_t runs = state.runs;
    driver.session.commit(edited.value());
    driver.settle();
    return state.runs > runs;
  };
  const Document& document = driver.session.document();
  change(edits::set_d_model(document, 9, 1));
  EXPECT_EQ(state.run, nullptr) << "W_o gives 6 numbers, which cannot be compared with 9 features";
  driver.shortcut(Command::undo);
  driver.settle();
  ASSERT_NE(state.run, nullptr);
  EXPECT_EQ(state.run->objective().model().d_model(), 6);
  EXPECT_TRUE(change(edits::set_temperature(document, 2)));
  EXPECT_TRUE(change(edits::set_positions(document, Positions::learned, 1)));
  EXPECT_TRUE(change(edits::set_positions(document, Positions::none, 1)));
  EXPECT_TRUE(change(edits::set_corpus(document, {}, "Zara eats pizza")));
  EXPECT_EQ(next_words_of(state)->held_out().sentences.size(), 1u);
  EXPECT_TRUE(change(edits::set_corpus(document, {}, "")));
  EXPECT_EQ(state.held_out.plot, nullptr);
  EXPECT_FALSE(change(edits::set_sentence(document, "Zara eats", 1)));
  EXPECT_FALSE(change(edits::set_target(document, even_target(2, Mask::causal))));
}

/// Opens a choice and takes one of its items, counted from 0.
void choose_item(LabDriver& driver, const std::string& choice, int item) {
  click_item(driver, choice.c_str());
  click_item(driver, (choice + "." + std::to_string(item)).c_str());
  driver.settle();
}

bool is_trained(const LabDriver& driver, MatrixName name) {
  return driver.view.training.run->is_trained({name});
}

TEST(NextWordTraining, TheOutputIsTiedOrALayerOfItsOwn) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  const TrainingState& state = driver.view.training;
  const Document before = driver.session.document();
  const double loss = run_of(driver).record().loss;
  choose_item(driver, "training.output", 1);
  EXPECT_EQ(driver.session.document().W_u->cols(), std::ssize(next_words_of(state)->words()));
  EXPECT_NEAR(run_of(driver).record().loss, loss, 1e-6) << "W_u starts with the features";
  EXPECT_TRUE(is_trained(driver, MatrixName::W_u));
  EXPECT_TRUE(is_trained(driver, MatrixName::W_q));

  click_item(driver, "training.ten");
  EXPECT_FALSE(is_in_document(driver.session, driver.view.training));
  const Matrix trained = next_words_of(state)->W_u();
  EXPECT_NE(trained, *driver.session.document().W_u);
  click_item(driver, "training.take");
  driver.settle();
  EXPECT_EQ(*driver.session.document().W_u, trained);
  EXPECT_EQ(state.run->step(), 10) << "the run goes on";
  EXPECT_TRUE(is_in_document(driver.session, driver.view.training));

  choose_item(driver, "training.output", 0);
  EXPECT_EQ(driver.session.document().W_u->size(), 0);
  EXPECT_EQ(next_words_of(state)->W_u().size(), 0);
  for (int i = 0; i < 3; ++i) driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_TRUE(driver.session.document() == before);
}

TEST(NextWordTraining, SwitchesWithLongNamesStandBelowEachOther) {
  LabDriver driver(small_corpus_document(), 1280, 800);
  open_training(driver);
  const auto place = [&](const char* name) { return driver.item(name); };
  EXPECT_EQ(place("training.train.X").y, place("training.train.W_q").y);
  const Document learned = edits::set_positions(driver.session.document(), Positions::learned, 1).value();
  LabDriver with_positions(learned, 1280, 800);
  open_training(with_positions);
  const auto switch_of = [&](const char* name) { return with_positions.item(name); };
  ASSERT_TRUE(with_positions.view.training.run) << with_positions.view.training.problem;
  EXPECT_LE(switch_of("training.train.token_embeddings").bottom(),
            switch_of("training.train.position_embeddings").y);
}

TEST(NextWordTraining, TheCardsShowTheOutputLayerWithItsWords) {
  LabDriver driver(edits::set_output_layer(small_corpus_document(), true).value(), 1920, 1400);
  open_training(driver);
  TrainingState& state = driver.view.training;
  choose_item(driver, "training.matrix", 5);
  ASSERT_EQ(state.shown.name, MatrixName::W_u);
  const NextWordObjective& objective = *next_words_of(state);
  EXPECT_EQ(state.numbers.plot->numbers().columns, objective.words());
  EXPECT_EQ(state.gradient.plot->numbers().columns, objective.words());
  EXPECT_EQ(state.gradient.plot->numbers().rows[1][2],
            static_cast<double>(objective.gradient({MatrixName::W_u})(1, 2)));
  pull_by(driver, "trained[1,2]", {40, 0});
  driver.release();
  driver.settle();
  EXPECT_NE(objective.W_u()(1, 2), (*driver.session.document().W_u)(1, 2));
  const UpdateWords update =
      describe_update(*state.run, driver.session.document(), {{MatrixName::W_u}, 1, 2});
  EXPECT_EQ(update.lines[1].numbers, "Σ over the sentences");
  const UpdateWords of_query =
      describe_update(*state.run, driver.session.document(), {{MatrixName::W_q}, 3, 0});
  EXPECT_NE(of_query.lines[2].numbers.find(" (“"), std::string::npos)
      << "the token: " << of_query.lines[2].numbers;
  const auto keys = std::find_if(of_query.lines.begin(), of_query.lines.end(), [](const UpdateLine& line) {
    return line.numbers == "∂L ÷ ∂Q[t,1] = Σ_k K[k,1] · ∂L ÷ ∂scores[t,k], with one product for each key:";
  });
  ASSERT_LT(keys + 1 - of_query.lines.begin(), std::ssize(of_query.lines));
  EXPECT_EQ((keys + 1)->numbers.find("“"), 0u) << "the token, then its keys: " << (keys + 1)->numbers;
  EXPECT_EQ(update.title.find("W_u, row 2"), 0u) << update.title;
  EXPECT_NE(update.title.find(objective.words()[2]), std::string::npos) << update.title;

  const Prompt prompt = prompt_of(driver.session.document(), state).value();
  const Index word = by_probability(prompt.now).front();
  const NumberTable logits = state.logits.plot->numbers();
  const RowVector context = prompt.now.trace.context.bottomRows(1);
  double sum = 0;
  for (std::size_t i = 0; i < logits.rows[1].size(); ++i) {
    const auto column = static_cast<Index>(i);
    EXPECT_NEAR(logits.rows[1][i], static_cast<double>(context(column) * objective.W_u()(column, word)),
                1e-6);
    sum += logits.rows[1][i];
  }
  EXPECT_NEAR(sum, static_cast<double>(prompt.now.logits(word)), 1e-5);
  EXPECT_EQ(logits.columns[0], "1") << "numbers of the context, not features";
}

TEST(NextWordTraining, TenSeedsDrawTheOutputLayerToo) {
  LabDriver driver(edits::set_output_layer(small_corpus_document(), true).value());
  open_training(driver);
  TrainingState& state = driver.view.training;
  state.compares_seeds = true;
  ASSERT_TRUE(wait_for(driver, [&] { return state.seeds && state.seeds->is_finished(); }));
  for (const SeedResult& result : state.seeds->results()) EXPECT_LT(result.loss, 0.01);
  EXPECT_EQ(state.seeds->results()[1].seed - state.seeds->results()[0].seed, 5u)
      << "W_q, W_k, W_v, W_o and W_u take a seed each";
}

TEST(NextWordTraining, LearnedPositionsGoIntoTheDocument) {
  LabDriver driver(edits::set_positions(small_corpus_document(), Positions::learned, 1).value());
  open_training(driver);
  TrainingState& state = driver.view.training;
  ASSERT_NE(next_words_of(state), nullptr) << state.problem;
  state.run->set_settings({state.optimizer, {{MatrixName::position_embeddings}}});
  click_item(driver, "training.ten");
  EXPECT_FALSE(is_in_document(driver.session, state));
  const Matrix before = *driver.session.model().position_embeddings;
  click_item(driver, "training.take");
  driver.settle();
  EXPECT_NE(*driver.session.model().position_embeddings, before);
  EXPECT_TRUE(is_in_document(driver.session, state));
  EXPECT_EQ(state.run->step(), 10);
}

TEST(NextWordTraining, AWordWithoutFeaturesIsNamed) {
  LabDriver driver(edits::set_sentence(small_corpus_document(), "Wumpus eats", 1).value());
  open_training(driver);
  const TrainingState& state = driver.view.training;
  ASSERT_TRUE(state.asked);
  EXPECT_EQ(next_words_of(state)->find("Wumpus"), -1) << "a drawn word is not a candidate";
  EXPECT_EQ(state.asked->right_word, -1);
}

TEST(NextWordTraining, ComparesTenSeeds) {
  LabDriver driver(small_corpus_document());
  open_training(driver);
  TrainingState& state = driver.view.training;
  state.compares_seeds = true;
  ASSERT_TRUE(wait_for(driver, [&] { return state.seeds && state.seeds->is_finished(); }));
  driver.settle();
  EXPECT_FALSE(driver.wants_frame());
  const NumberTable table = state.prompt.plot->numbers();
  ASSERT_EQ(table.rows.size(), 2u) << "one for each word";
  for (std::size_t i = 0; i < 10; ++i) {
    const SeedResult& result = state.seeds->results()[i];
    EXPECT_LT(result.loss, 0.01) << i;
    EXPECT_EQ(result.held_out->n_right, 4) << i;
    EXPECT_GT(result.right_probability, 0.9) << i;
    EXPECT_EQ(table.rows[0][i], static_cast<double>(result.attention(0)));
    EXPECT_NEAR(result.attention.sum(), 1, 1e-5);
  }
  EXPECT_NE(state.seeds->results()[0].attention, state.seeds->results()[1].attention);
  EXPECT_EQ(state.run->step(), 0) << "the run itself is not touched";
}

TEST(NextWordTraining, SaysWhatIsMissing) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  driver.view.training.learned = Learned::next_word;
  driver.session.commit(edits::set_temperature(driver.session.document(), 2).value());
  driver.settle();
  EXPECT_EQ(driver.view.training.run, nullptr);
  EXPECT_NE(driver.view.training.problem.find("equal words must share one embedding"), std::string::npos);
  click_item(driver, "training.share");
  driver.settle();
  EXPECT_NE(driver.view.training.problem.find("The corpus has no sentences"), std::string::npos)
      << driver.view.training.problem;
}

}  // namespace
}  // namespace attention_lab::testing
