#include "ui/figures/base/colour_map.h"

#include <cmath>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace attention_lab {
namespace {

/// The tables in assets/colormaps.json under our names: "PuOr" for matplotlib's "PuOr_r".
std::map<std::string, nlohmann::json> colour_maps() {
  std::map<std::string, nlohmann::json> tables;
  const nlohmann::json assets = nlohmann::json::parse(std::ifstream(ATTENTION_LAB_COLOUR_MAPS));
  for (const auto& [key, table] : assets.items()) {
    const std::optional<ColourMap> map = colour_map_from(key.substr(0, key.find("_r")));
    if (map) tables[std::string(to_string(*map))] = table;
  }
  return tables;
}

Colour from_hex(const std::string& text) {
  return rgb(static_cast<std::uint32_t>(std::stoul(text.substr(1), nullptr, 16)));
}

TEST(ColourMap, IsTheTableOfTheAssets) {
  const std::map<std::string, nlohmann::json> tables = colour_maps();
  for (const ColourMap map : all_colour_maps) {
    const nlohmann::json& table = tables.at(std::string(to_string(map)));
    ASSERT_EQ(table.size(), 64u) << to_string(map);
    EXPECT_EQ(sample(map, 0), from_hex(table.front())) << to_string(map);
    EXPECT_EQ(sample(map, 1), from_hex(table.back())) << to_string(map);
    for (std::size_t i = 0; i < table.size(); ++i) {
      const Colour wanted = from_hex(table[i]);
      const Colour sampled = sample(map, static_cast<float>(i) / 63);
      EXPECT_NEAR(sampled.red, wanted.red, 1) << to_string(map) << " " << i;
      EXPECT_NEAR(sampled.green, wanted.green, 1) << to_string(map) << " " << i;
      EXPECT_NEAR(sampled.blue, wanted.blue, 1) << to_string(map) << " " << i;
    }
  }
}

TEST(ColourMap, ClampsWhatLiesOutside) {
  for (const ColourMap map : all_colour_maps) {
    EXPECT_EQ(sample(map, -1), sample(map, 0));
    EXPECT_EQ(sample(map, 2), sample(map, 1));
    EXPECT_EQ(sample(map, INFINITY), sample(map, 1));
    EXPECT_EQ(sample(map, -INFINITY), sample(map, 0));
    EXPECT_EQ(sample(map, NAN), sample(map, 0));
  }
}

TEST(ColourMap, SequentialMapsChangeBrightnessInOneDirection) {
  for (const ColourMap map : all_colour_maps) {
    if (is_diverging(map)) continue;
    const bool rises = luminance(sample(map, 1)) > luminance(sample(map, 0));
    for (int i = 1; i <= 63; ++i) {
      const float step = luminance(sample(map, static_cast<float>(i) / 63)) -
                         luminance(sample(map, static_cast<float>(i - 1) / 63));
      EXPECT_GE(rises ? step : -step, -0.002f) << to_string(map) << " " << i;
    }
  }
}

TEST(ColourMap, NamesAreReadBack) {
  for (const ColourMap map : all_colour_maps) EXPECT_EQ(colour_map_from(to_string(map)), map);
  EXPECT_FALSE(colour_map_from("jet").has_value());
}

TEST(ColourMap, DivergingMapsAreDarkInTheMiddleOfADarkPageOnly) {
  const Colour night = rgb(0x1e2227);
  for (const ColourMap map : all_colour_maps) {
    EXPECT_EQ(sample_on(rgb(0xffffff), map, 0.5f), sample(map, 0.5f)) << to_string(map);
    if (!is_diverging(map)) {
      EXPECT_EQ(sample_on(night, map, 0.5f), sample(map, 0.5f)) << to_string(map);
      continue;
    }
    EXPECT_EQ(sample_on(night, map, 0.5f), night);
    EXPECT_EQ(sample_on(night, map, NAN), sample_on(night, map, 0.0f));
    for (int i = 1; i <= 10; ++i) {
      const float by = static_cast<float>(i) / 20;
      for (const float side : {-1.0f, 1.0f}) {
        EXPECT_GT(luminance(sample_on(night, map, 0.5f + side * by)),
                  luminance(sample_on(night, map, 0.5f + side * (by - 0.05f))))
            << to_string(map) << " " << side * by;
      }
    }
  }
}

}  // namespace
}  // namespace attention_lab
