// Builds the spec of the requested figure, and draws the figure.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/document/checks.h"
#include "core/geometry/score_matrix.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/text_faults.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/flow.h"
#include "ui/figures/charts/histogram.h"
#include "ui/figures/charts/lines.h"
#include "ui/figures/charts/sentence.h"
#include "ui/figures/cropped_state.h"
#include "ui/figures/figure_data.h"
#include "ui/figures/heatmaps/matrix_formula.h"
#include "ui/figures/heatmaps/small_multiples.h"
#include "ui/figures/heatmaps/softmax_figure.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/figures/pipeline/pipeline_plan.h"
#include "ui/figures/spaces/plane_chart.h"
#include "ui/figures/spaces/space_figure.h"

namespace attention_lab {
namespace {

constexpr Index most_lines = 8;

/// The row as points, without those that the mask hides; the line breaks where some are hidden in between.
std::vector<Point> points_of(const FigureData& data, Index row) {
  const std::vector<double> numbers = data.row(row);
  std::vector<Point> points;
  points.reserve(numbers.size());
  const Index n_columns = std::ssize(numbers);
  const Span shown = data.mask == Mask::none ? Span{0, n_columns} : visible_span(data.mask, row, n_columns);
  for (Index column = shown.first; column < shown.end(); ++column) {
    const double number = is_visible(data.mask, row, column, n_columns)
                              ? numbers[static_cast<std::size_t>(column)]
                              : std::numeric_limits<double>::quiet_NaN();
    points.push_back({static_cast<float>(column), static_cast<float>(number)});
  }
  return points;
}

std::vector<double> all_numbers(const FigureData& data) {
  const MatrixView values = data.values();
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(values.size()));
  for (Index row = 0; row < values.rows(); ++row) {
    for_each_visible_key(data.mask, row, values.cols(),
                         [&](Index column) { numbers.push_back(static_cast<double>(values(row, column))); });
  }
  return numbers;
}

bool has_same_columns(const FigureData& a, const FigureData& b) {
  return a.values().cols() == b.values().cols();
}

Error cannot_stand_side_by_side(const FigureData& a, const FigureData& b) {
  const auto shape = [](const FigureData& data) {
    return shape_text(data.values().rows(), data.values().cols());
  };
  return {
      ErrorCode::wrong_shape,
      filled("A and B cannot be shown side by side, because their sizes differ: <a> of A is <shape of a>, "
             "<b> of B is <shape of b>.",
             {{"a", to_string(a.ref.name)},
              {"shape of a", shape(a)},
              {"b", to_string(b.ref.name)},
              {"shape of b", shape(b)}})};
}

/// The labels as mark-up; equal ones are numbered: "the_1", "the_2".
std::vector<std::string> told_apart(const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto place = labels.begin() + static_cast<std::ptrdiff_t>(i);
    const auto before = std::count(labels.begin(), place, labels[i]);
    const bool is_repeated = before > 0 || std::find(place + 1, labels.end(), labels[i]) != labels.end();
    names.push_back(is_repeated ? filled("<label>_{<number>}",
                                         {{"label", escape_markup(labels[i])}, {"number", before + 1}})
                                : escape_markup(labels[i]));
  }
  return names;
}

/// Mark-up without its scripts: "W_q" becomes "Wq".
std::string plain_text_of(const std::string& markup, const TextMetrics& metrics) {
  std::string text;
  for (const TextRun& run : layout_markup(markup, 1, FontWeight::regular, metrics).runs) text += run.text;
  return text;
}

Error cannot(std::string message) {
  return {ErrorCode::out_of_range, std::move(message)};
}

Status check(const FigureRequest& request, const LabState& present, const LabState* pinned) {
  const Comparison comparison = request.comparison;
  const std::string figure(to_string(request.figure));
  if (comparison != Comparison::none && pinned == nullptr)
    return Error{ErrorCode::not_found, "There is no second state to compare with: pin one first."};
  if (!can_show(request.figure, comparison))
    return cannot(filled("The figure <figure> cannot show two states; heatmap can.", {{"figure", figure}}));
  if (!can_show(request.figure, request.matrix.name)) {
    return cannot(
        filled("The figure <figure> cannot show <matrix>; it can show scores, scaled_scores, "
               "masked_scores and weights.",
               {{"figure", figure}, {"matrix", to_string(request.matrix.name)}}));
  }
  const LabState& shown = comparison == Comparison::pinned ? *pinned : present;
  const bool is_token = takes_token(request.figure) && request.token;
  const Index rows = shows_one_matrix(request.figure)
                         ? matrix_view(shown.document.model, shown.trace, request.matrix).rows()
                         : shown.document.model.n_tokens();
  if (is_token && rows > 0 && (*request.token < 0 || *request.token >= rows)) {
    return no_such("row", *request.token + 1, 1, rows);
  }
  const Index n_heads = shown.document.model.n_heads();
  if (request.matrix.head < 0 || request.matrix.head >= n_heads)
    return no_such("head", request.matrix.head + 1, 1, n_heads);
  if (request.range.kind == ColourRange::Kind::by_hand && !(request.range.low < request.range.high))
    return cannot("The low end of a range must be below its high end.");
  return Done{};
}

struct FigurePage {
  float width;
  float height;
  const FigureStyle& style;
  const TextMetrics& metrics;
};

/// Precondition: the request has been checked.
class FigureBuilder {
 public:
  /// `pinned` may be null if the request does not compare.
  FigureBuilder(const FigureRequest& request, const LabState& present, const LabState* pinned,
                const FigurePage& page)
      : request_(request), present_(present), pinned_(pinned), page_(page) {}

  Result<Figure> build() const {
    switch (request_.figure) {
      case FigureName::heatmap:
        return request_.comparison == Comparison::side_by_side ? build_side_by_side() : build_heatmap();
      case FigureName::flow: return build_flow();
      case FigureName::heads: return build_heads();
      case FigureName::pipeline: return build_pipeline();
      case FigureName::softmax: return build_softmax();
      case FigureName::sentence: return build_sentence();
      case FigureName::space: return build_space();
      case FigureName::score_matrix: return build_score_matrix();
      case FigureName::matrix: return build_matrix();
      case FigureName::bars: return build_bars();
      case FigureName::lines: return build_lines();
      case FigureName::histogram: return build_histogram();
    }
    return Error{ErrorCode::not_found, "There is no such figure."};
  }

 private:
  /// The state that the figure shows, if it shows only one.
  const LabState& shown() const { return request_.comparison == Comparison::pinned ? *pinned_ : present_; }
  const Model& model() const { return shown().document.model; }
  MatrixRef pinned_ref() const { return request_.pinned_matrix.value_or(request_.matrix); }
  /// A title is one line.
  std::string title_or(std::string own) const {
    return request_.title ? shortened(*request_.title, longest_sentence) : std::move(own);
  }

  template <class Draw, class Spec>
  Figure on_page(Draw draw, const Spec& spec) const {
    return {draw(spec, page_.width, page_.height, page_.style, page_.metrics), std::nullopt};
  }

  /// The matrix that the figure shows.
  Result<FigureData> data() const {
    if (request_.comparison == Comparison::pinned) return FigureData::of(*pinned_, pinned_ref());
    Result<FigureData> b = FigureData::of(present_, request_.matrix);
    if (!b || request_.comparison != Comparison::difference) return b;
    const Result<FigureData> a = FigureData::of(*pinned_, pinned_ref());
    if (!a) return a.error();
    return difference_of(*b, *a);
  }

  Result<FigureData> difference_of(const FigureData& b, const FigureData& a) const {
    Result<FigureData> difference = FigureData::difference(b, a);
    if (!difference) return difference;
    FigureData named = std::move(difference).value();
    named.name = difference_name();
    return named;
  }

  /// A matrix of one state, with its label in a side-by-side figure.
  struct Shown {
    std::string name;
    FigureData data;
  };

  /// A and B if they are side by side; otherwise the one matrix.
  Result<std::vector<Shown>> all_shown() const {
    if (request_.comparison != Comparison::side_by_side) {
      const Result<FigureData> one = data();
      if (!one) return one.error();
      return std::vector<Shown>{{one->name, *one}};
    }
    const Result<FigureData> a = FigureData::of(*pinned_, pinned_ref());
    if (!a) return a.error();
    const Result<FigureData> b = FigureData::of(present_, request_.matrix);
    if (!b) return b.error();
    return std::vector<Shown>{{name_of_pinned(), *a}, {name_of_present(), *b}};
  }

  /// "A, unscaled" for the pinned state, "B, ÷ √d_k" for the present one.
  std::string name_of_pinned() const {
    return surroundings().word_or(FigureWord::a, state_name("A", pinned_ref(), *pinned_, present_));
  }
  std::string name_of_present() const {
    return surroundings().word_or(FigureWord::b, state_name("B", request_.matrix, present_, *pinned_));
  }

  const FigureSurroundings& surroundings() const { return request_.surroundings; }

  /// "B − A", or "after − before" with names of one's own.
  std::string difference_name() const {
    return filled("<b> − <a>", {{"a", surroundings().word_or(FigureWord::a, "A")},
                                {"b", surroundings().word_or(FigureWord::b, "B")}});
  }

  std::string state_name(std::string name, const MatrixRef& ref, const LabState& state,
                         const LabState& other) const {
    if (!(pinned_ref() == request_.matrix)) name += ", " + display_name(ref.name);
    return name_of_state(std::move(name), state, other);
  }

  /// `words`: what is shown, the matrix or a part of it.
  std::string own_title(const FigureData& data, const std::string& words) const {
    std::string title = title_of(data, model().n_heads(), words);
    if (!data.is_difference) return title;
    return filled("<title>: <difference>", {{"title", title}, {"difference", difference_name()}});
  }

  /// The name in the legend; empty if that is left out.
  std::string in_legend(std::string name) const {
    return surroundings().hides(FigurePart::legend) ? std::string() : name;
  }

  static ValueRange joined_range(const std::vector<Shown>& states) {
    ValueRange range = states.front().data.range;
    for (const Shown& state : states) range = joined(range, state.data.range);
    return range;
  }

  std::string title(const FigureData& data) const {
    const std::string own = own_title(data, name_in_title(data.ref.name));
    if (request_.comparison != Comparison::pinned) return title_or(own);
    return title_or(filled("<title> (<state>)", {{"title", own}, {"state", name_of_pinned()}}));
  }

  Index row_shown(const FigureData& data) const {
    const Index usual = has_token_rows(data.ref.name) ? default_query(model()) : 0;
    return std::clamp<Index>(request_.token.value_or(usual), 0, data.values().rows() - 1);
  }

  /// “Attention weights of “journey””: the row that a figure shows.
  std::string row_words(const FigureData& data, Index row) const {
    std::string matrix = name_in_title(data.ref.name);
    if (data.values().rows() == 1) return matrix;
    const std::string& label = data.row_labels[static_cast<std::size_t>(row)];
    const bool is_token = has_token_rows(data.ref.name);
    return filled(is_token ? "<matrix> of <row>" : "<matrix>, row <row>",
                  {{"matrix", matrix}, {"row", is_token ? quoted_markup(label) : label}});
  }

  /// What the numbers are: "weight".
  std::string words_for_numbers(const FigureData& data) const {
    return surroundings().word_or(FigureWord::numbers, data.is_positive() ? "weight" : data.name);
  }

  /// The axis of a chart for the numbers.
  ChartAxis axis_of_numbers(const FigureData& data, const ValueRange& range) const {
    ChartAxis axis;
    if (!surroundings().hides(FigurePart::axes)) axis.title = words_for_numbers(data);
    axis.has_zero = true;
    if (request_.range.kind == ColourRange::Kind::automatic) return axis;
    const Colouring ends = colouring_of(request_, data, range);
    axis.low = ends.low;
    axis.high = ends.high;
    return axis;
  }

  HeatmapSpec heatmap_spec(const FigureData& data, const ValueRange& range) const {
    HeatmapSpec spec(data.values());
    spec.row_labels = data.row_labels;
    spec.column_labels = data.column_labels;
    if (data.is_positive() && !surroundings().hides(FigurePart::sums))
      for (const std::string& sum : row_sums(data.values())) spec.row_notes.push_back("Σ " + sum);
    spec.row_axis = surroundings().axis_or(FigureWord::rows, data.row_caption);
    spec.column_axis = surroundings().axis_or(FigureWord::columns, data.column_caption);
    spec.legend = words_for_numbers(data);
    spec.has_bar = !surroundings().hides(FigurePart::bar);
    spec.mask = data.mask;
    const Colouring colouring = colouring_of(request_, data, range);
    spec.map = colouring.map;
    spec.low = colouring.low;
    spec.high = colouring.high;
    spec.decimals = request_.decimals;
    spec.shows_values = request_.shows_values;
    spec.emphasis = {request_.token, request_.column};
    if (request_.token && *request_.token >= spec.values.rows()) spec.emphasis.row.reset();
    if (request_.column && *request_.column >= spec.values.cols()) spec.emphasis.column.reset();
    if (spec.emphasis.row) {
      if (const std::optional<Index> strongest =
              strongest_column(data.values(), data.mask, *spec.emphasis.row))
        spec.kept_columns.push_back(*strongest);
    }
    return spec;
  }

  /// So many that the largest difference has two digits, but no more than four if fewer are asked for. Where
  /// these have no room, the panel gets fewer (small_multiples.cpp).
  int decimals_of_difference(const ValueRange& range) const {
    constexpr int most = 4;
    if (!(range.magnitude() > 0) || !std::isfinite(range.magnitude())) return request_.decimals;
    const int needed = 1 - static_cast<int>(std::floor(std::log10(range.magnitude())));
    return std::max(request_.decimals, std::clamp(needed, 0, most));
  }

  Result<Figure> build_heatmap() const {
    const Result<FigureData> shown_data = data();
    if (!shown_data) return shown_data.error();
    HeatmapSpec spec = heatmap_spec(*shown_data, shown_data->range);
    spec.title = title(*shown_data);
    Heatmap figure = heatmap(spec, page_.width, page_.height, page_.style, page_.metrics);
    const CellGrid& cells = figure;
    return Figure{std::move(figure.list), cells};
  }

  Result<Figure> build_side_by_side() const {
    const Result<std::vector<Shown>> shown_states = all_shown();
    if (!shown_states) return shown_states.error();
    const FigureData& a = shown_states->front().data;
    const FigureData& b = shown_states->back().data;
    SmallMultiplesSpec spec;
    const auto add = [&](const std::string& name, const FigureData& data, const ValueRange& range) {
      spec.panels.push_back(heatmap_spec(data, range));
      spec.panels.back().row_notes.clear();
      spec.panels.back().title = name;
    };
    for (const Shown& state : *shown_states) add(state.name, state.data, joined(a.range, b.range));
    const Result<FigureData> difference = difference_of(b, a);
    if (!difference) return cannot_stand_side_by_side(a, b);
    add(difference->name, *difference, difference->range);
    spec.panels.back().decimals = decimals_of_difference(difference->range);
    spec.is_row_if_wide = true;
    spec.title = title(b);
    return on_page(small_multiples, spec);
  }

  Result<Figure> build_flow() const {
    const std::vector<Index> heads = flow_heads();
    const MatrixName name = request_.matrix.name;
    const Result<FigureData> shown_data =
        heads.size() > 1 ? FigureData::of(shown(), {name, heads.front()}) : data();
    if (!shown_data) return shown_data.error();
    FlowSpec spec(shown_data->values());
    spec.queries = shown_data->row_labels;
    spec.keys = shown_data->column_labels;
    spec.title = title(*shown_data);
    spec.query_caption = surroundings().axis_or(FigureWord::rows, "query");
    spec.key_caption = surroundings().axis_or(FigureWord::columns, "key");
    spec.legend = words_for_numbers(*shown_data);
    spec.has_legend = !surroundings().hides(FigurePart::legend);
    spec.mask = shown_data->mask;
    spec.query = request_.token;
    spec.decimals = request_.decimals;
    spec.threshold = request_.threshold;
    spec.top = request_.top;
    ValueRange range = shown_data->range;
    if (heads.size() > 1) {
      const auto name_of = [](Index head) { return filled("head <head>", {{"head", head + 1}}); };
      spec.name = name_of(heads.front());
      for (std::size_t i = 1; i < heads.size(); ++i) {
        const Result<FigureData> one = FigureData::of(shown(), {name, heads[i]});
        if (!one) return one.error();
        range = joined(range, one->range);
        spec.others.push_back({one->values(), name_of(heads[i])});
      }
      spec.title = title_or(filled("<matrix>, heads <heads>", {{"matrix", name_in_title(name)},
                                                               {"heads", list_of(numbers_from_one(heads))}}));
    }
    const Colouring colouring = colouring_of(request_, *shown_data, range);
    spec.magnitude = std::max(std::fabs(colouring.low), std::fabs(colouring.high));
    return on_page(flow, spec);
  }

  /// The heads in one picture; one if the matrix is that of a head or the figure compares states.
  std::vector<Index> flow_heads() const {
    std::vector<Index> heads = request_.heads;
    if (request_.shows_all_heads) {
      heads.resize(static_cast<std::size_t>(model().n_heads()));
      std::iota(heads.begin(), heads.end(), Index{0});
    }
    if (heads.size() < 2 || request_.comparison == Comparison::difference) return {request_.matrix.head};
    return heads;
  }

  static std::vector<std::string> numbers_from_one(const std::vector<Index>& indices) {
    std::vector<std::string> numbers;
    for (const Index index : indices) numbers.push_back(std::to_string(index + 1));
    return numbers;
  }

  Result<Figure> build_sentence() const {
    const Result<FigureData> shown_data = data();
    if (!shown_data) return shown_data.error();
    const Index row = row_shown(*shown_data);
    SentenceSpec spec;
    spec.words = shown_data->column_labels;
    const std::vector<double> numbers = shown_data->row(row);
    for (Index key = 0; key < std::ssize(numbers); ++key) {
      const bool is_seen = is_visible(shown_data->mask, row, key, std::ssize(numbers));
      spec.numbers.push_back(is_seen ? std::optional(numbers[static_cast<std::size_t>(key)]) : std::nullopt);
    }
    spec.chosen = row;
    spec.title = title_or(own_title(*shown_data, row_words(*shown_data, row)));
    spec.legend = words_for_numbers(*shown_data);
    spec.has_legend = !surroundings().hides(FigurePart::legend);
    spec.mark = request_.mark;
    spec.map = request_.map;
    const Colouring colouring = colouring_of(request_, *shown_data, shown_data->range);
    spec.low = request_.map || colouring.low < 0 ? colouring.low : std::max(colouring.low, 0.0);
    spec.high = std::max(std::fabs(colouring.low), std::fabs(colouring.high));
    spec.has_numbers = request_.has_numbers_above;
    spec.decimals = request_.decimals;
    return on_page(sentence, spec);
  }

  Result<Figure> build_heads() const {
    std::vector<FigureData> heads;
    for (Index head = 0; head < model().n_heads(); ++head) {
      const Result<FigureData> one = FigureData::of(shown(), {request_.matrix.name, head});
      if (!one) return one.error();
      heads.push_back(*one);
    }
    ValueRange common = heads.front().range;
    for (const FigureData& head : heads) common = joined(common, head.range);
    SmallMultiplesSpec spec;
    for (const FigureData& head : heads) {
      spec.panels.push_back(heatmap_spec(head, common));
      spec.panels.back().row_notes.clear();
      spec.panels.back().title = filled("head <head>", {{"head", head.ref.head + 1}});
    }
    const std::string matrix = name_in_title(request_.matrix.name);
    spec.title = title_or(heads.size() == 1 ? matrix
                                            : filled("<matrix> of the <count> heads",
                                                     {{"matrix", matrix}, {"count", heads.size()}}));
    return on_page(small_multiples, spec);
  }

  /// The heads whose pipelines the figure shows.
  std::vector<Index> pipeline_heads(std::optional<MatrixName> focus) const {
    if (!request_.shows_all_heads) return {request_.matrix.head};
    std::vector<Index> heads(static_cast<std::size_t>(model().n_heads()));
    std::iota(heads.begin(), heads.end(), Index{0});
    return heads_shown(shown(), heads, focus);
  }

  Result<Figure> build_pipeline() const {
    std::optional<MatrixName> focus;
    if (request_.focus) {
      if (!plan_stages(model(), shown().trace, request_.matrix.head, false).find(*request_.focus)) {
        return Error{ErrorCode::not_found,
                     filled("The pipeline of this document has no <matrix>.",
                            {{"matrix", to_string(*request_.focus)}}),
                     ""};
      }
      focus = focused_stage(model(), *request_.focus);
    }
    const std::vector<Index> heads = pipeline_heads(focus);
    const std::vector<Index> of_ranges = heads_of_ranges(present_.document.model, heads);
    const Comparison comparison = request_.comparison;
    PipelineFigureSpec spec(shown().document, shown().trace, heads.front(),
                            ranges_of_stages(present_.document.model, present_.trace, of_ranges));
    std::optional<ComparedStages> compared;
    if (comparison != Comparison::none) compared.emplace(present_, *pinned_, of_ranges);
    spec.focus = focus;
    take_panels(spec, present_, heads, comparison, pinned_, compared ? &*compared : nullptr);
    spec.token = request_.token;
    spec.title = title_or(escape_markup(shown().document.title));
    const Result<FigureData> mixing = FigureData::of(shown(), {mixing_weights(model()), heads.front()});
    if (!mixing) return mixing.error();
    FigureRequest of_weights = request_;
    if (of_weights.map && is_diverging(*of_weights.map)) of_weights.map.reset();
    const Colouring colouring = colouring_of(
        of_weights, *mixing, joined(spec.ranges.at(MatrixName::weights), spec.ranges.at(mixing->ref.name)));
    spec.weights_map = colouring.map;
    spec.weights_high = colouring.high;
    spec.decimals = request_.decimals;
    return Figure{pipeline_figure(spec, page_.width, page_.height, page_.style, page_.metrics).list,
                  std::nullopt};
  }

  Result<Figure> build_softmax() const {
    const Index query = request_.token.value_or(default_query(model()));
    const Index head = request_.matrix.head;
    SoftmaxSpec spec;
    spec.keys = visible_labels(shown().document.tokens);
    spec.decimals = request_.decimals;
    struct Stage {
      MatrixName name;
      std::string note;  // contains the operation, which on the arrows would take room from the bars
    };
    const Options& options = model().options;
    const bool is_identity = options.projection == Projection::identity;
    std::vector<Stage> stages = {
        {MatrixName::scores, is_identity ? "x · x of each token" : "q · k of each token"},
        {MatrixName::scaled_scores, divisor_text(model())}};
    if (options.mask != Mask::none)
      stages.push_back({MatrixName::masked_scores, mask_words_of(options.mask).hidden});
    stages.push_back(
        {MatrixName::weights,
         sees_nothing(options.mask, query, model().n_tokens()) ? "no key is visible, Σ = 0"
         : options.temperature == Scalar{1}
             ? request_.tokens ? "softmax of all tokens" : "softmax, Σ = 1"
             : filled("softmax at temperature <temperature>",
                      {{"temperature", format_exactly(static_cast<float>(options.temperature))}})});
    for (Stage& stage : stages) {
      const Result<FigureData> numbers = FigureData::of(shown(), {stage.name, head});
      if (!numbers) return numbers.error();
      spec.stages.push_back({display_name(stage.name), numbers->row(query), std::move(stage.note)});
    }
    const std::string token =
        quoted_markup(visible_label(shown().document.tokens[static_cast<std::size_t>(query)]));
    spec.title = title_or(model().n_heads() == 1
                              ? filled("From scores to weights: <token>", {{"token", token}})
                              : filled("From scores to weights: <token>, head <head> of <count>",
                                       {{"token", token}, {"head", head + 1}, {"count", model().n_heads()}}));
    return on_page(softmax_figure, spec);
  }

  Result<Figure> build_space() const {
    Result<SpaceShown> found = space_shown(shown(), request_.space, request_.matrix.head,
                                           request_.token.value_or(default_query(model())), request_.plane);
    if (!found) return found.error();
    SpaceShown space = *std::move(found);
    space.title = request_.title;
    space.decimals = request_.decimals;
    space.shows_values = request_.shows_values;
    return plane_chart(space_chart(shown(), space, page_.style), page_.width, page_.height, page_.style,
                       page_.metrics);
  }

  Result<Figure> build_score_matrix() const {
    const Index head = request_.matrix.head;
    const Result<FigureData> data_of_product = FigureData::of_score_matrix(shown(), head);
    if (!data_of_product) return data_of_product.error();
    HeatmapSpec spec = heatmap_spec(*data_of_product, data_of_product->range);
    spec.emphasis = {};
    spec.title = title_or(title_of_score_matrix(*data_of_product, head));
    return on_page(
        [](const HeatmapSpec& all, float width, float height, const FigureStyle& style,
           const TextMetrics& metrics) { return heatmap(all, width, height, style, metrics).list; },
        spec);
  }

  /// With its rank and its largest singular values.
  std::string title_of_score_matrix(const FigureData& data, Index head) const {
    constexpr Index most_values = 4;
    if (model().is_identity()) return "Without projections, W_q·W_k^T is the identity: scores = X·X^T";
    std::string name = data.name;
    if (model().n_heads() > 1)
      name = filled("<matrix> of head <head>", {{"matrix", name}, {"head", head + 1}});
    if (std::min(model().d_model(), model().d_k()) > limits::main_directions) return name;
    const auto view = [&](MatrixName matrix) { return matrix_view(model(), shown().trace, {matrix, head}); };
    const ScoreMatrix scores = score_matrix(view(MatrixName::W_q), view(MatrixName::W_k));
    return filled("<matrix>: rank <rank> (at most d_k = <d_k>), singular values <values>",
                  {{"matrix", name},
                   {"rank", scores.rank},
                   {"d_k", model().d_k()},
                   {"values", singular_values_text(scores, most_values, request_.decimals)}});
  }

  Result<Figure> build_matrix() const {
    const Result<FigureData> shown_data = data();
    if (!shown_data) return shown_data.error();
    MatrixFormulaSpec spec(shown_data->values());
    const std::string name = display_name(shown_data->ref.name);
    spec.name = filled(shown_data->is_difference ? "<matrix> of B − A" : "<matrix>", {{"matrix", name}});
    if (!shown_data->is_difference) spec.formula = formula_of(model(), shown_data->ref.name);
    spec.title = title_or("");
    if (has_token_rows(shown_data->ref.name)) spec.row_labels = shown_data->row_labels;
    if (has_token_columns(shown_data->ref.name)) spec.column_labels = shown_data->column_labels;
    spec.mask = shown_data->mask;
    spec.has_bar = !surroundings().hides(FigurePart::bar);
    if (request_.map) {
      const Colouring colouring = colouring_of(request_, *shown_data, shown_data->range);
      spec.map = colouring.map;
      spec.low = colouring.low;
      spec.high = colouring.high;
    }
    spec.decimals = request_.decimals;
    return on_page(matrix_formula, spec);
  }

  Result<Figure> build_bars() const {
    const Result<std::vector<Shown>> shown_states = all_shown();
    if (!shown_states) return shown_states.error();
    const FigureData& main = shown_states->back().data;
    const Index row = row_shown(main);
    BarsSpec spec;
    for (const auto& [name, data] : *shown_states) {
      if (!has_same_columns(data, main)) return cannot_stand_side_by_side(data, main);
      spec.series.push_back({in_legend(name), data.row(std::min(row, data.values().rows() - 1)), {}});
    }
    spec.labels = main.column_labels;
    spec.label_axis = surroundings().axis_or(FigureWord::columns, main.column_caption);
    spec.value_axis = axis_of_numbers(main, joined_range(*shown_states));
    spec.decimals = request_.decimals;
    spec.shows_values = request_.shows_values;
    spec.title = title_or(own_title(main, row_words(main, row)));
    if (request_.column && *request_.column < main.values().cols())
      spec.strong = static_cast<std::size_t>(*request_.column);
    if (const std::optional<Index> strongest = strongest_column(main.values(), main.mask, row))
      spec.kept = static_cast<std::size_t>(*strongest);
    return on_page(bars, spec);
  }

  Result<Figure> build_lines() const {
    const Result<std::vector<Shown>> shown_states = all_shown();
    if (!shown_states) return shown_states.error();
    const FigureData& main = shown_states->back().data;
    const Index row = row_shown(main);
    LinesSpec spec;
    const auto add = [&](const std::string& name, const FigureData& data, Index line) {
      LineSeries& series = spec.series.emplace_back();
      series.name = in_legend(name);
      series.at = points_of(data, line);
      set_look(series, spec.series.size() - 1);
    };
    const std::vector<std::string> names = told_apart(main.row_labels);
    const auto add_row = [&](Index line) { add(names[static_cast<std::size_t>(line)], main, line); };
    std::string words = row_words(main, row);
    if (shown_states->size() > 1) {
      const FigureData& a = shown_states->front().data;
      if (!has_same_columns(a, main)) return cannot_stand_side_by_side(a, main);
      add(name_of_pinned(), a, std::min(row, a.values().rows() - 1));
      add(name_of_present(), main, row);
    } else if (request_.token) {
      add_row(row);
    } else {
      const Index step = (main.values().rows() + most_lines - 1) / most_lines;
      for (Index line = 0; line < main.values().rows(); line += step) add_row(line);
      words = name_in_title(main.ref.name);
      if (step > 1) words = filled("<matrix>, one row in <count>", {{"matrix", words}, {"count", step}});
    }
    spec.x_labels = main.column_labels;
    spec.x_axis.title = surroundings().axis_or(FigureWord::columns, main.column_caption);
    spec.y_axis = axis_of_numbers(main, joined_range(*shown_states));
    spec.title = title_or(own_title(main, words));
    return on_page(lines, spec);
  }

  Result<Figure> build_histogram() const {
    const Result<std::vector<Shown>> shown_states = all_shown();
    if (!shown_states) return shown_states.error();
    const FigureData& main = shown_states->back().data;
    std::vector<std::vector<double>> numbers;
    std::vector<std::string> names;
    for (const Shown& state : *shown_states) {
      numbers.push_back(all_numbers(state.data));
      names.push_back(in_legend(state.name));
    }
    HistogramSpec spec;
    spec.distributions = count_into_same_bins(numbers, names);
    spec.x_axis.title =
        surroundings().axis_or(FigureWord::numbers, main.is_positive() ? "weight" : main.name);
    spec.y_axis.title = surroundings().axis_or(FigureWord::counts, "how many numbers");
    spec.title = title_or(own_title(main, name_in_title(main.ref.name)));
    return on_page(histogram, spec);
  }

  const FigureRequest& request_;
  const LabState& present_;
  const LabState* pinned_;
  FigurePage page_;
};

Status check_tokens(const FigureRequest& request, const LabState& state) {
  const Span& tokens = *request.tokens;
  const Index count = state.document.model.n_tokens();
  if (tokens.first < 0 || tokens.size < 1 || tokens.end() > count)
    return no_such("token", tokens.end(), 1, count);
  const bool counts_tokens = !shows_one_matrix(request.figure) || has_token_rows(request.matrix.name);
  if (!request.token || !counts_tokens) return Done{};
  if (*request.token >= tokens.first && *request.token < tokens.end()) return Done{};
  return cannot(filled("The token <token> is not among the tokens <first> to <last>, which are shown.",
                       {{"token", *request.token + 1}, {"first", tokens.first + 1}, {"last", tokens.end()}}));
}

/// The figure of a part of the sentence.
Result<Figure> draw_cropped(const FigureRequest& request, const LabState& present, const LabState* pinned,
                            float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
  for (const LabState* state : {&present, pinned})
    if (state != nullptr)
      if (const Status checked = check_tokens(request, *state); !checked) return checked.error();
  const CroppedState part(present, *request.tokens);
  std::optional<CroppedState> pinned_part;
  if (pinned != nullptr) pinned_part.emplace(*pinned, *request.tokens);
  const auto cropped = [&](std::optional<Index> index, bool is_of_tokens) {
    if (index && is_of_tokens) *index -= request.tokens->first;
    return index && *index < 0 ? std::nullopt : index;
  };
  FigureRequest within = request;
  const bool is_matrix = shows_one_matrix(request.figure);
  within.token = cropped(request.token, !is_matrix || has_token_rows(request.matrix.name));
  within.column = cropped(request.column, has_token_columns(request.matrix.name));
  const LabState state = part.state();
  const std::optional<LabState> pinned_state =
      pinned_part ? std::optional(pinned_part->state()) : std::nullopt;
  Result<Figure> figure =
      FigureBuilder(within, state, pinned_state ? &*pinned_state : nullptr, {width, height, style, metrics})
          .build();
  if (!figure) return figure;
  Figure drawn = std::move(figure).value();
  drawn.cells.reset();  // they are not those of the document
  return drawn;
}

}  // namespace

Result<Figure> draw_figure(const FigureRequest& request, const LabState& present, const LabState* pinned,
                           float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
  if (const Status checked = check(request, present, pinned); !checked) return checked.error();
  Result<Figure> figure =
      request.tokens ? draw_cropped(request, present, pinned, width, height, style, metrics)
                     : FigureBuilder(request, present, pinned, {width, height, style, metrics}).build();
  if (!figure) return figure;
  Figure named = std::move(figure).value();
  const LabState& shown = request.comparison == Comparison::pinned ? *pinned : present;
  named.list.title = request.title && !request.title->empty() ? plain_text_of(*request.title, metrics)
                                                              : shown.document.title;
  named.list.author = request.author;
  // In the pipeline, what is out of focus is small on purpose.
  if (request.figure != FigureName::pipeline) named.list.warnings = legibility_warnings(named.list);
  return named;
}

}  // namespace attention_lab
