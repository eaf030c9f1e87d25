#include <cmath>

#include "app/commands/compute_output.h"
#include "app/files/number_text.h"
#include "app/files/unknown_keys.h"

namespace attention_lab {
namespace {

void append_matrix(std::string& text, const Matrix& matrix, const std::string& indent) {
  text += '[';
  for (Index row = 0; row < matrix.rows(); ++row) {
    if (row > 0) text += ',';
    (text += '\n') += indent + "  [";
    for (Index column = 0; column < matrix.cols(); ++column) {
      if (column > 0) text += ", ";
      const Scalar value = matrix(row, column);
      if (std::isfinite(value)) {
        append_number(text, value);
      } else {
        text += "null";
      }
    }
    text += ']';
  }
  ((text += '\n') += indent) += ']';
}

void append_head(std::string& text, const HeadTrace& head) {
  const struct {
    const char* name;
    const Matrix& matrix;
  } members[] = {
      {"Q", head.Q},
      {"K", head.K},
      {"V", head.V},
      {"scores", head.scores},
      {"scaled_scores", head.scaled_scores},
      {"masked_scores", head.masked_scores},
      {"weights", head.weights},
      {"head_output", head.head_output},
  };
  text += "    {";
  bool is_first = true;
  for (const auto& member : members) {
    if (!is_first) text += ',';
    is_first = false;
    ((text += "\n      \"") += member.name) += "\": ";
    append_matrix(text, member.matrix, "      ");
  }
  text += "\n    }";
}

}  // namespace

std::string compute_json(const Document& document, const Trace& trace) {
  std::string text = "{\n  \"tokens\": [";
  for (std::size_t i = 0; i < document.tokens.size(); ++i) {
    if (i > 0) text += ", ";
    text += json_string(document.tokens[i]);
  }
  text += "],\n  \"heads\": [\n";
  for (std::size_t i = 0; i < trace.heads.size(); ++i) {
    if (i > 0) text += ",\n";
    append_head(text, trace.heads[i]);
  }
  text += "\n  ],\n  \"context\": ";
  append_matrix(text, trace.context, "  ");
  text += "\n}\n";
  return text;
}

}  // namespace attention_lab
