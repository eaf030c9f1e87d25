#include <gtest/gtest.h>

#include "core/words/number_format.h"
#include "random_documents.h"
#include "ui/inspector/inspector_content.h"

namespace attention_lab {
namespace {

void expect_sound(const Session& session, const CellRef& cell, int decimals) {
  const InspectorContent content = inspect(session, cell, 0, decimals);
  const Scalar value = value_of(session.model(), session.trace(), cell);
  const std::string shown = format_number(static_cast<double>(value), decimals);
  EXPECT_EQ(content.value, shown) << to_string(cell);
  EXPECT_EQ(content.total, content.total_label.empty() ? "" : shown) << to_string(cell);
  EXPECT_FALSE(content.symbol.empty()) << to_string(cell);
  EXPECT_FALSE(content.name.empty()) << to_string(cell);
  ASSERT_FALSE(content.sentence.empty()) << to_string(cell);
  EXPECT_EQ(content.sentence.back(), '.') << content.sentence;
  EXPECT_LT(content.attention_row.value_or(0), session.model().n_tokens()) << to_string(cell);
}

TEST(Inspector, ExplainsEveryCellUnderEveryOption) {
  testing::RandomDocuments random(1);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Session session(random.document(variant));
    for (const MatrixName name : all_matrix_names) {
      for (Index head = 0; head < (is_per_head(name) ? session.model().n_heads() : 1); ++head) {
        const MatrixView matrix = matrix_view(session.model(), session.trace(), {name, head});
        for (Index row = 0; row < matrix.rows(); ++row) {
          for (Index column = 0; column < matrix.cols(); ++column) {
            expect_sound(session, {{name, head}, row, column}, static_cast<int>(random.below(8)));
          }
        }
      }
    }
  }
}

TEST(Inspector, LinesOfAScoreAreItsProducts) {
  const Session session(testing::small_document());
  const InspectorContent content = inspect(session, {{MatrixName::scores, 0}, 1, 2}, 0, 4);
  ASSERT_EQ(content.lines.size(), 2u);  // d_k
  for (Index i = 0; i < 2; ++i) {
    const InspectedLine& line = content.lines[static_cast<std::size_t>(i)];
    const Scalar q = session.trace().heads[0].Q(1, i);
    const Scalar k = session.trace().heads[0].K(2, i);
    EXPECT_EQ(line.left.text, format_number(static_cast<double>(q), 4));
    EXPECT_EQ(line.right.text, format_number(static_cast<double>(k), 4));
    EXPECT_EQ(line.result, format_number(static_cast<double>(q * k), 4));
    EXPECT_EQ(line.left.hue, MatrixName::Q);
    EXPECT_EQ(line.right.hue, MatrixName::K);
  }
}

TEST(Inspector, LongSumsStayShort) {
  testing::RandomDocuments random(2);
  Document document = testing::small_document();
  document.model.token_embeddings = random.matrix(3, 200);
  for (Shared<Matrix>* weight :
       {&document.model.heads[0].W_q, &document.model.heads[0].W_k, &document.model.heads[0].W_v}) {
    *weight = random.matrix(200, 2);
  }
  const Session session(document);
  const InspectorContent content = inspect(session, {{MatrixName::Q, 0}, 1, 1}, 0, 4);
  EXPECT_LT(content.lines.size(), 12u);
  EXPECT_GT(content.lines.size(), 2u);
}

TEST(Inspector, AnEmbeddingGoesIntoTheHeadThatIsShown) {
  testing::RandomDocuments random(3);
  Document document = testing::small_document();
  Head& second = document.model.heads.emplace_back(document.model.heads.front());
  second.W_q = random.matrix(3, 2);
  const Session session(document);
  for (const Index head : {0, 1}) {
    const InspectorContent content = inspect(session, {{MatrixName::X, 0}, 1, 0}, head, 4);
    ASSERT_FALSE(content.next.empty());
    const Matrix& Q = session.trace().heads[static_cast<std::size_t>(head)].Q;
    EXPECT_EQ(content.next.front().value, format_number(static_cast<double>(Q(1, 0)), 4) + "  " +
                                              format_number(static_cast<double>(Q(1, 1)), 4));
    EXPECT_NE(content.next_title.find("head " + std::to_string(head + 1)), std::string::npos);
  }
}

TEST(Inspector, SaysWhichHeadANumberOfTheContextComesFrom) {
  Document document = testing::small_document();
  document.model.heads.push_back(document.model.heads.front());
  const Session session(document);
  const auto sentence = [&](Index column) {
    return plain_sentence(session, {{MatrixName::context, 0}, 0, column});
  };
  EXPECT_NE(sentence(1).find("head 1"), std::string::npos) << sentence(1);
  EXPECT_NE(sentence(2).find("head 2"), std::string::npos) << sentence(2);
}

TEST(Inspector, SaysThatPyTorchStoresTheTransposeOfAWeight) {
  testing::RandomDocuments random(4);
  Document document = testing::small_document();
  document.model.W_o = random.matrix(2, 2);
  const Session session(document);
  for (const MatrixName weight : {MatrixName::W_q, MatrixName::W_k, MatrixName::W_v, MatrixName::W_o}) {
    const std::string sentence = plain_sentence(session, {{weight, 0}, 0, 0});
    EXPECT_NE(sentence.find(std::string(to_string(weight)) + " is the transpose"), std::string::npos)
        << sentence;
  }
}

TEST(Inspector, SaysWhatIsBeforeDropoutAndWhatIsAfter) {
  Document document = testing::small_document();
  document.tokens = {"one", "small", "step"};
  document.model.options.dropout = {Scalar(0.5), 123};
  const Session session(document);
  const auto sentence = [&](MatrixName name) { return inspect(session, {{name, 0}, 1, 0}, 0, 4).sentence; };
  EXPECT_EQ(sentence(MatrixName::weights).rfind("Before dropout, “small” gives ", 0), 0U)
      << sentence(MatrixName::weights);
  EXPECT_NE(sentence(MatrixName::context).find("weighted sum"), std::string::npos);
  EXPECT_NE(sentence(MatrixName::context).find("attention of “small” after dropout as weights."),
            std::string::npos);
  document.model.options.dropout = {};
  const std::string plain = inspect(Session(document), {{MatrixName::context, 0}, 1, 0}, 0, 4).sentence;
  EXPECT_NE(plain.find("weighted average"), std::string::npos) << plain;
}

TEST(Inspector, NamesTheTokensThatTookPart) {
  const Session session(testing::small_document());
  const std::string name = name_sentence(session, {{MatrixName::scores, 0}, 1, 2});
  EXPECT_NE(name.find("small"), std::string::npos) << name;
  EXPECT_NE(name.find("step"), std::string::npos) << name;
}

}  // namespace
}  // namespace attention_lab
