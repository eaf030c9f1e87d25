#include "ui/figures/base/page.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

PageSize parsed_size(std::string_view text) {
  const Result<PageSize> size = parse_page_size(text);
  EXPECT_TRUE(size) << text;
  return size ? *size : PageSize{};
}

Page page(std::string_view size, std::optional<double> dpi = {}, std::optional<double> font = {}) {
  const Result<Page> made = page_of({parsed_size(size), dpi, font});
  EXPECT_TRUE(made) << size;
  return made ? *made : Page{};
}

std::string refusal(const PageSetup& setup) {
  const Result<Page> made = page_of(setup);
  return made ? "" : made.error().message;
}

TEST(PageSize, IsReadInCentimetresAndPixels) {
  EXPECT_EQ(parsed_size("16x9cm"), (PageSize{16, 9, LengthUnit::centimetres}));
  EXPECT_EQ(parsed_size("8.5x11.25cm"), (PageSize{8.5, 11.25, LengthUnit::centimetres}));
  EXPECT_EQ(parsed_size("1920x1080"), (PageSize{1920, 1080, LengthUnit::pixels}));
  EXPECT_EQ(parsed_size("1920x1080px"), (PageSize{1920, 1080, LengthUnit::pixels}));
}

TEST(PageSize, IsReadInOtherUnitsAndAsSheets) {
  EXPECT_EQ(parsed_size("85x60mm"), (PageSize{85, 60, LengthUnit::millimetres}));
  EXPECT_EQ(parsed_size("6x4.5in"), (PageSize{6, 4.5, LengthUnit::inches}));
  EXPECT_EQ(parsed_size("400x300pt"), (PageSize{400, 300, LengthUnit::points}));
  EXPECT_EQ(parsed_size("A4"), (PageSize{210, 297, LengthUnit::millimetres}));
  EXPECT_EQ(parsed_size("a3 landscape"), (PageSize{420, 297, LengthUnit::millimetres}));
  EXPECT_NEAR(page("6x4in").width, 432, 1e-3);
  EXPECT_NEAR(page("400x300pt").height, 300, 1e-3);
  EXPECT_NEAR(page("254x127mm").width, 720, 1e-3);
}

TEST(PageSize, IsReadBackAsItIsWritten) {
  for (const char* text :
       {"16x9cm", "1920x1080", "8.25x.5cm", " 12 x 9.5 cm ", "85x60mm", "6x4in", "400x300pt", "A0"}) {
    EXPECT_EQ(parsed_size(to_string(parsed_size(text))), parsed_size(text)) << text;
  }
  EXPECT_EQ(to_string(parsed_size("16x9cm")), "16 × 9 cm");
  EXPECT_EQ(to_string(parsed_size("1920x1080px")), "1920 × 1080 px");
}

TEST(PageSize, RefusesWhatIsNoSizeInASentence) {
  for (const char* text : {"", "x", "16", "16x", "x9", "16x9x3", "-16x9cm", "1e3x5", "0x10x10", "a×b",
                           "1.5x2", "1..5x2cm", ".x.cm", "nanxinf", "16,5x9cm", "99999999999999x9"}) {
    const Result<PageSize> size = parse_page_size(text);
    ASSERT_FALSE(size) << text;
    EXPECT_EQ(size.error().code, ErrorCode::not_a_number);
    EXPECT_NE(size.error().message.find("16x9cm"), std::string::npos);
    EXPECT_NE(size.error().message.find("\"" + std::string(text) + "\""), std::string::npos);
  }
}

TEST(Page, OfCentimetresHasThatSizeOnPaper) {
  const Page made = page("16x9cm");
  EXPECT_NEAR(made.width, 16 / 2.54 * 72, 1e-3);
  EXPECT_NEAR(made.height, 9 / 2.54 * 72, 1e-3);
  EXPECT_EQ(made.dpi, 300);
  EXPECT_EQ(made.pixel_width, 1890);
  EXPECT_EQ(made.pixel_height, 1063);
  EXPECT_FLOAT_EQ(made.pixel(), 0.24f);
}

TEST(Page, OfPixelsHasExactlyThesePixelsAtAnyDpi) {
  for (const double dpi : {36.0, 72.0, 96.0, 144.0, 299.5, 300.0, 2400.0}) {
    const Page made = page("1921x1083", dpi);
    EXPECT_EQ(made.pixel_width, 1921) << dpi;
    EXPECT_EQ(made.pixel_height, 1083) << dpi;
    EXPECT_NEAR(made.width, 1921 * made.pixel(), 1e-2);
  }
  EXPECT_EQ(page("1920x1080").dpi, 144);
  EXPECT_EQ(page("1920x1080").width, 960);
}

TEST(Page, TextGrowsWithThePageUnlessItsSizeIsGiven) {
  EXPECT_EQ(page("16x9cm").font_size, 10);
  EXPECT_EQ(page("1920x1080").font_size, 17);
  EXPECT_EQ(page("1x1cm").font_size, 6);
  EXPECT_EQ(page("300x300cm", 36).font_size, 40);
  EXPECT_EQ(page("16x9cm", {}, 12.5).font_size, 12.5);
  float before = 0;
  for (int side = 1; side < 100; ++side) {
    const float font = page(std::to_string(side) + "x" + std::to_string(side) + "cm", 72).font_size;
    EXPECT_GE(font, before);
    before = font;
  }
}

TEST(Page, NeedingTooMuchMemoryIsRefusedWithTheNumbers) {
  EXPECT_EQ(
      refusal({parsed_size("100x100cm"), 300, {}}),
      "100 × 100 cm at 300 dpi is 11811 × 11811 pixels and needs 558 MB of memory; the limit is 512 MB. "
      "Make the picture smaller, lower the dpi, or save it as PDF or SVG.");
  EXPECT_EQ(refusal({parsed_size("11314x11314"), {}, {}}).find("11314 × 11314 px at 144 dpi is"), 0u);
  EXPECT_EQ(refusal({parsed_size("11313x11313"), {}, {}}), "");
  EXPECT_EQ(page_of({parsed_size("100x100cm"), 300, {}}).error().code, ErrorCode::over_limit);
}

TEST(Page, OfVectorsNeedsNoPixels) {
  const PageSetup poster{parsed_size("A0"), 2400, {}};
  EXPECT_EQ(page_of(poster).error().code, ErrorCode::over_limit);
  const Result<Page> made = page_of(poster, false);
  ASSERT_TRUE(made);
  EXPECT_NEAR(made->width, 841 / 25.4 * 72, 1e-2);
  EXPECT_EQ(made->pixel(PictureFormat::pdf), page("A4").pixel(PictureFormat::svg)) << "at any dpi";
}

TEST(Page, PastItsLimitsIsRefusedWithTheNumbers) {
  EXPECT_EQ(refusal({parsed_size("600x9cm"), {}, {}}), "A side must be from 0.5 to 508 cm, not 600.");
  EXPECT_EQ(refusal({parsed_size("0x9cm"), {}, {}}), "A side must be from 0.5 to 508 cm, not 0.");
  EXPECT_EQ(refusal({parsed_size("15x90"), {}, {}}), "A side in pixels must be from 16 to 32767, not 15.");
  EXPECT_EQ(refusal({parsed_size("32768x90"), {}, {}}),
            "A side in pixels must be from 16 to 32767, not 32768.");
  EXPECT_EQ(refusal({parsed_size("16x9cm"), 35, {}}), "The resolution must be from 36 to 2400 dpi, not 35.");
  EXPECT_EQ(refusal({parsed_size("16x9cm"), {}, 200}),
            "The font size must be from 4 to 144 points, not 200.");
  EXPECT_EQ(refusal({parsed_size("400x1cm"), 300, {}}),
            "400 × 1 cm at 300 dpi is 47244 × 118 pixels; a side can have at most 32767.");
  EXPECT_EQ(refusal({parsed_size("30000x16"), 36, {}}),
            "30000 × 16 px at 36 dpi is 2116.67 × 1.13 cm on paper; a side can have at most 508 cm.");
  EXPECT_FALSE(page_of({{std::numeric_limits<double>::quiet_NaN(), 9, LengthUnit::centimetres}, {}, {}}));
  EXPECT_FALSE(page_of({{16, 9, LengthUnit::centimetres}, std::numeric_limits<double>::infinity(), {}}));
}

}  // namespace
}  // namespace attention_lab
