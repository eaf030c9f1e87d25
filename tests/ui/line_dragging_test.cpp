// Dragging a whole row or column of a matrix by its label.
#include <string>

#include <gtest/gtest.h>

#include "lab_driver.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

Matrix numbers(const LabDriver& driver, MatrixName name) {
  return matrix_view(driver.session.model(), driver.session.trace(), {name});
}

/// The largest difference between `after` and `before` with `amount` added to the block.
Scalar error_of(const Matrix& before, const Matrix& after, Index row, Index column, Index rows, Index columns,
                Scalar amount) {
  Matrix expected = before;
  expected.block(row, column, rows, columns).array() += amount;
  return (after - expected).cwiseAbs().maxCoeff();
}

TEST(LineDragging, OfATokenAddsTheSameToItsWholeEmbeddingInOneStep) {
  LabDriver driver(preset("journey"));
  const Matrix before = numbers(driver, MatrixName::X);
  driver.pull("X.row[1]", 40);
  EXPECT_TRUE(driver.session.is_previewing());
  EXPECT_LT(error_of(before, numbers(driver, MatrixName::X), 1, 0, 1, 3, Scalar(0.4)), 1e-6);
  driver.release();
  EXPECT_LT(error_of(before, numbers(driver, MatrixName::X), 1, 0, 1, 3, Scalar(0.4)), 1e-6);
  EXPECT_EQ(driver.session.history().undo_name(), "Set X row 2");
  EXPECT_TRUE(driver.view.followed.empty()) << "a drag is no click on the name";
  driver.shortcut(Command::undo);
  EXPECT_EQ(numbers(driver, MatrixName::X), before);
  EXPECT_FALSE(driver.session.can_undo());
}

TEST(LineDragging, OfADimensionChangesAColumn) {
  LabDriver driver(preset("journey"));
  const Matrix before = numbers(driver, MatrixName::X);
  driver.drag("X.column[2]", -25);
  EXPECT_LT(error_of(before, numbers(driver, MatrixName::X), 0, 2, 6, 1, Scalar(-0.25)), 1e-6);
  EXPECT_EQ(driver.session.history().undo_name(), "Set X column 3");
  const Matrix weights = numbers(driver, MatrixName::W_k);
  driver.drag("W_k.column[1]", 10);
  EXPECT_LT(error_of(weights, numbers(driver, MatrixName::W_k), 0, 1, 3, 1, Scalar(0.1)), 1e-6);
}

TEST(LineDragging, OfARowOfAWeightMatrixIsOfferedWhereItsRowsHaveLabels) {
  LabDriver driver(preset("journey"), 1920, 1080);
  const Matrix before = numbers(driver, MatrixName::W_q);
  driver.drag("W_q.row[1]", 10);
  EXPECT_LT(error_of(before, numbers(driver, MatrixName::W_q), 1, 0, 1, 2, Scalar(0.1)), 1e-6);
  EXPECT_EQ(driver.session.history().undo_name(), "Set W_q row 2");
}

TEST(LineDragging, OfTheNameOfABiasChangesAllOfIt) {
  LabDriver driver(apply_edit(SetBiases{true}, preset("journey")).value());
  driver.drag("b_q.row[0]", 30);
  EXPECT_LT(error_of(Matrix::Zero(1, 2), numbers(driver, MatrixName::b_q), 0, 0, 1, 2, Scalar(0.3)), 1e-6);
  EXPECT_EQ(driver.session.history().undo_name(), "Set b_q");
  EXPECT_FALSE(driver.view.pipeline.focus);
}

TEST(LineDragging, ShiftIsFasterAndAltFiner) {
  LabDriver driver(preset("journey"));
  const Matrix before = numbers(driver, MatrixName::X);
  driver.set_modifiers(false, true, false);
  driver.drag("X.row[0]", 10);
  driver.set_modifiers(false, false, true);
  driver.drag("X.row[2]", 10);
  const Matrix after = numbers(driver, MatrixName::X);
  EXPECT_NEAR(static_cast<double>(after(0, 0) - before(0, 0)), 1, 1e-5);
  EXPECT_NEAR(static_cast<double>(after(2, 0) - before(2, 0)), 0.01, 1e-5);
}

TEST(LineDragging, EscapeRestoresTheNumbers) {
  LabDriver driver(preset("journey"));
  const Document before = driver.session.document();
  driver.pull("X.column[0]", 40);
  driver.key(ImGuiKey_Escape);
  EXPECT_EQ(driver.session.document(), before);
  driver.release();
  EXPECT_FALSE(driver.session.can_undo());
}

TEST(LineDragging, OfOneOfTwoEqualWordsThatShareAnEmbeddingMovesBoth) {
  Document document = small_document();
  document.tokens = {"so", "and", "so"};
  LabDriver driver(apply_edit(SetSharedWords{true}, document).value());
  const Matrix before = numbers(driver, MatrixName::X);
  driver.drag("X.row[2]", 20);
  const Matrix after = numbers(driver, MatrixName::X);
  EXPECT_EQ(after.row(0), after.row(2));
  EXPECT_LT(error_of(before, after, 0, 0, 1, 3, Scalar(0.2)) - Scalar(0.2), 1e-6);
  EXPECT_EQ(after.row(1), before.row(1));
  driver.drag("X.column[1]", 20);
  EXPECT_EQ(numbers(driver, MatrixName::X).row(0), numbers(driver, MatrixName::X).row(2));
  EXPECT_EQ(driver.session.history().undo_name(), "Set X column 2");
}

TEST(LineDragging, AClickOnANameStillFollowsTheToken) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("X.row[1]").centre());
  EXPECT_TRUE(driver.view.followed.has(1));
  EXPECT_FALSE(driver.session.can_undo());
}

TEST(LineDragging, ALabelOfAComputedMatrixMovesNothing) {
  LabDriver driver(preset("journey"));
  const Document before = driver.session.document();
  driver.drag("weights.column[1]", 40);
  EXPECT_EQ(driver.session.document(), before);
}

TEST(LineDragging, UndoInTheMiddleEndsIt) {
  LabDriver driver(preset("journey"));
  driver.drag("X[0,0]", 10);
  driver.pull("X.row[0]", 40);
  driver.shortcut(Command::undo);
  const Document undone = driver.session.document();
  driver.move({600, 400});
  driver.release();
  EXPECT_EQ(driver.session.document(), undone);
}

}  // namespace
}  // namespace attention_lab::testing
