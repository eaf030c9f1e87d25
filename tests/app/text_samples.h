// Shared by the tests of exported text: documents, unusual tokens, a CSV reader.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/export/text_export.h"
#include "core/attention/forward.h"
#include "random_documents.h"

namespace attention_lab::test {

/// Two tokens; all intermediates except weights, head_output and context are exact in float.
inline Document two_words() {
  Document document;
  document.title = "Two words";
  document.tokens = {"big", "dream"};
  document.model.token_embeddings = (Matrix(2, 2) << 1, 0, 0.5f, -0.25f).finished();
  Head head;
  head.W_q = (Matrix(2, 1) << 1, -2).finished();
  head.W_k = (Matrix(2, 1) << 0, 4).finished();
  head.W_v = (Matrix(2, 1) << -0.43f, 1).finished();
  document.model.heads.push_back(head);
  document.model.options.mask = Mask::causal;
  return document;
}

inline Document two_heads() {
  Document document = two_words();
  document.model.heads.push_back(document.model.heads.front());
  document.model.heads[1].b_q = (RowVector(1) << 0.125f).finished();
  document.model.W_o = (Matrix(2, 1) << 1, 1).finished();
  document.model.b_o = (RowVector(1) << 3).finished();
  document.model.options = {Projection::trainable,
                            {Scale::Kind::custom, Scalar(3.5)},
                            Mask::none,
                            Scalar(0.5),
                            Positions::none,
                            {}};
  return document;
}

inline Trace trace_of(const Document& document) {
  Trace trace;
  forward(document.model, trace);
  return trace;
}

inline std::string text_of(const Document& document, MatrixName name, TextFormat format, Index head = 0) {
  const Result<std::string> text = matrix_as_text(document, trace_of(document), {name, head}, format);
  return text ? *text : "error: " + text.error().message;
}

inline std::string text_of(const Document& document, TextFormat format) {
  return *document_as_text(document, trace_of(document), format);
}

inline bool is_same_float(float a, float b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// Tokens that every format must handle.
inline const std::vector<std::string>& strange_tokens() {
  static const std::vector<std::string> tokens = {"",
                                                  " ",
                                                  "\"",
                                                  "a,b",
                                                  "a\tb",
                                                  "a\nb\r\nc",
                                                  "\\",
                                                  "\\n",
                                                  "a|b",
                                                  "50%&more",
                                                  "_x_",
                                                  "{}",
                                                  "$x^2$",
                                                  "#1",
                                                  "~",
                                                  "`code`",
                                                  "[1]",
                                                  "*bold*",
                                                  "<b>",
                                                  "--",
                                                  "''",
                                                  "'''",
                                                  "\"\"\"",
                                                  "日本語",
                                                  "été",
                                                  "👩‍👩‍👧",
                                                  "مرحبا",
                                                  "\x1B[2J",
                                                  "\u009B31m",
                                                  "\u202Eevil",
                                                  "\u2028line",
                                                  "-1",
                                                  "=1+1",
                                                  "a;b",
                                                  "# comment",
                                                  "None",
                                                  "\xEF\xBB\xBF",
                                                  std::string("nul\0!", 5),
                                                  "Donaudampfschifffahrtsgesellschaft"};
  return tokens;
}

inline Document strange_document() {
  Document document = two_words();
  document.title = "Title\nimport os  # \u202E\"\"\" \x1B[2J %_&";
  document.tokens = strange_tokens();
  const Index n = static_cast<Index>(document.tokens.size());
  testing::RandomDocuments random(1);
  document.model.token_embeddings = random.matrix(n, 2);
  return document;
}

/// An independent reader for RFC 4180; empty lines are records with one empty field.
inline std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> records(1);
  std::string field;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[++i];
      } else {
        is_quoted = false;
      }
    } else if (c == '"') {
      EXPECT_TRUE(field.empty()) << "a quote within a field: " << text;
      is_quoted = true;
    } else if (c == ',' || c == '\n') {
      records.back().push_back(std::move(field));
      field.clear();
      if (c == '\n') records.emplace_back();
    } else {
      field += c;
    }
  }
  EXPECT_FALSE(is_quoted);
  EXPECT_TRUE(records.back().empty() && field.empty()) << "the last line does not end";
  records.pop_back();
  return records;
}

}  // namespace attention_lab::test
