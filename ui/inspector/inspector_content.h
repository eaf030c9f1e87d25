// What the inspector says of one number, as text: symbol, arithmetic, a sentence, what it moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/explain.h"
#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "ui/lab/influence.h"

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

/// What stands at the two ends of a line.
struct InspectedPair {
  std::string what;  // mark-up: an operation, or a symbol
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
  std::vector<InspectedPair> next;     // numbers computed from this one, further down the pipeline
  std::optional<Index> attention_row;  // the row of weights worth showing as bars
};

/// Everything about `cell`, with `decimals` digits. Long sums show their first terms and the rest as one
/// line. What comes of a number that all heads share is that of `shown_head`.
InspectorContent inspect(const Session& session, const CellRef& cell, Index shown_head, int decimals);

/// Numbers that move with it, each with its derivative.
struct InfluenceContent {
  std::string sentence;                // plain words
  std::optional<InspectedPair> there;  // the number under the mouse
  std::vector<InspectedPair> most;     // each matrix of the shown head after the number, where it moves most
};

/// Precondition: influence.cell().
InfluenceContent describe_influence(const Session& session, const Influence& influence, Index head,
                                    const std::optional<CellRef>& hovered);

/// Which number it is: "score of “journey” for “starts”".
std::string name_sentence(const Session& session, const CellRef& cell);

/// What it means, in a sentence without formulas.
std::string plain_sentence(const Session& session, const CellRef& cell);

}  // namespace attention_lab
