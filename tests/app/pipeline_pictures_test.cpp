// The pipeline on the screen and in a file of the same size: one picture, marks included.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "lab_driver.h"
#include "pictures.h"
#include "repetitions.h"
#include "software_screen.h"
#include "ui/steps/step_player.h"
#include "ui/workspaces/pipeline/stage_focus.h"

namespace attention_lab::testing {
namespace {

/// What two rasterisers may differ by, of 255: each shades the edges of letters and lines in its own way, so
/// the largest difference is that of squares of this many pixels.
constexpr int square = 8;
constexpr double largest_of_rasterisers = 64;
constexpr double mean_of_rasterisers = 6;

double largest_difference(const test::DecodedPicture& a, const test::DecodedPicture& b) {
  return test::difference(reduced(a, square), reduced(b, square)).largest;
}

void blank(test::DecodedPicture& picture, const Rect& area) {
  const int bottom = std::min(static_cast<int>(std::ceil(area.bottom())), picture.height);
  const int right = std::min(static_cast<int>(std::ceil(area.right())), picture.width);
  for (int y = std::max(static_cast<int>(area.y), 0); y < bottom; ++y)
    for (int x = std::max(static_cast<int>(area.x), 0); x < right; ++x)
      picture.pixels[static_cast<std::size_t>(y * picture.width + x)] = {0, 0, 0, 255};
}

class PipelinePictures : public ::testing::Test {
 protected:
  void open(const std::string& name) {
    driver = std::make_unique<LabDriver>(preset(name));
    driver->settle();
    driver->view.preferences.export_folder = "/pictures";
    driver->view.preferences.export_format = PictureFormat::png;
  }

  Rect area() const { return driver->item("pipeline"); }

  /// Exports with Ctrl+E in pixels of the screen, expects what the screen shows, and returns the file.
  test::DecodedPicture expect_one_picture(const std::string& claim) {
    const Rect shown = area();
    driver->view.preferences.page.size = {static_cast<double>(shown.width), static_cast<double>(shown.height),
                                          LengthUnit::pixels};
    driver->frame();
    test::DecodedPicture on_screen = pixels_of_frame(driver->textures, shown);
    driver->shortcut(Command::export_again);
    driver->frame();
    const ExportPicture* exported = nullptr;
    for (const Action& action : driver->actions)
      if (const auto* picture = std::get_if<ExportPicture>(&action)) exported = picture;
    if (exported == nullptr) {
      ADD_FAILURE() << "nothing was exported";
      return {};
    }
    const Result<std::string> png = encode_picture(*exported->list, exported->page, exported->background,
                                                   PictureFormat::png, test::fonts());
    test::DecodedPicture in_file = test::decode_png(*png);
    // Controls are no part of the picture.
    for (const Item& item : driver->view.items.all()) {
      if (item.name != "colours.lock" && item.name.compare(0, 7, "scroll.") != 0) continue;
      const Rect place = item.rect.expanded(3);  // with the dots that a file has instead of a scroll bar
      for (test::DecodedPicture* picture : {&on_screen, &in_file})
        blank(*picture, {place.x - shown.x, place.y - shown.y, place.width, place.height});
    }
    driver->actions.clear();
    EXPECT_LE(largest_difference(on_screen, in_file), largest_of_rasterisers) << claim;
    EXPECT_LE(test::difference(on_screen, in_file).mean, mean_of_rasterisers) << claim;
    return in_file;
  }

  MatrixName embeddings() const { return word_embeddings(driver->session.model()); }
  std::string item_of(MatrixName matrix, Index row, Index column) const {
    return to_string(CellRef{{matrix, 0}, row, column}, driver->session.model().n_heads());
  }

  void click(const std::string& item) {
    driver->click(driver->item(item).centre());
    driver->move({-1, -1});
    driver->settle();
  }

  std::unique_ptr<LabDriver> driver;
};

TEST_F(PipelinePictures, OfEveryPresetAreTheSameOnTheScreenAndInAFile) {
  constexpr std::size_t step = repetitions(1, 7);
  for (std::size_t i = 0; i < presets().size(); i += step) {
    const std::string& name = presets()[i].name;
    open(name);
    expect_one_picture(name);
    driver->view.preferences.theme = ThemeName::night;
    driver->settle();
    expect_one_picture(name + ", by night");
  }
}

/// A way to look at the pipeline.
struct State {
  std::string name;
  std::function<void()> reach;
};

TEST_F(PipelinePictures, CarryEveryMark) {
  const std::vector<State> states = {
      {"pinned", [&] { click(item_of(MatrixName::weights, 0, 0)); }},
      {"pinned, and another under the mouse",
       [&] {
         click(item_of(MatrixName::weights, 0, 0));
         driver->move(driver->item("X[1,1]").centre());
         driver->settle();
       }},
      {"under the mouse",
       [&] {
         driver->move(driver->item(item_of(MatrixName::scores, 1, 0)).centre());
         driver->settle();
       }},
      {"followed, with spotlight",
       [&] {
         driver->view.followed.toggle(driver->session.document().tokens, 1);
         driver->view.followed.toggle(driver->session.document().tokens, 0);
         driver->view.has_spotlight = true;
         driver->settle();
       }},
      {"effect",
       [&] {
         click(item_of(embeddings(), 0, 1));
         driver->shortcut(Command::influence);
         driver->settle();
       }},
      {"in focus",
       [&] {
         toggle_focus(driver->session, driver->view.pipeline, MatrixName::weights);
         driver->settle();
       }},
      {"collapsed",
       [&] {
         driver->view.pipeline.collapsed = {MatrixName::scaled_scores, MatrixName::V};
         driver->settle();
       }},
      {"just changed",
       [&] {
         driver->drag(item_of(embeddings(), 0, 0), 30);
         driver->move({-1, -1});
         driver->frame(2);
       }},
      {"colours that hold still, after a change",
       [&] {
         driver->view.pipeline.holds_colours = true;
         driver->settle();
         driver->drag(item_of(embeddings(), 0, 0), 120);
         driver->move({-1, -1});
         driver->settle();
       }},
      {"a step",
       [&] {
         open_steps(driver->session, driver->view);
         go_to_step(driver->view.steps, 9);
         driver->frame(40);
       }},
      {"a step that asks first",
       [&] {
         open_steps(driver->session, driver->view);
         set_predicting(driver->view.steps, true);
         go_to_step(driver->view.steps, 4);
         driver->frame(40);
       }},
      {"all tokens at once",
       [&] {
         open_steps(driver->session, driver->view);
         show_all_tokens(driver->session, driver->view.steps, true);
         driver->frame(40);
       }},
  };
  std::vector<const char*> names = {
      "journey-two-heads", "journey",         "journey-causal", "journey-simplified",
      "journey-positions", "journey-dropout", "words"};
  names.resize(repetitions(7, 1));
  for (const char* name : names) {
    open(name);
    const test::DecodedPicture unmarked = expect_one_picture(name);
    for (const State& state : states) {
      open(name);
      const bool has_projections = driver->session.model().options.projection != Projection::identity;
      if (state.name == "effect" && !has_projections) continue;
      state.reach();
      const test::DecodedPicture marked = expect_one_picture(std::string(name) + ", " + state.name);
      EXPECT_GT(largest_difference(marked, unmarked), largest_of_rasterisers)
          << name << ", " << state.name << ": a missing mark would be noticed";
    }
  }
}

TEST_F(PipelinePictures, KeepTheirShapeOnAnyPage) {
  open("journey");
  const Rect shown = area();
  driver->view.preferences.page.size = {16, 9, LengthUnit::centimetres};
  driver->shortcut(Command::export_again);
  driver->frame();
  ASSERT_FALSE(driver->actions.empty());
  const auto* exported = std::get_if<ExportPicture>(&driver->actions.back());
  ASSERT_NE(exported, nullptr);
  EXPECT_EQ(exported->list->width, shown.width) << "the list of the window";
  const Page& page = exported->page;
  EXPECT_NEAR(page.width / page.height, shown.width / shown.height, 1e-3f);
  EXPECT_TRUE(std::abs(page.width - 16 / 2.54f * 72) < 0.1f || std::abs(page.height - 9 / 2.54f * 72) < 0.1f);
  EXPECT_LE(page.width, 16 / 2.54f * 72 + 0.1f);
  EXPECT_LE(page.height, 9 / 2.54f * 72 + 0.1f);
  for (const PictureFormat format : all_picture_formats) {
    const Result<std::string> bytes =
        encode_picture(*exported->list, page, exported->background, format, test::fonts());
    ASSERT_TRUE(bytes);
    test::expect_parsed(*bytes);
  }
}

TEST_F(PipelinePictures, OfANightWindowAreDrawnForPaperOnAWhitePage) {
  open("journey");
  driver->view.preferences.theme = ThemeName::night;
  driver->view.figures.background = Background::white;
  driver->settle();
  driver->shortcut(Command::export_again);
  driver->frame();
  ASSERT_FALSE(driver->actions.empty());
  const auto* exported = std::get_if<ExportPicture>(&driver->actions.back());
  ASSERT_NE(exported, nullptr);
  const Colour paper_text = theme_of(ThemeName::paper).text;
  bool has_paper_text = false;
  for (const DrawCommand& command : exported->list->commands) {
    if (const auto* text = std::get_if<Text>(&command))
      has_paper_text = has_paper_text || text->colour == paper_text;
  }
  EXPECT_TRUE(has_paper_text);
}

}  // namespace
}  // namespace attention_lab::testing
