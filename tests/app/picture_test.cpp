// Every drawing command in every format, read with independent libraries.
#include "app/export/picture.h"

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "core/words/number_format.h"
#include "pictures.h"
#include "running.h"
#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {
namespace {

using test::fonts;
using test::small_page;

constexpr Colour white = rgb(0xffffff);
constexpr Colour blue = rgb(0x1964d8);
constexpr Colour orange = rgb(0xe08a3c);

DisplayList list_with(float width, float height, std::vector<DrawCommand> commands) {
  DisplayList list;
  list.width = width;
  list.height = height;
  list.commands = std::move(commands);
  return list;
}

std::string encoded(const DisplayList& list, PictureFormat format, float dpi = 72,
                    std::optional<Colour> background = white) {
  Result<std::string> bytes =
      encode_picture(list, small_page(list.width, list.height, dpi), background, format, fonts());
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message);
  if (bytes) test::expect_parsed(*bytes);
  return bytes ? *bytes : "";
}

test::DecodedPicture drawn(const DisplayList& list, float dpi = 72,
                           std::optional<Colour> background = white) {
  return test::decode_png(encoded(list, PictureFormat::png, dpi, background));
}

/// One of each command, with visible results.
DisplayList one_of_each() {
  DisplayList list = list_with(220, 150, {});
  list.add(FillRect{{10.3f, 10.4f, 40, 20}, blue, 0});
  list.add(FillRect{{60, 10, 40, 20}, orange, 6});
  list.add(StrokeRect{{110.2f, 10.6f, 40, 20}, blue, 1, 0});
  list.add(StrokeRect{{160, 10, 40, 20}, orange, 2.5f, 5});
  list.add(Line{{10, 40.2f}, {50, 40.2f}, blue, 1});
  list.add(Line{{60, 36}, {100, 46}, orange, 2});
  list.add(Polyline{{{110, 46}, {122, 36}, {134, 46}, {150, 38}}, blue, 3});
  list.add(FillPolygon{{{160, 36}, {176, 41}, {160, 46}}, orange});
  list.add(FillDisc{{190, 41}, 6, blue});
  list.add(Curve{{10, 60}, {30, 60}, {30, 80}, {50, 80}, faded(orange, 0.5f), 5});
  Text text;
  text.text =
      "W_q = QK^T \xE2\x88\x92"
      "0.25";
  text.position = {60, 70};
  text.size = 14;
  text.colour = rgb(0x22262b);
  text.is_markup = true;
  list.add(text);
  text.text = "turned";
  text.position = {190, 90};
  text.is_turned = true;
  text.is_markup = false;
  text.weight = FontWeight::medium;
  list.add(text);
  auto pixels = std::make_shared<Pixels>();
  *pixels = {3, 2, {blue, white, orange, orange, blue, faded(blue, 0.5f)}};
  list.add(Image{{10, 95, 60, 40}, pixels});
  list.add(PushClip{{90, 95, 40, 40}});
  list.add(FillDisc{{90, 95}, 30, blue});
  list.add(PushClip{{100, 95, 10, 10}});
  list.add(FillRect{{0, 0, 300, 300}, orange, 0});
  list.add(PopClip{});
  list.add(PopClip{});
  list.add(FillRect{{140, 120, 30, 15}, orange, 0});
  return list;
}

Matrix weights(Index n) {
  std::mt19937 generator(7);
  Matrix matrix(n, n);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<float>(generator() % 1000) / 1000;
  return matrix;
}

const std::vector<std::string>& foreign_tokens() {
  static const std::vector<std::string> tokens = {"Your",  "日本語", "W_q^{x}\\", "Straße",
                                                  "مرحبا", "<&\"'>", "naïveté"};
  return tokens;
}

DisplayList heatmap_of(const Matrix& matrix, const std::vector<std::string>& labels, float width,
                       float height, int decimals = 4) {
  HeatmapSpec spec(view_of(matrix));
  spec.row_labels = labels;
  spec.column_labels = labels;
  spec.title = "softmax(QK^T ÷ √d_k)";
  spec.legend = "weight";
  spec.decimals = decimals;
  FigureStyle style;
  style.font_size = 10;
  style.pixel = 0.24f;
  return heatmap(spec, width, height, style, fonts()).list;
}

TEST(Picture, HasThePixelsAndTheResolutionOfThePage) {
  const test::TemporaryFolder folder;
  const Page page = *page_of({{8, 4.5, LengthUnit::centimetres}, {}, {}});
  const Result<std::string> png = encode_picture(one_of_each(), page, white, PictureFormat::png, fonts());
  test::put(folder / "a.png", *png);
  const test::Outcome identified = test::run_program(
      {"identify", "-units", "PixelsPerInch", "-format", "%m %w %h %x %[channels]", folder / "a.png"});
  EXPECT_EQ(identified.exit_code, 0) << identified.complaint;
  std::istringstream words(identified.output);
  std::string format, channels;
  double width = 0, height = 0, dpi = 0;
  words >> format >> width >> height >> dpi >> channels;
  EXPECT_EQ(format, "PNG");
  EXPECT_EQ(width, 945);
  EXPECT_EQ(height, 531);
  EXPECT_NEAR(dpi, 300, 0.05);
  EXPECT_EQ(channels, "srgb");
}

TEST(Picture, IsTheSameBytesEveryTimeAndWithOtherFonts) {
  const DisplayList list = heatmap_of(weights(7), foreign_tokens(), 400, 300);
  for (const PictureFormat format : all_picture_formats) {
    for (const DisplayList& one : {one_of_each(), list}) {
      const std::string first = encoded(one, format);
      EXPECT_TRUE(first == encoded(one, format)) << to_string(format);
      const std::unique_ptr<FigureFonts> others = FigureFonts::open().value();
      const Result<std::string> again =
          encode_picture(one, small_page(one.width, one.height, 72), white, format, *others);
      EXPECT_TRUE(first == *again) << to_string(format);
    }
  }
}

TEST(Picture, HasNoDate) {
  const std::string pdf = encoded(one_of_each(), PictureFormat::pdf);
  EXPECT_EQ(pdf.find("Date"), std::string::npos);
  EXPECT_EQ(pdf.find("(D:"), std::string::npos);
  EXPECT_EQ(encoded(one_of_each(), PictureFormat::png).find("tIME"), std::string::npos);
}

TEST(Picture, OfEachCommandLooksLikeItsReference) {
  test::expect_like_reference("one_of_each", encoded(one_of_each(), PictureFormat::png, 144));
  test::expect_like_reference("one_of_each_transparent",
                              encoded(one_of_each(), PictureFormat::png, 72, std::nullopt));
}

TEST(Picture, OfAHeatmapLooksLikeItsReference) {
  test::expect_like_reference("heatmap",
                              encoded(heatmap_of(weights(4), {"Your", "journey", "starts", "with"}, 300, 220),
                                      PictureFormat::png, 96));
}

/// The largest difference of any channel.
int distance(Colour a, Colour b) {
  return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

TEST(Picture, VectorsRenderedByOthersLookLikeThePng) {
  const test::TemporaryFolder folder;
  const DisplayList list = one_of_each();
  const test::DecodedPicture own = drawn(list, 144);
  test::put(folder / "a.svg", encoded(list, PictureFormat::svg));
  test::put(folder / "a.pdf", encoded(list, PictureFormat::pdf));
  const test::Outcome svg =
      test::run_program({"rsvg-convert", "--width", std::to_string(own.width), "--height",
                         std::to_string(own.height), "-o", folder / "svg.png", folder / "a.svg"});
  ASSERT_EQ(svg.exit_code, 0) << svg.complaint;
  const test::Outcome pdf =
      test::run_program({"pdftoppm", "-png", "-r", "144", "-singlefile", folder / "a.pdf", folder / "pdf"});
  ASSERT_EQ(pdf.exit_code, 0) << pdf.complaint;
  for (const char* name : {"svg.png", "pdf.png"}) {
    const test::DecodedPicture other = test::decode_png(test::contents(folder / name));
    EXPECT_EQ(other.width, own.width) << name;
    EXPECT_EQ(other.height, own.height) << name;
    EXPECT_LT(test::difference(own, other).mean, 1.5) << name;
    // In the middle of each area, colours equal those of the list, up to rounding where they are blended.
    for (const auto& [x, y] : std::vector<std::pair<int, int>>{
             {60, 40}, {160, 40}, {380, 82}, {40, 210}, {80, 210}, {120, 250}, {310, 260}, {210, 196}})
      EXPECT_LE(distance(other.at(x, y), own.at(x, y)), 1) << name << " at " << x << ", " << y;
  }
}

TEST(Picture, FilledRectanglesAreCrispAndExactlyOfTheirColour) {
  std::mt19937 generator(3);
  const auto random = [&](unsigned most) { return static_cast<float>(generator() % (100 * most)) / 100; };
  for (int i = 0; i < 200; ++i) {
    const Rect rect{random(40), random(40), 1 + random(20), 1 + random(20)};
    const Colour colour = rgb(static_cast<std::uint32_t>(generator()) & 0xffffff);
    const float dpi = 72 + random(300);
    const float scale = dpi / 72;
    const test::DecodedPicture picture = drawn(list_with(64, 64, {FillRect{rect, colour, 0}}), dpi);
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        const Colour found = picture.at(x, y);
        ASSERT_TRUE(found == white || found == colour);
        const auto is_within = [&](float by) {
          return rect.expanded(by / scale)
              .contains({(static_cast<float>(x) + 0.5f) / scale, (static_cast<float>(y) + 0.5f) / scale});
        };
        if (is_within(-1)) {
          ASSERT_EQ(found, colour);
        }
        if (!is_within(1)) {
          ASSERT_EQ(found, white);
        }
      }
    }
  }
}

TEST(Picture, NeighbouringRectanglesHaveNeitherGapNorOverlap) {
  DisplayList list = list_with(100, 10, {});
  for (int i = 0; i < 37; ++i) {
    const float left = static_cast<float>(i) * 100 / 37;
    const float right = static_cast<float>(i + 1) * 100 / 37;
    list.add(FillRect{{left, 0, right - left, 10}, faded(blue, 0.5f), 0});
  }
  for (const float dpi : {72.0f, 96.0f, 150.0f, 299.0f}) {
    const test::DecodedPicture picture = drawn(list, dpi);
    for (const Colour& colour : picture.pixels) ASSERT_EQ(colour, picture.pixels.front()) << dpi;
  }
}

TEST(Picture, PostersDrawnInBandsShowNoSeams) {
  // 4000 × 3000 pixels are 48 MB, more than one band. A shape across the end of a band looks like any other.
  constexpr int end_of_band = (32 << 20) / (4000 * 4);
  constexpr int shift = 150;
  const auto across = [](float y) {
    DisplayList list = list_with(4000, 3000, {});
    list.add(FillDisc{{100, y}, 60, blue});
    list.add(Polyline{{{20, y - 90}, {220, y + 90}}, orange, 7});
    Text text;
    text.position = {240, y};
    text.text = "Attention";
    text.size = 70;
    text.colour = blue;
    list.add(text);
    return list;
  };
  const test::DecodedPicture cut = drawn(across(end_of_band), 72);
  const test::DecodedPicture whole = drawn(across(end_of_band - shift), 72);
  ASSERT_EQ(cut.height, 3000);
  for (int y = end_of_band - 100; y < end_of_band + 100; ++y) {
    for (int x = 0; x < 700; ++x) ASSERT_EQ(cut.at(x, y), whole.at(x, y - shift)) << x << " " << y;
  }
  const std::string again = encoded(across(end_of_band), PictureFormat::png, 72, std::nullopt);
  EXPECT_EQ(test::decode_png(again).at(3999, 2999).alpha, 0) << "also where it is transparent";
}

TEST(Picture, StraightLinesAndFramesAreOfWholePixels) {
  const DisplayList list =
      list_with(60, 60,
                {StrokeRect{{10.3f, 10.7f, 30, 20}, blue, 1, 0}, Line{{5.4f, 3}, {5.4f, 50}, blue, 1},
                 Line{{9, 45.6f}, {50, 45.6f}, blue, 0.1f}});
  for (const float dpi : {72.0f, 100.0f, 144.0f, 300.0f}) {
    const test::DecodedPicture picture = drawn(list, dpi);
    int coloured = 0;
    for (const Colour& colour : picture.pixels) {
      ASSERT_TRUE(colour == white || colour == blue) << dpi;
      coloured += colour == blue ? 1 : 0;
    }
    EXPECT_GT(coloured, 100) << dpi;
  }
}

TEST(Picture, ImagesAreNotSmoothed) {
  auto pixels = std::make_shared<Pixels>();
  *pixels = {2, 2, {blue, orange, orange, blue}};
  const DisplayList list = list_with(40, 40, {Image{{4, 4, 32, 32}, pixels}});
  const test::DecodedPicture picture = drawn(list, 144);
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 80; ++x) {
      const bool is_inside = x >= 8 && x < 72 && y >= 8 && y < 72;
      const Colour expected = !is_inside ? white : (x < 40) == (y < 40) ? blue : orange;
      ASSERT_EQ(picture.at(x, y), expected) << x << ", " << y;
    }
  }
}

TEST(Picture, WithoutBackgroundKeepsItsAlpha) {
  const DisplayList list =
      list_with(20, 20, {FillRect{{5, 5, 5, 5}, {200, 100, 50, 128}, 0}, FillRect{{10, 10, 5, 5}, blue, 0}});
  const test::DecodedPicture picture = drawn(list, 72, std::nullopt);
  EXPECT_EQ(picture.at(0, 0).alpha, 0);
  EXPECT_EQ(picture.at(12, 12), blue);
  const Colour half = picture.at(7, 7);
  EXPECT_EQ(half.alpha, 128);
  EXPECT_NEAR(half.red, 200, 1);
  EXPECT_NEAR(half.green, 100, 1);
  EXPECT_NEAR(half.blue, 50, 1);
}

TEST(Picture, PopClipWithoutPushAndPushWithoutPopDoNoHarm) {
  const DisplayList list =
      list_with(20, 20, {PopClip{}, PushClip{{0, 0, 5, 5}}, FillRect{{0, 0, 20, 20}, blue, 0}});
  for (const PictureFormat format : all_picture_formats) EXPECT_FALSE(encoded(list, format).empty());
  EXPECT_EQ(drawn(list).at(10, 10), white);
}

/// The words that pdftotext finds.
std::multiset<std::string> words_of_pdf(const std::string& pdf) {
  const test::TemporaryFolder folder;
  test::put(folder / "a.pdf", pdf);
  const test::Outcome outcome = test::run_program({"pdftotext", folder / "a.pdf", "-"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  std::multiset<std::string> words;
  std::istringstream text(outcome.output);
  for (std::string word; text >> word;) words.insert(word);
  return words;
}

TEST(Picture, AllTextOfAPdfIsFound) {
  Matrix matrix = weights(7);
  for (Index i = 0; i < matrix.size(); i += 3) matrix.data()[i] *= -1;
  const std::vector<std::string> labels = {"Your", "日本語", "W_q^{x}\\", "Straße", "😀", "<&\"'>", "naïveté"};
  const std::multiset<std::string> words =
      words_of_pdf(encoded(heatmap_of(matrix, labels, 450, 400), PictureFormat::pdf));
  for (const std::string& label : labels) EXPECT_EQ(words.count(label), 2u) << label;
  for (Index i = 0; i < matrix.size(); ++i) {
    const std::string number = format_number(static_cast<double>(matrix.data()[i]), 4);
    EXPECT_GE(words.count(number), 1u) << number;
  }
  EXPECT_EQ(words.count("softmax(QKT"), 1u);
  EXPECT_EQ(words.count("√dk)"), 1u);
}

TEST(Picture, TurnedTextOfAPdfIsFoundToo) {
  Text text;
  text.text = "journey";
  text.position = {50, 80};
  text.is_turned = true;
  EXPECT_EQ(words_of_pdf(encoded(list_with(100, 100, {text}), PictureFormat::pdf)),
            std::multiset<std::string>{"journey"});
}

TEST(Picture, AnSvgIsSmallWithoutImagesAndAsLargeAsThePage) {
  const std::string svg =
      encoded(heatmap_of(weights(6), {"Your", "journey", "starts", "with", "one", "step"}, 453.54f, 255.12f),
              PictureFormat::svg);
  EXPECT_LT(svg.size(), 100'000u);
  EXPECT_EQ(svg.find("<image"), std::string::npos);
  EXPECT_NE(svg.find("width=\"453.54pt\" height=\"255.12pt\""), std::string::npos);
  EXPECT_NE(svg.find("aria-label=\"journey\""), std::string::npos);
}

TEST(Picture, AnSvgEscapesWhatTokensHold) {
  Text text;
  text.text = "<&\"\x01]]>";
  text.position = {5, 10};
  const test::TemporaryFolder folder;
  test::put(folder / "a.svg", encoded(list_with(100, 20, {text}), PictureFormat::svg));
  const test::Outcome outcome = test::run_program({"rsvg-convert", "-o", folder / "a.png", folder / "a.svg"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_NE(test::contents(folder / "a.svg").find("aria-label=\"&lt;&amp;&quot;\xEF\xBF\xBD]]&gt;\""),
            std::string::npos);
}

TEST(Picture, HugeHeatmapsAreOneImageInVectorsToo) {
  const Matrix matrix = weights(300);
  const std::vector<std::string> labels(300, "t");
  const DisplayList list = heatmap_of(matrix, labels, 400, 300);
  const std::string svg = encoded(list, PictureFormat::svg);
  EXPECT_NE(svg.find("<image"), std::string::npos);
  EXPECT_LT(svg.size(), 1'000'000u);
  const test::TemporaryFolder folder;
  test::put(folder / "a.svg", svg);
  EXPECT_EQ(test::run_program({"rsvg-convert", "-o", folder / "a.png", folder / "a.svg"}).exit_code, 0);
}

TEST(Picture, AnyBytesInATextAreDrawnInEveryFormat) {
  std::mt19937 generator(11);
  for (int i = 0; i < 60; ++i) {
    Text text;
    text.position = {10, 20};
    text.is_markup = i % 2 == 0;
    for (int k = 0; k < 24; ++k) text.text += static_cast<char>(generator());
    for (const PictureFormat format : all_picture_formats)
      ASSERT_FALSE(encoded(list_with(300, 40, {text}), format).empty());
  }
}

TEST(Picture, NumbersThatHaveNoPlaceMakeAPictureOrAnErrorThatSaysSo) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float huge = 1e30f;
  for (const float bad : {nan, huge, -huge}) {
    const DisplayList list = list_with(50, 50,
                                       {FillRect{{bad, 0, 10, 10}, blue, 0}, Line{{0, bad}, {5, 5}, blue, 1},
                                        Curve{{0, 0}, {bad, 0}, {0, bad}, {9, 9}, blue, 1}});
    for (const PictureFormat format : all_picture_formats) {
      SCOPED_TRACE(std::string(to_string(format)) + ", " + std::to_string(bad));
      const Result<std::string> made = encode_picture(list, small_page(50, 50, 72), white, format, fonts());
      EXPECT_FALSE(made ? made->empty() : made.error().message.empty());
    }
  }
}

TEST(Picture, CanBeCancelledAndTellsHowFarItIs) {
  const DisplayList list = heatmap_of(weights(20), std::vector<std::string>(20, "token"), 400, 300);
  for (const PictureFormat format : all_picture_formats) {
    ExportProgress cancelled;
    cancelled.is_cancelled = true;
    const Result<std::string> none =
        encode_picture(list, small_page(400, 300, 72), white, format, fonts(), &cancelled);
    ASSERT_FALSE(none) << to_string(format);
    EXPECT_EQ(none.error().code, ErrorCode::cancelled);
    ExportProgress progress;
    EXPECT_TRUE(encode_picture(list, small_page(400, 300, 72), white, format, fonts(), &progress));
    EXPECT_EQ(progress.done, 1) << to_string(format);
  }
}

TEST(FigureFonts, WidthsAreLinearInTheSize) {
  for (const char* text : {"Your journey", "0.2264", "−1.5", "日本語", "√d"}) {
    const float one = fonts().width(text, 1, FontWeight::regular);
    EXPECT_GT(one, 0);
    for (const float size : {4.0f, 11.5f, 300.0f})
      EXPECT_NEAR(fonts().width(text, size, FontWeight::regular), one * size, 1e-4f * size * one);
  }
}

TEST(FigureFonts, DigitsAreEquallyWide) {
  for (const FontWeight weight : {FontWeight::regular, FontWeight::medium}) {
    for (char digit = '1'; digit <= '9'; ++digit)
      EXPECT_EQ(fonts().width(std::string(1, digit), 10, weight), fonts().width("0", 10, weight));
  }
}

TEST(FigureFonts, ShowABoxForWhatNoFontHasAndNothingForJoiners) {
  const FigureGlyph box = fonts().glyph(0x25A1, FontWeight::regular);
  EXPECT_TRUE(box.is_visible());
  EXPECT_EQ(fonts().glyph(0x10FFFD, FontWeight::regular).index, box.index);
  const FigureGlyph replaced = fonts().glyph(0xFFFD, FontWeight::regular);
  for (const char32_t c : {0x07u, 0x85u, 0xFDD0u, 0xFFFEu, 0x1FFFFu})
    EXPECT_EQ(fonts().glyph(c, FontWeight::regular).index, replaced.index) << "no file can show it";
  for (const char32_t c : {0x200Du, 0xFE0Fu, 0x2060u}) {
    EXPECT_FALSE(fonts().glyph(c, FontWeight::regular).is_visible());
    EXPECT_EQ(fonts().glyph(c, FontWeight::regular).advance, 0);
  }
}

/// The bounding box of everything drawn, in points.
Rect ink_of(const test::DecodedPicture& picture, float scale) {
  int left = picture.width, right = 0, top = picture.height, bottom = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      if (picture.at(x, y) == white) continue;
      left = std::min(left, x);
      right = std::max(right, x + 1);
      top = std::min(top, y);
      bottom = std::max(bottom, y + 1);
    }
  }
  return {static_cast<float>(left) / scale, static_cast<float>(top) / scale,
          static_cast<float>(right - left) / scale, static_cast<float>(bottom - top) / scale};
}

TEST(Picture, TextStandsWhereItsAnchorSays) {
  Text text;
  text.text = "HHHH";
  text.size = 20;
  text.position = {100, 100};
  const float width = fonts().width(text.text, text.size, text.weight);
  for (const auto horizontal : {HorizontalAnchor::left, HorizontalAnchor::centre, HorizontalAnchor::right}) {
    for (const bool is_turned : {false, true}) {
      text.horizontal = horizontal;
      text.is_turned = is_turned;
      const Rect ink = ink_of(drawn(list_with(200, 200, {text}), 288), 4);
      const float shift = horizontal == HorizontalAnchor::left     ? width / 2
                          : horizontal == HorizontalAnchor::centre ? 0
                                                                   : -width / 2;
      const Point middle = is_turned ? Point{100, 100 - shift} : Point{100 + shift, 100};
      EXPECT_NEAR(ink.centre().x, middle.x, 0.4f);
      EXPECT_NEAR(ink.centre().y, middle.y, 0.4f);
      EXPECT_NEAR(is_turned ? ink.width : ink.height, 20 * 2 * baseline_below_middle, 0.5f);
    }
  }
}

}  // namespace
}  // namespace attention_lab
