#include "app/window/key_queue.h"

namespace attention_lab {

void KeyQueue::feed(const std::function<void(const KeyEvent&)>& on_key,
                    const std::function<void(unsigned)>& on_character,
                    const std::function<bool(int key)>& edits_text,
                    const std::function<bool(int key)>& is_modifier) {
  std::set<int> touched;
  bool has_text = false;
  bool has_editing_key = false;
  while (!events_.empty()) {
    const Event event = events_.front();
    if (event.character) {
      if (has_editing_key) return;
      has_text = true;
      events_.pop_front();
      on_character(*event.character);
      continue;
    }
    const bool edits = edits_text(event.key.key);
    const bool overtakes =
        (edits && has_text) || (is_modifier(event.key.key) && (has_text || !touched.empty()));
    if (touched.count(event.key.key) > 0 || overtakes) return;
    touched.insert(event.key.key);
    has_editing_key = has_editing_key || edits;
    events_.pop_front();
    on_key(event.key);
  }
}

}  // namespace attention_lab
