// The Figures workspace: its options, its preview, and its exports.
#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/edits.h"
#include "lab_driver.h"
#include "random_documents.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/shown_figure.h"

namespace attention_lab::testing {
namespace {

template <class T>
std::optional<T> last(const LabDriver& driver) {
  std::optional<T> found;
  for (const Action& action : driver.actions) {
    if (const T* one = std::get_if<T>(&action)) found = *one;
  }
  return found;
}

/// Opens a choice and clicks one of its entries.
void choose(LabDriver& driver, const std::string& control, int entry) {
  driver.click(driver.item(control).centre());
  driver.frame(2);
  driver.click(driver.item(control + "." + std::to_string(entry)).centre());
  driver.settle();
}

bool says(const Figure& figure, std::string_view words) {
  for (const DrawCommand& command : figure.list.commands) {
    const Text* text = std::get_if<Text>(&command);
    if (text != nullptr && text->text.find(words) != std::string::npos) return true;
  }
  return false;
}

TEST(FiguresWorkspace, EveryFigureOfEveryPresetDraws) {
  for (const Preset& one : presets()) {
    LabDriver driver(preset(one.name));
    driver.shortcut(command_to_show(Workspace::figures));
    for (const FigureName name : all_figure_names) {
      SCOPED_TRACE(one.name + " " + std::string(to_string(name)));
      driver.view.figures.request = FigureRequest{};
      driver.view.figures.request.figure = name;
      driver.settle();
      ASSERT_TRUE(driver.view.figures.drawn.figure) << driver.view.figures.drawn.problem;
      EXPECT_GT(driver.view.figures.drawn.figure->list.commands.size(), 5u);
    }
    EXPECT_TRUE(driver.actions.empty());
  }
}

TEST(FiguresWorkspace, ShowsTheHeadThatTheWindowShows) {
  LabDriver driver(preset("journey-two-heads"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  driver.click(driver.control("head.more").centre());
  driver.settle();
  ASSERT_EQ(driver.view.shown_head, 1);
  EXPECT_EQ(driver.view.figures.request.matrix.head, 1);
  driver.click(driver.item("figure head.less").centre());
  driver.settle();
  EXPECT_EQ(driver.view.shown_head, 0);
  EXPECT_EQ(driver.view.figures.request.matrix.head, 0);
}

TEST(FiguresWorkspace, AComparesTheHeadThatIsShown) {
  LabDriver driver(preset("journey-two-heads"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  pin(driver.session, driver.view);
  driver.view.figures.request.pinned_matrix = MatrixRef{MatrixName::scores, 0};
  driver.view.shown_head = 1;
  driver.settle();
  EXPECT_EQ(driver.view.figures.request.pinned_matrix->head, 1);
  ASSERT_TRUE(driver.view.figures.drawn.figure) << driver.view.figures.drawn.problem;
}

TEST(FiguresWorkspace, PreviewOfManyCellsShowsAsManyInAPixelAsTheFile) {
  std::string sentence;
  for (int i = 0; i < 500; ++i) sentence += "word" + std::to_string(i) + " ";
  LabDriver driver(*edits::set_sentence(preset("journey"), sentence, 1));
  driver.view.preferences.page.dpi = 60;
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  const Page page = *page_of(driver.view.preferences.page);
  const Result<Figure> file =
      draw_on_page(driver.session, driver.view, driver.view.figures.request, page, page.pixel(), true);
  ASSERT_TRUE(file && driver.view.figures.drawn.figure);
  ASSERT_EQ(file->list.notes.size(), 1U);
  EXPECT_EQ(driver.view.figures.drawn.figure->list.notes, file->list.notes);
}

TEST(FiguresWorkspace, ChipsChooseFigureAndMatrix) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  choose(driver, "figure", 11);
  EXPECT_EQ(driver.view.figures.request.figure, FigureName::histogram);
  choose(driver, "figure", 0);
  choose(driver, "matrix", 0);
  EXPECT_EQ(driver.view.figures.request.matrix.name, MatrixName::X);
  EXPECT_TRUE(driver.has_item("X[5,2]"));
  choose(driver, "background", 1);
  EXPECT_EQ(driver.view.figures.background, Background::white);
  choose(driver, "size", 0);
  EXPECT_DOUBLE_EQ(driver.view.preferences.page.size.height, 19.05);
}

TEST(FiguresWorkspace, PartsAreLeftOutAndWordsAreOnesOwn) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  FigureSurroundings& surroundings = driver.view.figures.request.surroundings;
  EXPECT_TRUE(says(*driver.view.figures.drawn.figure, "Σ"));
  surroundings.hide(FigurePart::sums);
  surroundings.word(FigureWord::rows) = "Anfrage";
  driver.settle();
  EXPECT_FALSE(says(*driver.view.figures.drawn.figure, "Σ"));
  EXPECT_TRUE(says(*driver.view.figures.drawn.figure, "Anfrage"));
  for (const char* item : {"bar", "sums", "axes", "words.rows", "words.columns", "words.numbers"})
    EXPECT_TRUE(driver.has_item(item)) << item;
  EXPECT_FALSE(driver.has_item("words.counts"));
}

TEST(FiguresWorkspace, TheSentenceShowsTheWeightsOfTheChosenToken) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  choose(driver, "figure", 5);
  ASSERT_EQ(driver.view.figures.request.figure, FigureName::sentence);
  driver.view.figures.request.token = 2;
  driver.settle();
  ASSERT_TRUE(driver.view.figures.drawn.figure) << driver.view.figures.drawn.problem;
  EXPECT_TRUE(says(*driver.view.figures.drawn.figure, "of “starts”"));
  choose(driver, "mark", 1);
  EXPECT_EQ(driver.view.figures.request.mark, SentenceMark::underline);
  driver.click(driver.item("numbers above").centre());
  EXPECT_TRUE(driver.view.figures.request.has_numbers_above);
}

TEST(FiguresWorkspace, AClickOnACellPointsItOutAndAnotherLetsGo) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  const Point cell = driver.item("weights[1,4]").centre();
  driver.click(cell);
  EXPECT_EQ(driver.view.figures.request.token, 1);
  EXPECT_EQ(driver.view.figures.request.column, 4);
  driver.click(cell);
  EXPECT_FALSE(driver.view.figures.request.token);
}

TEST(FiguresWorkspace, TheFigureFollowsTheDocumentAndIsDrawnOnlyWhenSomethingChanged) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  const auto before = driver.view.figures.drawn.figure;
  driver.frame(3);
  EXPECT_EQ(driver.view.figures.drawn.figure, before);
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::causal));
  driver.frame();
  EXPECT_NE(driver.view.figures.drawn.figure, before);
}

TEST(FiguresWorkspace, APinnedDocumentStandsBesideAnotherThatIsOpenedAfterwards) {
  LabDriver driver(preset("alice"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  driver.click(driver.item("pin").centre());
  driver.session.open(preset("alice-trained"));
  driver.settle();
  ASSERT_TRUE(driver.view.figures.pinned);
  EXPECT_TRUE(driver.view.figures.pinned->document == preset("alice"));
  ASSERT_TRUE(driver.view.figures.drawn.figure) << driver.view.figures.drawn.problem;
  for (const char* words : {"A", "B", "B − A"})
    EXPECT_TRUE(says(*driver.view.figures.drawn.figure, words)) << words;
  // "Alice" for "eat": a quarter before, the target's .75 after, and the difference.
  driver.view.figures.request.decimals = 2;
  driver.settle();
  for (const char* number : {"0.25", "0.75", "0.50"})
    EXPECT_TRUE(says(*driver.view.figures.drawn.figure, number)) << number;
}

TEST(FiguresWorkspace, PinnedStateStandsBesideThePresentOneWithTheDifference) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  driver.click(driver.item("pin").centre());
  ASSERT_TRUE(driver.view.figures.pinned);
  driver.session.commit(*edits::set_scale(driver.session.document(), Scale{Scale::Kind::none, 1}));
  driver.settle();
  ASSERT_TRUE(driver.view.figures.drawn.figure) << driver.view.figures.drawn.problem;
  for (const char* words : {"A, ÷ √d_k", "B, unscaled", "B − A"})
    EXPECT_TRUE(says(*driver.view.figures.drawn.figure, words)) << words;

  driver.view.figures.request.comparison = Comparison::difference;
  driver.view.figures.request.decimals = 4;
  driver.settle();
  const double a = static_cast<double>(driver.view.figures.pinned->trace.heads[0].weights(1, 2));
  const double b = static_cast<double>(driver.session.trace().heads[0].weights(1, 2));
  EXPECT_NE(a, b);
  const std::string digits = std::to_string(std::fabs(b - a)).substr(0, 5);
  EXPECT_TRUE(says(*driver.view.figures.drawn.figure, digits)) << digits;

  driver.settle();
  driver.click(driver.item("unpin").centre());
  EXPECT_EQ(driver.view.figures.request.comparison, Comparison::none);
}

TEST(FiguresWorkspace, StatesThatDoNotFitSaySo) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.view.figures.request.matrix.name = MatrixName::Q;
  driver.settle();
  pin(driver.session, driver.view);
  driver.session.commit(*edits::set_d_k(driver.session.document(), 3, 1));
  driver.view.figures.request.comparison = Comparison::difference;
  driver.settle();
  EXPECT_FALSE(driver.view.figures.drawn.figure);
  EXPECT_NE(driver.view.figures.drawn.problem.find("6 × 2"), std::string::npos)
      << driver.view.figures.drawn.problem;
  driver.view.figures.request.comparison = Comparison::side_by_side;
  driver.settle();
  EXPECT_FALSE(driver.view.figures.drawn.figure);
  EXPECT_NE(driver.view.figures.drawn.problem.find("because their sizes differ: Q of A is 6 × 2"),
            std::string::npos)
      << driver.view.figures.drawn.problem;
}

TEST(FiguresWorkspace, ExportAsksOnceAndThenRepeats) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  driver.shortcut(Command::export_again);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::export_figure);
  driver.view.dialogs.folder = "/somewhere";
  driver.settle();
  driver.click(driver.item("format.svg").centre());
  driver.click(driver.item("button.Export").centre());
  auto exported = last<ExportPicture>(driver);
  ASSERT_TRUE(exported);
  EXPECT_EQ(exported->path, "/somewhere/your-journey-starts-with-heatmap-weights.svg");
  EXPECT_EQ(exported->format, PictureFormat::svg);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);

  driver.view.figures.request.matrix.name = MatrixName::scores;
  driver.settle();
  driver.shortcut(Command::export_again);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
  exported = last<ExportPicture>(driver);
  EXPECT_EQ(exported->path, "/somewhere/your-journey-starts-with-heatmap-scores.svg");
  EXPECT_FALSE(exported->may_replace);
}

TEST(FiguresWorkspace, AnEndingOfNoFormatIsRefused) {
  LabDriver driver(preset("journey"));
  driver.shortcut(Command::export_dialog);
  driver.settle();
  set_file_name(driver.view.dialogs, "picture.gif");
  driver.view.dialogs.shows_new_name = true;
  driver.frame(2);
  driver.click(driver.item("button.Export").centre());
  EXPECT_EQ(driver.view.dialogs.open, Dialog::export_figure);
  EXPECT_NE(driver.view.dialogs.problem.find(".gif"), std::string::npos);
  EXPECT_EQ(driver.count<ExportPicture>(), 0);
}

TEST(FiguresWorkspace, WhatIsExportedIsWhatIsShown) {
  LabDriver driver(preset("journey"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  ActionQueue queue;
  ASSERT_TRUE(export_figure(driver.session, driver.view, queue, driver.view.figures.request,
                            PictureFormat::png, "/a.png", true));
  const ExportPicture picture = std::get<ExportPicture>(queue.take().front());
  const DisplayList& shown = driver.view.figures.drawn.figure->list;
  ASSERT_EQ(picture.list->commands.size(), shown.commands.size());
  EXPECT_EQ(picture.list->width, shown.width);
}

TEST(FiguresWorkspace, RightClickOnAMatrixOfThePipelineOffersExportAndCopies) {
  LabDriver driver(preset("journey"));
  driver.move(driver.item("scores[2,3]").centre());
  ImGui::GetIO().MouseDown[1] = true;
  driver.frame(2);
  ImGui::GetIO().MouseDown[1] = false;
  driver.frame(3);
  driver.move(driver.item("entry.Copy as").centre());
  driver.frame(30);
  driver.click(driver.item("copy.markdown").centre());
  const auto copied = last<CopyText>(driver);
  ASSERT_TRUE(copied);
  EXPECT_EQ(copied->format, TextFormat::markdown);
  EXPECT_EQ(std::get<MatrixRef>(copied->numbers), (MatrixRef{MatrixName::scores, 0}));
}

TEST(FiguresWorkspace, ADocumentThatShrinksKeepsTheFigureInBounds) {
  LabDriver driver(preset("journey-two-heads"));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.view.figures.request.matrix = {MatrixName::weights, 1};
  driver.view.figures.request.token = 5;
  driver.settle();
  driver.session.commit(*edits::remove_token(driver.session.document(), 5));
  driver.session.commit(*edits::set_projection(driver.session.document(), Projection::identity, 1));
  driver.settle();
  EXPECT_EQ(driver.view.figures.request.matrix.head, 0);
  EXPECT_FALSE(driver.view.figures.request.token);
  EXPECT_TRUE(driver.view.figures.drawn.figure) << driver.view.figures.drawn.problem;
}

TEST(Presenter, ChangesNothingOnceItIsLeft) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("W_q[2,1]").centre());
  driver.shortcut(Command::larger_text);
  driver.settle();
  const auto selected = driver.view.selected;
  const float text_size = driver.view.preferences.text_size;
  const Document before = driver.session.document();
  driver.shortcut(Command::present);
  driver.resize(1920, 1080);
  driver.settle();
  EXPECT_FALSE(driver.has_item("side"));
  EXPECT_FALSE(driver.has_item("menu.File"));
  for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_RightArrow, ImGuiKey_RightArrow}) driver.key(key);
  EXPECT_NE(driver.view.selected, selected);
  driver.shortcut(command_to_show(Workspace::figures));
  driver.key(ImGuiKey_DownArrow);
  EXPECT_TRUE(driver.view.figures.request.token);
  driver.key(ImGuiKey_Escape);
  driver.resize(1280, 800);
  driver.settle();
  EXPECT_FALSE(driver.view.presenter);
  EXPECT_EQ(driver.view.selected, selected);
  EXPECT_EQ(driver.view.preferences.text_size, text_size);
  EXPECT_EQ(driver.view.workspace, Workspace::pipeline);
  EXPECT_FALSE(driver.view.figures.request.token);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_TRUE(driver.has_item("side"));
}

TEST(Presenter, ArrowKeysWalkThroughTokensAndStages) {
  LabDriver driver(preset("journey-causal"));
  driver.shortcut(Command::present);
  driver.settle();
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.view.selected->matrix.name, MatrixName::X);
  std::vector<MatrixName> seen = {MatrixName::X};
  for (int i = 0; i < 12; ++i) {
    driver.key(ImGuiKey_RightArrow);
    if (driver.view.selected->matrix.name != seen.back()) seen.push_back(driver.view.selected->matrix.name);
  }
  EXPECT_EQ(seen,
            (std::vector<MatrixName>{MatrixName::X, MatrixName::Q, MatrixName::K, MatrixName::V,
                                     MatrixName::scores, MatrixName::scaled_scores, MatrixName::masked_scores,
                                     MatrixName::weights, MatrixName::context}));
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.view.selected->row, 1);
}

TEST(Presenter, TheFigureShowsTheStageThatWasChosen) {
  LabDriver driver(preset("journey"));
  driver.shortcut(Command::present);
  driver.settle();
  driver.click(driver.item("scores[3,1]").centre());
  driver.shortcut(command_to_show(Workspace::figures));
  driver.settle();
  EXPECT_EQ(driver.view.figures.request.matrix.name, MatrixName::scores);
  EXPECT_EQ(driver.view.figures.request.token, 3);
}

TEST(Presenter, ItsStripHasTheArithmeticOfTheNumberOrTheKeys) {
  LabDriver driver(preset("journey"), 1920, 1080);
  driver.shortcut(Command::present);
  driver.settle();
  EXPECT_FALSE(driver.view.notice) << "the keys cover no number";
  const Rect strip = driver.item("presenter.strip");
  EXPECT_TRUE(is_inside(strip, {0, 0, 1920, 1080}));
  EXPECT_FALSE(driver.has_item("presenter.number"));
  for (const char* cell : {"scores[3,1]", "weights[2,2]", "X[0,0]"}) {
    EXPECT_FALSE(overlap(driver.item(cell), strip)) << cell;
    driver.click(driver.item(cell).centre());
    driver.settle();
    EXPECT_TRUE(is_inside(driver.item("presenter.number"), strip)) << cell;
  }
}

TEST(Presenter, WritesLargerThanTheWindow) {
  LabDriver driver(preset("journey"));
  const float before = driver.item("X[0,0]").height;
  driver.shortcut(Command::present);
  driver.resize(1920, 1080);  // as the program does for full screen
  driver.settle();
  // The window makes its numbers larger by showing fewer decimals, and the view needs room for its strip.
  EXPECT_GT(driver.item("X[0,0]").height, before * 1.2f);
}

}  // namespace
}  // namespace attention_lab::testing
