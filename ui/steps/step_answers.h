// Answering in Predict first: the buttons of a question, the field of a guess, and what came of it.
#pragma once

#include <string>
#include <vector>

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// What came of the answer to a step.
struct Verdict {
  std::string words;  ///< plain text; empty: nothing yet
  Colour colour{};
};

class StepAnswers {
 public:
  StepAnswers(const Session& session, ViewState& view, const Painter& painter);

  /// The buttons of the answers in lines of this height; empty if there are too many or they do not fit.
  std::vector<Rect> buttons(const Question& question, const Rect& area, float line) const;
  void draw_buttons(const Question& question, const std::vector<Rect>& buttons);
  /// The field for the answer to a question without buttons.
  void draw_typed_answer(Point left, float width, float line);
  float button_height(float line) const;

  /// The width of a guess's field, number of decimals and button.
  float guess_width(float room) const;
  float guess_height() const;
  /// Draws them with their vertical centre at left.y.
  void draw_guess(Point left, float width);
  /// The same with the number of decimals below the field. Returns the height.
  float draw_guess_in_column(Point corner, float width);
  float reveal_width() const;
  void draw_reveal(const Rect& rect);

  /// Of the current step.
  Verdict verdict() const;
  /// "3 of 5 right"; empty if nothing was guessed.
  std::string score() const;

 private:
  std::string label(const Question& question, Index answer) const;
  Index typed_answer(const Question& question) const;
  /// Returns the right end.
  float draw_field_and_button(Point left, float width, const char* hint);
  std::string asked_in_words() const;
  float decimals_width() const;
  void choose_decimals(const Rect& rect);
  void draw_field(const Rect& field, const char* hint);
  void step_from_empty_field();

  const Session& session_;
  ViewState& view_;
  StepPlayer& player_;
  TextSizes sizes_;
  const Painter& painter_;
};

}  // namespace attention_lab
