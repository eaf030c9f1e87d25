#include "input_source.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <iterator>
#include <map>
#include <utility>

#include "app/files/document_json.h"
#include "enumerators.h"
#include "odd_texts.h"
#include "random_edits.h"

namespace attention_lab::campaign {
namespace {

constexpr int most_button = 3;
constexpr int most_tries_from_near = 2;  // then from anywhere, since the document may not have it
constexpr int patience_for_a_goal = 6;   // in gestures
// The percentage of gestures that lead to unreached items: most of them until nearly all are reached.
constexpr Index led_at_first = 90;
constexpr Index led_later = 40;
constexpr double nearly_all = 0.98;

constexpr ResizeWindow usual_size{1280, 800};

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

InputSource::Sorts InputSource::visible_sorts(bool only_in_front) const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  Sorts sorts;
  for (const Item& item : window_.view.items.all()) {
    const Point centre = item.rect.centre();
    if (centre.x < 0 || centre.y < 0 || centre.x >= size.x || centre.y >= size.y) continue;
    if (!only_in_front || is_in_front(item)) sorts[sort_of_item(item.name)].push_back(&item);
  }
  return sorts;
}

const Item* InputSource::choose_item() {
  constexpr int draws = 3;
  const bool wants_front = !in_front_.empty() && !one_in(5);
  const Sorts sorts = visible_sorts(wants_front);
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
  if (one_in(12)) add(UseShortcut{static_cast<Command>(random_.below(std::ssize(command_names())))});
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
    case 3: add(MoveMouse{at}); return press(1);
    case 4:
    case 5: add(MoveMouse{at}); return press(0, 2);
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
      ResizeWindow{1, 1}, {8192, 4096}, {640, 480},  {1024, 768}, {1280, 800}, {1280, 800},
      {1920, 1080},       {1920, 1080}, {320, 2000}, {2000, 100}, {1, 900},    {3840, 2160}};
  constexpr std::array scales = {0.5f, 1.0f, 1.0f, 1.25f, 2.0f, 4.0f};
  if (one_in(3)) {
    add(SetDisplayScale{scales[static_cast<std::size_t>(random_.below(std::ssize(scales)))]});
  } else {
    add(sizes[static_cast<std::size_t>(random_.below(std::ssize(sizes)))]);
  }
  // A few gestures in this size, then back: everything can be reached in a window of the usual size.
  for (Index i = random_.below(6); i > 0; --i) plan_on_item();
  add(SetDisplayScale{1});
  add(usual_size);
}

// ---------------------------------------------------------------------------------- towards unreached items

void InputSource::plan_click(const std::vector<const Item*>& items, int button) {
  add(MoveMouse{within(items[static_cast<std::size_t>(random_.below(std::ssize(items)))]->rect)});
  press(button);
}

SortNames InputSource::names_of(const Sorts& sorts) {
  SortNames names;
  for (const auto& [sort, items] : sorts) names.insert(sort);
  return names;
}

void InputSource::choose_goal() {
  std::vector<std::string> missing = reach_["widgets"].missing();
  goal_.clear();
  // Figures are chosen from a list.
  const std::vector<std::string>& figures = enumerators<FigureName>();
  for (std::size_t i = 0; i < figures.size(); ++i)
    if (reach_["figures"].times(figures[i]) == 0) missing.push_back("figure." + std::to_string(i));
  if (missing.empty()) return;
  // Items that can be pressed now, or else usually items with a known way from here.
  const Sorts visible = visible_sorts(!in_front_.empty());
  const SortNames seen = names_of(visible);
  std::vector<std::string> at_hand;
  std::vector<std::string> near;
  for (const std::string& sort : missing) {
    if (visible.count(sort) > 0) at_hand.push_back(sort);
    if (tries_[sort] < most_tries_from_near && ways_.next_press(sort, seen)) near.push_back(sort);
  }
  const bool goes_near = !near.empty() && !one_in(4);
  const std::vector<std::string>& choices = !at_hand.empty() ? at_hand : goes_near ? near : missing;
  goal_ = choices[static_cast<std::size_t>(random_.below(std::ssize(choices)))];
  constexpr int draws = 3;
  for (int draw = 1; draw < draws; ++draw) {
    const std::string& other = choices[static_cast<std::size_t>(random_.below(std::ssize(choices)))];
    if (tries_[other] < tries_[goal_]) goal_ = other;
  }
  ++tries_[goal_];
  patience_ = patience_for_a_goal;
}

bool InputSource::plan_towards_widget() {
  const bool is_over = goal_.empty() || patience_-- <= 0;
  if (is_over) {
    if (std::exchange(is_resized_, false)) {
      add(SetDisplayScale{1});
      add(usual_size);
    }
    choose_goal();
    if (!planned_.empty()) return true;
  }
  if (goal_.empty()) return false;
  const Sorts visible = visible_sorts(!in_front_.empty());
  if (const auto found = visible.find(goal_); found != visible.end()) {
    plan_click(found->second);
    goal_.clear();
    return true;
  }
  if (const std::optional<Press> press = ways_.next_press(goal_, names_of(visible)); press && !one_in(8)) {
    plan_click(visible.find(press->sort)->second, press->button);
    return true;
  }
  if (!in_front_.empty()) {
    key(ImGuiKey_Escape);
    return true;
  }
  const Way* way = ways_.to(goal_);
  if (way == nullptr) return false;
  plan_on_way(*way);
  return true;
}

// Goes where the item was last seen. If that is here, another page or document may show it.
void InputSource::plan_on_way(const Way& way) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const ViewState& view = window_.view;
  if (way.is_presented != view.presenter.has_value()) {
    add(UseShortcut{Command::present});
  } else if (way.workspace != view.workspace) {
    add(UseShortcut{command_to_show(way.workspace)});
  } else if (way.width != size.x || way.height != size.y || way.display_scale != view.display_scale) {
    add(SetDisplayScale{way.display_scale});
    add(ResizeWindow{way.width, way.height});
    is_resized_ = true;
  } else {
    plan_on_page_turner();
  }
}

void InputSource::plan_on_page_turner() {
  std::vector<std::vector<const Item*>> turners;
  for (auto& [sort, items] : visible_sorts(false))
    if (ways_.has_revealed(sort)) turners.push_back(items);
  if (turners.empty() || one_in(3)) {
    add(MakeEdit{any_rich_edit(random_, window_.session.document())});
  } else {
    plan_click(turners[static_cast<std::size_t>(random_.below(std::ssize(turners)))]);
  }
}

// The track of the steps represents the list of steps, so that a step has a position on it.
bool InputSource::plan_towards_step() {
  const std::vector<std::string> missing = reach_["steps"].missing();
  const ViewState& view = window_.view;
  if (missing.empty() || !in_front_.empty()) return false;
  if (view.presenter || view.workspace != Workspace::pipeline) {
    add(UseShortcut{view.presenter ? Command::present : command_to_show(Workspace::pipeline)});
    return true;
  }
  if (!view.steps.is_open) {
    add(UseShortcut{Command::steps});
    return true;
  }
  const std::vector<Step>& steps = view.steps.steps;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (std::find(missing.begin(), missing.end(), name_of(steps[i].kind)) != missing.end())
      places.push_back(i);
  const Sorts visible = visible_sorts(false);
  const auto track = visible.find("steps.track");
  if (!places.empty() && track != visible.end()) {
    const Rect& rect = track->second.front()->rect;
    const std::size_t place = places[static_cast<std::size_t>(random_.below(std::ssize(places)))];
    const float share =
        steps.size() > 1 ? static_cast<float>(place) / static_cast<float>(steps.size() - 1) : 0;
    const float knob = rect.height * 0.22f;
    add(MoveMouse{{rect.x + knob + share * (rect.width - 2 * knob), rect.centre().y}});
    press(0);
    return true;
  }
  const auto all = visible.find("steps.all");
  if (all != visible.end() && one_in(3)) {
    plan_click(all->second);
  } else {
    add(MakeEdit{any_rich_edit(random_, window_.session.document())});
  }
  return true;
}

// The pipeline shows most matrices; the presenter view goes through all of them.
bool InputSource::plan_towards_matrix() {
  const std::vector<std::string> missing = reach_["matrices selected"].missing();
  if (missing.empty() || !in_front_.empty()) return false;
  const std::string& name = missing[static_cast<std::size_t>(random_.below(std::ssize(missing)))];
  const ViewState& view = window_.view;
  if (view.workspace != Workspace::pipeline) {
    add(UseShortcut{command_to_show(Workspace::pipeline)});
    return true;
  }
  const Sorts visible = visible_sorts(false);
  if (const auto found = visible.find(name + "[#,#]"); found != visible.end()) {
    plan_click(found->second);
  } else if (view.presenter && !one_in(4)) {
    for (Index i = 1 + random_.below(12); i > 0; --i) key(ImGuiKey_RightArrow);
  } else if (one_in(3)) {
    add(UseShortcut{Command::present});
  } else {
    add(MakeEdit{any_rich_edit(random_, window_.session.document())});
  }
  return true;
}

bool InputSource::plan_towards_presented_workspace() {
  const std::vector<std::string>& all = enumerators<Workspace>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (reach_["workspaces presented"].times(all[i]) > 0) continue;
    if (!window_.view.presenter) add(UseShortcut{Command::present});
    add(UseShortcut{command_to_show(static_cast<Workspace>(i))});
    return true;
  }
  return false;
}

bool InputSource::plan_towards_shortcut() {
  const std::vector<std::string> missing = reach_["shortcuts"].missing();
  if (missing.empty()) return plan_towards_presented_workspace();
  const std::vector<std::string>& all = command_names();
  const auto found = std::find(all.begin(), all.end(),
                               missing[static_cast<std::size_t>(random_.below(std::ssize(missing)))]);
  add(UseShortcut{static_cast<Command>(found - all.begin())});
  return true;
}

// The questions caused by other programs, and their answers: work left by a crash, and a changed file.
bool InputSource::plan_towards_file_dialogs() {
  const auto is_missing = [this](const char* sort, const char* name) {
    return reach_[sort].times(name) == 0;
  };
  const bool wants_recovered =
      is_missing("dialogs", "recovered") || is_missing("actions", "RestoreRecovered") ||
      is_missing("actions", "DiscardRecovered") || is_missing("actions", "KeepRecovered");
  const bool wants_changed = is_missing("dialogs", "changed_file") || is_missing("actions", "KeepMine") ||
                             is_missing("actions", "TakeTheirs") || is_missing("actions", "SaveAsCopy");
  const ViewState& view = window_.view;
  if (!in_front_.empty() || (!wants_recovered && !wants_changed)) return false;
  if (wants_recovered && (!wants_changed || random_.coin())) {
    add(FindRecovered{any_text(random_), to_json(any_document(random_))});
  } else if (view.file_path.empty()) {
    if (window_.session.is_modified()) {
      add(UseShortcut{Command::save_as});
      for (int i = 0; i < 6; ++i) add(Wait{0.1f});
      key(ImGuiKey_Enter);
    } else {
      add(DropFile{"changed.json", to_json(any_document(random_))});
    }
  } else {
    add(MakeEdit{any_rich_edit(random_, window_.session.document())});
    add(ChangeFile{to_json(any_document(random_))});
    add(UseShortcut{Command::save});
  }
  for (int i = 0; i < 3; ++i) add(Wait{0.1f});
  return true;
}

bool InputSource::plan_towards_unreached() {
  const auto plan_for_kind = [this](Index kind) {
    switch (kind) {
      case 0: return plan_towards_shortcut();
      case 1: return plan_towards_matrix();
      case 2: return plan_towards_file_dialogs();
      case 3:
      case 4: return plan_towards_step();
      default: return false;
    }
  };
  return plan_for_kind(random_.below(9)) || plan_towards_widget();
}

// --------------------------------------------------------------------------------------------------- random
// gestures

void InputSource::plan_unfinished() {
  const Item* item = choose_item();
  const Point at = item == nullptr ? anywhere() : within(item->rect);
  if (!one_in(6)) add(MoveMouse{at});
  switch (random_.below(6)) {
    case 0: add(PressButton{static_cast<int>(random_.below(most_button)), true}); break;
    case 1:
      add(PressButton{0, true});
      for (Index i = 1 + random_.below(3); i > 0; --i) add(MoveMouse{anywhere()});
      break;
    case 2: press(1); break;
    case 3: press(0); break;
    case 4:
      press(0, 2);
      type(any_typing(random_));
      break;
    default: add(UseShortcut{static_cast<Command>(random_.below(std::ssize(command_names())))}); break;
  }
  if (one_in(3)) add(MoveMouse{one_in(2) ? Point{-FLT_MAX, -FLT_MAX} : Point{-50, -50}});
  if (one_in(8)) add(LoseFocus{});
}

void InputSource::plan() {
  const Index led = reach_.share() < nearly_all ? led_at_first : led_later;
  if (random_.below(100) < led && plan_towards_unreached()) return;
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
    add(UseShortcut{static_cast<Command>(random_.below(std::ssize(command_names())))});
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
