#include "core/document/document.h"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "core/document/memory_budget.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;
using testing::small_document;

Document copied_deeply(const Document& document) {
  Document copy = document;
  copy.model.token_embeddings = Matrix(*document.model.token_embeddings);
  for (Head& head : copy.model.heads) {
    head.W_q = Matrix(*head.W_q);
    head.W_k = Matrix(*head.W_k);
    head.W_v = Matrix(*head.W_v);
    head.b_q = RowVector(*head.b_q);
    head.b_k = RowVector(*head.b_k);
    head.b_v = RowVector(*head.b_v);
  }
  copy.model.W_o = Matrix(*document.model.W_o);
  copy.model.b_o = RowVector(*document.model.b_o);
  return copy;
}

TEST(Document, EqualsACopyThatSharesNothing) {
  RandomDocuments random(2);
  for (int i = 0; i < 50; ++i) {
    const Document document = random.document();
    const Document copy = copied_deeply(document);
    ASSERT_NE(document.model.token_embeddings.identity(), copy.model.token_embeddings.identity());
    EXPECT_TRUE(document == copy);
  }
}

TEST(Document, DiffersInWhateverIsSaved) {
  const testing::Variant variant{Projection::trainable, 2, true, true, Mask::none, {}, 1};
  const Document document = RandomDocuments(3).document(variant);
  const std::vector<std::function<void(Document&)>> changes = {
      [](Document& d) { d.title += "!"; },
      [](Document& d) { d.description += "!"; },
      [](Document& d) { d.was_changed_since_titled = true; },
      [](Document& d) { d.tokens.back() += "!"; },
      [](Document& d) { d.unknown_keys = "{}"; },
      [](Document& d) { d.drawn_tokens.push_back(d.model.n_tokens()); },
      [](Document& d) { d.seed = d.seed.value_or(0) + 1; },
      [](Document& d) { d.model.token_embeddings.edit()(0, 0) += 1; },
      [](Document& d) { d.model.heads[1].W_q.edit()(0, 0) += 1; },
      [](Document& d) { d.model.heads[1].W_k.edit()(0, 0) += 1; },
      [](Document& d) { d.model.heads[1].W_v.edit()(0, 0) += 1; },
      [](Document& d) { d.model.heads[1].b_q.edit()(0) += 1; },
      [](Document& d) { d.model.heads[1].b_k.edit()(0) += 1; },
      [](Document& d) { d.model.heads[1].b_v = RowVector(); },
      [](Document& d) { d.model.heads.pop_back(); },
      [](Document& d) { d.model.W_o.edit()(0, 0) += 1; },
      [](Document& d) { d.model.b_o.edit()(0) += 1; },
      [](Document& d) { d.model.options.projection = Projection::identity; },
      [](Document& d) { d.model.options.mask = Mask::causal; },
      [](Document& d) { d.model.options.temperature = 2; },
      [](Document& d) { d.model.options.scale.kind = Scale::Kind::none; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Document changed = document;
    changes[i](changed);
    EXPECT_FALSE(document == changed) << "change " << i;
  }
}

TEST(Document, ZeroAndMinusZeroDiffer) {
  Document zero = small_document();
  zero.model.token_embeddings.edit()(0, 0) = 0;
  Document minus_zero = zero;
  minus_zero.model.token_embeddings.edit()(0, 0) = -Scalar{0};
  EXPECT_FALSE(zero == minus_zero);
}

TEST(Document, SameNumbersInAnotherShapeDiffer) {
  Document tall = small_document();
  tall.model.token_embeddings = Matrix(Matrix::Zero(3, 2));
  Document wide = tall;
  wide.model.token_embeddings = Matrix(Matrix::Zero(2, 3));
  EXPECT_FALSE(tall == wide);
}

TEST(Document, ADivisorThatIsNotInUseMakesNoDifference) {
  Document document = small_document();
  Document other = document;
  other.model.options.scale.custom_divisor = 7;
  EXPECT_TRUE(document == other);
  document.model.options.scale.kind = Scale::Kind::custom;
  other.model.options.scale.kind = Scale::Kind::custom;
  EXPECT_FALSE(document == other);
}

TEST(Document, MemoryCountsEveryNumber) {
  Document document = small_document();
  document.model.token_embeddings = Matrix(Matrix::Zero(3, 1000));
  MemoryCount memory;
  memory.add(document);
  EXPECT_GE(memory.bytes(), 3000 * sizeof(Scalar));
  EXPECT_LT(memory.bytes(), 3000 * sizeof(Scalar) + 4096);
}

TEST(Document, MemoryCountsSharedContentsOnce) {
  Document document = small_document();
  document.model.token_embeddings = Matrix(Matrix::Zero(3, 1000));
  const Document copy = document;
  MemoryCount memory;
  memory.add(document);
  const std::size_t alone = memory.bytes();
  memory.add(copy);
  EXPECT_LT(memory.bytes(), alone + 2048U);
  // Shared contents count as long as one of their documents remains.
  memory.remove(document);
  EXPECT_GE(memory.bytes(), 3000 * sizeof(Scalar));
  memory.remove(copy);
  EXPECT_EQ(memory.bytes(), 0U);
}

}  // namespace
}  // namespace attention_lab
