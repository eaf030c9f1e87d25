#include "ui/workspaces/spaces/spaces_workspace.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/words/templates.h"
#include "ui/bars/title_line.h"
#include "ui/lab/side_panel.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/workspaces/figures/shown_figure.h"
#include "ui/workspaces/spaces/point_dragging.h"
#include "ui/workspaces/spaces/spaces_column.h"

namespace attention_lab {
namespace {

constexpr float reach_of_mouse = 11;         // pixels from a point at which it can be grasped
constexpr float one_row = 2.9f;              // of the area's width to its height, for all planes in one row
constexpr double least_use_of_range = 0.45;  // of the data in the range that is kept
constexpr double most_use_of_range = 0.97;
constexpr double turn_per_pixel = 0.01;  // in radians
constexpr double steepest = 1.5;         // just less than a right angle
constexpr double room_around_ball = 1.12;

/// Where the picture begins to leave its range, or uses too little of it, a new one is chosen.
bool still_fits(const PlaneRange& range, const std::vector<PlanePoint>& points) {
  NumberSpan x;
  NumberSpan y;
  x.add(0);
  y.add(0);
  for (const PlanePoint& point : points) {
    x.add(point.x);
    y.add(point.y);
  }
  const double width = range.x_high - range.x_low;
  const double height = range.y_high - range.y_low;
  if (!(width > 0) || !(height > 0)) return false;
  const double room_x = width * (1 - most_use_of_range) / 2;
  const double room_y = height * (1 - most_use_of_range) / 2;
  const bool is_inside = x.low >= range.x_low + room_x && x.high <= range.x_high - room_x &&
                         y.low >= range.y_low + room_y && y.high <= range.y_high - room_y;
  return is_inside && std::max((x.high - x.low) / width, (y.high - y.low) / height) >= least_use_of_range;
}

class Spaces {
 public:
  Spaces(const Session& session, ViewState& view, ActionQueue& actions)
      : session_(session),
        view_(view),
        actions_(actions),
        state_(view.spaces),
        painter_(*ImGui::GetWindowDrawList(), view.fonts) {}

  void draw(const Rect& area) {
    take_snapshot();
    turn();
    update_planes();
    const bool is_row = area.width > one_row * area.height;
    const float gap = std::round(view_.sizes().body * 0.75f);
    const float columns = is_row ? 4 : 2;
    const float rows = is_row ? 1 : 2;
    const float width = (area.width - gap * (columns - 1)) / columns;
    const float height = (area.height - gap * (rows - 1)) / rows;
    // First the pictures of all, so that what the mouse is over lights up in each of them in the same frame.
    for (std::size_t i = 0; i < all_spaces.size(); ++i) {
      const auto column = static_cast<float>(is_row ? i : i % 2);
      const auto row = static_cast<float>(is_row ? 0 : i / 2);
      const float x = std::round(area.x + column * (width + gap));
      const float y = std::round(area.y + row * (height + gap));
      draw_plane(all_spaces[i], {x, y, std::floor(width), std::floor(height)});
    }
    if (view_.editing.drag && view_.editing.drag->space) continue_point_drag(session_, view_, actions_);
    for (const Space space : all_spaces) draw_marks(state_.panel(space));
    if (lit_) {
      view_.hovered_next = is_context_lit_ ? CellRef{{MatrixName::head_output, view_.shown_head}, *lit_, 0}
                                           : CellRef{points_of_space(lit_space_, view_.shown_head), *lit_, 0};
    }
    draw_question_what_changes(session_, view_, actions_);
    handle_keys();
  }

 private:
  /// Not any more after an undo, which may have changed the shape of the document.
  bool is_dragging() const {
    return view_.editing.drag && view_.editing.drag->space &&
           view_.editing.drag->revision == session_.committed_revision();
  }

  void take_snapshot() {
    if (state_.snapshot && state_.snapshot_revision == session_.revision()) return;
    state_.snapshot = std::make_shared<const Snapshot>(Snapshot{session_.document(), session_.trace()});
    state_.snapshot_revision = session_.revision();
  }

  void handle_keys() {
    if (!takes_keys(view_)) return;
    if (is_key_pressed(ImGuiKey_Escape) && !view_.presenter) let_go(view_);
    if (is_key_pressed(ImGuiKey_Tab)) {
      const Index n_tokens = session_.model().n_tokens();
      const Index step = ImGui::GetIO().KeyShift ? n_tokens - 1 : 1;
      choose_token(view_, state_.active, (chosen_token(session_, view_) + step) % n_tokens);
    }
    const auto pressed = [](ImGuiKey key) { return is_key_pressed(key) ? 1 : 0; };
    const int right = pressed(ImGuiKey_RightArrow) - pressed(ImGuiKey_LeftArrow);
    const int up = pressed(ImGuiKey_UpArrow) - pressed(ImGuiKey_DownArrow);
    if (right != 0 || up != 0) nudge_point(session_, view_, actions_, right, up);
  }

  /// During a drag they stay, so that the point stays at the mouse.
  void update_planes() {
    ShownPlanes& shown = state_.planes;
    const ShownPlanes::Key key{session_.revision(), view_.shown_head, state_.choices};
    if (key == shown.key || (is_dragging() && key.head == shown.key.head)) return;
    shown.key = key;
    ++shown.version;
    const Model& model = session_.model();
    const auto find = [&](Space space, const PlaneChoice& choice) {
      return plane_of(model, session_.trace(), space, key.head, choice);
    };
    for (const Space space : all_spaces) {
      const auto i = static_cast<std::size_t>(space);
      Result<SpacePlane> plane = find(space, state_.choice(space));
      shown.problems[i] = plane ? std::string() : plane.error().message;
      shown.planes[i] = plane ? *std::move(plane) : find(space, {}).value();
    }
    const bool is_same = state_.choice(Space::query) == state_.choice(Space::key);
    const bool is_usual = !shown.problem(Space::key).empty();
    shown.query_plane_of_keys =
        is_same ? shown.of(Space::query)
                : find(Space::query, is_usual ? PlaneChoice{} : state_.choice(Space::key)).value();
  }

  /// Makes the picture new if something that it depends on has changed. The range of the axes stays during a
  /// drag, and otherwise as long as it suits the data.
  void update(Space space, SpacePanel& panel, Point size) {
    const SpacePanel::Key key{session_.revision(),
                              view_.shown_head,
                              chosen_token(session_, view_),
                              state_.choice(space),
                              space == Space::key && state_.overlays_queries,
                              size,
                              state_.planes.version};
    if (key == panel.key && panel.plot.plot) return;
    const bool is_same_view = panel.plot.plane && is_same_plane(key.choice, panel.key.choice) &&
                              key.head == panel.key.head && key.size == panel.key.size &&
                              key.overlays_queries == panel.key.overlays_queries;
    panel.key = key;
    SpaceShown& shown = panel.shown;
    shown.space = space;
    shown.head = key.head;
    shown.query = key.query;
    shown.plane = state_.planes.of(space);
    shown.token_plane = state_.planes.of(Space::token);
    shown.query_plane = state_.planes.query_plane_of_keys;
    shown.overlays_queries = key.overlays_queries;
    shown.range.reset();
    if (shown.plane.is_turned()) shown.range = range_of_ball(shown);
    if (is_same_view) {
      const PlaneFrame& frame = *panel.plot.plane;
      const PlaneRange range{frame.x_low, frame.x_high, frame.y_low, frame.y_high};
      if (is_dragging() || state_.turns_dial || (!shown.range && still_fits(range, extent(shown))))
        shown.range = range;
    }
    panel.plot.plot = plot_of(space, shown);
  }

  /// Regardless of the side from which three coordinates are seen.
  static bool is_same_plane(PlaneChoice a, const PlaneChoice& b) {
    a.yaw = b.yaw;
    a.pitch = b.pitch;
    return a == b;
  }

  /// Of the three coordinates that a turned picture shows: the origin, the points, and both ends of
  /// the arrows.
  Eigen::MatrixX3d corners_of(const SpaceShown& shown) const {
    const Model& model = session_.model();
    const auto points = [&](Space space) {
      return points_of_space(model, session_.trace(), space, shown.head).cast<double>();
    };
    const auto arrows = [&](Space space) -> Eigen::MatrixXd {
      const double scale = arrow_scale(model, session_.trace());
      if (space == Space::token || model.is_identity())
        return scale * Eigen::MatrixXd::Identity(model.d_model(), model.d_model());
      const Layer& layer = layer_to(space);
      const MatrixView weight = matrix_view(model, session_.trace(), {layer.weight, shown.head});
      const MatrixView bias = matrix_view(model, session_.trace(), {layer.bias, shown.head});
      Eigen::MatrixXd rows = scale * weight.cast<double>();
      if (bias.size() == 0) return rows;
      const Eigen::RowVectorXd origin = bias.row(0).cast<double>();
      Eigen::MatrixXd ends(rows.rows() + 1, rows.cols());
      ends << origin, rows.rowwise() + origin;
      return ends;
    };
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(1, shown.plane.dimension());
    const auto add = [&](const Eigen::MatrixXd& rows) {
      const Index first = all.rows();
      all.conservativeResize(first + rows.rows(), Eigen::NoChange);
      all.bottomRows(rows.rows()) = rows;
    };
    for (const Space space : {shown.space, shown.overlays_queries ? Space::query : shown.space}) {
      add(points(space));
      add(arrows(space));
    }
    Eigen::MatrixX3d corners(all.rows(), 3);
    corners << all.col(shown.plane.x), all.col(shown.plane.y), all.col(shown.plane.z);
    return corners;
  }

  /// Around all points from whatever side, so that nothing grows or shrinks when it is turned.
  std::optional<PlaneRange> range_of_ball(const SpaceShown& shown) const {
    const Eigen::MatrixX3d corners = corners_of(shown);
    const Eigen::RowVector3d middle = (corners.colwise().minCoeff() + corners.colwise().maxCoeff()) / 2;
    const double radius = (corners.rowwise() - middle).rowwise().norm().maxCoeff() * room_around_ball;
    if (!(radius > 0) || !std::isfinite(radius)) return std::nullopt;
    Eigen::RowVectorXd in_space = Eigen::RowVectorXd::Zero(shown.plane.dimension());
    in_space(shown.plane.x) = middle(0);
    in_space(shown.plane.y) = middle(1);
    in_space(shown.plane.z) = middle(2);
    const PlanePoint at = shown.plane.at(in_space);
    return PlaneRange{at.x - radius, at.x + radius, at.y - radius, at.y + radius};
  }

  /// Turns the picture in three dimensions that the mouse holds.
  void turn() {
    if (!state_.turning) return;
    PlaneChoice& choice = state_.choice(*state_.turning);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) || !is_turned(*state_.turning)) {
      state_.turning.reset();
      return;
    }
    const Point mouse = from_imgui(ImGui::GetIO().MousePos);
    choice.yaw += turn_per_pixel * static_cast<double>(mouse.x - state_.turned_from.x);
    choice.pitch =
        std::clamp(choice.pitch + turn_per_pixel * static_cast<double>(mouse.y - state_.turned_from.y),
                   -steepest, steepest);
    state_.turned_from = mouse;
    // Queries and keys are seen from the same side.
    const bool is_query = *state_.turning == Space::query;
    if (!is_query && *state_.turning != Space::key) return;
    PlaneChoice& other = state_.choice(is_query ? Space::key : Space::query);
    if (!is_turned(is_query ? Space::key : Space::query)) return;
    other.yaw = choice.yaw;
    other.pitch = choice.pitch;
  }

  bool is_turned(Space space) {
    return state_.choice(space).kind_in(dimension_of(session_.model(), space)) == PlaneChoice::Kind::turned;
  }

  /// The mouse was pressed on the empty ground.
  void begin_to_turn(Space space, Point mouse) {
    PlaneChoice& choice = state_.choice(space);
    if (!is_turned(space)) return;
    state_.turning = space;
    state_.turned_from = mouse;
    if (!ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return;
    choice.yaw = PlaneChoice::usual_yaw;
    choice.pitch = PlaneChoice::usual_pitch;
  }

  /// What determines the range of the axes.
  std::vector<PlanePoint> extent(const SpaceShown& shown) const {
    std::vector<PlanePoint> points =
        shown.plane.at(points_of_space(session_.model(), session_.trace(), shown.space, shown.head));
    for (const SpaceArrow& arrow :
         space_arrows(session_.model(), session_.trace(), shown.space, shown.head, shown.plane)) {
      points.push_back(arrow.from);
      points.push_back(arrow.to);
    }
    if (shown.overlays_queries)
      for (const PlanePoint& query : shown.query_plane.at(
               points_of_space(session_.model(), session_.trace(), Space::query, shown.head)))
        points.push_back(query);
    return points;
  }

  PlotPointer plot_of(Space space, const SpaceShown& shown) const {
    return make_plot(
        filled("<space>-space", {{"space", to_string(space)}}),
        filled("The <points> of the tokens as points in a plane.", {{"points", name_of_points(space)}}),
        [snapshot = state_.snapshot, shown](float width, float height, const FigureStyle& style,
                                            const TextMetrics& metrics) {
          return plane_chart(space_chart(snapshot->state(), shown, style), width, height, style, metrics);
        },
        [snapshot = state_.snapshot, space, head = shown.head] {
          const MatrixView points = points_of_space(snapshot->document.model, snapshot->trace, space, head);
          NumberTable table{"token", {}, snapshot->document.tokens, {}};
          for (Index i = 0; i < points.cols(); ++i)
            table.columns.push_back(filled("coordinate <number>", {{"number", i + 1}}));
          for (Index i = 0; i < points.rows(); ++i) {
            std::vector<double>& row = table.rows.emplace_back();
            for (Index j = 0; j < points.cols(); ++j) row.push_back(static_cast<double>(points(i, j)));
          }
          return table;
        });
  }

  void draw_plane(Space space, const Rect& card) {
    SpacePanel& panel = state_.panel(space);
    const bool is_active = state_.active == space;
    painter_.card(card, view_.theme().card, is_active ? view_.theme().accent : view_.theme().line);
    const std::string name(to_string(space));
    view_.items.add("spaces." + name, card);
    const Rect inner = card.expanded(-std::round(view_.sizes().body * 0.4f));
    update(space, panel, {inner.width, inner.height});
    ImGui::PushID(name.c_str());
    draw_plot(view_, painter_, panel.plot, inner, name + "-space");
    if (panel.plot.plane) handle_mouse(space, panel);
    ImGui::PopID();
  }

  void handle_mouse(Space space, SpacePanel& panel) {
    const Rect plot = in_window(panel.plot, panel.plot.plane->plot);
    click_area("##plane", plot);
    add_items(panel);
    const bool is_pressed = ImGui::IsItemActivated();
    if (is_dragging()) {
      const SpaceHandle& handle = view_.editing.drag->space->handle;
      if (handle.space == space) light(handle);
      return;
    }
    if (!ImGui::IsItemHovered() && !is_pressed) return;
    const Point mouse = from_imgui(ImGui::GetIO().MousePos);
    const std::optional<SpaceHandle> handle =
        handle_at(session_, panel, mouse, reach_of_mouse * view_.scale());
    if (handle) {
      light(*handle);
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (!is_pressed) return;
    state_.active = space;
    if (!handle) return begin_to_turn(space, mouse);
    if (handle->kind == SpaceHandle::Kind::point) choose_token(view_, space, handle->at);
    begin_point_drag(session_, view_, *handle, mouse);
  }

  /// "key[2]", "key.row[0]", "context": the places of what can be grasped.
  void add_items(const SpacePanel& panel) {
    if (!view_.items.is_collecting()) return;
    const SpaceShown& shown = panel.shown;
    const auto add = [&](const std::string& name, const PlanePoint& at) {
      const Point place = in_window_of(panel, at);
      view_.items.add(name, Rect{place.x - 4, place.y - 4, 8, 8});
    };
    const std::string space(to_string(shown.space));
    Index token = 0;
    for (const PlanePoint& point :
         shown.plane.at(points_of_space(session_.model(), session_.trace(), shown.space, shown.head)))
      add(filled("<space>[<token>]", {{"space", space}, {"token", token++}}), point);
    if (shown.space == Space::token) return;
    for (const SpaceArrow& arrow :
         space_arrows(session_.model(), session_.trace(), shown.space, shown.head, shown.plane))
      add(filled("<space>.row[<row>]", {{"space", space}, {"row", arrow.row}}), arrow.to);
    if (shown.space != Space::value) return;
    const SpaceHandle context{SpaceHandle::Kind::context, shown.space, shown.query, shown.head};
    add("value.context", place_of_handle(session_.model(), session_.trace(), context, shown.plane));
  }

  static Point in_window_of(const SpacePanel& panel, const PlanePoint& at) {
    const Point place = panel.plot.plane->place_of(at);
    return {panel.plot.place.x + place.x, panel.plot.place.y + place.y};
  }

  void light(const SpaceHandle& handle) {
    if (handle.kind == SpaceHandle::Kind::arrow) {
      lit_row_ = handle.at;
      lit_space_ = handle.space;
    } else {
      lit_ = handle.at;
      lit_space_ = handle.space;
      is_context_lit_ = handle.kind == SpaceHandle::Kind::context;
    }
  }

  void ring(const SpacePanel& panel, const PlanePoint& at) const {
    const Point place = in_window_of(panel, at);
    const float radius = std::round(9 * view_.scale());
    if (!std::isfinite(place.x) || !std::isfinite(place.y) ||
        !in_window(panel.plot, panel.plot.plane->plot).contains(place))
      return;
    painter_.list().AddCircle(to_imgui(place), radius, packed(view_.theme().pointed), 24,
                              std::max(1.5f, 1.8f * view_.scale()));
  }

  /// Rings around the token, or the row of W, that the mouse is over in one of the planes.
  void draw_marks(const SpacePanel& panel) const {
    if (!panel.plot.plane) return;
    const SpaceShown& shown = panel.shown;
    if (lit_) {
      const bool is_context = is_context_lit_ && shown.space == Space::value;
      const SpaceHandle handle{is_context ? SpaceHandle::Kind::context : SpaceHandle::Kind::point,
                               shown.space, *lit_, shown.head};
      ring(panel, place_of_handle(session_.model(), session_.trace(), handle, shown.plane));
    }
    if (!lit_row_ || (shown.space != lit_space_ && shown.space != Space::token)) return;
    for (const SpaceArrow& arrow :
         space_arrows(session_.model(), session_.trace(), shown.space, shown.head, shown.plane))
      if (arrow.row == *lit_row_) ring(panel, arrow.to);
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  SpacesState& state_;
  Painter painter_;
  std::optional<Index> lit_;
  std::optional<Index> lit_row_;
  bool is_context_lit_ = false;
  Space lit_space_ = Space::token;
};

}  // namespace

namespace {

/// Whether the planes would give the answers of Predict first away; then a sentence says so instead.
bool are_hidden(ViewState& view, const Rect& area) {
  if (!hides_numbers(view.steps)) return false;
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.card(area, view.theme().card, view.theme().line);
  const Paragraph words = set_paragraph(figures_are_hidden, area.width * 0.7f, view.sizes().body,
                                        FontWeight::regular, painter.metrics());
  draw(painter, words, {area.centre().x - words.width / 2, area.centre().y - words.height() / 2},
       view.theme().quiet_text);
  view.items.add("spaces.hidden", area);
  return true;
}

}  // namespace

Rect draw_spaces(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area) {
  if (are_hidden(view, area)) return area;
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const WithSidePanel parts = with_side_panel(view, draw_title_line_above(session, view, painter, area));
  draw_spaces_column(session, view, actions, parts.side);
  Spaces(session, view, actions).draw(parts.workspace);
  return parts.workspace;
}

Rect present_spaces(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window) {
  Painter(*ImGui::GetWindowDrawList(), view.fonts).fill(window, view.theme().ground);
  if (are_hidden(view, window.expanded(-std::round(12 * view.scale())))) return window;
  Spaces(session, view, actions).draw(window.expanded(-std::round(12 * view.scale())));
  return window;
}

}  // namespace attention_lab
