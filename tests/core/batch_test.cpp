// Several sentences in one document, padded to the longest of them.
#include "core/document/batch.h"

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/checks.h"
#include "core/document/edit.h"
#include "core/limits.h"
#include "edit_checks.h"

namespace attention_lab {
namespace {

using testing::edited;
using testing::expect_refusal;
using testing::full_document;
using testing::small_document;
using Tokens = std::vector<std::string>;

/// "the fat cat", then "the dog sat on it", then "cat".
Document three_sentences() {
  Document document = small_document();
  document.tokens = {"the", "fat", "cat"};
  document = edited(edits::add_sentence(document, "the dog sat on it", 5));
  return edited(edits::add_sentence(document, "cat", 5));
}

Trace computed(const Document& document) {
  Trace trace;
  forward(document.model, trace);
  return trace;
}

void expect_valid(const Document& document) {
  const std::vector<Error> problems = validate(document);
  EXPECT_TRUE(problems.empty()) << to_string(problems.front());
}

TEST(Batch, SentencesArePaddedToTheLongest) {
  const Document document = three_sentences();
  expect_valid(document);
  EXPECT_EQ(n_sentences(document), 3);
  EXPECT_EQ(document.batch.shown, 2) << "the one added last";
  EXPECT_EQ(document.tokens, (Tokens{"cat", "[PAD]", "[PAD]", "[PAD]", "[PAD]"}));
  EXPECT_EQ(document.model.options.mask, Mask::padded(4, false));
  EXPECT_TRUE(document.model.token_embeddings->bottomRows(4).isZero());
  EXPECT_EQ(tokens_of_sentence(document), Tokens{"cat"});
  const Document longest = showing(document, 1);
  EXPECT_EQ(longest.tokens, (Tokens{"the", "dog", "sat", "on", "it"}));
  EXPECT_EQ(longest.model.options.mask, Mask::padded(0, false));
  EXPECT_FALSE(is_padding(longest, 4));
}

TEST(Batch, WordsKeepTheEmbeddingThatTheyHaveInAnotherSentence) {
  const Document document = three_sentences();
  const Sentence first = sentence_at(document, 0);
  const Sentence second = sentence_at(document, 1);
  EXPECT_EQ(second.embeddings->row(0), first.embeddings->row(0)) << "the";
  EXPECT_EQ(sentence_at(document, 2).embeddings->row(0), first.embeddings->row(2)) << "cat";
  EXPECT_EQ(second.drawn_tokens, (std::vector<Index>{1, 2, 3, 4})) << "dog sat on it";
  EXPECT_TRUE(document.drawn_tokens.empty());
}

TEST(Batch, ShowingASentenceChangesNothingElse) {
  const Document document = three_sentences();
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) {
      const Document there = showing(showing(document, i), j);
      expect_valid(there);
      EXPECT_TRUE(there == showing(document, j)) << i << ", then " << j;
      EXPECT_TRUE(has_same_contents(there, document));
      EXPECT_EQ(there == document, j == document.batch.shown);
    }
  }
}

// What PyTorch does with a batch and a key padding mask, sentence by sentence; and rows of zeros for padding.
TEST(Batch, APaddedSentenceHasTheBitsOfTheSentenceAlone) {
  for (const Mask::Kind mask : {Mask::none, Mask::causal}) {
    Document alone = full_document();
    alone.vocabulary.reset();
    alone.target = Matrix();
    alone.W_u = Matrix();
    alone.model.options.mask = mask;
    const Index n = alone.model.n_tokens();
    const Document longer =
        edited(edits::add_sentence(alone, "one two three four five six seven eight nine", 7));
    const Document padded = showing(longer, 0);
    expect_valid(padded);
    ASSERT_GT(padded.model.n_tokens(), n);
    const Trace expected = computed(alone);
    const Trace trace = computed(padded);
    EXPECT_EQ(Matrix(trace.context.topRows(n)), expected.context);
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      const HeadStages& head = trace.heads[h];
      EXPECT_EQ(Matrix(head.weights.topLeftCorner(n, n)), expected.heads[h].weights);
      EXPECT_TRUE(head.weights.bottomRows(head.weights.rows() - n).isZero()) << "padding sees nothing";
      EXPECT_TRUE(head.weights.rightCols(head.weights.cols() - n).isZero()) << "and is not seen";
      EXPECT_TRUE(head.head_output.bottomRows(head.head_output.rows() - n).isZero());
    }
  }
}

TEST(Batch, EditsOfASentenceKeepTheOthersAndThePadding) {
  const Document document = showing(three_sentences(), 0);
  const auto expect_sentence = [&](const Result<Document>& result, const Tokens& tokens, Index n_tokens) {
    const Document after = edited(result);
    expect_valid(after);
    EXPECT_EQ(tokens_of_sentence(after), tokens);
    EXPECT_EQ(after.model.n_tokens(), n_tokens);
    EXPECT_EQ(sentence_at(after, 1).tokens, sentence_at(document, 1).tokens);
  };
  expect_sentence(edits::add_token(document, 3, "ran", 5), {"the", "fat", "cat", "ran"}, 5);
  expect_sentence(edits::remove_token(document, 0), {"fat", "cat"}, 5);
  expect_sentence(edits::rename_token(document, 1, "thin"), {"the", "thin", "cat"}, 5);
  expect_sentence(edits::move_token(document, 0, 2), {"fat", "cat", "the"}, 5);
  expect_sentence(edits::set_sentence(document, "it sat", 5), {"it", "sat"}, 5);
  expect_sentence(edits::set_sentence(document, "a b c d e f g", 5), {"a", "b", "c", "d", "e", "f", "g"}, 7);
  const Document known = edited(edits::set_sentence(document, "dog", 99));
  EXPECT_EQ(known.model.token_embeddings->row(0), sentence_at(document, 1).embeddings->row(1));
  expect_refusal(edits::rename_token(document, 3, "x"), ErrorCode::out_of_range, "tokens[3]", "from 0 to 2");
  expect_refusal(edits::remove_token(document, 4), ErrorCode::out_of_range, "tokens[4]", "from 0 to 2");
}

TEST(Batch, PaddingHasEmbeddingsOfZeroWhateverIsEdited) {
  const Document document = showing(three_sentences(), 0);
  const MatrixRef X{MatrixName::X};
  expect_refusal(edits::set_cell(document, {X, 3, 0}, 1), ErrorCode::not_editable, "X[3,0]", "stays 0");
  for (const Result<Document>& after :
       {edits::redraw(document, X, edits::Draw::torch_rand, 1), edits::set_d_model(document, 5, 1),
        edits::set_matrix(document, X, Matrix::Ones(5, document.model.d_model()))}) {
    expect_valid(edited(after));
    EXPECT_TRUE(edited(after).model.token_embeddings->bottomRows(2).isZero());
    EXPECT_FALSE(edited(after).model.token_embeddings->topRows(3).isZero());
  }
  const Document redrawn = edited(edits::redraw(document, X, edits::Draw::torch_rand, 1));
  EXPECT_EQ(redrawn.drawn_tokens, (std::vector<Index>{0, 1, 2}));
}

TEST(Batch, TheMaskIsThatOfThePaddingWithOrWithoutTheCausalOne) {
  const Document document = showing(three_sentences(), 0);
  EXPECT_EQ(edited(edits::set_mask(document, Mask::causal)).model.options.mask, Mask::padded(2, true));
  EXPECT_EQ(edited(edits::set_mask(document, Mask::none)).model.options.mask, Mask::padded(2, false));
  EXPECT_EQ(edited(edits::set_mask(document, Mask::padded(4, true))).model.options.mask,
            Mask::padded(2, true));
  expect_refusal(edits::set_mask(document, Mask::sliding_window({1, 1})), ErrorCode::not_editable, "mask",
                 "no other mask");
  expect_refusal(edits::set_visible(document, 0, 1, false), ErrorCode::not_editable, "mask", "no other mask");
  const Document causal = edited(edits::set_mask(document, Mask::causal));
  EXPECT_EQ(showing(causal, 2).model.options.mask, Mask::padded(4, true)) << "for all sentences";
}

TEST(Batch, RemovingSentencesLeavesOneWithoutPadding) {
  Document document = three_sentences();
  const Sentence kept = sentence_at(document, 2);
  document = edited(edits::remove_sentence(document, 1));
  expect_valid(document);
  EXPECT_EQ(document.tokens, (Tokens{"cat", "[PAD]", "[PAD]"})) << "the longest has three tokens now";
  EXPECT_EQ(document.batch.shown, 1);
  const Document last = edited(edits::remove_sentence(document, 0));
  expect_valid(last);
  EXPECT_FALSE(has_batch(last));
  EXPECT_EQ(last.tokens, kept.tokens);
  EXPECT_EQ(last.model.options.mask, Mask::none);
  const Document first = edited(edits::remove_sentence(document, 1));
  EXPECT_EQ(first.tokens, (Tokens{"the", "fat", "cat"})) << "the sentence before the removed one is shown";
  expect_refusal(edits::remove_sentence(last, 0), ErrorCode::empty_sentence, "sentences", "only sentence");
  expect_refusal(edits::remove_sentence(document, 2), ErrorCode::out_of_range, "sentences", "");
  expect_refusal(edits::show_sentence(document, -1), ErrorCode::out_of_range, "sentences", "");
}

TEST(Batch, WhatItCannotHaveIsRefusedInWords) {
  const Document document = small_document();
  expect_refusal(edits::add_sentence(document, "  ", 1), ErrorCode::empty_sentence, "sentences",
                 "at least one");
  const Document shared = edited(edits::set_shared_words(document, true));
  expect_refusal(edits::add_sentence(shared, "a", 1), ErrorCode::not_editable, "vocabulary", "each token");
  Document targeted = document;
  targeted.target = Matrix(Matrix::Identity(document.model.n_tokens(), document.model.n_tokens()));
  expect_refusal(edits::add_sentence(targeted, "a", 1), ErrorCode::not_editable, "target", "one sentence");
  const Document window = edited(edits::set_mask(document, Mask::sliding_window({1, 1})));
  expect_refusal(edits::add_sentence(window, "a", 1), ErrorCode::not_editable, "mask", "no other mask");
  const Document batch = three_sentences();
  expect_refusal(edits::set_shared_words(batch, true), ErrorCode::not_editable, "vocabulary", "");
  expect_refusal(edits::set_target(batch, Matrix::Identity(5, 5)), ErrorCode::not_editable, "target", "");

  Document full = document;
  for (Index i = 1; i < limits::n_sentences; ++i) full = edited(edits::add_sentence(full, "a", 1));
  expect_refusal(edits::add_sentence(full, "a", 1), ErrorCode::over_limit, "sentences", "limit is 32");
  std::string long_sentence;
  for (int i = 0; i < 200; ++i) long_sentence += "word ";
  expect_refusal(edits::set_sentence(full, long_sentence, 1), ErrorCode::over_limit, "sentences",
                 "6,400 tokens");
}

TEST(Batch, ValidateFindsWhatDoesNotFit) {
  const auto expect_problem = [](const auto& change, const std::string& place) {
    Document document = three_sentences();
    change(document);
    const std::vector<Error> problems = validate(document);
    ASSERT_FALSE(problems.empty()) << place;
    EXPECT_EQ(problems.front().place, place) << to_string(problems.front());
  };
  expect_problem([](Document& d) { d.batch.others[0].tokens.clear(); }, "sentences[0].tokens");
  expect_problem([](Document& d) { d.batch.others[1].tokens[1] = "\xFF"; }, "sentences[1].tokens[1]");
  expect_problem([](Document& d) { d.batch.others[1].embeddings = Matrix(Matrix::Zero(2, 3)); },
                 "sentences[1].embeddings");
  expect_problem([](Document& d) { d.batch.others[0].embeddings.edit()(0, 0) = std::nanf(""); },
                 "sentences[0].embeddings[0][0]");
}

TEST(Batch, EditsAreNamed) {
  const Document document = three_sentences();
  EXPECT_EQ(edit_name(AddSentence{"a", 1}, document), "Add a sentence");
  EXPECT_EQ(edit_name(RemoveSentence{1}, document), "Remove sentence 2");
  EXPECT_EQ(edit_name(ShowSentence{0}, document), "Show sentence 1");
}

}  // namespace
}  // namespace attention_lab
