#include "ui/workspaces/pipeline/pipeline_layout.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using testing::is_inside;
using testing::overlap;
using testing::to_text;

/// The bounding box of a matrix: title, labels, cells, and Σ beside the weights.
Rect block_of(const PlacedMatrix& m, const PipelineMeasures& measures, float unit) {
  const float left = m.cells.x - m.label_width;
  const float sums = are_attention_weights(m.ref.name) ? measures.sum_width * unit : 0;
  const float right = std::max(m.cells.right() + sums, m.title.right());
  return {left, m.title.y, right - left, m.cells.bottom() - m.title.y};
}

class RandomRequests {
 public:
  explicit RandomRequests(std::uint32_t seed) : generator_(seed), documents_(seed) {}

  /// Usually small, sometimes the limit.
  Index amount(Index limit) {
    const Index most = std::min<Index>(limit, Index{1} << generator_() % 13);
    return 1 + static_cast<Index>(generator_()) % most;
  }
  bool coin() { return generator_() % 2 == 0; }
  float between(float low, float high) {
    return low + (high - low) * static_cast<float>(generator_() % 1000) / 1000;
  }

  Document document() {
    const testing::Variant variant = documents_.variant();
    Document document = documents_.document(variant);
    const Index n_tokens = amount(1024);
    document.tokens.assign(static_cast<std::size_t>(n_tokens), "token");
    Model& model = document.model;
    // Only the shapes matter, not the numbers.
    const Index d_model = amount(coin() ? 16 : 4096);
    const Index d_k = amount(coin() ? 16 : 512);
    const Index d_v = amount(coin() ? 16 : 512);
    model.token_embeddings = Matrix(Matrix::Zero(n_tokens, d_model));
    for (Head& head : model.heads) {
      head.W_q = Matrix(Matrix::Zero(d_model, d_k));
      head.W_k = head.W_q;
      head.W_v = Matrix(Matrix::Zero(d_model, d_v));
      if (!variant.has_biases) continue;
      head.b_q = RowVector(RowVector::Zero(d_k));
      head.b_k = head.b_q;
      head.b_v = RowVector(RowVector::Zero(d_v));
    }
    if (model.W_o->size() > 0) {
      const Index d_out = amount(64);
      model.W_o = Matrix(Matrix::Zero(static_cast<Index>(model.heads.size()) * d_v, d_out));
      if (model.b_o->size() > 0) model.b_o = RowVector(RowVector::Zero(d_out));
    }
    return document;
  }

  PipelineRequest request(const Document& document) {
    PipelineRequest request;
    request.document = &document;
    request.head = document.model.n_heads() - 1;
    const bool has_equal_widths = coin();
    const float width = between(40, 90);
    for (const MatrixName name : all_matrix_names) {
      const float title = between(50, 140);
      request.measures[name] = {has_equal_widths ? width : between(40, 90), title, between(0.4f, 1) * title};
    }
    // A bias is below its weight matrix and has cells of the same width.
    for (const auto& [bias, weight] : {std::pair{MatrixName::b_q, MatrixName::W_q},
                                       {MatrixName::b_k, MatrixName::W_k},
                                       {MatrixName::b_v, MatrixName::W_v},
                                       {MatrixName::b_o, MatrixName::W_o}}) {
      request.measures[bias] = {request.measures[weight].cell_width, 50};
    }
    request.token_label_width = between(10, 100);
    request.index_label_width = between(10, 30);
    request.feature_label_width = coin() ? request.index_label_width : between(30, 100);
    request.available = {between(500, 3800), between(400, 2100)};
    request.scale = coin() ? 1 : between(0.75f, 2.5f);
    if (coin()) request.zoom = between(0.2f, 4);
    for (Index& first : request.scroll.values) first = static_cast<Index>(generator_() % 2000) - 100;
    return request;
  }

 private:
  std::mt19937 generator_;
  testing::RandomDocuments documents_;
};

std::string name_of(const PlacedMatrix& matrix) {
  return to_string(matrix.ref);
}

TEST(PipelineLayout, MatricesNeverOverlap) {
  RandomRequests random(1);
  const PipelineMeasures measures;
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE(round);
    const Document document = random.document();
    const PipelineRequest request = random.request(document);
    const PipelineLayout layout = lay_out_pipeline(request, measures);
    const float unit = layout.zoom * request.scale;
    for (std::size_t i = 0; i < layout.matrices.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Rect a = block_of(layout.matrices[i], measures, unit);
        const Rect b = block_of(layout.matrices[j], measures, unit);
        EXPECT_FALSE(overlap(a, b, 1.5f)) << name_of(layout.matrices[i]) << " " << to_text(a) << " and "
                                          << name_of(layout.matrices[j]) << " " << to_text(b);
      }
    }
  }
}

TEST(PipelineLayout, ShowsAPartOfEachAxisThatExists) {
  RandomRequests random(2);
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE(round);
    const Document document = random.document();
    const PipelineLayout layout = lay_out_pipeline(random.request(document));
    const PerAxis<Index> sizes = axis_sizes(document.model);
    for (std::size_t i = 0; i < axis_count; ++i) {
      EXPECT_EQ(layout.sizes.values[i], sizes.values[i]);
      EXPECT_LE(layout.visible.values[i], sizes.values[i]);
      EXPECT_GE(layout.visible.values[i], 1);
      EXPECT_GE(layout.first.values[i], 0);
      EXPECT_LE(layout.first.values[i] + layout.visible.values[i], sizes.values[i]);
    }
    EXPECT_GE(layout.zoom, smallest_zoom - 1e-4f);
    EXPECT_LE(layout.zoom, largest_zoom + 1e-4f);
    for (const PlacedMatrix& matrix : layout.matrices) {
      const Axis rows = row_axis(matrix.ref.name);
      const Axis columns = column_axis(matrix.ref.name);
      EXPECT_EQ(matrix.first_row, layout.first[rows]) << name_of(matrix);
      EXPECT_EQ(matrix.first_column, layout.first[columns]) << name_of(matrix);
      EXPECT_EQ(matrix.rows, layout.visible[rows]) << name_of(matrix);
      EXPECT_EQ(matrix.columns, layout.visible[columns]) << name_of(matrix);
      EXPECT_NEAR(matrix.cells.width, matrix.cell_width * static_cast<float>(matrix.columns), 1)
          << name_of(matrix);
      EXPECT_NEAR(matrix.cells.height, matrix.cell_height * static_cast<float>(matrix.rows), 1)
          << name_of(matrix);
    }
  }
}

TEST(PipelineLayout, WeightsHaveRoomForTheNamesOfTheColumnsOfX) {
  RandomRequests random(6);
  for (int round = 0; round < 50; ++round) {
    const Document document = random.document();
    const PipelineRequest request = random.request(document);
    const PipelineLayout layout = lay_out_pipeline(request);
    for (const PlacedMatrix& matrix : layout.matrices) {
      const Axis rows = row_axis(matrix.ref.name);
      const float width = has_token_rows(matrix.ref.name) ? request.token_label_width
                          : rows == Axis::one             ? 0
                          : rows == Axis::d_model         ? request.feature_label_width
                                                          : request.index_label_width;
      EXPECT_NEAR(matrix.label_width, width * layout.zoom * request.scale, 0.01f) << name_of(matrix);
    }
  }
}

TEST(PipelineLayout, TheNamesOfFeaturesAreMeasured) {
  testing::LabDriver named(testing::preset("words"));
  named.settle();
  EXPECT_GT(named.view.pipeline.feature_label_width, named.view.pipeline.token_label_width)
      << "“function word” is longer than “Alice”";
  testing::LabDriver numbered(testing::preset("alice"));
  numbered.settle();
  EXPECT_EQ(numbered.view.pipeline.feature_label_width, 0);
}

TEST(PipelineLayout, HoldsEverythingItPlaces) {
  RandomRequests random(3);
  const PipelineMeasures measures;
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE(round);
    const Document document = random.document();
    const PipelineRequest request = random.request(document);
    const PipelineLayout layout = lay_out_pipeline(request, measures);
    const Rect page{0, 0, layout.size.x, layout.size.y};
    for (const PlacedMatrix& matrix : layout.matrices) {
      const Rect block = block_of(matrix, measures, layout.zoom * request.scale);
      EXPECT_TRUE(is_inside(block, page, 1.5f))
          << name_of(matrix) << " " << to_text(block) << " in " << to_text(page);
    }
  }
}

TEST(PipelineLayout, ExceedsTheWorkspaceOnlyWhereAxesCannotBeShortened) {
  constexpr Index shortest = 8;  // entries that always stay visible
  RandomRequests random(4);
  for (int round = 0; round < 600; ++round) {
    SCOPED_TRACE(round);
    const Document document = random.document();
    const PipelineRequest request = random.request(document);
    const PipelineLayout layout = lay_out_pipeline(request);
    if (layout.size.x > request.available.x + 2) {
      for (const Axis axis :
           {Axis::key, Axis::d_model, Axis::d_k, Axis::d_v, Axis::d_concatenated, Axis::d_out}) {
        EXPECT_LE(layout.visible[axis], shortest) << layout.size.x << " in " << request.available.x;
      }
    }
    if (layout.size.y > request.available.y + 2) {
      for (const Axis axis : {Axis::query, Axis::key, Axis::d_model, Axis::d_concatenated}) {
        EXPECT_LE(layout.visible[axis], shortest) << layout.size.y << " in " << request.available.y;
      }
    }
  }
}

TEST(PipelineLayout, ShowsTheWholeRunningExampleWithoutScrolling) {
  const Document document = testing::preset("journey");
  PipelineRequest request;
  request.document = &document;
  for (const MatrixName name : all_matrix_names) request.measures[name] = {44, 60};
  request.available = {960, 620};  // the minimum at 1280 × 800
  const PipelineLayout layout = lay_out_pipeline(request);
  EXPECT_EQ(layout.visible.values, layout.sizes.values);
  EXPECT_LE(layout.size.x, request.available.x + 1);
  EXPECT_LE(layout.size.y, request.available.y + 1);
}

PipelineRequest request_for(const Document& document, float title, float short_title) {
  PipelineRequest request;
  request.document = &document;
  for (const MatrixName name : all_matrix_names) request.measures[name] = {44, title, short_title};
  request.available = {960, 620};
  return request;
}

TEST(PipelineLayout, TitlesMakeWayForLargerMatricesWhereRoomIsScarce) {
  const Document journey = testing::preset("journey");
  const Document document = *edits::set_positions(journey, Positions::sinusoidal, 1);
  const PipelineLayout with_formulas = lay_out_pipeline(request_for(document, 300, 300));
  const PipelineLayout without = lay_out_pipeline(request_for(document, 300, 100));
  EXPECT_GT(without.zoom, with_formulas.zoom * 1.1f);
  for (const PlacedMatrix& matrix : without.matrices) {
    // The scores' titles have enough room for the formula.
    const float full = std::min(300 * without.zoom, matrix.cells.width);
    if (has_token_columns(matrix.ref.name)) {
      EXPECT_GE(matrix.title.width, full - 1) << name_of(matrix);
    }
  }
}

TEST(PipelineLayout, ArrowsFromXRiseBesideTheTitlesOfWhatItIsTheSumOf) {
  const Document journey = testing::preset("journey");
  const Document document = *edits::set_positions(journey, Positions::sinusoidal, 1);
  const PipelineLayout layout = lay_out_pipeline(request_for(document, 200, 200));
  int rising = 0;
  for (const PlacedArrow& arrow : layout.arrows) {
    if (arrow.is_vertical || (arrow.hue != MatrixName::Q && arrow.hue != MatrixName::K)) continue;
    for (const PlacedMatrix& matrix : layout.matrices) {
      const bool is_above = matrix.ref.name == MatrixName::token_embeddings ||
                            matrix.ref.name == MatrixName::position_embeddings;
      if (!is_above || arrow.from.x > matrix.title.right()) continue;
      ASSERT_TRUE(arrow.lane);
      EXPECT_GE(arrow.lane->right, matrix.title.right());
      ++rising;
    }
  }
  EXPECT_EQ(rising, 4) << "to W_q and W_k, past two titles";
}

TEST(PipelineLayout, SoftmaxStandsWhereItsArrowMeetsTheWeights) {
  const Document document = *edits::set_mask(testing::preset("journey"), Mask::causal);
  PipelineRequest request = request_for(document, 200, 200);
  request.available = {1560, 600};  // wide, so that there are two columns
  const PipelineLayout layout = lay_out_pipeline(request);
  const auto is_softmax = [](const PlacedArrow& arrow) { return arrow.operation == "softmax"; };
  const auto arrow = std::find_if(layout.arrows.begin(), layout.arrows.end(), is_softmax);
  ASSERT_NE(arrow, layout.arrows.end());
  ASSERT_FALSE(arrow->is_vertical) << "the weights stand beside the masked scores";
  EXPECT_LT(std::abs(arrow->operation_at.y - arrow->to.y), std::abs(arrow->operation_at.y - arrow->from.y));
  EXPECT_EQ(arrow->operation_at.x, arrow->to.x);
  EXPECT_EQ(arrow->operation_anchor, HorizontalAnchor::right);
}

TEST(PipelineLayout, HasEveryMatrixOfTheDocumentOnce) {
  RandomRequests random(5);
  for (int round = 0; round < 200; ++round) {
    const Document document = random.document();
    const Model& model = document.model;
    const PipelineLayout layout = lay_out_pipeline(random.request(document));
    const auto count = [&](MatrixName name) {
      return std::count_if(layout.matrices.begin(), layout.matrices.end(),
                           [&](const PlacedMatrix& m) { return m.ref.name == name; });
    };
    const bool is_trainable = model.options.projection == Projection::trainable;
    for (const MatrixName name : {MatrixName::X, MatrixName::scores, MatrixName::scaled_scores,
                                  MatrixName::weights, MatrixName::context}) {
      EXPECT_EQ(count(name), 1) << to_string(name);
    }
    for (const MatrixName name :
         {MatrixName::W_q, MatrixName::W_k, MatrixName::W_v, MatrixName::Q, MatrixName::K, MatrixName::V}) {
      EXPECT_EQ(count(name), is_trainable ? 1 : 0) << to_string(name);
    }
    EXPECT_EQ(count(MatrixName::masked_scores), model.options.mask == Mask::causal ? 1 : 0);
    EXPECT_EQ(count(MatrixName::token_embeddings), model.has_positions() ? 1 : 0);
    EXPECT_EQ(count(MatrixName::position_embeddings), model.has_positions() ? 1 : 0);
    EXPECT_EQ(count(MatrixName::dropped_weights), model.has_dropout() ? 1 : 0);
    EXPECT_EQ(count(MatrixName::b_q), is_trainable && model.heads[0].b_q->size() > 0 ? 1 : 0);
    EXPECT_EQ(count(MatrixName::W_o), model.has_output_projection() ? 1 : 0);
  }
}

}  // namespace
}  // namespace attention_lab
