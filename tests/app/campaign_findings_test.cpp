// The claims hold for the campaign's initial files and for its findings (tests/fixtures/campaign).
#include <algorithm>
#include <ctime>
#include <filesystem>

#include <gtest/gtest.h>

#include "file_claims.h"
#include "support.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

/// At most 1 s of processor time per MB, plus one second. The campaign itself measures more precisely, and
/// memory too.
std::string in_time(std::size_t size, std::string_view step, const std::function<void()>& body) {
  const std::clock_t begin = std::clock();
  body();
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  constexpr double megabyte = 1 << 20;
  if (seconds <= 1 + static_cast<double>(size) / megabyte) return "";
  return std::string(step) + " takes " + std::to_string(seconds) + " s";
}

using Claim = std::string (*)(std::string_view text, const campaign::Watch& watch);

void expect_all_hold(const std::string& kind, Claim broken_claim) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(ATTENTION_LAB_FIXTURES) / "campaign" / kind)) {
    const std::string text = test::contents(entry.path());
    const auto watch = [&](std::string_view step, const std::function<void()>& body) {
      return in_time(text.size(), step, body);
    };
    EXPECT_EQ(broken_claim(text, watch), "") << entry.path();
    ++count;
  }
  EXPECT_GT(count, 2u);
}

TEST(CampaignFindings, EveryDocumentIsReadOrRefusedAndComesBack) {
  expect_all_hold("document", campaign::broken_claim_of_document);
}

TEST(CampaignFindings, EverySettingsFileIsUsedOrReplaced) {
  expect_all_hold("settings", campaign::broken_claim_of_settings);
}

TEST(CampaignFindings, NoKeptWorkIsLost) {
  expect_all_hold("recovery", campaign::broken_claim_of_recovery);
}

}  // namespace
}  // namespace attention_lab
