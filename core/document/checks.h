// Checks that validate and the edits share, and the wording of their errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/types.h"
#include "core/document/document.h"
#include "core/result.h"
#include "core/words/utf8.h"  // is_utf8

namespace attention_lab {

/// "The dimension must be from 1 to 4096, not 0."
std::string must_be_between(std::string_view what, std::string_view low, std::string_view high,
                            std::string_view given);
std::string must_be_between(std::string_view what, std::int64_t low, std::int64_t high, std::int64_t given);

/// out_of_range: "There is no head 3; the heads are numbered 1 to 2." The noun is "head", "token", "row" or
/// "column"; `first` is the number of the first one, 0 in files and 1 everywhere else.
Error no_such(std::string_view noun, std::string_view number, Index first, Index count,
              std::string_view place = {});
Error no_such(std::string_view noun, Index number, Index first, Index count, std::string_view place = {});
/// Why a document lacks a matrix: it has no such head, or not_found, with the matrices that it has.
Error no_such_matrix(const Model& model, const MatrixRef& ref);
/// wrong_format: "The token 1 is listed twice; list it once."
Error listed_twice(std::string_view noun, std::string_view which, std::string_view place);

/// 1 ≤ value ≤ limit; out_of_range below, over_limit above.
std::optional<Error> check_amount(std::string_view name, Index value, Index limit, std::string_view place);
/// At most `limit`; otherwise "There are 1025 tokens; the limit is 1024."
std::optional<Error> check_count(Index count, std::string_view noun, Index limit, std::string_view place);
/// At most limits::seed.
std::optional<Error> check_seed_limit(std::uint64_t seed, std::string_view place);
/// Finite, greater than 0, and at least the smallest normal number (1.17549435e-38 in float): the engine
/// divides by it and would treat a smaller one as 0 (see FlushDenormals).
std::optional<Error> check_positive(std::string_view name, Scalar value, std::string_view place);
/// 0 ≤ p < 1, and a seed within its limit.
std::optional<Error> check_dropout(const Dropout& dropout, std::string_view place_of_p,
                                   std::string_view place_of_seed);
/// A window: numbers of at least 0 and at most limits::n_tokens, and not "all" on both sides. Padding: 0 to
/// n_tokens tokens. A painted mask: one row and one column for each token, each cell 0 or 1.
std::optional<Error> check_mask(const Mask& mask, Index n_tokens, std::string_view place);
/// How many sentences a batch has, and how many tokens with padding, `longest` for each sentence.
std::optional<Error> check_batch_size(Index n_sentences, Index longest);
std::optional<Error> check_utf8(std::string_view name, std::string_view text, std::string_view place);

/// The position of the first NaN or infinity.
struct Position {
  Index row = 0;
  Index column = 0;
};
std::optional<Position> first_not_finite(const MatrixView& numbers);

/// All errors in a document, each with its place ("heads[1].W_k"); empty if there are none. With projection
/// identity the heads may be missing, but heads that are present must fit. Checks limits, shapes, the indices
/// of drawn tokens, that numbers are finite, that divisor and temperature are positive, that there is at
/// least one token, and that texts are valid UTF-8.
std::vector<Error> validate(const Document& document);

}  // namespace attention_lab
