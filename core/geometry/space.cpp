#include "core/geometry/space.h"

#include <cassert>
#include <cstddef>

namespace attention_lab {
namespace {

struct SpaceFacts {
  Space space;
  std::string_view text;
  MatrixName points;
  std::string_view one;
  std::string_view several;
};

constexpr std::array space_facts = {
    SpaceFacts{Space::token, "token", MatrixName::X, "embedding", "embeddings"},
    SpaceFacts{Space::query, "query", MatrixName::Q, "query", "queries"},
    SpaceFacts{Space::key, "key", MatrixName::K, "key", "keys"},
    SpaceFacts{Space::value, "value", MatrixName::V, "value", "values"},
};

const SpaceFacts& facts_of(Space space) {
  return space_facts[static_cast<std::size_t>(space)];
}

}  // namespace

std::string_view to_string(Space space) {
  return facts_of(space).text;
}

std::optional<Space> space_from(std::string_view text) {
  for (const SpaceFacts& facts : space_facts)
    if (facts.text == text) return facts.space;
  return std::nullopt;
}

MatrixName points_of_space(Space space) {
  return facts_of(space).points;
}

std::optional<Space> space_of(MatrixName name) {
  if (name == MatrixName::token_embeddings) return Space::token;
  for (const SpaceFacts& facts : space_facts)
    if (facts.points == name) return facts.space;
  return std::nullopt;
}

const Layer& layer_to(Space space) {
  assert(space != Space::token);
  return all_layers[static_cast<std::size_t>(space) - 1];
}

Index dimension_of(const Model& model, Space space) {
  switch (space) {
    case Space::token: return model.d_model();
    case Space::query:
    case Space::key: return model.d_k();
    case Space::value: return model.d_v();
  }
  return 0;
}

std::string_view name_of_points(Space space) {
  return facts_of(space).several;
}

std::string_view name_of_point(Space space) {
  return facts_of(space).one;
}

}  // namespace attention_lab
