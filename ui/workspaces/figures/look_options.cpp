#include <algorithm>

#include "core/words/number_format.h"
#include "core/words/typed_numbers.h"
#include "ui/widgets/text_field.h"
#include "ui/workspaces/figures/figure_options.h"

namespace attention_lab {
namespace {

class LookOptions {
 public:
  LookOptions(ViewState& view, OptionColumn& column)
      : view_(view), figures_(view.figures), request_(view.figures.request), column_(column) {}

  void draw() {
    column_.heading("Look");
    title();
    if (has_colours(request_.figure)) colours();
    if (has_colours(request_.figure) || request_.figure == FigureName::flow) range();
    decimals();
    background();
  }

 private:
  void title() {
    const Rect rect = column_.next();
    view_.items.add("title", rect);
    if (!figures_.edits_title) {
      const std::string text = request_.title.value_or("");
      figures_.title.fill('\0');
      std::copy_n(text.begin(), std::min(text.size(), figures_.title.size() - 1), figures_.title.begin());
    }
    ImGui::SetCursorScreenPos(upper_left(rect));
    ImGui::SetNextItemWidth(rect.width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {view_.sizes().body * 0.7f, (rect.height - view_.sizes().body) / 2});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    text_field(view_, "##title", "title: automatic", figures_.title.data(), figures_.title.size(),
               ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar(2);
    figures_.edits_title = ImGui::IsItemActive();
    if (ImGui::IsItemHovered() && !figures_.edits_title)
      ImGui::SetTooltip("W_q and x^2 become subscripts and superscripts. Type a single space for no title.");
    if (!ImGui::IsItemEdited()) return;
    const std::string text = view_.services.wide_characters.decode(figures_.title.data());
    request_.title = text.empty() ? std::nullopt : std::optional(text == " " ? std::string() : text);
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
                                   {"0 to 1", "all weights there can be"},
                                   {"symmetric", "around 0"},
                                   {is_by_hand ? range_text() : std::string("by hand"), "custom range …"}},
                                  "The numbers at the two ends of the colours.");
    constexpr std::array kinds = {ColourRange::Kind::automatic, ColourRange::Kind::unit,
                                  ColourRange::Kind::symmetric};
    if (chosen >= 0 && chosen < 3) request_.range.kind = kinds[static_cast<std::size_t>(chosen)];
    if (chosen == 3) ImGui::OpenPopup("##range");
    const bool is_entered =
        column_.field_popup("##range", rect, "From and to, for example −1 1", figures_.range,
                            format_exactly(static_cast<float>(request_.range.low)) + " " +
                                format_exactly(static_cast<float>(request_.range.high)));
    if (!is_entered) return;
    const Result<Matrix> numbers = parse_block(figures_.range.data());
    if (!numbers || numbers->size() != 2 || !((*numbers)(0, 0) < (*numbers)(0, 1))) {
      view_.complain("A range is two numbers, the smaller one first: −1 1.");
      return;
    }
    request_.range = {ColourRange::Kind::by_hand, static_cast<double>((*numbers)(0, 0)),
                      static_cast<double>((*numbers)(0, 1))};
  }

  void decimals() {
    Index number = request_.shows_values ? request_.decimals : -1;
    if (!column_.controls().number(
            column_.next(), "values", "values", number, -1, 7,
            "Decimals of the numbers in the figure; fewer than 0: no numbers.",
            number < 0 ? "none" : std::to_string(number) + (number == 1 ? " decimal" : " decimals"))) {
      return;
    }
    request_.shows_values = number >= 0;
    if (number >= 0) request_.decimals = static_cast<int>(number);
  }

  void background() {
    const int chosen = column_.controls().choice(column_.next(), "background", "background",
                                                 std::string(to_string(figures_.background)),
                                                 {{"theme", "the same as the window: paper or night"},
                                                  {"white", "for documents and print"},
                                                  {"transparent", "for slides with a coloured background"}},
                                                 "The background of the figure.");
    if (chosen >= 0) figures_.background = static_cast<Background>(chosen);
  }

  ViewState& view_;
  FiguresState& figures_;
  FigureRequest& request_;
  OptionColumn& column_;
};

}  // namespace

void draw_look_options(ViewState& view, OptionColumn& column) {
  LookOptions(view, column).draw();
}

}  // namespace attention_lab
