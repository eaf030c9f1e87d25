// Passes keys and characters to Dear ImGui in order, over as many frames as necessary.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <set>

namespace attention_lab {

struct KeyEvent {
  int key = 0;
  int scancode = 0;
  int action = 0;  // GLFW's action
  int modifiers = 0;
};

/// Dear ImGui 1.86 knows only whether a key is down in a frame: a press and a release in the same frame are
/// lost, and Enter may overtake preceding characters. The queue defers such events to the next frame.
class KeyQueue {
 public:
  void add_key(const KeyEvent& event) { events_.push_back({event, std::nullopt}); }
  void add_character(unsigned code_point) { events_.push_back({{}, code_point}); }

  bool is_empty() const { return events_.empty(); }

  /// Passes on the events for one frame. `edits_text`: whether a key acts on a text field (Enter, arrows, …)
  /// and so must keep its order relative to characters. `is_modifier`: whether it is Ctrl, Shift or the like,
  /// which must not change between a key and the frame that processes it.
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
