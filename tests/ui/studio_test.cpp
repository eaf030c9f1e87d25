// The Figures workspace: what is chosen there, what is seen, and what leaves the program.
#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "bench.h"
#include "core/document/edits.h"
#include "random_documents.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/shown_figure.h"

namespace attention_lab::testing {
namespace {

template <class T>
std::optional<T> last(const UiBench& bench) {
  std::optional<T> found;
  for (const Action& action : bench.actions) {
    if (const T* one = std::get_if<T>(&action)) found = *one;
  }
  return found;
}

/// Opens the choice of that name and takes the entry.
void choose(UiBench& bench, const std::string& control, int entry) {
  bench.click(bench.item(control).centre());
  bench.frame(2);
  bench.click(bench.item(control + "." + std::to_string(entry)).centre());
  bench.settle();
}

bool says(const Figure& figure, std::string_view words) {
  for (const DrawCommand& command : figure.list.commands) {
    const Text* text = std::get_if<Text>(&command);
    if (text != nullptr && text->text.find(words) != std::string::npos) return true;
  }
  return false;
}

TEST(Studio, EveryFigureOfEveryPresetDraws) {
  for (const Preset& one : presets()) {
    UiBench bench(preset(one.name));
    bench.shortcut(command_to_show(Workspace::figures));
    for (const FigureName name : all_figure_names) {
      SCOPED_TRACE(one.name + " " + std::string(to_string(name)));
      bench.view.figures.request = FigureRequest{};
      bench.view.figures.request.figure = name;
      bench.settle();
      ASSERT_TRUE(bench.view.figures.drawn.figure) << bench.view.figures.drawn.problem;
      EXPECT_GT(bench.view.figures.drawn.figure->list.commands.size(), 5u);
    }
    EXPECT_TRUE(bench.actions.empty());
  }
}

TEST(Studio, ShowsTheHeadThatTheWindowShows) {
  UiBench bench(preset("journey-two-heads"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  bench.click(bench.item("head.more").centre());
  bench.settle();
  ASSERT_EQ(bench.view.shown_head, 1);
  EXPECT_EQ(bench.view.figures.request.matrix.head, 1);
  bench.click(bench.item("figure head.less").centre());
  bench.settle();
  EXPECT_EQ(bench.view.shown_head, 0);
  EXPECT_EQ(bench.view.figures.request.matrix.head, 0);
}

TEST(Studio, AComparesTheHeadThatIsShown) {
  UiBench bench(preset("journey-two-heads"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  pin(bench.session, bench.view);
  bench.view.figures.request.pinned_matrix = MatrixRef{MatrixName::scores, 0};
  bench.view.shown_head = 1;
  bench.settle();
  EXPECT_EQ(bench.view.figures.request.pinned_matrix->head, 1);
  ASSERT_TRUE(bench.view.figures.drawn.figure) << bench.view.figures.drawn.problem;
}

TEST(Studio, PreviewOfManyCellsShowsAsManyInAPixelAsTheFile) {
  std::string sentence;
  for (int i = 0; i < 500; ++i) sentence += "word" + std::to_string(i) + " ";
  UiBench bench(*edits::set_sentence(preset("journey"), sentence, 1));
  bench.view.preferences.page.dpi = 60;
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  const Page page = *page_of(bench.view.preferences.page);
  const Result<Figure> file =
      draw_on_page(bench.session, bench.view, bench.view.figures.request, page, page.pixel(), true);
  ASSERT_TRUE(file && bench.view.figures.drawn.figure);
  ASSERT_EQ(file->list.notes.size(), 1U);
  EXPECT_EQ(bench.view.figures.drawn.figure->list.notes, file->list.notes);
}

TEST(Studio, ChipsChooseFigureAndMatrix) {
  UiBench bench(preset("journey"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  choose(bench, "figure", 8);
  EXPECT_EQ(bench.view.figures.request.figure, FigureName::histogram);
  choose(bench, "figure", 0);
  choose(bench, "matrix", 0);
  EXPECT_EQ(bench.view.figures.request.matrix.name, MatrixName::X);
  EXPECT_TRUE(bench.has_item("X[5,2]"));
  choose(bench, "background", 1);
  EXPECT_EQ(bench.view.figures.background, Background::white);
  choose(bench, "size", 0);
  EXPECT_DOUBLE_EQ(bench.view.preferences.page.size.height, 19.05);
}

TEST(Studio, AClickOnACellPointsItOutAndAnotherLetsGo) {
  UiBench bench(preset("journey"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  const Point cell = bench.item("weights[1,4]").centre();
  bench.click(cell);
  EXPECT_EQ(bench.view.figures.request.token, 1);
  EXPECT_EQ(bench.view.figures.request.column, 4);
  bench.click(cell);
  EXPECT_FALSE(bench.view.figures.request.token);
}

TEST(Studio, TheFigureFollowsTheDocumentAndIsDrawnOnlyWhenSomethingChanged) {
  UiBench bench(preset("journey"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  const auto before = bench.view.figures.drawn.figure;
  bench.frame(3);
  EXPECT_EQ(bench.view.figures.drawn.figure, before);
  bench.session.commit(*edits::set_mask(bench.session.document(), Mask::causal));
  bench.frame();
  EXPECT_NE(bench.view.figures.drawn.figure, before);
}

TEST(Studio, APinnedDocumentStandsBesideAnotherThatIsOpenedAfterwards) {
  UiBench bench(preset("alice"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  bench.click(bench.item("pin").centre());
  bench.session.open(preset("alice-trained"));
  bench.settle();
  ASSERT_TRUE(bench.view.figures.pinned);
  EXPECT_TRUE(bench.view.figures.pinned->document == preset("alice"));
  ASSERT_TRUE(bench.view.figures.drawn.figure) << bench.view.figures.drawn.problem;
  for (const char* words : {"A", "B", "B − A"})
    EXPECT_TRUE(says(*bench.view.figures.drawn.figure, words)) << words;
  // "Alice" for "eat": a quarter before, the target's .75 after, and the difference.
  bench.view.figures.request.decimals = 2;
  bench.settle();
  for (const char* number : {"0.25", "0.75", "0.50"})
    EXPECT_TRUE(says(*bench.view.figures.drawn.figure, number)) << number;
}

TEST(Studio, PinnedStateStandsBesideThePresentOneWithTheDifference) {
  UiBench bench(preset("journey"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  bench.click(bench.item("pin").centre());
  ASSERT_TRUE(bench.view.figures.pinned);
  bench.session.commit(*edits::set_scale(bench.session.document(), Scale{Scale::Kind::none, 1}));
  bench.settle();
  ASSERT_TRUE(bench.view.figures.drawn.figure) << bench.view.figures.drawn.problem;
  for (const char* words : {"A, ÷ √d_k", "B, unscaled", "B − A"})
    EXPECT_TRUE(says(*bench.view.figures.drawn.figure, words)) << words;

  bench.view.figures.request.comparison = Comparison::difference;
  bench.view.figures.request.decimals = 4;
  bench.settle();
  const double a = static_cast<double>(bench.view.figures.pinned->trace.heads[0].weights(1, 2));
  const double b = static_cast<double>(bench.session.trace().heads[0].weights(1, 2));
  EXPECT_NE(a, b);
  const std::string digits = std::to_string(std::fabs(b - a)).substr(0, 5);
  EXPECT_TRUE(says(*bench.view.figures.drawn.figure, digits)) << digits;

  bench.settle();
  bench.click(bench.item("unpin").centre());
  EXPECT_EQ(bench.view.figures.request.comparison, Comparison::none);
}

TEST(Studio, StatesThatDoNotFitSaySo) {
  UiBench bench(preset("journey"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.view.figures.request.matrix.name = MatrixName::Q;
  bench.settle();
  pin(bench.session, bench.view);
  bench.session.commit(*edits::set_d_k(bench.session.document(), 3, 1));
  bench.view.figures.request.comparison = Comparison::difference;
  bench.settle();
  EXPECT_FALSE(bench.view.figures.drawn.figure);
  EXPECT_NE(bench.view.figures.drawn.problem.find("6 × 2"), std::string::npos)
      << bench.view.figures.drawn.problem;
  bench.view.figures.request.comparison = Comparison::side_by_side;
  bench.settle();
  EXPECT_TRUE(bench.view.figures.drawn.figure);
}

TEST(Studio, ExportAsksOnceAndThenRepeats) {
  UiBench bench(preset("journey"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  bench.shortcut(Command::export_again);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::export_figure);
  bench.view.dialogs.folder = "/somewhere";
  bench.settle();
  bench.click(bench.item("format.svg").centre());
  bench.click(bench.item("button.Export").centre());
  auto exported = last<ExportPicture>(bench);
  ASSERT_TRUE(exported);
  EXPECT_EQ(exported->path, "/somewhere/your-journey-starts-with-heatmap-weights.svg");
  EXPECT_EQ(exported->format, PictureFormat::svg);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::none);

  bench.view.figures.request.matrix.name = MatrixName::scores;
  bench.settle();
  bench.shortcut(Command::export_again);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::none);
  exported = last<ExportPicture>(bench);
  EXPECT_EQ(exported->path, "/somewhere/your-journey-starts-with-heatmap-scores.svg");
  EXPECT_FALSE(exported->may_replace);
}

TEST(Studio, AnEndingOfNoFormatIsRefused) {
  UiBench bench(preset("journey"));
  bench.shortcut(Command::export_dialog);
  bench.settle();
  set_file_name(bench.view.dialogs, "picture.gif");
  bench.view.dialogs.shows_new_name = true;
  bench.frame(2);
  bench.click(bench.item("button.Export").centre());
  EXPECT_EQ(bench.view.dialogs.open, Dialog::export_figure);
  EXPECT_NE(bench.view.dialogs.problem.find(".gif"), std::string::npos);
  EXPECT_EQ(bench.count<ExportPicture>(), 0);
}

TEST(Studio, WhatIsExportedIsWhatIsShown) {
  UiBench bench(preset("journey"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  ActionQueue queue;
  ASSERT_TRUE(export_figure(bench.session, bench.view, queue, bench.view.figures.request, PictureFormat::png,
                            "/a.png", true));
  const ExportPicture picture = std::get<ExportPicture>(queue.take().front());
  const DisplayList& shown = bench.view.figures.drawn.figure->list;
  ASSERT_EQ(picture.list->commands.size(), shown.commands.size());
  EXPECT_EQ(picture.list->width, shown.width);
}

TEST(Studio, RightClickOnAMatrixOfThePipelineOffersExportAndCopies) {
  UiBench bench(preset("journey"));
  bench.move(bench.item("scores[2,3]").centre());
  ImGui::GetIO().MouseDown[1] = true;
  bench.frame(2);
  ImGui::GetIO().MouseDown[1] = false;
  bench.frame(3);
  bench.move(bench.item("entry.Copy as").centre());
  bench.frame(30);
  bench.click(bench.item("copy.markdown").centre());
  const auto copied = last<CopyText>(bench);
  ASSERT_TRUE(copied);
  EXPECT_EQ(copied->format, TextFormat::markdown);
  EXPECT_EQ(std::get<MatrixRef>(copied->numbers), (MatrixRef{MatrixName::scores, 0}));
}

TEST(Studio, ADocumentThatShrinksKeepsTheFigureInBounds) {
  UiBench bench(preset("journey-two-heads"));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.view.figures.request.matrix = {MatrixName::weights, 1};
  bench.view.figures.request.token = 5;
  bench.settle();
  bench.session.commit(*edits::remove_token(bench.session.document(), 5));
  bench.session.commit(*edits::set_projection(bench.session.document(), Projection::identity, 1));
  bench.settle();
  EXPECT_EQ(bench.view.figures.request.matrix.head, 0);
  EXPECT_FALSE(bench.view.figures.request.token);
  EXPECT_TRUE(bench.view.figures.drawn.figure) << bench.view.figures.drawn.problem;
}

TEST(Presenter, ChangesNothingOnceItIsLeft) {
  UiBench bench(preset("journey"));
  bench.click(bench.item("W_q[2,1]").centre());
  bench.shortcut(Command::larger_text);
  bench.settle();
  const auto selected = bench.view.selected;
  const float text_size = bench.view.preferences.text_size;
  const Document before = bench.session.document();
  bench.shortcut(Command::present);
  bench.resize(1920, 1080);
  bench.settle();
  EXPECT_FALSE(bench.has_item("inspector"));
  EXPECT_FALSE(bench.has_item("menu.File"));
  for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_RightArrow, ImGuiKey_RightArrow}) bench.key(key);
  EXPECT_NE(bench.view.selected, selected);
  bench.shortcut(command_to_show(Workspace::figures));
  bench.key(ImGuiKey_DownArrow);
  EXPECT_TRUE(bench.view.figures.request.token);
  bench.key(ImGuiKey_Escape);
  bench.resize(1280, 800);
  bench.settle();
  EXPECT_FALSE(bench.view.presenter);
  EXPECT_EQ(bench.view.selected, selected);
  EXPECT_EQ(bench.view.preferences.text_size, text_size);
  EXPECT_EQ(bench.view.workspace, Workspace::pipeline);
  EXPECT_FALSE(bench.view.figures.request.token);
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_TRUE(bench.has_item("inspector"));
}

TEST(Presenter, ArrowKeysWalkThroughTokensAndStages) {
  UiBench bench(preset("journey-causal"));
  bench.shortcut(Command::present);
  bench.settle();
  bench.key(ImGuiKey_DownArrow);
  EXPECT_EQ(bench.view.selected->matrix.name, MatrixName::X);
  std::vector<MatrixName> seen = {MatrixName::X};
  for (int i = 0; i < 12; ++i) {
    bench.key(ImGuiKey_RightArrow);
    if (bench.view.selected->matrix.name != seen.back()) seen.push_back(bench.view.selected->matrix.name);
  }
  EXPECT_EQ(seen,
            (std::vector<MatrixName>{MatrixName::X, MatrixName::Q, MatrixName::K, MatrixName::V,
                                     MatrixName::scores, MatrixName::scaled_scores, MatrixName::masked_scores,
                                     MatrixName::weights, MatrixName::context}));
  bench.key(ImGuiKey_DownArrow);
  EXPECT_EQ(bench.view.selected->row, 1);
}

TEST(Presenter, TheFigureShowsTheStageThatWasChosen) {
  UiBench bench(preset("journey"));
  bench.shortcut(Command::present);
  bench.settle();
  bench.click(bench.item("scores[3,1]").centre());
  bench.shortcut(command_to_show(Workspace::figures));
  bench.settle();
  EXPECT_EQ(bench.view.figures.request.matrix.name, MatrixName::scores);
  EXPECT_EQ(bench.view.figures.request.token, 3);
}

TEST(Presenter, WritesLargerThanTheBench) {
  UiBench bench(preset("journey"));
  const float before = bench.item("X[0,0]").height;
  bench.shortcut(Command::present);
  bench.resize(1920, 1080);  // as the program does when it fills the screen
  bench.settle();
  EXPECT_GT(bench.item("X[0,0]").height, before * 1.5f);
}

}  // namespace
}  // namespace attention_lab::testing
