#include "core/attention/forward.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/attention/flush_denormals.h"
#include "core/attention/forward_with.h"
#include "core/attention/kernels.h"
#include "core/attention/matrix_name.h"
#include "core/random/torch_random.h"

namespace attention_lab {
namespace {

// Tokens are handled this many at a time. More would let the scores and weights of a block, at 1,024 tokens
// half a megabyte each, fall out of the second-level cache between one step and the next; fewer would make
// the products less efficient. Rounding does not depend on the blocks (see kernels.h).
constexpr Index block_rows = 128;

// Below this many multiplications waking another thread takes longer than doing the work.
constexpr Index worth_sharing = 4'000'000;

struct Block {
  Index first;
  Index size;
};

Index n_blocks(Index n_tokens) {
  return (n_tokens + block_rows - 1) / block_rows;
}

Block block_at(Index index, Index n_tokens) {
  const Index first = index * block_rows;
  return {first, std::min(block_rows, n_tokens - first)};
}

bool is_worth_sharing(const Model& model) {
  const Index n = model.n_tokens();
  const Index h = model.n_heads();
  const Index projections = n * model.d_model() * h * (2 * model.d_k() + model.d_v());
  const Index softmax_of_one_score = 32;  // about as many multiplications' time
  const Index attention = h * n * n * (model.d_k() + model.d_v() + softmax_of_one_score);
  return projections + attention >= worth_sharing;
}

// Runs task(0) … task(count − 1). A template, so that the serial case costs no std::function.
template <class Task>
void run(Index count, const Parallel* parallel, const Task& task) {
  if (parallel == nullptr) {
    for (Index i = 0; i < count; ++i) task(i);
    return;
  }
  (*parallel)(count, [&task](Index i) {
    const FlushDenormals flush_denormals;  // a setting of each thread
    task(i);
  });
}

// A block of rows of Y = X·W + b.
void project(const Kernels& kernels, const Matrix& X, const Matrix& W, const RowVector& b, const Block& block,
             Matrix& Y) {
  kernels.affine({.A = X.data() + block.first * X.cols(),
                  .B = W.data(),
                  .bias = b.size() == 0 ? nullptr : b.data(),
                  .C = Y.data() + block.first * Y.cols(),
                  .n_rows = block.size,
                  .n_inner = X.cols(),
                  .n_columns = W.cols()});
}

// From scores to head_output for a block of queries of one head.
void attend(const Kernels& kernels, const Model& model, Scalar divisor, const Block& block,
            HeadStages& head) {
  const Index n = model.n_tokens();
  const Index d_k = head.Q.cols();
  const Index d_v = head.V.cols();
  const Index first_score = block.first * n;
  kernels.attention({.Q = head.Q.data() + block.first * d_k,
                     .K = head.K.data(),
                     .V = head.V.data(),
                     .scores = head.scores.data() + first_score,
                     .scaled_scores = head.scaled_scores.data() + first_score,
                     .masked_scores = head.masked_scores.data() + first_score,
                     .weights = head.weights.data() + first_score,
                     .head_output = head.head_output.data() + block.first * d_v,
                     .first_query = block.first,
                     .n_queries = block.size,
                     .n_tokens = n,
                     .d_k = d_k,
                     .d_v = d_v,
                     .is_causal = model.options.mask == Mask::causal,
                     .divisor = divisor,
                     .temperature = model.options.temperature});
}

// The masks come from one stream, head after head, as PyTorch draws them; so they are made in order, and only
// when something about them has changed.
void draw_dropout_masks(const Model& model, Trace& trace) {
  const DropoutDraw wanted{model.options.dropout, model.n_tokens(), model.n_heads()};
  if (trace.dropout_draw == wanted) return;
  trace.dropout_draw = wanted;
  if (!model.has_dropout()) return;
  TorchRandom random(wanted.dropout.seed);
  const double p = static_cast<double>(wanted.dropout.p);
  const Scalar kept_factor = Scalar{1} / static_cast<Scalar>(1 - p);
  std::vector<std::uint8_t> kept(static_cast<std::size_t>(wanted.n_tokens * wanted.n_tokens));
  for (HeadStages& head : trace.heads) {
    random.dropout_mask(p, kept.data(), std::ssize(kept));
    for (Index i = 0; i < std::ssize(kept); ++i) {
      head.dropout_mask.data()[i] = kept[static_cast<std::size_t>(i)] != 0 ? kept_factor : Scalar{0};
    }
  }
}

// dropped_weights and the head_output made of them, for a block of queries of one head.
void drop_out(const Kernels& kernels, const Block& block, HeadStages& head) {
  const auto weights = head.weights.middleRows(block.first, block.size);
  const auto mask = head.dropout_mask.middleRows(block.first, block.size);
  head.dropped_weights.middleRows(block.first, block.size) = weights.cwiseProduct(mask);
  static const RowVector no_bias;
  project(kernels, head.dropped_weights, head.V, no_bias, block, head.head_output);
}

}  // namespace

void forward_with(const Kernels& kernels, const Model& model, Trace& trace, const Parallel& parallel) {
  const FlushDenormals flush_denormals;
  const Parallel* shared = parallel && is_worth_sharing(model) ? &parallel : nullptr;
  give_shapes(model, trace);
  trace.divisor = model.divisor();

  draw_dropout_masks(model, trace);
  if (model.has_positions()) trace.X = *model.token_embeddings + *model.position_embeddings;

  const Matrix& X = X_of(model, trace);
  const Index n = model.n_tokens();
  const Index n_heads = model.n_heads();
  const Index blocks = n_blocks(n);

  // 1. Queries, keys and values. All of them first: a query meets the keys of every block.
  if (model.options.projection == Projection::identity) {
    HeadStages& head = trace.heads.front();
    head.Q = X;
    head.K = X;
    head.V = X;
  } else {
    run(blocks * n_heads, shared, [&](Index task) {
      const Block block = block_at(task % blocks, n);
      const Head& given = model.heads[static_cast<std::size_t>(task / blocks)];
      HeadStages& head = trace.heads[static_cast<std::size_t>(task / blocks)];
      project(kernels, X, *given.W_q, *given.b_q, block, head.Q);
      project(kernels, X, *given.W_k, *given.b_k, block, head.K);
      project(kernels, X, *given.W_v, *given.b_v, block, head.V);
    });
  }

  // 2. Attention of each head, and its output at its place among the others.
  const bool is_context = !model.has_output_projection();
  run(blocks * n_heads, shared, [&](Index task) {
    const Block block = block_at(task % blocks, n);
    const Index h = task / blocks;
    HeadStages& head = trace.heads[static_cast<std::size_t>(h)];
    attend(kernels, model, trace.divisor, block, head);
    if (model.has_dropout()) drop_out(kernels, block, head);

    const Index d_v = head.V.cols();
    const auto output = head.head_output.middleRows(block.first, block.size);
    trace.concatenated.block(block.first, h * d_v, block.size, d_v) = output;
    if (is_context) trace.context.block(block.first, h * d_v, block.size, d_v) = output;
  });

  // 3. context = concatenated·W_o + b_o
  if (!is_context) {
    run(blocks, shared, [&](Index task) {
      project(kernels, trace.concatenated, *model.W_o, *model.b_o, block_at(task, n), trace.context);
    });
  }
}

void forward(const Model& model, Trace& trace, const Parallel& parallel) {
  forward_with(best_kernels(), model, trace, parallel);
}

}  // namespace attention_lab
