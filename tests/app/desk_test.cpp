// Documents as files: where the dialogs look for them, and what saving may replace.
#include "app/window/desk.h"

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "app/files/presets.h"
#include "support.h"

namespace attention_lab {
namespace {

using test::contents;
using test::put;
using test::TemporaryFolder;

class DeskTest : public ::testing::Test {
 protected:
  /// Carries the actions out as the window does, with what follows from them.
  template <class First>
  void carry_out(First first) {
    queue_.push(std::move(first));
    while (!queue_.actions().empty()) {
      for (const Action& action : queue_.take()) desk_.handle(action, queue_);
    }
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
  Session session_{*load_preset("journey")};
  ViewState view_;
  Settings settings_;
  Desk desk_{session_, view_, settings_, false};
  ActionQueue queue_;
};

TEST_F(DeskTest, SavingAPresetAsksForANameOfADocument) {
  set_file_name(view_.dialogs, "fig2.png");  // as the export before left it
  view_.dialogs.folder = path("pictures");
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::save_file);
  EXPECT_EQ(std::string(view_.dialogs.file_name.data()), "your-journey-starts-with.json");
  EXPECT_NE(view_.dialogs.folder, path("pictures"));
}

TEST_F(DeskTest, TheDialogsStartWhereTheDocumentOrTheLastOneIs) {
  std::filesystem::create_directory(folder_ / "a");
  carry_out(SaveFileAs{path("a/p.json")});
  carry_out(ListFolder{});
  EXPECT_EQ(view_.dialogs.folder, path("a"));
  carry_out(OpenPreset{"dog"});
  carry_out(ListFolder{});
  EXPECT_EQ(view_.dialogs.folder, path("a")) << "where documents were saved last";
  std::filesystem::remove_all(folder_ / "a");
  carry_out(ListFolder{});
  EXPECT_NE(view_.dialogs.folder, path("a")) << "it is gone";
  EXPECT_EQ(view_.dialogs.listing_error, "");
}

TEST_F(DeskTest, SaveReplacesTheFileOfTheDocumentWithoutAsking) {
  carry_out(SaveFileAs{path("p.json")});
  session_.mark_unsaved();
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
  EXPECT_FALSE(session_.is_modified());
  EXPECT_TRUE(read_document(path("p.json")));
}

TEST_F(DeskTest, SaveAsReplacesNothingThatTheAnswerDoesNotCover) {
  put(folder_ / "p.json", "mine");
  EXPECT_TRUE(view_.is_taken(path("p.json")));
  EXPECT_FALSE(view_.is_taken(path("q.json")));
  view_.dialogs.open = Dialog::save_file;
  carry_out(SaveFileAs{path("p.json"), false});
  EXPECT_EQ(contents(folder_ / "p.json"), "mine");
  EXPECT_NE(view_.dialogs.problem, "");
  EXPECT_EQ(view_.dialogs.open, Dialog::save_file);
  EXPECT_EQ(view_.file_path, "");
  carry_out(SaveFileAs{path("p.json"), true});
  EXPECT_TRUE(read_document(path("p.json")));
  EXPECT_EQ(view_.file_path, path("p.json"));
}

TEST_F(DeskTest, ALinkThatLeadsNowhereIsTaken) {
  std::filesystem::create_symlink(folder_ / "gone", folder_ / "link.json");
  EXPECT_TRUE(view_.is_taken(path("link.json")));
}

}  // namespace
}  // namespace attention_lab
