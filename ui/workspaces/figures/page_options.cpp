#include <algorithm>
#include <cmath>

#include "core/words/number_format.h"
#include "ui/workspaces/figures/figure_options.h"

namespace attention_lab {
namespace {

struct NamedPage {
  const char* name;
  const char* explanation;
  PageSize size;
};

constexpr double slide_width = 33.87;  // of the usual 16:9 slide of 13.333 × 7.5 inches
constexpr double slide_height = 19.05;

constexpr std::array named_pages = {
    NamedPage{
        "16:9 slide", "fills a slide, 33.9 × 19.1 cm", {slide_width, slide_height, LengthUnit::centimetres}},
    NamedPage{"half slide", "beside text, 16 × 14 cm", {16, 14, LengthUnit::centimetres}},
    NamedPage{"16 × 9 cm", "a picture in a report", {16, 9, LengthUnit::centimetres}},
    NamedPage{"square", "12 × 12 cm", {12, 12, LengthUnit::centimetres}},
    NamedPage{"A4 column", "one of two columns, 8.5 × 7 cm", {8.5, 7, LengthUnit::centimetres}},
    NamedPage{"1920 × 1080", "a whole screen, in pixels", {1920, 1080, LengthUnit::pixels}},
};

constexpr std::array<Index, 5> resolutions = {96, 144, 150, 300, 600};

class PageOptions {
 public:
  PageOptions(ViewState& view, OptionColumn& column) : view_(view), figures_(view.figures), column_(column) {}

  void draw() {
    column_.heading("Page");
    size();
    resolution();
    text_size();
  }

 private:
  std::string page_name() const {
    for (const NamedPage& page : named_pages) {
      if (page.size == view_.preferences.page.size) return page.name;
    }
    return to_string(view_.preferences.page.size);
  }

  void size() {
    const Rect rect = column_.next();
    std::vector<Choice> choices;
    for (const NamedPage& page : named_pages) choices.push_back({page.name, page.explanation});
    choices.push_back({"other", "custom size in centimetres or pixels …"});
    const int chosen = column_.controls().choice(rect, "size", "size", page_name(), choices,
                                                 "Width and height of the page.");
    if (chosen >= 0 && static_cast<std::size_t>(chosen) < named_pages.size())
      view_.preferences.page.size = named_pages[static_cast<std::size_t>(chosen)].size;
    if (static_cast<std::size_t>(chosen) == named_pages.size()) ImGui::OpenPopup("##size");
    if (!column_.field_popup("##size", rect, "16x9cm or 1920x1080", figures_.page_size, plain_size())) return;
    PageSetup setup = view_.preferences.page;
    const Result<PageSize> typed = parse_page_size(figures_.page_size.data());
    if (typed) setup.size = *typed;
    const Result<Page> page = page_of(setup);
    if (!typed || !page) {
      view_.complain(to_string(typed ? page.error() : typed.error()));
      return;
    }
    view_.preferences.page = setup;
  }

  std::string plain_size() const {
    const PageSize& size = view_.preferences.page.size;
    return format_exactly(static_cast<float>(size.width)) + "x" +
           format_exactly(static_cast<float>(size.height)) +
           (size.unit == LengthUnit::centimetres ? "cm" : "");
  }

  void resolution() {
    const Result<Page> page = page_of(view_.preferences.page);
    Index dpi = page ? static_cast<Index>(std::lround(page->dpi)) : 300;
    const Index before = dpi;
    if (!column_.controls().number(
            column_.next(), "dpi", "dpi", dpi, 36, 2400,
            "Pixels per inch, for PNG. Projectors need 96 to 150, print 300. Double-click to type.")) {
      return;
    }
    // − and + go to the next usual one.
    if (dpi == before + 1) {
      const auto next = std::upper_bound(resolutions.begin(), resolutions.end(), before);
      dpi = next == resolutions.end() ? std::min<Index>(before * 2, 2400) : *next;
    } else if (dpi == before - 1) {
      const auto next = std::lower_bound(resolutions.begin(), resolutions.end(), before);
      dpi = next == resolutions.begin() ? std::max<Index>(before / 2, 36) : *(next - 1);
    }
    PageSetup setup = view_.preferences.page;
    setup.dpi = static_cast<double>(dpi);
    if (const Result<Page> fits = page_of(setup); !fits) {
      view_.complain(to_string(fits.error()));
      return;
    }
    view_.preferences.page = setup;
  }

  void text_size() {
    constexpr Index smallest = 4;
    constexpr Index largest = 72;
    const Result<Page> page = page_of(view_.preferences.page);
    const double automatic = page ? static_cast<double>(page->font_size) : 10;
    Index points = static_cast<Index>(std::lround(view_.preferences.page.font_size.value_or(automatic)));
    const std::string shown = view_.preferences.page.font_size
                                  ? std::to_string(points) + " pt"
                                  : "auto, " + format_number(automatic, 0) + " pt";
    if (!column_.controls().number(
            column_.next(), "text size", "text", points, smallest - 1, largest,
            "Size of the text on the page, in points. Below 4: chosen to suit the page.", shown)) {
      return;
    }
    view_.preferences.page.font_size =
        points < smallest ? std::nullopt : std::optional(static_cast<double>(points));
  }

  ViewState& view_;
  FiguresState& figures_;
  OptionColumn& column_;
};

}  // namespace

void draw_page_options(ViewState& view, OptionColumn& column) {
  PageOptions(view, column).draw();
}

}  // namespace attention_lab
