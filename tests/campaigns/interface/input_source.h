// The source of events: random gestures, many of which lead to unreached items.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "headless_window.h"
#include "input.h"
#include "random_documents.h"
#include "reach.h"
#include "ways.h"

namespace attention_lab::campaign {

class InputSource {
 public:
  InputSource(std::uint32_t seed, const testing::HeadlessWindow& window, Reach& reach, const Ways& ways)
      : random_(seed), window_(window), reach_(reach), ways_(ways) {}

  /// The next event; plans another gesture if the last one has ended.
  Input next();
  /// Prefers widgets of the last frame in a popup or dialog.
  void prefer(std::vector<std::string> in_front) { in_front_ = std::move(in_front); }
  /// Drops the rest of the gesture.
  void give_up_gesture() { planned_.clear(); }
  /// Plans a gesture that stops in the middle: a press, a drag, a menu, a text or a cell being edited.
  void plan_unfinished();
  bool has_planned() const { return !planned_.empty(); }

 private:
  void plan();
  void plan_on_item();
  void plan_with_keys();
  void plan_typing();
  void plan_paste();
  void plan_from_outside();
  void plan_window();

  // Plan gestures towards unreached items; false if there are none or nothing can be done now.
  bool plan_towards_unreached();
  bool plan_towards_widget();
  bool plan_towards_step();
  bool plan_towards_matrix();
  bool plan_towards_shortcut();
  bool plan_towards_presented_workspace();
  bool plan_towards_file_dialogs();
  void plan_on_way(const Way& way);
  void plan_on_page_turner();
  void choose_goal();
  void plan_click(const std::vector<const Item*>& items, int button = 0);

  template <class T>
  void add(T input) {
    planned_.emplace_back(std::move(input));
  }
  void press(int button, int times = 1);
  void key(ImGuiKey key);
  void chord(ImGuiKey key, HoldModifiers modifiers = {.has_ctrl = true});
  void type(const std::u32string& text);
  void drag_from(Point start);

  /// Items by sort, since otherwise most would be cells. If a popup or dialog is open, only its items.
  using Sorts = std::map<std::string, std::vector<const Item*>, std::less<>>;
  Sorts visible_sorts(bool only_in_front) const;
  static SortNames names_of(const Sorts& sorts);
  /// The least-reached of a few random widgets; null if there is none.
  const Item* choose_item();
  bool is_in_front(const Item& item) const;
  Point anywhere();
  Point within(const Rect& rect);
  bool one_in(Index n) { return random_.below(n) == 0; }

  testing::RandomDocuments random_;
  const testing::HeadlessWindow& window_;
  Reach& reach_;
  const Ways& ways_;
  std::string goal_;                               // an unreached sort of widget; empty: none
  std::map<std::string, int, std::less<>> tries_;  // how often each sort was the goal
  int patience_ = 0;                               // gestures left for the goal
  bool is_resized_ = false;                        // to reach the goal
  std::deque<Input> planned_;
  std::vector<std::string> in_front_;
};

}  // namespace attention_lab::campaign
