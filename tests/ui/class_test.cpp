// What a teacher uses in front of a class: the lock, the reset, the black window, the pen, the countdown, and
// menus that answer Alt.
#include <string>

#include <gtest/gtest.h>
#include <imgui.h>

#include "lab_driver.h"
#include "ui/lab/commands.h"

namespace attention_lab::testing {
namespace {

constexpr const char* dragged_number = "X[1,1]";

class InClass : public ::testing::Test {
 protected:
  InClass() { driver.settle(); }

  /// Presses a letter key, which types its letter too.
  void press_letter(char capital, bool with_alt = false) {
    driver.set_modifiers(false, false, with_alt);
    driver.set_letter(capital, true);
    driver.frame();
    driver.set_letter(capital, false);
    driver.frame();
    driver.set_modifiers(false, false, false);
    driver.frame(2);
  }

  LabDriver driver{preset("journey"), 1280, 800};
};

TEST_F(InClass, ALockedDocumentRefusesEveryEditAndSaysHowToUnlockIt) {
  const Document before = driver.session.document();
  EXPECT_FALSE(driver.has_item("lock"));
  driver.shortcut(Command::lock_document);
  driver.drag(dragged_number, 40);
  EXPECT_EQ(driver.session.document(), before);
  ASSERT_TRUE(driver.view.notice);
  EXPECT_NE(driver.view.notice->text.find("Ctrl+Shift+L"), std::string::npos) << driver.view.notice->text;
  driver.double_click(driver.item(dragged_number).centre());
  driver.type("5");
  driver.key(ImGuiKey_Enter);
  driver.type("m");
  driver.shortcut(Command::biases);
  EXPECT_EQ(driver.session.document(), before);
  EXPECT_FALSE(driver.session.can_undo());
  driver.click(driver.item("lock").centre());
  EXPECT_FALSE(driver.view.is_locked);
  EXPECT_FALSE(driver.view.notice) << "it said that the document is locked";
  driver.drag(dragged_number, 40);
  EXPECT_FALSE(driver.session.document() == before);
  const Document changed = driver.session.document();
  driver.shortcut(Command::lock_document);
  driver.shortcut(Command::undo);
  EXPECT_EQ(driver.session.document(), changed);
}

TEST_F(InClass, ALockedDocumentOpensNoFieldInWhichAnEditWouldBeTyped) {
  driver.shortcut(Command::lock_document);
  const auto says_so = [&] {
    driver.frame(2);
    const bool is_said = driver.view.notice.has_value();
    driver.view.notice.reset();
    return is_said;
  };
  driver.double_click(driver.item(dragged_number).centre());
  EXPECT_TRUE(says_so());
  EXPECT_FALSE(driver.view.editing.typing);
  driver.double_click(driver.item("title").centre());
  EXPECT_TRUE(says_so());
  EXPECT_FALSE(driver.view.title.is_open);
  driver.click(driver.item("mask").centre());
  EXPECT_TRUE(says_so());
  EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
  driver.click(driver.item("sentence").centre());
  EXPECT_TRUE(says_so());
  const std::string sentence = driver.view.sentence.text;
  driver.type("lost");
  EXPECT_EQ(driver.view.sentence.text, sentence) << "it can be read and copied";
}

TEST_F(InClass, WhatIsTypedWhenTheDocumentIsLockedIsKept) {
  driver.double_click(driver.item(dragged_number).centre());
  driver.type("5");
  driver.shortcut(Command::lock_document);
  driver.frame(2);
  EXPECT_TRUE(driver.view.is_locked);
  EXPECT_EQ(value_in(driver, {{MatrixName::X, 0}, 1, 1}), 5);
}

TEST_F(InClass, LeavingAFieldWithoutAChangeIsNoEdit) {
  driver.double_click(driver.item(dragged_number).centre());
  driver.shortcut(Command::lock_document);
  driver.frame(2);
  EXPECT_TRUE(driver.view.is_locked);
  EXPECT_FALSE(driver.view.notice);
}

TEST_F(InClass, AResetIsOneStepThatCanBeUndone) {
  const Document before = driver.session.document();
  EXPECT_FALSE(entry_of(Command::reset_document).applies(driver.session, driver.view));
  driver.drag(dragged_number, 40);
  driver.shortcut(Command::mask);
  const Document changed = driver.session.document();
  driver.shortcut(Command::reset_document);
  EXPECT_EQ(driver.session.document(), before);
  driver.shortcut(Command::undo);
  EXPECT_EQ(driver.session.document(), changed);
}

TEST_F(InClass, TheBlackWindowShowsAndDoesNothingUntilAKeyIsPressed) {
  const Document before = driver.session.document();
  driver.type("b");
  driver.frame(2);
  EXPECT_TRUE(driver.view.items.all().empty());
  driver.shortcut(Command::mask);
  EXPECT_EQ(driver.session.document(), before);
  driver.key(ImGuiKey_Space);
  EXPECT_TRUE(driver.has_item(dragged_number));
  EXPECT_FALSE(driver.view.steps.is_open) << "the key only ended the black window";
}

TEST_F(InClass, ThePenDrawsAndLeavesTheNumbersAlone) {
  const Document before = driver.session.document();
  driver.shortcut(Command::pen);
  driver.settle();
  driver.drag(dragged_number, 60);
  ASSERT_EQ(driver.view.pen.strokes.size(), 1u);
  EXPECT_GT(driver.view.pen.strokes.front().size(), 1u);
  EXPECT_EQ(driver.session.document(), before);
  press_letter('E');
  EXPECT_TRUE(driver.view.pen.strokes.empty());
  EXPECT_TRUE(driver.view.pen.is_out);
  driver.drag(dragged_number, 60);
  driver.key(ImGuiKey_Space);
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.view.steps.at, 1u) << "the lesson goes on below the drawing";
  EXPECT_EQ(driver.view.pen.strokes.size(), 1u);
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(driver.view.steps.is_open) << "Escape is the pen's first";
  EXPECT_FALSE(driver.view.pen.is_out);
  close_steps(driver.view.steps);
  EXPECT_TRUE(driver.view.pen.strokes.empty());
  driver.settle();
  driver.drag(dragged_number, 60);
  EXPECT_FALSE(driver.session.document() == before);
}

TEST_F(InClass, ACountdownDrawsOneFrameASecondAndEndsWithAClick) {
  driver.shortcut(Command::countdown_of_a_minute);
  driver.settle();
  ASSERT_TRUE(driver.view.next_frame_in);
  EXPECT_GT(*driver.view.next_frame_in, 0.5);
  EXPECT_LE(*driver.view.next_frame_in, 1);
  driver.move(driver.item("countdown").centre());
  driver.shortcut(Command::help);  // while the tooltip is shown
  driver.key(ImGuiKey_Escape);
  driver.view.countdown = counting_down_from(0.01);
  driver.settle();
  EXPECT_TRUE(driver.has_item("countdown")) << "it says that the time is up";
  EXPECT_FALSE(driver.view.next_frame_in) << "then nothing moves any more";
  driver.click(driver.item("countdown").centre());
  EXPECT_FALSE(driver.view.countdown);
}

TEST(ACountdown, CoversNothingInTheBarsOrInThePresentersView) {
  for (const float text_size : {1.0f, 1.5f}) {
    LabDriver driver(preset("journey"), 1024, 768);
    driver.set_size_of_everything(text_size);
    driver.shortcut(Command::countdown_of_a_minute);
    for (const bool is_presenting : {false, true}) {
      if (is_presenting) driver.shortcut(Command::present);
      driver.settle();
      const Rect countdown = driver.item("countdown");
      EXPECT_TRUE(is_inside(countdown, {0, 0, 1024, 768}));
      for (const Item& item : driver.view.items.all()) {
        const bool is_on_top = item.name == "countdown" || item.name == "presenter.strip" ||
                               (is_presenting && item.name == "workspace");
        EXPECT_TRUE(is_on_top || !overlap(item.rect, countdown)) << item.name << ", text " << text_size;
      }
    }
  }
}

TEST_F(InClass, TheEffectOfNoNumberAsksForOne) {
  driver.shortcut(Command::influence);
  ASSERT_TRUE(driver.view.notice);
  EXPECT_EQ(driver.view.notice->text.find("Click a number"), 0u);
  driver.shortcut(Command::influence);
  driver.click(driver.item(dragged_number).centre());
  driver.view.notice.reset();
  driver.shortcut(Command::influence);
  EXPECT_FALSE(driver.view.notice) << "its effect is seen";
}

TEST_F(InClass, AltOpensMenusAndTheArrowKeysChoose) {
  driver.drag(dragged_number, 40);
  press_letter('E', true);
  ASSERT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
  const Index head = driver.view.shown_head;
  for (int i = 0; i < 3; ++i) driver.key(ImGuiKey_DownArrow);  // from Undo to Lock; Redo is grey
  driver.key(ImGuiKey_Enter);
  driver.frame(2);
  EXPECT_TRUE(driver.view.is_locked);
  EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
  press_letter('H', true);
  EXPECT_EQ(driver.view.shown_head, head);
  driver.key(ImGuiKey_Escape);
  driver.key(ImGuiKey_DownArrow);
  EXPECT_FALSE(ImGui::GetIO().NavVisible) << "outside of menus, the arrow keys belong to the numbers";
}

}  // namespace
}  // namespace attention_lab::testing
