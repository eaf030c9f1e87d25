#include "ui/workspaces/figures/shown_figure.h"

#include <algorithm>

#include "ui/workspaces/figures/plot_panel.h"

namespace attention_lab {

std::string_view to_string(Background background) {
  switch (background) {
    case Background::theme: return "theme";
    case Background::white: return "white";
    case Background::transparent: return "transparent";
  }
  return {};
}

ThemeName figure_theme(const ViewState& view) {
  return view.figures.background == Background::white ? ThemeName::paper : view.theme_name;
}

std::optional<Colour> page_colour(const ViewState& view) {
  switch (view.figures.background) {
    case Background::theme: return view.theme().card;
    case Background::white: return theme_of(ThemeName::paper).card;
    case Background::transparent: return std::nullopt;
  }
  return std::nullopt;
}

Result<Figure> draw_on_page(const Session& session, const ViewState& view, const Exportable& figure,
                            const Page& page, float pixel, bool has_pixels) {
  const Theme& theme = theme_of(figure_theme(view));
  if (const auto* shown = std::get_if<PictureInWindow>(&figure))
    return Figure{shown->draw(theme, pixel * shown->size.x / page.width, has_pixels), std::nullopt};
  if (std::holds_alternative<FigureRequest>(figure) && hides_numbers(view.steps)) {
    return Error{ErrorCode::not_found, figures_are_hidden, ""};
  }
  FigureStyle style = figure_style(theme, page.font_size);
  style.pixel = pixel;
  style.has_pixels = has_pixels;
  if (const auto* plot = std::get_if<PlotPointer>(&figure))
    return (*plot)->draw(page.width, page.height, style, view.services.page_metrics);
  const LabState present{session.document(), session.trace()};
  std::optional<LabState> pinned;
  if (view.figures.pinned) pinned.emplace(view.figures.pinned->state());
  return draw_figure(std::get<FigureRequest>(figure), present, pinned ? &*pinned : nullptr, page.width,
                     page.height, style, view.services.page_metrics);
}

const DrawnFigure& present_figure(const Session& session, ViewState& view, const Page& page, float pixel) {
  FiguresState& figures = view.figures;
  // No finer than in the file: if a heatmap has more cells than pixels, both show the same ones.
  const auto* picture = std::get_if<PictureFormat>(&view.preferences.export_format);
  const bool is_of_pixels = picture != nullptr && has_pixels(*picture);
  const float drawn_pixel = is_of_pixels ? std::max(pixel, page.pixel()) : pixel;
  const DrawnFigure::Key key{session.revision(), figures.pinned.get(),     figures.request, page.width,
                             page.height,        page.font_size,           pixel,           drawn_pixel,
                             figure_theme(view), hides_numbers(view.steps)};
  if (figures.drawn.key == key) return figures.drawn;
  figures.drawn.key = key;
  Result<Figure> figure = draw_on_page(session, view, figures.request, page, drawn_pixel, true);
  figures.drawn.problem = figure ? "" : to_string(figure.error());
  figures.drawn.figure = figure ? std::make_shared<const Figure>(std::move(figure).value()) : nullptr;
  figures.drawn.fonts.clear();
  if (figures.drawn.figure) figures.drawn.fonts = fonts_of(view.fonts, figures.drawn.figure->list, 1 / pixel);
  return figures.drawn;
}

void pin(const Session& session, ViewState& view) {
  view.figures.pinned = std::make_shared<const Snapshot>(Snapshot{session.document(), session.trace()});
  if (can_show(view.figures.request.figure, Comparison::side_by_side))
    view.figures.request.comparison = Comparison::side_by_side;
  const bool is_in_pipeline = view.workspace == Workspace::pipeline;
  const bool is_compared = is_in_pipeline ? view.pipeline.comparison == Comparison::side_by_side
                                          : view.workspace == Workspace::figures;
  view.say(
      is_compared ? "Pinned as A. Change any number: A, the new state B and their difference are shown."
      : is_in_pipeline
          ? "Pinned as A. Change any number, then press C to see A, the new state B and their difference."
          : "Pinned as A. Change any number, then compare A with the new state in Pipeline or Figures.");
}

void unpin(ViewState& view) {
  view.figures.pinned.reset();
  view.figures.request.comparison = Comparison::none;
  view.figures.request.pinned_matrix.reset();
  view.pipeline.comparison = Comparison::none;
}

void keep_figure_in_bounds(const Session& session, ViewState& view) {
  FigureRequest& request = view.figures.request;
  const Model& model = session.model();
  const auto size = [&] { return matrix_view(model, session.trace(), request.matrix); };
  // The window shows one head; the figure, and A beside it, show the same.
  request.matrix.head = std::clamp<Index>(view.shown_head, 0, model.n_heads() - 1);
  if (request.pinned_matrix && is_per_head(request.pinned_matrix->name))
    request.pinned_matrix->head = request.matrix.head;
  if (size().size() == 0) request.matrix = {MatrixName::weights, request.matrix.head};
  if (!can_show(request.figure, request.matrix.name)) request.matrix.name = MatrixName::weights;
  const Index rows = shows_one_matrix(request.figure) ? size().rows() : model.n_tokens();
  const bool can_show_heads = request.figure == FigureName::pipeline || request.figure == FigureName::flow;
  if (model.n_heads() == 1 || !can_show_heads) request.shows_all_heads = false;
  if (request.tokens && request.tokens->end() > model.n_tokens()) request.tokens.reset();
  const auto is_outside = [&](Index token) {
    return request.tokens && (token < request.tokens->first || token >= request.tokens->end());
  };
  if (request.token && is_outside(*request.token)) request.token.reset();
  const PlaneChoice& plane = request.plane;
  const bool is_turned = plane.kind == PlaneChoice::Kind::turned;
  if (std::max({plane.x, plane.y, is_turned ? plane.z : 0}) >= dimension_of(model, request.space))
    request.plane = {};
  if (request.token && *request.token >= rows) request.token.reset();
  if (request.column && *request.column >= size().cols()) request.column.reset();
  if (!view.figures.pinned || !can_show(request.figure, request.comparison))
    request.comparison = Comparison::none;
}

}  // namespace attention_lab
