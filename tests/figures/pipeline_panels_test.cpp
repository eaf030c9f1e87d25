// Heads side by side in the pipeline, and A, B and B − A.
#include "ui/figures/pipeline/pipeline_panels.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "drawn_texts.h"
#include "fixed_width_metrics.h"
#include "legibility.h"
#include "random_documents.h"
#include "ui/figures/figure.h"
#include "ui/figures/pipeline/pipeline_figure.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::is_within;
using testing::RandomDocuments;
using testing::texts_of;

constexpr float panels_width = 1600;
constexpr float panels_height = 900;

struct State {
  explicit State(Document shown) : document(std::move(shown)) { forward(document.model, trace); }

  LabState state() const { return {document, trace}; }

  Document document;
  Trace trace;
};

Document document_with_heads(Index n_heads, std::uint32_t seed, Mask mask = Mask::none) {
  RandomDocuments random(seed);
  Document document;
  document.tokens = {"Your", "journey", "starts", "with"};
  document.model.options.mask = mask;
  document.model.token_embeddings = random.matrix(4, 3);
  for (Index i = 0; i < n_heads; ++i) {
    Head& head = document.model.heads.emplace_back();
    head.W_q = random.matrix(3, 2);
    head.W_k = random.matrix(3, 2);
    head.W_v = random.matrix(3, 2);
  }
  document.model.W_o = random.matrix(n_heads * 2, 2);
  return document;
}

Matrix with_first(const Matrix& matrix, Scalar number) {
  return Matrix::NullaryExpr(matrix.rows(), matrix.cols(), [&](Index row, Index column) {
    return row == 0 && column == 0 ? number : matrix(row, column);
  });
}

std::vector<Index> first_heads(Index n) {
  std::vector<Index> heads(static_cast<std::size_t>(n));
  std::iota(heads.begin(), heads.end(), Index{0});
  return heads;
}

/// A page with panels, and what it refers to.
struct PanelPicture {
  PanelPicture(const State& b, Index n_heads, Comparison comparison = Comparison::none,
               const State* a = nullptr, std::optional<MatrixName> focus = std::nullopt,
               float width = panels_width, float height = panels_height) {
    const std::vector<Index> heads = first_heads(n_heads);
    PipelineFigureSpec spec(b.document, b.trace, 0, ranges_of_stages(b.document.model, b.trace, heads));
    std::optional<LabState> pinned;
    if (a != nullptr) {
      pinned.emplace(a->state());
      compared.emplace(b.state(), *pinned, heads);
    }
    spec.focus = focus;
    take_panels(spec, b.state(), heads, comparison, pinned ? &*pinned : nullptr,
                compared ? &*compared : nullptr);
    spec.decimals = 4;
    style.font_size = 18;
    style.pixel = 1;
    picture = pipeline_figure(spec, width, height, style, fixed_width);
    states.swap(spec.panels);
  }

  /// The number of one cell as it is written on the page; empty: none is.
  std::string written(const PlacedStage& stage, Index row, Index column) const {
    const Rect cell = stage.grid.rect_of({row, column});
    for (const Text& text : all<Text>(picture.list)) {
      const Point middle = bounds_of(text, fixed_width).centre();
      if (cell.contains(middle)) return text.text;
    }
    return {};
  }

  /// Every cell of every panel says what its own state and head have there. Returns how many cells it saw.
  Index expect_own_numbers() const {
    Index seen = 0;
    for (std::size_t i = 0; i < picture.panels.size(); ++i) {
      const LabState& state = states[i].state;
      for (const PlacedStage& stage : picture.panels[i].stages.stages) {
        EXPECT_EQ(stage.block.ref.head, is_per_head(stage.block.ref.name) ? states[i].head : 0);
        const MatrixView values = matrix_view(state.document.model, state.trace, stage.block.ref);
        EXPECT_EQ(values.rows(), stage.grid.rows);
        for (Index cell = 0; cell < values.size(); ++cell, ++seen) {
          const Index row = cell / values.cols();
          const Index column = cell % values.cols();
          const auto number = static_cast<double>(values(row, column));
          const std::string text = written(stage, row, column);
          if (std::isfinite(number) && number != 0) {
            EXPECT_EQ(text, format_number(number, 4)) << i;
          }
        }
      }
    }
    return seen;
  }

  std::optional<ComparedStages> compared;
  std::vector<PipelinePanelSpec> states;
  FigureStyle style;
  PipelinePicture picture;
};

TEST(PipelinePanels, EveryHeadHasAPanelWithItsOwnNumbers) {
  for (const Index n_heads : {2, 4}) {
    const State state(document_with_heads(n_heads, 3));
    const PanelPicture shown(state, n_heads, Comparison::none, nullptr, MatrixName::weights);
    ASSERT_EQ(shown.picture.panels.size(), static_cast<std::size_t>(n_heads));
    EXPECT_GE(shown.expect_own_numbers(), n_heads * 16);
    for (Index head = 1; head <= n_heads; ++head)
      EXPECT_EQ(texts_of(shown.picture.list, "head " + std::to_string(head)).size(), 1u);
  }
}

TEST(PipelinePanels, ShareTheirColoursAndOneLegend) {
  const State state(document_with_heads(2, 4));
  const PanelPicture shown(state, 2, Comparison::none, nullptr, MatrixName::weights);
  EXPECT_EQ(texts_of(shown.picture.list, "attention weights").size(), 1u);
  const std::vector<FillRect> fills = all<FillRect>(shown.picture.list);
  for (const PipelinePanel& panel : shown.picture.panels) {
    const PlacedStage& weights = panel.stages.stages.back();
    ASSERT_EQ(weights.block.ref, (MatrixRef{MatrixName::weights, panel.head}));
    const Matrix& values = state.trace.heads[static_cast<std::size_t>(panel.head)].weights;
    for (Index row = 0; row < 4; ++row) {
      const Rect cell = weights.grid.rect_of({row, 1});
      const Colour colour = sample(ColourMap::viridis, static_cast<float>(values(row, 1)));
      const bool is_there = std::any_of(fills.begin(), fills.end(), [&](const FillRect& fill) {
        return fill.rect.x == cell.x && fill.rect.y == cell.y && fill.colour == colour;
      });
      EXPECT_TRUE(is_there) << "head " << panel.head << ", row " << row;
    }
  }
}

TEST(PipelinePanels, HaveTheSameArrangementInEachPanel) {
  const State state(document_with_heads(4, 5));
  for (const auto focus : {std::optional<MatrixName>(), std::optional(MatrixName::Q)}) {
    const PanelPicture shown(state, 4, Comparison::none, nullptr, focus);
    const StageLayout& first = shown.picture.panels.front().stages;
    for (const PipelinePanel& panel : shown.picture.panels) {
      ASSERT_EQ(panel.stages.stages.size(), first.stages.size());
      const Point by{panel.stages.stages[0].grid.cells.x - first.stages[0].grid.cells.x,
                     panel.stages.stages[0].grid.cells.y - first.stages[0].grid.cells.y};
      for (std::size_t i = 0; i < first.stages.size(); ++i) {
        EXPECT_NEAR(panel.stages.stages[i].grid.cells.x, first.stages[i].grid.cells.x + by.x, 0.01f);
        EXPECT_NEAR(panel.stages.stages[i].grid.cells.y, first.stages[i].grid.cells.y + by.y, 0.01f);
        EXPECT_EQ(panel.stages.stages[i].grid.cells.width, first.stages[i].grid.cells.width);
      }
    }
  }
}

void expect_panels_apart(const PipelinePicture& picture) {
  std::vector<Rect> cells;
  for (const PipelinePanel& panel : picture.panels) {
    for (const PlacedStage& stage : panel.stages.stages) {
      const Rect& one = stage.grid.cells;
      EXPECT_TRUE(is_within(one, {0, 0, picture.list.width, picture.list.height}, 0.5f));
      for (const Rect& other : cells) {
        const bool is_apart = one.right() <= other.x + 0.5f || other.right() <= one.x + 0.5f ||
                              one.bottom() <= other.y + 0.5f || other.bottom() <= one.y + 0.5f;
        EXPECT_TRUE(is_apart);
      }
      cells.push_back(one);
    }
  }
}

TEST(PipelinePanels, NothingOverlapsOrLeavesThePage) {
  for (const Index n_heads : {1, 2, 3, 4, 8}) {
    const State a(document_with_heads(n_heads, 6));
    const State b(document_with_heads(n_heads, 7, Mask::causal));
    for (const Comparison comparison : {Comparison::none, Comparison::side_by_side, Comparison::difference}) {
      for (const auto focus : {std::optional<MatrixName>(), std::optional(MatrixName::weights),
                               std::optional(MatrixName::Q), std::optional(MatrixName::concatenated)}) {
        if (n_heads == 1 && focus == MatrixName::concatenated) continue;
        for (const Point size : {Point{640, 480}, Point{1000, 560}, Point{1600, 900}, Point{600, 1000}}) {
          SCOPED_TRACE(std::to_string(n_heads) + " heads, comparison " +
                       std::to_string(static_cast<int>(comparison)) + ", " + std::to_string(size.x) +
                       (focus ? ", in focus" : ""));
          const PanelPicture shown(b, n_heads, comparison, comparison == Comparison::none ? nullptr : &a,
                                   focus, size.x, size.y);
          testing::expect_tidy(shown.picture.list, fixed_width);
          testing::expect_contrast(shown.picture.list, shown.style, fixed_width);
          testing::expect_on_page(shown.picture.list);
          expect_panels_apart(shown.picture);
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST(PipelinePanels, ShowFewerHeadsThanThereAreOnlyIfTheySaySo) {
  const State state(document_with_heads(40, 8));
  const PanelPicture shown(state, 40);
  const std::size_t n = shown.picture.panels.size();
  ASSERT_LT(n, 40u);
  ASSERT_GE(n, 4u);
  EXPECT_EQ(texts_of(shown.picture.list, "only heads 1 to " + std::to_string(n) +
                                             " of 40: more panels would be too small on this page")
                .size(),
            1u);
}

TEST(PipelinePanels, AStageThatAllHeadsShareHasOnePanel) {
  const State state(document_with_heads(3, 9));
  const std::vector<Index> heads = first_heads(3);
  EXPECT_EQ(heads_shown(state.state(), heads, MatrixName::context).size(), 1u);
  EXPECT_EQ(heads_shown(state.state(), heads, MatrixName::weights), heads);
  EXPECT_EQ(heads_shown(state.state(), heads, std::nullopt), heads);
}

TEST(PipelinePanels, LeaveOutOperandsOnlyForLargerNumbers) {
  const State state(document_with_heads(2, 10));
  const auto names = [&](float height) {
    const PanelPicture shown(state, 2, Comparison::none, nullptr, MatrixName::weights, panels_width, height);
    std::vector<MatrixName> found;
    for (const PlacedStage& stage : shown.picture.panels.back().stages.stages)
      found.push_back(stage.block.ref.name);
    return found;
  };
  EXPECT_EQ(names(900), (std::vector{MatrixName::scaled_scores, MatrixName::weights}));
  bool is_alone = false;
  for (float height = 300; height >= 120; height -= 20)
    is_alone = is_alone || names(height) == std::vector{MatrixName::weights};
  EXPECT_TRUE(is_alone) << "on a low page";
}

TEST(PipelinePanels, TheDifferenceIsBMinusAToTheLastBit) {
  const State a(document_with_heads(2, 11));
  const State b(document_with_heads(2, 12));
  const StageDifference difference = stage_difference_of(b.state(), a.state());
  EXPECT_TRUE(difference.refused.empty());
  for (const MatrixName name : all_matrix_names) {
    for (Index head = 0; head < (is_per_head(name) ? 2 : 1); ++head) {
      const MatrixRef ref{name, head};
      const MatrixView of_b = matrix_view(b.document.model, b.trace, ref);
      const MatrixView of_a = matrix_view(a.document.model, a.trace, ref);
      const MatrixView found = matrix_view(difference.document.model, difference.trace, ref);
      ASSERT_EQ(found.size(), of_b.size()) << to_string(name);
      for (Index i = 0; i < of_b.size(); ++i)
        EXPECT_EQ(found.data()[i], of_b.data()[i] - of_a.data()[i]) << to_string(name);
    }
  }
}

TEST(PipelinePanels, WriteADifferenceWithAllItsDecimals) {
  const State a(document_with_heads(1, 13));
  Document changed = a.document;
  const Matrix& W_q = *a.document.model.heads[0].W_q;
  changed.model.heads[0].W_q = with_first(W_q, W_q(0, 0) + Scalar(0.0005));
  const State b(changed);
  const PanelPicture shown(b, 1, Comparison::side_by_side, &a, MatrixName::Q);
  ASSERT_EQ(shown.picture.panels.size(), 3u);
  EXPECT_GT(shown.expect_own_numbers(), 0);
  EXPECT_FALSE(texts_of(shown.picture.list, "0.0005").empty());
  for (const std::string heading : {"A", "B", "B − A"})
    EXPECT_EQ(texts_of(shown.picture.list, heading).size(), 1u) << heading;
}

TEST(PipelinePanels, CellsThatOnlyOneStateMasksHaveADifference) {
  const State a(document_with_heads(1, 14));
  const State b(document_with_heads(1, 14, Mask::causal));
  const PanelPicture one_mask(b, 1, Comparison::difference, &a, MatrixName::head_output);
  EXPECT_EQ(one_mask.compared->difference.mask, Mask::none);
  const Scalar weight = a.trace.heads[0].weights(0, 3);
  EXPECT_EQ(one_mask.compared->difference.trace.heads[0].weights(0, 3), -weight);
  EXPECT_FALSE(texts_of(one_mask.picture.list, format_number(static_cast<double>(-weight), 4)).empty());
  EXPECT_EQ(stage_difference_of(b.state(), b.state()).mask, Mask::causal);
}

TEST(PipelinePanels, DoNotWriteOperationsOrSumsForDifferences) {
  const State a(document_with_heads(1, 15));
  const State b(document_with_heads(1, 16));
  const PanelPicture shown(b, 1, Comparison::side_by_side, &a, MatrixName::weights);
  EXPECT_EQ(texts_of(shown.picture.list, "softmax").size(), 2u) << "for A and for B";
  EXPECT_EQ(texts_of(shown.picture.list, "Σ 1").size(), 8u);
}

TEST(PipelinePanels, SayInWordsWhatACannotBeSubtractedFrom) {
  const State a(document_with_heads(1, 17));
  const State b(document_with_heads(2, 18, Mask::causal));
  const PanelPicture shown(b, 2, Comparison::side_by_side, &a);
  EXPECT_EQ(texts_of(shown.picture.list, "A has no head 2.").size(), 1u);
  EXPECT_EQ(texts_of(shown.picture.list, "A has no head 2 to subtract.").size(), 1u);
  EXPECT_EQ(
      texts_of(shown.picture.list,
               "There is no B − A for matrices that A lacks or that have another shape in A: masked scores, "
               "concatenated, W_o.")
          .size(),
      1u);
}

TEST(PipelinePanels, SayInWordsThatAHasNoStageInFocus) {
  Document dropped = document_with_heads(2, 18, Mask::causal);
  dropped.model.options.dropout = {Scalar(0.5), 123};
  dropped.model.options.positions = Positions::learned;
  dropped.model.position_embeddings = Matrix(Matrix::Ones(4, 3));
  Document plain = document_with_heads(1, 17);
  plain.model.W_o = Matrix();
  const State a(plain);
  const State b(dropped);
  for (const MatrixName stage : {MatrixName::masked_scores, MatrixName::dropped_weights,
                                 MatrixName::head_output, MatrixName::concatenated, MatrixName::X}) {
    const PanelPicture shown(b, 1, Comparison::side_by_side, &a, stage);
    const std::string name = display_name(stage);
    const std::string sentence =
        stage == MatrixName::X ? "In A, X is given, not computed." : "A has no " + name + ".";
    EXPECT_EQ(texts_of(shown.picture.list, sentence).size(), 1u) << sentence;
    EXPECT_TRUE(shown.picture.panels.front().stages.stages.empty()) << to_string(stage);
    testing::expect_on_page(shown.picture.list);
    const PanelPicture alone(b, 1, Comparison::pinned, &a, stage);
    EXPECT_EQ(texts_of(alone.picture.list, sentence).size(), 1u) << sentence;
  }
}

TEST(PipelinePanels, AreLaidOutAgainOnlyIfSomethingElseNeedsRoom) {
  Document document = document_with_heads(2, 19);
  KeptPipelineLayout kept;
  float width = 0;  // of Q
  const auto draw = [&] {
    const State state(document);
    const std::vector<Index> heads = first_heads(2);
    PipelineFigureSpec spec(state.document, state.trace, 0,
                            ranges_of_stages(state.document.model, state.trace, heads));
    spec.panels = panels_of(state.state(), heads, {});
    spec.focus = MatrixName::Q;
    FigureStyle style;
    style.font_size = 18;
    const PipelinePicture picture = pipeline_figure(spec, 1000, 600, style, fixed_width, &kept);
    width = picture.panels.back().stages.stages.back().grid.cells.width;
    return kept.panels.trials[*kept.panels.chosen].is_new();
  };
  EXPECT_TRUE(draw());
  EXPECT_FALSE(draw());
  const auto original = document.model.token_embeddings;
  const Matrix& X = *original;
  document.model.token_embeddings = with_first(X, X(0, 0) > 0 ? Scalar(0.25) : Scalar(-0.25));
  EXPECT_FALSE(draw()) << "the number is as long as before";
  const float before = width;
  document.model.token_embeddings = with_first(X, Scalar(-12345.5));
  draw();
  EXPECT_NE(width, before);
}

TEST(PipelinePanels, AreDrawnByNameToo) {
  const State a(document_with_heads(2, 20));
  const State b(document_with_heads(2, 21));
  const LabState pinned = a.state();
  FigureRequest request;
  request.figure = FigureName::pipeline;
  request.shows_all_heads = true;
  request.comparison = Comparison::side_by_side;
  const Result<Figure> figure = draw_figure(request, b.state(), &pinned, panels_width, panels_height,
                                            testing::paper_style(18), fixed_width);
  ASSERT_TRUE(figure);
  for (const std::string heading : {"head 1: A", "head 2: B", "head 2: B − A"})
    EXPECT_EQ(texts_of(figure->list, heading).size(), 1u) << heading;
  EXPECT_EQ(file_stem(request, 2), "pipeline-all-heads-side-by-side");
}

}  // namespace
}  // namespace attention_lab
