// Plots in the window: which one Ctrl+E means, and that it is the one on the screen.
#include "ui/workspaces/figures/plot_panel.h"

#include <optional>

#include <gtest/gtest.h>

#include "bench.h"
#include "core/document/edits.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab::testing {
namespace {

/// Where numbers go once something was exported to a folder.
void export_as_numbers(UiBench& bench) {
  bench.view.preferences.export_folder = "/somewhere";
  bench.view.preferences.export_format = TextFormat::csv;
}

/// The plot that Ctrl+E has just exported; null where it exported none.
PlotPointer exported(UiBench& bench) {
  const int before = bench.count<ExportText>();
  bench.shortcut(Command::export_again);
  if (bench.count<ExportText>() == before) return nullptr;
  for (auto action = bench.actions.rbegin(); action != bench.actions.rend(); ++action) {
    const auto* text = std::get_if<ExportText>(&*action);
    if (text == nullptr) continue;
    const auto* plot = std::get_if<PlotPointer>(&text->numbers);
    return plot == nullptr ? nullptr : *plot;
  }
  return nullptr;
}

void set_first_number(UiBench& bench, Scalar value) {
  bench.session.commit(*edits::set_cell(bench.session.document(), {{MatrixName::X, 0}, 0, 0}, value));
  bench.frame();
}

class PlotPanels : public ::testing::Test {
 protected:
  PlotPanels() : bench(preset("journey")) {
    export_as_numbers(bench);
    bench.shortcut(command_to_show(Workspace::museum));
    bench.settle();
  }

  void point_at(std::string_view item) { bench.move(bench.item(item).centre()); }
  void point_at_nothing() { bench.move({-1, -1}); }

  UiBench bench;
};

TEST_F(PlotPanels, TheOneUnderTheMouseLastIsExported) {
  EXPECT_EQ(exported(bench), bench.view.museum.plots.right.plot) << "the first, as long as none was";
  point_at("plot.difference");
  EXPECT_EQ(exported(bench), bench.view.museum.plots.difference.plot);
  point_at_nothing();
  EXPECT_EQ(exported(bench), bench.view.museum.plots.difference.plot);
  point_at("plot.wrong");
  EXPECT_EQ(exported(bench), bench.view.museum.plots.wrong.plot);
}

TEST_F(PlotPanels, ChangedNumbersAreExportedAsTheyAreNow) {
  point_at("plot.wrong");
  point_at_nothing();
  const PlotPointer before = exported(bench);
  set_first_number(bench, 2);
  const PlotPointer after = exported(bench);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(after, bench.view.museum.plots.wrong.plot);
  EXPECT_EQ(after->stem, before->stem);
  EXPECT_NE(after->numbers().rows, before->numbers().rows);
}

TEST_F(PlotPanels, ItsPlaceIsKeptWhereAnotherExhibitIsChosen) {
  point_at("plot.wrong");
  point_at_nothing();
  bench.key(ImGuiKey_DownArrow);  // cannot be made with this document
  bench.key(ImGuiKey_DownArrow);
  bench.key(ImGuiKey_DownArrow);
  ASSERT_EQ(bench.view.museum.mistake, Mistake::no_scaling);
  EXPECT_EQ(exported(bench)->stem, "no_scaling-weights-wrong");
}

TEST_F(PlotPanels, AnotherWorkspaceExportsOneOfItsOwn) {
  point_at("plot.wrong");
  point_at_nothing();
  bench.view.laboratory.page = LaboratoryPage::document;
  bench.shortcut(command_to_show(Workspace::laboratory));
  bench.settle();
  EXPECT_EQ(exported(bench), bench.view.laboratory.document.row.plot);
  point_at("plot.document.entropy");
  EXPECT_EQ(exported(bench), bench.view.laboratory.document.entropies.plot);
  // The numbers are those of the screen here too.
  set_first_number(bench, 2);
  point_at_nothing();
  EXPECT_EQ(exported(bench), bench.view.laboratory.document.entropies.plot);
  bench.shortcut(command_to_show(Workspace::museum));
  bench.settle();
  EXPECT_EQ(exported(bench), bench.view.museum.plots.right.plot);
}

TEST_F(PlotPanels, TheWorkspaceThatIsLeftIsNotExportedBeforeTheNextIsDrawn) {
  ASSERT_TRUE(entry_of(bench.view.workspace).exported(bench.view));
  bench.view.workspace = Workspace::laboratory;
  EXPECT_FALSE(entry_of(bench.view.workspace).exported(bench.view));
}

TEST_F(PlotPanels, WhereThereIsNoneAClearSentenceSaysSo) {
  bench.view.museum.mistake = Mistake::mask_upside_down;
  bench.settle();
  ASSERT_FALSE(bench.has_item("plot.right"));
  for (const Command shortcut : {Command::export_again, Command::export_dialog}) {
    bench.view.notice.reset();
    bench.shortcut(shortcut);
    EXPECT_EQ(bench.view.dialogs.open, Dialog::none);
    ASSERT_TRUE(bench.view.notice);
    EXPECT_TRUE(bench.view.notice->is_error);
    EXPECT_NE(bench.view.notice->text.find("no plot"), std::string::npos) << bench.view.notice->text;
  }
  EXPECT_EQ(bench.count<ExportText>() + bench.count<ExportPicture>(), 0);
}

TEST_F(PlotPanels, TheMenuOfNoPlotDoesNotOpen) {
  open_figure_menu(bench.view, PlotPointer{});
  EXPECT_FALSE(bench.view.figures.opens_menu);
  bench.frame(2);
}

TEST_F(PlotPanels, TheFontsOfTheTextsAreAskedForInEveryFrame) {
  bench.frame();
  const std::vector<FigureFont> first = bench.view.figure_fonts;
  EXPECT_FALSE(first.empty());
  bench.frame();
  EXPECT_EQ(bench.view.figure_fonts, first);
  bench.shortcut(command_to_show(Workspace::pipeline));
  bench.settle();
  EXPECT_TRUE(bench.view.figure_fonts.empty());
}

}  // namespace
}  // namespace attention_lab::testing
