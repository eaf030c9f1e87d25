// Counts every allocation of the program, Eigen's included, by standing in for malloc. Only where glibc's
// own functions can be called behind it.
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/backward.h"
#include "core/attention/forward_with.h"
#include "core/attention/tangent.h"
#include "kernel_variants.h"
#include "random_models.h"

#if defined(__GLIBC__)

namespace {
long n_allocations = 0;
}

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++n_allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++n_allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++n_allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++n_allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  ++n_allocations;
  *memory = __libc_memalign(alignment, size);
  return 0;
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

// One number of everything that can be changed while the shapes stay.
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

}  // namespace
}  // namespace attention_lab

#endif
