// The tour: when it is offered, how it notices what is done, and that it is never in the way.
#include "ui/tour/tour.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/files/presets.h"
#include "lab_driver.h"
#include "random_documents.h"
#include "ui/tour/card_place.h"
#include "ui/tour/tour_stops.h"

namespace attention_lab::testing {
namespace {

enum Stops : std::size_t { drag_stop, point_stop, steps_stop, present_stop, export_stop, end_of_tour };

/// Long enough to read any sentence of the tour.
constexpr float long_rest = 30;

class Tour : public ::testing::Test {
 protected:
  static void start(LabDriver& lab) {
    lab.shortcut(Command::tour);
    lab.settle();
  }
  /// Frames in which nothing happens, and much time passes.
  static void rest(LabDriver& lab) {
    ImGui::GetIO().DeltaTime = long_rest;
    lab.frame(2);
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    lab.settle();
  }
  static std::size_t stop(const LabDriver& lab) { return lab.view.tour.stop.value_or(end_of_tour + 1); }
  static void go_to(LabDriver& lab, std::size_t wanted) {
    while (stop(lab) < wanted) lab.click(lab.item("button.Next").centre());
    lab.settle();
  }
  static std::string sentence(const LabDriver& lab) {
    const TourStop& now = all_tour_stops()[stop(lab)];
    return lab.view.tour.is_done ? now.seen(lab.session, lab.view) : now.sentence(lab.session, lab.view);
  }
  static void expect_done(const LabDriver& lab, std::size_t which) {
    EXPECT_EQ(stop(lab), which);
    EXPECT_TRUE(lab.view.tour.is_done) << "at stop " << which;
  }

  LabDriver driver{preset("journey"), 1280, 800};
};

TEST_F(Tour, IsOfferedOnce) {
  EXPECT_FALSE(driver.has_item("tour.card"));
  offer_tour(driver.session, driver.view, driver.queue);
  driver.settle();
  EXPECT_TRUE(driver.has_item("tour.card"));
  EXPECT_TRUE(driver.view.preferences.was_tour_offered);

  LabDriver later(preset("journey"));
  later.view.preferences.was_tour_offered = true;
  offer_tour(later.session, later.view, later.queue);
  later.settle();
  EXPECT_FALSE(later.has_item("tour.card"));
  start(later);
  EXPECT_TRUE(later.has_item("tour.card")) << "it can be taken at any time";
}

TEST_F(Tour, StandsInTheMenuHelpAndOnTheHelpPage) {
  driver.click(driver.item("menu.Help").centre());
  driver.click(driver.item("entry.Take the tour").centre());
  driver.settle();
  EXPECT_EQ(stop(driver), drag_stop);
  driver.key(ImGuiKey_Escape);
  driver.shortcut(Command::help);
  driver.settle();
  driver.click(driver.item("button.Take the tour").centre());
  driver.settle();
  EXPECT_EQ(stop(driver), drag_stop);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
}

TEST_F(Tour, EnterGoesOnUnlessANumberIsSelected) {
  start(driver);
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(stop(driver), point_stop);
  driver.click(driver.item("scores[1,1]").centre());
  driver.settle();
  const auto before = stop(driver);
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(stop(driver), before);
}

TEST_F(Tour, NoticesADragAndSaysWhatChanged) {
  start(driver);
  EXPECT_TRUE(is_inside(driver.item("X[1,1]"), driver.item("tour.ring")))
      << "the largest number of “journey”";
  driver.pull("X[1,1]", 40);
  EXPECT_FALSE(driver.view.tour.is_done) << "the button is still held down";
  driver.release();
  driver.settle();
  expect_done(driver, drag_stop);
  EXPECT_NE(sentence(driver).find("0.8700 became 1.2700"), std::string::npos) << sentence(driver);
  rest(driver);
  EXPECT_EQ(stop(driver), point_stop) << "it goes on by itself";
  EXPECT_FALSE(driver.view.selected) << "a pinned number would keep the inspector from showing the score";
}

TEST_F(Tour, ADragThatIsCancelledDoesNotCount) {
  start(driver);
  driver.pull("X[1,1]", 40);
  driver.key(ImGuiKey_Escape);
  driver.release();
  driver.settle();
  EXPECT_EQ(stop(driver), drag_stop) << "Escape cancels the drag and nothing else";
  EXPECT_FALSE(driver.view.tour.is_done);
}

TEST_F(Tour, NoticesAMouseThatRestsOnAScore) {
  start(driver);
  go_to(driver, point_stop);
  EXPECT_TRUE(is_inside(driver.item("scores[1,2]"), driver.item("tour.ring")));
  driver.move(driver.item("scores[1,2]").centre());
  driver.settle();
  EXPECT_FALSE(driver.view.tour.is_done) << "a mouse that only passes does not count";
  driver.frame(60);
  expect_done(driver, point_stop);
  rest(driver);
  EXPECT_EQ(stop(driver), steps_stop);
}

TEST_F(Tour, NoticesTheSteps) {
  start(driver);
  go_to(driver, steps_stop);
  EXPECT_TRUE(is_inside(driver.item("steps.open"), driver.item("tour.ring")));
  driver.key(ImGuiKey_Space);
  driver.settle();
  expect_done(driver, steps_stop);
  EXPECT_EQ(driver.view.steps.at, 0u);
  driver.key(ImGuiKey_Space);
  driver.settle();
  EXPECT_NE(sentence(driver).find("step 2 of"), std::string::npos) << sentence(driver);
  rest(driver);
  EXPECT_EQ(stop(driver), present_stop);
  EXPECT_FALSE(driver.view.steps.is_open);
}

TEST_F(Tour, WaitsWhileStepsArePlayed) {
  start(driver);
  go_to(driver, steps_stop);
  driver.type("p");
  rest(driver);
  EXPECT_EQ(stop(driver), steps_stop);
}

TEST_F(Tour, NoticesThePresenterViewAndSaysHowToComeBack) {
  start(driver);
  go_to(driver, present_stop);
  driver.shortcut(Command::present);
  driver.settle();
  EXPECT_FALSE(driver.view.tour.is_done);
  EXPECT_TRUE(driver.has_item("tour.card"));
  EXPECT_NE(all_tour_stops()[present_stop].title(driver.view).find("Escape"), std::string::npos);
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.view.presenter);
  expect_done(driver, present_stop);
  rest(driver);
  EXPECT_EQ(stop(driver), export_stop);
}

TEST_F(Tour, LeavesThePresenterViewWhenItGoesOn) {
  start(driver);
  go_to(driver, present_stop);
  driver.shortcut(Command::present);
  driver.settle();
  go_to(driver, export_stop);
  EXPECT_FALSE(driver.view.presenter);
  EXPECT_TRUE(driver.has_item("tour.ring"));
}

TEST_F(Tour, IsHiddenInThePresenterViewAtOtherStops) {
  start(driver);
  driver.shortcut(Command::present);
  driver.settle();
  EXPECT_FALSE(driver.has_item("tour.card"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.view.presenter);
  EXPECT_TRUE(driver.has_item("tour.card")) << "Escape left the presenter view only";
}

TEST_F(Tour, NoticesAnExportByMouseAndByKey) {
  for (const bool uses_key : {true, false}) {
    start(driver);
    go_to(driver, export_stop);
    EXPECT_TRUE(is_inside(driver.item("weights[3,3]"), driver.item("tour.ring")));
    if (uses_key) {
      driver.shortcut(Command::export_dialog);
    } else {
      driver.right_click(driver.item("weights[3,3]").centre());
      driver.click(driver.item("entry.Export this…").centre());
    }
    driver.settle();
    ASSERT_EQ(driver.view.dialogs.open, Dialog::export_figure);
    EXPECT_FALSE(driver.has_item("tour.card")) << "it does not lie below a dialog";
    driver.key(ImGuiKey_Escape);
    driver.settle();
    expect_done(driver, export_stop);
    rest(driver);
    EXPECT_EQ(stop(driver), end_of_tour);
  }
  EXPECT_FALSE(driver.has_item("button.Next"));
  EXPECT_FALSE(driver.has_item("button.Undo my changes")) << "nothing was changed";
  driver.click(driver.item("button.Close").centre());
  driver.settle();
  EXPECT_FALSE(driver.has_item("tour.card"));
}

TEST_F(Tour, UndoesWhatWasChangedAtTheEnd) {
  driver.drag("W_q[0,0]", 20);
  const Document before = driver.session.document();
  start(driver);
  driver.drag("X[1,1]", 40);
  driver.shortcut(Command::mask);
  EXPECT_FALSE(driver.session.document() == before);
  go_to(driver, end_of_tour);
  driver.click(driver.item("button.Undo my changes").centre());
  driver.settle();
  EXPECT_EQ(driver.session.document(), before) << "and not what was changed before the tour";
  EXPECT_FALSE(driver.has_item("button.Undo my changes"));
  EXPECT_TRUE(driver.session.can_redo());
}

TEST_F(Tour, EscapeLeavesItAndNothingElse) {
  for (std::size_t each = drag_stop; each <= end_of_tour; ++each) {
    start(driver);
    go_to(driver, each);
    driver.view.selected = CellRef{{MatrixName::scores, 0}, 1, 2};
    driver.settle();
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.view.tour.is_open()) << each;
    EXPECT_TRUE(driver.view.selected) << "the number stays pinned";
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.view.selected);
  }
}

TEST_F(Tour, EscapeClosesWhatIsOpenFirst) {
  start(driver);
  driver.click(driver.item("menu.File").centre());
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(driver.view.tour.is_open());
  driver.shortcut(Command::help);
  driver.settle();
  driver.key(ImGuiKey_Escape);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
  EXPECT_TRUE(driver.view.tour.is_open());
  driver.double_click(driver.item("X[0,0]").centre());
  driver.type("5");
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(driver.view.tour.is_open());
  driver.key(ImGuiKey_Escape);
  EXPECT_FALSE(driver.view.tour.is_open());
}

TEST_F(Tour, EverythingElseWorksMeanwhile) {
  start(driver);
  driver.type("m");
  EXPECT_EQ(driver.session.model().options.mask, Mask::causal);
  driver.click(driver.item("workspace.museum").centre());
  driver.settle();
  EXPECT_EQ(driver.view.workspace, Workspace::museum);
  driver.shortcut(Command::undo);
  driver.settle();
  EXPECT_EQ(driver.session.model().options.mask, Mask::none);
  EXPECT_EQ(stop(driver), drag_stop);
}

TEST_F(Tour, ShowsItsTargetAgainAfterAnotherWorkspaceOrZoom) {
  start(driver);
  EXPECT_FALSE(driver.has_item("button.Show me"));
  driver.view.workspace = Workspace::training;
  driver.settle();
  EXPECT_TRUE(driver.has_item("tour.card"));
  EXPECT_FALSE(driver.has_item("tour.ring"));
  driver.click(driver.item("button.Show me").centre());
  driver.settle();
  EXPECT_EQ(driver.view.workspace, Workspace::pipeline);
  EXPECT_TRUE(driver.has_item("tour.ring"));
  driver.view.pipeline.collapsed = {MatrixName::X};
  driver.settle();
  EXPECT_FALSE(driver.has_item("tour.ring"));
  driver.click(driver.item("button.Show me").centre());
  driver.settle();
  EXPECT_TRUE(driver.has_item("tour.ring"));
}

TEST_F(Tour, SaysThatALockedDocumentCannotBeDragged) {
  driver.shortcut(Command::lock_document);
  start(driver);
  EXPECT_NE(sentence(driver).find("Ctrl+Shift+L"), std::string::npos) << sentence(driver);
  driver.drag("X[1,1]", 40);
  driver.settle();
  EXPECT_FALSE(driver.view.tour.is_done);
  driver.shortcut(Command::lock_document);
  EXPECT_EQ(sentence(driver).find("Ctrl+Shift+L"), std::string::npos) << sentence(driver);
  driver.drag("X[1,1]", 40);
  driver.settle();
  EXPECT_TRUE(driver.view.tour.is_done);
}

TEST_F(Tour, FindsItsTargetsWhereNobodyElseNeedsNames) {
  driver.view.items.is_always_needed = false;
  driver.settle();
  EXPECT_TRUE(driver.view.items.all().empty());
  start(driver);
  EXPECT_TRUE(driver.has_item("tour.ring"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_TRUE(driver.view.items.all().empty()) << "names cost nothing after the tour";
}

TEST_F(Tour, AsksForNoFramesWhileItWaits) {
  for (std::size_t each = drag_stop; each <= end_of_tour; ++each) {
    start(driver);
    go_to(driver, each);
    driver.frame(180);  // the ring has closed around the target
    EXPECT_FALSE(driver.wants_frame()) << each;
  }
}

/// All documents, in windows and text sizes that people use.
void expect_clear_targets(const Document& document, const std::string& name,
                          const std::vector<Point>& sizes) {
  for (const auto& [width, height] : sizes) {
    for (const float text_size : usual_text_sizes) {
      LabDriver driver(document, width, height);
      driver.set_size_of_everything(text_size);
      driver.shortcut(Command::tour);
      for (std::size_t each = drag_stop; each <= end_of_tour; ++each) {
        const std::string where = name + ", " + std::to_string(width) + " pixels wide, text of " +
                                  std::to_string(text_size) + ", stop " + std::to_string(each);
        driver.settle();
        const Rect card = driver.item("tour.card");
        EXPECT_TRUE(is_inside(card, {0, 0, width, height})) << where << " " << to_text(card);
        ASSERT_TRUE(driver.has_item("tour.ring")) << where;
        EXPECT_FALSE(overlap(card, driver.item("tour.ring"))) << where << " " << to_text(card);
        if (each == point_stop) {
          EXPECT_FALSE(overlap(card, driver.item("side"), 3)) << where;
        }
        for (const Item& item : driver.view.items.all()) {
          if (item.name.rfind("button.", 0) != 0) continue;
          EXPECT_TRUE(is_inside(item.rect, card)) << item.name << where;
        }
        if (each == steps_stop) {
          driver.key(ImGuiKey_Space);
          driver.settle();
          EXPECT_FALSE(overlap(driver.item("tour.card"), driver.item("tour.ring"))) << where << ", open";
        }
        if (each == present_stop) {
          driver.shortcut(Command::present);
          driver.settle();
          EXPECT_FALSE(overlap(driver.item("tour.card"), driver.item("tour.ring"))) << where << ", presented";
        }
        if (each < end_of_tour) driver.click(driver.item("button.Next").centre());
      }
    }
  }
}

TEST_F(Tour, NeverCoversWhatItPointsAt) {
  for (const char* name :
       {"journey", "journey-simplified", "journey-positions", "journey-two-heads", "words"})
    expect_clear_targets(preset(name), name, {usual_sizes.begin(), usual_sizes.end()});
}

TEST_F(Tour, FindsItsStopsInAnyDocument) {
  const std::vector<Point> smallest = {usual_sizes.front()};
  for (const Index n_tokens : {1, 30, 1024})
    expect_clear_targets(long_document(n_tokens), std::to_string(n_tokens) + " tokens", smallest);
  RandomDocuments random(11);
  for (int i = 0; i < 12; ++i)
    expect_clear_targets(random.document(), "random " + std::to_string(i), smallest);
}

TEST(CardPlace, KeepsOffItsTargetWhereverItStands) {
  for (float x = 0; x <= 900; x += 100) {
    for (float y = 0; y <= 700; y += 100) {
      CardPlaceRequest request;
      request.size = {300, 200};
      request.window = {0, 0, 1024, 768};
      request.target = Rect{x, y, 120, 60};
      request.others = {{{0, 0, 1024, 768}, 1}};
      request.gap = 14;
      const Rect place = place_card(request);
      EXPECT_FALSE(overlap(place, *request.target)) << to_text(place);
      EXPECT_TRUE(is_inside(place, request.window)) << to_text(place);
    }
  }
}

TEST(CardPlace, StaysInsideAWindowThatIsTooSmall) {
  CardPlaceRequest request;
  request.size = {300, 200};
  request.window = {0, 0, 200, 100};
  request.gap = 14;
  const Rect place = place_card(request);
  EXPECT_EQ(place.x, 0);
  EXPECT_EQ(place.y, 0);
}

}  // namespace
}  // namespace attention_lab::testing
