#include "ui/workspaces/figures/plot_panel.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "ui/lab/view_state.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/word_links.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

constexpr float smallest_glyphs = 4;  // pixels
// Sides of a card, in its font sizes.
constexpr float plot_width = 32;
constexpr float plot_height = 20;
constexpr float plot_label = 12.0f / 14;  // in font sizes of a plot
constexpr float largest_plot_font = 2;    // in captions
constexpr float usual_window_height = 800;
constexpr float growth_in_large_windows = 2.35f;  // text grows with this power of the window
constexpr float most_of_large_window = 2.1f;
// Of a heatmap, so that its labels do not take the room of numbers.
constexpr float least_cell_of_plot = 1.8f;
constexpr float least_link = 0.95f;  // smaller texts, such as the title of a legend, have no room for dots

bool is_picture_of(const PlotPanel& panel, const Rect& area, float font_size, ThemeName theme) {
  return panel.drawn == panel.plot && panel.list.width == area.width && panel.list.height == area.height &&
         panel.font_size == font_size && panel.theme == theme;
}

Figure drawn_plot(const ViewState& view, const Plot& plot, const Rect& place, float font_size) {
  return plot.draw(place.width, place.height, figure_style(view.theme(), font_size),
                   view.services.page_metrics);
}

// Always visible, since not everyone tries a right click; quiet until the mouse is over the plot.
void draw_menu_button(ViewState& view, const Painter& painter, const PlotPanel& panel, const Rect& area,
                      std::string_view name) {
  const Theme& theme = view.theme();
  const float side = view.sizes().body * 1.7f;
  const Rect button{area.right() - side, area.y, side, side * 0.8f};
  view.items.add("plot." + std::string(name) + ".menu", button);
  const bool is_clicked = click_area("##menu", button);
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) {
    painter.fill(button, theme.hover_ground, 5);
    draw_tooltip(view, "Export this figure, or copy its numbers.");
  }
  for (const float shift : {-0.28f, 0.0f, 0.28f}) {
    painter.list().AddCircleFilled({button.centre().x + shift * side, button.centre().y},
                                   std::max(1.2f, side * 0.06f),
                                   packed(is_hovered ? theme.text : theme.quiet_text));
  }
  if (is_clicked) open_figure_menu(view, panel.plot);
}

}  // namespace

Result<Exportable> plot_pointed_at(const Session&, ViewState& view) {
  const PointedPlot& pointed = view.pointed_plot;
  // A key may have changed the workspace before it was drawn.
  if (pointed.plot && pointed.workspace == view.workspace) return Exportable(pointed.plot);
  return Error{ErrorCode::not_found, "There is no plot here to export yet.", ""};
}

std::vector<FigureFont> fonts_of(FontBook& book, const DisplayList& list, float scale) {
  std::vector<FigureFont> fonts;
  const auto add = [&](FontWeight weight, float size) {
    const FigureFont font{weight, std::max(smallest_glyphs, std::round(size * scale * size_of_em * 2) / 2)};
    if (std::find(fonts.begin(), fonts.end(), font) == fonts.end()) fonts.push_back(font);
  };
  for (const DrawCommand& command : list.commands) {
    const Text* text = std::get_if<Text>(&command);
    if (text == nullptr) continue;
    book.need(text->text);
    add(text->weight, text->size);
    if (text->is_markup && text->text.find_first_of("_^") != std::string::npos)
      add(text->weight, text->size * script_scale);
  }
  return fonts;
}

float font_size_of_plot(const WidgetContext& context, float width, float height) {
  // In a large window, which is a projected one as a rule, even small plots have large text.
  const float window = ImGui::GetIO().DisplaySize.y / (usual_window_height * context.display_scale);
  const float growth = std::clamp(std::pow(window, growth_in_large_windows), 1.0f, most_of_large_window);
  const float caption = context.sizes().caption / size_of_em * growth;
  const float roomy = std::min(width / plot_width, height / plot_height);
  return std::clamp(std::floor(roomy * 2) / 2, caption, largest_plot_font * caption);
}

float label_size_beside_plots(const WidgetContext& context, const Rect& card) {
  const float label = font_size_of_plot(context, card.width, card.height) * size_of_em * plot_label;
  return std::max(context.sizes().caption, std::round(label * 2) / 2);
}

void draw_plot(ViewState& view, const Painter& painter, PlotPanel& panel, const Rect& area,
               std::string_view name, std::optional<float> given_font_size) {
  if (!panel.plot || area.width < 1 || area.height < 1) return;
  const Rect place{std::round(area.x), std::round(area.y), std::round(area.width), std::round(area.height)};
  view.items.add("plot." + std::string(name), place);
  panel.place = place;
  const float font_size = given_font_size.value_or(font_size_of_plot(view, place.width, place.height));
  if (!is_picture_of(panel, place, font_size, view.theme_name)) {
    panel.drawn.reset();  // until the new picture is complete
    panel.font_size = font_size;
    panel.text_size = font_size;
    panel.theme = view.theme_name;
    Figure picture = drawn_plot(view, *panel.plot, place, font_size);
    if (!given_font_size && picture.cells) {
      const float smallest = view.sizes().caption / size_of_em;
      const float cell = std::min(picture.cells->cell_width(), picture.cells->cell_height());
      const float suitable = std::max(cell / least_cell_of_plot, smallest);
      if (suitable < font_size) {
        panel.text_size = suitable;
        picture = drawn_plot(view, *panel.plot, place, suitable);
      }
    }
    panel.list = std::move(picture.list);
    panel.cells = picture.cells;
    panel.plane = picture.plane;
    // The plot fills its place, whatever its own size.
    panel.list.width = place.width;
    panel.list.height = place.height;
    panel.fonts = fonts_of(view.fonts, panel.list, 1);
    panel.drawn = panel.plot;
  }
  need_fonts(view, panel.fonts);
  painter.push_clip(place);
  painter.draw(panel.list, {place.x, place.y}, &view.textures);
  painter.list().PopClipRect();

  ImGui::PushID(panel.plot->stem.c_str());
  draw_menu_button(view, painter, panel, place, name);
  for (const DrawCommand& command : panel.list.commands) {
    const Text* text = std::get_if<Text>(&command);
    if (text != nullptr && text->size >= panel.text_size * least_link)
      link_words(view, painter, *text, {place.x, place.y});
  }
  ImGui::PopID();
  const bool is_pointed_at = is_mouse_over(place);
  PointedPlot& pointed = view.pointed_plot;
  if (is_pointed_at) pointed.name = name;
  if (!pointed.plot || pointed.name == name) {
    pointed.plot = panel.plot;
    pointed.workspace = view.workspace;
  }
  if (is_right_clicked(place)) open_figure_menu(view, panel.plot);
}

}  // namespace attention_lab
