// All matrices in one table: name, shape, one per document or per head, given or computed.
#pragma once

#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"

/// The table, in order of computation. Each line gives a name and the axes of the rows and columns (see
/// Axis). There are four kinds:
///
///   GIVEN             typed, read from a file or drawn; one per document
///   GIVEN_OF_HEAD     typed, read from a file or drawn; one per head
///   COMPUTED          computed by the forward pass; one per document
///   COMPUTED_OF_HEAD  computed by the forward pass; one per head
///
/// Each line declares a member of Stages or HeadStages and a value of MatrixName, and adds the matrix to
/// every function that iterates over all matrices: those for traces, gradients, tangents and the names in
/// documents.
// clang-format off
#define ATTENTION_LAB_STAGES(GIVEN, GIVEN_OF_HEAD, COMPUTED, COMPUTED_OF_HEAD)              \
  GIVEN(token_embeddings, query, d_model)       /* one row per token */                     \
  GIVEN(position_embeddings, query, d_model)    /* one row per position, or empty */        \
  COMPUTED(X, query, d_model)                   /* their sum, or token embeddings only */   \
  GIVEN_OF_HEAD(W_q, d_model, d_k)                                                          \
  GIVEN_OF_HEAD(W_k, d_model, d_k)                                                          \
  GIVEN_OF_HEAD(W_v, d_model, d_v)                                                          \
  GIVEN_OF_HEAD(b_q, one, d_k)                  /* or empty, like b_k and b_v */            \
  GIVEN_OF_HEAD(b_k, one, d_k)                                                              \
  GIVEN_OF_HEAD(b_v, one, d_v)                                                              \
  COMPUTED_OF_HEAD(Q, query, d_k)               /* X·W_q + b_q */                           \
  COMPUTED_OF_HEAD(K, key, d_k)                 /* X·W_k + b_k */                           \
  COMPUTED_OF_HEAD(V, key, d_v)                 /* X·W_v + b_v */                           \
  COMPUTED_OF_HEAD(scores, query, key)          /* Q·Kᵀ */                                  \
  COMPUTED_OF_HEAD(scaled_scores, query, key)   /* scores ÷ divisor */                      \
  COMPUTED_OF_HEAD(masked_scores, query, key)   /* −∞ for masked keys, or empty */          \
  COMPUTED_OF_HEAD(weights, query, key)         /* softmax of the rows ÷ temperature */     \
  COMPUTED_OF_HEAD(dropout_mask, query, key)    /* 0 or 1 ÷ (1 − p), or empty */            \
  COMPUTED_OF_HEAD(dropped_weights, query, key) /* weights ∘ dropout_mask, or empty */      \
  COMPUTED_OF_HEAD(head_output, query, d_v)     /* weights·V, or dropped_weights·V */       \
  COMPUTED(concatenated, query, d_concatenated) /* head outputs side by side */             \
  GIVEN(W_o, d_concatenated, d_out)             /* or empty */                              \
  GIVEN(b_o, one, d_out)                        /* or empty */                              \
  COMPUTED(context, query, d_out)               /* concatenated·W_o + b_o, or a copy */
// clang-format on

namespace attention_lab {

/// What rows or columns represent: the tokens as queries, the tokens as keys, dimensions, or the words that
/// may come next. Entries with the same index on one axis correspond to each other in all matrices.
enum class Axis { one, query, key, d_model, d_k, d_v, d_concatenated, d_out, word };

#define ATTENTION_LAB_NONE(name, rows, columns)
#define ATTENTION_LAB_MEMBER(name, rows, columns) Matrix name;

/// The matrices of one head, or the gradients or tangents of these matrices.
struct HeadStages {
  ATTENTION_LAB_STAGES(ATTENTION_LAB_NONE, ATTENTION_LAB_MEMBER, ATTENTION_LAB_NONE, ATTENTION_LAB_MEMBER)
};

/// All matrices by name; absent ones are empty. A bias is a matrix of one row.
struct Stages {
  std::vector<HeadStages> heads;
  ATTENTION_LAB_STAGES(ATTENTION_LAB_MEMBER, ATTENTION_LAB_NONE, ATTENTION_LAB_MEMBER, ATTENTION_LAB_NONE)
};

#undef ATTENTION_LAB_MEMBER
#undef ATTENTION_LAB_NONE

/// Everything that determines the dropout masks.
struct DropoutDraw {
  Dropout dropout;
  Index n_tokens = 0;
  Index n_heads = 0;

  bool operator==(const DropoutDraw&) const = default;
};

/// The results of the forward pass; given matrices are in the model, and empty here. Computing into a trace
/// whose shapes fit allocates nothing.
struct Trace : Stages {
  Scalar divisor = 1;        // what the scores were divided by
  DropoutDraw dropout_draw;  // of the masks in the heads; they are redrawn only if it changes
};

/// Whether dropout sets the weight of `query` for `key` to 0 in this head of the trace.
inline bool is_dropped(const Model& model, const HeadStages& head, Index query, Index key) {
  return model.has_dropout() && head.dropout_mask(query, key) == 0;
}

}  // namespace attention_lab
