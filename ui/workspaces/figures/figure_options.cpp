#include <algorithm>
#include <array>
#include <cmath>

#include "core/document/batch.h"
#include "core/document/matrix_labels.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/figures/base/rich_text.h"
#include "ui/figures/spaces/space_figure.h"
#include "ui/lab/commands.h"
#include "ui/widgets/control_column.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/workspaces/figures/comparison_choice.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/figures/figure_preview.h"
#include "ui/workspaces/figures/figure_surroundings.h"
#include "ui/workspaces/figures/figure_text_row.h"
#include "ui/workspaces/figures/head_choice.h"
#include "ui/workspaces/figures/plane_choice.h"
#include "ui/workspaces/figures/shown_figure.h"

namespace attention_lab {
namespace {

MatrixView values_of(const Session& session, const FigureRequest& request, MatrixName name) {
  return matrix_view(session.model(), session.trace(), {name, is_per_head(name) ? request.matrix.head : 0});
}

/// The matrices that the document has and the figure can show, in the order of computation.
std::vector<MatrixName> matrices_for(const Session& session, const FigureRequest& request) {
  std::vector<MatrixName> names;
  for (const MatrixName name : all_matrix_names) {
    if (values_of(session, request, name).size() > 0 && can_show(request.figure, name)) names.push_back(name);
  }
  return names;
}

/// Name, shape and formula of each matrix, appended to `choices`.
std::vector<Choice> matrix_choices(const Session& session, const FigureRequest& request,
                                   std::vector<Choice> choices = {}) {
  for (const MatrixName name : matrices_for(session, request)) {
    const MatrixView values = values_of(session, request, name);
    const std::string shape = shape_text(n_sentences(session.document()), name, values.rows(), values.cols());
    choices.push_back({display_name(name), shape + "   " + formula_of(session.model(), name)});
  }
  return choices;
}

struct NamedPage {
  const char* name;
  const char* explanation;
  PageSize size;
};

constexpr double slide_width = 33.87;  // a 16:9 slide of 13.333 × 7.5 inches, in cm
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

constexpr ColumnLook options_look = {
    .has_card = false, .gap = 0.35f, .before_heading = 0.3f, .heading = 1.35f, .foot = 6.0f / 14};

class FigureOptions {
 public:
  FigureOptions(const Session& session, ViewState& view, ActionQueue& actions, ControlColumn& column)
      : session_(session),
        view_(view),
        actions_(actions),
        figures_(view.figures),
        request_(view.figures.request),
        column_(column) {}

  void draw() {
    export_buttons();
    draw_content();
    draw_look();
    draw_page();
    draw_comparison();
    draw_figure_surroundings(column_, view_);
  }

 private:
  void export_buttons() {
    const Rect rect = column_.next();
    const float half = (rect.width - column_.gap()) / 2;
    if (column_.controls().button(
            {rect.x, rect.y, half, rect.height}, "export", "Export…", true,
            "To a file: PNG, SVG, PDF, or its numbers as text. Ctrl+E repeats the last export.")) {
      request_export_dialog(session_, view_, actions_, request_);
    }
    if (column_.controls().button(
            {rect.right() - half, rect.y, half, rect.height}, "copy", "Copy as…", true,
            "Copies the numbers of this figure, or the whole document, to the clipboard.")) {
      ImGui::OpenPopup("##copy as");
    }
    if (!ImGui::BeginPopup("##copy as")) return;
    if (shows_one_matrix(request_.figure)) {
      draw_copy_entries(view_, actions_,
                        filled("Copy <matrix> as", {{"matrix", to_string(request_.matrix.name)}}).c_str(),
                        request_.matrix);
    }
    draw_copy_entries(view_, actions_, "Copy the document as", WholeDocument{});
    end_popup();
  }

  // --- contents

  void draw_content() {
    column_.heading("Figure");
    figure();
    if (shows_one_matrix(request_.figure) || request_.figure == FigureName::heads) matrix();
    if (request_.figure == FigureName::space) space();
    head();
    if (takes_token(request_.figure)) token();
    shown_tokens();
    if (request_.figure == FigureName::heatmap || request_.figure == FigureName::bars) column_choice();
  }

  void figure() {
    std::vector<Choice> choices;
    for (const FigureName name : all_figure_names)
      choices.push_back({std::string(to_string(name)), std::string(description_of(name))});
    const int chosen =
        column_.controls().choice(column_.next(), "figure", "figure", std::string(to_string(request_.figure)),
                                  choices, "The kind of figure.");
    if (chosen < 0) return;
    request_.figure = all_figure_names[static_cast<std::size_t>(chosen)];
    keep_figure_in_bounds(session_, view_);
  }

  void matrix() {
    const std::vector<MatrixName> names = matrices_for(session_, request_);
    const int chosen = column_.controls().choice(
        column_.next(), "matrix", "matrix", display_name(request_.matrix.name),
        matrix_choices(session_, request_), "Which matrix of the document or its computation.");
    if (chosen < 0) return;
    request_.matrix.name = names[static_cast<std::size_t>(chosen)];
    request_.token.reset();
    request_.column.reset();
    keep_figure_in_bounds(session_, view_);
  }

  void space() {
    std::vector<Choice> choices;
    for (const Space space : all_spaces)
      choices.push_back({std::string(to_string(space)), space_formula(session_.document(), space)});
    const int chosen =
        column_.controls().choice(column_.next(), "space", "space", std::string(to_string(request_.space)),
                                  choices, "Whose points are shown.");
    if (chosen >= 0) request_.space = all_spaces[static_cast<std::size_t>(chosen)];
    choose_plane(column_, "plane", "plane", dimension_of(session_.model(), request_.space), request_.plane);
    keep_figure_in_bounds(session_, view_);
  }

  void head() {
    const Index heads = session_.model().n_heads();
    const bool matters = shows_one_matrix(request_.figure) ? is_per_head(request_.matrix.name)
                                                           : request_.figure != FigureName::heads;
    if (heads < 2 || !matters) return;
    const bool has_all = request_.figure == FigureName::pipeline || request_.figure == FigureName::flow;
    const std::optional<Index> chosen =
        head_choice(column_.controls(), column_.next(), "figure head",
                    {view_.shown_head, heads, has_all, has_all && request_.shows_all_heads});
    if (!chosen) return;
    request_.shows_all_heads = *chosen == heads;
    if (!request_.shows_all_heads) view_.shown_head = *chosen;
    keep_figure_in_bounds(session_, view_);
  }

  // The number 0 means none.
  void pick(const char* name, const std::string& label, std::optional<Index>& index, Index count, Axis axis,
            const char* none, const char* tip) {
    Index number = index ? *index + 1 : 0;
    const std::string shown =
        index ? shorten(axis_label(session_.document(), axis, *index), column_.width() * 0.35f,
                        view_.sizes().body, FontWeight::medium, column_.painter().metrics())
              : std::string(none);
    if (column_.controls().number(column_.next(), name, label, number, 0, count, tip, shown))
      index = number == 0 ? std::nullopt : std::optional(number - 1);
  }

  MatrixView values() const { return matrix_view(session_.model(), session_.trace(), request_.matrix); }

  void token() {
    const bool is_one = shows_one_matrix(request_.figure);
    const Axis axis = is_one ? row_axis(request_.matrix.name) : Axis::query;
    const bool is_token = axis == Axis::query || axis == Axis::key;
    const bool needs_one = request_.figure == FigureName::softmax || request_.figure == FigureName::bars ||
                           request_.figure == FigureName::space || request_.figure == FigureName::sentence;
    pick("token", is_token ? "token" : "row", request_.token,
         is_one ? values().rows() : session_.model().n_tokens(), axis, needs_one ? "usual" : "all",
         "The row that is highlighted, or the only one shown; a click on the figure also chooses it. "
         "Double-click to type its number.");
  }

  // The range of tokens that are shown; all of them unless one end is moved.
  void shown_tokens() {
    const Index count = session_.model().n_tokens();
    if (count < 2) return;
    const Span now = request_.tokens.value_or(Span{0, count});
    const Rect rect = column_.next();
    const float half = (rect.width - column_.gap()) / 2;
    Index first = now.first + 1;
    Index last = now.end();
    bool is_changed = column_.controls().number(
        {rect.x, rect.y, half, rect.height}, "first token", "from", first, 1, last,
        "The first token that is shown. Double-click to type its number.", std::to_string(first));
    is_changed |= column_.controls().number(
        {rect.right() - half, rect.y, half, rect.height}, "last token", "to", last, first, count,
        "The last token that is shown. Double-click to type its number.", std::to_string(last));
    if (!is_changed) return;
    const bool is_whole = first == 1 && last == count;
    request_.tokens = is_whole ? std::nullopt : std::optional(Span{first - 1, last - first + 1});
    keep_figure_in_bounds(session_, view_);
  }

  void column_choice() {
    pick("column", "column", request_.column, values().cols(), column_axis(request_.matrix.name), "none",
         "The column that is highlighted. Double-click to type its number.");
  }

  // --- appearance

  void draw_look() {
    column_.heading("Appearance");
    title();
    if (has_colours(request_.figure)) colours();
    if (takes_range(request_.figure)) range();
    if (request_.figure == FigureName::sentence) sentence_look();
    if (request_.figure == FigureName::flow) most_curves();
    decimals();
    background();
  }

  void title() {
    draw_text_row(column_, view_, "title", "title: automatic",
                  filled("<rule> Type a single space for no title.", {{"rule", markup_rule}}),
                  figures_.typed_title, request_.title);
  }

  void colours() {
    std::vector<Choice> choices = {{"auto", "viridis for weights, PuOr for signed numbers"}};
    constexpr std::array words = {"from dark violet to yellow",
                                  "blue to yellow, safe for colour-blind readers",
                                  "black to cream",
                                  "for black and white print",
                                  "violet to orange around 0",
                                  "blue to red around 0"};
    for (const ColourMap map : all_colour_maps) {
      choices.push_back({std::string(to_string(map)), words[static_cast<std::size_t>(map)]});
    }
    const std::string now = request_.map ? std::string(to_string(*request_.map)) : "auto";
    const int chosen = column_.controls().choice(column_.next(), "colours", "colours", now, choices,
                                                 "The colours of numbers.");
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
    const Rect rect = column_.next();
    const bool is_by_hand = request_.range.kind == ColourRange::Kind::by_hand;
    const int chosen =
        column_.controls().choice(rect, "range", "range", range_text(),
                                  {{"auto", "of the numbers shown"},
                                   {"0 to 1", "every possible weight"},
                                   {"symmetric", "around 0"},
                                   {is_by_hand ? range_text() : std::string("custom"), "custom range…"}},
                                  "The numbers at the two ends of the colours, or of the axis.");
    constexpr std::array kinds = {ColourRange::Kind::automatic, ColourRange::Kind::unit,
                                  ColourRange::Kind::symmetric};
    if (chosen >= 0 && chosen < 3) request_.range.kind = kinds[static_cast<std::size_t>(chosen)];
    if (chosen == 3) ImGui::OpenPopup("##range");
    const auto typed =
        typed_popup(view_, rect, {"##range", "range.field", "From and to, for example −1 1", true, 12, 18},
                    format_exactly(static_cast<float>(request_.range.low)) + " " +
                        format_exactly(static_cast<float>(request_.range.high)));
    if (!typed) return;
    const Result<Matrix> numbers = parse_block(*typed);
    if (!numbers || numbers->size() != 2 || !((*numbers)(0, 0) < (*numbers)(0, 1))) {
      view_.complain("Type two numbers for the range, the smaller one first: −1 1.");
      return;
    }
    request_.range = {ColourRange::Kind::by_hand, static_cast<double>((*numbers)(0, 0)),
                      static_cast<double>((*numbers)(0, 1))};
  }

  void decimals() {
    Index number = request_.shows_values ? request_.decimals : -1;
    if (!column_.controls().number(
            column_.next(), "values", "values", number, -1, 7,
            "Decimals of the numbers in the figure. Below 0, no numbers are shown.",
            number < 0 ? "none" : std::to_string(number) + (number == 1 ? " decimal" : " decimals"))) {
      return;
    }
    request_.shows_values = number >= 0;
    if (number >= 0) request_.decimals = static_cast<int>(number);
  }

  void sentence_look() {
    const int chosen =
        column_.controls().choice(column_.next(), "mark", "mark", std::string(to_string(request_.mark)),
                                  {{"shade", "the stronger the colour, the larger the number"},
                                   {"underline", "the thicker the line, the larger the number"}},
                                  "How the words show their numbers.");
    if (chosen >= 0) request_.mark = all_sentence_marks[static_cast<std::size_t>(chosen)];
    column_.controls().toggle(column_.next(), "numbers above", "numbers above", request_.has_numbers_above,
                              "Whether the numbers stand above the words.");
  }

  // The number 0 means all.
  void most_curves() {
    Index top = request_.top.value_or(0);
    if (column_.controls().number(column_.next(), "top", "curves of a token", top, 0,
                                  session_.model().n_tokens(),
                                  "How many of the largest numbers of each token are drawn. 0 means all.",
                                  top == 0 ? std::string("all") : std::to_string(top)))
      request_.top = top == 0 ? std::nullopt : std::optional(top);
  }

  void background() {
    const int chosen = column_.controls().choice(column_.next(), "background", "background",
                                                 std::string(to_string(figures_.background)),
                                                 {{"theme", "the same as in the window: paper or night"},
                                                  {"white", "for documents and print"},
                                                  {"transparent", "for slides with a coloured background"}},
                                                 "The background of the figure.");
    if (chosen >= 0) figures_.background = static_cast<Background>(chosen);
  }

  // --- page

  void draw_page() {
    column_.heading("Page");
    size();
    resolution();
    text_size();
  }

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
    choices.push_back({"other", "a custom size or a sheet such as A4…"});
    const int chosen = column_.controls().choice(rect, "size", "size", page_name(), choices,
                                                 "Width and height of the page.");
    if (chosen >= 0 && static_cast<std::size_t>(chosen) < named_pages.size())
      view_.preferences.page.size = named_pages[static_cast<std::size_t>(chosen)].size;
    if (static_cast<std::size_t>(chosen) == named_pages.size()) ImGui::OpenPopup("##size");
    const auto typed =
        typed_popup(view_, rect, {"##size", "size.field", page_size_examples, true, 12, 18}, plain_size());
    if (!typed) return;
    PageSetup setup = view_.preferences.page;
    const Result<PageSize> wanted = parse_page_size(*typed);
    if (wanted) setup.size = *wanted;
    const Result<Page> page = page_of(setup, false);
    if (!wanted || !page) {
      view_.complain(to_string(wanted ? page.error() : wanted.error()));
      return;
    }
    view_.preferences.page = setup;
  }

  std::string plain_size() const { return to_string(view_.preferences.page.size); }

  void resolution() {
    const Result<Page> page = page_of(view_.preferences.page, false);
    Index dpi = page ? static_cast<Index>(std::lround(page->dpi)) : 300;
    const Index before = dpi;
    if (!column_.controls().number(
            column_.next(), "dpi", "dpi", dpi, 36, 2400,
            "Pixels per inch, for PNG. Projectors need 96 to 150, print 300. Double-click to type.")) {
      return;
    }
    // − and + go to the adjacent common resolution.
    if (dpi == before + 1) {
      const auto next = std::upper_bound(resolutions.begin(), resolutions.end(), before);
      dpi = next == resolutions.end() ? std::min<Index>(before * 2, 2400) : *next;
    } else if (dpi == before - 1) {
      const auto next = std::lower_bound(resolutions.begin(), resolutions.end(), before);
      dpi = next == resolutions.begin() ? std::max<Index>(before / 2, 36) : *(next - 1);
    }
    PageSetup setup = view_.preferences.page;
    setup.dpi = static_cast<double>(dpi);
    if (const Result<Page> fits = page_of(setup, false); !fits) {
      view_.complain(to_string(fits.error()));
      return;
    }
    view_.preferences.page = setup;
  }

  void text_size() {
    constexpr Index smallest = 4;
    constexpr Index largest = 72;
    const Result<Page> page = page_of(view_.preferences.page, false);
    const double automatic = page ? static_cast<double>(page->font_size) : 10;
    Index points = static_cast<Index>(std::lround(view_.preferences.page.font_size.value_or(automatic)));
    const std::string shown = view_.preferences.page.font_size
                                  ? std::to_string(points) + " pt"
                                  : "auto, " + format_number(automatic, 0) + " pt";
    if (!column_.controls().number(
            column_.next(), "text size", "text", points, smallest - 1, largest,
            "Size of the text on the page, in points. Below 4, the size is chosen to suit the page.",
            shown)) {
      return;
    }
    view_.preferences.page.font_size =
        points < smallest ? std::nullopt : std::optional(static_cast<double>(points));
  }

  // --- comparison

  void draw_comparison() {
    column_.heading("Compare");
    const Rect rect = column_.next();
    const float half = figures_.pinned ? (rect.width - column_.gap()) / 2 : rect.width;
    if (column_.controls().button(
            {rect.x, rect.y, half, rect.height}, "pin",
            title_of(entry_of(Command::pin_state), session_, view_), true,
            "Keeps the current state as A. Then change anything: A, the new state B and "
            "their difference are shown side by side.")) {
      pin(session_, view_);
    }
    if (!figures_.pinned) return;
    if (column_.controls().button({rect.right() - half, rect.y, half, rect.height}, "unpin", "Unpin A", true,
                                  "Shows the current state only.")) {
      unpin(view_);
      return;
    }
    show_comparison();
    if (shows_one_matrix(request_.figure) && request_.comparison != Comparison::none) pinned_matrix();
  }

  void show_comparison() {
    const auto chosen =
        comparison_choice(column_.controls(), column_.next(), request_.figure, request_.comparison);
    if (chosen) request_.comparison = *chosen;
  }

  void pinned_matrix() {
    const std::vector<MatrixName> names = matrices_for(session_, request_);
    const std::vector<Choice> choices = matrix_choices(session_, request_, {{"the same", "as in B"}});
    const std::string now = request_.pinned_matrix ? display_name(request_.pinned_matrix->name) : "the same";
    const int chosen = column_.controls().choice(
        column_.next(), "pinned matrix", "of A", now, choices,
        "Which matrix of A is shown, for example to compare scores with scaled scores.");
    if (chosen < 0) return;
    request_.pinned_matrix.reset();
    if (chosen == 0) return;
    const MatrixName name = names[static_cast<std::size_t>(chosen - 1)];
    request_.pinned_matrix = MatrixRef{name, is_per_head(name) ? request_.matrix.head : 0};
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  FiguresState& figures_;
  FigureRequest& request_;
  ControlColumn& column_;
};

}  // namespace

void draw_figure_options(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  ControlColumn column(view, area, options_look);
  FigureOptions(session, view, actions, column).draw();
}

}  // namespace attention_lab
