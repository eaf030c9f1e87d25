// The source of the numbers that edits draw: PyTorch's for a complete redraw, separate streams when a
// document grows.
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "edit_checks.h"
#include "fixtures.h"

namespace attention_lab {
namespace {

using edits::Draw;
using edits::DrawOrder;
using testing::edited;
using testing::RandomDocuments;

constexpr std::uint64_t draws_seed = 123;

// ------------------------------------------------------------------------------- drawn as PyTorch does

/// The six words of the chapter's example, one head, causal.
Document chapter_document(Index d_k) {
  const nlohmann::json given = fixtures::read("forward.json").at("linear_seed_789_causal");
  Document document;
  document.tokens = given.at("tokens").get<std::vector<std::string>>();
  document.model = fixtures::model_of(given);
  return edited(edits::set_d_v(edited(edits::set_d_k(document, d_k, 1)), d_k, 1));
}

/// Numbers are drawn in float, so they are compared in float, bit for bit.
void expect_same(const Matrix& actual, const nlohmann::json& expected, const char* what) {
  const Matrix numbers = fixtures::matrix_of(expected);
  EXPECT_EQ(actual.cast<float>(), numbers.cast<float>()) << what;
}

void expect_same_heads(const Document& document, const nlohmann::json& heads) {
  ASSERT_EQ(document.model.heads.size(), heads.size());
  for (std::size_t h = 0; h < heads.size(); ++h) {
    expect_same(*document.model.heads[h].W_q, heads[h].at("W_q"), "W_q");
    expect_same(*document.model.heads[h].W_k, heads[h].at("W_k"), "W_k");
    expect_same(*document.model.heads[h].W_v, heads[h].at("W_v"), "W_v");
  }
}

void expect_context(const Document& document, const nlohmann::json& expected) {
  Trace trace;
  forward(document.model, trace);
  EXPECT_TRUE(fixtures::agree(trace.context, fixtures::matrix_of(expected), Scalar(2e-6)));
}

TEST(EditsDraws, HeadsOneByOneEqualThoseOfTheChapter) {
  const nlohmann::json chapter = fixtures::read("chapter.json");
  const Document one = edited(edits::redraw_weights(chapter_document(2), Draw::nn_linear, draws_seed));
  expect_same_heads(one, chapter.at("causal_head_seed_123").at("heads"));
  expect_context(one, chapter.at("causal_head_seed_123").at("context"));

  const Document two = edited(edits::set_n_heads(one, 2, 1));
  const Document drawn = edited(edits::redraw_weights(two, Draw::nn_linear, draws_seed));
  expect_same_heads(drawn, chapter.at("heads_one_by_one_seed_123").at("heads"));
  expect_context(drawn, chapter.at("heads_one_by_one_seed_123").at("context"));
}

TEST(EditsDraws, ASplitProjectionEqualsThatOfTheChapter) {
  const nlohmann::json expected = fixtures::read("chapter.json").at("split_projection_seed_123");
  const Document two = edited(edits::set_n_heads(chapter_document(1), 2, 1));
  const Document drawn =
      edited(edits::redraw_weights(two, Draw::nn_linear, draws_seed, DrawOrder::split_projection));
  expect_same_heads(drawn, expected.at("heads"));
  expect_same(*drawn.model.W_o, expected.at("W_o"), "W_o");
  expect_same(*drawn.model.b_o, nlohmann::json::array({expected.at("b_o")}), "b_o");
  expect_context(drawn, expected.at("context"));
}

TEST(EditsDraws, ASplitProjectionWithBiasesEqualsPyTorch) {
  const nlohmann::json expected = fixtures::read("chapter.json").at("wide_split_projection_seed_123");
  Document document = chapter_document(2);
  document = edited(edits::set_n_heads(document, 3, 1));
  document = edited(edits::set_biases(document, true));
  document = edited(edits::set_d_model(document, 4, 1));
  const Matrix X = fixtures::matrix_of(expected.at("embeddings"));
  document = edited(edits::set_matrix(document, {MatrixName::X, 0}, X));
  document =
      edited(edits::redraw_weights(document, Draw::nn_linear, draws_seed, DrawOrder::split_projection));
  expect_same_heads(document, expected.at("heads"));
  for (std::size_t h = 0; h < 3; ++h) {
    const nlohmann::json& head = expected.at("heads")[h];
    expect_same(*document.model.heads[h].b_q, nlohmann::json::array({head.at("b_q")}), "b_q");
    expect_same(*document.model.heads[h].b_v, nlohmann::json::array({head.at("b_v")}), "b_v");
  }
  expect_same(*document.model.W_o, expected.at("W_o"), "W_o");
  expect_context(document, expected.at("context"));
}

// ------------------------------------------------------------------------------ drawn as documents grow

/// A document with every optional part, in which everything is drawn.
Document small_drawn_document() {
  Document document = edited(edits::set_sentence(testing::small_document(), "the cat sleeps", draws_seed));
  document = edited(edits::set_n_heads(document, 2, draws_seed));
  document =
      edited(edits::redraw_weights(document, Draw::torch_rand, draws_seed, DrawOrder::split_projection));
  return edited(edits::set_biases(document, true));
}

struct DrawnShape {
  Index d_model = 3;
  Index d_k = 2;
  Index d_v = 2;
  Index n_heads = 2;
};

Document with_shape(const Document& document, const DrawnShape& shape, const std::vector<int>& order) {
  Document next = document;
  for (const int which : order) {
    switch (which) {
      case 0: next = edited(edits::set_d_model(next, shape.d_model, draws_seed)); break;
      case 1: next = edited(edits::set_d_k(next, shape.d_k, draws_seed)); break;
      case 2: next = edited(edits::set_d_v(next, shape.d_v, draws_seed)); break;
      default: next = edited(edits::set_n_heads(next, shape.n_heads, draws_seed));
    }
  }
  return next;
}

/// All rows and columns with at least two numbers; of X, only rows of different words.
std::vector<std::vector<Scalar>> lines_of(const Document& document) {
  std::vector<std::vector<Scalar>> lines;
  const auto add = [&](const auto& line) {
    if (line.size() < 2) return;
    std::vector<Scalar> numbers;
    for (Index i = 0; i < line.size(); ++i) numbers.push_back(line(i));
    lines.push_back(std::move(numbers));
  };
  const auto add_lines = [&](const Matrix& matrix) {
    for (Index i = 0; i < matrix.rows(); ++i) add(matrix.row(i));
    for (Index j = 0; j < matrix.cols(); ++j) add(matrix.col(j));
  };
  for (const Head& head : document.model.heads) {
    add_lines(*head.W_q);
    add_lines(*head.W_k);
    add_lines(*head.W_v);
  }
  add_lines(*document.model.W_o);
  std::set<std::string> words;
  for (Index row = 0; row < document.model.n_tokens(); ++row)
    if (words.insert(document.tokens[static_cast<std::size_t>(row)]).second)
      add(document.model.token_embeddings->row(row));
  return lines;
}

void expect_no_repetition(const Document& document) {
  std::vector<std::vector<Scalar>> lines = lines_of(document);
  std::sort(lines.begin(), lines.end());
  EXPECT_TRUE(std::adjacent_find(lines.begin(), lines.end()) == lines.end());
}

TEST(EditsDraws, WhateverGrowsNothingRepeatsAndTheWayThereDoesNotMatter) {
  RandomDocuments random(31);
  const Document start = small_drawn_document();
  const std::vector<std::string> words = {"the", "The", "cat", "dog", "a", "purrs", "sleeps", "été", "and"};
  for (int round = 0; round < 30; ++round) {
    Document document = start;
    DrawnShape shape;
    for (int step = 0; step < 25; ++step) {
      const Index amount = random.below(4);
      switch (random.below(7)) {
        case 0:
          document = edited(edits::set_d_model(document, shape.d_model = 3 + amount, draws_seed));
          break;
        case 1: document = edited(edits::set_d_k(document, shape.d_k = 2 + amount, draws_seed)); break;
        case 2: document = edited(edits::set_d_v(document, shape.d_v = 2 + amount, draws_seed)); break;
        case 3:
          document = edited(edits::set_n_heads(document, shape.n_heads = 2 + amount, draws_seed));
          break;
        case 4: {
          std::string sentence;
          for (Index i = 0; i <= amount; ++i)
            sentence += words[static_cast<std::size_t>(random.below(static_cast<Index>(words.size())))] + " ";
          document = edited(edits::set_sentence(document, sentence, draws_seed));
          break;
        }
        case 5:
          document = edited(edits::add_token(document, random.below(document.model.n_tokens() + 1),
                                             words[static_cast<std::size_t>(amount)], draws_seed));
          break;
        default:
          if (document.model.n_tokens() > 1)
            document = edited(edits::remove_token(document, random.below(document.model.n_tokens())));
      }
      expect_no_repetition(document);
    }
    // The same document, created directly.
    std::vector<int> order = {0, 1, 2, 3};
    for (std::size_t i = 3; i > 0; --i)
      std::swap(order[i], order[static_cast<std::size_t>(random.below(static_cast<Index>(i) + 1))]);
    const Document said = edited(edits::set_sentence(start, join_tokens(document.tokens), draws_seed));
    const Document there = with_shape(said, shape, order);
    EXPECT_TRUE(there == document);
  }
}

TEST(EditsDraws, AColumnThatGoesAndComesBackIsTheSame) {
  const Document start = small_drawn_document();
  const Document once = edited(edits::set_d_k(start, 3, draws_seed));
  const Document again = edited(edits::set_d_k(edited(edits::set_d_k(once, 2, draws_seed)), 3, draws_seed));
  EXPECT_TRUE(again == once);
  EXPECT_FALSE(edited(edits::set_d_k(start, 3, draws_seed + 1)) == once) << "another seed, another column";
}

}  // namespace
}  // namespace attention_lab
