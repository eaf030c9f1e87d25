// The arithmetic behind one number, as data.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// A number that took part, and where it stands.
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

/// exp((logit − row_maximum) ÷ temperature) = exponential, one entry of a row that softmax takes.
struct SoftmaxEntry {
  Operand logit;
  Scalar exponential = 0;
};

/// What made the number.
enum class Operation {
  given,        ///< typed by the person or drawn from a seed: no arithmetic
  sum,          ///< the values of summands, added up (X of token and position embeddings)
  sinusoid,     ///< sin angle in even columns, cos angle in odd ones: sinusoidal positions
  draw,         ///< drawn at random: a mask of dropout
  copy,         ///< source, unchanged (Q of projection identity, context without W_o, …)
  dot_product,  ///< Σ terms, plus bias where there is one
  quotient,     ///< source ÷ divisor
  mask,         ///< source, or −∞ where the mask hides the key
  softmax,      ///< softmax[column].exponential ÷ exponential_sum
};

/// How one cell came about: value = operation(operands). All values are those of the trace; the products,
/// exponentials and the sum are the same arithmetic done once more.
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

  std::vector<SoftmaxEntry> softmax;  // softmax: one entry a key, in order
  Scalar row_maximum = 0;             // softmax
  Scalar temperature = 1;             // softmax
  Scalar exponential_sum = 0;         // softmax
};

/// Precondition: contains(model, trace, cell), and the trace is the model's.
Explanation explain(const Model& model, const Trace& trace, const CellRef& cell);

}  // namespace attention_lab
