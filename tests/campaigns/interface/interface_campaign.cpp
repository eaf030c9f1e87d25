#include "interface_campaign.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <malloc.h>
#include <map>
#include <optional>
#include <vector>

#include <imgui_internal.h>

#include "app/files/document_json.h"
#include "core/attention/forward.h"
#include "core/document/checks.h"
#include "core/limits.h"
#include "core/steps/step.h"
#include "enumerators.h"
#include "same_trace.h"

// Defined by the sanitizers, if any.
extern "C" __attribute__((weak)) std::size_t __sanitizer_get_current_allocated_bytes();

namespace attention_lab::campaign {
namespace {

constexpr std::uint64_t events_between_checks = 1000;
constexpr std::uint64_t events_between_traces = 100;
constexpr std::uint64_t events_between_idle_checks = 250;
constexpr std::uint64_t events_between_memory_checks = 2000;
// The user's choices, such as the size of an experiment, persist: they change memory by about 1 MB between
// checks.
constexpr std::size_t tolerated_growth = std::size_t{2} << 20;
constexpr std::size_t fewest_memory_checks = 4;
constexpr Index largest_document = 300000;  // numbers; larger documents are replaced
constexpr Index slow_document = 10000;      // numbers; with such a document, few events take most of the time
constexpr int most_events_with_slow_document = 100;
constexpr std::uint64_t longest_history = 2500;  // steps; undoing more takes too long
constexpr int most_taps = 12;
constexpr int most_frames_to_settle = 3000;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::size_t bytes_held() {
  if (__sanitizer_get_current_allocated_bytes != nullptr) return __sanitizer_get_current_allocated_bytes();
  return ::mallinfo2().uordblks;
}

std::size_t median(std::vector<std::size_t> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The vertices of a frame, by window.
using Shown = std::map<std::string, std::vector<ImDrawVert>>;

Shown copy_of(const ImDrawData& drawn) {
  Shown shown;
  for (int i = 0; i < drawn.CmdListsCount; ++i) {
    const ImDrawList& list = *drawn.CmdLists[i];
    shown[list._OwnerName == nullptr ? "" : list._OwnerName].assign(list.VtxBuffer.begin(),
                                                                    list.VtxBuffer.end());
  }
  return shown;
}

bool are_same(const ImDrawVert& a, const ImDrawVert& b) {
  return a.pos.x == b.pos.x && a.pos.y == b.pos.y && a.uv.x == b.uv.x && a.uv.y == b.uv.y && a.col == b.col;
}

/// Describes the difference between two frames.
std::optional<std::string> first_difference(const Shown& before, const Shown& after) {
  for (const auto& [name, vertices] : after) {
    const auto found = before.find(name);
    if (found == before.end()) return "\"" + name + "\", which is new";
    const auto [was, is] =
        std::mismatch(found->second.begin(), found->second.end(), vertices.begin(), vertices.end(), are_same);
    if (is != vertices.end())
      return "\"" + name + "\" at " + std::to_string(is->pos.x) + ", " + std::to_string(is->pos.y);
    if (was != found->second.end()) return "the end of \"" + name + "\"";
  }
  for (const auto& [name, vertices] : before)
    if (after.count(name) == 0) return "\"" + name + "\", which is gone";
  return std::nullopt;
}

Index numbers_in(const Model& model) {
  Index numbers = model.token_embeddings->size() + model.n_tokens() * model.n_tokens() * model.n_heads();
  for (const Head& head : model.heads) numbers += head.W_q->size() + head.W_k->size() + head.W_v->size();
  return numbers;
}

// Dear ImGui keeps the buffers of each window's largest frame; the next frame allocates what it needs.
void give_back_drawing_buffers() {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (!window->MemoryCompacted) ImGui::GcCompactTransientWindowBuffers(window);
}

bool is_something_in_front() {
  return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
}

std::string name_of_front() {
  const ImGuiWindow* window = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  return window == nullptr ? "not drawn" : window->Name;
}

}  // namespace

InterfaceCampaign::InterfaceCampaign(std::uint32_t seed, const std::filesystem::path& folder,
                                     Logbook& logbook)
    : logbook_(logbook), program_(folder, reach_), source_(seed, program_.window, reach_, ways_) {
  ImGui::GetIO().ConfigInputTextCursorBlink = false;  // the only thing that may change without input
  reach_["actions"].add_all(alternatives<Action>());
  reach_["shortcuts"].add_all(command_names());
  reach_["workspaces"].add_all(enumerators<Workspace>());
  reach_["workspaces presented"].add_all(enumerators<Workspace>());
  reach_["dialogs"].add_all(enumerators<Dialog>());
  reach_["laboratory pages"].add_all(enumerators<LaboratoryPage>());
  reach_["exhibits"].add_all(enumerators<Mistake>());
  reach_["figures"].add_all(enumerators<FigureName>());
  reach_["themes"].add_all(enumerators<ThemeName>());
  reach_["steps"].add_all(enumerators<StepKind>());
  reach_["matrices selected"].add_all(enumerators<MatrixName>());
  reach_["text formats"].add_all(enumerators<TextFormat>());
  reach_["picture formats"].add_all(enumerators<PictureFormat>());
  begin_history();
}

void InterfaceCampaign::run(double seconds, std::uint64_t events) {
  const double end = now() + seconds;
  while ((events == 0 || counts_.events < events) && (seconds <= 0 || now() < end)) {
    take_next();
    if (counts_.events % events_between_traces == 0) check_document();
    if (counts_.events % events_between_checks == 0) {
      check_after_a_thousand();
    } else if (counts_.events % events_between_idle_checks == 0) {
      check_idle();  // at any point of a gesture
    }
  }
  check_after_a_thousand();
  check_growth();
}

void InterfaceCampaign::take_next() {
  const Input input = source_.next();
  const std::string words = to_string(input);
  logbook_.note_event(++counts_.events, words);
  const double before = now();
  note_press(input);
  program_.take(input);
  ++counts_.frames;
  const double seconds = now() - before;
  if (seconds > counts_.slowest_seconds) {
    counts_.slowest_seconds = seconds;
    counts_.slowest = std::to_string(counts_.events) + ": " + words;
  }
  check_popups();
  check_typing();
  note_what_is_shown();
  if (program_.histories() != history_) begin_history();
  const Index numbers = numbers_in(program_.window.session.model());
  events_with_slow_document_ = numbers > slow_document ? events_with_slow_document_ + 1 : 0;
  if (numbers > largest_document || events_with_slow_document_ > most_events_with_slow_document) {
    check_document();
    program_.open_preset("journey");
    begin_history();
  }
}

// An open popup takes the keys: one that is no longer drawn would keep them for ever.
void InterfaceCampaign::check_popups() {
  const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
  const bool is_seen = open.empty() || (open.back().Window != nullptr && open.back().Window->WasActive);
  frames_with_unseen_popup_ = is_seen ? 0 : frames_with_unseen_popup_ + 1;
  if (frames_with_unseen_popup_ > 3)
    throw Finding("a popup is open that is not drawn (" + name_of_front() + "), and keeps the keys, in " +
                  name_of(program_.window.view.workspace));
}

// Escape and Enter go to the field with the keyboard: a cell being edited without it could not be left.
void InterfaceCampaign::check_typing() {
  const bool is_typed_into = program_.window.view.editing.typing.has_value();
  const bool has_keyboard = ImGui::GetIO().WantTextInput || is_something_in_front();
  frames_without_keyboard_ = is_typed_into && !has_keyboard ? frames_without_keyboard_ + 1 : 0;
  if (frames_without_keyboard_ > 5)
    throw Finding("a cell is open to be typed into, but its field does not have the keyboard, in " +
                  name_of(program_.window.view.workspace));
}

void InterfaceCampaign::note_what_is_shown() {
  const ViewState& view = program_.window.view;
  const auto enumerator = [this](const char* sort, auto value) { reach_[sort].reach(name_of(value)); };
  enumerator("workspaces", view.workspace);
  enumerator("dialogs", view.dialogs.open);
  enumerator("themes", view.preferences.theme);
  if (view.presenter) enumerator("workspaces presented", view.workspace);
  if (view.workspace == Workspace::laboratory) enumerator("laboratory pages", view.laboratory.page);
  if (view.workspace == Workspace::museum) enumerator("exhibits", view.museum.mistake);
  if (view.workspace == Workspace::figures) enumerator("figures", view.figures.request.figure);
  if (view.workspace == Workspace::pipeline && view.steps.is_open && !view.steps.steps.empty())
    enumerator("steps", view.steps.step().kind);
  if (view.selected) enumerator("matrices selected", view.selected->matrix.name);

  ReachedNames& widgets = reach_["widgets"];
  SortNames sorts;
  for (const Item& item : view.items.all()) {
    std::string sort = sort_of_item(item.name);
    widgets.add(sort);
    sorts.insert(std::move(sort));
  }
  ways_.note_shown(std::move(sorts), view);
  std::vector<std::string> in_front;
  if (is_something_in_front()) {
    for (const Item& item : view.items.all())
      if (always_there_.count(item.name) == 0) in_front.push_back(item.name);
  } else {
    always_there_.clear();
    for (const Item& item : view.items.all()) always_there_.insert(item.name);
  }
  source_.prefer(std::move(in_front));
}

// A widget is reached if it is pressed while nothing is in front of it.
void InterfaceCampaign::note_press(const Input& input) {
  const auto* button = std::get_if<PressButton>(&input);
  if (button == nullptr || !button->is_down) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool has_front = is_something_in_front();
  const Item* smallest = nullptr;  // larger ones only contain it
  for (const Item& item : program_.window.view.items.all()) {
    const bool is_on_it = mouse.x >= item.rect.x && mouse.y >= item.rect.y && mouse.x < item.rect.right() &&
                          mouse.y < item.rect.bottom();
    if (!is_on_it) continue;
    if (has_front && always_there_.count(item.name) > 0) continue;
    reach_["widgets"].reach(sort_of_item(item.name));
    const auto area = [](const Item& of) { return of.rect.width * of.rect.height; };
    if (smallest == nullptr || area(item) < area(*smallest)) smallest = &item;
  }
  if (smallest != nullptr) ways_.note_press({sort_of_item(smallest->name), button->button});
}

void InterfaceCampaign::begin_history() {
  history_ = program_.histories();
  first_bytes_ = to_json(program_.window.session.document());
  ++counts_.histories;
}

// --------------------------------------------------------------------------------------------------- checks

void InterfaceCampaign::check_document() {
  const Session& session = program_.window.session;
  for (const Error& error : validate(session.document()))
    throw Finding("the document is not valid: " + to_string(error));
  Trace fresh;
  forward(session.model(), fresh);
  if (const auto difference = testing::first_difference(session.trace(), fresh))
    throw Finding("the trace is not that of a fresh forward pass: " + *difference);
  ++counts_.traces;
}

void InterfaceCampaign::check_after_a_thousand() {
  leave_everything();
  check_document();
  check_idle();
  check_undo();
  check_document();
  if (counts_.events % events_between_memory_checks == 0) check_memory();
  check_unfinished_new_document();
}

// A new document, followed by any unfinished gesture: a menu, a drag, a half-typed number, a button held
// while the mouse leaves the window.
void InterfaceCampaign::check_unfinished_new_document() {
  leave_everything();
  program_.make_new_document();
  begin_history();
  source_.plan_unfinished();
  while (source_.has_planned()) take_next();
  check_idle();
}

void InterfaceCampaign::draw(float seconds) {
  program_.draw_frame(seconds);
  ++counts_.frames;
  if (program_.histories() != history_) begin_history();
}

void InterfaceCampaign::tap(ImGuiKey key) {
  program_.window.set_key(key, true);
  draw();
  program_.window.set_key(key, false);
  draw();
  draw();
}

bool InterfaceCampaign::is_left() const {
  const ViewState& view = program_.window.view;
  return view.dialogs.open == Dialog::none && !is_something_in_front() && !view.editing.typing &&
         !view.editing.drag && !ImGui::GetIO().WantTextInput && !program_.window.session.is_previewing() &&
         !view.exporting && !view.tour.is_open();
}

// Held keys would repeat.
void InterfaceCampaign::let_go_of_keys() {
  for (int key = 0; key < ImGuiKey_COUNT; ++key) program_.window.set_key(static_cast<ImGuiKey>(key), false);
  program_.window.set_modifiers(false, false, false);
}

// Like a user: releases all buttons and keys, presses Escape, and answers a dialog that requires it.
void InterfaceCampaign::leave_everything() {
  source_.give_up_gesture();
  testing::HeadlessWindow& window = program_.window;
  for (int button = 0; button < 3; ++button) window.set_button(button, false);
  let_go_of_keys();
  window.resize(1280, 800);
  window.view.display_scale = 1;
  window.view.preferences.text_size = 1;
  for (int i = 0; i < 3; ++i) draw();
  for (int taps = 0; taps < most_taps && !is_left(); ++taps) {
    if (window.view.exporting) {
      draw(10);
    } else {
      tap(ImGuiKey_Escape);
    }
  }
  if (is_left()) return;
  const ViewState& view = window.view;
  throw Finding(std::string("Escape does not lead out of it: ") + "dialog " + name_of(view.dialogs.open) +
                (is_something_in_front() ? ", a popup is open (" + name_of_front() + ")" : "") +
                (view.editing.typing ? ", a cell is being typed" : "") +
                (view.editing.drag ? ", a cell is being dragged" : "") +
                (ImGui::GetIO().WantTextInput ? ", a field has the keyboard" : "") +
                (view.tour.is_open() ? ", the tour goes on" : "") +
                (window.session.is_previewing() ? ", a change is neither made nor given up" : "") + " in " +
                name_of(view.workspace));
}

// With the same waits as the window.
bool InterfaceCampaign::draw_until_still() {
  const ViewState& view = program_.window.view;
  FramePacer pacer;
  float seconds = 1.0f / 60;
  for (int frames = 0; frames < most_frames_to_settle; ++frames) {
    draw(seconds);
    seconds = 1.0f / 60;
    pacer.drew(view.next_frame_in);
    if (program_.has_acted() || program_.window.has_made_fonts()) pacer.wake();
    if (pacer.is_due()) continue;
    if (view.next_frame_in) {
      seconds = static_cast<float>(*view.next_frame_in);
    } else if (view.exporting || (view.notice && !view.notice->is_error)) {
      seconds = 1;
    } else {
      return true;
    }
    pacer.wake(1);
  }
  return false;
}

// A still interface must not request frames, and must already show its final state.
void InterfaceCampaign::check_idle() {
  const ViewState& view = program_.window.view;
  let_go_of_keys();
  if (!draw_until_still()) {
    if (view.laboratory.variance.run.is_running() || view.laboratory.gradient.run.is_running() ||
        view.steps.is_playing) {
      ++counts_.left_running;
      return;
    }
    throw Finding("nothing moves, and yet another frame is asked for without end, in " +
                  name_of(view.workspace) + (view.next_frame_in ? " (want_frame)" : "") +
                  (program_.has_acted() ? " (an action)" : "") +
                  (program_.window.has_made_fonts() ? " (the fonts)" : ""));
  }
  ++counts_.idle;
  const Shown before = copy_of(*ImGui::GetDrawData());
  draw(10);
  if (const auto difference = first_difference(before, copy_of(*ImGui::GetDrawData())))
    throw Finding("the last frame did not show all: one more, without any input, looks different in " +
                  *difference + ", in " + name_of(view.workspace));
}

void InterfaceCampaign::check_undo() {
  testing::HeadlessWindow& window = program_.window;
  const Session& session = window.session;
  // Both would refuse to undo anything.
  window.view.is_locked = false;
  window.view.is_black = false;
  const std::string last_bytes = to_json(session.document());
  const auto use = [&](Command shortcut) {
    press(shortcut, session, window.view, window.queue);
    draw();
  };
  std::uint64_t steps = 0;
  while (session.can_undo()) {
    if (++steps > limits::undo_steps)
      throw Finding("undo takes nothing back, in " + name_of(window.view.workspace));
    use(Command::undo);
  }
  // If the history is full, its first steps may have been dropped.
  if (steps < limits::undo_steps && to_json(session.document()) != first_bytes_)
    throw Finding("undoing all " + std::to_string(steps) + " steps does not lead back to the first document");
  for (std::uint64_t i = 0; i < steps; ++i) use(Command::redo);
  if (to_json(session.document()) != last_bytes)
    throw Finding("redoing " + std::to_string(steps) + " steps does not lead to the last document again");
  counts_.undone += steps;
  if (steps > longest_history) {
    program_.open_preset("journey");
    begin_history();
  }
}

// Panels keep data about the last document that they showed until they show another one.
void InterfaceCampaign::visit_everything() {
  ViewState& view = program_.window.view;
  const auto settle = [this] {
    for (int i = 0; i < 5; ++i) draw();
  };
  view.workspace = Workspace::laboratory;
  for (const LaboratoryPage page : all_laboratory_pages) {
    view.laboratory.page = page;
    settle();
  }
  view.workspace = Workspace::museum;
  for (const Mistake mistake : all_mistakes) {
    view.museum.mistake = mistake;
    settle();
  }
  view.workspace = Workspace::figures;
  for (const FigureName figure : all_figure_names) {
    view.figures.request.figure = figure;
    settle();
  }
  view.workspace = Workspace::pipeline;
  draw_until_still();
}

// The same document and view must use the same amount of memory.
void InterfaceCampaign::check_memory() {
  ViewState& view = program_.window.view;
  program_.open_preset("journey");
  begin_history();
  view.presenter.reset();
  view.workspace = Workspace::pipeline;
  view.figures.pinned.reset();
  view.selected.reset();
  program_.window.set_clipboard("");
  program_.start_anew();
  visit_everything();
  give_back_drawing_buffers();
  held_.push_back(bytes_held());
}

void InterfaceCampaign::check_growth() const {
  if (held_.size() < fewest_memory_checks) return;
  const auto middle = held_.begin() + std::ssize(held_) / 2;
  const std::size_t before = median({held_.begin(), middle});
  const std::size_t after = median({middle, held_.end()});
  if (after > before + tolerated_growth)
    throw Finding("memory grows: with the same document " + std::to_string(after) +
                  " bytes are held in the second half of the run, " + std::to_string(before) +
                  " in the first");
}

}  // namespace attention_lab::campaign
