// One step of a document, with everything that its texts and its arithmetic depend on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/session.h"
#include "core/steps/step_numbers.h"

namespace attention_lab {

/// “journey”, shortened if it is very long; mark-up.
std::string quoted_token(const Session& session, Index token);

class StepContext {
 public:
  /// `decimals` is the precision of the numbers shown. Precondition: as for numbers_of().
  StepContext(const Session& shown, Index of_head, const Step& what, int with_decimals = 4)
      : session(shown), model(shown.model()), step(what), head(of_head), decimals(with_decimals) {}

  const Session& session;
  const Model& model;
  const Step step;
  const Index head;
  const int decimals;

  const StepNumbers& numbers() const;

  // What the texts depend on.
  bool is_identity() const { return model.is_identity(); }
  bool has_several_heads() const { return model.n_heads() > 1; }
  /// Whether the output of the head is already the context.
  bool ends_in_context() const { return !has_several_heads() && !model.has_output_projection(); }
  bool has(MatrixName name) const { return view(name).size() > 0; }
  /// Whether the step computes a whole matrix, for all tokens at once.
  bool is_of_all_tokens() const { return attention_lab::is_of_all_tokens(step.kind); }
  bool is_last_key() const { return step.key + 1 == model.n_tokens(); }
  bool is_hidden() const;
  bool is_dropped() const;
  /// How many keys are visible to `token`.
  Index n_visible_keys(Index token) const;
  Span visible_span(Index token) const;
  /// Whether the mask hides every key from the token of the step.
  bool is_fully_masked() const { return n_visible_keys(step.token) == 0; }
  /// The keys that are visible to `token` but dropped by dropout.
  std::vector<Index> dropped_keys(Index token) const;
  MatrixView view(MatrixName name) const;
  /// The number at (token, key).
  Scalar weight(MatrixName name) const { return view(name)(step.token, step.key); }
  /// The first number that the step computes.
  Scalar result() const { return numbers().values.front(); }

  // The arithmetic of a learner who works with the rounded numbers on display.
  double rounded(Scalar value) const;
  /// A divisor that would round to 0 is not rounded.
  double rounded_divisor(Scalar value) const;
  double rounded_product(const Term& term) const {
    return rounded(term.left.value) * rounded(term.right.value);
  }

  /// Fills in the places of a template: "Key of <key>" → "Key of “journey”". Mark-up. step_context.cpp lists
  /// the places.
  std::string fill(std::string_view text) const;

 private:
  mutable std::optional<StepNumbers> numbers_;
};

/// A text of a step: one template, or a function that chooses between several.
class StepText {
 public:
  using Choice = const char* (*)(const StepContext&);
  using Condition = bool (*)(const StepContext&);
  using ModelCondition = bool (*)(const Model&);

  constexpr StepText() = default;
  constexpr StepText(const char* text) : text_(text) {}   // NOLINT: implicit on purpose
  constexpr StepText(Choice choice) : choice_(choice) {}  // NOLINT: as above
  constexpr StepText(Condition condition, const char* text, const char* otherwise)
      : condition_(condition), text_(text), otherwise_(otherwise) {}
  constexpr StepText(ModelCondition condition, const char* text, const char* otherwise)
      : model_condition_(condition), text_(text), otherwise_(otherwise) {}

  std::string of(const StepContext& step) const;

 private:
  Choice choice_ = nullptr;
  Condition condition_ = nullptr;
  ModelCondition model_condition_ = nullptr;
  const char* text_ = "";
  const char* otherwise_ = "";
};

}  // namespace attention_lab
