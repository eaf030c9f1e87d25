#include "core/document/history.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/limits.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;
using testing::small_document;

/// 100 rows of 1,000 numbers.
Document large_document() {
  Document document = small_document();
  document.tokens.assign(100, "word");
  document.model.X = Matrix(Matrix::Zero(100, 1000));
  return document;
}
constexpr std::size_t large_bytes = 100 * 1000 * sizeof(Scalar);

TEST(History, HasNothingToUndoAtFirst) {
  const History history;
  EXPECT_FALSE(history.can_undo());
  EXPECT_FALSE(history.can_redo());
}

TEST(History, UndoGivesTheVeryDocumentsBackAndRedoToo) {
  RandomDocuments random(7);
  std::vector<Document> documents;
  History history;
  for (int i = 0; i < 20; ++i) {
    if (i > 0) history.record(documents.back());
    documents.push_back(random.document());
  }
  Document present = documents.back();
  for (std::size_t i = documents.size() - 1; i > 0; --i) {
    present = history.undo(present);
    EXPECT_TRUE(present == documents[i - 1]);
    EXPECT_EQ(present.model.X.identity(), documents[i - 1].model.X.identity());
  }
  EXPECT_FALSE(history.can_undo());
  for (std::size_t i = 1; i < documents.size(); ++i) {
    present = history.redo(present);
    EXPECT_TRUE(present == documents[i]);
  }
  EXPECT_FALSE(history.can_redo());
}

TEST(History, ANewStepForgetsWhatCouldBeRedone) {
  History history;
  history.record(small_document());
  const Document before = history.undo(large_document());
  EXPECT_TRUE(history.can_redo());
  history.record(before);
  EXPECT_FALSE(history.can_redo());
}

TEST(History, ForgetsTheOldestStepsPastItsMemory) {
  History history(3 * large_bytes + large_bytes / 2);
  std::vector<Document> documents;
  for (int i = 0; i < 10; ++i) {
    documents.push_back(large_document());
    history.record(documents.back());
  }
  EXPECT_EQ(history.undo_steps(), 3U);
  EXPECT_EQ(history.undo(small_document()).model.X.identity(), documents.back().model.X.identity());
}

TEST(History, CountsSharedContentsOnce) {
  History history(2 * large_bytes);
  Document document = large_document();
  for (int i = 0; i < 50; ++i) {
    document = edits::set_cell(document, {{MatrixName::W_q, 0}, 0, 0}, Scalar(i)).value();
    history.record(document);
  }
  EXPECT_EQ(history.undo_steps(), 50U);
}

TEST(History, AlwaysKeepsTheNewestStep) {
  History history(1);
  history.record(large_document());
  history.record(large_document());
  EXPECT_EQ(history.undo_steps(), 1U);
}

TEST(History, KeepsNoMoreStepsThanTheLimit) {
  History history;
  for (std::size_t i = 0; i < limits::undo_steps + 10; ++i) history.record(small_document());
  EXPECT_EQ(history.undo_steps(), limits::undo_steps);
}

TEST(History, ClearForgetsAll) {
  History history;
  history.record(small_document());
  history.record(small_document());
  history.undo(small_document());
  history.clear();
  EXPECT_FALSE(history.can_undo());
  EXPECT_FALSE(history.can_redo());
}

}  // namespace
}  // namespace attention_lab
