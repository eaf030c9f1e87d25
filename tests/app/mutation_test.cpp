// Thousands of damaged documents: each is either still valid or rejected with a sentence, and none harms the
// program. The seeds are fixed, so that failures can be reproduced.
#include <random>

#include <gtest/gtest.h>

#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "core/attention/forward.h"
#include "core/document/checks.h"

namespace attention_lab {
namespace {

class Vandal {
 public:
  explicit Vandal(std::uint32_t seed) : random_(seed) {}

  std::string damage(std::string text) {
    const std::size_t times = 1 + below(3);
    for (std::size_t i = 0; i < times && !text.empty(); ++i) damage_once(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_()) % bound; }

  void damage_once(std::string& text) {
    const std::size_t from = below(text.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(40, text.size() - from));
    switch (below(9)) {
      case 0: text[from] = static_cast<char>(text[from] ^ (1 << below(8))); break;
      case 1: text.erase(from, length); break;
      case 2: text.insert(from, text.substr(from, length)); break;
      case 3: std::swap(text[from], text[below(text.size())]); break;
      case 4: text.resize(from); break;
      case 5: text[from] = "[]{},:\"\\ \n0-9"[below(13)]; break;
      case 6: move_lines(text); break;
      default: replace_number(text, from); break;
    }
  }

  void move_lines(std::string& text) {
    const std::size_t from = text.find('\n', below(text.size()));
    if (from == std::string::npos) return;
    const std::size_t to = std::min(text.find('\n', from + 1), text.size());
    const std::string line = text.substr(from, to - from);
    if (below(2) == 0) text.erase(from, line.size());
    const std::size_t where = text.empty() ? std::string::npos : text.find('\n', below(text.size()));
    text.insert(std::min(where, text.size()), line);
  }

  void replace_number(std::string& text, std::size_t from) {
    static const char* const replacements[] = {
        "0",   "-0.0",     "1e-45", "1e-60", "3.4028235e38", "-3.4e38", "1e39", "1e400",
        "NaN", "Infinity", "null",  "true",  "\"1\"",        "[]",      "[1]",  "99999999999999999999",
        "{}",  "-1e-30",   "1e5",   "2"};
    const std::size_t begin = text.find_first_of("0123456789", from);
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(text.find_first_not_of("0123456789.eE+-", begin), text.size());
    text.replace(begin, end - begin, replacements[below(std::size(replacements))]);
  }

  std::mt19937 random_;
};

void expect_sound(const std::string& text) {
  const Result<ReadDocument> read = parse_document(text);
  const auto problems = find_problems(text);
  if (!read) {
    EXPECT_FALSE(read.error().message.empty());
    ASSERT_FALSE(problems.empty());
    for (const Error& problem : problems) EXPECT_FALSE(problem.message.empty());
    return;
  }
  EXPECT_TRUE(problems.empty());
  EXPECT_TRUE(validate(read->document).empty());
  Trace trace;
  forward(read->document.model, trace);
  EXPECT_EQ(trace.context.rows(), read->document.model.n_tokens());
  const Result<ReadDocument> again = parse_document(to_json(read->document));
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_TRUE(again->document == read->document);
}

TEST(Mutation, DamagedDocumentsAreReadOrRefusedNeverHarmful) {
  constexpr std::uint32_t rounds = 1500;
  std::size_t count = 0;
  std::size_t still_valid = 0;
  for (std::uint32_t seed = 0; seed < rounds; ++seed) {
    for (const Preset& preset : presets()) {
      const std::string text = Vandal(seed).damage(std::string(preset.text));
      SCOPED_TRACE(preset.name + ", seed " + std::to_string(seed) + ":\n" + text);
      expect_sound(text);
      if (::testing::Test::HasFailure()) return;
      ++count;
      if (parse_document(text)) ++still_valid;
    }
  }
  EXPECT_GT(count, 1000u);
  // The damage is neither too small nor too large to reach every part of the reader.
  EXPECT_GT(still_valid, count / 50);
  EXPECT_LT(still_valid, count / 2);
}

}  // namespace
}  // namespace attention_lab
