// The influence of one number, and the previous values during a drag.
#include "ui/lab/influence.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/positions.h"
#include "core/document/edits.h"
#include "lab_driver.h"
#include "random_documents.h"
#include "ui/inspector/inspector_content.h"
#include "ui/lab/cell_editing.h"

namespace attention_lab::testing {
namespace {

Trace traced(const Document& document) {
  Trace trace;
  forward(document.model, trace);
  return trace;
}

TEST(Influence, AgreesWithALittlePushForEveryNumber) {
  RandomDocuments random(3);
  for (int round = 0; round < 20; ++round) {
    const Document document = random.document();
    const Session session(document);
    Influence influence;
    const MatrixRef embeddings{word_embeddings(document.model), 0};
    const CellRef pushed{embeddings, 0, 0};
    influence.update(session, pushed);
    constexpr Scalar step = Scalar(1e-2);
    const Scalar here = value_of(session.model(), session.trace(), pushed);
    const auto moved_by = [&](Scalar by) {
      return traced(edits::set_cell(document, pushed, here + by).value());
    };
    const Trace up = moved_by(step);
    const Trace down = moved_by(-step);
    const MatrixRef context{MatrixName::context, 0};
    const MatrixView high = matrix_view(document.model, up, context);
    const MatrixView low = matrix_view(document.model, down, context);
    for (Index row = 0; row < high.rows(); ++row) {
      for (Index column = 0; column < high.cols(); ++column) {
        const double slope =
            static_cast<double>(high(row, column) - low(row, column)) / (2 * static_cast<double>(step));
        EXPECT_NEAR(influence.on({context, row, column}), slope, 2e-3 + 0.02 * std::fabs(slope)) << round;
      }
    }
    EXPECT_EQ(influence.on(pushed), 1);
    EXPECT_EQ(influence.on({embeddings, 0, 1 % session.model().d_model()}),
              session.model().d_model() == 1 ? 1 : 0);
  }
}

TEST(Influence, OfASharedEmbeddingIsThatOfAllItsWords) {
  const Document document = preset("dog");  // “it” occurs twice
  const Session session(document);
  const CellRef cell{{MatrixName::X, 0}, 7, 0};
  Influence influence;
  influence.update(session, cell);
  constexpr Scalar step = 1e-2F;
  const Scalar value = value_of(session.model(), session.trace(), cell);
  const Session above(*edits::set_cell(document, cell, value + step));
  const Session below(*edits::set_cell(document, cell, value - step));
  for (const Index row : {1, 7, 10}) {
    const CellRef context{{MatrixName::context, 0}, row, 0};
    const Scalar slope =
        (value_of(above.model(), above.trace(), context) - value_of(below.model(), below.trace(), context)) /
        (2 * step);
    EXPECT_NEAR(influence.on(context), slope, 2e-3) << row;
  }
}

TEST(Influence, IsToldUnderTheNamesOfTheMatricesThatThePipelineShows) {
  const Session session(preset("journey"));
  Influence influence;
  influence.update(session, CellRef{{MatrixName::scores, 0}, 1, 2});
  const InfluenceContent content = describe_influence(session, influence, 0, std::nullopt);
  std::vector<std::string> numbers;
  for (const InspectedPair& pair : content.most) numbers.push_back(pair.what);
  EXPECT_EQ(numbers,
            (std::vector<std::string>{"scaled scores: s_{2,3}", "weights: α_{2,3}", "context: z_{2,2}"}));
}

TEST(Influence, ReachesOnlyWhatComesAfter) {
  const Session session(preset("journey"));
  Influence influence;
  influence.update(session, CellRef{{MatrixName::scores, 0}, 2, 3});
  EXPECT_EQ(influence.most({MatrixName::Q, 0}).size, 0);
  EXPECT_GT(influence.most({MatrixName::weights, 0}).size, 0);
  EXPECT_EQ(influence.most({MatrixName::weights, 0}).cell.row, 2);
  for (const Index row : {Index{0}, Index{1}, Index{3}})
    EXPECT_EQ(influence.on({{MatrixName::weights, 0}, row, 3}), 0) << "another row of softmax";
  influence.update(session, std::nullopt);
  EXPECT_FALSE(influence.cell());
}

TEST(Influence, IsSwitchedOnInTheInspectorAndFollowsTheSelection) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("W_q[1,0]").centre());
  driver.settle();
  driver.click(driver.item("influence").centre());
  driver.settle();
  ASSERT_TRUE(driver.view.influence.cell());
  EXPECT_EQ(driver.view.influence.cell()->matrix.name, MatrixName::W_q);
  driver.click(driver.item("K[0,1]").centre());
  driver.settle();
  EXPECT_EQ(driver.view.influence.cell()->matrix.name, MatrixName::K);
  driver.shortcut(Command::influence);
  driver.settle();
  EXPECT_FALSE(driver.view.influence.cell());
  EXPECT_TRUE(driver.actions.empty());
}

TEST(Influence, DrawsForEveryCellOfEveryOption) {
  RandomDocuments random(9);
  for (int round = 0; round < 8; ++round) {
    LabDriver driver(random.document());
    driver.view.shows_influence = true;
    for (const MatrixName name : all_matrix_names) {
      const CellRef cell{{name, 0}, 0, 0};
      if (!contains(driver.session.model(), driver.session.trace(), cell)) continue;
      driver.view.selected = cell;
      driver.frame(2);
      EXPECT_TRUE(driver.view.influence.cell().has_value()) << to_string(name);
    }
  }
}

TEST(Ghosts, WhatWasThereBeforeStaysWhileACellIsDragged) {
  LabDriver driver(preset("journey"));
  const Scalar before = driver.session.trace().heads[0].Q(0, 0);
  driver.pull("W_q[0,0]", 30);
  ASSERT_TRUE(driver.view.change.before);
  EXPECT_EQ(driver.view.change.before->trace.heads[0].Q(0, 0), before);
  EXPECT_NE(driver.session.trace().heads[0].Q(0, 0), before);
  driver.release();
  EXPECT_FALSE(driver.view.editing.drag);
}

}  // namespace
}  // namespace attention_lab::testing
