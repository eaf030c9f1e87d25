// The Spaces workspace: dragging points, arrowheads and context vectors.
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/geometry/convex_hull.h"
#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

struct SpacesDriver : LabDriver {
  explicit SpacesDriver(Document document, Point size = {1280, 800})
      : LabDriver(std::move(document), size.x, size.y) {
    view.workspace = Workspace::spaces;
    settle();
  }
};

MatrixView rows_of(const LabDriver& driver, MatrixName name) {
  return matrix_view(driver.session.model(), driver.session.trace(), {name, 0});
}

/// Presses the mouse on the item and moves it by this many pixels, without letting go.
void pull_item(LabDriver& driver, std::string_view name, Point by) {
  const Point from = driver.item(name).centre();
  driver.move(from);
  driver.press();
  driver.move({from.x + by.x / 2, from.y + by.y / 2});
  driver.move({from.x + by.x, from.y + by.y});
  driver.frame();
}

/// Where the mouse is, in the plane of the space.
PlanePoint mouse_in(LabDriver& driver, Space space, Point mouse) {
  const SpacePanel& panel = driver.view.spaces.panel(space);
  PlaneFrame frame = *panel.plot.plane;
  frame.plot = in_window(panel.plot, frame.plot);
  return frame.at(mouse);
}

TEST(Spaces, ShowsTheFourPlanesOfEveryPreset) {
  for (const char* const name : {"journey", "journey-simplified", "journey-causal", "journey-two-heads",
                                 "journey-dropout", "journey-positions", "dog", "words-trained"}) {
    for (const Point& size : usual_sizes) {
      SpacesDriver driver(preset(name), size);
      for (const Space space : all_spaces) {
        const std::string item = "spaces." + std::string(to_string(space));
        EXPECT_TRUE(is_inside(driver.item(item), driver.item("workspace"), 1)) << name << ", " << item;
        EXPECT_TRUE(driver.view.spaces.panel(space).plot.plane) << name << ", " << item;
      }
      EXPECT_FALSE(driver.wants_frame()) << "no redraw while nothing happens";
    }
  }
}

TEST(Spaces, AsksOnceWhatShallChangeAndThenMovesTheQueryThere) {
  SpacesDriver driver(preset("journey"));
  const Document before = driver.session.document();
  pull_item(driver, "query[0]", {60, -20});
  driver.release();
  EXPECT_EQ(driver.session.document(), before) << "it asks first";
  driver.click(driver.item("button.The matrix").centre());
  EXPECT_EQ(driver.view.spaces.what_changes, WhatChanges::matrix);
  EXPECT_EQ(driver.session.history().undo_name(), "Move the query of “Your”") << "the drag is not lost";
  driver.shortcut(Command::undo);
  driver.settle();

  const Point from = driver.item("query[0]").centre();
  pull_item(driver, "query[0]", {60, -20});
  EXPECT_TRUE(driver.session.is_previewing());
  const PlanePoint there = mouse_in(driver, Space::query, {from.x + 60, from.y - 20});
  driver.release();
  EXPECT_EQ(driver.session.history().undo_name(), "Move the query of “Your”");
  EXPECT_NEAR(static_cast<double>(rows_of(driver, MatrixName::Q)(0, 0)), there.x, 0.02);
  EXPECT_NEAR(static_cast<double>(rows_of(driver, MatrixName::Q)(0, 1)), there.y, 0.02);
  EXPECT_EQ(*driver.session.model().token_embeddings, *before.model.token_embeddings);
  EXPECT_EQ(*driver.session.model().heads[0].W_k, *before.model.heads[0].W_k);
  driver.shortcut(Command::undo);
  EXPECT_EQ(driver.session.document(), before);
  EXPECT_FALSE(driver.session.can_undo()) << "one step, however long the drag";
}

TEST(Spaces, AreDrawnInTheirNewPlanesWhenADragHasEnded) {
  SpacesDriver driver(preset("journey"));
  driver.view.spaces.what_changes = WhatChanges::matrix;
  pull_item(driver, "token[3]", {80, -50});
  driver.release();
  driver.settle();
  const SpacesState& state = driver.view.spaces;
  EXPECT_EQ(driver.view.spaces.panel(Space::token).shown.plane.axes, state.planes.of(Space::token).axes);
  EXPECT_EQ(driver.view.spaces.panel(Space::query).shown.token_plane.axes,
            state.planes.of(Space::token).axes);
}

TEST(Spaces, AreNotShownWhilePredictFirstHidesNumbers) {
  SpacesDriver driver(preset("journey"));
  EXPECT_TRUE(driver.has_item("query[0]"));
  open_steps(driver.session, driver.view);
  set_predicting(driver.view.steps, true);
  driver.view.workspace = Workspace::spaces;
  driver.settle();
  EXPECT_TRUE(driver.has_item("spaces.hidden"));
  EXPECT_FALSE(driver.has_item("query[0]"));
}

TEST(Spaces, MovesAKeyByItsTokenIfThatIsTheAnswer) {
  SpacesDriver driver(preset("journey"));
  driver.view.spaces.what_changes = WhatChanges::token;
  const Document before = driver.session.document();
  pull_item(driver, "key[4]", {30, 10});
  driver.release();
  const Document after = driver.session.document();
  EXPECT_EQ(*after.model.heads[0].W_k, *before.model.heads[0].W_k);
  EXPECT_NE(after.model.token_embeddings->row(4), before.model.token_embeddings->row(4));
  EXPECT_EQ(after.model.token_embeddings->row(3), before.model.token_embeddings->row(3));
}

TEST(Spaces, AnArrowheadIsARowOfW) {
  SpacesDriver driver(preset("journey"));
  const Matrix before = *driver.session.model().heads[0].W_v;
  const Point from = driver.item("value.row[1]").centre();
  pull_item(driver, "value.row[1]", {40, 30});
  driver.release();
  const Matrix after = *driver.session.model().heads[0].W_v;
  EXPECT_EQ(after.row(0), before.row(0));
  EXPECT_EQ(after.row(2), before.row(2));
  const PlanePoint there = mouse_in(driver, Space::value, {from.x + 40, from.y + 30});
  EXPECT_NEAR(static_cast<double>(after(1, 0)), there.x, 0.02);
  EXPECT_NEAR(static_cast<double>(after(1, 1)), there.y, 0.02);
  EXPECT_EQ(driver.session.history().undo_name(), "Move row 2 of W_v");
}

TEST(Spaces, TheContextVectorIsMovedByItsValuesAndStaysInTheirHull) {
  SpacesDriver driver(preset("dream"));
  const Matrix weights = rows_of(driver, MatrixName::weights);
  pull_item(driver, "value.context", {35, -15});
  driver.release();
  EXPECT_EQ(driver.session.history().undo_name(), "Move the context vector of “big”");
  EXPECT_EQ(weights, Matrix(rows_of(driver, MatrixName::weights)));
  std::vector<PlanePoint> values;
  const MatrixView V = rows_of(driver, MatrixName::V);
  for (Index i = 0; i < V.rows(); ++i)
    values.push_back({static_cast<double>(V(i, 0)), static_cast<double>(V(i, 1))});
  std::vector<PlanePoint> corners;
  for (const Index i : convex_hull(values)) corners.push_back(values[static_cast<std::size_t>(i)]);
  const MatrixView output = rows_of(driver, MatrixName::head_output);
  EXPECT_LT(
      distance_from_hull(corners, {static_cast<double>(output(1, 0)), static_cast<double>(output(1, 1))}),
      1e-6);
}

TEST(Spaces, ADialTurnsAMatrixOfThePlane) {
  SpacesDriver driver(preset("rotation"));
  const Matrix before = *driver.session.model().heads[0].W_q;
  const Rect track = driver.item("spaces.rotation.track");
  driver.move(track.centre());
  driver.press();
  driver.move({track.centre().x + track.width / 4, track.centre().y});
  EXPECT_TRUE(driver.session.is_previewing());
  const Matrix quarter = *driver.session.model().heads[0].W_q;
  EXPECT_NEAR(static_cast<double>(quarter(0, 1)), 1, 1e-6);
  EXPECT_NEAR(static_cast<double>(quarter(1, 0)), -1, 1e-6);
  driver.release();
  driver.settle();
  EXPECT_FALSE(driver.session.is_previewing());
  EXPECT_EQ(driver.session.history().undo_name(), "Set W_q to the rotation by 90°");
  driver.session.undo();
  driver.settle();
  EXPECT_EQ(*driver.session.model().heads[0].W_q, before);
}

TEST(Spaces, TheAxesHoldStillDuringADrag) {
  SpacesDriver driver(preset("journey"));
  driver.view.spaces.what_changes = WhatChanges::token;
  std::array<PlaneFrame, 4> before;
  for (const Space space : all_spaces)
    before[static_cast<std::size_t>(space)] = *driver.view.spaces.panel(space).plot.plane;
  pull_item(driver, "token[3]", {90, 60});
  EXPECT_TRUE(driver.session.is_previewing());
  for (const Space space : all_spaces) {
    const PlaneFrame& now = *driver.view.spaces.panel(space).plot.plane;
    const PlaneFrame& then = before[static_cast<std::size_t>(space)];
    EXPECT_EQ(now.plot, then.plot) << to_string(space);
    EXPECT_NEAR(now.x_low, then.x_low, 1e-9) << to_string(space);
    EXPECT_NEAR(now.y_high, then.y_high, 1e-9) << to_string(space);
  }
  driver.release();
}

TEST(Spaces, EscapeRestoresTheDocument) {
  SpacesDriver driver(preset("journey"));
  const Document before = driver.session.document();
  pull_item(driver, "token[2]", {50, 20});
  EXPECT_TRUE(driver.session.is_previewing());
  driver.key(ImGuiKey_Escape);
  EXPECT_EQ(driver.session.document(), before);
  driver.release();
  EXPECT_FALSE(driver.session.can_undo());
}

TEST(Spaces, AClickChoosesTheTokenWhoseScoresAreShown) {
  SpacesDriver driver(preset("journey"));
  driver.click(driver.item("token[4]").centre());
  EXPECT_EQ(driver.view.selected, (CellRef{{MatrixName::X, 0}, 4, 0}));
  for (const Space space : all_spaces) EXPECT_EQ(driver.view.spaces.panel(space).shown.query, 4);
  EXPECT_FALSE(driver.session.can_undo());
  // The pipeline shows the same token, and its selection is that of the planes.
  driver.view.selected = CellRef{{MatrixName::weights, 0}, 2, 1};
  driver.frame(2);
  for (const Space space : all_spaces) EXPECT_EQ(driver.view.spaces.panel(space).shown.query, 2);
}

TEST(Spaces, TabGoesToTheNextTokenAndArrowsMoveItsPoint) {
  SpacesDriver driver(preset("journey"));
  driver.click(driver.item("token[4]").centre());
  driver.key(ImGuiKey_Tab);
  EXPECT_EQ(driver.view.selected->row, 5);
  driver.key(ImGuiKey_Tab);
  EXPECT_EQ(driver.view.selected->row, 0);
  const SpacePlane plane = driver.view.spaces.panel(Space::token).shown.plane;
  const auto place = [&] {
    return place_of_handle(driver.session.model(), driver.session.trace(),
                           {SpaceHandle::Kind::point, Space::token, 0, 0}, plane);
  };
  const PlanePoint before = place();
  driver.key(ImGuiKey_RightArrow);
  EXPECT_GT(place().x, before.x);
  EXPECT_NEAR(place().y, before.y, 1e-6);
  driver.key(ImGuiKey_UpArrow);
  EXPECT_GT(place().y, before.y);
  EXPECT_EQ(driver.session.history().undo_name(), "Move the embedding of “Your”");
}

TEST(Spaces, ALockedDocumentStaysAsItIs) {
  SpacesDriver driver(preset("journey"));
  const Document before = driver.session.document();
  driver.view.is_locked = true;
  pull_item(driver, "token[2]", {50, 20});
  driver.release();
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.session.document(), before);
  EXPECT_TRUE(driver.view.notice);
}

TEST(Spaces, SaysWhyAPointCannotBeMoved) {
  Document document = preset("journey");
  document.model.heads[0].W_q = Matrix(Matrix::Zero(3, 2));
  SpacesDriver driver(document);
  driver.view.spaces.what_changes = WhatChanges::token;
  pull_item(driver, "query[0]", {50, 20});
  driver.release();
  EXPECT_EQ(driver.session.document(), document);
  ASSERT_TRUE(driver.view.notice);
  EXPECT_NE(driver.view.notice->text.find("W_q maps every token to the same point here"), std::string::npos)
      << driver.view.notice->text;
}

TEST(Spaces, DragsOfTheEmptyGroundTurnThreeDimensions) {
  SpacesDriver driver(preset("journey"));
  const Document before = driver.session.document();
  PlaneChoice& choice = driver.view.spaces.choice(Space::token);
  ASSERT_TRUE(driver.view.spaces.planes.of(Space::token).is_turned()) << "as usual for three dimensions";
  const Rect card = driver.item("spaces.token");
  const Point ground{card.x + card.width * 0.25f, card.bottom() - card.height * 0.2f};
  const PlaneFrame frame = *driver.view.spaces.panel(Space::token).plot.plane;
  driver.move(ground);
  driver.press();
  driver.move({ground.x + 50, ground.y + 10});
  driver.frame();
  EXPECT_NEAR(choice.yaw, PlaneChoice::usual_yaw + 0.5, 1e-6);
  EXPECT_NEAR(choice.pitch, PlaneChoice::usual_pitch + 0.1, 1e-6);
  EXPECT_EQ(driver.view.spaces.panel(Space::token).plot.plane->plot, frame.plot);
  const PlaneFrame& turned = *driver.view.spaces.panel(Space::token).plot.plane;
  EXPECT_NEAR(turned.x_high - turned.x_low, frame.x_high - frame.x_low, 1e-6) << "nothing grows";
  driver.release();
  driver.double_click(ground);
  EXPECT_NEAR(choice.yaw, PlaneChoice::usual_yaw, 1e-6);
  // A point is dragged, not turned.
  pull_item(driver, "token[0]", {30, -20});
  driver.release();
  EXPECT_NEAR(choice.yaw, PlaneChoice::usual_yaw, 1e-6);
  EXPECT_NE(driver.session.document(), before);
}

TEST(Spaces, TheMouseOverATokenLightsItInThePipelineToo) {
  SpacesDriver driver(preset("journey"));
  driver.move(driver.item("value[3]").centre());
  driver.frame();
  EXPECT_EQ(driver.view.hovered, (CellRef{{MatrixName::V, 0}, 3, 0}));
}

}  // namespace
}  // namespace attention_lab::testing
