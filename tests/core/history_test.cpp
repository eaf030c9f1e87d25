#include "core/document/history.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
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
  document.model.token_embeddings = Matrix(Matrix::Zero(100, 1000));
  return document;
}
constexpr std::size_t large_bytes = 100 * 1000 * sizeof(Scalar);

void record(History& history, const Document& before) {
  history.record(before, "Edit", [] {});
}
Document undo(History& history, const Document& present) {
  Document shown;
  history.undo(present, [&](const Document& before) { shown = before; });
  return shown;
}
Document redo(History& history, const Document& present) {
  Document shown;
  history.redo(present, [&](const Document& after) { shown = after; });
  return shown;
}

TEST(History, NamesEveryStepOnBothSidesOfThePresent) {
  History history;
  const Document document = small_document();
  for (const char* name : {"first", "second", "third"}) history.record(document, name, [] {});
  EXPECT_EQ(history.undo_name(), "third");
  undo(history, document);
  undo(history, document);
  EXPECT_EQ(history.undo_name(), "first");
  EXPECT_EQ(history.redo_name(), "second");
  ASSERT_EQ(history.undo_steps() + history.redo_steps(), 3u);
  EXPECT_EQ(history.name_of_step(0), "first");
  EXPECT_EQ(history.name_of_step(1), "second");
  EXPECT_EQ(history.name_of_step(2), "third");
  redo(history, document);
  EXPECT_EQ(history.undo_name(), "second");
}

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
    if (i > 0) record(history, documents.back());
    documents.push_back(random.document());
  }
  Document present = documents.back();
  for (std::size_t i = documents.size() - 1; i > 0; --i) {
    present = undo(history, present);
    EXPECT_TRUE(present == documents[i - 1]);
    EXPECT_EQ(present.model.token_embeddings.identity(), documents[i - 1].model.token_embeddings.identity());
  }
  EXPECT_FALSE(history.can_undo());
  for (std::size_t i = 1; i < documents.size(); ++i) {
    present = redo(history, present);
    EXPECT_TRUE(present == documents[i]);
  }
  EXPECT_FALSE(history.can_redo());
}

TEST(History, ANewStepForgetsWhatCouldBeRedone) {
  History history;
  record(history, small_document());
  const Document before = undo(history, large_document());
  EXPECT_TRUE(history.can_redo());
  record(history, before);
  EXPECT_FALSE(history.can_redo());
}

TEST(History, ForgetsTheOldestStepsPastItsMemory) {
  History history(3 * large_bytes + large_bytes / 2);
  std::vector<Document> documents;
  for (int i = 0; i < 10; ++i) {
    documents.push_back(large_document());
    record(history, documents.back());
  }
  EXPECT_EQ(history.undo_steps(), 3U);
  EXPECT_EQ(undo(history, small_document()).model.token_embeddings.identity(),
            documents.back().model.token_embeddings.identity());
}

TEST(History, CountsSharedContentsOnce) {
  History history(2 * large_bytes);
  Document document = large_document();
  for (int i = 0; i < 50; ++i) {
    document = edits::set_cell(document, {{MatrixName::W_q, 0}, 0, 0}, Scalar(i)).value();
    record(history, document);
  }
  EXPECT_EQ(history.undo_steps(), 50U);
}

/// Counts the memory from scratch, with a list of the contents already counted.
std::size_t memory_of_all(const std::deque<Document>& documents) {
  std::vector<const void*> seen;
  std::size_t bytes = 0;
  for (const Document& document : documents) {
    const std::size_t own = memory_of(document, [&](const void* identity, std::size_t matrix_bytes) {
      if (std::find(seen.begin(), seen.end(), identity) != seen.end()) return;
      seen.push_back(identity);
      bytes += matrix_bytes;
    });
    bytes += own;
  }
  return bytes;
}

/// A document that shares most of its contents with `document`, some of them in two places.
Document next_document(RandomDocuments& random, const Document& document) {
  Document next = document;
  switch (random.below(6)) {
    case 0: return random.document();
    case 1: next.title += " and a title too long to be stored within the string itself"; break;
    case 2: next.tokens.front() = "a token too long to be stored within the string itself"; break;
    case 3: next.model.token_embeddings.edit()(0, 0) += 1; break;
    case 4:
      if (!next.model.heads.empty()) next.model.heads.push_back(next.model.heads.front());
      break;
    case 5:
      if (!next.model.heads.empty()) next.model.heads.front().W_k = next.model.heads.front().W_q;
      break;
  }
  return next;
}

TEST(History, CountsItsMemoryAsIfFromTheBeginningWhateverHappens) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    RandomDocuments random(seed);
    // Room for between one and about thirty documents.
    const std::size_t limit = std::size_t{2000} << (seed % 6);
    History history(limit);
    std::deque<Document> past;
    std::deque<Document> future;
    Document present = random.document();
    for (int i = 0; i < 300; ++i) {
      const Index kind = random.below(10);
      if (kind < 6) {
        future.clear();
        past.push_back(present);
        record(history, present);
        while (past.size() > 1 && memory_of_all(past) > limit) past.pop_front();
        present = next_document(random, present);
      } else if (kind < 8 && history.can_undo()) {
        future.push_back(present);
        const Document before = undo(history, present);
        EXPECT_TRUE(before == past.back());
        present = past.back();
        past.pop_back();
      } else if (kind < 9 && history.can_redo()) {
        past.push_back(present);
        const Document after = redo(history, present);
        EXPECT_TRUE(after == future.back());
        present = future.back();
        future.pop_back();
      } else if (kind == 9 && i % 50 == 0) {
        history.clear();
        past.clear();
        future.clear();
      }
      ASSERT_EQ(history.undo_steps(), past.size()) << "seed " << seed << ", step " << i;
      ASSERT_EQ(history.can_redo(), !future.empty()) << "seed " << seed << ", step " << i;
      std::deque<Document> all = past;
      all.insert(all.end(), future.begin(), future.end());
      ASSERT_EQ(history.memory(), memory_of_all(all)) << "seed " << seed << ", step " << i;
    }
  }
}

TEST(History, AlwaysKeepsTheNewestStep) {
  History history(1);
  record(history, large_document());
  record(history, large_document());
  EXPECT_EQ(history.undo_steps(), 1U);
}

TEST(History, KeepsNoMoreStepsThanTheLimit) {
  History history;
  for (std::size_t i = 0; i < limits::undo_steps + 10; ++i) record(history, small_document());
  EXPECT_EQ(history.undo_steps(), limits::undo_steps);
}

struct Refused {};

TEST(History, StaysAsItWasWhereTheChangeFails) {
  History history;
  record(history, small_document());
  record(history, large_document());
  undo(history, small_document());
  const std::size_t memory = history.memory();
  const auto fail = [](auto&&...) { throw Refused(); };
  EXPECT_THROW(history.record(large_document(), "Edit", fail), Refused);
  EXPECT_THROW(history.undo(large_document(), fail), Refused);
  EXPECT_THROW(history.redo(large_document(), fail), Refused);
  EXPECT_EQ(history.memory(), memory);
  EXPECT_EQ(history.undo_steps(), 1U);
  EXPECT_TRUE(redo(history, small_document()) == small_document());
}

TEST(History, ClearForgetsAll) {
  History history;
  record(history, small_document());
  record(history, small_document());
  undo(history, small_document());
  history.clear();
  EXPECT_FALSE(history.can_undo());
  EXPECT_FALSE(history.can_redo());
}

}  // namespace
}  // namespace attention_lab
