// Answering in Predict first: the buttons of a question, the fields of the numbers, and what came of it.
#pragma once

#include <string>
#include <vector>

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// What came of the answers to a step.
struct Verdict {
  std::string words;  ///< plain text; empty: nothing yet
  Colour colour{};
};

class StepAnswers {
 public:
  /// `enlargement`: of all texts and controls, for the presenter view.
  StepAnswers(const Session& session, ViewState& view, const Painter& painter, float enlargement = 1);

  /// The buttons of the answers in lines of this height; empty if there are too many or they do not fit.
  std::vector<Rect> buttons(const Question& question, const Rect& area, float line) const;
  void draw_buttons(const Question& question, const std::vector<Rect>& buttons);
  /// The field for the answer to a question without buttons.
  void draw_typed_answer(Point left, float width, float line);
  float button_height(float line) const;

  /// The width of the field of a single number, the number of decimals and the button.
  float guess_width(float room) const;
  float guess_height() const;
  /// Draws them with their vertical centre at left.y.
  void draw_guess(Point left, float width);
  /// The button and the number of decimals alone.
  void draw_reveal_and_decimals(Point left, float height);
  float reveal_and_decimals_width() const;
  /// One field, or for the entries of a vector one in each row, with its symbol and with what came of it;
  /// then the button and the number of decimals. Returns the height.
  float draw_fields_in_column(Point corner, float width);
  /// The rows of a vector after all entries are answered. Returns the height.
  float draw_rows(Point corner, float width);
  /// The fields of a vector beside each other; if they do not all fit, those around the current one.
  void draw_fields_in_line(Point left, float width, float line);
  float reveal_width() const;
  void draw_reveal(const Rect& rect);

  /// Whether the current step asks for several numbers.
  bool asks_for_several() const { return player_.asked.size() > 1; }
  /// Of the current step; empty while an answer is missing.
  Verdict verdict() const;
  /// "3 of 5 right"; empty if nothing was guessed.
  std::string score() const;

 private:
  /// The parts of a row, from left to right.
  struct Row {
    float symbol = 0;  // widths
    float field = 0;
    float mark = 0;
    float height = 0;  // of the field
  };

  std::string label(const Question& question, Index answer) const;
  Index typed_answer(const Question& question) const;
  /// Returns the right end.
  float draw_field_and_button(Point left, float width, const char* hint);
  std::string asked_in_words() const;
  float decimals_width() const;
  void choose_decimals(const Rect& rect);
  void draw_field(const Rect& field, std::size_t entry, const char* hint);
  void step_from_empty_field();
  std::string symbol(std::size_t entry) const;
  Row widths_of_row() const;
  void draw_row(const Row& row, Point left, std::size_t entry);
  Verdict verdict_on(const Answer& answer) const;

  const Session& session_;
  ViewState& view_;
  StepPlayer& player_;
  float enlargement_;
  TextSizes sizes_;
  const Painter& painter_;
};

}  // namespace attention_lab
