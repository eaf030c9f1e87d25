#include "input_source.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <iterator>
#include <map>

#include "enumerators.h"
#include "odd_texts.h"
#include "random_edits.h"

namespace attention_lab::campaign {
namespace {

constexpr int most_button = 3;

}  // namespace

Input InputSource::next() {
  while (planned_.empty()) plan();
  Input input = std::move(planned_.front());
  planned_.pop_front();
  return input;
}

Point InputSource::anywhere() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {static_cast<float>(random_.below(static_cast<Index>(size.x) + 1)),
          static_cast<float>(random_.below(static_cast<Index>(size.y) + 1))};
}

Point InputSource::within(const Rect& rect) {
  const auto share = [this] { return static_cast<float>(1 + random_.below(98)) / 100; };
  const float x = share();
  return {rect.x + rect.width * x, rect.y + rect.height * share()};
}

bool InputSource::is_in_front(const Item& item) const {
  return std::find(in_front_.begin(), in_front_.end(), item.name) != in_front_.end();
}

const Item* InputSource::choose_item() {
  constexpr int draws = 3;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const bool wants_front = !in_front_.empty() && !one_in(5);
  // One widget of each sort: otherwise most would be cells.
  std::map<std::string, std::vector<const Item*>> sorts;
  for (const Item& item : window_.view.items.all()) {
    const Point centre = item.rect.centre();
    if (centre.x < 0 || centre.y < 0 || centre.x >= size.x || centre.y >= size.y) continue;
    if (!wants_front || is_in_front(item)) sorts[sort_of_item(item.name)].push_back(&item);
  }
  if (sorts.empty()) return nullptr;
  auto best = sorts.end();
  std::int64_t fewest = 0;
  for (int draw = 0; draw < (wants_front || one_in(2) ? draws : 1); ++draw) {
    const auto drawn = std::next(sorts.begin(), random_.below(std::ssize(sorts)));
    const std::int64_t times = reach_["widgets"].times(drawn->first);
    if (best != sorts.end() && times >= fewest) continue;
    best = drawn;
    fewest = times;
  }
  const std::vector<const Item*>& items = best->second;
  return items[static_cast<std::size_t>(random_.below(std::ssize(items)))];
}

void InputSource::press(int button, int times) {
  for (int i = 0; i < times; ++i) {
    add(PressButton{button, true});
    add(PressButton{button, false});
  }
}

void InputSource::key(ImGuiKey key) {
  add(PressKey{key, true});
  add(PressKey{key, false});
}

void InputSource::chord(ImGuiKey pressed, HoldModifiers modifiers) {
  add(modifiers);
  key(pressed);
  add(HoldModifiers{});
}

void InputSource::type(const std::u32string& text) {
  for (const char32_t c : text) add(TypeCharacter{c});
}

void InputSource::drag_from(Point start) {
  add(MoveMouse{start});
  if (one_in(4)) add(HoldModifiers{false, random_.coin(), random_.coin()});
  add(PressButton{0, true});
  Point at = start;
  const auto reach = static_cast<Index>(one_in(6) ? 400 : 30);
  for (Index i = 1 + random_.below(5); i > 0; --i) {
    at.x += static_cast<float>(random_.below(2 * reach + 1) - reach);
    at.y += static_cast<float>(random_.below(2 * reach + 1) - reach) / (one_in(3) ? 1.0f : 8.0f);
    add(MoveMouse{at});
  }
  if (one_in(8)) key(ImGuiKey_Escape);
  if (one_in(12)) add(UseShortcut{static_cast<Shortcut>(random_.below(std::ssize(enumerators<Shortcut>())))});
  add(PressButton{0, false});
  add(HoldModifiers{});
}

void InputSource::plan_on_item() {
  const Item* item = choose_item();
  const Point at = item == nullptr ? anywhere() : within(item->rect);
  switch (random_.below(16)) {
    case 0:
    case 1: return drag_from(at);
    case 2:
    case 3:
      add(MoveMouse{at});
      return press(1);
    case 4:
    case 5:
      add(MoveMouse{at});
      return press(0, 2);
    case 6:
      add(MoveMouse{at});
      press(0, 2);
      if (one_in(2)) chord(ImGuiKey_A);
      type(any_typing(random_));
      if (one_in(3)) key(one_in(2) ? ImGuiKey_Enter : ImGuiKey_Tab);
      return;
    case 7: add(MoveMouse{at}); return;
    case 8:
      add(MoveMouse{at});
      if (one_in(3)) add(HoldModifiers{random_.coin(), random_.coin(), false});
      for (Index i = 1 + random_.below(4); i > 0; --i)
        add(TurnWheel{static_cast<float>(random_.below(7) - 3), one_in(4) ? 1.0f : 0.0f});
      add(HoldModifiers{});
      return;
    default: add(MoveMouse{at}); return press(one_in(30) ? 2 : 0);
  }
}

void InputSource::plan_with_keys() {
  const auto any_key = static_cast<ImGuiKey>(random_.below(ImGuiKey_COUNT));
  if (one_in(4)) {
    add(HoldModifiers{random_.coin(), random_.coin(), one_in(4)});
    key(any_key);
    add(HoldModifiers{});
    return;
  }
  for (Index i = 1 + random_.below(4); i > 0; --i) key(any_key);
}

void InputSource::plan_typing() {
  type(any_typing(random_));
  if (one_in(2)) key(one_in(3) ? ImGuiKey_Escape : ImGuiKey_Enter);
}

void InputSource::plan_paste() {
  add(FillClipboard{any_text(random_)});
  const Item* item = choose_item();
  if (item != nullptr && one_in(2)) {
    add(MoveMouse{within(item->rect)});
    press(0, random_.coin() ? 1 : 2);
  }
  if (one_in(3)) chord(ImGuiKey_A);
  chord(ImGuiKey_V);
  if (one_in(3)) key(ImGuiKey_Enter);
}

void InputSource::plan_from_outside() {
  constexpr std::array<const char*, 5> names = {"dropped.json", "ünï ☃.json", "no ending", ".json",
                                                "a rather long name of a document that somebody has kept for "
                                                "years and never found the time to make any shorter.json"};
  switch (random_.below(13)) {
    case 12: add(ChangeFile{any_file(random_)}); return;
    case 0:
    case 1:
    case 2:
    case 3: add(DropFile{names[static_cast<std::size_t>(random_.below(5))], any_file(random_)}); return;
    case 4: add(CloseWindow{}); return;
    case 5:
    case 6: add(LoseFocus{}); return;
    case 7: add(FindRecovered{any_text(random_), any_file(random_)}); return;
    case 8:
    case 9: add(Wait{0.3f}); return;
    default: add(Wait{static_cast<float>(1 + random_.below(10))}); return;
  }
}

void InputSource::plan_window() {
  constexpr std::array<ResizeWindow, 12> sizes = {
      ResizeWindow{1, 1},      {8192, 4096}, {640, 480},   {1024, 768}, {1280, 800}, {1280, 800},
      {1920, 1080}, {1920, 1080}, {320, 2000}, {2000, 100}, {1, 900},    {3840, 2160}};
  constexpr std::array scales = {0.5f, 1.0f, 1.0f, 1.25f, 2.0f, 4.0f};
  if (one_in(3)) {
    add(SetDisplayScale{scales[static_cast<std::size_t>(random_.below(std::ssize(scales)))]});
  } else {
    add(sizes[static_cast<std::size_t>(random_.below(std::ssize(sizes)))]);
  }
  // Some time in it, then back: everything can be reached in a window of the usual size.
  for (Index i = random_.below(6); i > 0; --i) plan_on_item();
  add(SetDisplayScale{1});
  add(ResizeWindow{1280, 800});
}

void InputSource::plan() {
  const Index kind = random_.below(1000);
  if (kind < 560) return plan_on_item();
  if (kind < 640) {
    add(MoveMouse{one_in(20) ? Point{-FLT_MAX, -FLT_MAX} : anywhere()});
    if (random_.coin()) press(static_cast<int>(random_.below(most_button)));
    return;
  }
  if (kind < 660) return drag_from(anywhere());
  if (kind < 740) return plan_with_keys();
  if (kind < 810) return plan_typing();
  if (kind < 850) return plan_paste();
  if (kind < 870) return chord(random_.coin() ? ImGuiKey_C : ImGuiKey_X);
  if (kind < 930) {
    add(UseShortcut{static_cast<Shortcut>(random_.below(std::ssize(enumerators<Shortcut>())))});
    return;
  }
  if (kind < 978) {
    add(MakeEdit{any_edit(random_)});
    return;
  }
  if (kind < 994) return plan_from_outside();
  plan_window();
}

}  // namespace attention_lab::campaign
