// What the window marks in the picture of the pipeline.
#include "ui/figures/pipeline/pipeline_marks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/words/matrix_words.h"
#include "drawn_texts.h"
#include "fixed_width_metrics.h"
#include "legibility.h"
#include "random_documents.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::texts_of;

constexpr float page_width = 1200;
constexpr float page_height = 700;

Document six_words(Mask mask = Mask::none) {
  testing::RandomDocuments random(7);
  Document document = testing::small_document();
  document.tokens = {"Your", "journey", "starts", "with", "one", "step"};
  document.model.token_embeddings = random.matrix(6, 3);
  document.model.options.mask = mask;
  return document;
}

/// One document, drawn with various marks.
class PipelineMarksTest : public ::testing::Test {
 protected:
  PipelineMarksTest() : document(six_words()) { forward(document.model, trace); }

  static PipelineMarks unmarked() {
    PipelineMarks marks;
    marks.on_cell = [](const CellRef&) { return CellMark{}; };
    marks.light_on = [](const MatrixRef&) { return 1.0f; };
    marks.has_sum = [](const MatrixRef&, Index) { return true; };
    return marks;
  }

  MarkedNumber marked(MatrixName name, Index row, Index column) const {
    const CellRef cell{{name, 0}, row, column};
    return {cell, links_of(document, cell, 0)};
  }

  PipelinePicture picture(const PipelineMarks& marks) const {
    PipelineFigureSpec spec(document, trace);
    spec.marks = &marks;
    spec.focus = focus;
    return pipeline_figure(spec, page_width, page_height, style, fixed_width);
  }
  DisplayList drawn(const PipelineMarks& marks) const { return picture(marks).list; }

  std::vector<Rect> frames(const DisplayList& list, Colour colour) const {
    std::vector<Rect> found;
    for (const StrokeRect& frame : all<StrokeRect>(list))
      if (frame.colour == colour) found.push_back(frame.rect);
    return found;
  }
  static std::size_t dashes(const DisplayList& list, Colour colour) {
    const std::vector<Line> lines = all<Line>(list);
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [&](const Line& line) { return line.colour == colour; }));
  }

  Document document;
  Trace trace;
  FigureStyle style = testing::paper_style(14);
  std::optional<MatrixName> focus;
};

TEST_F(PipelineMarksTest, APinKeepsItsFramesWhileAnotherNumberIsPointedAt) {
  PipelineMarks marks = unmarked();
  marks.selected = marked(MatrixName::weights, 1, 2);
  const DisplayList alone = drawn(marks);
  // Rows of X, Q, K, V, context and of the three square matrices, two cells, and the number itself.
  EXPECT_EQ(frames(alone, style.accent).size(), 11u);
  EXPECT_EQ(dashes(alone, style.pointed), 0u);
  marks.pointed = marked(MatrixName::Q, 3, 1);
  const DisplayList both = drawn(marks);
  EXPECT_EQ(frames(both, style.accent), frames(alone, style.accent));
  EXPECT_GT(dashes(both, style.pointed), 0u);
}

TEST_F(PipelineMarksTest, TheSecondMarkStaysWithinItsCells) {
  PipelineMarks marks = unmarked();
  marks.selected = marked(MatrixName::X, 0, 0);
  marks.pointed = MarkedNumber{{{MatrixName::weights, 0}, 3, 4}, {}};
  const PipelinePicture result = picture(marks);
  const auto& stages = result.panels.front().stages.stages;
  const auto weights = std::find_if(stages.begin(), stages.end(), [](const PlacedStage& stage) {
    return stage.block.ref.name == MatrixName::weights;
  });
  ASSERT_NE(weights, stages.end());
  const Rect cell = weights->grid.rect_of({3, 4});
  int count = 0;
  for (const Line& line : all<Line>(result.list)) {
    if (line.colour != style.pointed) continue;
    ++count;
    EXPECT_TRUE(cell.contains(line.from) && cell.contains(line.to));
  }
  EXPECT_GE(count, 8);
}

TEST_F(PipelineMarksTest, WithoutAPinWhatIsPointedAtHasTheColoursOfItsMatrices) {
  PipelineMarks marks = unmarked();
  marks.pointed = marked(MatrixName::weights, 1, 2);
  const DisplayList list = drawn(marks);
  EXPECT_EQ(frames(list, style.accent).size(), 1u);
  EXPECT_EQ(frames(list, style.query).size(), 1u);
  EXPECT_EQ(frames(list, style.key).size(), 1u);
  EXPECT_EQ(dashes(list, style.pointed), 0u);
}

TEST_F(PipelineMarksTest, ATokenIsFramedInEveryMatrixThatHasIt) {
  PipelineMarks marks = unmarked();
  marks.followed = {Index{1}, std::nullopt};
  const DisplayList list = drawn(marks);
  // Rows of X, Q, K, V and context; a row and a column of scores, scaled scores and weights.
  EXPECT_EQ(frames(list, style.tokens[0]).size(), 5u + 2 * 3u);
  EXPECT_TRUE(frames(list, style.tokens[1]).empty());
  EXPECT_EQ(dashes(list, style.tokens[1]), 0u);
}

TEST_F(PipelineMarksTest, ASecondTokenHasAnotherColourAndDashes) {
  PipelineMarks marks = unmarked();
  marks.followed = {std::nullopt, Index{4}};
  const DisplayList list = drawn(marks);
  EXPECT_TRUE(frames(list, style.tokens[0]).empty());
  EXPECT_TRUE(frames(list, style.tokens[1]).empty()) << "no solid lines";
  EXPECT_GT(dashes(list, style.tokens[1]), 11u * 4);
}

TEST_F(PipelineMarksTest, TheNameOfATokenHasItsColourAsGround) {
  PipelineMarks marks = unmarked();
  marks.followed = {Index{1}, Index{4}};
  for (const bool is_night : {false, true}) {
    style = is_night ? testing::night_style(14) : testing::paper_style(14);
    const DisplayList list = drawn(marks);
    const std::vector<FillRect> fills = all<FillRect>(list);
    for (const std::size_t i : {0u, 1u}) {
      const std::string token = i == 0 ? "journey" : "one";
      const Colour colour = style.tokens[i];
      const std::vector<Text> names = texts_of(list, token);
      ASSERT_FALSE(names.empty());
      for (const Text& name : names) {
        const Point middle = bounds_of(name, fixed_width).centre();
        EXPECT_TRUE(std::any_of(fills.begin(), fills.end(), [&](const FillRect& fill) {
          return fill.colour == colour && fill.rect.contains(middle);
        })) << token;
        EXPECT_GE(contrast(name.colour, colour), 4.5f);
      }
    }
  }
}

TEST_F(PipelineMarksTest, TokensAreFramedInTheSmallMatricesBelowAStageInFocusToo) {
  PipelineMarks marks = unmarked();
  marks.followed = {Index{1}, std::nullopt};
  focus = MatrixName::Q;
  // X and Q, large; all matrices, small.
  EXPECT_EQ(frames(drawn(marks), style.tokens[0]).size(), 2u + 5 + 2 * 3);
}

TEST_F(PipelineMarksTest, TheSpotlightDimsEverythingElseAndKeepsTheContrastOfTheRest) {
  PipelineMarks marks = unmarked();
  marks.followed = {Index{1}, std::nullopt};
  const DisplayList before = drawn(marks);
  marks.has_spotlight = true;
  const PipelinePicture after = picture(marks);
  ASSERT_EQ(before.commands.size(), after.list.commands.size()) << "it only changes colours";
  int lit = 0;
  int dimmed = 0;
  for (std::size_t i = 0; i < before.commands.size(); ++i) {
    const auto* was = std::get_if<Text>(&before.commands[i]);
    if (was == nullptr) continue;
    const Text& is = std::get<Text>(after.list.commands[i]);
    EXPECT_EQ(was->position, is.position);
    for (const PlacedStage& stage : after.panels.front().stages.stages) {
      const MatrixName name = stage.block.ref.name;
      const auto cell =
          stage.grid.cells.contains(is.position) ? stage.grid.cell_at(is.position) : std::nullopt;
      if (!cell) continue;
      const bool is_of_token =
          has_token_rows(name) && (cell->row == 1 || (has_token_columns(name) && cell->column == 1));
      is_of_token ? ++lit : ++dimmed;
      if (is_of_token) {
        EXPECT_EQ(was->colour, is.colour);
      } else {
        EXPECT_NE(was->colour, is.colour);
        EXPECT_LT(contrast(is.colour, style.ground), 5) << "of 15 or more";
      }
    }
  }
  EXPECT_EQ(lit, 3 + 2 + 2 + 2 + 2 + 3 * 11);
  EXPECT_GT(dimmed, lit);
}

TEST_F(PipelineMarksTest, TheSpotlightShowsTheRowAndTheColumnOfAPinnedNumberAndItsLinks) {
  PipelineMarks marks = unmarked();
  marks.selected = marked(MatrixName::W_q, 2, 1);
  const std::string Q = display_name(MatrixName::Q);
  const std::string V = display_name(MatrixName::V);
  const DisplayList before = drawn(marks);
  marks.has_spotlight = true;
  const DisplayList after = drawn(marks);
  EXPECT_EQ(texts_of(after, Q).front().colour, texts_of(before, Q).front().colour);
  EXPECT_NE(texts_of(after, V).front().colour, texts_of(before, V).front().colour);
}

}  // namespace
}  // namespace attention_lab
