#include "ui/figures/heatmaps/matrix_axes.h"

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/matrix_labels.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

TEST(Axes, HaveTheLengthOfTheMatricesThatRunAlongThem) {
  testing::RandomDocuments random(1);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Document document = random.document(variant);
    Trace trace;
    forward(document.model, trace);
    const PerAxis<Index> sizes = axis_sizes(document.model);
    for (const MatrixName name : all_matrix_names) {
      const MatrixView matrix = matrix_view(document.model, trace, {name, 0});
      // Projection identity keeps unused weights, whose shapes may differ.
      const bool is_unused =
          document.model.options.projection == Projection::identity && is_given(document.model, name);
      if (matrix.size() == 0 || (is_unused && name != MatrixName::X)) continue;
      EXPECT_EQ(matrix.rows(), sizes[row_axis(name)]) << to_string(name);
      EXPECT_EQ(matrix.cols(), sizes[column_axis(name)]) << to_string(name);
    }
  }
}

TEST(Axes, AreLabelledWithTokensOrCountedFromOne) {
  const Document document = testing::small_document();
  EXPECT_EQ(axis_label(document, Axis::query, 1), "small");
  EXPECT_EQ(axis_label(document, Axis::key, 2), "step");
  EXPECT_EQ(axis_label(document, Axis::d_model, 0), "1");
  EXPECT_EQ(axis_label(document, Axis::d_k, 9), "10");
  EXPECT_EQ(axis_label(document, Axis::one, 0), "");
}

}  // namespace
}  // namespace attention_lab
