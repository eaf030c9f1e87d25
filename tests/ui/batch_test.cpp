// Several sentences in one document: the field that adds one, the chooser, and what they do to the pipeline.
#include "core/document/batch.h"

#include <gtest/gtest.h>

#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

void add_sentence(LabDriver& driver, const std::string& sentence) {
  driver.shortcut(Command::add_sentence);
  driver.settle();
  driver.type(sentence);
  driver.key(ImGuiKey_Enter);
  driver.settle();
}

const Document& document_of(const LabDriver& driver) {
  return driver.session.document();
}

TEST(Batch, ASentenceIsTypedIntoTheFieldAndShown) {
  LabDriver driver(preset("journey"));
  EXPECT_FALSE(driver.has_item("sentences"));
  add_sentence(driver, "dream big");
  EXPECT_EQ(n_sentences(document_of(driver)), 2);
  EXPECT_EQ(tokens_of_sentence(document_of(driver)), (std::vector<std::string>{"dream", "big"}));
  EXPECT_EQ(driver.view.sentence.shown, "dream big") << "without the padding";
  EXPECT_TRUE(driver.has_item("sentences"));
  EXPECT_FALSE(overlap(driver.item("sentences"), driver.item("sentence")));
  driver.shortcut(Command::next_sentence);
  driver.settle();
  EXPECT_EQ(document_of(driver).tokens.front(), "Your");
  EXPECT_EQ(driver.view.change.before, nullptr) << "no number has changed";
  driver.shortcut(Command::next_sentence);
  driver.settle();
  EXPECT_EQ(document_of(driver).tokens.front(), "dream");
  driver.shortcut(Command::remove_sentence);
  driver.settle();
  EXPECT_FALSE(has_batch(document_of(driver)));
  EXPECT_EQ(document_of(driver).tokens.size(), 6u);
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(n_sentences(document_of(driver)), 2);
}

TEST(Batch, EscapeAddsNothing) {
  LabDriver driver(preset("journey"));
  driver.shortcut(Command::add_sentence);
  driver.settle();
  driver.type("dream");
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(has_batch(document_of(driver)));
  EXPECT_FALSE(driver.view.sentence.adds);
  EXPECT_EQ(driver.view.sentence.shown, "Your journey starts with one step");
}

TEST(Batch, ASentenceOfALockedDocumentMayBeShownButNotAdded) {
  LabDriver driver(preset("journey"));
  add_sentence(driver, "dream big");
  driver.shortcut(Command::lock_document);
  driver.settle();
  driver.shortcut(Command::next_sentence);
  driver.settle();
  EXPECT_EQ(document_of(driver).batch.shown, 0);
  driver.shortcut(Command::add_sentence);
  driver.settle();
  EXPECT_FALSE(driver.view.sentence.adds);
  EXPECT_TRUE(driver.view.notice) << "which says that the document is locked";
}

TEST(Batch, TheCausalMaskIsTurnedOnBesideThatOfThePadding) {
  LabDriver driver(preset("journey"));
  add_sentence(driver, "dream big");
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(document_of(driver).model.options.mask, Mask::padded(4, true));
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(document_of(driver).model.options.mask, Mask::padded(4, false));
}

TEST(Batch, EveryWorkspaceAndStepShowsAPaddedSentence) {
  LabDriver driver(preset("journey"));
  add_sentence(driver, "dream");
  for (const WorkspaceEntry& workspace : all_workspaces()) {
    driver.shortcut(command_to_show(workspace.id));
    driver.settle();
  }
  driver.shortcut(command_to_show(Workspace::pipeline));
  driver.shortcut(Command::steps);
  driver.settle();
  ASSERT_TRUE(driver.view.steps.is_open);
  for (std::size_t at = 0; at < driver.view.steps.steps.size(); ++at) {
    driver.key(ImGuiKey_RightArrow);
    driver.settle();
  }
}

TEST(Batch, ShowingASentenceIsNoChangeOfTheDocument) {
  LabDriver driver(preset("journey"));
  add_sentence(driver, "dream big");
  driver.session.mark_saved();
  driver.drag(edited_item, 30);
  driver.settle();
  driver.shortcut(Command::undo);
  driver.settle();
  ASSERT_TRUE(driver.session.can_redo());
  for (int i = 0; i < 3; ++i) {
    driver.shortcut(Command::next_sentence);
    driver.settle();
    EXPECT_TRUE(driver.session.can_redo());
    EXPECT_FALSE(driver.session.is_modified());
    EXPECT_EQ(driver.session.history().undo_steps(), 1u);
  }
  driver.shortcut(Command::redo);
  driver.settle();
  EXPECT_TRUE(driver.session.is_modified());
}

TEST(Batch, ARemovedSentenceLeavesNoNumbersMarkedAsChanged) {
  LabDriver driver(preset("journey"));
  add_sentence(driver, "dream big");
  driver.shortcut(Command::next_sentence);
  driver.settle();
  ASSERT_EQ(document_of(driver).batch.shown, 0);
  driver.shortcut(Command::remove_sentence);
  driver.settle();
  EXPECT_EQ(driver.view.change.before, nullptr);
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(driver.view.change.before, nullptr);
}

TEST(Batch, ATrainingRunBelongsToItsSentence) {
  LabDriver driver(preset("journey"));
  add_sentence(driver, "dream big");
  driver.shortcut(command_to_show(Workspace::training));
  driver.settle();
  ASSERT_TRUE(driver.view.training.run);
  const std::size_t runs = driver.view.training.runs;
  driver.shortcut(Command::next_sentence);
  driver.settle();
  EXPECT_GT(driver.view.training.runs, runs) << "the other sentence has a run of its own";
}

TEST(Batch, AWindowAndPaintingAreRefusedInWords) {
  LabDriver driver(preset("journey"));
  add_sentence(driver, "dream big");
  driver.shortcut(Command::paint_mask);
  driver.settle();
  ASSERT_TRUE(driver.view.notice);
  EXPECT_NE(driver.view.notice->text.find("no other mask"), std::string::npos) << driver.view.notice->text;
  EXPECT_EQ(driver.view.notice->text.rfind("A batch", 0), 0u) << "a sentence, not the name of a key";
  EXPECT_EQ(document_of(driver).model.options.mask, Mask::padded(4, false));
}

}  // namespace
}  // namespace attention_lab::testing
