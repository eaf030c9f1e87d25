// Unsaved work is kept whatever else happens; if that fails, the user is told.
#include "app/files/work_keeper.h"

#include <atomic>

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "support.h"

namespace attention_lab {
namespace {

using test::small_document;
using test::TemporaryFolder;
using test::wait_until;

Document numbered(int number) {
  Document document = small_document();
  document.title = std::to_string(number);
  return document;
}

/// The document kept in the folder, if there is one.
std::optional<Document> kept_in(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() != ".json") continue;
    if (Result<ReadDocument> read = read_document(entry.path())) return (*std::move(read)).document;
  }
  return std::nullopt;
}

TEST(KeepingPace, ASingleChangeIsWrittenAtOnce) {
  KeepingPace pace;
  EXPECT_EQ(pace.due(), std::nullopt);
  pace.changed();
  EXPECT_LE(pace.due().value(), 0);
  pace.wrote(100, 100.01);
  EXPECT_EQ(pace.due(), std::nullopt);
}

TEST(KeepingPace, ChangesThatNeverEndAreWrittenTwiceASecond) {
  KeepingPace pace;
  constexpr double write = 0.02;
  double last_write = 0;
  double longest_gap = 0;
  int writes = 0;
  for (double now = 0; now < 40; now += 0.016) {
    pace.changed();
    if (*pace.due() > now) continue;
    pace.wrote(now, now + write);
    if (writes++ > 0) longest_gap = std::max(longest_gap, now - last_write);
    last_write = now;
  }
  EXPECT_GT(writes, 60);
  EXPECT_LT(writes, 90) << "it rests between two writes";
  EXPECT_LT(longest_gap, 0.6);
}

TEST(KeepingPace, AWriteThatTakesLongIsFollowedByARestAsLong) {
  KeepingPace pace;
  pace.changed();
  pace.wrote(10, 13);
  pace.changed();
  EXPECT_EQ(pace.due(), 16);
}

TEST(KeepingPace, AfterAFailureItIsTriedAgainAFewSecondsLater) {
  KeepingPace pace;
  pace.changed();
  pace.failed(10);
  ASSERT_TRUE(pace.due());
  EXPECT_GT(*pace.due(), 11);
  EXPECT_LT(*pace.due(), 15);
}

TEST(WorkKeeper, KeepsTheNewestDocumentWithoutBeingAskedAgain) {
  const TemporaryFolder folder;
  WorkKeeper keeper(folder / "recovery", [] {});
  for (int i = 0; i <= 100; ++i) keeper.keep(numbered(i), {"/home/ada/lesson.json", std::nullopt});
  wait_until([&] { return kept_in(folder / "recovery") == numbered(100); });
  EXPECT_TRUE(keeper.has_work());
}

TEST(WorkKeeper, KeepsWhatIsHandedOverAgainAndAgainWithoutARest) {
  const TemporaryFolder folder;
  WorkKeeper keeper(folder / "recovery", [] {});
  int count = 0;
  const auto is_a_later_one_kept = [&] {
    keeper.keep(numbered(count++), {});
    const std::optional<Document> kept = kept_in(folder / "recovery");
    return kept && std::stoi(kept->title) > 20;
  };
  wait_until(is_a_later_one_kept);  // not only the first change
  EXPECT_TRUE(keeper.has_work());
}

TEST(WorkKeeper, FlushWritesAtOnceWhateverThePace) {
  const TemporaryFolder folder;
  WorkKeeper keeper(folder / "recovery", [] {});
  for (int i = 0; i < 5; ++i) {
    keeper.keep(numbered(i), {});
    ASSERT_TRUE(keeper.flush());
    EXPECT_TRUE(kept_in(folder / "recovery") == numbered(i));
  }
  EXPECT_TRUE(keeper.has_work());
  keeper.forget();
  EXPECT_FALSE(keeper.has_work());
  ASSERT_TRUE(keeper.flush());
  EXPECT_TRUE(std::filesystem::is_empty(folder / "recovery"));
}

TEST(WorkKeeper, ItsEndWritesWhatIsLeftAndLeavesItToTheNextStart) {
  const TemporaryFolder folder;
  {
    WorkKeeper keeper(folder / "recovery", [] {});
    for (int i = 0; i <= 20; ++i) keeper.keep(numbered(i), {});
  }
  EXPECT_TRUE(kept_in(folder / "recovery") == numbered(20));
}

TEST(WorkKeeper, AFailureIsToldOnceAndTriedAgainUntilItWorks) {
  const TemporaryFolder folder;
  test::put(folder / "recovery", "a file where the folder should be");
  std::atomic<int> calls = 0;
  WorkKeeper keeper(folder / "recovery", [&] { ++calls; });
  keeper.keep(numbered(1), {});
  wait_until([&] { return calls == 1; });
  const std::optional<WorkKeeper::News> told = keeper.take_news();
  ASSERT_TRUE(told && told->failure);
  EXPECT_EQ(told->failure->code, ErrorCode::not_writable);
  keeper.keep(numbered(2), {});
  EXPECT_FALSE(keeper.flush());
  EXPECT_FALSE(keeper.take_news()) << "it is known already";

  std::filesystem::remove(folder / "recovery");
  wait_until([&] { return calls == 2; });  // it tries again by itself
  EXPECT_TRUE(kept_in(folder / "recovery") == numbered(2));
  const std::optional<WorkKeeper::News> better = keeper.take_news();
  EXPECT_TRUE(better && !better->failure);
}

TEST(WorkKeeper, AFolderThatIsRemovedIsMadeAgain) {
  const TemporaryFolder folder;
  WorkKeeper keeper(folder / "state/recovery", [] {});
  keeper.keep(numbered(1), {});
  ASSERT_TRUE(keeper.flush());
  std::filesystem::remove_all(folder / "state");
  keeper.keep(numbered(2), {});
  EXPECT_TRUE(keeper.flush());
  EXPECT_TRUE(kept_in(folder / "state/recovery") == numbered(2));
}

}  // namespace
}  // namespace attention_lab
