// Edits as data: each calls the function of the same name, has its own name, and equals only itself.
#include "core/document/edit.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/document/target.h"
#include "edit_checks.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::RandomDocuments;

constexpr std::uint64_t edit_seed = 7;

struct EditCase {
  Edit edit;
  Result<Document> expected;
  std::string name;
};

std::vector<EditCase> all_edit_cases(const Document& d) {
  using namespace edits;
  const CellRef cell{{MatrixName::W_q, 1}, 1, 0};
  const MatrixRef W_k{MatrixName::W_k, 1};
  const MatrixRef X{MatrixName::X, 0};
  Matrix block(1, 2);
  block << 3, 4;
  const Matrix target = even_target(d.model.n_tokens(), d.model.options.mask);
  const Scale by_three{Scale::Kind::custom, 3};
  return {
      {SetCell{cell, Scalar(0.5)}, set_cell(d, cell, Scalar(0.5)), "Set W_q of head 2 row 2, column 1"},
      {SetBlock{{X, 0, 1}, block}, set_block(d, {X, 0, 1}, block), "Paste into X"},
      {SetTarget{target}, set_target(d, target), "Change the target"},
      {SetCorpus{"a b", {}}, set_corpus(d, "a b", {}), "Change the corpus"},
      {SetCorpus{{}, "a b"}, set_corpus(d, {}, "a b"), "Change the held-out sentences"},
      {SetWord{"new", Matrix::Ones(1, d.model.d_model())},
       set_word(d, "new", Matrix::Ones(1, d.model.d_model())), "Add “new” to the vocabulary"},
      {SetOutputLayer{true}, set_output_layer(d, true), "Add the output layer W_u"},
      {SetFeatureName{1, "cat"}, set_feature_name(d, 1, "cat"), "Name feature 2"},
      {FillMatrix{W_k, Filling::zeros}, zero(d, W_k), "Fill W_k of head 2 with zeros"},
      {FillMatrix{W_k, Filling::identity}, identity(d, W_k), "Make W_k of head 2 the identity"},
      {TransposeMatrix{X}, transpose(d, X), "Transpose X"},
      {MultiplyMatrix{X, 10}, scale_matrix(d, X, 10), "Multiply X by 10"},
      {RedrawMatrix{X, Draw::nn_linear, edit_seed}, redraw(d, X, Draw::nn_linear, edit_seed), "Redraw X"},
      {RedrawWeights{Draw::torch_rand, edit_seed}, redraw_weights(d, Draw::torch_rand, edit_seed),
       "Draw all weights"},
      {AddToken{1, "new", edit_seed}, add_token(d, 1, "new", edit_seed), "Add “new”"},
      {RemoveToken{1}, remove_token(d, 1), "Remove “" + d.tokens[1] + "”"},
      {RenameToken{0, "other"}, rename_token(d, 0, "other"), "Change “" + d.tokens[0] + "” to “other”"},
      {MoveToken{2, 0}, move_token(d, 2, 0), "Move “" + d.tokens[2] + "”"},
      {SetSentence{"two words", edit_seed}, set_sentence(d, "two words", edit_seed), "Change the sentence"},
      {SetSharedWords{false}, set_shared_words(d, false), "Give each token its own embedding"},
      {SetTitle{"Title", {}}, set_title(d, "Title"), "Change the title"},
      {SetTitle{{}, "Why."}, set_description(d, "Why."), "Change the description"},
      {SetTitle{"Title", "Why."}, set_description(*set_title(d, "Title"), "Why."),
       "Change title and description"},
      {SetExtent{Extent::d_model, 5, edit_seed}, set_d_model(d, 5, edit_seed), "Set d_model to 5"},
      {SetExtent{Extent::d_k, 4, edit_seed}, set_d_k(d, 4, edit_seed), "Set d_k to 4"},
      {SetExtent{Extent::d_v, 4, edit_seed}, set_d_v(d, 4, edit_seed), "Set d_v to 4"},
      {SetExtent{Extent::n_heads, 3, edit_seed}, set_n_heads(d, 3, edit_seed),
       "Set the number of heads to 3"},
      {SetProjection{Projection::identity, edit_seed}, set_projection(d, Projection::identity, edit_seed),
       "Use simplified attention"},
      {SetPositions{Positions::sinusoidal, edit_seed}, set_positions(d, Positions::sinusoidal, edit_seed),
       "Add sinusoidal positions"},
      {SetDropout{{Scalar(0.5), edit_seed}}, set_dropout(d, {Scalar(0.5), edit_seed}),
       "Set dropout to p = 0.5"},
      {SetScale{by_three}, set_scale(d, by_three), "Divide scores by 3"},
      {SetMask{Mask::causal}, set_mask(d, Mask::causal), "Turn on the causal mask"},
      {SetMask{Mask::sliding_window({1, 0})}, set_mask(d, Mask::sliding_window({1, 0})),
       "Turn on the sliding window"},
      {SetMask{Mask::padded(1, true)}, set_mask(d, Mask::padded(1, true)), "Turn on the padding mask"},
      {SetVisible{0, 1, false}, set_visible(d, 0, 1, false),
       "Hide “" + d.tokens[1] + "” from “" + d.tokens[0] + "”"},
      {SetVisible{0, 1, true}, set_visible(d, 0, 1, true),
       "Let “" + d.tokens[0] + "” attend to “" + d.tokens[1] + "”"},
      {SetTemperature{2}, set_temperature(d, 2), "Set the temperature to 2"},
      {SetBiases{true}, set_biases(d, true), "Add biases"},
      {SetOutputProjection{true}, set_output_projection(d, true), "Add W_o"},
      {SeveralEdits{"Both", {SetMask{Mask::causal}, SetTemperature{2}}},
       set_temperature(*set_mask(d, Mask::causal), 2), "Both"},
  };
}

/// Those that only a document with a batch allows.
std::vector<EditCase> batch_edit_cases(const Document& d) {
  using namespace edits;
  return {{AddSentence{"two words", edit_seed}, add_sentence(d, "two words", edit_seed), "Add a sentence"},
          {RemoveSentence{0}, remove_sentence(d, 0), "Remove sentence 1"},
          {ShowSentence{0}, show_sentence(d, 0), "Show sentence 1"}};
}

Document document_with_two_heads() {
  RandomDocuments random(3);
  testing::Variant variant;
  variant.n_heads = 2;
  while (true) {  // until X is square
    Document document = random.document(variant);
    // Transposed, equal words would get different rows.
    for (std::size_t i = 0; i < document.tokens.size(); ++i) document.tokens[i] += std::to_string(i);
    document = edits::set_shared_words(document, true).value();
    if (document.model.n_tokens() == document.model.d_model() && document.model.n_tokens() >= 3)
      return document;
  }
}

TEST(Edit, DoesWhatItsFunctionDoes) {
  const Document document = document_with_two_heads();
  const Document batch = *edits::add_sentence(*edits::set_shared_words(document, false), "a b c", edit_seed);
  std::set<std::size_t> kinds;
  const auto expect_the_same = [&](const std::vector<EditCase>& cases, const Document& before) {
    for (const EditCase& each : cases) {
      kinds.insert(each.edit.index());
      const Result<Document> edited = apply_edit(each.edit, before);
      ASSERT_TRUE(edited) << each.name << ": " << edited.error().message;
      ASSERT_TRUE(each.expected) << each.name << ": " << each.expected.error().message;
      EXPECT_TRUE(*edited == *each.expected) << each.name;
      EXPECT_EQ(edit_name(each.edit, before), each.name);
    }
  };
  expect_the_same(all_edit_cases(document), document);
  expect_the_same(batch_edit_cases(batch), batch);
  EXPECT_EQ(kinds.size(), std::variant_size_v<AnyEdit>) << "each kind has its case";
}

TEST(Edit, EqualsOnlyItself) {
  const std::vector<EditCase> cases = all_edit_cases(document_with_two_heads());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (std::size_t j = 0; j < cases.size(); ++j) EXPECT_EQ(cases[i].edit == cases[j].edit, i == j);
  }
}

TEST(Edit, IsNamedByWhatItChanges) {
  Document document = document_with_two_heads();
  document.model.options.dropout = {Scalar(0.5), 1};
  EXPECT_EQ(edit_name(SetDropout{{Scalar(0.5), 2}}, document), "Draw another dropout mask");
  EXPECT_EQ(edit_name(SetDropout{{0, 2}}, document), "Turn off dropout");
  document.model.heads.resize(1);
  EXPECT_EQ(edit_name(SetCell{{{MatrixName::W_q, 0}, 0, 1}, 1}, document), "Set W_q row 1, column 2");
  EXPECT_EQ(edit_name(RemoveToken{99}, document), "Remove token 100");
}

TEST(Edit, OfSeveralIsRefusedAsAWhole) {
  const Document document = document_with_two_heads();
  const SeveralEdits edits{"Both", {SetMask{Mask::causal}, SetTemperature{0}}};
  EXPECT_EQ(apply_edit(edits, document).error().code, ErrorCode::out_of_range);
  EXPECT_TRUE(*apply_edit(SeveralEdits{"None", {}}, document) == document);
}

}  // namespace
}  // namespace attention_lab
