// Plots in the window: Ctrl+E exports the right one, as it is on the screen.
#include "ui/workspaces/figures/plot_panel.h"

#include <optional>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab::testing {
namespace {

/// The settings after an earlier export of numbers.
void export_as_numbers(LabDriver& driver) {
  driver.view.preferences.export_folder = "/somewhere";
  driver.view.preferences.export_format = TextFormat::csv;
}

/// Presses Ctrl+E and returns the exported plot; null if none was exported.
PlotPointer exported(LabDriver& driver) {
  const int before = driver.count<ExportText>();
  driver.shortcut(Command::export_again);
  if (driver.count<ExportText>() == before) return nullptr;
  for (auto action = driver.actions.rbegin(); action != driver.actions.rend(); ++action) {
    const auto* text = std::get_if<ExportText>(&*action);
    if (text == nullptr) continue;
    const auto* plot = std::get_if<PlotPointer>(&text->numbers);
    return plot == nullptr ? nullptr : *plot;
  }
  return nullptr;
}

void set_first_number(LabDriver& driver, Scalar value) {
  driver.session.commit(*edits::set_cell(driver.session.document(), {{MatrixName::X, 0}, 0, 0}, value));
  driver.frame();
}

class PlotPanels : public ::testing::Test {
 protected:
  PlotPanels() : driver(preset("journey")) {
    export_as_numbers(driver);
    driver.shortcut(command_to_show(Workspace::museum));
    driver.settle();
  }

  void point_at(std::string_view item) { driver.move(driver.item(item).centre()); }
  void point_at_nothing() { driver.move({-1, -1}); }

  LabDriver driver;
};

TEST_F(PlotPanels, TheOneUnderTheMouseLastIsExported) {
  EXPECT_EQ(exported(driver), driver.view.museum.plots.right.plot) << "the first, as long as none was";
  point_at("plot.difference");
  EXPECT_EQ(exported(driver), driver.view.museum.plots.difference.plot);
  point_at_nothing();
  EXPECT_EQ(exported(driver), driver.view.museum.plots.difference.plot);
  point_at("plot.wrong");
  EXPECT_EQ(exported(driver), driver.view.museum.plots.wrong.plot);
}

TEST_F(PlotPanels, ChangedNumbersAreExportedAsTheyAreNow) {
  point_at("plot.wrong");
  point_at_nothing();
  const PlotPointer before = exported(driver);
  set_first_number(driver, 2);
  const PlotPointer after = exported(driver);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(after, driver.view.museum.plots.wrong.plot);
  EXPECT_EQ(after->stem, before->stem);
  EXPECT_NE(after->numbers().rows, before->numbers().rows);
}

TEST_F(PlotPanels, ItsPlaceIsKeptWhereAnotherExhibitIsChosen) {
  point_at("plot.wrong");
  point_at_nothing();
  driver.key(ImGuiKey_DownArrow);  // impossible with this document
  driver.key(ImGuiKey_DownArrow);
  driver.key(ImGuiKey_DownArrow);
  ASSERT_EQ(driver.view.museum.mistake, Mistake::no_scaling);
  EXPECT_EQ(exported(driver)->stem, "no_scaling-weights-wrong");
}

TEST_F(PlotPanels, AnotherWorkspaceExportsOneOfItsOwn) {
  point_at("plot.wrong");
  point_at_nothing();
  driver.view.laboratory.page = LaboratoryPage::document;
  driver.shortcut(command_to_show(Workspace::laboratory));
  driver.settle();
  EXPECT_EQ(exported(driver), driver.view.laboratory.document.row.plot);
  point_at("plot.document.entropy");
  EXPECT_EQ(exported(driver), driver.view.laboratory.document.entropies.plot);
  // Here too, the numbers are those on the screen.
  set_first_number(driver, 2);
  point_at_nothing();
  EXPECT_EQ(exported(driver), driver.view.laboratory.document.entropies.plot);
  driver.shortcut(command_to_show(Workspace::museum));
  driver.settle();
  EXPECT_EQ(exported(driver), driver.view.museum.plots.right.plot);
}

TEST_F(PlotPanels, TheWorkspaceThatIsLeftIsNotExportedBeforeTheNextIsDrawn) {
  ASSERT_TRUE(entry_of(driver.view.workspace).exported(driver.session, driver.view));
  driver.view.workspace = Workspace::laboratory;
  EXPECT_FALSE(entry_of(driver.view.workspace).exported(driver.session, driver.view));
}

TEST_F(PlotPanels, WhereThereIsNoneAClearSentenceSaysSo) {
  driver.view.museum.mistake = Mistake::mask_upside_down;
  driver.settle();
  ASSERT_FALSE(driver.has_item("plot.right"));
  for (const Command shortcut : {Command::export_again, Command::export_dialog}) {
    driver.view.notice.reset();
    driver.shortcut(shortcut);
    EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
    ASSERT_TRUE(driver.view.notice);
    EXPECT_TRUE(driver.view.notice->is_error);
    EXPECT_NE(driver.view.notice->text.find("no plot"), std::string::npos) << driver.view.notice->text;
  }
  EXPECT_EQ(driver.count<ExportText>() + driver.count<ExportPicture>(), 0);
}

TEST_F(PlotPanels, TheMenuOfNoPlotDoesNotOpen) {
  open_figure_menu(driver.view, PlotPointer{});
  EXPECT_FALSE(driver.view.figures.opens_menu);
  driver.frame(2);
}

TEST_F(PlotPanels, TheFontsOfTheTextsAreAskedForInEveryFrame) {
  driver.frame();
  const std::vector<FigureFont> first = driver.view.figure_fonts;
  EXPECT_FALSE(first.empty());
  driver.frame();
  EXPECT_EQ(driver.view.figure_fonts, first);
  driver.shortcut(command_to_show(Workspace::pipeline));
  driver.settle();
  EXPECT_NE(driver.view.figure_fonts, first);
}

}  // namespace
}  // namespace attention_lab::testing
