// The paths of queries and keys in the training workspace.
#include "ui/workspaces/training/path_plot.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/words/templates.h"
#include "training_driver.h"

namespace attention_lab::testing {
namespace {

void show_paths_of_matching(LabDriver& driver) {
  click_item(driver, "training.curve");
  click_item(driver, "training.curve.5");
  driver.settle();
}

std::vector<std::vector<double>> rows_of(const PlotPanel& panel, const std::string& vector) {
  const NumberTable table = panel.plot->numbers();
  std::vector<std::vector<double>> found;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.row_labels[i] == vector) found.push_back(table.rows[i]);
  return found;
}

TEST(PathPlot, ShowsWhereTrainingMovedEachQueryAndKey) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  for (int i = 0; i < 3; ++i) click_item(driver, "training.ten");
  show_paths_of_matching(driver);
  TrainingState& state = driver.view.training;
  ASSERT_EQ(state.loss.plot->stem, "query-key-paths");
  const std::vector<std::vector<double>> path = rows_of(state.loss, "k of “eat”");
  ASSERT_EQ(path.size(), 31u);
  TrainingRun& run = run_of(driver);
  const VectorPlane plane = state.paths.shown_plane;
  for (const std::int64_t step : {30, 12, 0}) {
    run.go_to(step);
    const Matrix& K = run.objective().trace().heads[0].K;
    const std::vector<double>& row = path[static_cast<std::size_t>(step)];
    EXPECT_EQ(row[0], static_cast<double>(step));
    EXPECT_EQ(row[1], static_cast<double>(K(2, plane.x)));
    EXPECT_EQ(row[2], static_cast<double>(K(2, plane.y)));
    driver.settle();
    EXPECT_EQ(rows_of(state.loss, "k of “eat”").size(), static_cast<std::size_t>(step) + 1)
        << "going back makes the path shorter";
    EXPECT_EQ(state.paths.shown_plane, plane);
  }
  EXPECT_EQ(state.paths.words, filled("Coordinates <x> and <y> of 3. Nothing has moved yet.",
                                      {{"x", plane.x + 1}, {"y", plane.y + 1}}));
  run.go_to(30);
  driver.settle();
  EXPECT_NE(state.paths.words.find("% of the squared distances from step 0."), std::string::npos);
}

TEST(PathPlot, ItsCoordinatesCanBeChosen) {
  LabDriver driver(preset("alice"));
  open_training(driver);
  click_item(driver, "training.ten");
  show_paths_of_matching(driver);
  TrainingState& state = driver.view.training;
  const VectorPlane most = state.paths.shown_plane;
  const VectorPlane other = most == VectorPlane{0, 1} ? VectorPlane{1, 2} : VectorPlane{0, 1};
  state.paths.plane = other;
  driver.settle();
  EXPECT_EQ(state.paths.shown_plane, other);
  const Matrix& Q = run_of(driver).objective().trace().heads[0].Q;
  EXPECT_EQ(rows_of(state.loss, "q of “Alice”").back()[1], static_cast<double>(Q(0, other.x)));
  click_item(driver, "training.path_plane");
  driver.settle();
  EXPECT_EQ(state.paths.shown_plane, most);
  EXPECT_FALSE(state.paths.plane);
}

TEST(PathPlot, FewCoordinatesLeaveNoChoice) {
  LabDriver driver(*edits::set_d_k(preset("alice"), 2, 1));
  open_training(driver);
  click_item(driver, "training.ten");
  show_paths_of_matching(driver);
  const TrainingState& state = driver.view.training;
  EXPECT_EQ(rows_of(state.loss, "q of “will”").size(), 11u);
  EXPECT_EQ(state.paths.words, "q and k have two coordinates. A small dot marks step 0.");
  EXPECT_FALSE(driver.has_item("training.path_x"));
  driver.session.commit(*edits::set_d_k(driver.session.document(), 1, 1));
  driver.settle();
  click_item(driver, "training.ten");
  driver.settle();
  EXPECT_EQ(state.loss.plot->numbers().columns, (std::vector<std::string>{"step", "coordinate 1"}));
  EXPECT_EQ(rows_of(state.loss, "q of “will”").size(), 11u);
}

TEST(PathPlot, ForNextWordsItHasTheWordsOfTheSentence) {
  LabDriver driver(preset("words"));
  open_training(driver);
  for (int i = 0; i < 2; ++i) click_item(driver, "training.ten");
  TrainingState& state = driver.view.training;
  state.paths.is_shown = true;
  driver.settle();
  ASSERT_EQ(state.prompt.plot->stem, "query-key-paths");
  EXPECT_EQ(state.loss.plot->stem, "training-loss");
  const std::vector<std::vector<double>> path = rows_of(state.prompt, "q of “Alice”");
  ASSERT_EQ(path.size(), 21u);
  // Another sentence has its path from step 0 on as well.
  driver.session.commit(*edits::set_sentence(driver.session.document(), "the dog will eat", 1));
  driver.settle();
  EXPECT_EQ(run_of(driver).step(), 20);
  EXPECT_EQ(rows_of(state.prompt, "q of “dog”").size(), 21u);
  EXPECT_TRUE(rows_of(state.prompt, "q of “Alice”").empty());
  const NextWordPrediction now = next_words_of(state)->predict_tokens(driver.session.document()).value();
  EXPECT_EQ(rows_of(state.prompt, "q of “dog”").back()[1],
            static_cast<double>(now.trace.heads[0].Q(1, state.paths.shown_plane.x)));
  driver.session.commit(*edits::set_sentence(driver.session.document(), "Alice will eat", 1));
  driver.settle();
  EXPECT_EQ(rows_of(state.prompt, "q of “Alice”"), path);
}

}  // namespace
}  // namespace attention_lab::testing
