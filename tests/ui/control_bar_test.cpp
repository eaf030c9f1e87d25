// The row of controls above the workspaces, and the popup of those that have no room in it.
#include "ui/bars/control_bar.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/edits.h"
#include "core/limits.h"
#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

const std::set<std::string> all_controls = {"head",        "heads",     "projection", "scale",   "mask",
                                            "temperature", "positions", "dropout",    "d_model", "d_k",
                                            "d_v",         "zoom",      "decimals",   "seed"};

/// The controls that the document has in the pipeline.
std::set<std::string> controls_of(const Model& model) {
  std::set<std::string> names = all_controls;
  if (model.options.projection == Projection::identity) {
    for (const char* name : {"heads", "d_k", "d_v"}) names.erase(name);
  }
  if (model.n_heads() < 2) names.erase("head");
  return names;
}

using Places = std::map<std::string, Rect>;

/// The controls that are drawn, in the row and in the popup. Fails the test if one is drawn twice.
Places drawn_controls(const LabDriver& driver) {
  Places places;
  for (const Item& item : driver.view.items.all()) {
    if (item.name != "sentence" && item.name != "more controls" && all_controls.count(item.name) == 0)
      continue;
    EXPECT_TRUE(places.emplace(item.name, item.rect).second) << item.name << " is there twice";
  }
  return places;
}

void expect_apart(const Places& places) {
  for (auto a = places.begin(); a != places.end(); ++a) {
    for (auto b = places.begin(); b != a; ++b) {
      EXPECT_FALSE(overlap(a->second, b->second))
          << a->first << " " << to_text(a->second) << ", " << b->first << " " << to_text(b->second);
    }
  }
}

std::string places_text(const Places& places) {
  std::string text;
  for (const auto& [name, rect] : places) text += name + " " + to_text(rect) + "\n";
  return text;
}

/// Calls `check` for every usual size of window and text.
template <class Check>
void at_usual_sizes(LabDriver& driver, Check check) {
  for (const float text_size : usual_text_sizes) {
    for (const Point size : usual_sizes) {
      SCOPED_TRACE(std::to_string(size.x) + " × " + std::to_string(size.y) + ", text " +
                   std::to_string(text_size));
      driver.set_size_of_everything(text_size);
      driver.resize(size.x, size.y);
      driver.settle();
      check(Rect{0, 0, size.x, size.y});
    }
  }
}

TEST(ControlBar, IsOneRowWithEveryPresetAndWorkspace) {
  for (const Preset& one : presets()) {
    LabDriver driver(preset(one.name));
    for (const WorkspaceEntry& workspace : all_workspaces()) {
      driver.view.workspace = workspace.id;
      SCOPED_TRACE(one.name + " " + std::string(workspace.name));
      at_usual_sizes(driver, [&](const Rect& window) {
        const Places row = drawn_controls(driver);
        expect_apart(row);
        const Rect sentence = row.at("sentence");
        EXPECT_GE(sentence.width, 9 * driver.view.sizes().body);
        for (const char* name : {"scale", "mask"}) EXPECT_EQ(row.count(name), 1u) << name;
        for (const auto& [name, rect] : row) {
          EXPECT_EQ(rect.y, sentence.y) << name;
          EXPECT_EQ(rect.height, control_bar_height(driver.view)) << name;
          EXPECT_TRUE(is_inside(rect, window)) << name << " " << to_text(rect);
          EXPECT_FALSE(overlap(rect, driver.item("workspace"))) << name;
        }
      });
    }
  }
}

TEST(ControlBar, HasEveryControlInTheRowOrUnderMore) {
  const Document journey = preset("journey");
  for (const Document& document :
       {journey, preset("journey-two-heads"), preset("journey-simplified"),
        *edits::set_dropout(*edits::set_positions(journey, Positions::sinusoidal, 1), {Scalar(0.1), 1})}) {
    LabDriver driver(document);
    at_usual_sizes(driver, [&](const Rect& window) {
      const Places row = drawn_controls(driver);
      Places all = row;
      if (row.count("more controls") > 0) {
        driver.click(row.at("more controls").centre());
        driver.settle();
        all = drawn_controls(driver);
        EXPECT_GT(all.size(), row.size());
      }
      std::set<std::string> names;
      for (const auto& [name, rect] : all) {
        names.insert(name);
        EXPECT_TRUE(is_inside(rect, window)) << name << " " << to_text(rect);
      }
      expect_apart(all);
      names.erase("sentence");
      names.erase("more controls");
      EXPECT_EQ(names, controls_of(driver.session.model()));
      driver.key(ImGuiKey_Escape);
      driver.settle();
      EXPECT_EQ(places_text(drawn_controls(driver)), places_text(row)) << "the popup is closed";
    });
  }
}

TEST(ControlBar, StaysAsItIsWhenStepsOpenOrANumberIsSelected) {
  LabDriver driver(preset("journey-two-heads"));
  at_usual_sizes(driver, [&](const Rect&) {
    const std::string before = places_text(drawn_controls(driver));
    driver.click(driver.item("X[1,0]").centre());
    ASSERT_TRUE(driver.view.selected);
    EXPECT_EQ(places_text(drawn_controls(driver)), before);
    driver.shortcut(Command::steps);
    driver.settle();
    ASSERT_TRUE(driver.view.steps.is_open);
    EXPECT_EQ(places_text(drawn_controls(driver)), before);
    driver.shortcut(Command::steps);
    driver.view.selected.reset();
    driver.settle();
  });
}

TEST(ControlBar, NoControlMovesWhenAValueBecomesLonger) {
  for (const char* name : {"journey", "journey-simplified"}) {
    const Document before = preset(name);
    LabDriver driver(before);
    at_usual_sizes(driver, [&](const Rect&) {
      SCOPED_TRACE(name);
      const std::string places = places_text(drawn_controls(driver));
      const auto expect_same = [&](const Result<Document>& edited) {
        ASSERT_TRUE(edited);
        driver.session.commit(*edited);
        driver.settle();
        EXPECT_EQ(places_text(drawn_controls(driver)), places);
      };
      expect_same(edits::set_temperature(before, Scalar(1) / 3));
      expect_same(edits::set_scale(before, {Scale::Kind::custom, Scalar(1e-7) / 3}));
      expect_same(edits::set_scale(before, {Scale::Kind::none, 1}));
      expect_same(edits::set_scale(before, Scale{}));
      expect_same(edits::set_mask(before, Mask::causal));
      expect_same(edits::set_dropout(before, {Scalar(1) / 3, 1}));
      expect_same(edits::set_positions(before, Positions::sinusoidal, 1));
      expect_same(edits::set_d_model(before, 130, 1));
      driver.view.seed = static_cast<int>(limits::seed);
      driver.view.pipeline.zoom = 4;
      expect_same(before);
      driver.view.seed = 1;
      driver.view.pipeline.zoom = 1;
    });
  }
}

TEST(ControlBar, OnlyTheSentenceMakesRoomForASecondHead) {
  LabDriver driver(preset("journey"));
  at_usual_sizes(driver, [&](const Rect&) {
    Places before = drawn_controls(driver);
    driver.session.commit(*edits::set_n_heads(driver.session.document(), 2, 1));
    driver.settle();
    Places after = drawn_controls(driver);
    EXPECT_EQ(after.count("head"), 1u);
    EXPECT_LT(after.at("sentence").width, before.at("sentence").width);
    for (const char* name : {"sentence", "head"}) {
      before.erase(name);
      after.erase(name);
    }
    EXPECT_EQ(places_text(after), places_text(before));
    driver.shortcut(Command::undo);
  });
}

TEST(MoreControls, WorkByMouseAndStayOpen) {
  LabDriver driver(preset("journey"), 1024, 768);
  EXPECT_FALSE(driver.has_item("d_v"));
  driver.click(driver.control("d_v.more").centre());
  driver.click(driver.item("d_v.more").centre());
  EXPECT_EQ(driver.session.model().d_v(), 4);
  driver.click(driver.item("positions").centre());
  driver.settle();
  driver.click(driver.item("positions.1").centre());
  driver.settle();
  EXPECT_EQ(driver.session.model().options.positions, Positions::learned);
  driver.double_click({driver.item("seed").x + 10, driver.item("seed").centre().y});
  driver.settle();
  driver.type("77");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(driver.view.seed, 77);
  EXPECT_TRUE(driver.has_item("d_v"));
  driver.click(driver.item("workspace").centre());
  driver.settle();
  EXPECT_FALSE(driver.has_item("d_v"));
}

/// Opens the popup by its key and presses the down arrow until this control is marked.
void mark_control(LabDriver& driver, std::string_view name) {
  driver.shortcut(Command::more_controls);
  driver.settle();
  const float top = driver.item(name).y;
  std::set<float> above;
  for (const auto& [other, rect] : drawn_controls(driver)) {
    if (rect.y < top && rect.x < driver.item(name).right() && rect.right() > driver.item(name).x &&
        other != "more controls" && rect.y > driver.item("more controls").bottom())
      above.insert(rect.y);
  }
  for (std::size_t i = 0; i < above.size(); ++i) driver.key(ImGuiKey_DownArrow);
}

TEST(MoreControls, WorkByKeyboard) {
  LabDriver driver(preset("journey"), 1024, 768);
  mark_control(driver, "d_k");
  driver.key(ImGuiKey_RightArrow);
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.session.model().d_k(), 4);
  driver.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(driver.session.model().d_k(), 3);
  // Enter opens the field of a number and the list of a choice; Escape closes these first.
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_TRUE(driver.has_item("d_k.field"));
  driver.type("5");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(driver.session.model().d_k(), 5);
  EXPECT_FALSE(driver.has_item("d_k.field"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("d_k"));
  EXPECT_TRUE(takes_keys(driver.view));

  mark_control(driver, "positions");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_TRUE(driver.has_item("positions.2"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("positions.2"));
  EXPECT_TRUE(driver.has_item("positions")) << "only the list is closed";
  driver.key(ImGuiKey_Enter);
  driver.key(ImGuiKey_DownArrow);
  driver.key(ImGuiKey_DownArrow);
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(driver.session.model().options.positions, Positions::sinusoidal);
  EXPECT_TRUE(driver.has_item("positions"));
  EXPECT_EQ(driver.session.model().d_k(), 5) << "the arrow keys belonged to the list";
}

TEST(MoreControls, AreOpenedByTheViewMenuAndThePalette) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("menu.View").centre());
  driver.settle();
  driver.click(driver.item("entry.More controls").centre());
  driver.settle();
  EXPECT_TRUE(driver.has_item("seed"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("seed"));
  driver.shortcut(Command::palette);
  driver.settle();
  driver.type("more controls");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_TRUE(driver.has_item("seed"));
  EXPECT_FALSE(driver.has_item("positions.0")) << "Enter belonged to the palette";
}

TEST(MoreControls, AreInAWindowTooSmallForThemToo) {
  LabDriver driver(preset("journey-two-heads"), 640, 480);
  driver.set_size_of_everything(2);
  driver.settle();
  driver.shortcut(Command::more_controls);
  driver.settle();
  for (int i = 0; i < 30; ++i) driver.key(ImGuiKey_DownArrow);
  driver.settle();
  EXPECT_TRUE(is_inside(driver.item("seed"), {0, 0, 640, 480}, 1)) << to_text(driver.item("seed"));
  const int before = driver.view.seed;
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.view.seed, before + 1);
}

TEST(MoreControls, AreOpenedOnlyWhereTheyAre) {
  LabDriver driver(preset("journey"), 3840, 2160);
  EXPECT_FALSE(driver.has_item("more controls"));
  EXPECT_TRUE(driver.has_item("seed"));
  driver.shortcut(Command::more_controls);
  driver.settle();
  driver.resize(1280, 800);
  driver.settle();
  EXPECT_TRUE(driver.has_item("more controls"));
  EXPECT_FALSE(driver.has_item("seed"));
  driver.shortcut(Command::present);
  driver.settle();
  driver.shortcut(Command::more_controls);
  driver.settle();
  driver.shortcut(Command::present);
  driver.settle();
  EXPECT_FALSE(driver.has_item("seed"));
  EXPECT_TRUE(takes_keys(driver.view));
  driver.shortcut(Command::more_controls);
  driver.settle();
  EXPECT_TRUE(driver.has_item("seed"));
  driver.shortcut(Command::present);
  driver.settle();
  EXPECT_TRUE(takes_keys(driver.view)) << "the popup is closed, not invisible";
}

}  // namespace
}  // namespace attention_lab::testing
