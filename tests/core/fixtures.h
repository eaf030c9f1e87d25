// Reads the reference numbers in tests/fixtures and compares with them.
#pragma once

#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab::fixtures {

inline nlohmann::json read(const std::string& name) {
  std::ifstream file(std::string(ATTENTION_LAB_FIXTURES) + "/" + name);
  if (!file) throw std::runtime_error("no fixture " + name);
  return nlohmann::json::parse(file);
}

/// A number; null means −∞.
inline Scalar number_of(const nlohmann::json& value) {
  return value.is_null() ? -std::numeric_limits<Scalar>::infinity() : value.get<Scalar>();
}

inline RowVector vector_of(const nlohmann::json& values) {
  RowVector vector(static_cast<Index>(values.size()));
  for (Index j = 0; j < vector.size(); ++j) vector(j) = number_of(values[static_cast<std::size_t>(j)]);
  return vector;
}

inline Matrix matrix_of(const nlohmann::json& rows) {
  Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (Index i = 0; i < matrix.rows(); ++i) matrix.row(i) = vector_of(rows[static_cast<std::size_t>(i)]);
  return matrix;
}

/// The input of a case in forward.json, in the format of documents.
inline Model model_of(const nlohmann::json& document) {
  Model model;
  model.token_embeddings = matrix_of(document.at("embeddings"));
  for (const nlohmann::json& given : document.at("heads")) {
    Head head;
    head.W_q = matrix_of(given.at("W_q"));
    head.W_k = matrix_of(given.at("W_k"));
    head.W_v = matrix_of(given.at("W_v"));
    if (given.contains("b_q")) head.b_q = vector_of(given.at("b_q"));
    if (given.contains("b_k")) head.b_k = vector_of(given.at("b_k"));
    if (given.contains("b_v")) head.b_v = vector_of(given.at("b_v"));
    model.heads.push_back(head);
  }
  if (document.contains("W_o")) model.W_o = matrix_of(document.at("W_o"));
  if (document.contains("b_o")) model.b_o = vector_of(document.at("b_o"));

  const nlohmann::json& options = document.at("options");
  model.options.projection =
      options.at("projection") == "identity" ? Projection::identity : Projection::trainable;
  model.options.mask = options.at("mask") == "causal" ? Mask::causal : Mask::none;
  model.options.temperature = options.at("temperature").get<Scalar>();
  const nlohmann::json& scale = options.at("scale");
  if (scale.is_number())
    model.options.scale = {Scale::Kind::custom, scale.get<Scalar>()};
  else
    model.options.scale.kind = scale == "none" ? Scale::Kind::none : Scale::Kind::sqrt_d_k;
  if (document.contains("dropout")) {
    const nlohmann::json& dropout = document.at("dropout");
    model.options.dropout = {dropout.at("p").get<Scalar>(), dropout.at("seed").get<std::uint64_t>()};
  }
  return model;
}

/// Whether two matrices agree: equal infinities, and all other entries within `tolerance`.
inline ::testing::AssertionResult agree(const Matrix& actual, const Matrix& expected, Scalar tolerance) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
    return ::testing::AssertionFailure()
           << "shape (" << actual.rows() << ", " << actual.cols() << "), expected (" << expected.rows()
           << ", " << expected.cols() << ")";
  for (Index i = 0; i < actual.rows(); ++i)
    for (Index j = 0; j < actual.cols(); ++j) {
      const Scalar a = actual(i, j);
      const Scalar e = expected(i, j);
      if (a == e || std::abs(a - e) <= tolerance) continue;
      return ::testing::AssertionFailure() << "[" << i << "," << j << "] is " << a << ", expected " << e;
    }
  return ::testing::AssertionSuccess();
}

}  // namespace attention_lab::fixtures
