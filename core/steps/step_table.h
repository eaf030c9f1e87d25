// Everything that the lab knows of each kind of step, in one table.
#pragma once

#include <optional>

#include "core/steps/question.h"
#include "core/steps/step_arithmetic.h"
#include "core/steps/step_context.h"

namespace attention_lab {

/// What of a matrix a step finishes.
enum class Finished { nothing, row_of_token, cell_of_column, cell_of_key, row_of_key };

/// One kind of step. A new one is a value of StepKind, its row here and, for one token, its place in
/// steps_of().
struct StepRow {
  StepKind kind;
  Stage stage;

  /// Whether the model has such steps; null: every model.
  bool (*is_there)(const Model& model) = nullptr;
  /// What it shows (numbers_of).
  void (*numbers)(StepArithmetic& arithmetic) = nullptr;
  struct {
    Finished part = Finished::nothing;
    MatrixName matrix = MatrixName::X;
  } finishes = {};

  // Its words (StepContent).
  StepText title;
  StepText formula;
  StepText operation;
  const char* sign = "=";
  StepText result = "<result>";
  StepText sentence;

  // What is asked before it is shown (prediction_of, question_of). Nothing where the number is looked up,
  // copied, hidden or dropped at random rather than worked out.
  bool (*asks_for_number)(const StepContext& step) = nullptr;
  StepText symbol = "<cell>";
  /// The number as it comes out with the numbers that are shown, each rounded; null: as a dot product.
  double (*from_rounded)(const StepContext& step) = nullptr;
  std::optional<QuestionKind> question = std::nullopt;
};

const StepRow& step_row(StepKind kind);

}  // namespace attention_lab
