#include "ui/steps/step_player.h"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "ui/figures/figure_data.h"
#include "ui/view_state.h"

namespace attention_lab {
namespace {

constexpr double fade_seconds = 0.28;

/// When each number of the token's rows is finished: what is still to come stays covered.
std::map<MatrixName, std::vector<std::size_t>> completions(const Session& session, Index head,
                                                           const std::vector<Step>& steps) {
  std::map<MatrixName, std::vector<std::size_t>> completed;
  const Model& model = session.model();
  const auto row = [&](MatrixName name) -> std::vector<std::size_t>& {
    const MatrixName shown = shown_matrix(model, name);
    std::vector<std::size_t>& columns = completed[shown];
    const MatrixRef ref{shown, is_per_head(shown) ? head : 0};
    columns.resize(static_cast<std::size_t>(matrix_view(model, session.trace(), ref).cols()), 0);
    return columns;
  };
  const auto whole = [&](MatrixName name, std::size_t at) {
    std::vector<std::size_t>& columns = row(name);
    std::fill(columns.begin(), columns.end(), at);
  };
  const auto one = [&](MatrixName name, Index column, std::size_t at) {
    row(name)[static_cast<std::size_t>(column)] = at;
  };
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const Step& step = steps[at];
    switch (step.kind) {
      case StepKind::query_term:
      case StepKind::query_bias:
      case StepKind::query_entry: one(MatrixName::Q, step.column, at); break;
      case StepKind::query:
        if (model.options.projection == Projection::trainable) whole(MatrixName::Q, at);
        break;
      case StepKind::score_term:
      case StepKind::score: one(MatrixName::scores, step.key, at); break;
      case StepKind::scaled_score: one(MatrixName::scaled_scores, step.key, at); break;
      case StepKind::mask: whole(MatrixName::masked_scores, at); break;
      case StepKind::exponential:
      case StepKind::weight: one(MatrixName::weights, step.key, at); break;
      case StepKind::accumulation: whole(MatrixName::head_output, at); break;
      case StepKind::concatenation: whole(MatrixName::concatenated, at); break;
      case StepKind::output: whole(MatrixName::context, at); break;
      default: break;
    }
  }
  return completed;
}

void enter(StepPlayer& player, std::size_t at) {
  if (player.steps.empty()) return;
  at = std::min(at, player.steps.size() - 1);
  player.lit_before = player.numbers.operands;
  player.lit_before.insert(player.lit_before.end(), player.numbers.results.begin(),
                           player.numbers.results.end());
  player.at = at;
  player.scrolls_into_view = true;
  player.since = ImGui::GetTime();
  player.predictions.guess.fill('\0');
  player.predictions.problem.clear();
  player.predictions.wants_focus = true;
}

/// Another list, standing at the step that corresponds.
void change_list(const Session& session, ViewState& view, Index token, bool shows_all) {
  StepPlayer& player = view.steps;
  std::vector<Step> list = shows_all ? matrix_steps_of(session.model()) : steps_of(session.model(), token);
  const Index at = player.steps.empty() ? 0 : same_stage(player.steps, static_cast<Index>(player.at), list);
  player.steps = std::move(list);
  player.token = token;
  player.shows_all_tokens = shows_all;
  player.list_key = {session.revision(), shows_all, token};
  player.completed_at = shows_all ? std::map<MatrixName, std::vector<std::size_t>>()
                                  : completions(session, view.shown_head, player.steps);
  player.at = static_cast<std::size_t>(at);
}

void forget_answers(StepPlayer& player) {
  player.predictions.outcomes.clear();
}

void update_list(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  player.token = std::clamp<Index>(player.token, 0, session.model().n_tokens() - 1);
  const StepPlayer::Key key{session.revision(), player.shows_all_tokens, player.token};
  if (player.list_key == key && !player.steps.empty()) return;
  const std::size_t before = player.steps.size();
  change_list(session, view, player.token, player.shows_all_tokens);
  if (player.steps.size() != before) forget_answers(player);
}

void update_numbers(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  const StepPlayer::NumbersKey key{player.list_key, player.at, view.shown_head, view.decimals};
  if (player.numbers_key == key) return;
  player.numbers_key = key;
  player.numbers = numbers_of(session.model(), session.trace(), view.shown_head, player.step());
  player.content = describe_step(session, view.shown_head, player.step(), view.decimals);
  player.prediction = prediction_of(session, view.shown_head, player.step());
}

void play(ViewState& view) {
  StepPlayer& player = view.steps;
  if (!player.is_playing || player.is_covered()) return;
  if (player.is_at_end()) {
    player.is_playing = false;
    return;
  }
  const double due = player.since + 1 / static_cast<double>(player.speed);
  const double now = ImGui::GetTime();
  if (now >= due) {
    enter(player, player.at + 1);
    view.want_frame();
  } else {
    view.want_frame(due - now);
  }
}

}  // namespace

void open_steps(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  if (player.is_open) return;
  player.is_open = true;
  player.is_playing = false;
  player.steps.clear();
  player.numbers = {};
  forget_answers(player);
  const bool has_token = view.selected && has_token_rows(view.selected->matrix.name);
  change_list(session, view, has_token ? view.selected->row : default_query(session.model()),
              player.shows_all_tokens);
  enter(player, 0);
}

void close_steps(ViewState& view) {
  view.steps.is_open = false;
  view.steps.is_playing = false;
}

void toggle_playing(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  if (!player.is_open) {
    open_steps(session, view);
    player.is_playing = true;
    return;
  }
  player.is_playing = !player.is_playing;
  if (player.is_playing && player.is_at_end()) enter(player, 0);
  if (player.is_playing) player.since = ImGui::GetTime();
}

void step_by(ViewState& view, int steps) {
  const auto last = static_cast<std::ptrdiff_t>(view.steps.steps.size()) - 1;
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(view.steps.at) + steps;
  go_to_step(view,
             static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, std::max<std::ptrdiff_t>(last, 0))));
}

void go_to_step(ViewState& view, std::size_t at) {
  view.steps.is_playing = false;
  if (at != view.steps.at) enter(view.steps, at);
}

void choose_token(const Session& session, ViewState& view, Index token) {
  token = std::clamp<Index>(token, 0, session.model().n_tokens() - 1);
  if (token == view.steps.token) return;
  change_list(session, view, token, view.steps.shows_all_tokens);
  forget_answers(view.steps);
  enter(view.steps, view.steps.at);
}

void show_all_tokens(const Session& session, ViewState& view, bool shows_all) {
  if (shows_all == view.steps.shows_all_tokens) return;
  change_list(session, view, view.steps.token, shows_all);
  forget_answers(view.steps);
  enter(view.steps, view.steps.at);
}

void set_predicting(ViewState& view, bool is_on) {
  view.steps.predictions = Predictions{};
  view.steps.predictions.is_on = is_on;
  view.steps.predictions.wants_focus = is_on;
}

void take_guess(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  Predictions& predictions = player.predictions;
  if (!player.is_covered()) return;
  const std::string guess = predictions.guess.data();
  if (guess.find_first_not_of(' ') == std::string::npos) return;
  const Result<bool> right = is_right(guess, session, view.shown_head, player.step(), view.decimals);
  if (!right) {
    predictions.problem = right.error().message;
    predictions.wants_focus = true;
    return;
  }
  predictions.problem.clear();
  predictions.last_guess = guess;
  ++predictions.guesses;
  if (*right) ++predictions.right;
  predictions.outcomes[player.at] = *right ? GuessOutcome::right : GuessOutcome::wrong;
  player.since = ImGui::GetTime();
}

void reveal(ViewState& view) {
  if (!view.steps.is_covered()) return;
  view.steps.predictions.outcomes[view.steps.at] = GuessOutcome::revealed;
  view.steps.predictions.problem.clear();
  view.steps.since = ImGui::GetTime();
}

void update_steps(const Session& session, ViewState& view) {
  if (!view.steps.is_open) return;
  update_list(session, view);
  play(view);
  update_numbers(session, view);
  if (step_progress(view) < 1) view.want_frame();
}

float step_progress(const ViewState& view) {
  if (!view.steps.has_motion) return 1;
  const float share = static_cast<float>((ImGui::GetTime() - view.steps.since) / fade_seconds);
  const float t = std::clamp(share, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

bool is_covered(const StepPlayer& player, const CellRef& cell) {
  if (!player.is_open || !player.predictions.is_on || player.shows_all_tokens) return false;
  const bool waits = player.is_covered();
  if (waits && player.prediction->cell == cell) return true;
  const auto& cells = player.numbers.cells;
  const bool is_of_step = std::find(cells.begin(), cells.end(), cell) != cells.end();
  // Unfinished, it shows what it holds so far.
  if (is_of_step && (waits || player.numbers.is_partial)) return waits;
  if (cell.row != player.token) return false;
  const auto row = player.completed_at.find(cell.matrix.name);
  if (row == player.completed_at.end()) return false;
  const auto column = static_cast<std::size_t>(cell.column);
  return column < row->second.size() && row->second[column] > player.at;
}

}  // namespace attention_lab
