#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "core/document/checks.h"
#include "core/limits.h"
#include "random_documents.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::infinity;
using testing::RandomDocuments;
using testing::small_document;
using testing::Variant;

std::string all_of(const std::vector<Error>& errors) {
  std::string text;
  for (const Error& error : errors) text += to_string(error) + "\n";
  return text;
}

/// A document with two heads and every optional part: three tokens, d_model 3, d_k 2, d_v 2, d_out 5.
Document faultless_document() {
  RandomDocuments random(5);
  Document document = small_document();
  document.model.heads.push_back(document.model.heads.front());
  for (Head& head : document.model.heads) {
    head.b_q = random.row(2);
    head.b_k = random.row(2);
    head.b_v = random.row(2);
  }
  document.model.W_o = random.matrix(4, 5);
  document.model.b_o = random.row(5);
  return document;
}

struct Fault {
  std::string place;
  ErrorCode code;
  std::string words;  // part of the message
  std::function<void(Document&)> make;
};

void expect_fault(const Document& document, const Fault& fault) {
  Document faulty = document;
  fault.make(faulty);
  const std::vector<Error> errors = validate(faulty);
  ASSERT_EQ(errors.size(), 1U) << fault.place << " " << fault.words << "\n" << all_of(errors);
  EXPECT_EQ(errors[0].place, fault.place);
  EXPECT_EQ(errors[0].code, fault.code) << all_of(errors);
  EXPECT_NE(errors[0].message.find(fault.words), std::string::npos) << errors[0].message;
}

TEST(Validate, FindsNothingInValidDocuments) {
  RandomDocuments random(6);
  for (const Variant& variant : testing::all_variants()) {
    const Document document = random.document(variant);
    EXPECT_TRUE(validate(document).empty()) << all_of(validate(document));
  }
  EXPECT_TRUE(validate(faultless_document()).empty());
}

TEST(Validate, NamesWhatIsWrongWithTokensAndTitle) {
  const Document document = faultless_document();
  expect_fault(document, {"title", ErrorCode::not_utf8, "UTF-8", [](Document& d) { d.title = "\xFF"; }});
  expect_fault(document,
               {"description", ErrorCode::not_utf8, "UTF-8", [](Document& d) { d.description = "\xFF"; }});
  expect_fault(document,
               {"tokens[1]", ErrorCode::not_utf8, "UTF-8", [](Document& d) { d.tokens[1] = "\xC0\xAF"; }});
  expect_fault(document, {"tokens", ErrorCode::empty_sentence, "at least one", [](Document& d) {
                            d.tokens.clear();
                            d.model.token_embeddings = Matrix(0, 3);
                          }});
  expect_fault(document,
               {"tokens", ErrorCode::over_limit, "1,025 tokens; the limit is 1,024", [](Document& d) {
                  d.tokens.assign(1025, "a");
                  d.model.token_embeddings = Matrix(Matrix::Zero(1025, 3));
                }});
}

TEST(Validate, NamesDrawnTokensThatAreNoneOrOutOfOrder) {
  const Document document = faultless_document();
  expect_fault(document, {"drawn[1]", ErrorCode::out_of_range, "no token 3; the tokens are numbered 0 to 2",
                          [](Document& d) {
                            d.drawn_tokens = {0, 3};
                          }});
  expect_fault(document, {"drawn[0]", ErrorCode::out_of_range, "no token -1",
                          [](Document& d) { d.drawn_tokens = {-1}; }});
  expect_fault(document, {"drawn[1]", ErrorCode::wrong_format, "The token 2 is listed twice; list it once.",
                          [](Document& d) {
                            d.drawn_tokens = {2, 2};
                          }});
  expect_fault(document,
               {"drawn[1]", ErrorCode::wrong_format, "The token 1 is out of order", [](Document& d) {
                  d.drawn_tokens = {2, 1};
                }});
}

TEST(Validate, NamesASeedPastItsLimit) {
  expect_fault(faultless_document(), {"seed", ErrorCode::over_limit, "its limit is 2147483647",
                                      [](Document& d) { d.seed = 2147483648U; }});
}

TEST(Validate, NamesShapesThatDoNotFit) {
  using enum ErrorCode;
  const std::vector<Fault> faults = {
      {"embeddings", wrong_shape, "X has 2 rows, but there are 3 tokens",
       [](Document& d) { d.model.token_embeddings = Matrix(Matrix::Zero(2, 3)); }},
      {"heads[1].W_q", wrong_shape,
       "W_q has 4 rows, but d_model is 3; give it one row per embedding dimension.",
       [](Document& d) { d.model.heads[1].W_q = Matrix(Matrix::Zero(4, 2)); }},
      {"heads[1].W_k", wrong_shape, "W_k has 1 column, but d_k is 2",
       [](Document& d) { d.model.heads[1].W_k = Matrix(Matrix::Zero(3, 1)); }},
      {"heads[1].W_v", wrong_shape, "W_v has 3 columns, but d_v is 2",
       [](Document& d) { d.model.heads[1].W_v = Matrix(Matrix::Zero(3, 3)); }},
      {"heads[1].W_v", wrong_shape, "no columns",
       [](Document& d) { d.model.heads[1].W_v = Matrix(Matrix::Zero(3, 0)); }},
      {"heads[0].W_k", wrong_shape, "W_k has 0 rows", [](Document& d) { d.model.heads[0].W_k = Matrix(); }},
      {"heads[0].b_q", wrong_shape, "b_q has 3 numbers, but d_k is 2",
       [](Document& d) { d.model.heads[0].b_q = RowVector(RowVector::Zero(3)); }},
      {"heads[1].b_v", wrong_shape, "b_v has 1 number, but d_v is 2",
       [](Document& d) { d.model.heads[1].b_v = RowVector(RowVector::Zero(1)); }},
      {"W_o", wrong_shape, "W_o has 3 rows, but n_heads · d_v is 2 · 2 = 4",
       [](Document& d) { d.model.W_o = Matrix(Matrix::Zero(3, 5)); }},
      {"b_o", wrong_shape, "b_o has 4 numbers, but d_out is 5",
       [](Document& d) { d.model.b_o = RowVector(RowVector::Zero(4)); }},
      {"b_o", wrong_shape, "without W_o", [](Document& d) { d.model.W_o = Matrix(); }},
      {"heads", missing_key, "at least one head",
       [](Document& d) {
         d.model.heads.clear();
         d.model.W_o = Matrix();
         d.model.b_o = RowVector();
       }},
  };
  for (const Fault& fault : faults) expect_fault(faultless_document(), fault);
}

TEST(Validate, NamesLimits) {
  using enum ErrorCode;
  Document document = small_document();
  expect_fault(document, {"heads", over_limit, "65 heads; the limit is 64",
                          [](Document& d) { d.model.heads.resize(65, d.model.heads.front()); }});
  expect_fault(document, {"heads[0].W_v", over_limit, "4097 columns; the limit is 4096",
                          [](Document& d) { d.model.heads[0].W_v = Matrix(Matrix::Zero(3, 4097)); }});
  document.model.options.projection = Projection::identity;
  document.model.heads.clear();
  expect_fault(document, {"embeddings", over_limit, "4097 columns; the limit is 4096",
                          [](Document& d) { d.model.token_embeddings = Matrix(Matrix::Zero(3, 4097)); }});
  expect_fault(document, {"W_o", wrong_shape, "there are none",
                          [](Document& d) { d.model.W_o = Matrix(Matrix::Zero(3, 3)); }});
}

TEST(Validate, NamesNumbersThatAreNotFinite) {
  using enum ErrorCode;
  const std::vector<Fault> faults = {
      {"embeddings[2][1]", not_finite, "X contains",
       [](Document& d) { d.model.token_embeddings.edit()(2, 1) = testing::not_a_number; }},
      {"heads[1].W_q[0][1]", not_finite, "W_q contains",
       [](Document& d) { d.model.heads[1].W_q.edit()(0, 1) = infinity; }},
      {"heads[0].b_k[1]", not_finite, "b_k contains",
       [](Document& d) { d.model.heads[0].b_k.edit()(1) = -infinity; }},
      {"W_o[3][4]", not_finite, "W_o contains",
       [](Document& d) { d.model.W_o.edit()(3, 4) = testing::not_a_number; }},
      {"b_o[0]", not_finite, "b_o contains",
       [](Document& d) { d.model.b_o.edit()(0) = testing::not_a_number; }},
  };
  for (const Fault& fault : faults) expect_fault(faultless_document(), fault);
}

TEST(Validate, NamesOptionsOutOfRange) {
  using enum ErrorCode;
  const auto set_divisor = [](Scalar divisor) {
    return [divisor](Document& d) { d.model.options.scale = {Scale::Kind::custom, divisor}; };
  };
  const auto set_temperature = [](Scalar temperature) {
    return [temperature](Document& d) { d.model.options.temperature = temperature; };
  };
  const std::vector<Fault> faults = {
      {"options.scale", out_of_range, "The divisor is -2.5; it must be greater than 0.",
       set_divisor(Scalar(-2.5))},
      {"options.scale", not_finite, "greater than 0", set_divisor(infinity)},
      {"options.temperature", out_of_range, "The temperature is 0;", set_temperature(0)},
      {"options.temperature", not_finite, "not a finite number", set_temperature(testing::not_a_number)},
      {"options.scale", out_of_range, "too small to divide by; it must be at least ",
       set_divisor(std::numeric_limits<Scalar>::min() / 2)},
      {"options.temperature", out_of_range, "too small to divide by; it must be at least ",
       set_temperature(std::numeric_limits<Scalar>::denorm_min())},
  };
  for (const Fault& fault : faults) expect_fault(faultless_document(), fault);
}

TEST(Validate, ReportsEveryFaultAtOnce) {
  Document document = faultless_document();
  document.tokens[0] = "\xFF";
  document.model.heads[1].W_q = Matrix(Matrix::Zero(4, 2));
  document.model.options.temperature = 0;
  EXPECT_EQ(validate(document).size(), 3U);
}

TEST(Validate, HeadsKeptUnderProjectionIdentityMustFit) {
  Document document = faultless_document();
  document.model.options.projection = Projection::identity;
  EXPECT_TRUE(validate(document).empty());
  document.model.heads[1].W_q = Matrix(Matrix::Zero(4, 2));
  EXPECT_EQ(validate(document).size(), 1U);
}

TEST(Utf8, KnowsWellFormedText) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("été 我 🙂"));
  EXPECT_TRUE(is_utf8("\xF4\x8F\xBF\xBF"));  // U+10FFFF
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndWhatIsCutShort) {
  for (const char* text :
       {"\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
        "\xF8\x88\x80\x80\x80", "\x80", "\xE2\x82", "\xE2\x28\xA1", "\xFF"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

}  // namespace
}  // namespace attention_lab
