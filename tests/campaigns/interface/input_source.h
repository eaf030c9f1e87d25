// Where the events come from: gestures at random, led to what was reached least.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "headless_window.h"
#include "input.h"
#include "random_documents.h"
#include "reach.h"

namespace attention_lab::campaign {

class InputSource {
 public:
  InputSource(std::uint32_t seed, const testing::HeadlessWindow& window, Reach& reach)
      : random_(seed), window_(window), reach_(reach) {}

  /// The next event; plans another gesture where the last one has ended.
  Input next();
  /// Widgets of the last frame that a popup or a dialog shows; they come first.
  void prefer(std::vector<std::string> in_front) { in_front_ = std::move(in_front); }
  /// The rest of the gesture is not made.
  void give_up_gesture() { planned_.clear(); }

 private:
  void plan();
  void plan_on_item();
  void plan_with_keys();
  void plan_typing();
  void plan_paste();
  void plan_from_outside();
  void plan_window();

  template <class T>
  void add(T input) {
    planned_.emplace_back(std::move(input));
  }
  void press(int button, int times = 1);
  void key(ImGuiKey key);
  void chord(ImGuiKey key, HoldModifiers modifiers = {.has_ctrl = true});
  void type(const std::u32string& text);
  void drag_from(Point start);

  /// The widget that was reached least of a few; null where there is none.
  const Item* choose_item();
  bool is_in_front(const Item& item) const;
  Point anywhere();
  Point within(const Rect& rect);
  bool one_in(Index n) { return random_.below(n) == 0; }

  testing::RandomDocuments random_;
  const testing::HeadlessWindow& window_;
  Reach& reach_;
  std::deque<Input> planned_;
  std::vector<std::string> in_front_;
};

}  // namespace attention_lab::campaign
