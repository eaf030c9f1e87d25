#include <algorithm>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/steps/prediction.h"
#include "core/steps/step_context.h"
#include "core/steps/step_numbers.h"
#include "core/words/number_format.h"
#include "preset_documents.h"
#include "random_documents.h"
#include "random_models.h"
#include "step_checks.h"

namespace attention_lab {
namespace {

/// With plain spaces between the names of matrices and their shapes.
std::string plain_equation_of(const StepContent& content) {
  std::string text = equation_of(content);
  constexpr std::string_view no_break = "\u00A0";
  for (std::size_t at = 0; (at = text.find(no_break, at)) != std::string::npos;)
    text.replace(at, no_break.size(), " ");
  return text;
}

using testing::for_every_step;
using testing::preset_session;

constexpr int longest_line = 110;  // in characters, for the sentences and sizes of the presets
constexpr int longest_step_sentence = 130;

/// Counts characters, which estimates the length of a line well enough without a font.
int characters_of(std::string_view text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return static_cast<int>(std::count_if(text.begin(), text.end(), is_start));
}

/// The visible text without mark-up: "q_{2,1}" is "q2,1".
std::string plain(std::string_view markup) {
  std::string text;
  bool is_script = false;
  for (std::size_t i = 0; i < markup.size(); ++i) {
    if (markup[i] == '\\') {
      text += markup[++i];
    } else if (markup[i] == '_' || markup[i] == '^') {
      is_script = i + 1 < markup.size() && markup[i + 1] == '{';
      if (is_script) ++i;
    } else if (is_script && markup[i] == '}') {
      is_script = false;
    } else {
      text += markup[i];
    }
  }
  return text;
}

int characters_of_markup(std::string_view markup) {
  return characters_of(plain(markup));
}

bool is_of_a_row(StepKind kind) {
  switch (kind) {
    case StepKind::embedding:
    case StepKind::position:
    case StepKind::query:
    case StepKind::key:
    case StepKind::value:
    case StepKind::mask:
    case StepKind::dropout:
    case StepKind::accumulation:
    case StepKind::concatenation:
    case StepKind::output: return true;
    default: return false;
  }
}

void expect_sound(const Session& session, Index head, const Step& step, int decimals) {
  const StepContent content = describe_step(session, head, step, decimals);
  SCOPED_TRACE(content.title + " | " + content.formula + " | " + equation_of(content));
  for (const std::string& text : {content.title, content.formula, content.numbers, content.result}) {
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find('<'), std::string::npos) << "a place that is not filled in";
  }
  EXPECT_TRUE(content.sign == "=" || content.sign == "→");
  ASSERT_FALSE(content.sentence.empty());
  EXPECT_EQ(content.sentence.back(), '.') << content.sentence;
  if (is_of_all_tokens(step.kind)) return;

  const StepNumbers numbers = numbers_of(session.model(), session.trace(), head, step);
  const bool is_product = step.kind == StepKind::score_term;
  const Scalar first = is_product ? numbers.terms.front().product : numbers.values.front();
  const std::string shown = format_number(static_cast<double>(first), decimals);
  if (content.result.rfind("[…", 0) == 0) {
    // A long row of weights or scores shows the part around the token itself.
    EXPECT_TRUE(step.kind == StepKind::mask || step.kind == StepKind::dropout);
    const Scalar own = numbers.values[static_cast<std::size_t>(step.token)];
    EXPECT_NE(content.result.find(format_number(static_cast<double>(own), decimals)), std::string::npos);
  } else if (is_of_a_row(step.kind)) {
    EXPECT_EQ(content.result.substr(0, 1 + shown.size()), "[" + shown);
    EXPECT_EQ(content.result.back(), ']');
  } else {
    EXPECT_EQ(content.result, shown);
  }
}

// --- every step of every preset

TEST(StepsOfPresets, ShowTheNumbersOfTheForwardPass) {
  ASSERT_FALSE(testing::preset_names().empty());
  for (const std::string& preset : testing::preset_names()) {
    SCOPED_TRACE(preset);
    const Session session = preset_session(preset);
    testing::check_all_steps(session.model(), session.trace());
  }
}

/// The preset with the optional parts that it lacks: positions and dropout.
Session with_positions_and_dropout(std::string_view preset) {
  const Session session = preset_session(preset);
  const Document placed = *edits::set_positions(session.document(), Positions::sinusoidal, 1);
  return Session(*edits::set_dropout(placed, {Scalar(0.1), 123}));
}

TEST(StepsOfPresets, SayWhatTheyShowInOneLine) {
  for (const bool has_more : {false, true}) {
    for (const std::string& preset : testing::preset_names()) {
      SCOPED_TRACE(preset);
      const Session session = has_more ? with_positions_and_dropout(preset) : preset_session(preset);
      for_every_step(session, [&](Index head, const Step& step) {
        expect_sound(session, head, step, 4);
        const StepContent content = describe_step(session, head, step, 4);
        EXPECT_LE(characters_of_markup(content.formula), longest_line) << content.formula;
        EXPECT_LE(characters_of_markup(equation_of(content)), longest_line) << equation_of(content);
        EXPECT_LE(characters_of(content.sentence), longest_step_sentence) << content.sentence;
        EXPECT_EQ(content.sentence.find(". "), std::string::npos) << content.sentence;
      });
    }
  }
}

// --- all options

TEST(StepContent, IsThereUnderEveryOption) {
  testing::RandomDocuments random(21);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Session session(random.document(variant));
    const int decimals = static_cast<int>(random.below(8));
    for_every_step(session,
                   [&](Index head, const Step& step) { expect_sound(session, head, step, decimals); });
    if (HasFailure()) return;
  }
}

TEST(StepContent, OfWideDocumentsStillFitsALine) {
  Document document;
  document.model = draw_model({40, 100, 12, 64, 64});
  document.tokens.assign(40, "antidisestablishmentarianism and more of it");
  const Session session(document);
  for (const std::vector<Step>& steps : {steps_of(session.model(), 20), matrix_steps_of(session.model())}) {
    for (const Step& step : steps) {
      const StepContent content = describe_step(session, 11, step, 4);
      EXPECT_LE(characters_of_markup(content.formula), longest_line) << content.formula;
      EXPECT_LE(characters_of_markup(equation_of(content)), longest_line) << equation_of(content);
    }
  }
}

// --- the running example

class RunningExample : public ::testing::Test {
 protected:
  StepContent describe(const Step& step) const { return describe_step(session_, 0, step, 4); }
  Session session_ = preset_session("journey");
};

TEST_F(RunningExample, TheQueryGrowsProductByProduct) {
  const StepContent first = describe({StepKind::query_term, 1, 0, 0, 0});
  EXPECT_EQ(first.title, "Query of “journey”, dimension 1: product 1 of 3");
  EXPECT_EQ(first.formula, "q_{2,1} = Σ_t x_{2,t} × W_q[t,1],  now t = 1");
  EXPECT_EQ(equation_of(first), "0.5500 × 0.2961 = 0.1629");
  const StepContent second = describe({StepKind::query_term, 1, 0, 0, 1});
  EXPECT_EQ(equation_of(second), "0.1629 + 0.8700 × 0.2517 = 0.3818");
  EXPECT_EQ(describe({StepKind::query_term, 1, 0, 0, 2}).result, "0.4306");
  EXPECT_EQ(describe({StepKind::query_term, 1, 0, 1, 2}).result, "1.4551");
}

TEST_F(RunningExample, KeysAndValuesAreRows) {
  const StepContent key = describe({StepKind::key, 0, 1, 0, 0});
  EXPECT_EQ(key.title, "Key of “journey”");
  EXPECT_EQ(key.formula, "k_{2} = x_{2} · W_k");
  EXPECT_EQ(equation_of(key), "[0.5500  0.8700  0.6600] · W_k = [0.4433  1.1419]");
  EXPECT_EQ(describe({StepKind::value, 0, 1, 0, 0}).result, "[0.3951  1.0037]");
}

TEST_F(RunningExample, AScoreIsProductsAndTheirSum) {
  const StepContent term = describe({StepKind::score_term, 1, 1, 0, 0});
  EXPECT_EQ(term.formula, "q_{2} · k_{2} = Σ_t q_{2,t} × k_{2,t},  now t = 1");
  EXPECT_EQ(equation_of(term), "0.4306 × 0.4433 = 0.1909");
  const StepContent score = describe({StepKind::score, 1, 1, 0, 0});
  EXPECT_EQ(score.title, "Score of “journey” for “journey”");
  EXPECT_EQ(score.formula, "ω_{2,2} = q_{2} · k_{2}");
  EXPECT_EQ(equation_of(score), "0.1909 + 1.6615 = 1.8524");
  const std::vector<std::string> scores = {"1.2705", "1.8524", "1.8111", "1.0795", "0.5577", "1.5440"};
  for (Index key = 0; key < 6; ++key) {
    EXPECT_EQ(describe({StepKind::score, 1, key, 0, 0}).result, scores[static_cast<std::size_t>(key)]);
  }
}

TEST_F(RunningExample, SoftmaxIsExponentialSumAndQuotient) {
  EXPECT_EQ(equation_of(describe({StepKind::scaled_score, 1, 1, 0, 0})), "1.8524 ÷ 1.4142 = 1.3098");
  const StepContent maximum = describe({StepKind::row_maximum, 1, 0, 0, 0});
  EXPECT_EQ(maximum.result, "1.3098");
  EXPECT_NE(maximum.sentence.find("cannot overflow"), std::string::npos) << maximum.sentence;
  EXPECT_NE(maximum.sentence.find("changes no weight"), std::string::npos) << maximum.sentence;
  EXPECT_EQ(describe({StepKind::exponential, 1, 1, 0, 0}).result, "1.0000");
  const std::vector<std::string> weights = {"0.1500", "0.2264", "0.2199", "0.1311", "0.0906", "0.1820"};
  for (Index key = 0; key < 6; ++key) {
    const StepContent weight = describe({StepKind::weight, 1, key, 0, 0});
    EXPECT_EQ(weight.result, weights[static_cast<std::size_t>(key)]);
  }
  const StepContent weight = describe({StepKind::weight, 1, 0, 0, 0});
  EXPECT_EQ(weight.title, "Attention of “journey” to “Your”");
  EXPECT_EQ(weight.sentence,
            "“journey” takes 15.0% of its context from “Your”; the weights of the row add up to 1.");
}

TEST_F(RunningExample, ValuesAddUpToTheContext) {
  EXPECT_EQ(describe({StepKind::accumulation, 1, 0, 0, 0}).title, "Context of “journey”: add “Your”");
  const std::vector<std::string> contexts = {"[0.2996  0.8053]", "[0.3061  0.8210]", "[0.3058  0.8203]",
                                             "[0.2948  0.7939]", "[0.2927  0.7891]", "[0.2990  0.8040]"};
  for (Index token = 0; token < 6; ++token) {
    EXPECT_EQ(describe({StepKind::accumulation, token, 5, 0, 0}).result,
              contexts[static_cast<std::size_t>(token)]);
  }
}

TEST_F(RunningExample, AllTokensAtOnceAreFiveProductsAndATranspose) {
  const StepContent queries = describe({StepKind::all_queries, 0, 0, 0, 0});
  EXPECT_EQ(queries.formula, "Q = X·W_q");
  EXPECT_EQ(plain_equation_of(queries), "X (6 × 3) · W_q (3 × 2) = Q (6 × 2)");
  EXPECT_EQ(queries.sentence.rfind("Matrix product 1 of 5", 0), 0U) << queries.sentence;
  const StepContent scores = describe({StepKind::all_scores, 0, 0, 0, 0});
  EXPECT_EQ(plain_equation_of(scores), "Q (6 × 2) · K^T (2 × 6) = scores (6 × 6)");
  EXPECT_EQ(plain_equation_of(describe({StepKind::all_transposed_keys, 0, 0, 0, 0})),
            "K (6 × 2) → K^T (2 × 6)");
  EXPECT_EQ(plain_equation_of(describe({StepKind::all_head_outputs, 0, 0, 0, 0})),
            "weights (6 × 6) · V (6 × 2) = context (6 × 2)");
  int products = 0;
  int transposes = 0;
  for (const Step& step : matrix_steps_of(session_.model())) {
    const std::string sentence = describe(step).sentence;
    const std::string counted = "Matrix product " + std::to_string(products + 1) + " of 5";
    if (sentence.rfind(counted, 0) == 0) ++products;
    if (sentence.rfind("This is the only transpose", 0) == 0) ++transposes;
  }
  EXPECT_EQ(products, 5);
  EXPECT_EQ(transposes, 1);
}

// --- what other documents add

TEST(StepContent, OfHiddenKeysSaysSo) {
  const Session session = preset_session("journey-causal");
  const StepContent mask = describe_step(session, 0, {StepKind::mask, 1, 0, 0, 0}, 4);
  EXPECT_EQ(mask.sign, "→");
  EXPECT_EQ(plain(mask.formula), "m2,j = −∞ where j > 2, else s2,j");
  EXPECT_NE(mask.result.find("−∞"), std::string::npos) << mask.result;
  const StepContent hidden = describe_step(session, 0, {StepKind::exponential, 1, 4, 0, 0}, 4);
  EXPECT_EQ(equation_of(hidden), "exp(−∞) = 0.0000");
  EXPECT_NE(hidden.sentence.find("“one” is hidden from “journey”"), std::string::npos) << hidden.sentence;
  const StepContent nothing = describe_step(session, 0, {StepKind::accumulation, 1, 4, 0, 0}, 4);
  EXPECT_NE(nothing.sentence.find("adds nothing"), std::string::npos) << nothing.sentence;
}

TEST(StepContent, ShowsTheTemperatureWhereItDoesSomething) {
  Document document = testing::small_document();
  const Step step{StepKind::exponential, 0, 0, 0, 0};
  EXPECT_EQ(describe_step(Session(document), 0, step, 4).formula.find("÷ T"), std::string::npos);
  document.model.options.temperature = 2;
  const StepContent content = describe_step(Session(document), 0, step, 4);
  EXPECT_EQ(content.formula, "e_{1,1} = exp((s_{1,1} − max) ÷ T)");
  EXPECT_NE(content.numbers.find(" ÷ 2.0000)"), std::string::npos) << content.numbers;
}

/// The preset with dropout, p = 0.5 and seed 123, as in the chapter's example.
Session with_dropout(std::string_view preset) {
  const Session session = preset_session(preset);
  return Session(*edits::set_dropout(session.document(), {Scalar(0.5), 123}));
}

TEST(StepContent, OfPositionsAddsTheRowOfThePlace) {
  const Session journey = preset_session("journey");
  const Session session(*edits::set_positions(journey.document(), Positions::sinusoidal, 1));
  const StepContent embedding = describe_step(session, 0, {StepKind::embedding, 1, 0, 0, 0}, 4);
  EXPECT_EQ(embedding.formula, "e_{2} = row 2 of the token embeddings");
  EXPECT_EQ(equation_of(embedding), "e_{2} = [0.5500  0.8700  0.6600]");
  EXPECT_EQ(
      embedding.sentence,
      "“journey” enters as the embedding of its word: a vector of 3 numbers, the same at every position.");
  const StepContent position = describe_step(session, 0, {StepKind::position, 1, 0, 0, 0}, 4);
  EXPECT_EQ(position.title, "Position of “journey”");
  EXPECT_EQ(position.formula, "x_{2} = e_{2} + p_{2}");
  EXPECT_EQ(equation_of(position),
            "[0.5500  0.8700  0.6600] + [0.8415  0.5403  0.0022] = [1.3915  1.4103  0.6622]");
  EXPECT_EQ(
      position.sentence,
      "The embedding of position 2 is added: without it, attention could not tell one order of the words "
      "from another.");
  const StepContent all = describe_step(session, 0, {StepKind::all_positions, 0, 0, 0, 0}, 4);
  EXPECT_EQ(all.formula, "X = token embeddings + position embeddings");
  EXPECT_EQ(plain_equation_of(all), "token embeddings (6 × 3) + position embeddings (6 × 3) = X (6 × 3)");
  EXPECT_EQ(describe_step(session, 0, {StepKind::all_embeddings, 0, 0, 0, 0}, 4).numbers,
            "6 tokens, 3 numbers each");
  // The following steps are the same as without positions.
  EXPECT_EQ(describe_step(session, 0, {StepKind::key, 1, 1, 0, 0}, 4).formula, "k_{2} = x_{2} · W_k");
}

TEST(StepContent, OfDropoutNamesWhatIsDroppedAndSaysWhatTheRowSumsTo) {
  const Session session = with_dropout("journey-causal");
  const StepContent dropout = describe_step(session, 0, {StepKind::dropout, 3, 0, 0, 0}, 4);
  EXPECT_EQ(dropout.title, "Dropout for “with”");
  EXPECT_EQ(dropout.formula, "α'_{4,j} = 0 where dropped, else α_{4,j} ÷ (1 − p)");
  EXPECT_EQ(dropout.sign, "→");
  // torch.manual_seed(123) drops the first, fourth and fifth weight of this row; the last two are masked.
  EXPECT_EQ(dropout.sentence,
            "“Your” and “with” are dropped, and the rest are divided by 1 − 0.5, so the row sums to 0.98 (1 "
            "on average).");
  const StepContent kept = describe_step(session, 0, {StepKind::dropout, 2, 0, 0, 0}, 4);
  EXPECT_EQ(kept.sentence,
            "Nothing is dropped, and every weight is divided by 1 − 0.5, so the row sums to 2.00 (1 on "
            "average).");
  const StepContent nothing = describe_step(session, 0, {StepKind::dropout, 1, 0, 0, 0}, 4);
  EXPECT_EQ(nothing.sentence, "Every weight of the row is dropped, so the row sums to 0.00 (1 on average).");
  const StepContent all = describe_step(session, 0, {StepKind::all_dropped_weights, 0, 0, 0, 0}, 4);
  EXPECT_EQ(plain_equation_of(all), "weights (6 × 6) ∘ mask (6 × 6) = dropped weights (6 × 6)");
  EXPECT_EQ(
      all.sentence,
      "Dropout sets 9 of the 21 weights to 0 at random and divides the others by 1 − 0.5, so a row sums to 1 "
      "only on average.");
}

TEST(StepContent, AfterDropoutMixesWithWhatIsLeft) {
  const Session session = with_dropout("journey");
  const StepContent weight = describe_step(session, 0, {StepKind::weight, 1, 0, 0, 0}, 4);
  EXPECT_EQ(weight.sentence,
            "Before dropout, “journey” gives 15.0% of its attention to “Your”; the weights of the row add up "
            "to 1.");
  // In this row the fourth and the last weight are kept: 0.1311 and 0.1820, times 2.
  const StepContent dropped = describe_step(session, 0, {StepKind::accumulation, 1, 0, 0, 0}, 4);
  EXPECT_EQ(dropped.formula, "z_{2} = Σ_j α'_{2,j} · v_{j},  now j = 1");
  EXPECT_EQ(dropped.sentence, "“Your” was dropped, so it adds nothing.");
  const StepContent kept = describe_step(session, 0, {StepKind::accumulation, 1, 3, 0, 0}, 4);
  EXPECT_EQ(kept.numbers.rfind("[0.0000  0.0000] + 0.2621 × [", 0), 0U) << kept.numbers;
  EXPECT_EQ(kept.sentence, "26.2% of the value of “with” is added to the context of “journey”.");
  const StepContent last = describe_step(session, 0, {StepKind::accumulation, 1, 5, 0, 0}, 4);
  EXPECT_EQ(last.sentence,
            "With 36.4% of the last value, the context of “journey” is complete: a weighted sum of the "
            "values.");
  const StepContent all = describe_step(session, 0, {StepKind::all_head_outputs, 0, 0, 0, 0}, 4);
  EXPECT_EQ(all.formula, "context = dropped weights·V");
}

TEST(StepContent, OfManyDroppedWordsNamesAsManyAsFitALine) {
  Document document;
  document.model = draw_model({40, 3, 1, 2, 2});
  document.tokens.assign(40, "antidisestablishmentarianism and more of it");
  document.model.options.dropout = {Scalar(0.5), 123};
  const Session session(document);
  for (Index token = 0; token < 40; ++token) {
    const StepContent content = describe_step(session, 0, {StepKind::dropout, token, 0, 0, 0}, 4);
    EXPECT_NE(content.sentence.find(" more are dropped"), std::string::npos) << content.sentence;
    EXPECT_LE(characters_of(content.sentence), longest_step_sentence + 24) << content.sentence;
    EXPECT_LE(characters_of_markup(equation_of(content)), longest_line) << equation_of(content);
  }
}

TEST(StepContent, OfSimplifiedAttentionSpeaksOfEmbeddings) {
  const Session session = preset_session("journey-simplified");
  EXPECT_EQ(describe_step(session, 0, {StepKind::query, 1, 0, 0, 0}, 4).formula, "q_{2} = x_{2}");
  EXPECT_EQ(describe_step(session, 0, {StepKind::score, 1, 2, 0, 0}, 4).formula, "ω_{2,3} = x_{2} · x_{3}");
  const StepContent scores = describe_step(session, 0, {StepKind::all_scores, 0, 0, 0, 0}, 4);
  EXPECT_EQ(plain_equation_of(scores), "X (6 × 3) · X^T (3 × 6) = scores (6 × 6)");
  EXPECT_EQ(scores.sentence.rfind("Matrix product 1 of 2", 0), 0U) << scores.sentence;
}

TEST(StepContent, OfSeveralHeadsEndsInWo) {
  const Session session = preset_session("journey-two-heads");
  const Step last = steps_of(session.model(), 1).back();
  EXPECT_EQ(last.kind, StepKind::output);
  EXPECT_EQ(describe_step(session, 1, last, 4).formula.rfind("z_{2} = c_{2} · W_o", 0), 0U);
  const StepContent sum = describe_step(session, 1, {StepKind::accumulation, 1, 0, 0, 0}, 4);
  EXPECT_EQ(sum.title, "Output of head 2 for “journey”: add “Your”");
}

TEST(StepContent, OfLongRowsShowsTheEntriesThatMatter) {
  Document document;
  document.model = draw_model({20, 3, 1, 2, 2});
  document.tokens.assign(20, "so");
  document.model.options.mask = Mask::causal;
  const Session session(document);
  for (Index token = 0; token < 20; ++token) {
    const StepContent maximum = describe_step(session, 0, {StepKind::row_maximum, token, 0, 0, 0}, 4);
    EXPECT_NE(maximum.numbers.find(maximum.result), std::string::npos) << equation_of(maximum);
    const StepContent mask = describe_step(session, 0, {StepKind::mask, token, 0, 0, 0}, 4);
    EXPECT_EQ(mask.result.find("−∞") != std::string::npos, token < 19) << mask.result;
    EXPECT_NE(mask.result.find_first_of("0123456789"), std::string::npos) << mask.result;
  }
}

/// The sentences of the mask for each token, and then of the mask for all tokens.
std::vector<std::string> mask_sentences(const Mask& mask) {
  Document document = testing::small_document();
  document.model.options.mask = mask;
  const Session session(document);
  std::vector<std::string> sentences;
  for (Index token = 0; token < 3; ++token) {
    const StepContent step = describe_step(session, 0, {StepKind::mask, token, 0, 0, 0}, 4);
    sentences.push_back(step.title + ": " + step.formula + " " + step.sentence);
  }
  const StepContent all = describe_step(session, 0, {StepKind::all_masked_scores, 0, 0, 0, 0}, 4);
  sentences.push_back(all.title + ": " + all.formula + " " + all.sentence);
  return sentences;
}

TEST(StepContent, EachMaskIsDescribedAsWhatItIs) {
  const std::vector<std::string> window = mask_sentences(Mask::sliding_window({1, 0}));
  EXPECT_EQ(window[2],
            "Sliding window for “step”: m_{3,j} = s_{3,j} where 2 ≤ j ≤ 3, else −∞ Tokens outside the "
            "window of “step” are hidden: their scores become −∞, so their weights are exactly 0.");
  EXPECT_EQ(window[3],
            "Sliding window for all tokens: m_{i,j} = s_{i,j} where i − 1 ≤ j ≤ i, else −∞ In each "
            "row, the scores of tokens outside the window become −∞, so that softmax gives them weights of "
            "exactly 0.");
  const std::vector<std::string> padding = mask_sentences(Mask::padded(1, false));
  EXPECT_EQ(padding[0],
            "Padding mask for “one”: m_{1,j} = −∞ where j > 2, else s_{1,j} Padding is hidden from “one”: "
            "its scores become −∞, so its weights are exactly 0.");
  EXPECT_EQ(padding[2],
            "Padding mask for “step”: m_{3,j} = −∞ for every j “step” is padding, so it attends to nothing: "
            "its weights and its head output will be 0.");
  VisibleCells cells = VisibleCells::Ones(3, 3);
  cells.row(1).setZero();
  cells(2, 0) = 0;
  const std::vector<std::string> painted = mask_sentences(Mask::of_cells(cells));
  EXPECT_EQ(painted[0],
            "Painted mask for “one”: m_{1,j} = −∞ where hidden, else s_{1,j} Nothing is hidden from “one”.");
  EXPECT_EQ(painted[1],
            "Painted mask for “small”: m_{2,j} = −∞ for every j No key is visible to “small”: its weights "
            "and its head output will be 0.");
  EXPECT_EQ(painted[2],
            "Painted mask for “step”: m_{3,j} = −∞ where hidden, else s_{3,j} Some tokens are hidden from "
            "“step”: their scores become −∞, so their weights are exactly 0.");
}

TEST(StepContent, ATokenThatSeesNothingHasWeightsOfZero) {
  Document document = testing::small_document();
  document.model.options.mask = Mask::padded(1, true);
  const Session session(document);
  const StepContent weight = describe_step(session, 0, {StepKind::weight, 2, 1, 0, 0}, 2);
  EXPECT_EQ(equation_of(weight), "0.00 ÷ 0.00 = 0.00");
  EXPECT_EQ(weight.sentence,
            "No key is visible to “step”: 0 ÷ 0 counts as 0 here, so all weights of the row are 0.");
  EXPECT_TRUE(asked_numbers(session, 0, {StepKind::weight, 2, 1, 0, 0}).empty()) << "nothing to compute";
}

TEST(StepContent, ShortensTokensThatWouldFillTheLine) {
  Document document = testing::small_document();
  document.tokens[1] = "Donaudampfschifffahrtsgesellschaftskapitän";
  const std::string quoted = quoted_token(Session(document), 1);
  EXPECT_LE(characters_of(quoted), 27);
  EXPECT_EQ(quoted, "“Donaudampfschiff…kapitän”");
}

}  // namespace
}  // namespace attention_lab
