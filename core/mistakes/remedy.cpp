#include "core/mistakes/remedy.h"

#include <algorithm>
#include <limits>

#include "core/attention/forward.h"
#include "core/mistakes/giveaway.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

// 1. Combined edits.

/// Collects edits; each is made for the document that results from the previous ones.
class EditList {
 public:
  explicit EditList(const Document& document) : document_(document) {}

  const Model& model() const { return document_.model; }
  void add(Edit edit) {
    if (Result<Document> edited = apply_edit(edit, document_)) document_ = std::move(edited).value();
    edits_.edits.push_back(std::move(edit));  // a refused edit makes the combined edit fail
  }
  void add_weights(std::uint64_t seed) {
    if (model().options.projection != Projection::trainable) add(SetProjection{Projection::trainable, seed});
  }
  void add_extent(Extent extent, Index size, Index present, std::uint64_t seed) {
    if (size != present) add(SetExtent{extent, size, seed});
  }
  SeveralEdits take() { return std::move(edits_); }

 private:
  Document document_;
  SeveralEdits edits_;
};

SeveralEdits square_weights(const Document& document, std::uint64_t seed) {
  EditList list(document);
  list.add_weights(seed);
  const Index d_model = list.model().d_model();
  list.add_extent(Extent::d_k, d_model, list.model().d_k(), seed);
  list.add_extent(Extent::d_v, d_model, list.model().d_v(), seed);
  return list.take();
}

SeveralEdits equal_widths(const Document& document, std::uint64_t seed) {
  EditList list(document);
  list.add_weights(seed);
  list.add_extent(Extent::d_v, list.model().d_k(), list.model().d_v(), seed);
  return list.take();
}

SeveralEdits another_d_k(const Document& document, std::uint64_t seed) {
  EditList list(document);
  list.add(SetScale{});
  list.add_weights(seed);
  const Index d_model = list.model().d_model();
  if (list.model().d_k() == d_model)
    list.add(SetExtent{Extent::d_k, d_model == 1 ? 2 : (d_model + 1) / 2, seed});
  return list.take();
}

SeveralEdits a_division(const Document& document, std::uint64_t seed) {
  EditList list(document);
  list.add(SetScale{});
  const bool has_weights = list.model().options.projection == Projection::trainable;
  if (list.model().d_k() == 1) list.add(SetExtent{has_weights ? Extent::d_k : Extent::d_model, 2, seed});
  return list.take();
}

// 2. Their descriptions.

std::string changes_in_words(const Model& before, const Model& after) {
  if (before.options.mask != after.options.mask) return "Turn on the causal mask";
  const bool divides = !(before.options.scale == after.options.scale);
  const auto words = [divides](const char* alone, const char* with_division) {
    return std::string(divides ? with_division : alone);
  };
  const bool has_new_d_k = before.d_k() != after.d_k();
  const bool has_new_d_v = before.d_v() != after.d_v();
  const bool is_square = after.d_k() == after.d_model() && after.d_v() == after.d_model();
  if (before.d_model() != after.d_model()) {
    return filled(words("Set d_model to <size>", "Divide scores by √d_k and set d_model to <size>"),
                  {{"size", after.d_model()}});
  }
  if (before.options.projection != after.options.projection) {
    return is_square ? words("Use trainable weights with d_k = d_v = d_model",
                             "Divide scores by √d_k and use trainable weights with d_k = d_v = d_model")
                     : words("Use trainable weights", "Divide scores by √d_k and use trainable weights");
  }
  if (is_square && (has_new_d_k || has_new_d_v))
    return words("Set d_k and d_v to d_model", "Divide scores by √d_k and set d_k and d_v to d_model");
  if (has_new_d_k) {
    return filled(words("Set d_k to <size>", "Divide scores by √d_k and set d_k to <size>"),
                  {{"size", after.d_k()}});
  }
  if (has_new_d_v) return words("Set d_v to d_k", "Divide scores by √d_k and set d_v to d_k");
  return words("", "Divide scores by √d_k");
}

std::optional<Remedy> with_its_words(const Document& document, SeveralEdits edits) {
  const Result<Document> after = apply_edit(edits, document);
  if (!after) return std::nullopt;
  edits.name = changes_in_words(document.model, after->model);
  if (edits.name.empty()) return std::nullopt;
  return Remedy{as_markup(edits.name), "", std::move(edits)};
}

// 3. Remedies for mistakes that can be made but change nothing.

bool changes_numbers(const Model& model, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(model, mistake);
  if (!wrong) return false;
  Trace right;
  forward(model, right);
  return !giveaway_of(model, mistake, right, *wrong).numbers_agree;
}

/// Redraws the weights, because equal weights hide the mistake.
std::optional<Remedy> new_weights(const Document& document, Mistake mistake, std::string reason,
                                  std::uint64_t seed) {
  const RedrawWeights edit{edits::Draw::torch_rand, seed};
  const Result<Document> after = apply_edit(edit, document);
  if (!after || !changes_numbers(after->model, mistake)) return std::nullopt;
  return Remedy{"Redraw the weights", std::move(reason), edit};
}

/// The arguments of exp if the row maximum is not subtracted: the largest of each row, over all rows.
struct Exponents {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();

  /// Whether a row may become NaN: exp is near ∞, or all of it near 0. Avoids passes that change nothing.
  bool may_fail() const { return largest > 85 || smallest < -85; }
};

Exponents exponents_of(const Model& model, Trace& trace) {
  forward(model, trace);
  Exponents exponents;
  for (const HeadStages& head : trace.heads) {
    const Matrix& scores = scores_for_softmax(model, head);
    for (Index i = 0; i < scores.rows(); ++i) {
      const auto largest = static_cast<double>(scores.row(i).maxCoeff() / model.options.temperature);
      exponents.smallest = std::min(exponents.smallest, largest);
      exponents.largest = std::max(exponents.largest, largest);
    }
  }
  return exponents;
}

std::optional<Remedy> overflow(const Document& document, const std::function<bool()>& goes_on) {
  constexpr struct {
    int number;
    const char* text;
  } factors[] = {
      {10, "10"}, {100, "100"}, {1'000, "1,000"}, {100'000, "100,000"}, {10'000'000, "10,000,000"}};
  Trace trace;  // kept so that its memory is reused
  const double largest = exponents_of(document.model, trace).largest;
  for (const auto& factor : factors) {
    if (!goes_on()) return std::nullopt;
    const MultiplyMatrix edit{{word_embeddings(document.model), 0}, static_cast<Scalar>(factor.number)};
    const Result<Document> after = apply_edit(edit, document);
    if (!after || !exponents_of(after->model, trace).may_fail() ||
        !changes_numbers(after->model, Mistake::softmax_without_maximum)) {
      continue;
    }
    return Remedy{filled(document.model.has_positions() ? "Multiply the token embeddings by <factor>"
                                                        : "Multiply X by <factor>",
                         {{"factor", factor.text}}),
                  filled("Here exp is applied to at most <largest>. It overflows above about 88.7, so the "
                         "numbers still agree.",
                         {{"largest", format_number(largest, 2)}}),
                  edit};
  }
  return std::nullopt;
}

std::optional<Remedy> for_agreement(const Document& document, Mistake mistake, std::uint64_t seed,
                                    const std::function<bool()>& goes_on) {
  switch (mistake) {
    case Mistake::softmax_without_maximum: return overflow(document, goes_on);
    case Mistake::transposed_weights:
      return new_weights(document, mistake,
                         "The weight matrices here are equal to their transposes, so the numbers agree.",
                         seed);
    case Mistake::keys_and_values_exchanged:
      return new_weights(document, mistake, "Keys and values are equal here, so the numbers agree.", seed);
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Remedy> remedy_for(const Document& document, Mistake mistake, std::uint64_t seed,
                                 const std::function<bool()>& goes_on) {
  if (forward_with_mistake(document.model, mistake)) return for_agreement(document, mistake, seed, goes_on);
  switch (mistake) {
    case Mistake::mask_after_softmax:
    case Mistake::mask_after_softmax_renormalised:
    case Mistake::mask_upside_down: return with_its_words(document, {"", {SetMask{Mask::causal}}});
    case Mistake::transposed_weights: return with_its_words(document, square_weights(document, seed));
    case Mistake::keys_and_values_exchanged: return with_its_words(document, equal_widths(document, seed));
    case Mistake::sqrt_d_model: return with_its_words(document, another_d_k(document, seed));
    case Mistake::no_scaling: return with_its_words(document, a_division(document, seed));
    case Mistake::softmax_over_queries:
    case Mistake::softmax_without_maximum: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace attention_lab
