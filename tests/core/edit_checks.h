// Checks shared by the tests of edits.
#pragma once

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "core/document/checks.h"
#include "core/document/document.h"
#include "core/document/edits.h"
#include "random_documents.h"

namespace attention_lab::testing {

inline constexpr MatrixRef embeddings_ref{MatrixName::X, 0};

/// The new document of an edit that must succeed and give a valid document.
inline Document edited(const Result<Document>& result) {
  if (!result) {
    ADD_FAILURE() << to_string(result.error());
    return small_document();
  }
  for (const Error& error : validate(*result)) ADD_FAILURE() << to_string(error);
  return *result;
}

/// `words` must be part of the error message.
inline void expect_refusal(const Result<Document>& result, ErrorCode code, const std::string& place,
                           const std::string& words) {
  ASSERT_FALSE(result) << words;
  EXPECT_EQ(result.error().code, code) << result.error().message;
  EXPECT_EQ(result.error().place, place) << result.error().message;
  EXPECT_NE(result.error().message.find(words), std::string::npos) << result.error().message;
  EXPECT_EQ(result.error().message.back(), '.') << result.error().message;
}

template <class Value>
bool is_shared(const Shared<Value>& a, const Shared<Value>& b) {
  return a.identity() == b.identity();
}

/// Two heads and every optional part: tokens "one small step", d_model 3, d_k 2, d_v 3, d_out 4.
inline Document full_document() {
  RandomDocuments random(20);
  Document document = small_document();
  document.model.heads.clear();
  for (int i = 0; i < 2; ++i) {
    Head& head = document.model.heads.emplace_back();
    head.W_q = random.matrix(3, 2);
    head.W_k = random.matrix(3, 2);
    head.W_v = random.matrix(3, 3);
    head.b_q = random.row(2);
    head.b_k = random.row(2);
    head.b_v = random.row(3);
  }
  document.model.W_o = random.matrix(6, 4);
  document.model.b_o = random.row(4);
  return document;
}

inline Document simplified_document() {
  Document document = full_document();
  document.model.options.projection = Projection::identity;
  return document;
}

inline constexpr std::array weight_and_bias_names = {MatrixName::W_q, MatrixName::W_k, MatrixName::W_v,
                                                     MatrixName::b_q, MatrixName::b_k, MatrixName::b_v,
                                                     MatrixName::W_o, MatrixName::b_o};

inline MatrixView given(const Document& document, const MatrixRef& matrix) {
  static const Trace no_trace;
  return matrix_view(document.model, no_trace, matrix);
}

}  // namespace attention_lab::testing
