#include "ui/steps/step_player.h"

#include <algorithm>
#include <set>
#include <utility>

#include <imgui.h>

#include "core/steps/question.h"
#include "core/words/templates.h"
#include "ui/figures/figure_data.h"
#include "ui/lab/view_state.h"

namespace attention_lab {
namespace {

constexpr double fade_seconds = 0.28;

/// The first step of each stage; when stepping key by key, stages occur several times.
std::vector<TransportMark> starts_of_stages(const std::vector<Step>& steps) {
  std::vector<TransportMark> starts;
  std::set<Stage> seen;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const Stage stage = stage_of(steps[at].kind);
    if (seen.insert(stage).second && at > 0) starts.push_back({at, tick_name(stage)});
  }
  return starts;
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
  player.is_new = true;
}

/// Switches to another list of steps, at the corresponding step.
void change_list(const Session& session, StepPlayer& player, Index token, bool shows_all) {
  std::vector<Step> list = shows_all ? matrix_steps_of(session.model()) : steps_of(session.model(), token);
  const Index at = player.steps.empty() ? 0 : same_stage(player.steps, static_cast<Index>(player.at), list);
  player.steps = std::move(list);
  player.token = token;
  player.shows_all_tokens = shows_all;
  player.list_key = {session.revision(), shows_all, token};
  player.stage_starts = starts_of_stages(player.steps);
  player.completions = completions_of(session, player.steps);
  player.at = static_cast<std::size_t>(at);
}

void forget_answers(StepPlayer& player) {
  player.predictions.answers.clear();
  player.predictions.wrong.clear();
}

void keep_answers_of_this_document(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  const Document& document = session.document();
  StepPlayer::AnswersKey key{view.shown_head, document.title, document.tokens, document.model.options};
  if (player.answers_key == key) return;
  player.answers_key = std::move(key);
  forget_answers(player);
}

void update_list(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  player.token = std::clamp<Index>(player.token, 0, session.model().n_tokens() - 1);
  const StepPlayer::Key key{session.revision(), player.shows_all_tokens, player.token};
  if (player.list_key == key && !player.steps.empty()) return;
  const std::size_t before = player.steps.size();
  change_list(session, view.steps, player.token, player.shows_all_tokens);
  if (player.steps.size() != before) forget_answers(player);
}

void update_numbers(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  const StepPlayer::NumbersKey key{player.list_key, player.at, view.shown_head, view.preferences.decimals};
  if (player.numbers_key == key) return;
  player.numbers_key = key;
  player.numbers = numbers_of(session.model(), session.trace(), view.shown_head, player.step());
  player.content = describe_step(session, view.shown_head, player.step(), view.preferences.decimals);
  player.question = question_of(session.model(), session.trace(), view.shown_head, player.step());
  player.prediction = player.question ? std::nullopt : prediction_of(session, view.shown_head, player.step());
}

/// Records a valid guess: right, wrong for the last time, or wrong with another try left.
void settle(ViewState& view, bool is_right, int tries, const std::string& guess, std::string what_next) {
  StepPlayer& player = view.steps;
  Predictions& predictions = player.predictions;
  std::vector<std::string>& wrong = predictions.wrong[player.at];
  const bool is_second = !wrong.empty();
  predictions.problem.clear();
  if (!is_right && std::ssize(wrong) + 1 < tries) {
    wrong.push_back(guess);
    predictions.problem = std::move(what_next);
    predictions.guess.fill('\0');
    predictions.wants_focus = true;
    return;
  }
  ++predictions.guesses;
  if (is_right) ++predictions.right;
  predictions.answers[player.at] = {is_right ? Answer::Outcome::right : Answer::Outcome::wrong, guess,
                                    is_second};
  player.since = ImGui::GetTime();
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

Index starting_token(const Session& session, const Selection& selection) {
  // An edit may have removed the selected token since the last frame.
  const bool has_token = selection.selected && has_token_rows(selection.selected->matrix.name) &&
                         selection.selected->row < session.model().n_tokens();
  return has_token ? selection.selected->row : default_query(session.model());
}

void open_steps(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  if (player.is_open) return;
  player.is_open = true;
  player.is_playing = false;
  player.steps.clear();
  player.numbers = {};
  player.numbers_key = {};
  forget_answers(player);
  change_list(session, view.steps, starting_token(session, view), player.shows_all_tokens);
  enter(player, 0);
}

void step_or_pause(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  if (!player.is_open) return open_steps(session, view);
  if (player.is_playing) {
    player.is_playing = false;
  } else {
    step_by(player, 1);
  }
}

void close_steps(StepPlayer& player) {
  player.is_open = false;
  player.is_playing = false;
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

void step_by(StepPlayer& player, int steps) {
  const auto last = static_cast<std::ptrdiff_t>(player.steps.size()) - 1;
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(player.at) + steps;
  go_to_step(player,
             static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, std::max<std::ptrdiff_t>(last, 0))));
}

void go_to_step(StepPlayer& player, std::size_t at) {
  player.is_playing = false;
  if (at != player.at) enter(player, at);
}

void choose_token(const Session& session, StepPlayer& player, Index token) {
  token = std::clamp<Index>(token, 0, session.model().n_tokens() - 1);
  if (token == player.token) return;
  change_list(session, player, token, player.shows_all_tokens);
  forget_answers(player);
  enter(player, player.at);
}

void show_all_tokens(const Session& session, StepPlayer& player, bool shows_all) {
  if (shows_all == player.shows_all_tokens) return;
  change_list(session, player, player.token, shows_all);
  forget_answers(player);
  enter(player, player.at);
}

void set_predicting(StepPlayer& player, bool is_on) {
  player.predictions = Predictions{};
  player.predictions.is_on = is_on;
  player.predictions.wants_focus = is_on;
}

int asked_decimals(const ViewState& view) {
  return std::min(view.preferences.asked_decimals, view.preferences.decimals);
}

void answer_question(const Session& session, ViewState& view, Index answer) {
  const Question& question = *view.steps.question;
  settle(view, question.is_right(answer), question.tries(), answer_in_words(session, question, answer),
         "Not that one. Try again.");
}

void take_guess(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  Predictions& predictions = player.predictions;
  if (!player.is_covered()) return;
  const std::string guess = predictions.guess.data();
  if (guess.find_first_not_of(' ') == std::string::npos) return;
  const auto refuse = [&](const Error& error) {
    predictions.problem = error.message;
    predictions.wants_focus = true;
  };
  if (player.question) {
    const Result<Index> answer =
        answer_from(view.services.wide_characters.decode(guess), session, *player.question);
    answer ? answer_question(session, view, *answer) : refuse(answer.error());
    return;
  }
  const GuessDecimals decimals{view.preferences.decimals, asked_decimals(view)};
  const Result<Judgement> judgement = judge(guess, session, view.shown_head, player.step(), decimals);
  if (!judgement) {
    refuse(judgement.error());
    return;
  }
  const char* answer = *judgement == Judgement::too_low ? "Too low. Try again, to <decimals>."
                                                        : "Too high. Try again, to <decimals>.";
  settle(view, *judgement == Judgement::right, tries_for_a_number, guess,
         filled(answer, {{"decimals", decimals_in_words(decimals.asked)}}));
}

void reveal(StepPlayer& player) {
  if (!player.is_covered()) return;
  player.predictions.answers[player.at] = Answer{};
  player.predictions.problem.clear();
  player.since = ImGui::GetTime();
}

void update_steps(const Session& session, ViewState& view) {
  if (!view.steps.is_open) return;
  update_list(session, view);
  if (std::exchange(view.steps.is_new, false)) view.steps.selected_then = view.selected;
  if (view.steps.predictions.is_on) keep_answers_of_this_document(session, view);
  play(view);
  update_numbers(session, view);
  if (step_progress(view) < 1) view.want_frame();
}

float step_progress(const ViewState& view) {
  if (!view.preferences.has_motion) return 1;
  const float share = static_cast<float>((ImGui::GetTime() - view.steps.since) / fade_seconds);
  const float t = std::clamp(share, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

bool explains_step(const ViewState& view) {
  return view.steps.is_open && (!view.selected || view.selected == view.steps.selected_then);
}

bool is_covered(const StepPlayer& player, const CellRef& cell) {
  if (!player.is_open || !player.predictions.is_on || player.shows_all_tokens) return false;
  const bool waits = player.is_covered();
  if (waits && player.prediction && player.prediction->cell == cell) return true;
  const auto is_cell = [&](const CellRef& one) { return one == cell; };
  const auto& cells = player.numbers.cells;
  const auto& held = player.numbers.held;
  if (waits && std::any_of(cells.begin(), cells.end(), is_cell)) return true;
  // While the number is being computed, its partial value is shown.
  if (std::any_of(held.begin(), held.end(), [&](const Held& one) { return is_cell(one.cell); })) return false;
  return is_to_come(player.completions, cell, player.token, player.at);
}

}  // namespace attention_lab
