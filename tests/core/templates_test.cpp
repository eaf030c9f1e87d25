#include "core/words/templates.h"

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

TEST(Templates, PlacesAreFilledInAnyOrderAndMoreThanOnce) {
  EXPECT_EQ(filled("The seed is <seed>; its limit is <limit>.", {{"limit", 5}, {"seed", "7"}}),
            "The seed is 7; its limit is 5.");
  EXPECT_EQ(filled("<a> + <a> = <sum>", {{"a", 2}, {"sum", -4}}), "2 + 2 = -4");
  EXPECT_EQ(filled("No place.", {}), "No place.");
}

TEST(Templates, WhatIsFilledInIsNoTemplate) {
  EXPECT_EQ(filled("Remove <token>", {{"token", "<token> <b"}}), "Remove <token> <b");
}

TEST(Templates, AFunctionCanSayWhatStandsInAPlace) {
  const auto twice = [](std::string_view place) { return std::string(place) + std::string(place); };
  EXPECT_EQ(filled_by("<a b>, <c>.", twice), "a ba b, cc.");
}

TEST(Templates, AListHasOneAnd) {
  EXPECT_EQ(list_of({"X"}), "X");
  EXPECT_EQ(list_of({"X", "W_q"}), "X and W_q");
  EXPECT_EQ(list_of({"X", "W_q", "b_q"}), "X, W_q and b_q");
}

}  // namespace
}  // namespace attention_lab
