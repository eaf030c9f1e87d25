// The position in the steps of the pipeline, and playing them.
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
#include "ui/widgets/transport.h"

namespace attention_lab {

/// How a step's number was uncovered.
struct Answer {
  enum class Outcome { right, wrong, revealed };
  Outcome outcome = Outcome::revealed;
  std::string guess;       // as typed; for a question, the answer's text
  bool is_second = false;  // the first guess was wrong
};

inline constexpr int tries_for_a_number = 2;

/// Predict first: numbers stay covered until they are guessed or revealed.
struct Predictions {
  bool is_on = false;
  int right = 0;
  int guesses = 0;
  std::map<std::size_t, Answer> answers;                  // by the step's index in the list
  std::map<std::size_t, std::vector<std::string>> wrong;  // wrong guesses of steps with another try left
  std::array<char, 32> guess{};                           // being typed
  std::string problem;  // why the guess was not accepted or is not right yet: a sentence
  bool wants_focus = false;
};

/// The state of the Steps bar. Derived values are kept until something that they depend on changes.
struct StepPlayer {
  // Chosen by the user.
  bool is_open = false;
  bool is_playing = false;
  bool shows_all_tokens = false;
  Index token = 0;
  std::size_t at = 0;
  float speed = 1;  // steps per second
  Predictions predictions;

  // Derived by update_steps.
  std::vector<Step> steps;
  std::vector<TransportMark> stage_starts;  // first steps of all stages but the first
  StepCompletions completions;              // when each number is finished
  StepNumbers numbers;
  StepContent content;
  std::optional<Question> question;      // about the current step
  std::optional<Prediction> prediction;  // of the current step, if it has no question
  std::vector<Place> lit_before;         // of the previous step, for fading
  bool scrolls_into_view = false;        // makes the pipeline scroll to the current step
  double since = 0;                      // ImGui time at which the current step began
  std::optional<CellRef> selected_then;  // when the current step began
  bool is_new = false;                   // the current step has begun in this frame
  bool fills_column = false;             // leaves no room for the inspector below it

  struct Key {
    std::uint64_t revision = ~std::uint64_t{0};
    bool shows_all_tokens = false;
    Index token = -1;
    bool operator==(const Key&) const = default;
  };
  Key list_key;
  /// The head and document to which the answers belong; when these change, the answers are discarded.
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
  /// Whether the current question or number waits for an answer.
  bool is_covered() const {
    return predictions.is_on && (question || prediction) && predictions.answers.count(at) == 0;
  }
  bool asks_question() const { return is_covered() && question; }
};

struct Selection;
struct ViewState;

/// The token of the selected number, or else the most instructive one.
Index starting_token(const Session& session, const Selection& selection);
/// Opens the bar at the first step of starting_token().
void open_steps(const Session& session, ViewState& view);
void close_steps(StepPlayer& player);
/// Opens the bar, stops playing, or goes one step further.
void step_or_pause(const Session& session, ViewState& view);
/// Starts or stops playing; at the end, starts over. Opens the bar if it is closed.
void toggle_playing(const Session& session, ViewState& view);

/// Moves by this many steps, within the list, and stops playing.
void step_by(StepPlayer& player, int steps);
void go_to_step(StepPlayer& player, std::size_t at);
/// Shows the same step for another token.
void choose_token(const Session& session, StepPlayer& player, Index token);
/// Switches between one token on paper and the same stage of all tokens as matrices.
void show_all_tokens(const Session& session, StepPlayer& player, bool shows_all);

/// Hides the numbers of later steps and resets the answers, or shows everything again.
void set_predicting(StepPlayer& player, bool is_on);
/// Evaluates the typed guess: a number, or the word that answers a question. Uncovers the number if the guess
/// is right or was the last try; otherwise says whether it is too high or too low, or why it is invalid.
void take_guess(const Session& session, ViewState& view);
/// Answers the current question. Precondition: asks_question(), and 0 ≤ answer < n_answers.
void answer_question(const Session& session, ViewState& view, Index answer);
/// The number of decimals asked for: never more than are shown.
int asked_decimals(const ViewState& view);
void reveal(StepPlayer& player);

/// Call once a frame: updates everything derived from the document, advances the steps while playing, and
/// requests the frames it needs.
void update_steps(const Session& session, ViewState& view);

/// The progress of the highlighting: 0 when a step begins, 1 when everything is lit.
float step_progress(const ViewState& view);

/// Whether the column beside the pipeline explains the step, and not a number that was selected since the
/// step began.
bool explains_step(const ViewState& view);

/// Whether Predict first hides this number because it comes later or waits for a guess.
bool is_covered(const StepPlayer& player, const CellRef& cell);

}  // namespace attention_lab
