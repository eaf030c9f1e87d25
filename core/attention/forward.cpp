#include "core/attention/forward.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/attention/flush_denormals.h"
#include "core/attention/forward_with.h"
#include "core/attention/kernels.h"
#include "core/attention/matrix_name.h"
#include "core/random/torch_random.h"

namespace attention_lab {
namespace {

// Tokens per block. With larger blocks, the scores and weights of a block (half a megabyte each at 1,024
// tokens) would be evicted from the second-level cache between one step and the next; smaller blocks would
// make the products less efficient. Rounding does not depend on the block size (see kernels.h).
constexpr Index rows_at_once = 128;

// With fewer multiplications than this, waking another thread takes longer than doing the work.
constexpr Index worth_sharing = 4'000'000;

Index n_blocks(Index n_tokens) {
  return (n_tokens + rows_at_once - 1) / rows_at_once;
}

Span block_at(Index index, Index n_tokens) {
  return intersection({index * rows_at_once, rows_at_once}, {0, n_tokens});
}

// What has to be recomputed for one head.
struct HeadWork {
  HeadChanges projections;  // these columns of all rows, in addition to the changed rows of X
  bool scores = false;      // all scores; otherwise the rows and columns of the changed rows of X
  Span scaled_keys;         // columns of the scores to scale and mask
  bool weights = false;
  bool head_output = false;  // all columns; otherwise only those of V_columns

  bool changes_output() const { return head_output || !projections.V_columns.is_empty(); }
};

HeadWork work_of_head(const Model& model, const Changes& changes, bool is_dropout_new, Index head) {
  const Index n = model.n_tokens();
  HeadWork work;
  work.projections = changes.of_head(head);
  work.scores = !work.projections.Q_columns.is_empty() || !work.projections.K_columns.is_empty() ||
                changes.X_rows.n_rows() == n;
  const bool are_all_scaled = work.scores || changes.divisor || changes.mask;
  work.scaled_keys = are_all_scaled ? Span{0, n} : changes.X_rows.hull();
  work.weights = are_all_scaled || changes.temperature || !changes.X_rows.is_empty();
  work.head_output = work.weights || is_dropout_new;
  return work;
}

// An estimate of the work to do, as an equivalent number of multiplications.
Index multiplications(const Model& model, const Changes& changes, bool is_dropout_new) {
  constexpr Index softmax_of_one_score = 32;
  // A single column or a few rows of a product take as long as a full register of them.
  const auto columns = [](const Span& span) { return span.is_empty() ? 0 : std::max(span.size, Index{16}); };
  const Index n = model.n_tokens();
  const Index n_rows = changes.X_rows.is_empty() ? 0 : std::max(changes.X_rows.n_rows(), Index{8});
  const Index d_v = model.d_v();
  Index sum = 0;
  bool is_context_new = false;
  for (Index h = 0; h < model.n_heads(); ++h) {
    const HeadWork work = work_of_head(model, changes, is_dropout_new, h);
    const HeadChanges& of = work.projections;
    sum += n_rows * model.d_model() * (2 * model.d_k() + d_v);
    sum += n * model.d_model() * (columns(of.Q_columns) + columns(of.K_columns) + columns(of.V_columns));
    sum += n * (work.scores ? n : 2 * n_rows) * model.d_k();
    if (work.weights) sum += n * n * softmax_of_one_score;
    sum += n * n * (work.head_output ? d_v : columns(of.V_columns));
    is_context_new = is_context_new || work.changes_output();
  }
  const Index context_columns = is_context_new ? model.d_out() : columns(changes.context_columns);
  return sum + n * context_columns * (model.has_output_projection() ? model.n_heads() * d_v : 1);
}

// Runs task(0) … task(count − 1). A template, so that the serial case needs no std::function.
template <class Task>
void run(Index count, const Parallel* parallel, const Task& task) {
  if (parallel == nullptr) {
    for (Index i = 0; i < count; ++i) task(i);
    return;
  }
  (*parallel)(count, [&task](Index i) {
    const FlushDenormals flush_denormals;  // the setting is per thread
    task(i);
  });
}

// Computes some rows and columns of Y = X·W + b.
void project(const Kernels& kernels, const Matrix& X, const Matrix& W, const RowVector& b, const Span& rows,
             const Span& columns, Matrix& Y) {
  if (rows.is_empty() || columns.is_empty()) return;
  kernels.product({.A = X.data() + rows.first * X.cols(),
                   .B = W.data() + columns.first,
                   .bias = b.size() == 0 ? nullptr : b.data() + columns.first,
                   .C = Y.data() + rows.first * Y.cols() + columns.first,
                   .a_stride = X.cols(),
                   .b_stride = W.cols(),
                   .c_stride = Y.cols(),
                   .n_rows = rows.size,
                   .n_inner = X.cols(),
                   .n_columns = columns.size});
}

// Within `block`, computes the changed rows of X, and the columns in which W or b changed.
void project_changed(const Kernels& kernels, const Matrix& X, const Matrix& W, const RowVector& b,
                     const Span& block, const Spans& X_rows, const Span& columns, Matrix& Y) {
  for (const Span& rows : X_rows) project(kernels, X, W, b, intersection(rows, block), {0, W.cols()}, Y);
  project(kernels, X, W, b, block, columns, Y);
}

// Computes the scores of some queries and keys.
void score(const Kernels& kernels, const Span& queries, const Span& keys, HeadStages& head) {
  if (queries.is_empty() || keys.is_empty()) return;
  const Index n = head.scores.cols();
  const Index d_k = head.Q.cols();
  kernels.product_transposed({.A = head.Q.data() + queries.first * d_k,
                              .B = head.K.data() + keys.first * d_k,
                              .C = head.scores.data() + queries.first * n + keys.first,
                              .a_stride = d_k,
                              .b_stride = d_k,
                              .c_stride = n,
                              .n_rows = queries.size,
                              .n_inner = d_k,
                              .n_columns = keys.size});
}

// What the queries of one block may attend to, as the kernels read it.
class VisibleBlock {
 public:
  /// Precondition: at most rows_at_once queries; `queries` and the mask count from the start of the sentence.
  VisibleBlock(const Mask& mask, const Span& queries, Index n_tokens) {
    if (mask == Mask::none) return;
    assert(queries.size <= rows_at_once);
    for (Index i = 0; i < queries.size; ++i) {
      const Span span = visible_span(mask, queries.first + i, n_tokens);
      spans_[static_cast<std::size_t>(i)] = {span.first, span.end()};
    }
    if (mask == Mask::painted) cells_ = mask.cells().data() + queries.first * n_tokens;
  }

  const KeySpan* spans() const { return spans_.data(); }
  const unsigned char* cells() const { return cells_; }

 private:
  std::array<KeySpan, static_cast<std::size_t>(rows_at_once)> spans_;
  const unsigned char* cells_ = nullptr;
};

// Computes the weights of some queries from the scores of some keys.
void weigh(const Kernels& kernels, const Model& model, Scalar divisor, const Span& queries, const Span& keys,
           HeadStages& head) {
  if (queries.is_empty()) return;
  const Index n = head.scores.cols();
  const Index first_score = queries.first * n;
  const VisibleBlock visible(model.options.mask, queries, n);
  kernels.weights(
      {.scores = head.scores.data() + first_score,
       .scaled_scores = head.scaled_scores.data() + first_score,
       .masked_scores = model.options.mask == Mask::none ? nullptr : head.masked_scores.data() + first_score,
       .weights = head.weights.data() + first_score,
       .visible_keys = visible.spans(),
       .visible_cells = visible.cells(),
       .n_queries = queries.size,
       .n_tokens = n,
       .first_key = keys.first,
       .n_keys = keys.size,
       .divisor = divisor,
       .temperature = model.options.temperature});
}

// Computes scores and weights of one sentence of several, whose tokens attend only to each other. The scores
// and weights of one query are consecutive, but those of two queries are not.
void weigh_sentence(const Kernels& kernels, const Model& model, Scalar divisor, const Span& sentence,
                    HeadStages& head) {
  assert(model.options.mask != Mask::painted);  // its cells are those of one sentence
  score(kernels, sentence, sentence, head);
  const Index n = head.scores.cols();
  for (Index i = 0; i < sentence.size; ++i) {
    const Index first_score = (sentence.first + i) * n + sentence.first;
    const Span span = visible_span(model.options.mask, i, sentence.size);
    const KeySpan visible{span.first, span.end()};
    kernels.weights({.scores = head.scores.data() + first_score,
                     .scaled_scores = head.scaled_scores.data() + first_score,
                     .masked_scores =
                         model.options.mask == Mask::none ? nullptr : head.masked_scores.data() + first_score,
                     .weights = head.weights.data() + first_score,
                     .visible_keys = &visible,
                     .n_queries = 1,
                     .n_tokens = sentence.size,
                     .first_key = 0,
                     .n_keys = sentence.size,
                     .divisor = divisor,
                     .temperature = model.options.temperature});
  }
}

// Recomputes what changed from scores to weights, for a block of queries of one head.
void weigh_changed(const Kernels& kernels, const Model& model, Scalar divisor, const Span& block,
                   const Spans& X_rows, const HeadWork& work, HeadStages& head) {
  const Span all = {0, model.n_tokens()};
  if (work.scores) {
    score(kernels, block, all, head);
  } else {
    for (const Span& rows : X_rows) {
      score(kernels, intersection(rows, block), all, head);
      score(kernels, block, rows, head);
    }
  }

  // A changed row of X changes all scores of its own query, and the score of its key in every other query.
  Index next = block.first;
  for (const Span& rows : X_rows) {
    const Span changed = intersection(rows, block);
    if (changed.is_empty()) continue;
    weigh(kernels, model, divisor, {next, changed.first - next}, work.scaled_keys, head);
    weigh(kernels, model, divisor, changed, all, head);
    next = changed.end();
  }
  weigh(kernels, model, divisor, {next, block.end() - next}, work.scaled_keys, head);
}

// Computes some columns of head_output = weights·V for a block of queries, which attend to `keys`. Masked
// keys take part with weight 0: with a NaN or an infinity in V this gives NaN, as in PyTorch; with any other
// number it changes nothing.
void attend(const Kernels& kernels, const Model& model, const Span& block, const Span& keys,
            const Span& columns, HeadStages& head) {
  if (columns.is_empty()) return;
  const Matrix& weights = mixing_weights(model, head);
  const Index d_v = head.V.cols();
  kernels.product({.A = weights.data() + block.first * weights.cols() + keys.first,
                   .B = head.V.data() + keys.first * d_v + columns.first,
                   .C = head.head_output.data() + block.first * d_v + columns.first,
                   .a_stride = weights.cols(),
                   .b_stride = d_v,
                   .c_stride = d_v,
                   .n_rows = block.size,
                   .n_inner = keys.size,
                   .n_columns = columns.size});
}

// All masks come from one random stream, head after head, as in PyTorch. They must be drawn in order, and
// only if something that determines them has changed. Those of several sentences are given instead.
class DropoutMasks {
 public:
  // Allocates the memory that drawing needs.
  DropoutMasks(const Model& model, const Trace& trace, std::span<const Matrix> given) : given_(given) {
    if (!given_.empty()) return;
    // If nothing is dropped, the seed makes no difference.
    const Dropout used = model.has_dropout() ? model.options.dropout : Dropout{};
    wanted_ = {used, model.n_tokens(), model.n_heads()};
    are_new_ = trace.dropout_draw != wanted_;
    if (are_new_ && model.has_dropout())
      kept_.resize(static_cast<std::size_t>(wanted_.n_tokens * wanted_.n_tokens));
  }

  bool are_new() const { return are_new_; }

  // Precondition: the trace has the shapes of the model.
  void draw(Trace& trace) {
    for (std::size_t h = 0; h < given_.size(); ++h) trace.heads[h].dropout_mask = given_[h];
    if (!are_new_) return;
    trace.dropout_draw = wanted_;
    if (kept_.empty()) return;
    TorchRandom random(wanted_.dropout.seed);
    const auto p = static_cast<double>(wanted_.dropout.p);
    const Scalar factor = wanted_.dropout.factor_of_kept();
    for (HeadStages& head : trace.heads) {
      random.dropout_mask(p, kept_.data(), std::ssize(kept_));
      for (Index i = 0; i < std::ssize(kept_); ++i)
        head.dropout_mask.data()[i] = kept_[static_cast<std::size_t>(i)] != 0 ? factor : Scalar{0};
    }
  }

 private:
  std::span<const Matrix> given_;
  DropoutDraw wanted_;
  bool are_new_ = false;
  std::vector<std::uint8_t> kept_;  // for one head: 1 or 0 per weight
};

// Computes dropped_weights for a block of queries of one head, which attend to `keys`.
void drop_out(const Span& block, const Span& keys, HeadStages& head) {
  const auto part_of = [&](auto& matrix) {
    return matrix.block(block.first, keys.first, block.size, keys.size);
  };
  part_of(head.dropped_weights) = part_of(head.weights).cwiseProduct(part_of(head.dropout_mask));
}

}  // namespace

void compute(const Kernels& kernels, const Model& model, const Changes& changes, Trace& trace,
             const Parallel& parallel, std::span<const Span> sentences,
             std::span<const Matrix> dropout_masks) {
  const FlushDenormals flush_denormals;
  DropoutMasks masks(model, trace, dropout_masks);
  give_shapes(model, trace);
  // Nothing below allocates memory, so an exception never leaves a trace that is half updated.
  trace.divisor = model.divisor();
  masks.draw(trace);
  const bool is_dropout_new = masks.are_new();
  const Index amount = multiplications(model, changes, is_dropout_new);
  if (amount == 0) return;
  const Parallel* shared = parallel && amount >= worth_sharing ? &parallel : nullptr;

  if (model.has_positions()) {
    for (const Span& rows : changes.X_rows)
      trace.X.middleRows(rows.first, rows.size) =
          model.token_embeddings->middleRows(rows.first, rows.size) +
          model.position_embeddings->middleRows(rows.first, rows.size);
  }

  const Matrix& X = X_of(model, trace);
  const Index n = model.n_tokens();
  const Index n_heads = model.n_heads();
  const Index blocks = n_blocks(n);

  // 1. Queries, keys and values, completed before step 2 because a query attends to keys of every block.
  if (model.options.projection == Projection::identity) {
    HeadStages& head = trace.heads.front();
    for (Matrix* copy : {&head.Q, &head.K, &head.V})
      for (const Span& rows : changes.X_rows)
        copy->middleRows(rows.first, rows.size) = X.middleRows(rows.first, rows.size);
  } else {
    run(blocks * n_heads, shared, [&](Index task) {
      const Span block = block_at(task % blocks, n);
      const Index h = task / blocks;
      const Head& given = model.heads[static_cast<std::size_t>(h)];
      const HeadChanges& changed = changes.of_head(h);
      HeadStages& head = trace.heads[static_cast<std::size_t>(h)];
      const auto project_into = [&](const Matrix& W, const RowVector& b, const Span& columns, Matrix& Y) {
        project_changed(kernels, X, W, b, block, changes.X_rows, columns, Y);
      };
      project_into(*given.W_q, *given.b_q, changed.Q_columns, head.Q);
      project_into(*given.W_k, *given.b_k, changed.K_columns, head.K);
      project_into(*given.W_v, *given.b_v, changed.V_columns, head.V);
    });
  }

  // 2. The attention of each head; its output goes into that head's columns of concatenated.
  const bool is_copied = !model.has_output_projection();
  const Index n_sentences = std::ssize(sentences);
  const Index parts = n_sentences > 0 ? n_sentences : blocks;
  run(parts * n_heads, shared, [&](Index task) {
    const Index part = task % parts;
    const Span block = n_sentences > 0 ? sentences[static_cast<std::size_t>(part)] : block_at(part, n);
    const Span keys = n_sentences > 0 ? block : Span{0, n};
    const Index h = task / parts;
    const HeadWork work = work_of_head(model, changes, is_dropout_new, h);
    HeadStages& head = trace.heads[static_cast<std::size_t>(h)];
    const Index d_v = head.V.cols();
    if (n_sentences > 0)
      weigh_sentence(kernels, model, trace.divisor, block, head);
    else if (work.weights)
      weigh_changed(kernels, model, trace.divisor, block, changes.X_rows, work, head);
    if (work.head_output && model.has_dropout()) drop_out(block, keys, head);
    attend(kernels, model, block, keys, work.head_output ? Span{0, d_v} : work.projections.V_columns, head);

    const auto output = head.head_output.middleRows(block.first, block.size);
    if (work.changes_output()) trace.concatenated.block(block.first, h * d_v, block.size, d_v) = output;
    if (is_copied && (work.changes_output() || !changes.context_columns.is_empty()))
      trace.context.block(block.first, h * d_v, block.size, d_v) = output;
  });

  // 3. context = concatenated·W_o + b_o
  if (!is_copied) {
    bool is_any_output_new = false;
    for (Index h = 0; h < n_heads; ++h)
      is_any_output_new =
          is_any_output_new || work_of_head(model, changes, is_dropout_new, h).changes_output();
    const Span columns = is_any_output_new ? Span{0, model.d_out()} : changes.context_columns;
    run(blocks, shared, [&](Index task) {
      project(kernels, trace.concatenated, *model.W_o, *model.b_o, block_at(task, n), columns, trace.context);
    });
  }
}

void forward_with(const Kernels& kernels, const Model& model, Trace& trace, const Parallel& parallel) {
  compute(kernels, model, everything(model), trace, parallel);
}

void forward(const Model& model, Trace& trace, const Parallel& parallel) {
  forward_with(best_kernels(), model, trace, parallel);
}

void forward_sentences(const Model& model, std::span<const Span> sentences, Trace& trace,
                       std::span<const Matrix> dropout_masks) {
  assert(!sentences.empty() && sentences.back().end() == model.n_tokens());
  assert(std::ssize(dropout_masks) == (model.has_dropout() ? model.n_heads() : 0));
  compute(best_kernels(), model, everything(model), trace, {}, sentences, dropout_masks);
}

void recompute_with(const Kernels& kernels, const Model& before, const Model& after, Trace& trace,
                    const Parallel& parallel) {
  const Changes changes = trace.heads.empty() ? everything(after) : changes_between(before, after);
  compute(kernels, after, changes, trace, parallel);
}

void recompute(const Model& before, const Model& after, Trace& trace, const Parallel& parallel) {
  recompute_with(best_kernels(), before, after, trace, parallel);
}

}  // namespace attention_lab
