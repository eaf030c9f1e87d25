// Everything that defines a kind of step, in one table.
#pragma once

#include <optional>

#include "core/steps/question.h"
#include "core/steps/step_arithmetic.h"
#include "core/steps/step_context.h"

namespace attention_lab {

/// The part of a matrix that a step completes.
enum class Finished { nothing, row_of_token, cell_of_column, cell_of_key, row_of_key };

/// One kind of step. To add one, add a value of StepKind, its row in the table and, if it concerns one token,
/// its place in steps_of().
struct StepRow {
  StepKind kind;
  Stage stage;

  /// Whether the model has such steps; null: every model has.
  bool (*is_there)(const Model& model) = nullptr;
  /// Adds what the step shows (numbers_of).
  void (*numbers)(StepArithmetic& arithmetic) = nullptr;
  struct {
    Finished part = Finished::nothing;
    MatrixName matrix = MatrixName::X;
  } finishes = {};

  // The texts (StepContent).
  StepText title;
  StepText formula;
  StepText operation;
  const char* sign = "=";
  StepText result = "<result>";
  StepText sentence;

  // What is asked before the step is shown (asked_numbers, question_of). Nothing if the number is looked up,
  // copied, masked or dropped at random rather than calculated.
  bool (*asks_for_number)(const StepContext& step) = nullptr;
  StepText symbol = "";  ///< of the number; empty: that of its cell
  /// An entry of the result when computed from the rounded numbers on display; null: as a dot product.
  double (*from_rounded)(const StepContext& step, std::size_t entry) = nullptr;
  std::optional<QuestionKind> question = std::nullopt;
};

const StepRow& step_row(StepKind kind);

}  // namespace attention_lab
