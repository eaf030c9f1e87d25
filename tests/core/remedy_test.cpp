// Remedies that make mistakes visible, and the formulas and sentences about mistakes.
#include "core/mistakes/remedy.h"

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "core/mistakes/giveaway.h"
#include "core/mistakes/wording.h"
#include "core/words/matrix_words.h"
#include "preset_documents.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

bool is_visible_mistake(const Document& document, Mistake mistake) {
  const Result<Trace> wrong = forward_with_mistake(document.model, mistake);
  if (!wrong) return false;
  Trace right;
  forward(document.model, right);
  return !giveaway_of(document.model, mistake, right, *wrong).numbers_agree;
}

TEST(Remedy, HelpsRandomDocuments) {
  testing::RandomDocuments random(31);
  int helped = 0;
  for (int i = 0; i < 200; ++i) {
    const Document document = random.document();
    for (const Mistake mistake : all_mistakes) {
      if (forward_with_mistake(document.model, mistake)) continue;
      const std::optional<Remedy> remedy = remedy_for(document, mistake, 123);
      ASSERT_TRUE(remedy) << to_string(mistake);
      EXPECT_FALSE(remedy->label.empty());
      const Result<Document> after = apply_edit(remedy->edit, document);
      ASSERT_TRUE(after);
      EXPECT_TRUE(forward_with_mistake(after->model, mistake)) << to_string(mistake);
      ++helped;
    }
  }
  EXPECT_GT(helped, 300);
}

TEST(Remedy, WeightsThatHideTheirTransposeAreDrawnAnew) {
  Document document = testing::preset_document("journey");
  document = *edits::set_d_k(document, 3, 1);
  document = *edits::set_d_v(document, 3, 1);
  for (const MatrixName name : {MatrixName::W_q, MatrixName::W_k, MatrixName::W_v})
    document = *edits::identity(document, {name, 0});
  ASSERT_FALSE(is_visible_mistake(document, Mistake::transposed_weights));
  const auto remedy = remedy_for(document, Mistake::transposed_weights, 123);
  ASSERT_TRUE(remedy);
  EXPECT_TRUE(is_visible_mistake(*apply_edit(remedy->edit, document), Mistake::transposed_weights));
}

TEST(Remedy, TheButtonSaysWhatItDoes) {
  const auto label = [](const Document& document, Mistake mistake) {
    const std::optional<Remedy> remedy = remedy_for(document, mistake, 123);
    return remedy ? remedy->label : std::string("none");
  };
  const Document journey = testing::preset_document("journey");
  EXPECT_EQ(label(journey, Mistake::mask_upside_down), "Turn on the causal mask");
  EXPECT_EQ(label(journey, Mistake::transposed_weights), "Set d_k and d_v to d_{model}");
  EXPECT_EQ(label(journey, Mistake::softmax_without_maximum), "Multiply X by 10");
  EXPECT_EQ(label(journey, Mistake::softmax_over_queries), "none");
  const Document simplified = testing::preset_document("journey-simplified");
  EXPECT_EQ(label(simplified, Mistake::transposed_weights),
            "Divide scores by √d_k and use trainable weights with d_k = d_v = d_{model}");
  EXPECT_EQ(label(simplified, Mistake::keys_and_values_exchanged),
            "Divide scores by √d_k and use trainable weights");
  EXPECT_EQ(label(simplified, Mistake::no_scaling), "Divide scores by √d_k");
  EXPECT_EQ(label(*edits::set_d_k(journey, 3, 1), Mistake::sqrt_d_model), "Set d_k to 2");
  EXPECT_EQ(label(*edits::set_d_k(journey, 1, 1), Mistake::no_scaling), "Set d_k to 2");
}

TEST(Remedy, MultipliesTheEmbeddingsOfTheWordsRatherThanTheirPlaces) {
  const Document document =
      *edits::set_positions(testing::preset_document("journey"), Positions::sinusoidal, 1);
  const std::optional<Remedy> remedy = remedy_for(document, Mistake::softmax_without_maximum, 123);
  ASSERT_TRUE(remedy);
  EXPECT_EQ(remedy->label, "Multiply the token embeddings by 10");
  const Document after = apply_edit(remedy->edit, document).value();
  EXPECT_EQ(*after.model.token_embeddings, *document.model.token_embeddings * 10);
  EXPECT_EQ(*after.model.position_embeddings, *document.model.position_embeddings);
}

TEST(MuseumWording, NamesGetTheirScriptsAndOtherUnderscoresStay) {
  EXPECT_EQ(as_markup("√d_model instead of √d_k"), "√d_{model} instead of √d_k");
  EXPECT_EQ(as_markup("softmax of each column of masked_scores"), "softmax of each column of masked scores");
  EXPECT_EQ(as_markup("choose sqrt_d_k"), "choose sqrt\\_d\\_k");
  EXPECT_EQ(as_markup("X·Wᵀ, Q · V^T, W_q^T"), "X·W^T, Q · V^T, W_q^T");
  EXPECT_EQ(as_markup("scaled_scores, -inf"), "scaled scores, −∞");
}

TEST(MuseumWording, EveryExhibitHasAFormulaForEachSide) {
  const Document document = testing::preset_document("journey-causal");
  for (const Mistake mistake : all_mistakes) {
    const MatrixName stage = stage_of_formula(mistake, most_telling_stage(mistake));
    EXPECT_FALSE(right_formula(document.model, mistake, stage).empty()) << to_string(mistake);
    EXPECT_NE(right_formula(document.model, mistake, stage), wrong_formula(document.model, mistake, stage));
  }
}

TEST(MuseumWording, BiasesAreInTheFormulasWhereTheDocumentHasThem) {
  const Mistake mistake = Mistake::transposed_weights;
  Model model = testing::preset_document("journey").model;
  EXPECT_EQ(right_formula(model, mistake, MatrixName::Q), "X · W_q");
  EXPECT_EQ(wrong_formula(model, mistake, MatrixName::V), "X · W_v^T");
  Head& head = model.heads.front();
  head.b_q = RowVector(RowVector::Ones(model.d_k()));
  head.b_v = RowVector(RowVector::Ones(model.d_v()));
  EXPECT_EQ(right_formula(model, mistake, MatrixName::Q), "X · W_q + b_q");
  EXPECT_EQ(wrong_formula(model, mistake, MatrixName::Q), "X · W_q^T + b_q");
  EXPECT_EQ(right_formula(model, mistake, MatrixName::K), "X · W_k");
  EXPECT_EQ(wrong_formula(model, mistake, MatrixName::V), "X · W_v^T + b_v");
}

TEST(MuseumWording, ScoresAreMaskedOnlyWhereThereIsAMask) {
  const auto right = [](const Model& model, Mistake mistake) {
    return right_formula(model, mistake, MatrixName::weights);
  };
  const auto wrong = [](const Model& model, Mistake mistake) {
    return wrong_formula(model, mistake, MatrixName::weights);
  };
  Model model = testing::preset_document("journey").model;
  EXPECT_EQ(right(model, Mistake::softmax_over_queries), "softmax of each row of scaled scores");
  EXPECT_EQ(wrong(model, Mistake::softmax_over_queries), "softmax of each column of scaled scores");
  EXPECT_EQ(right(model, Mistake::softmax_without_maximum),
            "exp(scaled scores − largest of the row) ÷ the sum of its row");
  model.options.mask = Mask::causal;
  EXPECT_EQ(right(model, Mistake::softmax_over_queries), "softmax of each row of masked scores");
  EXPECT_EQ(wrong(model, Mistake::softmax_over_queries), "softmax of each column of masked scores");
  EXPECT_EQ(right(model, Mistake::mask_after_softmax),
            "softmax of each row of masked scores, −∞ where a token is later");
  EXPECT_EQ(wrong(model, Mistake::mask_after_softmax),
            "softmax of each row of scaled scores, then 0 where the mask hides");
}

TEST(MuseumWording, ValuesAreMixedWithWhatDropoutLeaves) {
  const Mistake mistake = Mistake::keys_and_values_exchanged;
  Model model = testing::preset_document("journey-two-heads").model;
  EXPECT_EQ(right_formula(model, mistake, MatrixName::head_output), "weights · V");
  EXPECT_EQ(wrong_formula(model, mistake, MatrixName::head_output), "weights · K");
  model.options.dropout = {Scalar(0.5), 123};
  EXPECT_EQ(right_formula(model, mistake, MatrixName::head_output), "dropped weights · V");
  EXPECT_EQ(wrong_formula(model, mistake, MatrixName::head_output), "dropped weights · K");
}

TEST(MuseumWording, ATemperatureOtherThanOneDivides) {
  Model model = testing::preset_document("journey-causal").model;
  model.options.temperature = 2;
  const MatrixName weights = MatrixName::weights;
  EXPECT_EQ(right_formula(model, Mistake::softmax_over_queries, weights),
            "softmax of each row of masked scores ÷ T");
  EXPECT_EQ(wrong_formula(model, Mistake::softmax_over_queries, weights),
            "softmax of each column of masked scores ÷ T");
  EXPECT_EQ(right_formula(model, Mistake::softmax_without_maximum, weights),
            "exp((masked scores − largest of the row) ÷ T) ÷ the sum of its row");
  EXPECT_EQ(wrong_formula(model, Mistake::softmax_without_maximum, weights),
            "exp(masked scores ÷ T) ÷ the sum of its row, no maximum subtracted");
  EXPECT_EQ(right_formula(model, Mistake::softmax_over_queries, MatrixName::scores), "Q · K^T");
}

}  // namespace
}  // namespace attention_lab
