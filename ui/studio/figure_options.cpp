#include "ui/studio/figure_options.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/bars/chips.h"
#include "ui/figures/matrix_axes.h"
#include "ui/figures/matrix_titles.h"
#include "ui/figures/number_format.h"
#include "ui/imgui_compat.h"
#include "ui/studio/figure_menu.h"

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

class FigureOptions {
 public:
  FigureOptions(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                const Rect& area)
      : session_(session),
        view_(view),
        actions_(actions),
        studio_(view.studio),
        request_(view.studio.request),
        painter_(painter),
        chips_(view, painter),
        theme_(view.theme()),
        sizes_(view.sizes()),
        area_(area),
        y_(area.y) {}

  /// Returns where it ends.
  float draw() {
    exporting();
    heading("Figure");
    figure();
    if (shows_one_matrix(request_.figure) || request_.figure == FigureName::heads) matrix();
    head();
    if (takes_token(request_.figure)) token();
    if (request_.figure == FigureName::heatmap || request_.figure == FigureName::bars) column();
    heading("Look");
    title();
    if (has_colours(request_.figure)) colours();
    if (has_colours(request_.figure) || request_.figure == FigureName::flow) range();
    decimals();
    background();
    heading("Page");
    size();
    resolution();
    text_size();
    heading("Compare");
    comparison();
    return y_;
  }

 private:
  Rect row(float height) {
    const Rect rect{area_.x, std::round(y_), area_.width, std::round(height)};
    y_ += height + sizes_.body * 0.35f;
    return rect;
  }
  Rect chip() { return row(Chips::height(view_) * 0.92f); }

  void heading(const char* text) {
    y_ += sizes_.body * (y_ == area_.y ? 0 : 0.3f);
    painter_.text({area_.x, y_ + sizes_.body * 0.6f}, text, theme_.quiet_text, sizes_.caption,
                  FontWeight::medium);
    y_ += sizes_.body * 1.35f;
  }

  void figure() {
    std::vector<Choice> choices;
    for (const FigureName name : all_figure_names)
      choices.push_back({std::string(to_string(name)), std::string(description_of(name))});
    const int chosen = chips_.choice(chip(), "figure", "figure", std::string(to_string(request_.figure)),
                                     choices, "What kind of picture.");
    if (chosen < 0) return;
    request_.figure = all_figure_names[static_cast<std::size_t>(chosen)];
    keep_figure_in_bounds(session_, view_);
  }

  /// The matrices that the document has and the figure can show.
  std::vector<MatrixName> matrices() const {
    std::vector<MatrixName> names;
    for (const MatrixName name : all_matrix_names) {
      const bool is_there = matrix_view(session_.model(), session_.trace(),
                                        {name, is_per_head(name) ? request_.matrix.head : 0})
                                .size() > 0;
      if (is_there && can_show(request_.figure, name)) names.push_back(name);
    }
    return names;
  }

  std::vector<Choice> matrix_choices(const std::vector<MatrixName>& names,
                                     std::vector<Choice> choices = {}) const {
    for (const MatrixName name : names) {
      const MatrixView values = matrix_view(session_.model(), session_.trace(),
                                            {name, is_per_head(name) ? request_.matrix.head : 0});
      choices.push_back({display_name(name), shape_text(values.rows(), values.cols()) + "   " +
                                                 formula_of(session_.model(), name)});
    }
    return choices;
  }

  void matrix() {
    const std::vector<MatrixName> names = matrices();
    const int chosen =
        chips_.choice(chip(), "matrix", "matrix", display_name(request_.matrix.name), matrix_choices(names),
                      "Which matrix of the document or its computation.");
    if (chosen < 0) return;
    request_.matrix.name = names[static_cast<std::size_t>(chosen)];
    request_.token.reset();
    request_.column.reset();
    keep_figure_in_bounds(session_, view_);
  }

  void head() {
    const Index heads = session_.model().n_heads();
    const bool matters = shows_one_matrix(request_.figure) ? is_per_head(request_.matrix.name)
                                                           : request_.figure != FigureName::heads;
    if (heads < 2 || !matters) return;
    Index number = request_.matrix.head + 1;
    if (chips_.number(chip(), "figure head", "head", number, 1, heads, "Which head.",
                      std::to_string(number) + " of " + std::to_string(heads))) {
      request_.matrix.head = number - 1;
      view_.shown_head = number - 1;
    }
  }

  // 0 stands for none.
  void pick(const char* name, const std::string& label, std::optional<Index>& index, Index count, Axis axis,
            const char* none, const char* tip) {
    Index number = index ? *index + 1 : 0;
    const std::string shown =
        index ? shorten(axis_label(session_.document(), axis, *index), area_.width * 0.35f, sizes_.body,
                        FontWeight::medium, painter_.metrics())
              : std::string(none);
    if (chips_.number(chip(), name, label, number, 0, count, tip, shown))
      index = number == 0 ? std::nullopt : std::optional(number - 1);
  }

  MatrixView values() const { return matrix_view(session_.model(), session_.trace(), request_.matrix); }

  void token() {
    const bool is_one = shows_one_matrix(request_.figure);
    const Axis axis = is_one ? row_axis(request_.matrix.name) : Axis::query;
    const bool is_token = axis == Axis::query || axis == Axis::key;
    const bool needs_one = request_.figure == FigureName::softmax || request_.figure == FigureName::bars;
    pick("token", is_token ? "token" : "row", request_.token,
         is_one ? values().rows() : session_.model().n_tokens(), axis, needs_one ? "usual" : "all",
         "The row that is pointed out, or the only one shown; a click on the figure chooses it too. "
         "Double-click to type its number.");
  }

  void column() {
    pick("column", "column", request_.column, values().cols(), column_axis(request_.matrix.name), "none",
         "The column that is pointed out. Double-click to type its number.");
  }

  void title() {
    const Rect rect = chip();
    view_.items.add("title", rect);
    if (!studio_.edits_title) {
      const std::string text = request_.title.value_or("");
      studio_.title.fill('\0');
      std::copy_n(text.begin(), std::min(text.size(), studio_.title.size() - 1), studio_.title.begin());
    }
    ImGui::SetCursorScreenPos(upper_left(rect));
    ImGui::SetNextItemWidth(rect.width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {sizes_.body * 0.7f, (rect.height - sizes_.body) / 2});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::InputTextWithHint("##title", "title: its own", studio_.title.data(), studio_.title.size(),
                             ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar(2);
    studio_.edits_title = ImGui::IsItemActive();
    if (ImGui::IsItemHovered() && !studio_.edits_title)
      ImGui::SetTooltip("W_q and x^2 become subscripts and superscripts. A space alone: no title.");
    if (!ImGui::IsItemEdited()) return;
    const std::string text = view_.wide_characters.decode(studio_.title.data());
    request_.title = text.empty() ? std::nullopt : std::optional(text == " " ? std::string() : text);
  }

  void colours() {
    std::vector<Choice> choices = {{"auto", "viridis for weights, PuOr for signed numbers"}};
    constexpr std::array words = {
        "from dark violet to yellow", "blue to yellow, for all eyes", "black to cream",
        "for black and white print",  "violet to orange around 0",    "blue to red around 0"};
    for (const ColourMap map : all_colour_maps) {
      choices.push_back({std::string(to_string(map)), words[static_cast<std::size_t>(map)]});
    }
    const std::string now = request_.map ? std::string(to_string(*request_.map)) : "auto";
    const int chosen = chips_.choice(chip(), "colours", "colours", now, choices, "The colours of numbers.");
    if (chosen < 0) return;
    request_.map =
        chosen == 0 ? std::nullopt : std::optional(all_colour_maps[static_cast<std::size_t>(chosen - 1)]);
  }

  std::string range_text() const {
    switch (request_.range.kind) {
      case ColourRange::Kind::automatic: return "auto";
      case ColourRange::Kind::unit: return "0 to 1";
      case ColourRange::Kind::symmetric: return "symmetric";
      case ColourRange::Kind::by_hand:
        return format_exactly(static_cast<float>(request_.range.low)) + " to " +
               format_exactly(static_cast<float>(request_.range.high));
    }
    return {};
  }

  void range() {
    const Rect rect = chip();
    const bool is_by_hand = request_.range.kind == ColourRange::Kind::by_hand;
    const int chosen =
        chips_.choice(rect, "range", "range", range_text(),
                      {{"auto", "of the numbers shown"},
                       {"0 to 1", "all weights there can be"},
                       {"symmetric", "around 0"},
                       {is_by_hand ? range_text() : std::string("by hand"), "two numbers of your own …"}},
                      "The numbers at the two ends of the colours.");
    constexpr std::array kinds = {ColourRange::Kind::automatic, ColourRange::Kind::unit,
                                  ColourRange::Kind::symmetric};
    if (chosen >= 0 && chosen < 3) request_.range.kind = kinds[static_cast<std::size_t>(chosen)];
    if (chosen == 3) ImGui::OpenPopup("##range");
    const bool is_entered = field_popup("##range", rect, "From and to, for example −1 1", studio_.range,
                                        format_exactly(static_cast<float>(request_.range.low)) + " " +
                                            format_exactly(static_cast<float>(request_.range.high)));
    if (!is_entered) return;
    const Result<Matrix> numbers = parse_block(studio_.range.data());
    if (!numbers || numbers->size() != 2 || !((*numbers)(0, 0) < (*numbers)(0, 1))) {
      view_.complain("A range is two numbers, the smaller one first: −1 1.");
      return;
    }
    request_.range = {ColourRange::Kind::by_hand, static_cast<double>((*numbers)(0, 0)),
                      static_cast<double>((*numbers)(0, 1))};
  }

  // A small field that opens under a chip; true when Enter was pressed.
  bool field_popup(const char* id, const Rect& rect, const char* hint, std::array<char, 64>& text,
                   const std::string& now) {
    place_popup(view_, rect, {sizes_.body * 18, sizes_.body * 6});
    if (!ImGui::BeginPopup(id)) return false;
    close_popup_on_escape();
    if (ImGui::IsWindowAppearing()) {
      text.fill('\0');
      std::copy_n(now.begin(), std::min(now.size(), text.size() - 1), text.begin());
      ImGui::SetKeyboardFocusHere();
    }
    ImGui::TextDisabled("%s", hint);
    ImGui::SetNextItemWidth(sizes_.body * 12);
    const bool is_entered =
        ImGui::InputText("##text", text.data(), text.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (is_entered) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return is_entered;
  }

  void decimals() {
    Index number = request_.shows_values ? request_.decimals : -1;
    if (!chips_.number(
            chip(), "values", "values", number, -1, 7,
            "Decimals of the numbers in the figure; fewer than 0: no numbers.",
            number < 0 ? "none" : std::to_string(number) + (number == 1 ? " decimal" : " decimals"))) {
      return;
    }
    request_.shows_values = number >= 0;
    if (number >= 0) request_.decimals = static_cast<int>(number);
  }

  void background() {
    const int chosen =
        chips_.choice(chip(), "background", "background", std::string(to_string(studio_.background)),
                      {{"theme", "as the window: paper or night"},
                       {"white", "for documents and print"},
                       {"transparent", "for slides with a colour of their own"}},
                      "What the figure stands on.");
    if (chosen >= 0) studio_.background = static_cast<Background>(chosen);
  }

  std::string page_name() const {
    for (const NamedPage& page : named_pages) {
      if (page.size == studio_.page.size) return page.name;
    }
    return to_string(studio_.page.size);
  }

  void size() {
    const Rect rect = chip();
    std::vector<Choice> choices;
    for (const NamedPage& page : named_pages) choices.push_back({page.name, page.explanation});
    choices.push_back({"other", "centimetres or pixels of your own …"});
    const int chosen =
        chips_.choice(rect, "size", "size", page_name(), choices, "Width and height of the page.");
    if (chosen >= 0 && static_cast<std::size_t>(chosen) < named_pages.size())
      studio_.page.size = named_pages[static_cast<std::size_t>(chosen)].size;
    if (static_cast<std::size_t>(chosen) == named_pages.size()) ImGui::OpenPopup("##size");
    if (!field_popup("##size", rect, "16x9cm or 1920x1080", studio_.page_size, plain_size())) return;
    PageSetup setup = studio_.page;
    const Result<PageSize> typed = parse_page_size(studio_.page_size.data());
    if (typed) setup.size = *typed;
    const Result<Page> page = page_of(setup);
    if (!typed || !page) {
      view_.complain(to_string(typed ? page.error() : typed.error()));
      return;
    }
    studio_.page = setup;
  }

  std::string plain_size() const {
    const PageSize& size = studio_.page.size;
    return format_exactly(static_cast<float>(size.width)) + "x" +
           format_exactly(static_cast<float>(size.height)) +
           (size.unit == LengthUnit::centimetres ? "cm" : "");
  }

  void resolution() {
    const Result<Page> page = page_of(studio_.page);
    Index dpi = page ? static_cast<Index>(std::lround(page->dpi)) : 300;
    const Index before = dpi;
    if (!chips_.number(
            chip(), "dpi", "dpi", dpi, 36, 2400,
            "Pixels an inch, for PNG. Projectors need 96 to 150, print 300. Double-click to type.")) {
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
    PageSetup setup = studio_.page;
    setup.dpi = static_cast<double>(dpi);
    if (const Result<Page> fits = page_of(setup); !fits) {
      view_.complain(to_string(fits.error()));
      return;
    }
    studio_.page = setup;
  }

  void text_size() {
    constexpr Index smallest = 4;
    constexpr Index largest = 72;
    const Result<Page> page = page_of(studio_.page);
    const double automatic = page ? static_cast<double>(page->font_size) : 10;
    Index points = static_cast<Index>(std::lround(studio_.page.font_size.value_or(automatic)));
    const std::string shown = studio_.page.font_size ? std::to_string(points) + " pt"
                                                     : "auto, " + format_number(automatic, 0) + " pt";
    if (!chips_.number(chip(), "text size", "text", points, smallest - 1, largest,
                       "Size of the text on the page, in points. Below 4: what suits the page.", shown)) {
      return;
    }
    studio_.page.font_size = points < smallest ? std::nullopt : std::optional(static_cast<double>(points));
  }

  void comparison() {
    const Rect rect = chip();
    const float half = studio_.pinned ? (rect.width - sizes_.body * 0.35f) / 2 : rect.width;
    if (chips_.button({rect.x, rect.y, half, rect.height}, "pin", studio_.pinned ? "Pin anew" : "Pin as A",
                      true,
                      "Keeps the present state as A. Then change anything: what it was, what it is and the "
                      "difference stand side by side.")) {
      pin(session_, view_);
    }
    if (!studio_.pinned) return;
    if (chips_.button({rect.right() - half, rect.y, half, rect.height}, "unpin", "Forget A", true,
                      "Back to the present state alone.")) {
      unpin(view_);
      return;
    }
    show_comparison();
    if (shows_one_matrix(request_.figure) && request_.comparison != Comparison::none) pinned_matrix();
  }

  void show_comparison() {
    constexpr std::array all = {Comparison::none, Comparison::pinned, Comparison::side_by_side,
                                Comparison::difference};
    constexpr std::array names = {"B: now", "A: pinned", "A, B, B − A", "B − A"};
    constexpr std::array words = {"the present state alone", "the pinned state alone",
                                  "both, and the difference", "what changed, cell by cell"};
    std::vector<Choice> choices;
    std::vector<Comparison> offered;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!can_show(request_.figure, all[i])) continue;
      choices.push_back({names[i], words[i]});
      offered.push_back(all[i]);
    }
    const auto now = std::find(all.begin(), all.end(), request_.comparison) - all.begin();
    const int chosen = chips_.choice(chip(), "comparison", "show", names[static_cast<std::size_t>(now)],
                                     choices, "A is the pinned state, B the present one.");
    if (chosen >= 0) request_.comparison = offered[static_cast<std::size_t>(chosen)];
  }

  void pinned_matrix() {
    const std::vector<MatrixName> names = matrices();
    const std::vector<Choice> choices = matrix_choices(names, {{"the same", "as of B"}});
    const std::string now = request_.pinned_matrix ? display_name(request_.pinned_matrix->name) : "the same";
    const int chosen = chips_.choice(chip(), "pinned matrix", "of A", now, choices,
                                     "Which matrix of A: to compare scores with scaled scores, say.");
    if (chosen < 0) return;
    request_.pinned_matrix.reset();
    if (chosen == 0) return;
    const MatrixName name = names[static_cast<std::size_t>(chosen - 1)];
    request_.pinned_matrix = MatrixRef{name, is_per_head(name) ? request_.matrix.head : 0};
  }

  void exporting() {
    const Rect rect = chip();
    const float half = (rect.width - sizes_.body * 0.35f) / 2;
    if (chips_.button({rect.x, rect.y, half, rect.height}, "export", "Export …", true,
                      "Into a file: PNG, SVG, PDF, or its numbers as text. Ctrl+E does it again, as the last "
                      "time.")) {
      request_export_dialog(session_, view_, actions_, request_);
    }
    if (chips_.button({rect.right() - half, rect.y, half, rect.height}, "copy", "Copy as …", true,
                      "The numbers of this figure, or the whole document, onto the clipboard.")) {
      ImGui::OpenPopup("##copy as");
    }
    if (!ImGui::BeginPopup("##copy as")) return;
    close_popup_on_escape();
    if (shows_one_matrix(request_.figure)) {
      draw_copy_entries(view_, actions_,
                        ("Copy " + std::string(to_string(request_.matrix.name)) + " as").c_str(),
                        request_.matrix);
    }
    draw_copy_entries(view_, actions_, "Copy the document as", std::nullopt);
    ImGui::EndPopup();
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  FigureStudio& studio_;
  FigureRequest& request_;
  const Painter& painter_;
  Chips chips_;
  const Theme& theme_;
  TextSizes sizes_;
  Rect area_;
  float y_;
};

}  // namespace

void draw_figure_options(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  const float border = 12 * view.scale();
  ImGui::SetCursorScreenPos(upper_left(area));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("##figure options", {area.width, area.height}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  const Painter painter(*ImGui::GetWindowDrawList(), *view.fonts);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  FigureOptions options(session, view, actions, painter,
                        {corner.x + border, corner.y + border, area.width - 2 * border, area.height});
  const float bottom = options.draw();
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({area.width - ImGui::GetStyle().ScrollbarSize, bottom + border * 0.5f - corner.y});
  ImGui::EndChild();
}

}  // namespace attention_lab
