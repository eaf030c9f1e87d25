#include "ui/tour/tour.h"

#include <algorithm>
#include <string>

#include <imgui.h>

#include "ui/lab/presenter.h"
#include "ui/tour/card_place.h"
#include "ui/tour/tour_card.h"
#include "ui/tour/tour_stops.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

constexpr double ring_seconds = 0.5;  // in which the ring closes around its target

// What the card should not cover, compared with matrices.
constexpr float importance_of_kept = 12;
constexpr float importance_of_controls = 0.2f;

constexpr const char* next_label = "Next";
constexpr const char* leave_label = "Leave the tour";
constexpr const char* show_label = "Show me";
constexpr const char* end_label = "Close";
constexpr const char* undo_label = "Undo my changes";

const TourStop& stop_of(const TourState& tour) {
  return all_tour_stops()[*tour.stop];
}

void leave_tour(TourState& tour) {
  const bool has_taken_key = tour.has_taken_key;
  tour = {};
  tour.has_taken_key = has_taken_key;
}

/// Shows the whole pipeline with nothing pinned, where every stop finds what it points at.
void show_whole_pipeline(const Session& session, ViewState& view, ActionQueue& actions) {
  if (view.presenter) toggle_presenter(session, view, actions);
  view.workspace = Workspace::pipeline;
  close_steps(view.steps);
  view.selected.reset();
  view.pipeline.focus.reset();
  view.pipeline.collapsed.clear();
  view.pipeline.zoom = 1;
  view.pipeline.comparison = Comparison::none;
  view.pipeline.shows_all_heads = false;
}

void begin_stop(const Session& session, ViewState& view, ActionQueue& actions, std::size_t stop) {
  show_whole_pipeline(session, view, actions);
  TourState& tour = view.tour;
  tour.stop = stop;
  tour.cell.reset();
  tour.place.reset();
  tour.deed = {};
  tour.is_done = false;
  tour.since = ImGui::GetTime();
  view.want_frame();
}

// ---- Noticing.

/// Whether the person is doing something, so that the next stop has to wait.
bool is_busy(const ViewState& view) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_mouse_used =
      io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 ||
      std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), [](bool down) { return down; });
  return is_mouse_used || is_any_key_pressed() || !takes_keys(view) || view.steps.is_playing;
}

double seconds_to_read(const std::string& text) {
  constexpr double least = 2;
  constexpr double characters_a_second = 20;
  return least + static_cast<double>(text.size()) / characters_a_second;
}

/// Returns true when it is time for the next stop.
bool notice(const Session& session, ViewState& view) {
  TourState& tour = view.tour;
  const TourStop& stop = stop_of(tour);
  if (stop.is_done == nullptr) return false;
  const double now = ImGui::GetTime();
  if (!tour.is_done) {
    if (!stop.is_done(session, view)) return false;
    tour.is_done = true;
    tour.quiet_since = now;
    view.want_frame();
  }
  if (is_busy(view)) tour.quiet_since = now;
  const double rest = tour.quiet_since + seconds_to_read(stop.seen(session, view)) - now;
  if (rest > 0) view.want_frame(rest);
  return rest <= 0;
}

// ---- Drawing.

/// The number of steps since the tour began that can be undone.
std::size_t changes_since_start(const Session& session, const TourState& tour) {
  const std::size_t steps = session.history().undo_steps();
  return session.opened() == tour.opened && steps > tour.steps ? steps - tour.steps : 0;
}

TourCard card_of(const Session& session, ViewState& view) {
  TourState& tour = view.tour;
  const TourStop& stop = stop_of(tour);
  TourCard card;
  card.target = view.items.find(stop.target(session, view));
  card.title = stop.title(view);
  card.sentence = tour.is_done ? stop.seen(session, view) : stop.sentence(session, view);
  card.is_done = tour.is_done;
  card.stop = *tour.stop;
  card.n_stops = all_tour_stops().size() - 1;
  if (stop.is_done != nullptr) {
    card.labels = {next_label, leave_label};
    if (!card.target) card.labels.push_back(show_label);
  } else {
    card.labels = {end_label};
    if (changes_since_start(session, tour) > 0) card.labels.push_back(undo_label);
  }
  const double share = view.preferences.has_motion ? 1 - (ImGui::GetTime() - tour.since) / ring_seconds : 0;
  card.widening = static_cast<float>(std::clamp(share, 0.0, 1.0));
  if (card.widening > 0) view.want_frame();
  return card;
}

/// Places the card, so that it covers as little as possible of what the stop is about.
Rect place_of_card(const ViewState& view, const TourCard& card, const Rect& window) {
  CardPlaceRequest request;
  request.size = tour_card_size(view, card, {window.width, window.height});
  request.window = window;
  request.target = card.target;
  request.last_place = view.tour.place;
  request.gap = std::round(view.sizes().body);
  const auto keep_clear = [&](std::string_view item, float importance) {
    if (const std::optional<Rect> rect = view.items.find(item)) request.others.push_back({*rect, importance});
  };
  const std::optional<Rect> workspace = view.items.find("workspace");
  const Rect bars{0, 0, window.width, workspace ? workspace->y : 0};  // above the workspace
  // Whoever is to look at a bar needs no matrices meanwhile.
  const bool points_at_bars = card.target && card.target->bottom() <= bars.bottom();
  for (const MatrixName name : all_matrix_names)
    keep_clear(std::string(to_string(name)) + ".outline", points_at_bars ? 0 : 1);
  for (const std::string_view item : stop_of(view.tour).keeps_clear) keep_clear(item, importance_of_kept);
  keep_clear("side", importance_of_controls);
  keep_clear("steps", importance_of_controls);
  request.others.push_back({bars, importance_of_controls});
  return place_card(request);
}

void carry_out_label(const Session& session, ViewState& view, ActionQueue& actions, std::string_view label) {
  if (label == next_label) return begin_stop(session, view, actions, *view.tour.stop + 1);
  if (label == show_label) return show_whole_pipeline(session, view, actions);
  if (label == undo_label) actions.push(GoToStep{view.tour.steps});
  if (label == leave_label || label == end_label) leave_tour(view.tour);
}

void draw_stop(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window) {
  const bool is_hidden =
      view.dialogs.open != Dialog::none || (view.presenter && !stop_of(view.tour).is_presented);
  if (is_hidden) return;
  const TourCard card = card_of(session, view);
  const Rect place = place_of_card(view, card, window);
  view.tour.place = Point{place.x, place.y};
  if (const auto pressed = draw_tour_card(view, card, place))
    return carry_out_label(session, view, actions, card.labels[*pressed]);
  // While a number is selected, Enter types into it.
  const bool goes_on = takes_keys(view) && !view.selected && !view.presenter && is_enter_newly_pressed();
  const std::string_view main = card.labels.empty() ? std::string_view() : card.labels.front();
  if (goes_on && (main == next_label || main == end_label)) carry_out_label(session, view, actions, main);
}

}  // namespace

void start_tour(const Session& session, ViewState& view, ActionQueue& actions) {
  view.preferences.was_tour_offered = true;
  view.tour = {};
  view.tour.opened = session.opened();
  view.tour.steps = session.history().undo_steps();
  begin_stop(session, view, actions, 0);
}

void offer_tour(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!view.preferences.was_tour_offered) start_tour(session, view, actions);
}

void handle_tour_key(ViewState& view) {
  view.tour.has_taken_key = false;
  if (!view.tour.is_open() || view.presenter || !takes_keys(view)) return;
  if (view.is_black || view.editing.computed) return;  // Escape ends that first
  if (!is_key_pressed(ImGuiKey_Escape, false)) return;
  leave_tour(view.tour);
  view.tour.has_taken_key = true;
}

void draw_tour(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window) {
  if (!view.tour.is_open()) return;
  // A tour that has just begun is drawn when everything it points at has been.
  if (!view.items.is_collecting()) return view.want_frame();
  const bool is_over = notice(session, view);
  const std::optional<std::size_t> stop = view.tour.stop;
  draw_stop(session, view, actions, window);
  if (is_over && view.tour.stop == stop) begin_stop(session, view, actions, *view.tour.stop + 1);
}

}  // namespace attention_lab
