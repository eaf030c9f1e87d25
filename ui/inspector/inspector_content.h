// The inspector's text for one number: symbol, arithmetic, sentence and influence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/explain.h"
#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "ui/lab/influence.h"
#include "ui/lab/snapshot.h"

namespace attention_lab {

/// A number in a line, in its matrix's hue.
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

/// A description on the left and a number on the right.
struct InspectedPair {
  std::string what;  // mark-up: an operation or a symbol
  std::string value;
};

struct InspectorContent {
  std::string symbol;  // mark-up: "ω_{2,3}"
  std::string value;
  std::string name;                  // plain: "score of “journey” for “starts”"
  std::string formula;               // mark-up: "q_2 · k_3"
  std::string arithmetic;            // the same with numbers, in one line; see arithmetic_of()
  std::vector<InspectedLine> lines;  // the formula with numbers
  std::string total_label;           // "sum", "sum of all exp", or empty
  std::string total;
  std::string sentence;  // plain words
  std::string next_title;
  std::vector<InspectedPair> next;     // numbers computed from this one
  std::optional<Index> attention_row;  // the row of weights to show as bars
};

/// The inspector's text for `cell`, with `decimals` digits. Long sums show their first terms, and the rest as
/// one line. For a number that all heads share, `next` shows the numbers of `shown_head`.
InspectorContent inspect(const Session& session, const CellRef& cell, Index shown_head, int decimals);

/// The numbers that change with a number, each with its derivative.
struct InfluenceContent {
  std::string sentence;                // plain words
  std::optional<InspectedPair> there;  // the number under the mouse
  std::vector<InspectedPair> most;     // the largest in each later matrix of the shown head
};

/// Precondition: influence.cell() is not empty.
InfluenceContent describe_influence(const Session& session, const Influence& influence, Index head,
                                    const std::optional<CellRef>& hovered);

/// The name of a number: "score of “journey” for “starts”".
std::string name_sentence(const Session& session, const CellRef& cell);

/// The number in the pinned state A, and how much it has changed since.
std::string comparison_sentence(const Session& session, const Snapshot& pinned, const CellRef& cell,
                                int decimals);

/// The meaning of a number, in a sentence without formulas.
std::string plain_sentence(const Session& session, const CellRef& cell);

}  // namespace attention_lab
