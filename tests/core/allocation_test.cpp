// Replaces malloc to count every allocation of the program, including Eigen's, and to make one of them fail.
// Needs glibc, whose own functions the replacements call.
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/backward.h"
#include "core/attention/forward_with.h"
#include "core/attention/matrix_name.h"
#include "core/attention/tangent.h"
#include "core/document/edits.h"
#include "core/document/session.h"
#include "core/document/target.h"
#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"
#include "core/training/training_run.h"
#include "kernel_variants.h"
#include "random_documents.h"
#include "random_models.h"

#if defined(__GLIBC__)

namespace {
long n_allocations = 0;
long n_until_failure = -1;  // index of the allocation that fails; negative: none

// Counts an allocation; returns whether it fails.
bool count_allocation() {
  ++n_allocations;
  return n_until_failure >= 0 && n_until_failure-- == 0;
}
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  return count_allocation() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  return count_allocation() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  return count_allocation() ? nullptr : __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return count_allocation() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  *memory = count_allocation() ? nullptr : __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
}

namespace attention_lab {
namespace {

TEST(Allocation, OfAMatrixIsSeenByThisTest) {
  const long before = n_allocations;
  const Matrix matrix(10, 10);
  EXPECT_NE(matrix.data(), nullptr);
  EXPECT_EQ(n_allocations, before + 1);
}

class AllocationOfVariant : public testing::EachVariant {};
INSTANTIATE_TEST_SUITE_P(Variant, AllocationOfVariant, testing::every_variant(), testing::name_of_variant);

TEST_P(AllocationOfVariant, NoneWhenTheTraceHasTheRightShapes) {
  for (const Sizes& sizes : {Sizes{6, 3, 1, 2, 2}, Sizes{64, 64, 1, 64, 64}, Sizes{512, 768, 12, 64, 64},
                             Sizes{1024, 96, 2, 48, 48}}) {
    const Model model = draw_model(sizes);
    Trace trace;
    forward_with(kernels(), model, trace);
    const long before = n_allocations;
    forward_with(kernels(), model, trace);
    EXPECT_EQ(n_allocations, before) << sizes.n_tokens << " tokens";
  }
}

// Models that differ in one number, for everything that can change without changing shapes.
std::vector<Model> edited_models(const Model& model) {
  std::vector<Model> edited(12, model);
  const auto change = [](auto& numbers) { numbers.edit().data()[1] += 1; };
  change(edited[0].token_embeddings);
  change(edited[1].heads.back().W_q);
  change(edited[2].heads.back().W_k);
  change(edited[3].heads.back().W_v);
  change(edited[4].heads.back().b_q);
  change(edited[5].heads.back().b_k);
  change(edited[6].heads.back().b_v);
  change(edited[7].W_o);
  change(edited[8].b_o);
  edited[9].options.temperature = 2;
  edited[10].options.scale = {Scale::Kind::custom, 3};
  edited[11].options.mask = Mask::none;
  return edited;
}

TEST_P(AllocationOfVariant, NoneWhenAnEditIsRecomputed) {
  for (const Sizes& sizes : {Sizes{6, 3, 1, 2, 2}, Sizes{300, 768, 3, 64, 64}}) {
    Model model = draw_model(sizes);
    model.options.mask = Mask::causal;
    for (const Model& edited : edited_models(model)) {
      Trace trace;
      forward_with(kernels(), model, trace);
      const long before = n_allocations;
      recompute_with(kernels(), model, edited, trace);
      EXPECT_EQ(n_allocations, before) << sizes.n_tokens << " tokens";
    }
  }
}

TEST(Allocation, NoneWhenGradientsAndTangentsHaveTheRightShapes) {
  for (const Sizes& sizes : {Sizes{6, 3, 1, 2, 2}, Sizes{64, 64, 2, 64, 64}, Sizes{300, 200, 2, 150, 140}}) {
    const Model model = draw_model(sizes);
    Trace trace;
    forward_with(best_kernels(), model, trace);
    const Matrix ones = Matrix::Ones(sizes.n_tokens, sizes.d_model);
    const Seed seed{{MatrixName::context}, view_of(ones)};
    const CellRef cell{{MatrixName::X}, 1, 1};
    Stages gradients;
    Stages moved;
    backward(model, trace, {&seed, 1}, gradients);
    tangent(model, trace, cell, moved);
    const long before = n_allocations;
    backward(model, trace, {&seed, 1}, gradients);
    tangent(model, trace, cell, moved);
    EXPECT_EQ(n_allocations, before) << sizes.n_tokens << " tokens";
  }
}

TEST(Allocation, NoneInAStepOfTraining) {
  testing::RandomDocuments random(12);
  testing::Variant variant;
  variant.n_heads = 2;
  variant.has_biases = true;
  variant.has_output_projection = true;
  for (const Positions positions : {Positions::none, Positions::learned}) {
    Model model = random.document(variant).model;
    model.options.positions = positions;
    model.position_embeddings = random.matrix(4, model.d_model());
    model.W_o = random.matrix(2 * model.d_v(), model.d_model());
    model.b_o = random.row(model.d_model());
    const Vocabulary vocabulary = {{"a", "b", "c"}, random.matrix(3, model.d_model()), {}};
    std::string text;
    for (int i = 0; i < 20; ++i) text += "a b c\na c\nb a b a b\n";  // several batches
    const Corpus corpus = make_corpus(text, vocabulary).value();
    for (const Matrix& W_u : {Matrix(), random.matrix(model.d_model(), 3)}) {
      model.options.dropout = {W_u.size() > 0 ? Scalar(0.3) : Scalar(0), 1};
      auto objective =
          NextWordObjective::make(model, vocabulary, corpus, LossOver::every_position, W_u).value();
      const std::vector<MatrixRef> parameters = objective->parameters();
      TrainingRun run(std::move(objective), {OptimizerSettings{}, parameters},
                      TrainingRun::History::not_kept);
      ASSERT_TRUE(run.advance());
      const long before = n_allocations;
      const bool has_advanced = run.advance();
      EXPECT_EQ(n_allocations, before);
      EXPECT_TRUE(has_advanced);
    }
  }
}

TEST(Allocation, NoneForGradientsOfProjectionIdentity) {
  Model model = draw_model({});
  model.options.projection = Projection::identity;
  Trace trace;
  forward_with(best_kernels(), model, trace);
  const Matrix ones = Matrix::Ones(6, 3);
  const Seed seed{{MatrixName::context}, view_of(ones)};
  Stages gradients;
  backward(model, trace, {&seed, 1}, gradients);
  const long before = n_allocations;
  backward(model, trace, {&seed, 1}, gradients);
  EXPECT_EQ(n_allocations, before);
}

TEST(Allocation, NoneInAStepTowardsATarget) {
  for (const Sizes& sizes : {Sizes{4, 8, 1, 4, 4}, Sizes{64, 64, 2, 64, 64}}) {
    for (const Optimizer optimizer : all_optimizers) {
      const Model model = draw_model(sizes);
      TrainingRun run(std::make_unique<MatchObjective>(model),
                      {{.optimizer = optimizer, .learning_rate = 0.01},
                       {{MatrixName::W_q}, {MatrixName::W_k}},
                       even_target(sizes.n_tokens, Mask::none)},
                      TrainingRun::History::not_kept);
      const long before = n_allocations;
      for (int step = 0; step < 10; ++step) EXPECT_TRUE(run.advance());
      EXPECT_EQ(n_allocations, before) << sizes.n_tokens << " tokens, " << to_string(optimizer);
    }
  }
}

/// Everything in a session that the user can see.
struct Seen {
  explicit Seen(const Session& session)
      : document(session.document()),
        trace(session.trace()),
        can_undo(session.can_undo()),
        can_redo(session.can_redo()),
        is_previewing(session.is_previewing()),
        is_modified(session.is_modified()),
        revision(session.revision()),
        committed_revision(session.committed_revision()) {}

  Document document;
  Trace trace;
  bool can_undo;
  bool can_redo;
  bool is_previewing;
  bool is_modified;
  std::uint64_t revision;
  std::uint64_t committed_revision;
};

void expect_same_matrices(const Stages& a, const Stages& b, const std::string& when) {
  ASSERT_EQ(a.heads.size(), b.heads.size()) << when;
  for (const MatrixName name : all_matrix_names) {
    const Index n_heads = is_per_head(name) ? static_cast<Index>(a.heads.size()) : 1;
    for (Index head = 0; head < n_heads; ++head) {
      const MatrixView one = matrix_view(a, {name, head});
      const MatrixView other = matrix_view(b, {name, head});
      ASSERT_EQ(one.rows(), other.rows()) << to_string(name) << when;
      ASSERT_EQ(one.cols(), other.cols()) << to_string(name) << when;
      EXPECT_TRUE(have_same_bits(one.data(), other.data(), one.size())) << to_string(name) << when;
    }
  }
}

void expect_same(const Seen& now, const Seen& before, const std::string& when) {
  EXPECT_TRUE(now.document == before.document) << when;
  expect_same_matrices(now.trace, before.trace, when);
  EXPECT_EQ(now.can_undo, before.can_undo) << when;
  EXPECT_EQ(now.can_redo, before.can_redo) << when;
  EXPECT_EQ(now.is_previewing, before.is_previewing) << when;
  EXPECT_EQ(now.is_modified, before.is_modified) << when;
  EXPECT_EQ(now.revision, before.revision) << when;
  EXPECT_EQ(now.committed_revision, before.committed_revision) << when;
}

/// Makes each allocation of `change` fail in turn until it succeeds. Returns how many failed.
int fail_each_allocation(Session& session, const std::function<void(Session&)>& change,
                         const std::string& name) {
  for (int i = 0;; ++i) {
    const Seen before(session);
    bool has_failed = false;
    n_until_failure = i;
    try {
      change(session);
    } catch (const std::bad_alloc&) {
      has_failed = true;
    }
    n_until_failure = -1;
    if (!has_failed) return i;
    expect_same(Seen(session), before, " after allocation " + std::to_string(i) + " of " + name + " failed");
    if (::testing::Test::HasFailure()) return i;
  }
}

TEST(AllocationThatFails, LeavesTheSessionAsItWas) {
  testing::RandomDocuments random(11);
  testing::Variant variant;
  variant.n_heads = 2;
  variant.has_biases = true;
  variant.has_output_projection = true;
  variant.mask = Mask::causal;
  variant.positions = Positions::learned;
  variant.has_dropout = true;
  Session session(random.document(variant));
  const auto edited = [](const Result<Document>& result) { return result.value(); };
  const CellRef cell{{MatrixName::W_q, 0}, 0, 0};
  int n_failed = 0;
  const auto attempt = [&](const std::string& name, const std::function<void(Session&)>& change) {
    n_failed += fail_each_allocation(session, change, name);
  };
  attempt("a preview", [&](Session& s) { s.preview(edited(edits::set_cell(s.document(), cell, 5))); });
  attempt("a second preview", [&](Session& s) { s.preview(edited(edits::set_cell(s.document(), cell, 6))); });
  attempt("cancelling", [&](Session& s) { s.cancel_preview(); });
  attempt("a preview of more heads",
          [&](Session& s) { s.preview(edited(edits::set_n_heads(s.document(), 4, 1))); });
  attempt("a commit of a preview", [&](Session& s) { s.commit(s.document()); });
  attempt("d_k", [&](Session& s) { s.commit(edited(edits::set_d_k(s.document(), 7, 1))); });
  attempt("fewer heads", [&](Session& s) { s.commit(edited(edits::set_n_heads(s.document(), 1, 1))); });
  attempt("a token", [&](Session& s) { s.commit(edited(edits::add_token(s.document(), 1, "new", 1))); });
  attempt("dropout", [&](Session& s) {
    s.commit(edited(edits::set_dropout(s.document(), {Scalar(0.25), 7})));
  });
  attempt("no mask", [&](Session& s) { s.commit(edited(edits::set_mask(s.document(), Mask::none))); });
  for (int i = 0; i < 4; ++i) attempt("undo", [](Session& s) { s.undo(); });
  for (int i = 0; i < 2; ++i) attempt("redo", [](Session& s) { s.redo(); });
  attempt("a step that forgets others",
          [&](Session& s) { s.commit(edited(edits::set_cell(s.document(), cell, 8))); });
  attempt("taking it as saved", [](Session& s) { s.mark_saved(); });
  const Document other = random.document();
  attempt("another document", [&](Session& s) { s.open(other); });
  EXPECT_GT(n_failed, 400);
}

}  // namespace
}  // namespace attention_lab

#endif
