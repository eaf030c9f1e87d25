// Keys and characters in the order they came, fed to Dear ImGui over as many frames as it needs.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <set>

namespace attention_lab {

struct KeyEvent {
  int key = 0;
  int scancode = 0;
  int action = 0;  // of GLFW
  int modifiers = 0;
};

/// Dear ImGui 1.86 knows only whether a key is down in a frame: a press and a release within one frame are
/// lost, and Enter may overtake the text before it. The queue ends a frame's share where that would happen.
class KeyQueue {
 public:
  void add_key(const KeyEvent& event) { events_.push_back({event, std::nullopt}); }
  void add_character(unsigned code_point) { events_.push_back({{}, code_point}); }

  bool is_empty() const { return events_.empty(); }

  /// Hands over what one frame can take. `edits_text`: whether a key acts on a text field (Enter, arrows, …)
  /// and so must keep its order among characters. `is_modifier`: Ctrl, Shift and the like, which must not
  /// change between a key and the frame that sees it.
  void feed(const std::function<void(const KeyEvent&)>& on_key,
            const std::function<void(unsigned)>& on_character, const std::function<bool(int key)>& edits_text,
            const std::function<bool(int key)>& is_modifier);

 private:
  struct Event {
    KeyEvent key;
    std::optional<unsigned> character;
  };
  std::deque<Event> events_;
};

}  // namespace attention_lab
