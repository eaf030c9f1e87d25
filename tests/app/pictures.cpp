#include "pictures.h"

#include <cstdlib>
#include <cstring>
#include <expat.h>
#include <limits>
#include <png.h>

#include <gtest/gtest.h>

#include "running.h"
#include "support.h"

namespace attention_lab::test {

const FigureFonts& fonts() {
  static const std::unique_ptr<FigureFonts> fonts = FigureFonts::open().value();
  return *fonts;
}

Page small_page(float width, float height, float dpi) {
  Page page;
  page.width = width;
  page.height = height;
  page.dpi = dpi;
  page.pixel_width = static_cast<int>(width / 72 * dpi + 0.5f);
  page.pixel_height = static_cast<int>(height / 72 * dpi + 0.5f);
  return page;
}

DecodedPicture decode_png(std::string_view bytes) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  DecodedPicture picture;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return picture;
  image.format = PNG_FORMAT_RGBA;
  std::vector<unsigned char> data(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, data.data(), 0, nullptr) == 0) return picture;
  picture.width = static_cast<int>(image.width);
  picture.height = static_cast<int>(image.height);
  for (std::size_t i = 0; i + 3 < data.size(); i += 4)
    picture.pixels.push_back({data[i], data[i + 1], data[i + 2], data[i + 3]});
  return picture;
}

void expect_parsed(const std::string& bytes) {
  if (bytes.rfind("<?xml", 0) == 0) {
    const XML_Parser parser = XML_ParserCreate(nullptr);
    EXPECT_EQ(XML_Parse(parser, bytes.data(), static_cast<int>(bytes.size()), XML_TRUE), XML_STATUS_OK)
        << XML_ErrorString(XML_GetErrorCode(parser)) << ", line " << XML_GetCurrentLineNumber(parser);
    XML_ParserFree(parser);
  } else if (bytes.rfind("%PDF", 0) == 0) {
    const TemporaryFolder folder;
    put(folder / "a.pdf", bytes);
    const Outcome outcome = run_program({"pdftotext", folder / "a.pdf", "-"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.complaint, "");
  }
}

PictureDifference difference(const DecodedPicture& a, const DecodedPicture& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (a.width != b.width || a.height != b.height || a.pixels.empty()) return {infinity, infinity};
  PictureDifference result;
  double sum = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const Colour& p = a.pixels[i];
    const Colour& q = b.pixels[i];
    for (const int d : {p.red - q.red, p.green - q.green, p.blue - q.blue, p.alpha - q.alpha}) {
      result.largest = std::max(result.largest, static_cast<double>(std::abs(d)));
      sum += std::abs(d);
    }
  }
  result.mean = sum / (4.0 * static_cast<double>(a.pixels.size()));
  return result;
}

void expect_like_reference(const std::string& name, const std::string& png) {
  const std::filesystem::path reference = std::filesystem::path(ATTENTION_LAB_PICTURES) / (name + ".png");
  const char* refreshes = std::getenv("ATTENTION_LAB_REFRESH_PICTURES");
  if (refreshes != nullptr && std::string_view(refreshes) == "1") {
    put(reference, png);
    return;
  }
  // Other versions of FreeType or Cairo may shade the edges of letters differently, but nothing else.
  constexpr double largest_allowed = 96;
  constexpr double mean_allowed = 0.2;
  const PictureDifference found = difference(decode_png(png), decode_png(contents(reference)));
  if (found.largest <= largest_allowed && found.mean <= mean_allowed) return;
  const std::filesystem::path folder = ATTENTION_LAB_FAILED_PICTURES;
  std::filesystem::create_directories(folder);
  put(folder / (name + ".png"), png);
  ADD_FAILURE() << name << " differs from its reference by " << found.mean << " in the mean and by "
                << found.largest << " at most.\n  reference: " << reference
                << "\n  now:       " << folder / (name + ".png")
                << "\nIf the new one is right, ATTENTION_LAB_REFRESH_PICTURES=1 makes it the reference.";
}

}  // namespace attention_lab::test
