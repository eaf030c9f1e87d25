#include "core/document/memory_budget.h"

#include <limits>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "core/document/checks.h"
#include "core/words/number_format.h"
#include "edit_checks.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::edited;
using testing::expect_refusal;
using testing::RandomDocuments;
using testing::small_document;

/// Sets the budget until the end of the test.
class Budget {
 public:
  explicit Budget(std::size_t bytes) { set_memory_budget(bytes); }
  ~Budget() { set_memory_budget(std::numeric_limits<std::size_t>::max()); }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
};

Shape largest_shape() {
  Shape shape;
  shape.n_tokens = 1024;
  shape.d_model = 1;
  shape.n_given_heads = 64;
  shape.given_d_k = shape.given_d_v = 4096;
  return shape;
}

TEST(MemoryBudget, CountsTheNumbersOfAModelAndOfItsTrace) {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    Document document = RandomDocuments(seed).document();
    // Weights that projection identity does not use are still in the document.
    Trace trace;
    forward(document.model, trace);
    Index given = document.model.token_embeddings->size() + document.model.position_embeddings->size() +
                  document.model.W_o->size();
    Index biases = 0;
    for (const Head& head : document.model.heads) {
      given += head.W_q->size() + head.W_k->size() + head.W_v->size();
      biases += head.W_q->cols() + head.W_k->cols() + head.W_v->cols();  // counted even if there are none
    }
    biases += document.model.W_o->cols();
    Index computed = 0;
    for (const MatrixName name : all_matrix_names) {
      for (Index h = 0; h < (is_per_head(name) ? document.model.n_heads() : 1); ++h)
        computed += matrix_view(trace, {name, h}).size();
    }
    const Shape shape = document.model.shape();
    EXPECT_EQ(computed_numbers(shape), static_cast<std::size_t>(computed)) << "seed " << seed;
    EXPECT_EQ(memory_needed(shape),
              sizeof(Scalar) * static_cast<std::size_t>(2 * (given + biases) + 6 * computed))
        << "seed " << seed;
  }
}

TEST(MemoryBudget, RefusesWhatIsTooLargeWithBothNumbers) {
  const Budget budget(std::size_t{3} << 30);
  EXPECT_FALSE(check_memory(small_document().model.shape()));
  const std::optional<Error> refused = check_memory(largest_shape());
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, ErrorCode::over_limit);
  const std::string needed = size_in_words(memory_needed(largest_shape()));
  EXPECT_NE(refused->message.find("need up to " + needed + " of memory; the limit is 3.0 GB"),
            std::string::npos)
      << refused->message;
}

TEST(MemoryBudget, EditsOfShapesAskBeforeTheyMakeMatrices) {
  const Document document = small_document();
  constexpr std::size_t bytes = 40 * 1024 * sizeof(Scalar);
  const Budget budget(bytes);
  const std::string limit = size_in_words(bytes);
  expect_refusal(edits::set_d_model(document, 4096, 1), ErrorCode::over_limit, "", limit);
  expect_refusal(edits::set_d_k(document, 4096, 1), ErrorCode::over_limit, "", limit);
  expect_refusal(edits::set_d_v(document, 4096, 1), ErrorCode::over_limit, "", limit);
  const Document wide = edited(edits::set_d_k(document, 256, 1));
  EXPECT_TRUE(edits::set_n_heads(wide, 2, 1));
  expect_refusal(edits::set_n_heads(wide, 64, 1), ErrorCode::over_limit, "", limit);
}

TEST(CountText, HasACommaBeforeEveryThreeDigits) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'000'000), "1,000,000");
  EXPECT_EQ(count_text(-1000), "-1,000");
}

TEST(SizeInWords, IsShort) {
  EXPECT_EQ(size_in_words(0), "0 bytes");
  EXPECT_EQ(size_in_words(1536), "1.5 KB");
  EXPECT_EQ(size_in_words(std::uintmax_t{512} << 20), "512 MB");
}

}  // namespace
}  // namespace attention_lab
