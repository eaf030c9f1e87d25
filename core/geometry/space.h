// The four spaces in which the tokens are points: X, and Q, K and V of a head.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/attention/matrix_name.h"

namespace attention_lab {

enum class Space { token, query, key, value };
inline constexpr std::array all_spaces = {Space::token, Space::query, Space::key, Space::value};

/// "token", "query", "key", "value".
std::string_view to_string(Space space);
std::optional<Space> space_from(std::string_view text);

/// The matrix whose rows are the points: X, Q, K or V.
MatrixName points_of_space(Space space);
/// The inverse; nullopt for matrices whose rows are no points of a space. Embeddings without positions belong
/// to the token space too.
std::optional<Space> space_of(MatrixName name);
/// The layer that maps the token space to this space. Precondition: it is not the token space.
const Layer& layer_to(Space space);

inline MatrixRef points_of_space(Space space, Index head) {
  return {points_of_space(space), space == Space::token ? 0 : head};
}
/// (n_tokens, dimension)
inline MatrixView points_of_space(const Model& model, const Trace& trace, Space space, Index head) {
  return matrix_view(model, trace, points_of_space(space, head));
}

/// The dimension of the space.
Index dimension_of(const Model& model, Space space);
/// "queries", "keys", …
std::string_view name_of_points(Space space);
/// "query", "key", …; of one token.
std::string_view name_of_point(Space space);

}  // namespace attention_lab
