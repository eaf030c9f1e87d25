#include "ui/workspaces/training/path_plot.h"

#include <array>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "core/attention/forward.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/charts/paths.h"
#include "ui/workspaces/training/run_of_document.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

using Vectors = PathState::Vectors;

Vectors vectors_of(const Trace& trace, Index head) {
  return {*find(trace, {MatrixName::Q, head}), *find(trace, {MatrixName::K, head})};
}

/// At the present numbers of the objective.
Result<Vectors> vectors_of(const TrainingObjective& objective, const Document& document, Index head) {
  if (const auto* next_words = dynamic_cast<const NextWordObjective*>(&objective)) {
    const Result<NextWordPrediction> prediction = next_words->predict_tokens(document);
    if (!prediction) return prediction.error();
    return vectors_of(prediction->trace, head);
  }
  Trace trace;
  forward(objective.model(), trace);
  return vectors_of(trace, head);
}

/// Forgets what was computed for another run, head or sentence.
void follow_run(const Session& session, TrainingState& state) {
  PathState& paths = state.paths;
  const bool is_same =
      paths.run == state.runs && paths.head == head_of(state) && paths.revision == session.revision();
  if (is_same && paths.scratch) return;
  if (paths.run != state.runs || !paths.scratch) {
    Result<std::unique_ptr<TrainingObjective>> scratch = objective_of(state.known.front(), state);
    assert(scratch);  // the run has one like it
    paths.scratch = *std::move(scratch);
  }
  paths.run = state.runs;
  paths.head = head_of(state);
  paths.revision = session.revision();
  paths.vectors.clear();
}

/// Along the present line, also beyond the present step. Precondition: the sentence has queries and keys.
VectorPaths paths_of_line(const Document& document, TrainingState& state) {
  PathState& paths = state.paths;
  std::map<std::uint64_t, Vectors> kept;
  VectorPaths found;
  for (const VectorHistory::Sample* sample : paths.history.of_line(*state.run)) {
    const auto known = paths.vectors.find(sample->id);
    Vectors vectors;
    if (known != paths.vectors.end()) {
      vectors = known->second;
    } else {
      VectorHistory::restore(*sample, *paths.scratch);
      vectors = vectors_of(*paths.scratch, document, paths.head).value();
    }
    found.add(sample->step, vectors.queries, vectors.keys);
    kept.emplace(sample->id, std::move(vectors));
  }
  paths.vectors = std::move(kept);
  return found;
}

VectorPaths up_to(std::int64_t step, const VectorPaths& line, const Vectors& now) {
  VectorPaths paths;
  for (std::size_t i = 0; i < line.steps.size() && line.steps[i] < step; ++i)
    paths.add(line.steps[i], line.queries[i], line.keys[i]);
  paths.add(step, now.queries, now.keys);
  return paths;
}

std::string describe_paths(const VectorPaths& paths, const VectorPlane& plane) {
  const Index d_k = paths.keys.front().cols();
  if (d_k == 1) return "q and k have only one coordinate, which is drawn over the steps.";
  if (d_k == 2) return "q and k have two coordinates. A small dot marks step 0.";
  const std::optional<double> share = share_of_movement(paths, plane);
  if (!share) {
    return filled("Coordinates <x> and <y> of <d_k>. Nothing has moved yet.",
                  {{"x", plane.x + 1}, {"y", plane.y + 1}, {"d_k", d_k}});
  }
  return filled(
      "Coordinates <x> and <y> of <d_k>. They account for <share>% of the squared distances from step 0.",
      {{"x", plane.x + 1}, {"y", plane.y + 1}, {"d_k", d_k}, {"share", format_number(*share * 100, 0)}});
}

std::vector<PointPath> point_paths(const VectorPaths& paths, const std::vector<Matrix>& vectors,
                                   const std::vector<std::string>& tokens, const VectorPlane& plane) {
  const bool is_plane = vectors.front().cols() > 1;
  std::vector<PointPath> found;
  for (std::size_t token = 0; token < tokens.size(); ++token) {
    PointPath& path = found.emplace_back(PointPath{tokens[token], {}});
    const auto row = static_cast<Index>(token);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      path.at.push_back(
          is_plane ? Point{static_cast<float>(vectors[i](row, plane.x)),
                           static_cast<float>(vectors[i](row, plane.y))}
                   : Point{static_cast<float>(paths.steps[i]), static_cast<float>(vectors[i](row, 0))});
    }
  }
  return found;
}

PathsSpec spec_of_paths(const VectorPaths& paths, const std::vector<std::string>& tokens,
                        const VectorPlane& plane, Index n_heads, Index head) {
  PathsSpec spec;
  const std::string step = count_text(paths.steps.back());
  spec.title = n_heads == 1 ? filled("Paths of q and k up to step <step>", {{"step", step}})
                            : filled("Paths of q and k up to step <step> (head <head>)",
                                     {{"step", step}, {"head", head + 1}});
  const auto coordinate = [](Index i) { return filled("coordinate <number>", {{"number", i + 1}}); };
  spec.has_equal_units = paths.keys.front().cols() > 1;
  spec.x_axis.title = spec.has_equal_units ? coordinate(plane.x) : "step";
  spec.y_axis.title = coordinate(spec.has_equal_units ? plane.y : 0);
  spec.series = {{"queries", {}, PathSeries::Look::disc, point_paths(paths, paths.queries, tokens, plane)},
                 {"keys", {}, PathSeries::Look::square, point_paths(paths, paths.keys, tokens, plane)}};
  return spec;
}

/// One row for each vector and step.
NumberTable numbers_of_paths(const PathsSpec& spec, const std::vector<std::int64_t>& steps) {
  NumberTable table{"vector", {"step"}, {}, {}};
  if (spec.has_equal_units) table.columns.push_back(spec.x_axis.title);
  table.columns.push_back(spec.y_axis.title);
  const std::array letters = {"q", "k"};
  for (std::size_t kind = 0; kind < spec.series.size(); ++kind) {
    for (const PointPath& path : spec.series[kind].paths) {
      for (std::size_t i = 0; i < path.at.size(); ++i) {
        table.row_labels.push_back(filled(
            "<vector> of <token>", {{"vector", letters[kind]}, {"token", in_curly_quotes(path.name)}}));
        std::vector<double>& row = table.rows.emplace_back(std::vector{static_cast<double>(steps[i])});
        if (spec.has_equal_units) row.push_back(static_cast<double>(path.at[i].x));
        row.push_back(static_cast<double>(path.at[i].y));
      }
    }
  }
  return table;
}

bool is_in(const VectorPlane& plane, Index d_k) {
  return plane.x < d_k && plane.y < d_k;
}

/// If there is a choice.
void draw_plane_controls(ControlColumn& column, PathState& paths, Index d_k) {
  if (d_k < 3) return;
  const VectorPlane before = paths.shown_plane;
  Index x = before.x + 1;
  Index y = before.y + 1;
  const bool has_x = column.controls().number(column.next(), "training.path_x", "horizontal axis", x, 1, d_k,
                                              "The coordinate of q and k on the horizontal axis.");
  const bool has_y = column.controls().number(column.next(), "training.path_y", "vertical axis", y, 1, d_k,
                                              "The coordinate of q and k on the vertical axis.");
  if (has_x || has_y) {
    // If both axes get the same coordinate, they swap.
    if (x == y) (has_x ? y : x) = (has_x ? before.x : before.y) + 1;
    paths.plane = VectorPlane{x - 1, y - 1};
  }
  if (paths.plane && column.controls().button(column.next(), "training.path_plane", "Most movement", true,
                                              "Shows the two coordinates that moved most."))
    paths.plane.reset();
}

}  // namespace

PlotPointer paths_plot(const Session& session, TrainingState& state) {
  follow_run(session, state);
  const Document& document = session.document();
  PathState& paths = state.paths;
  const Result<Vectors> now = vectors_of(state.run->objective(), document, head_of(state));
  if (!now) {
    paths.words = as_markup(now.error().message);
    return nullptr;
  }
  const VectorPaths line = paths_of_line(document, state);
  const VectorPaths shown = up_to(state.run->step(), line, *now);
  const Index d_k = now->keys.cols();
  if (paths.plane && !is_in(*paths.plane, d_k)) paths.plane.reset();
  // Of the whole line, so that the plane stays the same when the run goes back.
  paths.shown_plane = paths.plane.value_or(d_k < 2 ? VectorPlane{} : plane_of_movement(line));
  paths.words = describe_paths(shown, paths.shown_plane);
  const auto spec = std::make_shared<const PathsSpec>(spec_of_paths(
      shown, document.tokens, paths.shown_plane, state.run->objective().model().n_heads(), head_of(state)));
  return make_plot(
      "query-key-paths", "The paths along which training moves the queries and keys of the tokens.",
      [spec](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        PathsSpec drawn = *spec;
        drawn.series[0].colour = style.query;
        drawn.series[1].colour = style.key;
        return Figure(attention_lab::paths(drawn, width, height, style, metrics));
      },
      [spec, steps = shown.steps] { return numbers_of_paths(*spec, steps); });
}

void draw_path_controls(ControlColumn& column, TrainingState& state) {
  PathState& paths = state.paths;
  const Index d_k = state.run->objective().model().d_k();
  if (!paths.is_shown) return;
  draw_plane_controls(column, paths, d_k);
  if (!paths.words.empty()) column.note(paths.words);
}

}  // namespace attention_lab
