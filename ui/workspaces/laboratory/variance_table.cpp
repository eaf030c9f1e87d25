#include "ui/workspaces/laboratory/variance_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/document/checks.h"
#include "core/words/number_format.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/laboratory/variance_panel.h"

namespace attention_lab {
namespace {

// Right ends of the columns, as parts of the width: d, trials, variance, variance divided.
constexpr std::array column_ends = {0.13f, 0.36f, 0.69f, 1.0f};

class VarianceTable {
 public:
  VarianceTable(ViewState& view, VarianceState& bench, const Painter& painter, const Rect& card)
      : view_(view),
        bench_(bench),
        painter_(painter),
        theme_(view.theme()),
        sizes_(view.sizes()),
        card_(card),
        inner_(card.expanded(-sizes_.body * 0.8f)) {}

  void draw() {
    painter_.card(card_, theme_.card, theme_.line);
    view_.items.add("variance.table", card_);
    draw_head();
    const Rect body{inner_.x, inner_.y + sizes_.body * 3.4f, inner_.width,
                    std::max(inner_.height - sizes_.body * 3.4f, 1.0f)};
    {
      ScrollArea scroll("##rows", body);
      const Painter rows(*ImGui::GetWindowDrawList(), view_.fonts);
      const float pitch = row_height(body.height);
      float y = scroll.corner().y;
      for (const VarianceRow& row : bench_.run.rows()) {
        draw_row(rows, row, {inner_.x, y, inner_.width, pitch});
        y += pitch;
      }
      scroll.reaches(y);
      offer_copy();
    }
    offer_copy();
  }

 private:
  // Rows share the room they have, within what reads well.
  float row_height(float room) const {
    const float fair = room / static_cast<float>(std::max<std::size_t>(bench_.run.rows().size(), 1));
    return std::floor(std::clamp(fair, sizes_.caption * 1.45f, sizes_.caption * 2.2f));
  }

  float end_of(std::size_t column, float width) const {
    return inner_.x + (width - sizes_.body * 0.7f) * column_ends[column];
  }

  void draw_head() {
    const float y = inner_.y + sizes_.body * 0.7f;
    painter_.text({inner_.x, y}, "In numbers", theme_.text, sizes_.body, FontWeight::medium);
    draw_add_button();
    const float line = inner_.y + sizes_.body * 2.5f;
    const std::array<const char*, 4> names = {"d", "trials", "variance of q · k", "… of q · k ÷ √d"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      painter_.text({end_of(i, inner_.width), line}, names[i], theme_.quiet_text, sizes_.caption,
                    FontWeight::regular, HorizontalAnchor::right);
    }
    painter_.fill({inner_.x, std::round(inner_.y + sizes_.body * 3.25f), inner_.width, 1}, theme_.line);
  }

  void draw_add_button() {
    if (bench_.settings.components == Components::given) return;
    const Index d = bench_.settings.dimension;
    const auto& rows = bench_.run.rows();
    const bool is_there =
        std::any_of(rows.begin(), rows.end(), [d](const VarianceRow& row) { return row.dimension == d; });
    const std::string label =
        is_there ? "d = " + count_text(d) + " is in the table" : "Add d = " + count_text(d);
    const float width =
        painter_.metrics().width(label, sizes_.body, FontWeight::regular) + sizes_.body * 1.4f;
    const Rect button{inner_.right() - width, inner_.y - sizes_.body * 0.25f, width,
                      std::round(sizes_.body * 1.9f)};
    if (Controls(view_, painter_)
            .button(button, "variance.add", label, !is_there, "One more row, for the d of the slider."))
      bench_.run.add_row(d);
  }

  void draw_row(const Painter& painter, const VarianceRow& row, const Rect& rect) {
    const std::string name = "variance.row." + std::to_string(row.dimension);
    view_.items.add(name, rect);
    const bool can_choose = bench_.settings.components != Components::given;
    if (click_area(name.c_str(), rect) && can_choose) bench_.settings.dimension = row.dimension;
    const bool is_present = !can_choose || row.dimension == bench_.settings.dimension;
    if (is_present || ImGui::IsItemHovered()) {
      painter.fill({rect.x - sizes_.body * 0.3f, rect.y, rect.width + sizes_.body * 0.3f, rect.height},
                   is_present ? theme_.accent_ground : theme_.hover_ground, 4);
    }
    if (ImGui::IsItemHovered() && can_choose)
      ImGui::SetTooltip("%s", ("Make d = " + count_text(row.dimension) + " the present one.").c_str());
    const bool is_done = row.trials > 0;
    const auto error = [](const Estimate& e) { return with_error(e.variance, e.variance_standard_error); };
    const std::array<std::string, 4> cells = {
        count_text(row.dimension), is_done ? count_text(row.trials) : "", is_done ? error(row.products) : "…",
        is_done ? error(row.scaled_products) : "…"};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      painter.text({end_of(i, rect.width), rect.centre().y}, cells[i],
                   i == 1 || !is_done ? theme_.quiet_text : theme_.text, sizes_.caption,
                   i == 0 ? FontWeight::medium : FontWeight::regular, HorizontalAnchor::right);
    }
  }

  // Its numbers are those of the chart beside it, which is missing where there are none to count.
  void offer_copy() {
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(upper_left(card_), lower_right(card_)) &&
        ImGui::IsMouseReleased(ImGuiMouseButton_Right) && bench_.over_dimension.plot)
      open_figure_menu(view_, bench_.over_dimension.plot);
  }

  ViewState& view_;
  VarianceState& bench_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
  Rect card_;
  Rect inner_;
};

}  // namespace

void draw_variance_table(ViewState& view, VarianceState& bench, const Painter& painter, const Rect& card) {
  VarianceTable(view, bench, painter, card).draw();
}

}  // namespace attention_lab
