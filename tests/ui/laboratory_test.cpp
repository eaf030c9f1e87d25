// The √d_k laboratory: tests for all pages.
#include <array>

#include <gtest/gtest.h>

#include "laboratory_driver.h"

namespace attention_lab::testing {
namespace {

constexpr std::array page_items = {"laboratory.variance", "laboratory.sharpness", "laboratory.gradient",
                                   "laboratory.document", "laboratory.size"};

std::vector<PlotPointer> plots_of(const LabDriver& driver) {
  const LaboratoryState& lab = driver.view.laboratory;
  switch (lab.page) {
    case LaboratoryPage::variance:
      return {lab.variance.products.plot, lab.variance.scaled_products.plot,
              lab.variance.over_dimension.plot};
    case LaboratoryPage::sharpness: {
      std::vector<PlotPointer> plots = {lab.sharpness.bars.plot};
      for (const PlotPanel& line : lab.sharpness.lines) plots.push_back(line.plot);
      return plots;
    }
    case LaboratoryPage::gradient: return {lab.gradient.passed.plot, lab.gradient.W_q.plot};
    case LaboratoryPage::document:
      return {lab.document.row.plot, lab.document.entropies.plot, lab.document.heatmaps.plot};
    case LaboratoryPage::size: return {lab.size.to_scale.plot, lab.size.work.plot};
  }
  return {};
}

TEST(Laboratory, PlotsOfEveryPageStandInsideTheWindowAndApart) {
  for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
    LabDriver driver(preset("journey"), width, height);
    for (const char* item : page_items) {
      SCOPED_TRACE(std::string(item) + " " + std::to_string(width));
      open_laboratory(driver, item);
      std::vector<Item> plots;
      for (const Item& one : driver.view.items.all()) {
        const bool is_menu = one.name.ends_with(".menu");
        if ((one.name.starts_with("plot.") && !is_menu) || one.name == "variance.table") plots.push_back(one);
      }
      EXPECT_GE(plots.size(), 2u);
      const Rect workspace = driver.item("workspace");
      for (std::size_t i = 0; i < plots.size(); ++i) {
        EXPECT_TRUE(is_inside(plots[i].rect, workspace, 1)) << plots[i].name << to_text(plots[i].rect);
        EXPECT_GT(plots[i].rect.height, 80) << plots[i].name;
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_FALSE(overlap(plots[i].rect, plots[j].rect)) << plots[i].name << " " << plots[j].name;
      }
    }
  }
}

/// Expects everything to fit the width of the page; it may be scrolled out of view vertically.
void expect_room_across(const LabDriver& driver) {
  const Rect workspace = driver.item("workspace");
  for (const Item& one : driver.view.items.all()) {
    const bool is_ours = one.name.starts_with("plot.") || one.name.starts_with("laboratory.") ||
                         one.name.starts_with("variance.") || one.name.starts_with("sharpness.") ||
                         one.name.starts_with("gradient.") || one.name.starts_with("document.") ||
                         one.name.starts_with("size.");
    if (!is_ours) continue;
    EXPECT_GE(one.rect.x, workspace.x - 1) << one.name << to_text(one.rect);
    EXPECT_LE(one.rect.right(), workspace.right() + 1) << one.name << to_text(one.rect);
    EXPECT_GE(one.rect.width, 1) << one.name << to_text(one.rect);
    EXPECT_GE(one.rect.height, 1) << one.name << to_text(one.rect);
  }
}

/// Scrolls with the mouse at `at` until the item is visible; fails if it never is.
void expect_within_reach(LabDriver& driver, const std::string& name, Point at) {
  const Rect workspace = driver.item("workspace");
  driver.move(workspace.centre());  // leaves the previous page, which would keep the wheel
  driver.move(at);
  const auto is_seen = [&] { return driver.item(name).centre().y < workspace.bottom(); };
  for (int i = 0; i < 60 && !is_seen(); ++i) driver.wheel(-2);
  EXPECT_TRUE(is_seen()) << name << to_text(driver.item(name)) << " below " << workspace.bottom();
}

TEST(Laboratory, HasRoomForEveryPageInSmallWindowsWithLargeText) {
  for (const auto& [width, height] : {std::pair{640.0f, 480.0f}, {1024.0f, 768.0f}}) {
    for (const float text_size : {0.75f, 1.0f, 1.5f, 2.0f, 2.5f}) {
      LabDriver driver(preset("journey-two-heads"), width, height);
      driver.set_size_of_everything(text_size);
      driver.shortcut(command_to_show(Workspace::laboratory));
      driver.settle();
      for (const LaboratoryPage which : all_laboratory_pages) {
        SCOPED_TRACE(std::to_string(width) + " at " + std::to_string(text_size) + ", page " +
                     std::to_string(static_cast<int>(which)));
        driver.view.laboratory.page = which;
        driver.settle();
        expect_room_across(driver);
        EXPECT_TRUE(driver.has_item("laboratory.document"));
        std::vector<std::string> plots;
        for (const Item& one : driver.view.items.all()) {
          if (one.name.starts_with("plot.") && !one.name.ends_with(".menu")) plots.push_back(one.name);
        }
        ASSERT_GE(plots.size(), 2u);
        for (const std::string& plot : plots) {
          EXPECT_GT(driver.item(plot).width, 130) << plot;
          EXPECT_GT(driver.item(plot).height, 60) << plot;
        }
        const Rect workspace = driver.item("workspace");
        const float over_page = workspace.right() - 60;
        // At 640 × 480, the bars above use the whole window from text size 2 on.
        if (workspace.bottom() > height) continue;
        expect_within_reach(driver, plots.back(), {over_page, workspace.bottom() - 20});
      }
    }
  }
}

TEST(Laboratory, EveryPlotHasNumbersThatFitTheirNamesAndAStemOfItsOwn) {
  LabDriver driver(preset("journey-causal"));
  std::vector<std::string> stems;
  for (const char* item : page_items) {
    open_laboratory(driver, item);
    driver.frame(60);
    for (const PlotPointer& plot : plots_of(driver)) {
      ASSERT_TRUE(plot) << item;
      const NumberTable table = plot->numbers();
      EXPECT_FALSE(table.rows.empty()) << plot->stem;
      for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << plot->stem;
      const std::size_t labels = table.row_labels.size();
      EXPECT_TRUE(labels == 0 || labels == table.rows.size()) << plot->stem;
      EXPECT_EQ(std::count(stems.begin(), stems.end(), plot->stem), 0) << plot->stem;
      stems.push_back(plot->stem);
    }
  }
}

TEST(Laboratory, RightClickOnAPlotCopiesItsNumbers) {
  LabDriver driver(preset("journey"));
  for (const char* item : page_items) {
    open_laboratory(driver, item);
    for (const Item& one : driver.view.items.all()) {
      if (!one.name.starts_with("plot.") || one.name.ends_with(".menu")) continue;
      SCOPED_TRACE(one.name);
      const Rect place = one.rect;  // the next frame makes the items anew
      driver.frame(80);             // a run changes its plots until its end
      const int before = driver.count<CopyText>();
      driver.right_click(place.centre());
      driver.move(driver.item("entry.Copy as").centre());
      driver.frame(30);
      driver.click(driver.item("copy.csv").centre());
      driver.settle();
      ASSERT_EQ(driver.count<CopyText>(), before + 1);
      const auto* copied = std::get_if<CopyText>(&driver.actions.back());
      ASSERT_TRUE(copied);
      // The first plot of the page.
      EXPECT_EQ(std::get<PlotPointer>(copied->numbers), plots_of(driver).front());
      break;
    }
  }
}

TEST(Laboratory, KeepsAPictureWhileNoNumberChanges) {
  LabDriver driver(preset("journey"));
  for (const char* item : page_items) {
    open_laboratory(driver, item);
    driver.frame(80);
    const auto before = plots_of(driver);
    driver.frame(3);
    EXPECT_EQ(plots_of(driver), before) << item;
    EXPECT_FALSE(driver.view.next_frame_in) << item << " asks for frames though nothing moves";
  }
}

}  // namespace
}  // namespace attention_lab::testing
