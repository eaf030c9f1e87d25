#include "core/mistakes/remedy.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "core/attention/forward.h"
#include "core/attention/positions.h"
#include "core/document/edits.h"
#include "core/mistakes/giveaway.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

using RemedyEdit = std::function<Result<Document>(const Document&)>;

// 1. Edits that are several in one.

Result<Document> with_weights(const Document& document, std::uint64_t seed) {
  if (document.model.options.projection == Projection::trainable) return document;
  return edits::set_projection(document, Projection::trainable, seed);
}

Result<Document> with_square_weights(const Document& document, std::uint64_t seed) {
  Result<Document> next = with_weights(document, seed);
  const Index d_model = document.model.d_model();
  if (next && next->model.d_k() != d_model) next = edits::set_d_k(*next, d_model, seed);
  if (next && next->model.d_v() != d_model) next = edits::set_d_v(*next, d_model, seed);
  return next;
}

Result<Document> with_equal_widths(const Document& document, std::uint64_t seed) {
  Result<Document> next = with_weights(document, seed);
  if (next && next->model.d_v() != next->model.d_k()) next = edits::set_d_v(*next, next->model.d_k(), seed);
  return next;
}

Result<Document> with_another_d_k(const Document& document, std::uint64_t seed) {
  Result<Document> next = edits::set_scale(document, {Scale::Kind::sqrt_d_k, 1});
  if (next) next = with_weights(*next, seed);
  if (!next || next->model.d_k() != next->model.d_model()) return next;
  const Index d_model = next->model.d_model();
  return edits::set_d_k(*next, d_model == 1 ? 2 : (d_model + 1) / 2, seed);
}

Result<Document> with_a_division(const Document& document, std::uint64_t seed) {
  Result<Document> next = edits::set_scale(document, {Scale::Kind::sqrt_d_k, 1});
  if (!next || next->model.d_k() > 1) return next;
  if (next->model.is_identity()) return edits::set_d_model(*next, 2, seed);
  return edits::set_d_k(*next, 2, seed);
}

Result<Document> with_larger_embeddings(const Document& document, Scalar factor) {
  return edits::set_matrix(document, {word_embeddings(document.model), 0},
                           *document.model.token_embeddings * factor);
}

// 2. What they did, in words.

std::string changes_in_words(const Model& before, const Model& after) {
  std::string words;
  const auto add = [&](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
  const auto is = [](Index size) { return std::string(" = ") + std::to_string(size); };
  const bool has_new_d_k = before.d_k() != after.d_k();
  const bool has_new_d_v = before.d_v() != after.d_v();
  const bool is_square = after.d_k() == after.d_model() && after.d_v() == after.d_model();
  if (before.options.mask != after.options.mask) add("turn on the causal mask");
  if (!(before.options.scale == after.options.scale)) add("divide by √d_k");
  if (before.d_model() != after.d_model()) add("make d_{model}" + is(after.d_model()));
  if (before.options.projection != after.options.projection) {
    add(is_square ? "use trainable weights with d_k = d_v = d_{model}" : "use trainable weights");
  } else if (is_square && (has_new_d_k || has_new_d_v)) {
    add("make d_k = d_v = d_{model}");
  } else if (has_new_d_k) {
    add("make d_k" + is(after.d_k()));
  } else if (has_new_d_v) {
    add("make d_v = d_k");
  }
  if (words.empty()) return words;
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  return words;
}

std::optional<Remedy> with_its_words(const Document& document, RemedyEdit edit) {
  const Result<Document> after = edit(document);
  if (!after) return std::nullopt;
  std::string label = changes_in_words(document.model, after->model);
  if (label.empty()) return std::nullopt;
  return Remedy{std::move(label), "", std::move(edit)};
}

// 3. Where the mistake can be made and changes nothing.

bool changes_numbers(const Model& model, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(model, mistake);
  if (!wrong) return false;
  Trace right;
  forward(model, right);
  return !giveaway_of(model, mistake, right, *wrong).numbers_agree;
}

/// Drawing the weights anew, where equal ones hide the mistake.
std::optional<Remedy> new_weights(const Document& document, Mistake mistake, std::string reason,
                                  std::uint64_t seed) {
  RemedyEdit edit = [seed](const Document& given) {
    return edits::redraw_weights(given, edits::Draw::torch_rand, seed);
  };
  const Result<Document> after = edit(document);
  if (!after || !changes_numbers(after->model, mistake)) return std::nullopt;
  return Remedy{"Redraw the weights", std::move(reason), std::move(edit)};
}

/// What exp is taken of where a row's maximum is not subtracted: the largest of each row, over all rows.
struct Exponents {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();

  /// Whether a row may be NaN: its exp is near ∞ or all of it is near 0. Saves passes that change nothing.
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
  Trace trace;  // its memory is used again and again
  const double largest = exponents_of(document.model, trace).largest;
  for (const auto& factor : factors) {
    if (!goes_on()) return std::nullopt;
    RemedyEdit edit = [by = static_cast<Scalar>(factor.number)](const Document& given) {
      return with_larger_embeddings(given, by);
    };
    const Result<Document> after = edit(document);
    if (!after || !exponents_of(after->model, trace).may_fail() ||
        !changes_numbers(after->model, Mistake::softmax_without_maximum)) {
      continue;
    }
    return Remedy{(document.model.has_positions() ? "Multiply the token embeddings by " : "Multiply X by ") +
                      std::string(factor.text),
                  std::string("Here exp is taken of ") + format_number(largest, 2) +
                      " at most. It overflows from about 88.7 on, so the numbers still agree.",
                  std::move(edit)};
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
    case Mistake::mask_upside_down:
      return with_its_words(document,
                            [](const Document& given) { return edits::set_mask(given, Mask::causal); });
    case Mistake::transposed_weights:
      return with_its_words(document,
                            [seed](const Document& given) { return with_square_weights(given, seed); });
    case Mistake::keys_and_values_exchanged:
      return with_its_words(document,
                            [seed](const Document& given) { return with_equal_widths(given, seed); });
    case Mistake::sqrt_d_model:
      return with_its_words(document,
                            [seed](const Document& given) { return with_another_d_k(given, seed); });
    case Mistake::no_scaling:
      return with_its_words(document, [seed](const Document& given) { return with_a_division(given, seed); });
    case Mistake::softmax_over_queries:
    case Mistake::softmax_without_maximum: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace attention_lab
