// What the inspector says of one number: symbol, arithmetic and a sentence, as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/explain.h"
#include "core/document/session.h"

namespace attention_lab {

/// A number that stands in a line, in the hue of its matrix.
struct InspectedNumber {
  std::string text;
  MatrixName hue = MatrixName::scores;
};

/// left × right = result; `left` or `right` may be empty.
struct InspectedLine {
  InspectedNumber left;
  std::string sign;  // "×", "÷", "" …
  InspectedNumber right;
  std::string result;
};

/// Numbers computed from this one, further down the pipeline.
struct InspectedStep {
  std::string operation;  // mark-up
  std::string value;
};

struct InspectorContent {
  std::string symbol;  // mark-up: "ω_{2,3}"
  std::string value;
  std::string name;                  // plain: "score of “journey” for “starts”"
  std::string formula;               // mark-up: "q_2 · k_3"
  std::vector<InspectedLine> lines;  // the same with numbers
  std::string total_label;           // "sum", "sum of all exp", or empty
  std::string total;
  std::string sentence;  // plain words
  std::string next_title;
  std::vector<InspectedStep> next;
  std::optional<Index> attention_row;  // the row of weights worth showing as bars
};

/// Everything about `cell`, with `decimals` digits. Long sums show their first terms and the rest as one
/// line. What comes of a number that all heads share is that of `shown_head`.
InspectorContent inspect(const Session& session, const CellRef& cell, Index shown_head, int decimals);

}  // namespace attention_lab
