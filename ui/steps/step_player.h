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

/// What has become of one asked number, or of a question.
struct Answer {
  enum class Outcome { open, right, wrong, revealed };
  Outcome outcome = Outcome::open;
  std::vector<std::string> guesses;  // valid ones, as typed; for a question, the answers' texts
  std::string hint;                  // after a first wrong guess: "too high"
  std::array<char, 32> typed{};      // the text of the field

  bool is_open() const { return outcome == Outcome::open; }
};

inline constexpr int tries_for_a_number = 2;

/// Predict first: numbers stay covered until they are guessed or revealed.
struct Predictions {
  bool is_on = false;
  int right = 0;
  int guesses = 0;
  std::map<std::size_t, std::vector<Answer>> answers;  // by the step's index: one for each number asked for
  std::size_t field = 0;     // of the current step: has the keyboard, or had it last
  bool wants_focus = false;  // gives it the keyboard
  int typing_frame = -1;     // of Dear ImGui: in which its field had the keyboard last
  std::string problem;       // why the last guess was not accepted or is not right yet: a sentence
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
  std::vector<AskedNumber> asked;        // in the current step, if it has no question
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
    Index sentence = 0;
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
  /// Of the current step: one for its question or for each of its asked numbers.
  const std::vector<Answer>& answers() const;
  /// Whether the current question or a number waits for an answer.
  bool is_covered() const;
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
/// Goes to the first step of the next or, if `by` is negative, of this or the previous stage.
void step_to_stage(StepPlayer& player, int by);
void go_to_step(StepPlayer& player, std::size_t at);
/// Shows the same step for another token.
void choose_token(const Session& session, StepPlayer& player, Index token);
/// Switches between one token on paper and the same stage of all tokens as matrices.
void show_all_tokens(const Session& session, StepPlayer& player, bool shows_all);

/// Hides the numbers of later steps and resets the answers, or shows everything again.
void set_predicting(StepPlayer& player, bool is_on);
/// Evaluates what is typed in the current field: a number, or the word that answers a question. Uncovers the
/// number if the guess is right or was the last try, and goes on to the next field; otherwise says whether it
/// is too high or too low, or why it is invalid.
void take_guess(const Session& session, ViewState& view);
/// Goes to the next field that waits for a number, or with −1 to the one before.
void go_to_next_field(StepPlayer& player, int direction = 1);
/// Answers the current question. Precondition: asks_question(), and 0 ≤ answer < n_answers.
void answer_question(const Session& session, ViewState& view, Index answer);
/// The number of decimals asked for: never more than are shown.
int asked_decimals(const ViewState& view);
/// Uncovers everything that the current step asks for.
void reveal(StepPlayer& player);
/// Uncovers the number of the current field and goes on to the next one.
void reveal_field(StepPlayer& player);

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
/// The same, or whether its cell holds an intermediate number, so that the final one must not be shown
/// elsewhere.
bool hides_result(const StepPlayer& player, const CellRef& cell);
/// Whether Predict first hides numbers at all, or numbers of this matrix.
bool hides_numbers(const StepPlayer& player);
bool hides_numbers(const StepPlayer& player, MatrixName matrix);

}  // namespace attention_lab
