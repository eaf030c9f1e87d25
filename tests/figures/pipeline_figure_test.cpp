#include "ui/figures/pipeline/pipeline_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/attention/model.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "drawn_texts.h"
#include "fixed_width_metrics.h"
#include "legibility.h"
#include "random_documents.h"
#include "ui/figures/base/labels.h"
#include "ui/figures/figure_data.h"
#include "ui/figures/pipeline/pipeline_colours.h"
#include "ui/figures/pipeline/pipeline_plan.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::described;
using testing::fixed_width;
using testing::is_within;
using testing::RandomDocuments;
using testing::texts_of;

FigureStyle style_with(float font_size, bool is_night = false) {
  FigureStyle style = is_night ? testing::night_style() : FigureStyle{};
  style.font_size = font_size;
  style.pixel = 0.5f;
  return style;
}

Trace trace_of(const Document& document) {
  Trace trace;
  forward(document.model, trace);
  return trace;
}

/// Six tokens, d_model 3, one head.
Document six_tokens(Mask mask = Mask::none) {
  RandomDocuments random(7);
  Document document = testing::small_document();
  document.tokens = {"Your", "journey", "starts", "with", "one", "step"};
  document.model.token_embeddings = random.matrix(6, 3);
  document.model.options.mask = mask;
  return document;
}

Matrix with_number(const Matrix& matrix, Index row, Index column, Scalar number) {
  return Matrix::NullaryExpr(matrix.rows(), matrix.cols(), [&](Index i, Index j) {
    return i == row && j == column ? number : matrix(i, j);
  });
}

struct Drawn {
  Document document;
  Trace trace;
  DisplayList list;
};

template <class Change>
Drawn drawn(Document document, Change change, const FigureStyle& style = style_with(16), float width = 960,
            float height = 540, Index head = 0) {
  Drawn drawn{std::move(document), {}, {}};
  drawn.trace = trace_of(drawn.document);
  PipelineFigureSpec spec(drawn.document, drawn.trace, head);
  change(spec);
  drawn.list = pipeline_figure(spec, width, height, style, fixed_width).list;
  return drawn;
}

Drawn drawn(Document document) {
  return drawn(std::move(document), [](PipelineFigureSpec&) {});
}

bool is_title(const Text& text, MatrixName name) {
  return text.is_markup && text.weight == FontWeight::medium && text.text == display_name(name);
}

/// Everything drawn for one matrix: from its title to the next title.
std::vector<DrawCommand> stage(const DisplayList& list, MatrixName wanted) {
  std::vector<DrawCommand> found;
  bool is_inside = false;
  for (const DrawCommand& command : list.commands) {
    if (const auto* text = std::get_if<Text>(&command)) {
      for (const MatrixName name : all_matrix_names) {
        if (is_title(*text, name)) is_inside = name == wanted;
      }
    }
    if (is_inside) found.push_back(command);
  }
  return found;
}

DisplayList as_list(std::vector<DrawCommand> commands) {
  DisplayList list;
  list.commands = std::move(commands);
  return list;
}

/// The backgrounds of the cells, row by row; the first rectangle is the grid behind them.
std::vector<FillRect> cells_of(const DisplayList& list, MatrixName name, Index count) {
  std::vector<FillRect> fills = all<FillRect>(as_list(stage(list, name)));
  if (fills.empty()) return {};
  fills.erase(fills.begin());
  fills.resize(std::min(fills.size(), static_cast<std::size_t>(count)));
  return fills;
}

bool has_matrix(const Model& model, MatrixName name) {
  const bool is_projected = model.options.projection == Projection::trainable;
  const bool has_biases = is_projected && model.heads.front().b_q->size() > 0;
  switch (name) {
    case MatrixName::W_q:
    case MatrixName::W_k:
    case MatrixName::W_v:
    case MatrixName::Q:
    case MatrixName::K:
    case MatrixName::V: return is_projected;
    case MatrixName::b_q:
    case MatrixName::b_k:
    case MatrixName::b_v: return has_biases;
    case MatrixName::token_embeddings:
    case MatrixName::position_embeddings: return model.has_positions();
    case MatrixName::masked_scores: return model.options.mask != Mask::none;
    case MatrixName::dropout_mask: return false;  // shown in the dropped weights
    case MatrixName::dropped_weights: return model.has_dropout();
    case MatrixName::head_output: return model.n_heads() > 1 || model.has_output_projection();
    case MatrixName::concatenated: return model.n_heads() > 1 && model.has_output_projection();
    case MatrixName::W_o: return model.has_output_projection();
    case MatrixName::b_o: return model.has_output_projection() && model.b_o->size() > 0;
    default: return true;
  }
}

TEST(PipelineFigure, NamesEveryMatrixOfTheModelOnceWithItsShape) {
  RandomDocuments random(11);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Drawn figure = drawn(random.document(variant));
    const Model& model = figure.document.model;
    for (const MatrixName name : all_matrix_names) {
      SCOPED_TRACE(to_string(name));
      const std::vector<DrawCommand> drawn_stage = stage(figure.list, name);
      if (!has_matrix(model, name)) {
        EXPECT_TRUE(drawn_stage.empty());
        continue;
      }
      const auto titles = std::count_if(figure.list.commands.begin(), figure.list.commands.end(),
                                        [&](const DrawCommand& command) {
                                          const Text* text = std::get_if<Text>(&command);
                                          return text != nullptr && is_title(*text, name);
                                        });
      ASSERT_EQ(titles, 1);
      const MatrixView values = matrix_view(model, figure.trace, {name, 0});
      const Text* shape = std::get_if<Text>(&drawn_stage[1]);
      ASSERT_NE(shape, nullptr);
      EXPECT_EQ(shape->text, shape_text(values.rows(), values.cols()));
    }
    if (HasFailure()) break;
  }
}

TEST(PipelineFigure, WritesTheDivisorItself) {
  Document document = six_tokens();
  EXPECT_EQ(texts_of(drawn(document).list, "÷ √d_k = 1.4142").size(), 1u);
  document.model.options.scale = {Scale::Kind::custom, Scalar(3.5)};
  EXPECT_EQ(texts_of(drawn(document).list, "÷ 3.5").size(), 1u);
  document.model.options.scale = {Scale::Kind::none, 1};
  EXPECT_EQ(texts_of(drawn(document).list, "not scaled").size(), 1u);
}

TEST(PipelineFigure, WritesTheTemperatureWhereItIsNotOne) {
  Document document = six_tokens();
  EXPECT_TRUE(texts_of(drawn(document).list, "÷ T = 0.5").empty());
  document.model.options.temperature = Scalar(0.5);
  const DisplayList list = drawn(document).list;
  const bool is_written = std::any_of(list.commands.begin(), list.commands.end(), [](const DrawCommand& c) {
    const Text* text = std::get_if<Text>(&c);
    return text != nullptr && text->text.rfind("÷ T = 0.5", 0) == 0;
  });
  EXPECT_TRUE(is_written);
}

TEST(PipelineFigure, ColoursWeightsByTheMapExactly) {
  for (const ColourMap map : {ColourMap::viridis, ColourMap::greys}) {
    const Drawn figure = drawn(six_tokens(), [&](PipelineFigureSpec& spec) {
      spec.weights_map = map;
      spec.weights_high = 0.4;
    });
    const Matrix& weights = figure.trace.heads[0].weights;
    const std::vector<FillRect> cells = cells_of(figure.list, MatrixName::weights, 36);
    ASSERT_EQ(cells.size(), 36u);
    for (Index i = 0; i < 36; ++i) {
      const float t = static_cast<float>(static_cast<double>(weights.data()[i]) / 0.4);
      EXPECT_EQ(cells[static_cast<std::size_t>(i)].colour, sample(map, t)) << i;
    }
  }
}

TEST(PipelineFigure, TintsSignedNumbersFromTheGround) {
  const FigureStyle style = style_with(16);
  Document document = six_tokens();
  const Matrix X = Matrix::NullaryExpr(6, 3, [](Index i, Index j) {
    return i == 0 ? Scalar{0} : i == 1 ? Scalar(j + 1) : Scalar(-(j + 1));
  });
  document.model.token_embeddings = X;
  const Drawn figure = drawn(document);
  const std::vector<FillRect> cells = cells_of(figure.list, MatrixName::X, 18);
  ASSERT_EQ(cells.size(), 18u);
  EXPECT_EQ(cells[0].colour, style.ground);
  EXPECT_EQ(cells[5].colour, mix(style.ground, style.positive, 0.55f));
  EXPECT_EQ(cells[8].colour, mix(style.ground, style.negative, 0.55f));
}

TEST(PipelineFigure, MaskedCellsAreHatchedNotColoured) {
  const FigureStyle style = style_with(16);
  const Drawn figure = drawn(six_tokens(Mask::causal));
  for (const MatrixName name : {MatrixName::masked_scores, MatrixName::weights}) {
    const std::vector<FillRect> cells = cells_of(figure.list, name, 36);
    const std::vector<Line> lines = all<Line>(as_list(stage(figure.list, name)));
    ASSERT_EQ(cells.size(), 36u);
    for (Index i = 0; i < 36; ++i) {
      const FillRect& cell = cells[static_cast<std::size_t>(i)];
      const auto hatches = std::count_if(lines.begin(), lines.end(), [&](const Line& line) {
        const Rect room = cell.rect.expanded(0.01f);
        return room.contains(line.from) && room.contains(line.to);
      });
      const bool is_hidden = i % 6 > i / 6;
      EXPECT_EQ(hatches > 0, is_hidden) << i;
      EXPECT_EQ(cell.colour == mix(style.ground, style.line, 0.35f), is_hidden) << i;
    }
  }
  EXPECT_EQ(texts_of(figure.list, "−∞").size(), 15u);
  EXPECT_EQ(texts_of(figure.list, "masked").size(), 1u);
}

int diagonals_from_corners(const DisplayList& list, const Rect& cell) {
  int count = 0;
  for (const Line& line : all<Line>(list)) {
    const bool is_at_left = line.from.x == cell.x && line.to.x == cell.right();
    const bool is_down = line.from.y == cell.y && line.to.y == cell.bottom();
    const bool is_up = line.from.y == cell.bottom() && line.to.y == cell.y;
    if (is_at_left && (is_down || is_up)) ++count;
  }
  return count;
}

TEST(PipelineFigure, DroppedCellsAreCrossedOutAndTheLegendSaysSo) {
  for (const Mask mask : {Mask::none, Mask::causal}) {
    Document document = six_tokens(mask);
    document.model.options.dropout = {Scalar(0.5), 123};
    const Drawn figure = drawn(document);
    const std::vector<FillRect> cells = cells_of(figure.list, MatrixName::dropped_weights, 36);
    ASSERT_EQ(cells.size(), 36u);
    const FigureStyle style = style_with(16);
    const Matrix& left = figure.trace.heads[0].dropped_weights;
    for (Index i = 0; i < 36; ++i) {
      const FillRect& cell = cells[static_cast<std::size_t>(i)];
      const bool is_hidden = cell.colour == mix(style.ground, style.line, 0.35f);
      EXPECT_EQ(is_hidden, left(i / 6, i % 6) == 0) << i;
      if (!is_hidden) continue;
      const bool is_masked = !is_visible(mask, i / 6, i % 6, 6);
      EXPECT_EQ(diagonals_from_corners(figure.list, cell.rect), is_masked ? 0 : 2) << i;
    }
    EXPECT_EQ(texts_of(figure.list, "dropped").size(), 1u);
    EXPECT_EQ(texts_of(figure.list, "masked").size(), mask == Mask::none ? 0u : 1u);
  }
}

TEST(PipelineFigure, TheScaleOfDroppedWeightsReachesBeyondOneWhereTheyDo) {
  Document document = six_tokens(Mask::causal);
  document.model.options.dropout = {Scalar(0.5), 123};
  const Trace trace = trace_of(document);
  const auto high_of = [&](MatrixName name) {
    const Result<FigureData> data = FigureData::of({document, trace}, {name, 0});
    return colouring_of(FigureRequest{}, *data, data->range).high;
  };
  // The first token attends only to itself, with a weight of 1, which dropout keeps here.
  EXPECT_EQ(high_of(MatrixName::weights), 1);
  EXPECT_EQ(high_of(MatrixName::dropped_weights), 2);
}

TEST(PipelineFigure, ScoresKeepTheirScaleWithDropout) {
  Document document = six_tokens();
  const auto high = [&] {
    const Drawn figure = drawn(document);
    const PipelineFigureSpec spec(figure.document, figure.trace);
    return StageColours(spec, style_with(16)).high(StageScale::scores);
  };
  const double without = high();
  document.model.options.dropout = {Scalar(0.999), 123};
  EXPECT_EQ(high(), without);
}

TEST(PipelineFigure, EmbeddingsAndTheirSumHaveOneScale) {
  const FigureStyle style = style_with(16);
  for (const Positions positions : {Positions::learned, Positions::sinusoidal}) {
    Document document = six_tokens();
    document.model.options.positions = positions;
    document.model.token_embeddings = Matrix(Matrix::Constant(6, 3, 1));
    document.model.position_embeddings = Matrix(Matrix::Constant(6, 3, 3));
    const Drawn figure = drawn(document);
    const auto colour = [&](MatrixName name) { return cells_of(figure.list, name, 18)[0].colour; };
    const auto tint = [&](float share) { return mix(style.ground, style.positive, 0.55f * share); };
    EXPECT_EQ(colour(MatrixName::token_embeddings), tint(0.25f));
    EXPECT_EQ(colour(MatrixName::position_embeddings), tint(0.75f));
    EXPECT_EQ(colour(MatrixName::X), tint(1));
    EXPECT_EQ(texts_of(figure.list, "embeddings, X, W").size(), 1u);
  }
}

TEST(PipelineFigure, FramesTheRowOfAChosenToken) {
  Document document = six_tokens();
  const Drawn figure = drawn(document, [](PipelineFigureSpec& spec) { spec.token = 4; });
  for (const MatrixName name : {MatrixName::X, MatrixName::Q, MatrixName::scores, MatrixName::scaled_scores,
                                MatrixName::weights, MatrixName::context}) {
    SCOPED_TRACE(to_string(name));
    const std::vector<StrokeRect> frames = all<StrokeRect>(as_list(stage(figure.list, name)));
    ASSERT_GE(frames.size(), 1u);
    const Index columns = matrix_view(figure.document.model, figure.trace, {name, 0}).cols();
    const std::vector<FillRect> cells = cells_of(figure.list, name, 6 * columns);
    for (Index i = 0; i < 6 * columns; ++i) {
      EXPECT_EQ(is_within(cells[static_cast<std::size_t>(i)].rect, frames[0].rect, 0.01f), i / columns == 4)
          << i;
    }
  }
  for (const MatrixName name : {MatrixName::W_q, MatrixName::K}) {
    EXPECT_TRUE(all<StrokeRect>(as_list(stage(figure.list, name))).empty()) << to_string(name);
  }
}

TEST(PipelineFigure, FadesOtherQueriesAndKeepsKeysAndValues) {
  const Drawn whole = drawn(six_tokens());
  const Drawn path = drawn(six_tokens(), [](PipelineFigureSpec& spec) { spec.token = 2; });
  const auto colours = [](const Drawn& figure, MatrixName name, Index count) {
    std::vector<Colour> found;
    for (const FillRect& cell : cells_of(figure.list, name, count)) found.push_back(cell.colour);
    return found;
  };
  for (const MatrixName name : {MatrixName::K, MatrixName::V}) {
    EXPECT_EQ(colours(whole, name, 12), colours(path, name, 12)) << to_string(name);
  }
  const std::vector<Colour> before = colours(whole, MatrixName::weights, 36);
  const std::vector<Colour> after = colours(path, MatrixName::weights, 36);
  for (std::size_t i = 0; i < 36; ++i) EXPECT_EQ(before[i] == after[i], i / 6 == 2) << i;
}

TEST(PipelineFigure, SaysWhichHeadAndWhichToken) {
  RandomDocuments random(5);
  testing::Variant variant;
  variant.n_heads = 3;
  Document document = random.document(variant);
  document.tokens.front() = "x_1";
  const Drawn figure = drawn(
      document, [](PipelineFigureSpec& spec) { spec.token = 0; }, style_with(16), 960, 540, 1);
  const std::string about =
      "the path of “x\\_1”, token 1 of " + std::to_string(document.tokens.size()) + " · head 2 of 3";
  EXPECT_EQ(texts_of(figure.list, about).size(), 1u);
  EXPECT_TRUE(texts_of(drawn(six_tokens()).list, "head 1 of 1").empty());
}

TEST(PipelineFigure, WritesTheNumbersOfTheHeadShown) {
  RandomDocuments random(6);
  testing::Variant variant;
  variant.n_heads = 2;
  const Drawn figure = drawn(
      random.document(variant), [](PipelineFigureSpec&) {}, style_with(14), 1200, 700, 1);
  const Matrix& Q = figure.trace.heads[1].Q;
  const DisplayList list = as_list(stage(figure.list, MatrixName::Q));
  for (Index i = 0; i < Q.size(); ++i) {
    EXPECT_FALSE(texts_of(list, format_number(static_cast<double>(Q.data()[i]), 2)).empty()) << i;
  }
}

TEST(PipelineFigure, LongDocumentsAreWindowsAndSaySo) {
  RandomDocuments random(8);
  Document document = testing::small_document();
  document.tokens.assign(1024, "token");
  document.model.token_embeddings = random.matrix(1024, 48);
  Head& head = document.model.heads.front();
  head.W_q = random.matrix(48, 4);
  head.W_k = random.matrix(48, 4);
  head.W_v = random.matrix(48, 4);
  const Drawn figure = drawn(document, [](PipelineFigureSpec& spec) { spec.token = 700; });
  const DisplayList scores = as_list(stage(figure.list, MatrixName::scores));
  EXPECT_EQ(texts_of(scores, "1024 × 1024").size(), 1u);
  EXPECT_EQ(all<FillDisc>(scores).size(), 6u) << "three dots right and three below";
  EXPECT_EQ(all<StrokeRect>(as_list(stage(figure.list, MatrixName::context))).size(), 1u)
      << "the chosen row is in the window";
  const std::vector<Text> texts = all<Text>(figure.list);
  const auto note = std::find_if(texts.begin(), texts.end(), [](const Text& text) {
    return text.text.rfind("Only a part is shown: queries ", 0) == 0;
  });
  ASSERT_NE(note, texts.end());
  EXPECT_NE(note->text.find("of 1,024"), std::string::npos) << note->text;
  EXPECT_LT(figure.list.commands.size(), 4000u);
}

TEST(PipelineFigure, ManyTokensAreShownWholeAsImages) {
  RandomDocuments random(9);
  Document document = six_tokens(Mask::causal);
  document.tokens.assign(40, "token");
  document.model.token_embeddings = random.matrix(40, 3);
  const Drawn figure = drawn(document);
  const std::vector<Image> images = all<Image>(as_list(stage(figure.list, MatrixName::weights)));
  ASSERT_FALSE(images.empty());
  const Pixels& pixels = *images[0].pixels;
  ASSERT_EQ(pixels.width, 40);
  ASSERT_EQ(pixels.height, 40);
  const Matrix& weights = figure.trace.heads[0].weights;
  for (const Index row : {0, 7, 39}) {
    EXPECT_EQ(pixels.colours[static_cast<std::size_t>(row * 40)],
              sample(ColourMap::viridis, static_cast<float>(weights(row, 0))));
  }
}

TEST(PipelineFigure, LegendsHaveTheRealRanges) {
  Document document = six_tokens();
  document.model.token_embeddings = with_number(*document.model.token_embeddings, 3, 1, Scalar(-4.25));
  const Drawn figure = drawn(document, [](PipelineFigureSpec& spec) { spec.weights_high = 7; });
  EXPECT_EQ(texts_of(figure.list, "−4.25").size(), 2u) << "in its cell and in the legend";
  EXPECT_EQ(texts_of(figure.list, "4.25").size(), 1u);
  EXPECT_EQ(texts_of(figure.list, "7").size(), 1u);
}

TEST(PipelineFigure, ADivisorRepaintsNoScore) {
  const auto with_divisor = [](float divisor) {
    Document document = six_tokens();
    document.model.options.scale = {Scale::Kind::custom, divisor};
    return drawn(document);
  };
  const Drawn large = with_divisor(4);
  const Drawn small = with_divisor(0.25f);
  const auto colours = [](const Drawn& figure, MatrixName name) {
    std::vector<Colour> found;
    for (const FillRect& cell : cells_of(figure.list, name, 36)) found.push_back(cell.colour);
    return found;
  };
  EXPECT_EQ(colours(large, MatrixName::scores), colours(small, MatrixName::scores));
  EXPECT_EQ(colours(small, MatrixName::scores), colours(small, MatrixName::scaled_scores))
      << "four times the scores, on a scale of their own that is four times as long";
  EXPECT_EQ(texts_of(large.list, "all scores").size(), 1u);
  EXPECT_TRUE(texts_of(small.list, "all scores").empty());
}

TEST(PipelineFigure, LegendsOfHeldColoursSayThatNumbersLieBeyondThem) {
  const Document document = six_tokens();
  const auto with_shrunken_colours = [](PipelineFigureSpec& spec) {
    spec.colour_ranges = spec.ranges;
    for (auto& [name, range] : *spec.colour_ranges) {
      if (has_token_columns(name)) range.low = -(range.high = 0.25);
    }
  };
  const Drawn figure = drawn(document, with_shrunken_colours);
  EXPECT_EQ(texts_of(figure.list, "≥ 0.25").size(), 1u);
  EXPECT_EQ(texts_of(figure.list, "≤ −0.25").size(), 1u);
}

// The background of a text: the last filled rectangle under its middle.
Colour ground_under(const DisplayList& list, const Text& text, const FigureStyle& style) {
  const Point middle = bounds_of(text, fixed_width).centre();
  Colour ground = style.ground;
  for (const DrawCommand& command : list.commands) {
    if (const auto* fill = std::get_if<FillRect>(&command)) {
      if (fill->rect.contains(middle)) ground = fill->colour;
    }
    if (const auto* one = std::get_if<Text>(&command)) {
      if (one->text == text.text && one->position == text.position) break;
    }
  }
  return ground;
}

bool overlap(const Rect& a, const Rect& b, float touch) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > touch &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > touch;
}

/// The bounding rectangles of the matrices: the first rectangle drawn after the texts of each.
std::vector<Rect> matrices_of(const DisplayList& list) {
  std::vector<Rect> found;
  for (const MatrixName name : all_matrix_names) {
    for (const DrawCommand& command : stage(list, name)) {
      const auto* fill = std::get_if<FillRect>(&command);
      const auto* image = std::get_if<Image>(&command);
      if (fill == nullptr && image == nullptr) continue;
      found.push_back(fill != nullptr ? fill->rect : image->rect);
      break;
    }
  }
  return found;
}

/// Matrices are apart from each other; a text is inside or outside a matrix and never crosses its edge.
void expect_matrices_apart(const DisplayList& list) {
  const std::vector<Rect> matrices = matrices_of(list);
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(overlap(matrices[i], matrices[j], 0)) << i << " " << j;
    for (const Text& text : all<Text>(list)) {
      const Rect bounds = bounds_of(text, fixed_width);
      ASSERT_TRUE(!overlap(bounds, matrices[i], text.size * 0.15f) || is_within(bounds, matrices[i], 0.5f))
          << described(text, fixed_width);
    }
  }
}

Point on_curve(const Curve& curve, float t) {
  const float s = 1 - t;
  const float a = s * s * s;
  const float b = 3 * s * s * t;
  const float c = 3 * s * t * t;
  const float d = t * t * t;
  return {a * curve.from.x + b * curve.control_from.x + c * curve.control_to.x + d * curve.to.x,
          a * curve.from.y + b * curve.control_from.y + c * curve.control_to.y + d * curve.to.y};
}

/// Arrows cross no text and no matrix.
void expect_free_arrows(const DisplayList& list, const FigureStyle& style) {
  std::vector<Point> points;
  for (const Line& line : all<Line>(list)) {
    if (line.colour == style.line) continue;  // hatching
    for (float t = 0; t <= 1; t += 0.02f) {
      points.push_back(
          {line.from.x + (line.to.x - line.from.x) * t, line.from.y + (line.to.y - line.from.y) * t});
    }
  }
  for (const Curve& curve : all<Curve>(list)) {
    for (float t = 0; t <= 1; t += 0.02f) points.push_back(on_curve(curve, t));
  }
  const std::vector<Rect> matrices = matrices_of(list);
  for (const Text& text : all<Text>(list)) {
    const Rect bounds = bounds_of(text, fixed_width);
    for (const Point& point : points) {
      ASSERT_FALSE(bounds.contains(point)) << described(text, fixed_width);
    }
  }
  for (const Point& point : points) {
    for (const Rect& matrix : matrices) {
      ASSERT_FALSE(matrix.contains(point)) << point.x << " " << point.y;
    }
  }
}

void expect_tidy_pipeline(const DisplayList& list, const FigureStyle& style) {
  constexpr float touch = 0.5f;
  const Rect page{0, 0, list.width, list.height};
  const std::vector<Text> texts = all<Text>(list);
  std::vector<Rect> bounds;
  for (const Text& text : texts) {
    bounds.push_back(bounds_of(text, fixed_width));
    ASSERT_TRUE(is_within(bounds.back(), page, touch)) << described(text, fixed_width);
    ASSERT_GE(contrast(text.colour, ground_under(list, text, style)), 4.5f) << described(text, fixed_width);
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
      const Rect& a = bounds[i];
      const Rect& b = bounds.back();
      ASSERT_FALSE(overlap(a, b, touch))
          << described(text, fixed_width) << " and " << described(texts[i], fixed_width);
    }
  }
  testing::expect_on_page(list);
  expect_matrices_apart(list);
  expect_free_arrows(list, style);
}

struct PageShape {
  float width;
  float height;
  float font_size;
};

// Up to 70 dimensions, and numbers in the thousands.
void widen(Document& document, RandomDocuments& random, std::mt19937& generator) {
  const Index d_model = 1 + static_cast<Index>(generator() % 70);
  const Index d_k = 1 + static_cast<Index>(generator() % 20);
  const Scalar factor = static_cast<Scalar>(1 + generator() % 90);
  Model& model = document.model;
  const Matrix X = random.matrix(model.n_tokens(), d_model) * factor;
  model.token_embeddings = X;
  if (model.has_positions()) model.position_embeddings = X;
  for (Head& head : model.heads) {
    head.W_q = random.matrix(d_model, d_k);
    head.W_k = random.matrix(d_model, d_k);
    head.W_v = random.matrix(d_model, head.W_v->cols());
    if (head.b_q->size() > 0) {
      head.b_q = random.row(d_k);
      head.b_k = random.row(d_k);
    }
  }
}

PageShape random_page(std::mt19937& generator) {
  static const std::vector<PageShape> usual = {{960, 540, 20},   {453, 255, 11}, {241, 184, 7.5f},
                                               {340, 340, 11},   {540, 960, 16}, {1600, 300, 18},
                                               {2400, 1350, 24}, {300, 220, 14}, {4000, 3000, 40}};
  const auto one = [&](Index from, Index to) {
    return static_cast<float>(from + static_cast<Index>(generator() % static_cast<unsigned>(to - from)));
  };
  if (generator() % 2 == 0) return usual[generator() % usual.size()];
  return {one(200, 1500), one(160, 1000), one(6, 24)};
}

TEST(PipelineFigure, TextsStayOnThePageApartAndLegible) {
  std::mt19937 generator(12);
  RandomDocuments random(13);
  const std::vector<testing::Variant> variants = testing::all_variants();
  for (int round = 0; round < 400; ++round) {
    Document document = random.document(variants[generator() % variants.size()]);
    if (generator() % 2 == 0) {
      for (std::string& token : document.tokens) token = testing::strange_token(generator);
    }
    if (generator() % 6 == 0) {
      const Index n = 1 + static_cast<Index>(generator() % 40);
      std::vector<Index> places(static_cast<std::size_t>(n), -1);
      for (Index i = 0; i < std::min(n, document.model.n_tokens()); ++i)
        places[static_cast<std::size_t>(i)] = i;
      Mask& mask = document.model.options.mask;
      mask = rearranged_mask(mask, places, document.model.n_tokens());
      document.tokens.resize(static_cast<std::size_t>(n), "more");
      document.model.token_embeddings = random.matrix(n, document.model.d_model());
      if (document.model.has_positions())
        document.model.position_embeddings = document.model.token_embeddings;
    }
    if (generator() % 6 == 0) widen(document, random, generator);
    if (document.model.has_positions())
      document.model.position_embeddings = random.matrix(document.model.n_tokens(), document.model.d_model());
    const PageShape page = random_page(generator);
    const FigureStyle style = style_with(page.font_size, generator() % 2 == 0);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + std::to_string(page.width) + " × " +
                 std::to_string(page.height) + ", font " + std::to_string(page.font_size) + ", " +
                 std::to_string(document.tokens.size()) + " tokens");
    const Index head = random.below(document.model.n_heads());
    const Drawn figure = drawn(
        document,
        [&](PipelineFigureSpec& spec) {
          if (generator() % 2 == 0) spec.token = static_cast<Index>(generator() % document.tokens.size());
          if (generator() % 3 != 0) spec.title = generator() % 2 == 0 ? "Attention" : std::string(120, 'm');
          spec.decimals = static_cast<int>(generator() % 5);
          spec.weights_map = all_colour_maps[generator() % 4];
          spec.weights_high = generator() % 2 == 0 ? 1.0 : 0.5;
        },
        style, page.width, page.height, head);
    expect_tidy_pipeline(figure.list, style);
    if (HasFailure()) break;
  }
}

TEST(PipelineFigure, SmallAndHugePagesAreSurvived) {
  RandomDocuments random(14);
  for (const float side : {1.0f, 20.0f, 60.0f, 100.0f}) {
    for (int round = 0; round < 20; ++round) {
      const Drawn figure = drawn(
          random.document(), [](PipelineFigureSpec& spec) { spec.title = "Title"; }, style_with(6), side,
          side);
      EXPECT_FALSE(figure.list.commands.empty());
      if (side >= 60) expect_tidy_pipeline(figure.list, style_with(6));
      if (HasFailure()) return;
    }
  }
}

TEST(PipelineFigure, DrawsNumbersThatAreNone) {
  Document document = six_tokens();
  const Matrix X =
      with_number(*document.model.token_embeddings, 0, 0, std::numeric_limits<Scalar>::quiet_NaN());
  document.model.token_embeddings = with_number(X, 1, 1, std::numeric_limits<Scalar>::infinity());
  expect_tidy_pipeline(drawn(document).list, style_with(16));
}

bool overlap_of_cells(const StageLayout& layout) {
  for (const PlacedStage& a : layout.stages) {
    for (const PlacedStage& b : layout.stages) {
      const Rect& x = a.grid.cells;
      const Rect& y = b.grid.cells;
      const bool is_apart = x.right() <= y.x || y.right() <= x.x || x.bottom() <= y.y || y.bottom() <= x.y;
      if (a.block.ref.name < b.block.ref.name && !is_apart) return true;
    }
  }
  return false;
}

std::vector<MatrixName> names_in(const StageLayout& layout) {
  std::vector<MatrixName> names;
  for (const PlacedStage& stage : layout.stages) names.push_back(stage.block.ref.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<MatrixName> names_in(const StagePlan& plan) {
  std::vector<MatrixName> names;
  for (const StageBlock& block : plan.blocks) names.push_back(block.ref.name);
  std::sort(names.begin(), names.end());
  return names;
}

TEST(PipelineFocus, ShowsTheOperandsAndTheResultLargeAndEverythingSmall) {
  RandomDocuments random(31);
  const FigureStyle style = style_with(18);
  for (int round = 0; round < 40; ++round) {
    const Document document = random.document();
    const Trace trace = trace_of(document);
    PipelineFigureSpec spec(document, trace);
    spec.scroll = PerAxis<Index>{};
    const PipelinePicture whole = pipeline_figure(spec, 980, 590, style, fixed_width);
    EXPECT_FALSE(whole.strip);
    const StagePlan all = plan_stages(document.model, trace, 0, false);
    EXPECT_EQ(names_in(whole.panels.front().stages), names_in(all));
    for (const StageBlock& block : all.blocks) {
      SCOPED_TRACE(std::string(to_string(block.ref.name)) + " in round " + std::to_string(round));
      spec.focus = focused_stage(document.model, block.ref.name);
      ASSERT_TRUE(all.find(*spec.focus)) << "a stage of the pipeline";
      const PipelinePicture picture = pipeline_figure(spec, 980, 590, style, fixed_width);
      const std::vector<MatrixName> large = names_in(picture.panels.front().stages);
      EXPECT_TRUE(std::binary_search(large.begin(), large.end(), *spec.focus));
      EXPECT_TRUE(std::binary_search(large.begin(), large.end(), block.ref.name));
      EXPECT_FALSE(overlap_of_cells(picture.panels.front().stages));
      EXPECT_GE(picture.panels.front().stages.text.number, whole.panels.front().stages.text.number);
      ASSERT_TRUE(picture.strip);
      EXPECT_EQ(names_in(*picture.strip), names_in(all));
      EXPECT_EQ(picture.strip->text.number, 0);
      for (const StageLayout* layout : {&picture.panels.front().stages, &*picture.strip}) {
        for (const PlacedStage& stage : layout->stages)
          EXPECT_TRUE(is_within(stage.grid.cells, {0, 0, 980, 590}, 0.1f)) << to_string(stage.block.ref.name);
      }
    }
  }
}

TEST(PipelineFigure, CollapsedMatricesLeaveTheirRoomToTheOthers) {
  RandomDocuments random(37);
  std::mt19937 chosen(5);
  for (int round = 0; round < 60; ++round) {
    const Document document = random.document();
    const Trace trace = trace_of(document);
    PipelineFigureSpec spec(document, trace);
    spec.scroll = PerAxis<Index>{};
    const FigureStyle style = style_with(round % 2 == 0 ? 18 : 12);
    const float before =
        pipeline_figure(spec, 980, 590, style, fixed_width).panels.front().stages.text.number;
    for (const MatrixName name : all_matrix_names)
      if (chosen() % 3 == 0) spec.collapsed.push_back(name);
    SCOPED_TRACE(round);
    const PipelinePicture picture = pipeline_figure(spec, 980, 590, style, fixed_width);
    EXPECT_FALSE(overlap_of_cells(picture.panels.front().stages));
    testing::expect_tidy(picture.list, fixed_width);
    EXPECT_GE(picture.panels.front().stages.text.number, before * 0.85f) << "text and labels may grow first";
    for (const PlacedStage& stage : picture.panels.front().stages.stages) {
      EXPECT_TRUE(is_within(stage.grid.cells, {0, 0, 980, 590}, 0.1f)) << to_string(stage.block.ref.name);
      if (!stage.block.is_collapsed) continue;
      EXPECT_LE(stage.grid.cells.height, picture.panels.front().stages.text.name * 3.1f);
      for (const Text& text : all<Text>(picture.list))
        EXPECT_FALSE(stage.grid.cells.contains(text.position)) << text.text << ": it has no numbers";
    }
  }
}

TEST(PipelineFocus, DigitsOfTheRunningExampleAreTwiceAsHigh) {
  const Document document = six_tokens();
  const Trace trace = trace_of(document);
  PipelineFigureSpec spec(document, trace);
  spec.scroll = PerAxis<Index>{};
  const PipelinePicture whole = pipeline_figure(spec, 980, 590, style_with(18), fixed_width);
  for (const MatrixName stage :
       {MatrixName::Q, MatrixName::K, MatrixName::V, MatrixName::scores, MatrixName::context}) {
    spec.focus = stage;
    const PipelinePicture picture = pipeline_figure(spec, 980, 590, style_with(18), fixed_width);
    EXPECT_GT(picture.panels.front().stages.text.number, 1.9f * whole.panels.front().stages.text.number)
        << to_string(stage);
  }
}

TEST(PipelineWindow, ShowsTheNumbersOfLongDocumentsInPartsThatScroll) {
  Document document = testing::small_document();
  document.tokens.assign(300, "token");
  document.model.token_embeddings = RandomDocuments(9).matrix(300, 3);
  const Trace trace = trace_of(document);
  PipelineFigureSpec spec(document, trace);
  spec.scroll = PerAxis<Index>{};
  (*spec.scroll)[Axis::query] = 1000;
  (*spec.scroll)[Axis::key] = -5;
  const PipelinePicture picture = pipeline_figure(spec, 980, 590, style_with(18), fixed_width);
  const StageLayout& stages = picture.panels.front().stages;
  EXPECT_GT(stages.text.number, 0);
  EXPECT_LT(stages.visible[Axis::query], 300);
  EXPECT_EQ(stages.first[Axis::query], 300 - stages.visible[Axis::query]);
  EXPECT_EQ(stages.first[Axis::key], 0);
  EXPECT_EQ(stages.sizes[Axis::query], 300);
}

TEST(PipelineWindow, WritesFewerDecimalsWhereAllWouldBeTooSmall) {
  const Document document = six_tokens();
  const Trace trace = trace_of(document);
  PipelineFigureSpec spec(document, trace);
  spec.decimals = 4;
  const auto decimals = [&](float legible) {
    spec.legible = legible;
    return pipeline_figure(spec, 980, 590, style_with(18), fixed_width).panels.front().stages.decimals;
  };
  EXPECT_EQ(decimals(0), 4);
  EXPECT_EQ(decimals(1000), 2);
  spec.fewest_decimals = 4;
  EXPECT_EQ(decimals(1000), 4);
}

TEST(PipelineWindow, IsLaidOutAgainOnlyIfSomethingElseNeedsRoom) {
  Document document = six_tokens();
  Trace trace = trace_of(document);
  KeptPipelineLayout kept;
  const auto picture = [&](bool keeps_room) {
    PipelineFigureSpec spec(document, trace);
    spec.scroll = PerAxis<Index>{};
    spec.keeps_room = keeps_room;
    return pipeline_figure(spec, 980, 590, style_with(18), fixed_width, &kept);
  };
  const auto width_of_X = [](const PipelinePicture& shown) {
    return shown.panels.front().stages.stages.front().grid.cells.width;
  };
  const auto set = [&](Scalar number) {
    document.model.token_embeddings = with_number(*document.model.token_embeddings, 0, 0, number);
    trace = trace_of(document);
  };
  set(1);
  const float narrow = width_of_X(picture(false));
  set(Scalar(-12345.5));
  const float wide = width_of_X(picture(true));
  EXPECT_NE(wide, narrow) << "a longer number needs room at once";
  set(1);
  EXPECT_EQ(width_of_X(picture(true)), wide) << "which stays while numbers are being changed";
  EXPECT_EQ(width_of_X(picture(false)), narrow);
}

}  // namespace
}  // namespace attention_lab
