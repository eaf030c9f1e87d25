// The museum of mistakes: nine exhibits, their numbers, and the remedies that make them visible.
#include <cmath>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "core/mistakes/exhibit.h"
#include "core/mistakes/mistake.h"
#include "core/mistakes/remedy.h"
#include "core/mistakes/wording.h"
#include "lab_driver.h"
#include "random_documents.h"
#include "ui/workspaces/museum/exhibit_view.h"

namespace attention_lab::testing {
namespace {

std::string item_of(Mistake mistake) {
  return "exhibit." + std::string(to_string(mistake));
}

void open_museum(LabDriver& driver, Mistake mistake = Mistake::softmax_over_queries) {
  driver.view.museum.mistake = mistake;
  driver.shortcut(command_to_show(Workspace::museum));
  driver.settle();
}

/// NaN equals NaN here, and infinities of the same sign are equal.
bool is_same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

void expect_numbers(const PlotPanel& panel, const MatrixView& expected) {
  ASSERT_TRUE(panel.plot);
  const NumberTable table = panel.plot->numbers();
  ASSERT_EQ(static_cast<Index>(table.rows.size()), expected.rows());
  ASSERT_EQ(static_cast<Index>(table.columns.size()), expected.cols());
  ASSERT_EQ(table.row_labels.size(), table.rows.size());
  for (Index i = 0; i < expected.rows(); ++i) {
    for (Index j = 0; j < expected.cols(); ++j) {
      const double shown = table.rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      EXPECT_TRUE(is_same(shown, static_cast<double>(expected(i, j)))) << i << " " << j << ": " << shown;
    }
  }
}

bool is_visible_mistake(const Document& document, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(document.model, mistake);
  if (!wrong) return false;
  Trace right;
  forward(document.model, right);
  return !giveaway_of(document.model, mistake, right, *wrong).numbers_agree;
}

TEST(Museum, EveryExhibitOfEveryPresetDrawsInsideTheWindow) {
  for (const Preset& one : presets()) {
    for (const Point size : {Point{1024, 768}, Point{1280, 800}, Point{1920, 1080}}) {
      LabDriver driver(preset(one.name), size.x, size.y);
      open_museum(driver);
      for (const Mistake mistake : all_mistakes) {
        SCOPED_TRACE(one.name + " " + std::string(to_string(mistake)));
        driver.view.museum.mistake = mistake;
        driver.frame(2);
        std::vector<Item> parts;
        for (const Item& item : driver.view.items.all()) {
          const bool is_of_museum = item.name.rfind("exhibit.", 0) == 0 || item.name.rfind("plot.", 0) == 0 ||
                                    item.name == "museum.stage" || item.name == "museum.remedy";
          if (is_of_museum && item.name.find(".menu") == std::string::npos) parts.push_back(item);
        }
        EXPECT_GE(parts.size(), 10u);
        for (const Item& part : parts) {
          EXPECT_TRUE(is_inside(part.rect, {0, 0, size.x, size.y})) << part.name << to_text(part.rect);
          for (const Item& other : parts) {
            if (&part == &other) continue;
            EXPECT_FALSE(overlap(part.rect, other.rect)) << part.name << " and " << other.name;
          }
        }
        ASSERT_TRUE(driver.view.museum.exhibit);
        EXPECT_EQ(driver.has_item("plot.wrong"), bool(driver.view.museum.exhibit->wrong));
      }
      EXPECT_TRUE(driver.actions.empty());
    }
  }
}

TEST(Museum, ShowsTheRightNumbersTheWrongOnesAndTheirDifferenceAtEveryStage) {
  for (const char* name : {"journey", "journey-causal", "journey-two-heads", "journey-simplified"}) {
    LabDriver driver(preset(name));
    driver.view.shown_head = driver.session.model().n_heads() - 1;
    open_museum(driver);
    for (const Mistake mistake : all_mistakes) {
      driver.view.museum.mistake = mistake;
      const Result<Trace> wrong = forward_with_mistake(driver.session.model(), mistake);
      if (!wrong) continue;
      for (const MatrixName stage : stages_of(driver.session.model())) {
        SCOPED_TRACE(std::string(name) + " " + std::string(to_string(mistake)) + " " +
                     std::string(to_string(stage)));
        driver.view.museum.stages[static_cast<std::size_t>(mistake)] = stage;
        driver.frame(1);
        const MatrixRef ref = shown_stage(driver.session, driver.view);
        ASSERT_EQ(ref.name, stage);
        const MatrixView right_numbers = matrix_view(driver.session.model(), driver.session.trace(), ref);
        const MatrixView wrong_numbers = matrix_view(driver.session.model(), *wrong, ref);
        const Matrix difference = wrong_numbers - right_numbers;
        expect_numbers(driver.view.museum.plots.right, right_numbers);
        expect_numbers(driver.view.museum.plots.wrong, wrong_numbers);
        expect_numbers(driver.view.museum.plots.difference, view_of(difference));
      }
    }
  }
}

TEST(Museum, FollowsEditsAtOnceAndIsKeptWhileNothingChanges) {
  LabDriver driver(preset("journey"));
  open_museum(driver);
  const ExhibitPointer before = driver.view.museum.exhibit;
  const PlotPointer picture = driver.view.museum.plots.wrong.plot;
  driver.frame(3);
  EXPECT_EQ(driver.view.museum.exhibit, before);
  EXPECT_EQ(driver.view.museum.plots.wrong.plot, picture);
  driver.session.preview(*edits::set_cell(driver.session.document(), {{MatrixName::X, 0}, 0, 0}, Scalar{2}));
  driver.frame();
  EXPECT_NE(driver.view.museum.exhibit, before);
  const Result<Trace> wrong = forward_with_mistake(driver.session.model(), Mistake::softmax_over_queries);
  expect_numbers(driver.view.museum.plots.wrong, view_of(wrong->heads[0].weights));
}

TEST(Museum, FollowsTheHeadThatIsShown) {
  LabDriver driver(preset("journey-two-heads"));
  open_museum(driver);
  driver.view.shown_head = 1;
  driver.frame();
  expect_numbers(driver.view.museum.plots.right, view_of(driver.session.trace().heads[1].weights));
}

TEST(Museum, TheListSaysWhichExhibitsCanBeMadeAndChangeNumbers) {
  LabDriver driver(preset("journey"));
  open_museum(driver);
  driver.frame(12);
  for (const Mistake mistake : all_mistakes) {
    const ListedExhibit& listed = driver.view.museum.list[static_cast<std::size_t>(mistake)];
    EXPECT_EQ(listed.revision, driver.session.revision());
    const bool is_possible = bool(forward_with_mistake(driver.session.model(), mistake));
    EXPECT_EQ(listed.mark != ExhibitMark::impossible, is_possible) << to_string(mistake);
    EXPECT_EQ(listed.mark == ExhibitMark::differs, is_visible_mistake(driver.session.document(), mistake));
  }
  EXPECT_FALSE(driver.view.next_frame_in);
}

TEST(Museum, TheFriendlyExhibitIsRightAfterAllWhereThereIsAMask) {
  const auto mark = [](const char* name) {
    LabDriver driver(preset(name));
    open_museum(driver);
    driver.frame(12);
    return driver.view.museum.list[static_cast<std::size_t>(Mistake::mask_after_softmax_renormalised)].mark;
  };
  EXPECT_EQ(mark("journey-causal"), ExhibitMark::right_after_all);
  EXPECT_EQ(mark("journey"), ExhibitMark::impossible);
}

TEST(Museum, RemediesAreLookedForOnceNothingIsBeingChanged) {
  LabDriver driver(preset("journey"));
  open_museum(driver, Mistake::softmax_without_maximum);
  ASSERT_TRUE(driver.view.museum.exhibit->remedy);
  driver.session.preview(*edits::set_cell(driver.session.document(), {{MatrixName::X, 0}, 0, 0}, Scalar{2}));
  driver.frame(2);
  EXPECT_EQ(driver.view.museum.exhibit->revision, driver.session.revision());
  EXPECT_FALSE(driver.view.museum.exhibit->remedy);
  driver.session.commit(driver.session.document());
  driver.frame(2);
  EXPECT_TRUE(driver.view.museum.exhibit->remedy);
  EXPECT_TRUE(driver.has_item("museum.remedy"));
}

TEST(Museum, LargeDocumentsDoWithoutMarks) {
  LabDriver driver(long_document(most_marked_tokens + 1));
  open_museum(driver);
  for (const ListedExhibit& listed : driver.view.museum.list) EXPECT_EQ(listed.mark, ExhibitMark::unknown);
  EXPECT_FALSE(driver.view.next_frame_in);
  EXPECT_TRUE(driver.has_item("plot.wrong"));
}

TEST(Museum, ClicksAndArrowKeysChooseTheExhibitAndTheStage) {
  LabDriver driver(preset("journey"));
  open_museum(driver);
  driver.click(driver.item(item_of(Mistake::no_scaling)).centre());
  EXPECT_EQ(driver.view.museum.mistake, Mistake::no_scaling);
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.view.museum.mistake, Mistake::mask_after_softmax);
  driver.key(ImGuiKey_UpArrow);
  driver.key(ImGuiKey_UpArrow);
  EXPECT_EQ(driver.view.museum.mistake, Mistake::sqrt_d_model);
  for (int i = 0; i < 12; ++i) driver.key(ImGuiKey_UpArrow);
  EXPECT_EQ(driver.view.museum.mistake, Mistake::softmax_over_queries);
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(shown_stage(driver.session, driver.view).name, MatrixName::context);
  driver.key(ImGuiKey_LeftArrow);
  driver.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(shown_stage(driver.session, driver.view).name, MatrixName::scaled_scores);
}

TEST(Museum, ArrowKeysBelongToTheSentenceWhileItIsBeingTyped) {
  LabDriver driver(preset("journey"));
  open_museum(driver);
  driver.click(driver.item("sentence").centre());
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.view.museum.mistake, Mistake::softmax_over_queries);
}

TEST(Museum, TheStageChipChoosesTheStage) {
  LabDriver driver(preset("journey"));
  open_museum(driver);
  driver.click(driver.item("museum.stage").centre());
  driver.frame(2);
  driver.click(driver.item("museum.stage.0").centre());
  driver.settle();
  EXPECT_EQ(shown_stage(driver.session, driver.view).name, MatrixName::Q);
  // Each exhibit remembers its stage.
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(shown_stage(driver.session, driver.view).name, MatrixName::scores);
}

TEST(Museum, SaysThatNnLinearStoresTheTransposeWhereTheCodeNeedsIt) {
  LabDriver driver(preset("journey"), 1024, 768);
  for (const Mistake mistake : all_mistakes) {
    open_museum(driver, mistake);
    EXPECT_EQ(driver.has_item("museum.code_note"), mistake == Mistake::transposed_weights)
        << to_string(mistake);
  }
  EXPECT_NE(note_on_code(Mistake::transposed_weights).find("transpose of nn.Linear’s .weight"),
            std::string::npos);
}

TEST(Museum, AStageThatTheDocumentLostIsShownNoMore) {
  LabDriver driver(preset("journey"));
  open_museum(driver);
  driver.view.museum.stages[0] = MatrixName::Q;
  driver.session.commit(*edits::set_projection(driver.session.document(), Projection::identity, 1));
  driver.frame(2);
  EXPECT_EQ(shown_stage(driver.session, driver.view).name, MatrixName::weights);
  EXPECT_TRUE(driver.has_item("plot.wrong"));
}

TEST(Museum, BadgesAreWhatGivesTheMistakeAway) {
  for (const char* name : {"journey", "journey-causal"}) {
    LabDriver driver(preset(name));
    open_museum(driver);
    for (const Mistake mistake : all_mistakes) {
      driver.view.museum.mistake = mistake;
      driver.frame(2);
      const Result<Trace> wrong = forward_with_mistake(driver.session.model(), mistake);
      if (!wrong) continue;
      const std::vector<std::string> badges = badges_of(*driver.view.museum.exhibit);
      if (mistake == Mistake::mask_after_softmax_renormalised) {
        EXPECT_EQ(badges.front(), "correct after all: the numbers agree");
        continue;
      }
      const Giveaway giveaway = giveaway_of(driver.session.model(), mistake, driver.session.trace(), *wrong);
      EXPECT_EQ(badges, phrases_of(giveaway, mistake)) << to_string(mistake);
    }
  }
}

TEST(Museum, TheButtonMakesTheMistakeVisibleAndOneUndoTakesItBack) {
  int pressed = 0;
  for (const char* name : {"journey", "journey-simplified", "journey-two-heads", "alice"}) {
    for (const Mistake mistake : all_mistakes) {
      SCOPED_TRACE(std::string(name) + " " + std::string(to_string(mistake)));
      LabDriver driver(preset(name));
      const Document before = driver.session.document();
      open_museum(driver, mistake);
      const bool is_visible = is_visible_mistake(before, mistake);
      ASSERT_EQ(driver.has_item("museum.remedy"), !is_visible);
      if (is_visible) continue;
      driver.click(driver.item("museum.remedy").centre());
      driver.settle();
      ++pressed;
      EXPECT_EQ(driver.count<CommitEdit>(), 1);
      ASSERT_TRUE(driver.view.museum.exhibit->wrong);
      EXPECT_TRUE(driver.has_item("plot.wrong"));
      EXPECT_FALSE(driver.has_item("museum.remedy"));
      if (mistake == Mistake::softmax_without_maximum) {
        EXPECT_TRUE(driver.view.museum.exhibit->giveaway.has_nan);
      } else if (mistake != Mistake::mask_after_softmax_renormalised) {
        EXPECT_FALSE(driver.view.museum.exhibit->giveaway.numbers_agree);
      }
      driver.shortcut(Command::undo);
      EXPECT_TRUE(driver.session.document() == before);
      EXPECT_FALSE(driver.session.can_undo());
    }
  }
  EXPECT_GE(pressed, 14);
}

TEST(Museum, ASingleTokenHasNothingToOfferAndIsDrawnAllTheSame) {
  Document document = preset("journey");
  while (document.tokens.size() > 1) document = *edits::remove_token(document, 1);
  LabDriver driver(document);
  open_museum(driver);
  for (const Mistake mistake : all_mistakes) {
    driver.view.museum.mistake = mistake;
    driver.frame(2);
    EXPECT_TRUE(driver.view.museum.exhibit);
  }
}

TEST(Museum, StandsInFrontOfAClassToo) {
  LabDriver driver(preset("journey-causal"), 1920, 1080);
  open_museum(driver);
  driver.shortcut(Command::present);
  driver.settle();
  EXPECT_TRUE(is_inside(driver.item("museum.exhibit"), {0, 0, 1920, 1080}));
  EXPECT_TRUE(is_inside(driver.item("plot.difference"), {0, 0, 1920, 1080}));
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.view.museum.mistake, Mistake::transposed_weights);
}

/// The positions of all labels with this text.
std::vector<Point> places_of(const DisplayList& list, std::string_view words) {
  std::vector<Point> places;
  for (const DrawCommand& command : list.commands) {
    const Text* text = std::get_if<Text>(&command);
    if (text != nullptr && text->text == words) places.push_back(text->position);
  }
  return places;
}

TEST(Museum, TheThreePicturesHaveTheSameCellsAtTheSamePlace) {
  LabDriver driver(preset("journey-causal"));
  open_museum(driver);
  const ExhibitPlots& plots = driver.view.museum.plots;
  for (const char* token : {"journey", "step"}) {
    const std::vector<Point> expected = places_of(plots.right.list, token);
    EXPECT_EQ(expected.size(), 2u);  // for its row and its column
    for (const PlotPanel* panel : {&plots.wrong, &plots.difference}) {
      const std::vector<Point> places = places_of(panel->list, token);
      ASSERT_EQ(places.size(), expected.size());
      for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_FLOAT_EQ(places[i].x, expected[i].x);
        EXPECT_FLOAT_EQ(places[i].y, expected[i].y);
      }
    }
  }
}

TEST(Museum, ColumnsOfTheWrongAxisSumToOneUnderTheCells) {
  LabDriver driver(preset("journey"));
  open_museum(driver);
  const auto ones = [](const PlotPanel& panel) { return places_of(panel.list, "1").size(); };
  EXPECT_EQ(ones(driver.view.museum.plots.right), 6u);  // beside the rows
  EXPECT_EQ(ones(driver.view.museum.plots.wrong), 6u);  // below the columns
  EXPECT_EQ(places_of(driver.view.museum.plots.wrong.list, "0.76").size(), 1u);
}

TEST(Museum, NanIsWrittenAndNotColouredOver) {
  LabDriver driver(preset("journey"));
  open_museum(driver, Mistake::softmax_without_maximum);
  EXPECT_TRUE(places_of(driver.view.museum.plots.wrong.list, "NaN").empty());
  driver.click(driver.item("museum.remedy").centre());
  driver.settle();
  EXPECT_FALSE(places_of(driver.view.museum.plots.wrong.list, "NaN").empty());
  EXPECT_FALSE(places_of(driver.view.museum.plots.difference.list, "NaN").empty());
  EXPECT_TRUE(places_of(driver.view.museum.plots.right.list, "NaN").empty());
}

TEST(Museum, TextOfAnySizeStaysBesideTheList) {
  LabDriver driver(preset("journey-causal"), 1024, 768);
  open_museum(driver);
  for (const float size : {0.75f, 1.0f, 1.15f, 1.5f, 2.5f}) {
    driver.set_size_of_everything(size);
    driver.settle();
    const Rect exhibit = driver.item("museum.exhibit");
    EXPECT_GT(exhibit.x, driver.item("museum.list").right());
    EXPECT_TRUE(is_inside(exhibit, {0, 0, 1024, 768}));
    for (const char* name : {"plot.right", "plot.wrong", "plot.difference", "museum.stage"}) {
      const Rect rect = driver.item(name);
      EXPECT_GE(rect.x, exhibit.x) << name << size;
      EXPECT_LE(rect.right(), exhibit.right()) << name << size;
    }
    EXPECT_FALSE(overlap(driver.item("plot.right"), driver.item("plot.wrong"))) << size;
  }
}

TEST(Museum, DrawsRandomDocuments) {
  RandomDocuments random(77);
  for (int i = 0; i < 25; ++i) {
    LabDriver driver(random.document(), 1024, 768);
    open_museum(driver);
    for (const Mistake mistake : all_mistakes) {
      driver.view.museum.mistake = mistake;
      driver.frame(2);
      EXPECT_TRUE(driver.has_item("plot.difference") || !driver.view.museum.exhibit->wrong);
    }
  }
}

// Every exhibit of a document with positions and dropout, at each of its stages.
TEST(Museum, ShowsPositionsAndDropoutToo) {
  const Document placed = *edits::set_positions(preset("journey-causal"), Positions::learned, 1);
  const Document document = *edits::set_dropout(placed, {Scalar(0.5), 123});
  LabDriver driver(document);
  driver.view.workspace = Workspace::museum;
  const std::vector<MatrixName> stages = stages_of(document.model);
  EXPECT_NE(std::find(stages.begin(), stages.end(), MatrixName::dropped_weights), stages.end());
  for (const Mistake mistake : all_mistakes) {
    driver.view.museum.mistake = mistake;
    for (const MatrixName stage : stages) {
      driver.view.museum.stages[static_cast<std::size_t>(mistake)] = stage;
      driver.settle();
      ASSERT_TRUE(driver.view.museum.exhibit);
      if (!driver.view.museum.exhibit->wrong) continue;
      EXPECT_TRUE(driver.has_item("plot.difference")) << to_string(mistake) << " " << to_string(stage);
    }
  }
}

TEST(Museum, ComputesALargeDocumentBesideTheWindow) {
  LabDriver driver(long_document(600));
  driver.background.is_at_once = false;
  driver.view.workspace = Workspace::museum;
  driver.frame(3);
  ASSERT_EQ(driver.background.jobs.size(), 1u) << "one exhibit, and no list";
  EXPECT_FALSE(driver.view.museum.exhibit);
  EXPECT_TRUE(driver.view.next_frame_in) << "to see how far it is";
  driver.frame(30);
  EXPECT_TRUE(driver.has_item("button.Cancel"));
  driver.background.do_all();
  driver.frame(2);
  ASSERT_TRUE(driver.view.museum.exhibit);
  EXPECT_TRUE(driver.has_item("plot.wrong"));
  EXPECT_FALSE(driver.view.next_frame_in);

  // The same result as without background work.
  const Exhibit& exhibit = *driver.view.museum.exhibit;
  const Giveaway expected = giveaway_of(driver.session.model(), exhibit.mistake, driver.session.trace(),
                                        *forward_with_mistake(driver.session.model(), exhibit.mistake));
  EXPECT_EQ(exhibit.giveaway.largest_difference, expected.largest_difference);
  EXPECT_EQ(exhibit.phrases, phrases_of(expected, exhibit.mistake));
}

TEST(Museum, CancelsWhatIsNotLookedAtAnyMore) {
  LabDriver driver(long_document(600));
  driver.background.is_at_once = false;
  driver.view.workspace = Workspace::museum;
  driver.frame(2);
  ASSERT_EQ(driver.background.jobs.size(), 1u);
  step_exhibit(driver.view.museum, 1);
  driver.frame(2);
  EXPECT_TRUE(driver.background.jobs[0].state->is_cancelled);
  ASSERT_EQ(driver.background.jobs.size(), 1u) << "one at a time";
  driver.background.do_all();
  driver.frame(2);
  ASSERT_EQ(driver.background.jobs.size(), 1u);
  driver.background.do_all();
  driver.frame();
  ASSERT_TRUE(driver.view.museum.exhibit);
  EXPECT_EQ(driver.view.museum.exhibit->mistake, driver.view.museum.mistake);
}

TEST(Museum, ComputesWhatIsLookedAtAgainWhileItsFirstWorkEnds) {
  LabDriver driver(long_document(600));
  driver.background.is_at_once = false;
  driver.view.workspace = Workspace::museum;
  driver.frame(2);
  step_exhibit(driver.view.museum, 1);
  driver.frame(2);
  step_exhibit(driver.view.museum, -1);
  driver.frame(2);
  driver.background.do_all();  // ends cancelled, although it is wanted again
  driver.frame(2);
  ASSERT_EQ(driver.background.jobs.size(), 1u);
  driver.background.do_all();
  driver.frame(2);
  ASSERT_TRUE(driver.view.museum.exhibit);
  EXPECT_EQ(driver.view.museum.exhibit->mistake, driver.view.museum.mistake);
}

TEST(Museum, StaysCancelledUntilItIsAskedAgain) {
  LabDriver driver(long_document(600));
  driver.background.is_at_once = false;
  driver.view.workspace = Workspace::museum;
  driver.frame(30);
  driver.click(driver.item("button.Cancel").centre());
  ASSERT_EQ(driver.background.jobs.size(), 1u);
  EXPECT_TRUE(driver.background.jobs[0].state->is_cancelled);
  driver.background.do_all();
  driver.frame(3);
  EXPECT_TRUE(driver.background.jobs.empty());
  EXPECT_FALSE(driver.view.next_frame_in) << "nothing moves";
  driver.click(driver.item("button.Compute").centre());
  ASSERT_EQ(driver.background.jobs.size(), 1u);
  driver.background.do_all();
  driver.frame(2);
  EXPECT_TRUE(driver.view.museum.exhibit);
}

}  // namespace
}  // namespace attention_lab::testing
