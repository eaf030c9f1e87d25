#include "core/experiments/model_size.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

const ModelShape& gpt_2() {
  return well_known_shapes()[0];
}

double amount(const std::vector<SizeQuantity>& quantities, std::string_view name) {
  const auto found = std::find_if(quantities.begin(), quantities.end(),
                                  [&](const SizeQuantity& quantity) { return name == quantity.name; });
  EXPECT_NE(found, quantities.end()) << name;
  return found == quantities.end() ? std::nan("") : found->amount;
}

TEST(ModelSize, HasTheNumbersOfKnownModels) {
  EXPECT_EQ(amount(sizes_of(gpt_2()), "one W_q, W_k or W_v"), 49'152);
  EXPECT_EQ(amount(sizes_of(well_known_shapes()[1]), "one W_q, W_k or W_v"), 524'288);
  EXPECT_EQ(amount(sizes_of(well_known_shapes()[2]), "one W_q, W_k or W_v"), 1'572'864);
  EXPECT_EQ(amount(sizes_of(gpt_2()), "embedding table"), 38'597'376);
  // W_q, W_k and W_v of all heads: 21,233,664, and W_o a third of that.
  EXPECT_EQ(amount(sizes_of(gpt_2()), "attention in all layers"), 21'233'664 + 7'077'888);
  EXPECT_EQ(amount(sizes_of(gpt_2()), "memory in float32"), 4.0 * (28'311'552 + 38'597'376));
  EXPECT_EQ(amount(sizes_of(gpt_2()), "memory in float16"), 2.0 * (28'311'552 + 38'597'376));
}

TEST(ModelSize, OfADocumentIsThatOfItsHeads) {
  Model model;
  model.token_embeddings = Matrix(Matrix::Zero(6, 3));
  Head head;
  head.W_q = head.W_k = head.W_v = Matrix(Matrix::Zero(3, 2));
  model.heads = {head, head};
  const ModelShape shape = model_shape_of(model, "ours");
  EXPECT_EQ(shape, (ModelShape{"ours", 3, 2, 2, 1, 0}));
}

TEST(ModelSize, EveryAmountIsThatOfItsFormula) {
  // The numbers of a formula are factors, but for the sums.
  for (const ModelShape& shape : well_known_shapes()) {
    for (const Index n : {Index{1}, Index{1000}, most_sentence_tokens}) {
      std::vector<SizeQuantity> all = work_of(shape, n);
      for (SizeQuantity& size : sizes_of(shape)) all.push_back(std::move(size));
      for (const SizeQuantity& quantity : all) {
        // Not of sums and rounded numbers.
        if (quantity.numbers.find_first_of("+.") != std::string::npos) continue;
        double product = 1;
        std::string digits;
        for (std::size_t i = 0; i <= quantity.numbers.size(); ++i) {
          const char c = i < quantity.numbers.size() ? quantity.numbers[i] : ' ';
          if (c == ',') continue;
          if (c >= '0' && c <= '9') {
            digits += c;
            continue;
          }
          if (digits.empty()) continue;
          const double factor = std::stod(digits);
          digits.clear();
          product *= c == '^' ? factor * factor : factor;
          if (c == '^') ++i;  // the exponent
        }
        EXPECT_DOUBLE_EQ(product, quantity.amount) << quantity.name << ": " << quantity.numbers;
      }
    }
  }
}

TEST(ModelSize, ScoresTakeAsMuchWorkAsProjectionsAtTwiceTheWidth) {
  for (const ModelShape& shape : well_known_shapes()) {
    const auto n = static_cast<double>(length_of_equal_work(shape));
    const Multiplications at = multiplications_of(shape, n);
    EXPECT_DOUBLE_EQ(at.projections, at.scores_and_contexts);
    const Multiplications longer = multiplications_of(shape, n + 1);
    EXPECT_LT(longer.projections, longer.scores_and_contexts);
  }
}

TEST(ModelSize, IsWrittenSoThatItCanBeReadAloud) {
  EXPECT_EQ(large_number(6), "6");
  EXPECT_EQ(large_number(49'152), "49,152");
  EXPECT_EQ(large_number(28'311'552), "28.3 million");
  EXPECT_EQ(large_number(5.8e10), "58 billion");
  EXPECT_EQ(large_number(2.4e18), "2.40 · 10^{18}");
  EXPECT_EQ(duration_in_words(2.5e-5), "25 µs");
  EXPECT_EQ(duration_in_words(0.25), "250 ms");
  EXPECT_EQ(duration_in_words(90), "90 s");
  EXPECT_EQ(duration_in_words(600), "10 minutes");
  EXPECT_EQ(duration_in_words(86'400), "24 hours");
  EXPECT_EQ(duration_in_words(864'000), "10 days");
}

TEST(ModelSize, OfTheLargestModelIsANumber) {
  for (const SizeQuantity& quantity : sizes_of(largest_model_shape()))
    EXPECT_TRUE(std::isfinite(quantity.amount));
  for (const SizeQuantity& quantity : work_of(largest_model_shape(), most_sentence_tokens)) {
    EXPECT_TRUE(std::isfinite(quantity.amount));
    EXPECT_FALSE(amount_in_words(quantity).empty());
  }
}

TEST(ModelSize, OfBytesAgreesWithTheFormulaBesideIt) {
  SizeQuantity memory{"memory", "4 bytes · parameters", "4 bytes · 66.9 million", 4 * 66.9e6,
                      SizeUnit::bytes};
  EXPECT_EQ(amount_in_words(memory), "268 MB");
  memory.amount = 1.4e12;
  EXPECT_EQ(amount_in_words(memory), "1.40 TB");
  memory.amount = 12;
  EXPECT_EQ(amount_in_words(memory), "12 bytes");
}

TEST(SpeedProbe, MultipliesTheMatrices) {
  EXPECT_EQ(SpeedProbe().multiply(), static_cast<Scalar>(SpeedProbe::size) * Scalar(0.5) * Scalar(0.25));
}

}  // namespace
}  // namespace attention_lab
