// The arithmetic behind one number, as data.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// A number used in the calculation, and the cell it comes from.
struct Operand {
  CellRef cell;
  Scalar value = 0;
};

/// left × right = product, one summand of a dot product.
struct Term {
  Operand left;
  Operand right;
  Scalar product = 0;
};

/// exp((logit − row_maximum) ÷ temperature) = exponential, one entry of a softmax row.
struct SoftmaxEntry {
  Operand logit;
  Scalar exponential = 0;
};

/// How a number is computed.
enum class Operation {
  given,        ///< typed by the user or drawn from a seed: no arithmetic
  sum,          ///< the sum of the summands (X = token + position embeddings)
  sinusoid,     ///< sin(angle) in even columns, cos(angle) in odd ones: sinusoidal positions
  draw,         ///< drawn at random: a dropout mask
  copy,         ///< source, unchanged (Q with projection identity, context without W_o, …)
  dot_product,  ///< Σ terms, plus the bias if there is one
  quotient,     ///< source ÷ divisor
  mask,         ///< source, or −∞ where the mask hides the key
  softmax,      ///< softmax[column].exponential ÷ exponential_sum
};

/// How one cell was computed: value = operation(operands). All values are read from the trace; only the
/// products, the exponentials and their sum are recomputed here, with the same arithmetic.
struct Explanation {
  CellRef cell;
  Scalar value = 0;
  Operation operation = Operation::given;

  std::vector<Term> terms;        // dot_product
  std::optional<Operand> bias;    // dot_product
  std::optional<Operand> source;  // copy, quotient, mask
  std::vector<Operand> summands;  // sum
  double angle = 0;               // sinusoid, in radians
  Dropout dropout;                // draw
  Scalar divisor = 1;             // quotient
  bool is_hidden = false;         // mask

  std::vector<SoftmaxEntry> softmax;  // softmax: one entry per key, in order
  Scalar row_maximum = 0;             // softmax
  Scalar temperature = 1;             // softmax
  Scalar exponential_sum = 0;         // softmax
};

/// Preconditions: contains(model, trace, cell), and `trace` is the trace of `model`.
Explanation explain(const Model& model, const Trace& trace, const CellRef& cell);

}  // namespace attention_lab
