// Every matrix of the lab, in one table: its name, its shape, whose it is, and where it comes from.
#pragma once

#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"

/// The table, in the order of the computation. A line is the name and the axes of rows and columns (see
/// Axis). There are four kinds:
///
///   GIVEN             typed, read or drawn; one for the document
///   GIVEN_OF_HEAD     typed, read or drawn; one for each head
///   COMPUTED          made by the forward pass; one for the document
///   COMPUTED_OF_HEAD  made by the forward pass; one for each head
///
/// A line makes the matrix a member of Stages (or HeadStages), a value of MatrixName, and known to every
/// function that goes through all matrices: traces, gradients and tangents have it, and so do the documents'
/// names.
// clang-format off
#define ATTENTION_LAB_STAGES(GIVEN, GIVEN_OF_HEAD, COMPUTED, COMPUTED_OF_HEAD)              \
  GIVEN(token_embeddings, query, d_model)       /* one row for each word */                 \
  GIVEN(position_embeddings, query, d_model)    /* one row for each position, or none */    \
  COMPUTED(X, query, d_model)                   /* the sum of both, or the former alone */  \
  GIVEN_OF_HEAD(W_q, d_model, d_k)                                                          \
  GIVEN_OF_HEAD(W_k, d_model, d_k)                                                          \
  GIVEN_OF_HEAD(W_v, d_model, d_v)                                                          \
  GIVEN_OF_HEAD(b_q, one, d_k)                  /* or none, as b_k and b_v */               \
  GIVEN_OF_HEAD(b_k, one, d_k)                                                              \
  GIVEN_OF_HEAD(b_v, one, d_v)                                                              \
  COMPUTED_OF_HEAD(Q, query, d_k)               /* X·W_q + b_q */                           \
  COMPUTED_OF_HEAD(K, key, d_k)                 /* X·W_k + b_k */                           \
  COMPUTED_OF_HEAD(V, key, d_v)                 /* X·W_v + b_v */                           \
  COMPUTED_OF_HEAD(scores, query, key)          /* Q·Kᵀ */                                  \
  COMPUTED_OF_HEAD(scaled_scores, query, key)   /* scores ÷ divisor */                      \
  COMPUTED_OF_HEAD(masked_scores, query, key)   /* −∞ where a key is hidden, or none */     \
  COMPUTED_OF_HEAD(weights, query, key)         /* softmax of the rows ÷ temperature */     \
  COMPUTED_OF_HEAD(dropout_mask, query, key)    /* 0 or 1 ÷ (1 − p), or none */             \
  COMPUTED_OF_HEAD(dropped_weights, query, key) /* weights ∘ dropout_mask, or none */       \
  COMPUTED_OF_HEAD(head_output, query, d_v)     /* weights·V, or dropped_weights·V */       \
  COMPUTED(concatenated, query, d_concatenated) /* head outputs side by side */             \
  GIVEN(W_o, d_concatenated, d_out)             /* or none */                               \
  GIVEN(b_o, one, d_out)                        /* or none */                               \
  COMPUTED(context, query, d_out)               /* concatenated·W_o + b_o, or a copy */
// clang-format on

namespace attention_lab {

/// What rows or columns run over: tokens that ask, tokens that are asked, or dimensions. Entries of one axis
/// belong together wherever they appear.
enum class Axis { one, query, key, d_model, d_k, d_v, d_concatenated, d_out };

#define ATTENTION_LAB_NONE(name, rows, columns)
#define ATTENTION_LAB_MEMBER(name, rows, columns) Matrix name;

/// The matrices of one head: their numbers, or what a gradient or a tangent has in the place of each number.
struct HeadStages {
  ATTENTION_LAB_STAGES(ATTENTION_LAB_NONE, ATTENTION_LAB_MEMBER, ATTENTION_LAB_NONE, ATTENTION_LAB_MEMBER)
};

/// All matrices by name; those that are not there are empty. A bias is a matrix of one row.
struct Stages {
  std::vector<HeadStages> heads;
  ATTENTION_LAB_STAGES(ATTENTION_LAB_MEMBER, ATTENTION_LAB_NONE, ATTENTION_LAB_MEMBER, ATTENTION_LAB_NONE)
};

#undef ATTENTION_LAB_MEMBER
#undef ATTENTION_LAB_NONE

/// What the masks of dropout follow from.
struct DropoutDraw {
  Dropout dropout;
  Index n_tokens = 0;
  Index n_heads = 0;

  bool operator==(const DropoutDraw&) const = default;
};

/// What the forward pass computed; the matrices that are given stand in the model, and are empty here.
/// Computing into a trace of the same shapes allocates nothing.
struct Trace : Stages {
  Scalar divisor = 1;        // what the scores were divided by
  DropoutDraw dropout_draw;  // of the masks in the heads, which are drawn anew only when it changes
};

/// Whether the weight of `query` for `key` is dropped in this head of the trace.
inline bool is_dropped(const Model& model, const HeadStages& head, Index query, Index key) {
  return model.has_dropout() && head.dropout_mask(query, key) == 0;
}

}  // namespace attention_lab
