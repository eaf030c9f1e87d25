// Runs attention-lab experiment as users and scripts do.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "running.h"

namespace attention_lab {
namespace {

using Arguments = std::vector<std::string>;
using OrderedJson = nlohmann::ordered_json;

test::Outcome experiment(Arguments arguments) {
  arguments.insert(arguments.begin(), {ATTENTION_LAB_BINARY, "experiment"});
  return test::run_program(std::move(arguments));
}

OrderedJson json_printed(Arguments arguments) {
  arguments.push_back("--json");
  const test::Outcome outcome = experiment(std::move(arguments));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(outcome.complaint, "");
  return OrderedJson::parse(outcome.output);
}

Arguments keys_of(const OrderedJson& json) {
  Arguments keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  return keys;
}

void expect_refused_experiment(const Arguments& arguments, const std::string& part_of_complaint) {
  const test::Outcome outcome = experiment(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.complaint;
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(std::count(outcome.complaint.begin(), outcome.complaint.end(), '\n'), 1) << outcome.complaint;
  EXPECT_NE(outcome.complaint.find(part_of_complaint), std::string::npos) << outcome.complaint;
}

void expect_text(const Arguments& arguments, const Arguments& parts) {
  const test::Outcome outcome = experiment(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  for (const std::string& part : parts)
    EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
}

// ------------------------------------------------------------------------------------------------- variance

TEST(Experiment, VarianceEqualsPyTorch) {
  const OrderedJson json =
      json_printed({"variance", "--dimension", "64", "--trials", "1000", "--seed", "123"});
  EXPECT_EQ(keys_of(json), (Arguments{"dimension", "trials", "variance", "variance_scaled", "standard_error",
                                      "standard_error_scaled"}));
  EXPECT_EQ(json["dimension"], 64);
  EXPECT_EQ(json["trials"], 1000);
  // From torch.manual_seed(123) and 1,000 times torch.randn(64) @ torch.randn(64).
  EXPECT_NEAR(json["variance"].get<double>(), 65.57104464, 1e-4);
  EXPECT_NEAR(json["variance_scaled"].get<double>(), 1.024547573, 1e-5);
  EXPECT_NEAR(json["standard_error"].get<double>(), 3.117230542, 1e-4);
  EXPECT_NEAR(json["standard_error_scaled"].get<double>(), 3.117230542 / 64, 1e-5);
}

TEST(Experiment, VarianceOfUniformNumbersIsTheDimensionToo) {
  const OrderedJson json =
      json_printed({"variance", "--dimension", "20", "--trials", "5000", "--distribution", "uniform"});
  const auto standard_error = json["standard_error"].get<double>();
  EXPECT_NEAR(json["variance"].get<double>(), 20, 5 * standard_error);
  EXPECT_NE(json["variance"],
            (json_printed({"variance", "--dimension", "20", "--trials", "5000"})["variance"]));
}

TEST(Experiment, VarianceIsATableForPeople) {
  expect_text({"variance", "--dimension", "5", "--trials", "200"},
              {"200 trials with seed 123", "d = 5", "q · k ", "q · k ÷ √d", "5.0000", "1.0000"});
}

TEST(Experiment, VarianceRefusesWhatIsOutsideItsLimits) {
  expect_refused_experiment({"variance", "--dimension", "0"}, "The dimension must be from 1 to 4096, not 0.");
  expect_refused_experiment({"variance", "--dimension", "4097", "--json"},
                            "The dimension must be from 1 to 4096, not 4097.");
  expect_refused_experiment({"variance", "--dimension", "many"}, "--dimension");
  expect_refused_experiment({"variance", "--trials", "99"},
                            "The number of trials must be from 100 to 1000000, not 99.");
  expect_refused_experiment({"variance", "--trials", "1000001"}, "not 1000001");
  expect_refused_experiment({"variance", "--seed", "-1"},
                            "A seed must be a whole number from 0 to 18446744073709551615, not \"-1\"");
  expect_refused_experiment({"variance", "--seed", "99999999999999999999"}, "A seed must be a whole number");
  expect_refused_experiment({"gradient", "--seed", "1.5"}, "A seed must be a whole number");
  expect_refused_experiment({"variance", "--distribution", "cauchy"},
                            "must be one of normal, uniform, not \"cauchy\"");
}

// ------------------------------------------------------------------------------------------------ sharpness

TEST(Experiment, SharpnessOfTheExample) {
  const OrderedJson json = json_printed({"sharpness", "--logits", "0.1 -0.2 0.3 -0.2 0.5", "--factor", "8"});
  EXPECT_EQ(keys_of(json), (Arguments{"softmax", "softmax_scaled", "entropy", "entropy_scaled",
                                      "jacobian_norm", "jacobian_norm_scaled"}));
  const auto plain = json["softmax"].get<std::vector<double>>();
  const auto scaled = json["softmax_scaled"].get<std::vector<double>>();
  const std::vector<double> expected = {.1925, .1426, .2351, .1426, .2872};
  const std::vector<double> expected_scaled = {.0326, .0030, .1615, .0030, .8000};
  ASSERT_EQ(plain.size(), 5U);
  ASSERT_EQ(scaled.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(plain[i], expected[i], 5e-5);
    EXPECT_NEAR(scaled[i], expected_scaled[i], 5e-5);
  }
  EXPECT_GT(json["entropy"].get<double>(), json["entropy_scaled"].get<double>());
  EXPECT_GT(json["jacobian_norm"].get<double>(), json["jacobian_norm_scaled"].get<double>());
}

TEST(Experiment, SharpnessTakesNegativeNumbersAndCommas) {
  EXPECT_EQ(json_printed({"sharpness", "--logits", "-1, 2, 3", "--factor", "-2"}),
            (json_printed({"sharpness", "--logits=-1 2 3", "--factor=-2"})));
}

TEST(Experiment, SharpnessIsATableForPeople) {
  expect_text({"sharpness"}, {"times 8", "0.8000", "entropy", "effective tokens", "norm of the Jacobian"});
}

TEST(Experiment, SharpnessRefusesWhatIsNoListOfNumbers) {
  expect_refused_experiment({"sharpness", "--logits", "1 two 3"}, "“two” is not a number.");
  expect_refused_experiment({"sharpness", "--logits", "1 nan"}, "The number must be finite.");
  expect_refused_experiment({"sharpness", "--logits", "1e99"}, "1e99 is too large");
  expect_refused_experiment({"sharpness", "--logits", ""}, "Softmax needs at least one number.");
  expect_refused_experiment({"sharpness", "--factor", "inf"}, "--factor");
  expect_refused_experiment({"sharpness", "--factor", "x"}, "--factor");
}

// ------------------------------------------------------------------------------------------------- gradient

TEST(Experiment, GradientVanishesWithoutTheDivisor) {
  const OrderedJson json = json_printed({"gradient", "--d-k", "16", "512", "--trials", "300"});
  EXPECT_EQ(json["d_k"], (OrderedJson{16, 512}));
  const auto median = [&](const char* divisor, const char* measure, std::size_t point) {
    return json[divisor][measure]["median"][point].get<double>();
  };
  EXPECT_LT(median("none", "passed", 1), median("none", "passed", 0) / 50);
  EXPECT_NEAR(median("sqrt_d_k", "passed", 1) / median("sqrt_d_k", "passed", 0), 1, 0.2);
  EXPECT_LT(median("sqrt_d_model", "W_q", 0), median("sqrt_d_k", "W_q", 0) / 2);
  EXPECT_EQ(median("sqrt_d_model", "W_q", 1), median("sqrt_d_k", "W_q", 1));
}

TEST(Experiment, GradientGoesUpToDModelByItself) {
  EXPECT_EQ(json_printed({"gradient", "--d-model", "12", "--trials", "10"})["d_k"],
            (OrderedJson{1, 2, 4, 8, 12}));
  expect_text({"gradient", "--d-model", "8", "--trials", "10"}, {"d_k", "undivided", "÷ √d_model"});
}

TEST(Experiment, GradientRefusesWhatIsOutsideItsLimits) {
  expect_refused_experiment({"gradient", "--d-model", "0"}, "d_model must be from 1 to 4096, not 0.");
  expect_refused_experiment({"gradient", "--d-model", "9000000000000000000"},
                            "d_model must be from 1 to 4096");
  expect_refused_experiment({"gradient", "--d-k", "513"},
                            "The d_k of one head must be from 1 to 512, not 513.");
  expect_refused_experiment({"gradient", "--tokens", "1"},
                            "The number of tokens must be from 2 to 128, not 1.");
  expect_refused_experiment({"gradient", "--trials", "0"},
                            "The number of trials must be from 1 to 10000, not 0.");
}

// ----------------------------------------------------------------------------------------------- in general

TEST(Experiment, IsOneOfThree) {
  expect_refused_experiment({}, "must be followed by variance, sharpness or gradient");
  expect_refused_experiment({"telepathy"}, "telepathy");
  expect_refused_experiment({"variance", "telepathy"}, "telepathy");
  const test::Outcome help = experiment({"variance", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.output.find("--dimension"), std::string::npos) << help.output;
}

}  // namespace
}  // namespace attention_lab
