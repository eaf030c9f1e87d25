// The campaign damages files in a reproducible way, and most of them remain JSON.
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "json_mutator.h"

namespace attention_lab::campaign {
namespace {

constexpr std::string_view seed_document = R"({
  "format": "attention-lab/document", "version": 1, "title": "A \"title\", with [brackets] and {braces}",
  "tokens": ["a", "b"], "embeddings": [[1, 2.5], [-3e4, 0]], "heads": [{"W_q": [[1], [2]]}],
  "options": {"mask": "none", "temperature": 1, "x": null}
})";
constexpr std::size_t largest = 1 << 16;

TEST(JsonPlaces, NameEveryValueWithItsKey) {
  constexpr std::string_view text = R"( {"a": [1, "x,]"], "b": {"c": true}} )";
  std::vector<std::string> found;
  for (const JsonPlace& place : places_of(text)) {
    found.emplace_back(text.substr(place.key.begin, place.key.size()));
    found.emplace_back(text.substr(place.value.begin, place.value.size()));
  }
  EXPECT_EQ(found,
            (std::vector<std::string>{"", R"({"a": [1, "x,]"], "b": {"c": true}})", "\"a\"", R"([1, "x,]"])",
                                      "", "1", "", R"("x,]")", "\"b\"", R"({"c": true})", "\"c\"", "true"}));
}

TEST(JsonPlaces, ATextThatIsCutOffHasThoseThatAreWhole) {
  EXPECT_TRUE(places_of("").empty());
  for (std::size_t length = 0; length < seed_document.size(); ++length) {
    for (const JsonPlace& place : places_of(seed_document.substr(0, length))) {
      EXPECT_LE(place.entry.begin, place.value.begin);
      EXPECT_LE(place.value.end, length);
    }
  }
}

TEST(JsonMutator, MostOfWhatItMakesIsOtherJson) {
  constexpr std::uint32_t seeds = 1000;
  std::set<std::string> different;
  std::size_t json = 0;
  for (std::uint32_t seed = 0; seed < seeds; ++seed) {
    const std::string damaged = JsonMutator(seed).mutate(std::string(seed_document), largest);
    EXPECT_LE(damaged.size(), largest);
    different.insert(damaged);
    if (nlohmann::json::accept(damaged)) ++json;
  }
  EXPECT_GT(different.size(), seeds * 8 / 10);
  EXPECT_GT(json, seeds / 2);
}

TEST(JsonMutator, TheSameSeedDoesTheSameDamage) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const std::string text(seed_document);
    EXPECT_EQ(JsonMutator(seed).mutate(text, largest), JsonMutator(seed).mutate(text, largest));
    EXPECT_EQ(JsonMutator(seed).cross(text, "[[1], {}]", largest),
              JsonMutator(seed).cross(text, "[[1], {}]", largest));
  }
}

}  // namespace
}  // namespace attention_lab::campaign
