#include <algorithm>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/edits.h"
#include "core/steps/place.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

/// Calls `visit` for every cell of every matrix.
template <class Visit>
void for_each_cell(const Model& model, const Trace& trace, Visit visit) {
  for (const MatrixName name : all_matrix_names) {
    for (Index head = 0; head < (is_per_head(name) ? model.n_heads() : 1); ++head) {
      const MatrixView matrix = matrix_view(model, trace, {name, head});
      for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) visit(CellRef{{name, head}, row, column});
      }
    }
  }
}

bool has(const std::vector<Place>& links, MatrixName name, std::optional<Index> row,
         std::optional<Index> column) {
  return std::any_of(links.begin(), links.end(), [&](const Place& link) {
    return link.matrix.name == name && link.row == row && link.column == column;
  });
}

TEST(Links, LeadToWhatExists) {
  testing::RandomDocuments random(1);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Document document = random.document(variant);
    Trace trace;
    forward(document.model, trace);
    for_each_cell(document.model, trace, [&](const CellRef& cell) {
      for (const Place& link : links_of(document, cell, 0)) {
        const MatrixView matrix = matrix_view(document.model, trace, link.matrix);
        if (matrix.size() == 0) continue;  // the document has no such matrix
        const std::string both = to_string(cell, 2) + " → " + to_string(link.matrix);
        EXPECT_LT(link.row.value_or(0), matrix.rows()) << both;
        EXPECT_LT(link.column.value_or(0), matrix.cols()) << both;
        EXPECT_TRUE(link.row || link.column) << to_string(cell, 2);
        const bool is_itself =
            link.matrix == cell.matrix && link.row == cell.row && link.column == cell.column;
        EXPECT_FALSE(is_itself) << to_string(cell, 2);
      }
    });
  }
}

TEST(Links, OfAWeightAreItsQueryItsKeyAndItsValue) {
  const Document document = testing::small_document();
  const std::vector<Place> links = links_of(document, {{MatrixName::weights, 0}, 0, 2}, 0);
  EXPECT_TRUE(has(links, MatrixName::X, 0, std::nullopt));
  EXPECT_TRUE(has(links, MatrixName::Q, 0, std::nullopt));
  EXPECT_TRUE(has(links, MatrixName::K, 2, std::nullopt));
  EXPECT_TRUE(has(links, MatrixName::V, 2, std::nullopt));
  EXPECT_TRUE(has(links, MatrixName::scores, 0, 2));
  EXPECT_TRUE(has(links, MatrixName::context, 0, std::nullopt));
}

TEST(Links, OfAnEmbeddingLeadToTheHeadThatIsShown) {
  Document document = testing::small_document();
  document.model.heads.push_back(document.model.heads.front());
  const auto links = links_of(document, {{MatrixName::X, 0}, 1, 0}, 1);
  ASSERT_FALSE(links.empty());
  for (const Place& link : links) {
    EXPECT_EQ(link.matrix.head, is_per_head(link.matrix.name) ? 1 : 0) << to_string(link.matrix);
  }
}

TEST(Links, OfAWeightMatrixAreTheColumnItMakes) {
  const Document document = testing::small_document();
  const auto links = [&](MatrixName name) { return links_of(document, {{name, 0}, 2, 1}, 0); };
  EXPECT_TRUE(has(links(MatrixName::W_q), MatrixName::Q, std::nullopt, 1));
  EXPECT_TRUE(has(links(MatrixName::W_k), MatrixName::K, std::nullopt, 1));
  EXPECT_TRUE(has(links(MatrixName::W_v), MatrixName::V, std::nullopt, 1));
}

TEST(Links, EqualWordsThatShareAnEmbeddingLightTogether) {
  Document document = testing::small_document();
  document.tokens = {"it", "saw", "it"};
  const auto has_row = [&](Index row) {
    const std::vector<Place> links = links_of(document, {{MatrixName::X, 0}, 0, 1}, 0);
    return std::find(links.begin(), links.end(), Place{{MatrixName::X, 0}, row, std::nullopt}) != links.end();
  };
  EXPECT_FALSE(has_row(2));
  document = *edits::set_shared_words(document, true);
  EXPECT_TRUE(has_row(2));
  EXPECT_FALSE(has_row(1));
}

}  // namespace
}  // namespace attention_lab
