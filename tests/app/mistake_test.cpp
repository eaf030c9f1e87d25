// Runs attention-lab compute --mistake as users and scripts do.
#include "core/mistakes/mistake.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/commands/compute_output.h"
#include "app/files/presets.h"
#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "running.h"

namespace attention_lab {
namespace {

using Json =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, float>;

test::Outcome outcome_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {ATTENTION_LAB_BINARY};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return test::run_program(std::move(command));
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// Exactly equal; null stands for −∞, which presets have only where the mask hides a score.
void expect_is(const Json& rows, const Matrix& matrix) {
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(matrix.rows()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      const Json& value = rows.at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j));
      if (std::isfinite(matrix(i, j))) {
        ASSERT_TRUE(value.is_number());
        EXPECT_EQ(value.get<Scalar>(), matrix(i, j));
      } else {
        EXPECT_TRUE(value.is_null());
      }
    }
  }
}

/// One token per row, d_model 1, identity projection, no scaling: scores are products of the numbers.
Document plain_document(std::vector<Scalar> numbers) {
  Document document;
  document.model.options.projection = Projection::identity;
  document.model.options.scale.kind = Scale::Kind::none;
  Matrix X(static_cast<Index>(numbers.size()), 1);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    document.tokens.push_back("t" + std::to_string(i));
    X(static_cast<Index>(i), 0) = numbers[i];
  }
  document.model.token_embeddings = X;
  return document;
}

struct Made {
  Trace trace;
  MadeMistake mistake;
};

Made make(const Document& document, Mistake mistake) {
  Trace right;
  forward(document.model, right);
  Trace wrong = *forward_with_mistake(document.model, mistake);
  const Giveaway giveaway = giveaway_of(document.model, mistake, right, wrong);
  return {std::move(wrong), {mistake, giveaway}};
}

TEST(ComputeMistake, JsonHasTheWrongNumbersBitForBitForEveryPresetAndMistake) {
  for (const Preset& preset : presets()) {
    const Result<Document> document = load_preset(preset.name);
    for (const Mistake mistake : all_mistakes) {
      SCOPED_TRACE(preset.name + ", " + std::string(to_string(mistake)));
      const test::Outcome outcome = outcome_of(
          {"compute", "--preset", preset.name, "--mistake", std::string(to_string(mistake)), "--json"});
      const Result<Trace> expected = forward_with_mistake(document->model, mistake);
      if (!expected) {
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(outcome.output, "");
        EXPECT_NE(outcome.complaint.find(expected.error().message), std::string::npos) << outcome.complaint;
        continue;
      }
      ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
      const Json json = Json::parse(outcome.output);
      EXPECT_EQ(json.size(), document->model.has_positions() ? 9u : 6u);
      EXPECT_EQ(json.at("mistake"), std::string(to_string(mistake)));
      EXPECT_EQ(json.at("tokens").get<std::vector<std::string>>(), document->tokens);
      ASSERT_EQ(json.at("heads").size(), expected->heads.size());
      for (std::size_t i = 0; i < expected->heads.size(); ++i) {
        const Json& head = json.at("heads").at(i);
        EXPECT_EQ(head.size(), document->model.has_dropout() ? 10u : 8u);
        for (const auto& [name, numbers] : head.items()) {
          const MatrixRef ref = {*matrix_name_from(name), static_cast<Index>(i)};
          expect_is(numbers, Matrix(matrix_view(document->model, *expected, ref)));
        }
      }
      expect_is(json.at("context"), expected->context);
    }
  }
}

TEST(ComputeMistake, JsonSaysWhatGivesItAway) {
  const test::Outcome outcome =
      outcome_of({"compute", "--preset", "journey", "--mistake", "softmax_over_queries", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  const Json json = Json::parse(outcome.output);
  const Json& giveaway = json.at("giveaway");
  EXPECT_EQ(giveaway.size(), 15u);
  EXPECT_EQ(giveaway.at("column_sums_are_one"), true);
  EXPECT_EQ(giveaway.at("row_sums_are_one"), false);
  EXPECT_EQ(giveaway.at("numbers_agree"), false);
  float column_sum = 0;
  for (const Json& row : json.at("heads").at(0).at("weights")) column_sum += row.at(0).get<float>();
  EXPECT_NEAR(column_sum, 1, 1e-6);
}

TEST(ComputeMistake, NanAndInfinityAreTextInJson) {
  const Document document = plain_document({1, 40, -40});
  const Made made = make(document, Mistake::softmax_without_maximum);
  ASSERT_TRUE(std::isnan(made.trace.heads[0].weights(1, 1)));
  const Json json = Json::parse(
      in_one_piece([&](TextPieces& text) { compute_json(text, document, made.trace, made.mistake); }));
  EXPECT_EQ(json.at("heads").at(0).at("weights").at(1).at(1), "NaN");
  EXPECT_EQ(json.at("context").at(1).at(0), "NaN");
  EXPECT_EQ(json.at("giveaway").at("largest_difference"), "Infinity");
  EXPECT_EQ(json.at("giveaway").at("mean_entropy"), "NaN");
  EXPECT_EQ(json.at("giveaway").at("has_nan"), true);
}

/// Scores beyond the range of float: 1e20 · ±1e20 and 1e20 · 1e20.
Document document_past_the_range() {
  Document document = plain_document({1e20f, -1e20f, 1});
  document.model.options.mask = Mask::causal;
  return document;
}

TEST(ComputeJson, TellsAMaskFromInfinitiesAndNan) {
  const Document document = document_past_the_range();
  Trace trace;
  forward(document.model, trace);
  const Json json = Json::parse(in_one_piece([&](TextPieces& text) { compute_json(text, document, trace); }));
  const Json& head = json.at("heads").at(0);
  EXPECT_EQ(head.at("scores").at(0), Json({"Infinity", "-Infinity", 1e20f}));
  EXPECT_EQ(head.at("masked_scores").at(0).at(0), "Infinity");
  EXPECT_TRUE(head.at("masked_scores").at(0).at(1).is_null()) << "hidden by the mask";
  EXPECT_EQ(head.at("masked_scores").at(1).at(0), "-Infinity") << "computed";
  EXPECT_TRUE(head.at("masked_scores").at(1).at(2).is_null());
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_EQ(head.at("masked_scores").at(i).at(j).is_null(), j > i);
      EXPECT_FALSE(head.at("scaled_scores").at(i).at(j).is_null());
      const Json& weight = head.at("weights").at(i).at(j);
      EXPECT_EQ(weight == "NaN",
                std::isnan(trace.heads[0].weights(static_cast<Index>(i), static_cast<Index>(j))))
          << weight;
    }
}

TEST(ComputeJson, HasNullWhereTheWrongMaskHidesAScore) {
  const Document document = document_past_the_range();
  const auto masked_scores = [&](Mistake mistake) {
    const Made made = make(document, mistake);
    return Json::parse(in_one_piece(
                           [&](TextPieces& text) { compute_json(text, document, made.trace, made.mistake); }))
        .at("heads")
        .at(0)
        .at("masked_scores");
  };
  const Json upside_down = masked_scores(Mistake::mask_upside_down);
  const Json late = masked_scores(Mistake::mask_after_softmax);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_EQ(upside_down.at(i).at(j).is_null(), j < i);
      EXPECT_FALSE(late.at(i).at(j).is_null());
    }
  EXPECT_EQ(upside_down.at(0).at(1), "-Infinity");
  EXPECT_EQ(late.at(0).at(1), "-Infinity");
}

TEST(ComputeText, WritesNanWithoutASign) {
  const Document document = plain_document({1, 2});
  Trace trace;
  forward(document.model, trace);
  trace.context(0, 0) = std::copysign(std::numeric_limits<Scalar>::quiet_NaN(), Scalar{-1});
  trace.context(1, 0) = -std::numeric_limits<Scalar>::infinity();
  const std::string text = in_one_piece([&](TextPieces& pieces) { compute_text(pieces, document, trace); });
  EXPECT_EQ(text.find("-nan"), std::string::npos) << text;
  EXPECT_NE(text.find("  t0   nan\n  t1  -inf\n"), std::string::npos) << text;
}

TEST(ComputeMistake, TextStartsWithTheMistakeAndWhatGivesItAway) {
  const test::Outcome outcome =
      outcome_of({"compute", "--preset", "journey-causal", "--mistake", "mask_after_softmax"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  const std::string line = first_line(outcome.output);
  EXPECT_EQ(
      line.rfind(
          "Mistake: Mask after softmax (mask_after_softmax). What gives it away: rows of weights sum to ", 0),
      0u)
      << line;
  EXPECT_NE(line.find("a later token changes the rows of earlier ones"), std::string::npos) << line;
  EXPECT_EQ(line.back(), '.');
}

TEST(ComputeMistake, TextSaysHowEachMatrixWasReallyMade) {
  const auto text = [](Document document, Mistake mistake) {
    const Made made = make(document, mistake);
    return in_one_piece(
        [&](TextPieces& pieces) { compute_text(pieces, document, made.trace, made.mistake); });
  };
  Document document = *load_preset("journey");
  document.model.options.temperature = 2;
  EXPECT_NE(text(document, Mistake::softmax_over_queries)
                .find("weights = softmax of each column of masked_scores ÷ 2.0000  (6 × 6)"),
            std::string::npos);
  EXPECT_NE(text(document, Mistake::no_scaling).find("scaled_scores = scores, unscaled  (6 × 6)"),
            std::string::npos);
  const std::string exchanged = text(document, Mistake::keys_and_values_exchanged);
  EXPECT_NE(exchanged.find("K = X · W_k  (6 × 2)"), std::string::npos);
  EXPECT_NE(exchanged.find("scores = Q · V^T  (6 × 6)"), std::string::npos);
  EXPECT_NE(exchanged.find("head_output = weights · K  (6 × 2)"), std::string::npos);
}

TEST(ComputeMistake, AnUnknownNameListsTheKnownOnes) {
  for (const char* name : {"softmax", "", "Softmax_over_queries"}) {
    const test::Outcome outcome = outcome_of({"compute", "--preset", "journey", "--mistake", name});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(std::count(outcome.complaint.begin(), outcome.complaint.end(), '\n'), 1);
    for (const Mistake mistake : all_mistakes)
      EXPECT_NE(outcome.complaint.find(to_string(mistake)), std::string::npos) << outcome.complaint;
  }
}

TEST(ComputeMistake, OneThatCannotBeMadeIsRefusedInOneLine) {
  const test::Outcome outcome =
      outcome_of({"compute", "--preset", "journey", "--mistake", "mask_upside_down"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(std::count(outcome.complaint.begin(), outcome.complaint.end(), '\n'), 1);
  EXPECT_NE(outcome.complaint.find("no mask"), std::string::npos) << outcome.complaint;
}

}  // namespace
}  // namespace attention_lab
