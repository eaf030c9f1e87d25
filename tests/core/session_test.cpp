#include "core/document/session.h"

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;
using testing::small_document;

constexpr CellRef changed_cell{{MatrixName::W_q, 0}, 1, 0};

Document with_cell(const Document& document, Scalar value) {
  return edits::set_cell(document, changed_cell, value).value();
}

/// The trace must be that of the document shown, bit for bit.
void expect_own_trace(const Session& session) {
  Trace fresh;
  forward(session.model(), fresh);
  ASSERT_EQ(session.trace().heads.size(), fresh.heads.size());
  EXPECT_EQ(session.trace().context, fresh.context);
  for (std::size_t head = 0; head < fresh.heads.size(); ++head) {
    EXPECT_EQ(session.trace().heads[head].weights, fresh.heads[head].weights);
  }
}

TEST(Session, OpensWithATraceAndNothingToUndo) {
  const Session session(small_document());
  expect_own_trace(session);
  EXPECT_FALSE(session.can_undo());
  EXPECT_FALSE(session.can_redo());
  EXPECT_FALSE(session.is_modified());
  EXPECT_FALSE(session.is_previewing());
}

TEST(Session, ADragOfAHundredPreviewsAndOneCommitIsOneUndoStep) {
  const Document before = small_document();
  Session session(before);
  const std::uint64_t committed = session.committed_revision();
  for (int i = 1; i <= 100; ++i) {
    const std::uint64_t revision = session.revision();
    session.preview(with_cell(session.document(), Scalar(i)));
    EXPECT_GT(session.revision(), revision);
    EXPECT_EQ(session.committed_revision(), committed);
    EXPECT_TRUE(session.is_previewing());
    expect_own_trace(session);
  }
  session.commit(session.document());
  EXPECT_FALSE(session.is_previewing());
  EXPECT_EQ(session.committed_revision(), committed + 1);
  EXPECT_EQ((*session.model().heads[0].W_q)(1, 0), 100);
  session.undo();
  EXPECT_TRUE(session.document() == before);
  EXPECT_FALSE(session.can_undo());
  expect_own_trace(session);
  session.redo();
  EXPECT_EQ((*session.model().heads[0].W_q)(1, 0), 100);
  expect_own_trace(session);
}

TEST(Session, CancelGoesBackToWhatWasThereBeforeThePreview) {
  const Document before = small_document();
  Session session(before);
  session.preview(with_cell(before, 5));
  session.preview(with_cell(before, 6));
  session.cancel_preview();
  EXPECT_TRUE(session.document() == before);
  EXPECT_FALSE(session.is_previewing());
  EXPECT_FALSE(session.can_undo());
  EXPECT_FALSE(session.is_modified());
  expect_own_trace(session);
}

TEST(Session, CancelWithoutAPreviewChangesNothing) {
  Session session(small_document());
  const std::uint64_t revision = session.revision();
  session.cancel_preview();
  EXPECT_EQ(session.revision(), revision);
}

TEST(Session, ACommitThatChangesNothingIsNoStep) {
  const Document before = small_document();
  Session session(before);
  session.commit(before);
  EXPECT_FALSE(session.can_undo());
  session.preview(with_cell(before, 5));
  session.commit(before);
  EXPECT_FALSE(session.can_undo());
  EXPECT_FALSE(session.is_previewing());
  EXPECT_TRUE(session.document() == before);
  expect_own_trace(session);
}

TEST(Session, UndoGivesUpAPreviewFirst) {
  const Document first = small_document();
  Session session(first);
  session.commit(with_cell(first, 5));
  session.preview(with_cell(first, 6));
  session.undo();
  EXPECT_TRUE(session.document() == first);
  EXPECT_FALSE(session.is_previewing());
  session.redo();
  EXPECT_EQ((*session.model().heads[0].W_q)(1, 0), 5);
}

TEST(Session, UndoAndRedoWithoutAStepDoNothing) {
  Session session(small_document());
  const std::uint64_t revision = session.revision();
  session.undo();
  session.redo();
  EXPECT_EQ(session.revision(), revision);
}

TEST(Session, OpenForgetsTheHistory) {
  Session session(small_document());
  session.commit(with_cell(session.document(), 5));
  const std::uint64_t revision = session.revision();
  const Document other = RandomDocuments(13).document();
  session.preview(with_cell(session.document(), 6));
  session.open(other);
  EXPECT_TRUE(session.document() == other);
  EXPECT_GT(session.revision(), revision);
  EXPECT_FALSE(session.can_undo());
  EXPECT_FALSE(session.is_modified());
  EXPECT_FALSE(session.is_previewing());
  expect_own_trace(session);
}

TEST(Session, IsModifiedFromTheFirstChangeUntilItIsSavedOrTakenBack) {
  const Document before = small_document();
  Session session(before);
  session.commit(with_cell(before, 5));
  EXPECT_TRUE(session.is_modified());
  session.undo();
  EXPECT_FALSE(session.is_modified());
  session.redo();
  EXPECT_TRUE(session.is_modified());
  session.mark_saved();
  EXPECT_FALSE(session.is_modified());
  session.undo();
  EXPECT_TRUE(session.is_modified());
}

TEST(Session, TypingTheOldNumberAgainIsNoModification) {
  const Document before = small_document();
  Session session(before);
  session.commit(with_cell(before, 5));
  session.commit(with_cell(before, (*before.model.heads[0].W_q)(1, 0)));
  EXPECT_FALSE(session.is_modified());
}

TEST(Session, APreviewIsNoModification) {
  Session session(small_document());
  session.preview(with_cell(session.document(), 5));
  EXPECT_FALSE(session.is_modified());
  session.commit(session.document());
  EXPECT_TRUE(session.is_modified());
}

TEST(Session, ARecoveredDocumentIsModifiedUntilItIsSaved) {
  Session session(small_document());
  session.mark_unsaved();
  EXPECT_TRUE(session.is_modified());
  session.mark_saved();
  EXPECT_FALSE(session.is_modified());
}

TEST(Session, TheTraceBelongsToTheDocumentWhateverHappens) {
  RandomDocuments random(14);
  Session session(random.document());
  for (int i = 0; i < 400; ++i) {
    switch (random.below(7)) {
      case 0: session.preview(random.document()); break;
      case 1: session.cancel_preview(); break;
      case 2: session.commit(random.document()); break;
      case 3: session.commit(session.document()); break;
      case 4: session.undo(); break;
      case 5: session.redo(); break;
      case 6:
        if (i % 10 == 0) session.open(random.document());
        break;
    }
    expect_own_trace(session);
  }
}

TEST(Session, GoesToAnyStepOfItsHistory) {
  Session session(small_document());
  std::vector<Document> states = {session.document()};
  for (int i = 1; i <= 4; ++i) {
    session.commit(with_cell(session.document(), Scalar(i)), "Step " + std::to_string(i));
    states.push_back(session.document());
  }
  for (const std::size_t steps : {0u, 3u, 1u, 4u, 4u}) {
    session.preview(with_cell(session.document(), 100));
    session.go_to_step(steps);
    EXPECT_TRUE(session.document() == states[steps]) << steps;
    EXPECT_EQ(session.history().undo_steps(), steps);
    EXPECT_EQ(session.history().redo_steps(), 4 - steps);
  }
}

}  // namespace
}  // namespace attention_lab
