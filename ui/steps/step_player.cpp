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
std::vector<TransportMark> starts_of_stages(const Model& model, const std::vector<Step>& steps) {
  std::vector<TransportMark> starts;
  std::set<Stage> seen;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const Stage stage = stage_of(steps[at].kind);
    if (seen.insert(stage).second && at > 0) starts.push_back({at, tick_name(model, stage)});
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
  player.predictions.field = 0;
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
  player.stage_starts = starts_of_stages(session.model(), player.steps);
  player.completions = completions_of(session, player.steps);
  player.at = static_cast<std::size_t>(at);
}

void forget_answers(StepPlayer& player) {
  player.predictions.answers.clear();
  player.predictions.field = 0;
}

void keep_answers_of_this_document(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  const Document& document = session.document();
  StepPlayer::AnswersKey key{view.shown_head, document.title, document.tokens, document.batch.shown,
                             document.model.options};
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
  player.asked =
      player.question ? std::vector<AskedNumber>() : asked_numbers(session, view.shown_head, player.step());
}

/// Makes room for the answers to everything that the current step asks.
void update_answers(StepPlayer& player) {
  if (!player.predictions.is_on) return;
  std::vector<Answer>& answers = player.predictions.answers[player.at];
  answers.resize(player.question ? 1 : player.asked.size());
  if (player.predictions.field >= answers.size()) player.predictions.field = 0;
}

/// That of the current field. Precondition: the step waits for an answer.
Answer& current_answer(StepPlayer& player) {
  return player.predictions.answers[player.at][player.predictions.field];
}

/// What to say if there is another try.
struct Advice {
  std::string hint;
  std::string sentence;
};

/// Records a valid guess for the current field: right, wrong for the last time, or wrong with another try
/// left.
void settle(StepPlayer& player, bool is_right, int tries, const std::string& guess, Advice advice) {
  Predictions& predictions = player.predictions;
  Answer& answer = current_answer(player);
  answer.guesses.push_back(guess);
  answer.typed.fill('\0');
  predictions.problem.clear();
  if (!is_right && std::ssize(answer.guesses) < tries) {
    answer.hint = std::move(advice.hint);
    predictions.problem = std::move(advice.sentence);
    predictions.wants_focus = true;
    return;
  }
  ++predictions.guesses;
  if (is_right) ++predictions.right;
  answer.outcome = is_right ? Answer::Outcome::right : Answer::Outcome::wrong;
  player.since = ImGui::GetTime();
  go_to_next_field(player);
}

bool holds_partial_value(const StepPlayer& player, const CellRef& cell) {
  const std::vector<Held>& held = player.numbers.held;
  return std::any_of(held.begin(), held.end(), [&](const Held& one) { return one.cell == cell; });
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

const std::vector<Answer>& StepPlayer::answers() const {
  static const std::vector<Answer> none;
  const auto found = predictions.answers.find(at);
  return found == predictions.answers.end() ? none : found->second;
}

bool StepPlayer::is_covered() const {
  if (!predictions.is_on || !(question || !asked.empty())) return false;
  const std::vector<Answer>& here = answers();
  return here.empty() ||
         std::any_of(here.begin(), here.end(), [](const Answer& one) { return one.is_open(); });
}

Index starting_token(const Session& session, const Selection& selection) {
  // An edit may have removed the selected token since the last frame.
  const bool has_token = selection.selected && has_token_rows(selection.selected->matrix.name) &&
                         !is_padding(session.document(), selection.selected->row);
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

void step_to_stage(StepPlayer& player, int by) {
  std::size_t before = 0;
  for (const TransportMark& start : player.stage_starts) {
    if (by > 0 && start.at > player.at) return go_to_step(player, start.at);
    if (start.at < player.at) before = start.at;
  }
  if (by < 0) go_to_step(player, before);
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
  StepPlayer& player = view.steps;
  const Question& question = *player.question;
  update_answers(player);
  settle(player, question.is_right(answer), question.tries(), answer_in_words(session, question, answer),
         {.hint = "", .sentence = "Not that one. Try again."});
}

void take_guess(const Session& session, ViewState& view) {
  StepPlayer& player = view.steps;
  Predictions& predictions = player.predictions;
  if (!player.is_covered()) return;
  update_answers(player);
  if (!current_answer(player).is_open()) return;
  const std::string guess = current_answer(player).typed.data();
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
  const Result<Judgement> judgement =
      judge(guess, session, view.shown_head, player.step(), predictions.field, decimals);
  if (!judgement) {
    refuse(judgement.error());
    return;
  }
  const bool is_low = *judgement == Judgement::too_low;
  settle(player, *judgement == Judgement::right, tries_for_a_number, guess,
         {.hint = is_low ? "too low" : "too high",
          .sentence =
              filled(is_low ? "Too low. Try again, to <decimals>." : "Too high. Try again, to <decimals>.",
                     {{"decimals", decimals_in_words(decimals.asked)}})});
}

void go_to_next_field(StepPlayer& player, int direction) {
  Predictions& predictions = player.predictions;
  const std::vector<Answer>& answers = player.answers();
  const std::size_t count = answers.size();
  for (std::size_t i = 1; i <= count; ++i) {
    const std::size_t next = (predictions.field + (direction > 0 ? i : count - i)) % count;
    if (!answers[next].is_open()) continue;
    predictions.field = next;
    break;
  }
  predictions.wants_focus = true;
}

void reveal(StepPlayer& player) {
  if (!player.is_covered()) return;
  update_answers(player);
  for (Answer& answer : player.predictions.answers[player.at]) {
    if (answer.is_open()) answer.outcome = Answer::Outcome::revealed;
  }
  player.predictions.problem.clear();
  player.since = ImGui::GetTime();
}

void reveal_field(StepPlayer& player) {
  if (!player.is_covered()) return;
  update_answers(player);
  if (current_answer(player).is_open()) current_answer(player).outcome = Answer::Outcome::revealed;
  player.predictions.problem.clear();
  player.since = ImGui::GetTime();
  go_to_next_field(player);
}

void update_steps(const Session& session, ViewState& view) {
  if (!view.steps.is_open) return;
  update_list(session, view);
  if (std::exchange(view.steps.is_new, false)) view.steps.selected_then = view.selected;
  if (view.steps.predictions.is_on) keep_answers_of_this_document(session, view);
  play(view);
  update_numbers(session, view);
  update_answers(view.steps);
  if (step_progress(view) < 1) view.want_frame();
}

float step_progress(const ViewState& view) {
  if (!view.preferences.has_motion) return 1;
  return eased(static_cast<float>((ImGui::GetTime() - view.steps.since) / fade_seconds));
}

bool explains_step(const ViewState& view) {
  return view.steps.is_open && (!view.selected || view.selected == view.steps.selected_then);
}

bool hides_numbers(const StepPlayer& player) {
  return player.is_open && player.predictions.is_on && !player.shows_all_tokens;
}

bool hides_numbers(const StepPlayer& player, MatrixName matrix) {
  if (!hides_numbers(player)) return false;
  const std::optional<std::size_t> complete = complete_with(player.completions, matrix);
  return complete && (*complete > player.at || (*complete == player.at && player.is_covered()));
}

bool is_covered(const StepPlayer& player, const CellRef& cell) {
  if (!hides_numbers(player)) return false;
  const bool waits = player.is_covered();
  const std::vector<CellRef>& cells = player.numbers.cells;
  const auto here = std::find(cells.begin(), cells.end(), cell);
  const bool is_of_step = here != cells.end();
  if (is_of_step && waits) {
    // Entries of a long vector that are not asked for wait for those that are.
    const auto entry = static_cast<std::size_t>(here - cells.begin());
    const std::vector<Answer>& answers = player.answers();
    if (player.question || entry >= answers.size() || answers[entry].is_open()) return true;
  }
  // While the number is being computed, its partial value is shown.
  if (holds_partial_value(player, cell)) return false;
  const std::optional<std::size_t> known = known_with(player.completions, cell, player.token);
  return known && (*known > player.at || (*known == player.at && waits && !is_of_step));
}

bool hides_result(const StepPlayer& player, const CellRef& cell) {
  return hides_numbers(player) && (is_covered(player, cell) || holds_partial_value(player, cell));
}

}  // namespace attention_lab
