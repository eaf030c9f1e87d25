// One step of a document, and everything that its words and its arithmetic are chosen by and made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/session.h"
#include "core/steps/step_numbers.h"

namespace attention_lab {

/// “journey”, shortened where it is very long; mark-up.
std::string quoted_token(const Session& session, Index token);

class StepContext {
 public:
  /// `decimals`: of the numbers that are shown. Precondition: as numbers_of().
  StepContext(const Session& shown, Index of_head, const Step& what, int with_decimals = 4)
      : session(shown), model(shown.model()), step(what), head(of_head), decimals(with_decimals) {}

  const Session& session;
  const Model& model;
  const Step step;
  const Index head;
  const int decimals;

  const StepNumbers& numbers() const;

  // What the words depend on.
  bool is_identity() const { return model.is_identity(); }
  bool has_several_heads() const { return model.n_heads() > 1; }
  /// Whether the output of the head is the context.
  bool ends_in_context() const { return !has_several_heads() && !model.has_output_projection(); }
  bool has(MatrixName name) const { return view(name).size() > 0; }
  bool is_last_key() const { return step.key + 1 == model.n_tokens(); }
  bool is_hidden() const;
  bool is_dropped() const;
  /// How many keys `token` sees.
  Index visible_keys(Index token) const;
  /// The keys that `token` sees and that dropout leaves out.
  std::vector<Index> dropped_keys(Index token) const;
  MatrixView view(MatrixName name) const;
  /// The number at (token, key).
  Scalar weight(MatrixName name) const { return view(name)(step.token, step.key); }
  /// The product of a score_term, and otherwise the first number that the step makes.
  Scalar result() const;

  // The arithmetic of a person who works with the numbers that are shown.
  double rounded(Scalar value) const;
  /// A divisor that rounds to 0 is taken as it is.
  double rounded_divisor(Scalar value) const;
  double rounded_product(const Term& term) const {
    return rounded(term.left.value) * rounded(term.right.value);
  }

  /// A template with its places filled in: "Key of <key>" → "Key of “journey”". Mark-up. The places are
  /// listed in step_context.cpp.
  std::string fill(std::string_view text) const;

 private:
  mutable std::optional<StepNumbers> numbers_;
};

/// What a step says: one template, or the choice between several.
class StepText {
 public:
  using Choice = const char* (*)(const StepContext&);
  using Condition = bool (*)(const StepContext&);
  using ModelCondition = bool (*)(const Model&);

  constexpr StepText() = default;
  constexpr StepText(const char* text) : text_(text) {}   // NOLINT: a template stands for itself
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
