#include "ui/figures/spaces/space_figure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/document/matrix_labels.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/hue.h"

namespace attention_lab {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;

constexpr std::size_t most_arrows = 8;
constexpr int most_grid_lines = 12;
constexpr int most_levels = 7;
constexpr double smallest_usual = 0.1;  // embeddings for which the basis vectors have a suitable length
constexpr double largest_usual = 20;
constexpr float thinnest_strand = 0.8f;  // in hairlines
constexpr float widest_strand = 16;

double dot(const PlanePoint& a, const PlanePoint& b) {
  return a.x * b.x + a.y * b.y;
}

double largest_embedding(const Model& model, const Trace& trace) {
  const MatrixView X = points_of_space(model, trace, Space::token, 0);
  return X.size() == 0 ? 0 : static_cast<double>(X.cwiseAbs().maxCoeff());
}

/// x ↦ (x·W + b)·axes, for rows x of the token space.
class SpaceMap {
 public:
  SpaceMap(const Model& model, const Trace& trace, Space space, Index head, const SpacePlane& plane)
      : axes_(plane.axes), is_line_(plane.is_line()) {
    if (space == Space::token || model.is_identity()) return;
    const Layer& layer = layer_to(space);
    axes_ = matrix_view(model, trace, {layer.weight, head}).cast<double>() * plane.axes;
    const MatrixView bias = matrix_view(model, trace, {layer.bias, head});
    if (bias.size() == 0) return;
    const RowVectorXd there = bias.row(0).cast<double>() * plane.axes;
    origin_ = {there(0), is_line_ ? 0 : there(1)};
  }

  PlanePoint origin() const { return origin_; }
  PlanePoint operator()(const RowVectorXd& x) const {
    const RowVectorXd there = x * axes_;
    return {origin_.x + there(0), is_line_ ? 0 : origin_.y + there(1)};
  }
  /// The image of `scale` times a basis vector.
  PlanePoint of_basis(Index i, double scale) const {
    return {origin_.x + scale * axes_(i, 0), is_line_ ? 0 : origin_.y + scale * axes_(i, 1)};
  }
  Index dimension() const { return axes_.rows(); }

 private:
  MatrixXd axes_;
  bool is_line_;
  PlanePoint origin_;
};

class SpaceChart {
 public:
  SpaceChart(const LabState& state, const SpaceShown& shown, const FigureStyle& style)
      : document_(state.document),
        model_(state.document.model),
        trace_(state.trace),
        shown_(shown),
        style_(style),
        hue_(hue()),
        points_(shown.plane.at(points_of_space(model_, trace_, shown.space, shown.head))) {}

  PlaneChartSpec build() {
    spec_.title = shown_.title.value_or(title());
    name_axes();
    add_grid();
    add_turned_axes();
    add_arrows();
    switch (shown_.space) {
      case Space::token:
      case Space::query: add_points(); break;
      case Space::key: add_keys(); break;
      case Space::value: add_values(); break;
    }
    if (!shown_.has_legend) spec_.legend.clear();
    return std::move(spec_);
  }

 private:
  Colour hue() const {
    return colour_of_hue(hue_of(points_of_space(shown_.space)), style_,
                         mix(style_.text, style_.quiet_text, 0.5f));
  }
  const std::string& token(Index i) const { return document_.tokens[static_cast<std::size_t>(i)]; }
  const PlanePoint& point(Index i) const { return points_[static_cast<std::size_t>(i)]; }
  /// Without the padding of a batch, which would be so many points at one place.
  Index n_tokens() const { return length_of_sentence(document_); }
  bool sees(Index i) const { return is_visible(model_.options.mask, shown_.query, i, model_.n_tokens()); }
  bool sees_all() const {
    return n_visible_keys(model_.options.mask, shown_.query, model_.n_tokens()) == n_tokens();
  }
  static Colour quiet(Colour colour, Colour ground) { return mix(colour, ground, 0.45f); }

  std::string title() const {
    const std::string formula = space_formula(document_, shown_.space);
    std::string named = filled("<space> space: <formula>", {{"space", capital_name()}, {"formula", formula}});
    if (model_.n_heads() == 1 || shown_.space == Space::token) return named;
    return filled("<title>, head <head> of <count>",
                  {{"title", named}, {"head", shown_.head + 1}, {"count", model_.n_heads()}});
  }
  /// With the number of sentences of a batch.
  std::string shape(MatrixName name) const {
    const MatrixView matrix = matrix_view(model_, trace_, {name, shown_.head});
    return shape_text(n_sentences(document_), name, matrix.rows(), matrix.cols());
  }
  std::string_view capital_name() const {
    switch (shown_.space) {
      case Space::token: return "Token";
      case Space::query: return "Query";
      case Space::key: return "Key";
      case Space::value: return "Value";
    }
    return {};
  }

  void name_axes() {
    const SpacePlane& plane = shown_.plane;
    const Axis axis = column_axis(points_of_space(shown_.space));
    const auto coordinate = [&](Index i) {
      const std::string label = axis_label(document_, axis, i);
      if (label == std::to_string(i + 1)) return filled("coordinate <number>", {{"number", i + 1}});
      return escape_markup(shortened(label));
    };
    if (plane.is_turned()) {
      spec_.x_axis.is_hidden = true;
    } else if (plane.kind == PlaneChoice::Kind::coordinates) {
      spec_.x_axis.title = coordinate(plane.x);
      if (!plane.is_line()) spec_.y_axis.title = coordinate(plane.y);
      if (!plane.shows_everything() && plane.share) {
        spec_.x_axis.title = filled(
            "<name> (with <other>: <share>% of the squared lengths)",
            {{"name", spec_.x_axis.title}, {"other", spec_.y_axis.title}, {"share", percent(*plane.share)}});
      }
    } else {
      spec_.x_axis.title =
          filled(plane.is_of_scores ? "direction 1 (with direction 2: <share>% of W_q·W_k^T)"
                                    : "direction 1 (with direction 2: <share>% of the squared lengths)",
                 {{"share", percent(plane.share.value_or(0))}});
      spec_.y_axis.title = "direction 2";
    }
    spec_.y_axis.is_hidden = plane.is_line() || plane.is_turned();
    if (!shown_.range) return;
    spec_.x_axis.low = shown_.range->x_low;
    spec_.x_axis.high = shown_.range->x_high;
    spec_.y_axis.low = shown_.range->y_low;
    spec_.y_axis.high = shown_.range->y_high;
  }

  /// Beside a point.
  std::string number(double value) const {
    return shown_.shows_values ? format_number(value, shown_.decimals) : std::string();
  }
  static std::string percent(double share) { return format_number(share * 100, 0); }

  /// The round lines of the token plane, carried here.
  void add_grid() {
    const bool is_own = shown_.space == Space::token;
    const SpacePlane& plane = is_own ? shown_.plane : shown_.token_plane;
    if (plane.is_line() || shown_.plane.is_line()) return;
    NumberSpan u;
    NumberSpan v;
    u.add(0);
    v.add(0);
    // The floor of a picture in three dimensions.
    const SpacePlane ground = plane.is_turned() ? plane_of(model_, trace_, Space::token, 0,
                                                           {PlaneChoice::Kind::coordinates, plane.x, plane.y})
                                                      .value()
                                                : plane;
    for (const PlanePoint& p : ground.at(points_of_space(model_, trace_, Space::token, 0))) {
      u.add(p.x);
      v.add(p.y);
    }
    const double longest = std::max(u.high - u.low, v.high - v.low);
    if (!(longest > 0) || !std::isfinite(longest)) return;
    const auto ticks = [&](const NumberSpan& span) {
      const double middle = (span.low + span.high) / 2;
      return round_ticks(middle - longest * 0.7, middle + longest * 0.7, most_grid_lines);
    };
    const std::vector<double> us = ticks(u);
    const std::vector<double> vs = ticks(v);
    if (us.size() < 2 || vs.size() < 2) return;
    const SpaceMap map(model_, trace_, shown_.space, shown_.head, shown_.plane);
    const auto at = [&](double x, double y) { return map(x * ground.back.row(0) + y * ground.back.row(1)); };
    const Colour colour = is_own ? style_.line : mix(style_.line, hue_, 0.22f);
    for (const double x : us) spec_.grid[0].push_back({at(x, vs.front()), at(x, vs.back()), colour});
    for (const double y : vs) spec_.grid[1].push_back({at(us.front(), y), at(us.back(), y), colour});
  }

  /// Of a picture in three dimensions, unless the basis vectors are drawn.
  void add_turned_axes() {
    const SpacePlane& plane = shown_.plane;
    if (!plane.is_turned() || shown_.space == Space::token) return;
    const MatrixView points = points_of_space(model_, trace_, shown_.space, shown_.head);
    const double largest = static_cast<double>(points.cwiseAbs().maxCoeff());
    if (!(largest > 0) || !std::isfinite(largest)) return;
    for (const Index i : {plane.x, plane.y, plane.z}) {
      spec_.arrows.push_back({{0, 0},
                              {largest * plane.axes(i, 0), largest * plane.axes(i, 1)},
                              filled("coordinate <number>", {{"number", i + 1}}),
                              mix(style_.line, style_.quiet_text, 0.5f)});
    }
  }

  void add_arrows() {
    const double scale = arrow_scale(model_, trace_);
    const std::string factor = scale == 1 ? std::string() : format_exactly(scale) + " · ";
    const bool is_own = shown_.space == Space::token;
    const Colour colour = is_own ? style_.quiet_text : mix(hue_, style_.text, 0.35f);
    for (const SpaceArrow& arrow : space_arrows(model_, trace_, shown_.space, shown_.head, shown_.plane)) {
      const std::string name = filled(is_own ? "<factor>e_{<number>}" : "<factor>row <number>",
                                      {{"factor", factor}, {"number", arrow.row + 1}});
      spec_.arrows.push_back({arrow.from, arrow.to, name, colour});
    }
    if (model_.is_identity() && !is_own) return;
    LegendEntry entry;
    entry.name = is_own
                     ? "basis vectors e_i"
                     : filled("rows of <matrix>", {{"matrix", display_name(layer_to(shown_.space).weight)}});
    entry.colour = colour;
    entry.sample = LegendEntry::Sample::line;
    spec_.legend.push_back(std::move(entry));
  }

  PlaneMark mark(Index i) const {
    PlaneMark mark;
    mark.name = token(i);
    mark.at = point(i);
    mark.colour = hue_;
    mark.is_strong = i == shown_.query;
    return mark;
  }

  void add_legend(std::string name, Colour colour, LegendEntry::Sample sample = LegendEntry::Sample::block,
                  LegendEntry::Marker its_marker = LegendEntry::Marker::none) {
    LegendEntry entry;
    entry.name = std::move(name);
    entry.colour = colour;
    entry.sample = sample;
    entry.marker = its_marker;
    spec_.legend.push_back(std::move(entry));
  }

  void add_points() {
    for (Index i = 0; i < n_tokens(); ++i) spec_.marks.push_back(mark(i));
  }

  /// The query of the chosen token in this plane.
  PlanePoint query() const {
    return shown_.query_plane.at(RowVectorXd(
        points_of_space(model_, trace_, Space::query, shown_.head).row(shown_.query).cast<double>()));
  }

  void add_keys() {
    const MatrixView scores = matrix_view(model_, trace_, {MatrixName::scores, shown_.head});
    const MatrixView weights = matrix_view(model_, trace_, {mixing_weights(model_), shown_.head});
    const PlanePoint q = query();
    const double length = std::hypot(q.x, q.y);
    const bool has_direction = length > 0 && std::isfinite(length);
    if (has_direction) add_direction(q);
    const Colour hidden = quiet(style_.quiet_text, style_.ground);
    for (Index i = 0; i < n_tokens(); ++i) {
      PlaneMark key = mark(i);
      if (sees(i)) {
        key.note = number(static_cast<double>(scores(shown_.query, i)));
        key.circle = static_cast<double>(weights(shown_.query, i));
        if (has_direction && !shown_.plane.is_line()) add_foot(i, q);
      } else {
        key.look = PlaneMark::Look::ring;
        key.colour = hidden;
      }
      spec_.marks.push_back(std::move(key));
    }
    if (shown_.overlays_queries) overlay_queries();
    const std::string with_scores =
        filled("keys with scores <formula> (<shape>)",
               {{"formula", formula_of(model_, MatrixName::scores)}, {"shape", shape(MatrixName::scores)}});
    add_legend(shown_.shows_values ? with_scores : "keys", hue_, LegendEntry::Sample::line,
               LegendEntry::Marker::disc);
    add_legend("area: weight", faded(hue_, 0.3f));
    if (!sees_all())
      add_legend("hidden by the mask", hidden, LegendEntry::Sample::line, LegendEntry::Marker::disc);
  }

  void add_direction(const PlanePoint& q) {
    NumberSpan x;
    NumberSpan y;
    x.add(0);
    y.add(0);
    for (const PlanePoint& key : points_) {
      x.add(key.x);
      y.add(key.y);
    }
    const double extent = std::max({x.high - x.low, y.high - y.low, 1e-300});
    const double length = std::hypot(q.x, q.y);
    const double reach = 4 * extent / length;
    spec_.lines.push_back(
        {{-q.x * reach, -q.y * reach}, {0, 0}, faded(style_.query, 0.7f), 1, Stroke::dashed, false});
    spec_.lines.push_back({{0, 0}, {q.x * reach, q.y * reach}, style_.query, 2.2f, Stroke::solid, false});
    add_legend(filled("query of <token>", {{"token", quoted_markup(token(shown_.query), 16)}}), style_.query,
               LegendEntry::Sample::line);
    if (shown_.plane.is_line() || shown_.plane.is_turned()) return;
    // Levels through the whole plot, which is somewhat larger than the data.
    NumberSpan levels;
    const double room = 0.25 * extent;
    for (const double corner_x : {x.low - room, x.high + room})
      for (const double corner_y : {y.low - room, y.high + room}) levels.add(dot(q, {corner_x, corner_y}));
    const std::vector<double> ticks = round_ticks(levels.low, levels.high, most_levels);
    const std::vector<std::string> names = tick_labels(ticks);
    for (std::size_t i = 0; i < ticks.size() && ticks.size() > 1; ++i)
      spec_.levels.push_back({q, ticks[i], plain_number(names[i])});
    spec_.level_colour = mix(style_.line, style_.query, 0.35f);
    add_legend(shown_.plane.shows_everything() ? "equal scores" : "equal scores in this plane",
               spec_.level_colour, LegendEntry::Sample::line);
  }

  /// Levels are named in plain text.
  static std::string plain_number(const std::string& markup) {
    return markup.find('^') == std::string::npos ? markup : std::string();
  }

  /// Where the perpendicular from the key meets the direction of the query.
  void add_foot(Index i, const PlanePoint& q) {
    PlanePoint foot;
    if (shown_.plane.is_turned()) {
      const auto row = [&](Space space, Index token) {
        return RowVectorXd(points_of_space(model_, trace_, space, shown_.head).row(token).cast<double>());
      };
      const RowVectorXd query_row = row(Space::query, shown_.query);
      foot = shown_.plane.at(query_row * (query_row.dot(row(Space::key, i)) / query_row.squaredNorm()));
    } else {
      const double along = dot(q, point(i)) / dot(q, q);
      foot = {q.x * along, q.y * along};
    }
    if (!std::isfinite(foot.x) || !std::isfinite(foot.y)) return;
    spec_.lines.push_back({point(i), foot, mix(hue_, style_.ground, 0.3f), 1, Stroke::dotted, true});
    spec_.lines.push_back(tick_across(foot, q));
  }

  /// A short line across the direction of the query.
  PlaneLine tick_across(const PlanePoint& foot, const PlanePoint& q) const {
    double extent = 0;
    for (const PlanePoint& key : points_) extent = std::max({extent, std::fabs(key.x), std::fabs(key.y)});
    const double size = 0.018 * extent / std::hypot(q.x, q.y);
    return {{foot.x - q.y * size, foot.y + q.x * size},
            {foot.x + q.y * size, foot.y - q.x * size},
            style_.query,
            2.2f,
            Stroke::solid,
            true};
  }

  void overlay_queries() {
    const std::vector<PlanePoint> queries =
        shown_.query_plane.at(points_of_space(model_, trace_, Space::query, shown_.head));
    for (Index i = 0; i < n_tokens(); ++i) {
      PlaneMark mark;
      mark.at = queries[static_cast<std::size_t>(i)];
      mark.colour = style_.query;
      if (i == shown_.query) {
        mark.name = filled("query of <token>", {{"token", in_curly_quotes(token(shown_.query))}});
        mark.is_strong = true;
      } else {
        mark.look = PlaneMark::Look::ring;
      }
      spec_.marks.push_back(std::move(mark));
    }
    add_legend("queries", style_.query, LegendEntry::Sample::line, LegendEntry::Marker::ring);
  }

  void add_values() {
    const MatrixView weights = matrix_view(model_, trace_, {mixing_weights(model_), shown_.head});
    const PlanePoint context = place_of_context();
    std::vector<PlanePoint> visible;
    for (Index i = 0; i < n_tokens(); ++i)
      if (sees(i)) visible.push_back(point(i));
    for (const Index i : convex_hull(visible)) spec_.area.push_back(visible[static_cast<std::size_t>(i)]);
    spec_.area_colour = hue_;
    const Colour hidden = quiet(style_.quiet_text, style_.ground);
    for (Index i = 0; i < n_tokens(); ++i) {
      PlaneMark value = mark(i);
      if (sees(i)) {
        const auto weight = static_cast<double>(weights(shown_.query, i));
        value.note = number(weight);
        const float width =
            thinnest_strand + widest_strand * static_cast<float>(std::clamp(weight, 0.0, 1.0));
        if (weight > 0)
          spec_.lines.push_back({value.at, context, faded(hue_, 0.5f), width, Stroke::solid, false});
      } else {
        value.look = PlaneMark::Look::ring;
        value.colour = hidden;
      }
      spec_.marks.push_back(std::move(value));
    }
    add_context(context);
    add_legend(shown_.shows_values ? "values with weights" : "values", hue_, LegendEntry::Sample::line,
               LegendEntry::Marker::disc);
    add_legend(!sees_all() ? "hull of the values seen" : "their hull", faded(hue_, 0.3f));
    if (!sees_all())
      add_legend("hidden by the mask", hidden, LegendEntry::Sample::line, LegendEntry::Marker::disc);
  }

  PlanePoint place_of_context() const {
    return shown_.plane.at(RowVectorXd(matrix_view(model_, trace_, {MatrixName::head_output, shown_.head})
                                           .row(shown_.query)
                                           .cast<double>()));
  }

  void add_context(const PlanePoint& context) {
    const bool is_context = model_.n_heads() == 1 && !model_.has_output_projection();
    PlaneMark mark;
    mark.name = filled(is_context ? "context vector of <token>" : "head output of <token>",
                       {{"token", in_curly_quotes(token(shown_.query))}});
    mark.at = context;
    mark.colour = style_.text;
    mark.look = PlaneMark::Look::diamond;
    mark.is_strong = true;
    spec_.marks.push_back(std::move(mark));
    const MatrixName mixed = is_context ? MatrixName::context : MatrixName::head_output;
    add_legend(filled("<matrix> <formula> (<shape>)", {{"matrix", display_name(mixed)},
                                                       {"formula", formula_of(model_, mixed)},
                                                       {"shape", shape(mixed)}}),
               style_.text, LegendEntry::Sample::line, LegendEntry::Marker::diamond);
  }

  const Document& document_;
  const Model& model_;
  const Trace& trace_;
  const SpaceShown& shown_;
  const FigureStyle& style_;
  Colour hue_;
  std::vector<PlanePoint> points_;
  PlaneChartSpec spec_;
};

}  // namespace

double arrow_scale(const Model& model, const Trace& trace) {
  const double largest = largest_embedding(model, trace);
  if (!(largest > 0) || !std::isfinite(largest) || (largest >= smallest_usual && largest <= largest_usual))
    return 1;
  return std::pow(10.0, std::floor(std::log10(largest)));
}

std::vector<SpaceArrow> space_arrows(const Model& model, const Trace& trace, Space space, Index head,
                                     const SpacePlane& plane) {
  std::vector<SpaceArrow> arrows;
  if (model.is_identity() && space != Space::token) return arrows;
  const SpaceMap map(model, trace, space, head, plane);
  const double scale = arrow_scale(model, trace);
  for (Index i = 0; i < map.dimension(); ++i) arrows.push_back({i, map.origin(), map.of_basis(i, scale)});
  if (arrows.size() <= most_arrows) return arrows;
  const auto length = [](const SpaceArrow& arrow) {
    return std::hypot(arrow.to.x - arrow.from.x, arrow.to.y - arrow.from.y);
  };
  std::stable_sort(arrows.begin(), arrows.end(),
                   [&](const SpaceArrow& a, const SpaceArrow& b) { return length(a) > length(b); });
  arrows.resize(most_arrows);
  std::sort(arrows.begin(), arrows.end(),
            [](const SpaceArrow& a, const SpaceArrow& b) { return a.row < b.row; });
  return arrows;
}

std::string space_formula(const Document& document, Space space) {
  const Model& model = document.model;
  const std::string shape =
      shape_text(n_sentences(document), points_of_space(space), model.n_tokens(), dimension_of(model, space));
  if (space == Space::token)
    return filled(model.has_positions() ? "X = tokens + positions (<shape>)" : "X (<shape>)",
                  {{"shape", shape}});
  const Layer& layer = layer_to(space);
  const std::string product = display_name(layer.product);
  if (model.is_identity()) return filled("<product> = X (<shape>)", {{"product", product}, {"shape", shape}});
  const bool has_bias =
      (model.heads.front().*(head_layers[static_cast<std::size_t>(space) - 1].bias))->size() > 0;
  if (has_bias) {
    return filled("<product> = X·<weight> + <bias> (<shape>)", {{"product", product},
                                                                {"weight", display_name(layer.weight)},
                                                                {"bias", display_name(layer.bias)},
                                                                {"shape", shape}});
  }
  return filled("<product> = X·<weight> (<shape>)",
                {{"product", product}, {"weight", display_name(layer.weight)}, {"shape", shape}});
}

std::string describe_plane(const SpacePlane& plane, Space space) {
  if (plane.shows_everything()) return {};
  const std::string share = format_number(plane.share.value_or(0) * 100, 0);
  if (plane.is_turned()) {
    return filled(
        "Coordinates <x>, <y> and <z> account for <share>% of the squared lengths of the <points>. Drag the "
        "background to rotate the view; double-click to reset it.",
        {{"x", plane.x + 1},
         {"y", plane.y + 1},
         {"z", plane.z + 1},
         {"share", share},
         {"points", name_of_points(space)}});
  }
  if (plane.kind == PlaneChoice::Kind::coordinates) {
    return filled(
        "Coordinates <x> and <y> of <all> account for <share>% of the squared lengths of the <points>.",
        {{"x", plane.x + 1},
         {"y", plane.y + 1},
         {"all", plane.dimension()},
         {"share", share},
         {"points", name_of_points(space)}});
  }
  if (plane.is_of_scores) {
    return filled(
        "The two main directions of the scores show <share>% of W_q·W_kᵀ (the share of their squared "
        "singular values).",
        {{"share", share}});
  }
  return filled("The two main directions account for <share>% of the squared lengths of the <points>.",
                {{"share", share}, {"points", name_of_points(space)}});
}

PlaneChartSpec space_chart(const LabState& state, const SpaceShown& shown, const FigureStyle& style) {
  return SpaceChart(state, shown, style).build();
}

Result<SpaceShown> space_shown(const LabState& state, Space space, Index head, Index query,
                               const PlaneChoice& choice) {
  const Model& model = state.document.model;
  SpaceShown shown;
  shown.space = space;
  shown.head = head;
  shown.query = query;
  Result<SpacePlane> plane = plane_of(model, state.trace, space, head, choice);
  if (!plane) return plane.error();
  shown.plane = *std::move(plane);
  shown.token_plane = plane_of(model, state.trace, Space::token, head).value();
  // The product of what is drawn of q and k has a meaning only in the same plane.
  if (space == Space::key)
    shown.query_plane = plane_of(model, state.trace, Space::query, head, choice).value();
  return shown;
}

}  // namespace attention_lab
