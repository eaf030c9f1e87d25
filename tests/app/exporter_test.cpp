// Exporting figures and numbers: file names, notices, and cleaning up after cancelling.
#include "app/window/exporter.h"

#include <sys/resource.h>

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/export/training_script.h"
#include "app/files/presets.h"
#include "app/files/text_file.h"
#include "core/training/match_objective.h"
#include "core/training/run_excerpt.h"
#include "support.h"
#include "surroundings.h"

namespace attention_lab {
namespace {

using test::put;
using test::TemporaryFolder;

class ExporterTest : public ::testing::Test {
 protected:
  /// A page of this size in centimetres at 600 dpi, with one rectangle.
  ExportPicture picture(const std::filesystem::path& path, double width = 2, double height = 1) const {
    ExportPicture picture;
    PageSetup setup;
    setup.size = {width, height, LengthUnit::centimetres};
    setup.dpi = 600;
    picture.page = *page_of(setup);
    DisplayList list;
    list.width = picture.page.width;
    list.height = picture.page.height;
    list.add(FillRect{{1, 1, 20, 10}, rgb(0x1964d8), 0});
    picture.list = std::make_shared<const DisplayList>(std::move(list));
    picture.background = rgb(0xffffff);
    picture.path = path.string();
    return picture;
  }

  void finish() {
    test::wait_until([&] {
      exporter_.poll(now_ += 1);
      return !exporter_.is_running();
    });
  }

  bool says(const std::string& words) const {
    return view_.notice && view_.notice->text.find(words) != std::string::npos;
  }

  Session session_{*load_preset("journey")};
  ViewState view_{attention_lab::testing::bare_services()};
  Exporter exporter_{session_, view_};
  double now_ = 0;
};

TEST_F(ExporterTest, WritesThePictureAndSaysWhere) {
  const TemporaryFolder folder;
  EXPECT_TRUE(exporter_.handle(picture(folder / "a.png"), 0));
  finish();
  const Result<std::string> bytes = read_file(folder / "a.png", 1 << 20);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->substr(1, 3), "PNG");
  EXPECT_TRUE(says((folder / "a.png").string()));
  EXPECT_TRUE(says("472 × 236 pixels")) << view_.notice->text;
  EXPECT_FALSE(view_.exporting);
}

TEST_F(ExporterTest, AFileOfSomebodyElseKeepsItsName) {
  const TemporaryFolder folder;
  put(folder / "a.png", "mine");
  exporter_.handle(picture(folder / "a.png"), 0);
  finish();
  EXPECT_EQ(*read_file(folder / "a.png", 100), "mine");
  EXPECT_TRUE(read_file(folder / "a-2.png", 1 << 20));
  // A file exported earlier may be replaced.
  exporter_.handle(picture(folder / "a-2.png"), 0);
  finish();
  EXPECT_EQ(folder.names().size(), 2u);
  ExportPicture chosen = picture(folder / "a.png");
  chosen.may_replace = true;
  exporter_.handle(chosen, 0);
  finish();
  EXPECT_EQ(read_file(folder / "a.png", 1 << 20)->substr(1, 3), "PNG");
}

TEST_F(ExporterTest, AFileThatSomebodyElseWroteToSinceIsNotReplaced) {
  const TemporaryFolder folder;
  exporter_.handle(picture(folder / "a.png"), 0);
  finish();
  put(folder / "a.png", "a document, saved in its place");
  test::set_time(folder / "a.png", 1793894400);
  exporter_.handle(picture(folder / "a.png"), 0);
  finish();
  EXPECT_EQ(*read_file(folder / "a.png", 100), "a document, saved in its place");
  EXPECT_TRUE(read_file(folder / "a-2.png", 1 << 20));
}

TEST_F(ExporterTest, AFileThatAppearsWhileThePictureIsDrawnKeepsItsName) {
  const TemporaryFolder folder;
  exporter_.handle(picture(folder / "a.png", 20, 20), 0);
  put(folder / "a.png", "of another program");
  finish();
  EXPECT_EQ(*read_file(folder / "a.png", 100), "of another program");
  EXPECT_EQ(read_file(folder / "a-2.png", 1 << 24)->substr(1, 3), "PNG");
  EXPECT_TRUE(says((folder / "a-2.png").string() + ",")) << view_.notice->text;

  // The same for a file of ours that another program writes to meanwhile.
  exporter_.handle(picture(folder / "a-2.png", 20, 20), 0);
  put(folder / "a-2.png", "of another program, too");
  finish();
  EXPECT_EQ(*read_file(folder / "a-2.png", 100), "of another program, too");
  EXPECT_EQ(read_file(folder / "a-2-2.png", 1 << 24)->substr(1, 3), "PNG");
}

TEST_F(ExporterTest, NoPictureWaitsForAThreadThatCannotBeStarted) {
  const TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0777);
  EXPECT_TRUE(test::is_true_without_root([&] {
    for (const char* name : {"a.png", "b.png", "c.png"}) exporter_.handle(picture(folder / name), 0);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_NPROC, &none);  // no further thread can be created
    finish();
    return !exporter_.is_running() && view_.notice && view_.notice->is_error &&
           view_.notice->text == "2 figures were not exported: the system would not start another thread.";
  }));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.png"});
}

TEST_F(ExporterTest, ANoticeIsNoLongerThanASentenceWhateverThePath) {
  const TemporaryFolder folder;
  const std::string letters(16'400, 'x');
  exporter_.handle(picture(folder / (letters + ".png")), 0);
  finish();
  ASSERT_TRUE(view_.notice);
  EXPECT_LE(view_.notice->text.size(), 550u);
  EXPECT_TRUE(says("The figure was not exported. ")) << view_.notice->text;
  view_.say(letters);
  EXPECT_LE(view_.notice->text.size(), 550u);
}

TEST_F(ExporterTest, CharactersThatATableCannotShowAreNamed) {
  const TemporaryFolder folder;
  Document document = *load_preset("journey");
  document.tokens[0] = "a\uFFFE";
  session_.open(document);
  exporter_.handle(ExportText{TextFormat::csv, WholeDocument{}, (folder / "a.csv").string(), false}, 0);
  EXPECT_TRUE(says("The character U+FFFE cannot be exported; U+FFFD replaces it.")) << view_.notice->text;
}

TEST_F(ExporterTest, WhatThePictureDoesNotShowAsItIsIsSaidWithItsPath) {
  const TemporaryFolder folder;
  ExportPicture request = picture(folder / "a.png");
  request.warnings = {"One thing.", "Another."};
  exporter_.handle(request, 0);
  finish();
  EXPECT_TRUE(says(" pixels. One thing. Another.")) << view_.notice->text;
}

TEST_F(ExporterTest, ALongExportTellsHowFarItIsAndCanBeCancelled) {
  const TemporaryFolder folder;
  exporter_.handle(picture(folder / "poster.png", 48, 40), now_);
  bool was_shown = false;
  while (exporter_.is_running() && !was_shown) {
    exporter_.poll(now_ += 1);
    was_shown = view_.exporting.has_value();
  }
  EXPECT_TRUE(was_shown);
  EXPECT_EQ(view_.exporting->path, (folder / "poster.png").string());
  exporter_.handle(CancelExport{}, now_);
  finish();
  EXPECT_TRUE(says("Cancelled")) << view_.notice->text;
  EXPECT_EQ(folder.names().size(), 0u);
  EXPECT_FALSE(view_.exporting);
}

TEST_F(ExporterTest, WhatCannotBeWrittenIsSaid) {
  const TemporaryFolder folder;
  exporter_.handle(picture(folder / "no/such/folder.png"), 0);
  finish();
  ASSERT_TRUE(view_.notice);
  EXPECT_TRUE(view_.notice->is_error);
  EXPECT_TRUE(says("folder")) << view_.notice->text;
}

TEST_F(ExporterTest, NumbersBecomeTextInAFileOrOnTheClipboard) {
  const TemporaryFolder folder;
  const MatrixRef weights{MatrixName::weights, 0};
  exporter_.handle(ExportText{TextFormat::csv, weights, (folder / "w.csv").string(), false}, 0);
  const Result<std::string> text = read_file(folder / "w.csv", 10'000);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("journey"), std::string::npos);

  ImGuiContext* context = ImGui::CreateContext();
  static std::string clipboard;
  ImGui::GetIO().SetClipboardTextFn = [](void*, const char* copied) { clipboard = copied; };
  exporter_.handle(CopyText{TextFormat::csv, weights}, 0);
  EXPECT_EQ(clipboard, *text);
  EXPECT_TRUE(says("Copied weights as CSV"));
  exporter_.handle(CopyText{TextFormat::pytorch, WholeDocument{}}, 0);
  EXPECT_NE(clipboard.find("import torch"), std::string::npos);

  const Document alice = *load_preset("alice");
  TrainingRun run(std::make_unique<MatchObjective>(alice.model), {{}, {{MatrixName::W_q}}, alice.target});
  ASSERT_TRUE(run.advance());
  const auto excerpt = std::make_shared<const RunExcerpt>(excerpt_of_branch(run, alice));
  EXPECT_TRUE(exporter_.handle(CopyTrainingScript{excerpt}, 0));
  EXPECT_EQ(clipboard, *training_script(*excerpt));
  EXPECT_TRUE(says("Copied a PyTorch script of this run"));
  ImGui::DestroyContext(context);
}

}  // namespace
}  // namespace attention_lab
