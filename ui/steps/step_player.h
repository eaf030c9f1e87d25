// Where a person stands in the steps of the pipeline, and how they go on.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/document/session.h"
#include "core/steps/completions.h"
#include "core/steps/prediction.h"
#include "core/steps/question.h"
#include "core/steps/step_numbers.h"

namespace attention_lab {

/// How a step's number came to be seen.
struct Answer {
  enum class Outcome { right, wrong, revealed };
  Outcome outcome = Outcome::revealed;
  std::string guess;       // as it was typed; of a question, the answer in words
  bool is_second = false;  // a first guess was wrong
};

inline constexpr int tries_for_a_number = 2;

/// Predict first: numbers stay covered until they are guessed or revealed.
struct Predictions {
  bool is_on = false;
  int right = 0;
  int guesses = 0;
  std::map<std::size_t, Answer> answers;                  // of steps, by their place in the list
  std::map<std::size_t, std::vector<std::string>> wrong;  // guesses so far, where another one is due
  std::array<char, 32> guess{};                           // being typed
  std::string problem;  // why it was not taken, or was not right yet: a sentence
  bool wants_focus = false;
};

/// Everything about the Steps bar. What is derived is kept until something it depends on changes.
struct StepPlayer {
  // Chosen by the person.
  bool is_open = false;
  bool is_playing = false;
  bool shows_all_tokens = false;
  Index token = 0;
  std::size_t at = 0;
  float speed = 1;  // steps per second
  Predictions predictions;

  // Derived by update_steps.
  std::vector<Step> steps;
  std::vector<std::size_t> stage_starts;  // first steps of each stage but the first
  StepCompletions completions;            // when each number is finished
  StepNumbers numbers;
  StepContent content;
  std::optional<Question> question;      // of the present step
  std::optional<Prediction> prediction;  // of the present step, where there is no question
  std::vector<Place> lit_before;         // in the step before, for what fades
  bool scrolls_into_view = false;        // the pipeline moves to the present step
  double since = 0;                      // ImGui's time at which the step was entered

  struct Key {
    std::uint64_t revision = ~std::uint64_t{0};
    bool shows_all_tokens = false;
    Index token = -1;
    bool operator==(const Key&) const = default;
  };
  Key list_key;
  /// What answers belong to: with another head or document they are forgotten.
  struct AnswersKey {
    Index head = 0;
    std::string title;
    std::vector<std::string> tokens;
    Options options;
    bool operator==(const AnswersKey&) const = default;
  };
  AnswersKey answers_key;
  struct NumbersKey {
    Key list;
    std::size_t at = 0;
    Index head = 0;
    int decimals = 0;
    bool operator==(const NumbersKey&) const = default;
  };
  NumbersKey numbers_key;

  const Step& step() const { return steps[at]; }
  bool is_at_end() const { return at + 1 >= steps.size(); }
  /// The present question, or number, waits for an answer.
  bool is_covered() const {
    return predictions.is_on && (question || prediction) && predictions.answers.count(at) == 0;
  }
  bool asks_question() const { return is_covered() && question; }
};

struct Selection;
struct ViewState;

/// The token of the selected number, or the one that reads best.
Index starting_token(const Session& session, const Selection& selection);
/// Opens the bar at the first step of starting_token().
void open_steps(const Session& session, ViewState& view);
void close_steps(StepPlayer& player);
/// Starts, or stops; from the end it starts anew. Opens the bar first where it is closed.
void toggle_playing(const Session& session, ViewState& view);

/// To another step; stops at both ends. Playing ends.
void step_by(StepPlayer& player, int steps);
void go_to_step(StepPlayer& player, std::size_t at);
/// The same step for another token.
void choose_token(const Session& session, StepPlayer& player, Index token);
/// One token on paper, or the same stage of all tokens as matrices.
void show_all_tokens(const Session& session, StepPlayer& player, bool shows_all);

/// Hides the numbers to come, and counts anew; or shows everything again.
void set_predicting(StepPlayer& player, bool is_on);
/// Takes what was typed: a number, or the word that answers a question. Uncovers what is asked for if it is
/// right or was the last try; otherwise says whether it is too high or too low, or why it cannot be taken.
void take_guess(const Session& session, ViewState& view);
/// Answers the present question. Precondition: asks_question(), and 0 ≤ answer < n_answers.
void answer_question(const Session& session, ViewState& view, Index answer);
/// How many decimals of the present number are asked for: never more than are shown.
int asked_decimals(const ViewState& view);
void reveal(StepPlayer& player);

/// Brings everything derived up to date with the document, goes on where it is playing, and asks for the
/// frames it needs. Once a frame.
void update_steps(const Session& session, ViewState& view);

/// 0 when a step was just entered, 1 when everything stands: how far what lights up has lit up.
float step_progress(const ViewState& view);

/// Predict first hides this number: it is still to come, or waits for its guess.
bool is_covered(const StepPlayer& player, const CellRef& cell);

}  // namespace attention_lab
