#include "ui/workspaces/museum/exhibit_work.h"

#include <utility>

#include <imgui.h>

#include "core/attention/forward.h"
#include "ui/lab/view_state.h"

namespace attention_lab {
namespace {

constexpr double seconds_between_looks = 0.05;

ExhibitRequest wanted(const Session& session, const ViewState& view) {
  return exhibit_request(session, view.museum.mistake, static_cast<std::uint64_t>(view.seed));
}

// A copy of the document shares its numbers. The session's trace may change meanwhile, so the correct pass is
// computed again too.
void start_work(const Session& session, ViewState& view) {
  constexpr float share_of_right_pass = 0.2f;
  auto work = std::make_shared<ExhibitWork>(wanted(session, view));
  work->since = ImGui::GetTime();
  view.services.background.start(work, [work, document = session.document()] {
    const auto goes_on = [&](float done) {
      work->done = share_of_right_pass + (1 - share_of_right_pass) * done;
      return !work->is_cancelled;
    };
    Trace right;
    forward(document.model, right);
    if (goes_on(0)) work->exhibit = make_exhibit(document, right, work->request, goes_on);
  });
  view.museum.work = work;
}

}  // namespace

bool has_exhibit(const Session& session, const MuseumState& museum) {
  return museum.exhibit && is_current(*museum.exhibit, session, museum.mistake);
}

void update_exhibit(const Session& session, ViewState& view) {
  MuseumState& museum = view.museum;
  const ExhibitRequest request = wanted(session, view);
  if (museum.work && museum.work->is_finished) {
    const std::shared_ptr<ExhibitWork> work = std::exchange(museum.work, nullptr);
    const bool is_wanted = work->request == request;
    if (is_wanted && work->exhibit) museum.exhibit = work->exhibit;
    // Do not retry by itself if memory ran out (or the user cancelled it: cancel_exhibit).
    if (is_wanted && !work->exhibit && !work->is_cancelled)
      museum.given_up = std::make_shared<const ExhibitRequest>(request);
  }
  const bool is_there = has_exhibit(session, view.museum);
  if (museum.work && (is_there || !(museum.work->request == request))) museum.work->is_cancelled = true;
  if (museum.given_up && !(*museum.given_up == request)) museum.given_up.reset();
  if (!is_there && is_quick(session.model())) {
    museum.exhibit = make_exhibit(session.document(), session.trace(), request);
  } else if (!is_there && !museum.work && !museum.given_up) {
    start_work(session, view);
  }
  if (museum.work) view.want_frame(seconds_between_looks);
}

void cancel_exhibit(MuseumState& museum) {
  if (!museum.work) return;
  museum.work->is_cancelled = true;
  museum.given_up = std::make_shared<const ExhibitRequest>(museum.work->request);
}

}  // namespace attention_lab
