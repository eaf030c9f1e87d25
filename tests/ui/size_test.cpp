// The laboratory's page about the size of real models.
#include <cmath>
#include <variant>

#include <gtest/gtest.h>

#include "laboratory_driver.h"

namespace attention_lab::testing {
namespace {

class SizePage : public ::testing::Test {
 protected:
  SizePage() : driver_(preset("journey")) { open_laboratory(driver_, "laboratory.size"); }

  SizeState& state() { return driver_.view.laboratory.size; }
  std::vector<double> row_of(const std::string& name) {
    const NumberTable table = state().to_scale.plot->numbers();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      if (table.row_labels[i] == name) return table.rows[i];
    }
    ADD_FAILURE() << name;
    return {};
  }

  LabDriver driver_;
};

TEST_F(SizePage, ShowsTheDocumentBesideRealModels) {
  EXPECT_EQ(row_of("this document"), (std::vector<double>{3, 2, 1, 1, 6}));
  EXPECT_EQ(row_of("GPT-2 small"), (std::vector<double>{768, 64, 12, 12, 7'077'888}));
  EXPECT_EQ(row_of("the sentence"), (std::vector<double>{1000, 1000, 1, 1, 1e6}));
  driver_.session.commit(*edits::set_d_k(driver_.session.document(), 5, 1));
  driver_.settle();
  EXPECT_EQ(row_of("this document"), (std::vector<double>{3, 5, 1, 1, 15}));
}

TEST_F(SizePage, ShowsTheFormulaOfANumberOnAClick) {
  EXPECT_FALSE(driver_.has_item("size.formula"));
  driver_.click(driver_.item("size.row.0").centre());
  driver_.settle();
  EXPECT_TRUE(driver_.has_item("size.formula"));
  EXPECT_FALSE(overlap(driver_.item("size.formula"), driver_.item("size.row.1")));
  driver_.click(driver_.item("size.row.0").centre());
  driver_.settle();
  EXPECT_FALSE(driver_.has_item("size.formula"));
}

TEST_F(SizePage, HasTheUsersOwnModelOnceItIsChosen) {
  EXPECT_FALSE(driver_.has_item("size.d_model"));
  state().shown = 3;
  driver_.settle();
  EXPECT_TRUE(driver_.has_item("size.d_model"));
  state().own.n_heads = 2;
  driver_.settle();
  EXPECT_EQ(row_of("your own model"), (std::vector<double>{1024, 64, 2, 24, 1024.0 * 64 * 2 * 24}));
}

TEST_F(SizePage, ZoomsBetweenOneCellAndAllModels) {
  const double all = state().shown_across;
  const Rect picture = driver_.item("plot.size.scale");
  driver_.move(picture.centre());
  const auto zoom = [&](float notches) {
    driver_.set_modifiers(true, false, false);
    driver_.set_wheel(notches);
    driver_.frame();
    driver_.set_wheel(0);
    driver_.frame();
  };
  zoom(1);
  EXPECT_LT(state().shown_across, all);
  for (int i = 0; i < 80; ++i) zoom(1);
  EXPECT_EQ(state().shown_across, 8);
  for (int i = 0; i < 80; ++i) zoom(-1);
  EXPECT_EQ(state().shown_across, all);
}

TEST_F(SizePage, MeasuresThisMachineOnce) {
  const auto measured = state().multiplications_per_second;
  ASSERT_TRUE(measured);
  EXPECT_GT(*measured, 0);
  driver_.settle();
  EXPECT_EQ(state().multiplications_per_second, measured);
}

TEST_F(SizePage, DrawsAMillionTokensAndTheLargestModel) {
  state().n_tokens = most_sentence_tokens;
  state().shown = 3;
  const std::string name = state().own.name;
  state().own = largest_model_shape();
  state().own.name = name;
  for (const double across : {8.0, 1e3, 1e9}) {
    state().numbers_across = across;
    driver_.settle();
    for (const DrawCommand& command : state().to_scale.list.commands) {
      const auto* fill = std::get_if<FillRect>(&command);
      if (fill == nullptr) continue;
      EXPECT_GE(fill->rect.x, 0) << across;
      EXPECT_GE(fill->rect.y, 0) << across;
      EXPECT_LE(fill->rect.right(), state().to_scale.list.width) << across;
      EXPECT_LE(fill->rect.bottom(), state().to_scale.list.height) << across;
    }
  }
}

}  // namespace
}  // namespace attention_lab::testing
