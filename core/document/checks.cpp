#include "core/document/checks.h"

#include <cmath>
#include <initializer_list>
#include <iomanip>
#include <limits>
#include <locale>
#include <sstream>

#include "core/limits.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

/// With at most `digits` significant digits and a decimal point, whatever the locale.
std::string number_in_words(Scalar value, int digits = 6) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << std::setprecision(digits) << value;
  return text.str();
}

}  // namespace

std::string must_be_between(std::string_view what, std::string_view low, std::string_view high,
                            std::string_view given) {
  return filled("<what> must be from <low> to <high>, not <given>.",
                {{"what", what}, {"low", low}, {"high", high}, {"given", given}});
}

std::string must_be_between(std::string_view what, std::int64_t low, std::int64_t high, std::int64_t given) {
  return must_be_between(what, std::to_string(low), std::to_string(high), std::to_string(given));
}

Error no_such(std::string_view noun, std::string_view number, Index first, Index count,
              std::string_view place) {
  const auto error = [&](std::string_view sentence, std::initializer_list<Filled> places) {
    return Error{ErrorCode::out_of_range, filled(sentence, places), place};
  };
  if (count == 1) {
    return error("There is no <noun> <number>; the only <noun> is <first>.",
                 {{"noun", noun}, {"number", number}, {"first", first}});
  }
  return error("There is no <noun> <number>; the <noun>s are numbered <first> to <last>.",
               {{"noun", noun}, {"number", number}, {"first", first}, {"last", first + count - 1}});
}

Error no_such(std::string_view noun, Index number, Index first, Index count, std::string_view place) {
  return no_such(noun, std::to_string(number), first, count, place);
}

Error no_such_matrix(const Model& model, const MatrixRef& ref) {
  const Index n_heads = model.n_heads();
  if (is_per_head(ref.name) && (ref.head < 0 || ref.head >= n_heads))
    return no_such("head", ref.head + 1, 1, n_heads);
  std::string known;
  for (const MatrixName name : all_matrix_names) {
    if (number_count(model, {name, is_per_head(name) ? ref.head : 0}) == 0) continue;
    known += (known.empty() ? "" : ", ") + std::string(to_string(name));
  }
  return {ErrorCode::not_found, filled("This document has no <matrix>; it has <known>.",
                                       {{"matrix", name_with_head(model, ref)}, {"known", known}})};
}

Error listed_twice(std::string_view noun, std::string_view which, std::string_view place) {
  return {ErrorCode::wrong_format,
          filled("The <noun> <which> is listed twice; list it once.", {{"noun", noun}, {"which", which}}),
          place};
}

std::optional<Error> check_amount(std::string_view name, Index value, Index limit, std::string_view place) {
  if (value < 1) {
    return Error{
        ErrorCode::out_of_range,
        filled("<name> would be <value>; it must be at least 1.", {{"name", name}, {"value", value}}), place};
  }
  if (value > limit) {
    return Error{ErrorCode::over_limit,
                 filled("<name> would be <value>; its limit is <limit>.",
                        {{"name", name}, {"value", value}, {"limit", limit}}),
                 place};
  }
  return std::nullopt;
}

std::optional<Error> check_count(Index count, std::string_view noun, Index limit, std::string_view place) {
  if (count <= limit) return std::nullopt;
  return Error{ErrorCode::over_limit,
               filled("There are <count>; the limit is <limit>.",
                      {{"count", counted(count, noun)}, {"limit", count_text(limit)}}),
               place};
}

std::optional<Error> check_batch_size(Index n_sentences, Index longest) {
  if (std::optional<Error> refused = check_count(n_sentences, "sentence", limits::n_sentences, "sentences"))
    return refused;
  const Index tokens = n_sentences * longest;
  if (n_sentences == 1 || tokens <= limits::batch_tokens) return std::nullopt;
  return Error{
      ErrorCode::over_limit,
      filled("The batch would have <count> including padding, <longest> in each of <sentences>; the limit is "
             "<limit>.",
             {{"count", counted(tokens, "token")},
              {"sentences", counted(n_sentences, "sentence")},
              {"longest", longest},
              {"limit", count_text(limits::batch_tokens)}}),
      "sentences"};
}

std::optional<Error> check_seed_limit(std::uint64_t seed, std::string_view place) {
  if (seed <= static_cast<std::uint64_t>(limits::seed)) return std::nullopt;
  return Error{ErrorCode::over_limit,
               filled("The seed is <seed>; its limit is <limit>.", {{"seed", seed}, {"limit", limits::seed}}),
               place};
}

std::optional<Error> check_positive(std::string_view name, Scalar value, std::string_view place) {
  if (!std::isfinite(value)) {
    return Error{ErrorCode::not_finite,
                 filled("<name> is not a finite number; choose one greater than 0.", {{"name", name}}),
                 place};
  }
  if (value <= 0) {
    return Error{ErrorCode::out_of_range,
                 filled("<name> is <value>; it must be greater than 0.",
                        {{"name", name}, {"value", number_in_words(value)}}),
                 place};
  }
  using Limits = std::numeric_limits<Scalar>;
  if (value < Limits::min()) {
    return Error{ErrorCode::out_of_range,
                 filled("<name> is <value>, which is too small to divide by; it must be at least <least>.",
                        {{"name", name},
                         {"value", number_in_words(value)},
                         {"least", number_in_words(Limits::min(), Limits::max_digits10)}}),
                 place};
  }
  return std::nullopt;
}

std::optional<Error> check_dropout(const Dropout& dropout, std::string_view place_of_p,
                                   std::string_view place_of_seed) {
  if (!(dropout.p >= 0 && dropout.p < 1)) {
    return Error{std::isfinite(dropout.p) ? ErrorCode::out_of_range : ErrorCode::not_finite,
                 filled("The dropout probability p is <p>; it must be at least 0 and less than 1.",
                        {{"p", number_in_words(dropout.p)}}),
                 place_of_p};
  }
  using Limits = std::numeric_limits<Scalar>;
  if (dropout.p > 0 && dropout.p < Limits::min()) {
    return Error{ErrorCode::out_of_range,
                 filled("The dropout probability p is <p>, which is too small to compute with; choose 0 for "
                        "no dropout, or at least <least>.",
                        {{"p", number_in_words(dropout.p)},
                         {"least", number_in_words(Limits::min(), Limits::max_digits10)}}),
                 place_of_p};
  }
  return check_seed_limit(dropout.seed, place_of_seed);
}

std::optional<Error> check_mask(const Mask& mask, Index n_tokens, std::string_view place) {
  const auto place_of = [&](const char* key) {
    return filled("<place>.<key>", {{"place", place}, {"key", key}});
  };
  switch (mask.kind()) {
    case Mask::none:
    case Mask::causal: return std::nullopt;
    case Mask::window: {
      const Window& window = mask.window_around();
      if (!window.left && !window.right) {
        return Error{
            ErrorCode::out_of_range,
            "A window that is open on both sides hides nothing; give the number of tokens seen to the "
            "left or to the right, or choose no mask.",
            place_of("window")};
      }
      const auto check_side = [&](const std::optional<Index>& side, const char* key) -> std::optional<Error> {
        if (!side || (*side >= 0 && *side <= limits::n_tokens)) return std::nullopt;
        return Error{ErrorCode::out_of_range,
                     must_be_between("The number of tokens seen to this side", 0, limits::n_tokens, *side),
                     place_of(key)};
      };
      if (std::optional<Error> refused = check_side(window.left, "window.left")) return refused;
      return check_side(window.right, "window.right");
    }
    case Mask::padding:
      if (mask.n_padded() >= 0 && mask.n_padded() <= n_tokens) return std::nullopt;
      return Error{ErrorCode::out_of_range,
                   must_be_between("The number of padding tokens", 0, n_tokens, mask.n_padded()),
                   place_of("padding")};
    case Mask::painted: break;
  }
  const VisibleCells& cells = mask.cells();
  if (cells.rows() != n_tokens || cells.cols() != n_tokens) {
    return Error{
        ErrorCode::wrong_shape,
        filled("The mask is <shape>, but the sentence has <tokens>; give one row and one column for "
               "each token.",
               {{"shape", shape_text(cells.rows(), cells.cols())}, {"tokens", counted(n_tokens, "token")}}),
        place_of("visible")};
  }
  if (cells.maxCoeff() > 1) {
    return Error{ErrorCode::out_of_range, "Each number of the mask must be 1 where a key is visible, or 0.",
                 place_of("visible")};
  }
  return std::nullopt;
}

std::optional<Error> check_utf8(std::string_view name, std::string_view text, std::string_view place) {
  if (is_utf8(text)) return std::nullopt;
  return Error{ErrorCode::not_utf8,
               filled("<name> is not valid UTF-8; save or paste it as UTF-8 text.", {{"name", name}}), place};
}

std::optional<Position> first_not_finite(const MatrixView& numbers) {
  if (numbers.allFinite()) return std::nullopt;
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column) {
      if (!std::isfinite(numbers(row, column))) return Position{row, column};
    }
  }
  return std::nullopt;
}

}  // namespace attention_lab
