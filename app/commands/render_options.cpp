#include "app/commands/render_options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <CLI/CLI.hpp>

#include "app/commands/output.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/rich_text.h"

namespace attention_lab {
namespace {

/// The options as typed.
struct RenderArguments {
  const CLI::App& command;
  DocumentSource source{}, other{};
  bool is_all = false;
  bool is_side_by_side = false;
  bool has_numbers_above = false;
  std::string figure{}, matrix{}, matrix_of_other{}, token{}, column{}, space{}, plane{},
      head = "1", size = "16x9cm", map{}, range = "auto", decimals{}, title{}, author{}, tokens{},
      threshold{}, top{}, mark{}, background = "theme", theme{}, format{};
  std::string hidden{};
  std::array<std::string, all_figure_words.size()> words{};
  double dpi = 0;
  double font_size = 0;
  std::vector<std::string> outputs{};

  /// True even if the value is empty.
  bool has(const char* option) const { return command.count(option) > 0; }
};

MatrixName matrix_name(const std::string& option, const std::string& text) {
  return known(model_matrix_from(text), option, all_matrix_names, text);
}

/// The parts of a list with commas; none of an empty text.
std::vector<std::string> listed_in(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; !text.empty() && at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// The text as a finite number.
std::optional<double> number_from(const std::string& text) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// A whole number counted from 1, as an index; nothing for any other text.
std::optional<Index> index_from(const std::string& text) {
  constexpr double largest = 1'000'000;
  const std::optional<double> number = number_from(text);
  if (!number || *number != std::floor(*number) || *number < 1 || *number > largest) return std::nullopt;
  return static_cast<Index>(*number) - 1;
}

ColourRange range_from(const std::string& text) {
  using Kind = ColourRange::Kind;
  if (text == "auto") return {Kind::automatic, 0, 1};
  if (text == "unit") return {Kind::unit, 0, 1};
  if (text == "symmetric") return {Kind::symmetric, 0, 1};
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const std::optional<double> low = number_from(text.substr(0, colon));
    const std::optional<double> high = number_from(text.substr(colon + 1));
    if (low && high && *low < *high) return {Kind::by_hand, *low, *high};
  }
  refuse(filled("--range must be auto, unit, symmetric, or two increasing numbers such as -1:1, not <text>",
                {{"text", in_quotes(text)}}));
}

/// --figure names a figure, or a matrix, which is drawn as a heatmap.
void choose_figure(const RenderArguments& arguments, FigureRequest& request) {
  if (const std::optional<FigureName> name = figure_name_from(arguments.figure)) {
    request.figure = *name;
  } else if (const std::optional<MatrixName> matrix = model_matrix_from(arguments.figure)) {
    if (!arguments.matrix.empty())
      refuse("--figure already names a matrix; leave out --matrix, or use --figure heatmap");
    request.matrix.name = *matrix;
  } else {
    refuse_unknown("--figure",
                   filled("<figures>, or a matrix (its heatmap)", {{"figures", listed(all_figure_names)}}),
                   arguments.figure);
  }
}

void does_not_go_with(const char* option, FigureName figure) {
  refuse(filled("<option> cannot be used with the figure <figure>",
                {{"option", option}, {"figure", to_string(figure)}}));
}

void check_figure(const RenderArguments& arguments, const FigureRequest& request) {
  const FigureName figure = request.figure;
  const bool has_matrix =
      shows_one_matrix(figure) || figure == FigureName::heads || figure == FigureName::pipeline;
  if (!has_matrix && !arguments.matrix.empty()) does_not_go_with("--matrix", figure);
  if (!can_show(figure, request.matrix.name)) {
    std::string known;
    for (const MatrixName name : all_matrix_names) {
      if (can_show(figure, name)) known += (known.empty() ? "" : ", ") + std::string(to_string(name));
    }
    refuse(filled("--matrix must be one of <known> for the figure <figure>",
                  {{"known", known}, {"figure", to_string(figure)}}));
  }
  if (arguments.has("--head")) {
    if (figure == FigureName::heads)
      refuse("--head cannot be used with the figure heads, which shows all heads");
    if (!is_per_head(request.matrix.name)) {
      refuse(filled("--head cannot be used with <matrix>, which all heads share",
                    {{"matrix", to_string(request.matrix.name)}}));
    }
  }
  if (!arguments.token.empty() && !takes_token(figure)) does_not_go_with("--token", figure);
  if (!arguments.column.empty() && figure != FigureName::heatmap && figure != FigureName::bars)
    does_not_go_with("--column", figure);
  if (!arguments.map.empty() && !has_colours(figure)) does_not_go_with("--colormap", figure);
  if (arguments.has("--range") && !takes_range(figure)) does_not_go_with("--range", figure);
}

/// The option for words of one's own: "--name-of-rows".
std::string option_of(FigureWord word) {
  return "--name-of-" + std::string(to_string(word));
}

/// --hide is a list of parts; each word has its own option.
void choose_surroundings(const RenderArguments& arguments, bool is_all, FigureRequest& request) {
  for (const std::string& name : listed_in(arguments.hidden)) {
    const FigurePart part = known(figure_part_from(name), "--hide", all_figure_parts, name);
    if (!is_all && !has_part(request.figure, part)) {
      refuse(filled("--hide <part> cannot be used with the figure <figure>",
                    {{"part", name}, {"figure", to_string(request.figure)}}));
    }
    request.surroundings.hide(part);
  }
  for (const FigureWord word : all_figure_words) {
    const std::string option = option_of(word);
    if (!arguments.has(option.c_str())) continue;
    if (!is_all && !has_word(request.figure, word)) does_not_go_with(option.c_str(), request.figure);
    const bool is_of_comparison = word == FigureWord::a || word == FigureWord::b;
    if (is_of_comparison && !arguments.other.is_given()) throw CLI::RequiresError(option, "--against");
    request.surroundings.word(word) = arguments.words[static_cast<std::size_t>(word)];
  }
}

/// --plane is two or three coordinates, counted from 1, or svd.
PlaneChoice plane_from(const std::string& text) {
  if (text == "svd") return {PlaneChoice::Kind::directions};
  std::vector<Index> coordinates;
  for (const std::string& part : listed_in(text)) {
    const Index position = index_from(part).value_or(-1);
    const bool is_new = std::find(coordinates.begin(), coordinates.end(), position) == coordinates.end();
    coordinates.push_back(is_new ? position : -1);
  }
  const bool are_positions = std::find(coordinates.begin(), coordinates.end(), -1) == coordinates.end();
  if (are_positions && coordinates.size() == 2)
    return {PlaneChoice::Kind::coordinates, coordinates[0], coordinates[1]};
  if (are_positions && coordinates.size() == 3)
    return {PlaneChoice::Kind::turned, coordinates[0], coordinates[1], coordinates[2]};
  refuse(
      filled("--plane must be two or three different coordinates, counted from 1, such as 1,2, or svd, not "
             "<text>",
             {{"text", in_quotes(text)}}));
}

void choose_space(const RenderArguments& arguments, FigureRequest& request) {
  for (const char* option : {"--space", "--plane"})
    if (arguments.has(option) && request.figure != FigureName::space)
      does_not_go_with(option, request.figure);
  if (arguments.has("--space"))
    request.space = known(space_from(arguments.space), "--space", all_spaces, arguments.space);
  if (arguments.has("--plane")) request.plane = plane_from(arguments.plane);
}

/// --head is a number, counted from 1, several of them for flow, or all.
void choose_head(const RenderArguments& arguments, FigureRequest& request) {
  const bool is_flow = request.figure == FigureName::flow && !arguments.is_all;
  if (arguments.head == "all") {
    if (!is_flow && !arguments.is_all && request.figure != FigureName::pipeline)
      refuse(
          "--head all can be used only with --all and the figures pipeline and flow; --figure heads shows "
          "one "
          "matrix of all heads");
    request.shows_all_heads = true;
    return;
  }
  std::vector<Index> heads;
  for (const std::string& part : listed_in(arguments.head)) {
    const std::optional<Index> head = index_from(part);
    if (!head)
      refuse(
          filled("--head must be a number, counted from 1, or all, not <text>", {{"text", in_quotes(part)}}));
    if (std::find(heads.begin(), heads.end(), *head) == heads.end()) heads.push_back(*head);
  }
  if (heads.empty()) refuse("--head must be a number, counted from 1, or all");
  if (heads.size() > 1 && !is_flow) refuse("--head can be several heads only with the figure flow");
  if (is_per_head(request.matrix.name)) request.matrix.head = heads.front();
  if (heads.size() > 1) request.heads = heads;
}

/// --tokens is a range of positions counted from 1: 5-20.
Span tokens_from(const std::string& text) {
  const std::size_t dash = text.find('-');
  const std::optional<Index> first = index_from(text.substr(0, dash));
  const std::optional<Index> last =
      dash == std::string::npos ? std::nullopt : index_from(text.substr(dash + 1));
  if (!first || !last || *last < *first)
    refuse(
        filled("--tokens must be the first and the last position, counted from 1, such as 5-20, not <text>",
               {{"text", in_quotes(text)}}));
  return {*first, *last - *first + 1};
}

/// The options of the figures flow and sentence.
void choose_strands(const RenderArguments& arguments, FigureRequest& request) {
  for (const char* option : {"--threshold", "--top"})
    if (arguments.has(option) && request.figure != FigureName::flow) does_not_go_with(option, request.figure);
  for (const char* option : {"--mark", "--numbers-above"})
    if (arguments.has(option) && request.figure != FigureName::sentence)
      does_not_go_with(option, request.figure);
  if (arguments.has("--threshold")) {
    const std::optional<double> threshold = number_from(arguments.threshold);
    if (!threshold || *threshold < 0)
      refuse(filled("--threshold must be a number from 0, not <text>",
                    {{"text", in_quotes(arguments.threshold)}}));
    request.threshold = *threshold;
  }
  if (arguments.has("--top")) {
    const std::optional<Index> top = index_from(arguments.top);
    if (!top)
      refuse(filled("--top must be a whole number from 1, not <text>", {{"text", in_quotes(arguments.top)}}));
    request.top = *top + 1;
  }
  if (arguments.has("--mark"))
    request.mark = known(sentence_mark_from(arguments.mark), "--mark", all_sentence_marks, arguments.mark);
  request.has_numbers_above = arguments.has_numbers_above;
}

void choose_comparison(const RenderArguments& arguments, FigureRequest& request) {
  if (!arguments.other.is_given()) {
    if (arguments.is_side_by_side) throw CLI::RequiresError("--side-by-side", "--against");
    if (!arguments.matrix_of_other.empty()) throw CLI::RequiresError("--matrix-of-other", "--against");
    return;
  }
  if (!arguments.other.file.empty() && !arguments.other.preset.empty())
    throw CLI::ExcludesError("--against", "--against-preset");
  if (arguments.source.file == "-" && arguments.other.file == "-")
    refuse("--against cannot read standard input, where the document comes from");
  request.comparison = arguments.is_side_by_side ? Comparison::side_by_side : Comparison::difference;
  if (!can_show(request.figure, request.comparison))
    does_not_go_with(arguments.is_side_by_side ? "--side-by-side" : "--against", request.figure);
  if (!arguments.matrix_of_other.empty()) {
    if (!shows_one_matrix(request.figure)) does_not_go_with("--matrix-of-other", request.figure);
    const MatrixName name = matrix_name("--matrix-of-other", arguments.matrix_of_other);
    request.pinned_matrix = MatrixRef{name, is_per_head(name) ? request.matrix.head : 0};
  }
}

/// The appearance options that apply to all figures.
void choose_looks(const RenderArguments& arguments, FigureRequest& request) {
  if (!arguments.map.empty())
    request.map = known(colour_map_from(arguments.map), "--colormap", all_colour_maps, arguments.map);
  request.range = range_from(arguments.range);
  if (arguments.decimals == "none") {
    request.shows_values = false;
  } else if (!arguments.decimals.empty()) {
    if (arguments.decimals.size() != 1 || arguments.decimals[0] < '0' || arguments.decimals[0] > '9')
      refuse(filled("--decimals must be a number from 0 to 9, or none, not <text>",
                    {{"text", in_quotes(arguments.decimals)}}));
    request.decimals = arguments.decimals[0] - '0';
  }
  if (arguments.has("--title")) request.title = arguments.title;
  request.author = arguments.author;
  if (arguments.has("--tokens")) request.tokens = tokens_from(arguments.tokens);
}

FigureRequest request_for_one(const RenderArguments& arguments) {
  FigureRequest request;
  if (arguments.figure.empty()) throw CLI::RequiredError("--figure (or --all)");
  choose_figure(arguments, request);
  if (!arguments.matrix.empty()) {
    const MatrixName name = matrix_name("--matrix", arguments.matrix);
    if (request.figure == FigureName::pipeline)
      request.focus = name;
    else
      request.matrix.name = name;
  }
  choose_head(arguments, request);
  choose_space(arguments, request);
  choose_strands(arguments, request);
  check_figure(arguments, request);
  choose_comparison(arguments, request);
  return request;
}

/// Rejects options for a single figure together with --all.
void check_all(const RenderArguments& arguments) {
  const auto excludes = [](bool is_given, const char* option) {
    if (is_given) throw CLI::ExcludesError("--all", option);
  };
  excludes(!arguments.figure.empty(), "--figure");
  excludes(!arguments.matrix.empty(), "--matrix");
  excludes(arguments.has("--space"), "--space");
  excludes(arguments.has("--plane"), "--plane");
  excludes(arguments.has("--threshold"), "--threshold");
  excludes(arguments.has("--top"), "--top");
  excludes(arguments.has("--mark"), "--mark");
  excludes(arguments.has("--numbers-above"), "--numbers-above");
  excludes(!arguments.token.empty(), "--token");
  excludes(!arguments.column.empty(), "--column");
  excludes(arguments.other.is_given(), "--against");
  excludes(arguments.is_side_by_side, "--side-by-side");
  excludes(!arguments.matrix_of_other.empty(), "--matrix-of-other");
  if (arguments.outputs.size() != 1 || arguments.outputs[0] == "-")
    refuse("--output must be one folder where --all is given");
  if (picture_format_of(arguments.outputs[0])) {
    refuse(filled("--output must be a folder where --all is given, not the name of a file, <path>",
                  {{"path", in_quotes(arguments.outputs[0])}}));
  }
}

/// Refuses a number of this option that is beyond its limits.
void require(const char* option, const Status& checked) {
  if (!checked) throw CLI::ValidationError(option, checked.error().message);
}

Page page_from(const RenderArguments& arguments, bool becomes_pixels) {
  PageSetup setup;
  const Result<PageSize> size = parse_page_size(arguments.size);
  if (!size)
    refuse(filled("--size must be a size such as <examples>, not <text>",
                  {{"examples", page_size_examples}, {"text", in_quotes(arguments.size)}}));
  setup.size = *size;
  if (arguments.has("--dpi")) {
    require("--dpi", check_dpi(arguments.dpi));
    setup.dpi = arguments.dpi;
  }
  if (arguments.has("--font-size")) {
    require("--font-size", check_font_size(arguments.font_size));
    setup.font_size = arguments.font_size;
  }
  const Result<Page> page = page_of(setup, becomes_pixels);
  if (!page) throw CLI::ValidationError("--size", page.error().message);
  return *page;
}

std::optional<Colour> colour_from(const std::string& text) {
  constexpr std::size_t length = 7;  // #rrggbb
  if (text.size() != length || text[0] != '#') return std::nullopt;
  if (text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos) return std::nullopt;
  return rgb(static_cast<std::uint32_t>(std::strtoul(text.c_str() + 1, nullptr, 16)));
}

/// The background and the theme: the requested one, or the one whose text is legible on the background.
void choose_ground(const RenderArguments& arguments, RenderOptions& options) {
  if (arguments.background == "transparent") {
    options.is_transparent = true;
  } else if (arguments.background == "white") {
    options.background = rgb(0xffffff);
  } else if (arguments.background != "theme") {
    options.background = colour_from(arguments.background);
    if (!options.background)
      refuse_unknown("--background", "theme, white, transparent, #rrggbb", arguments.background);
  }
  const auto contrast_on = [&](ThemeName name) {
    return options.background ? contrast(theme_of(name).text, *options.background) : 0;
  };
  if (arguments.theme.empty()) {
    const bool is_dark = contrast_on(ThemeName::night) > contrast_on(ThemeName::paper);
    options.theme = is_dark ? ThemeName::night : ThemeName::paper;
    return;
  }
  options.theme = known(theme_from(arguments.theme), "--theme", all_themes, arguments.theme);
}

/// --format is one format, or a list of them.
std::vector<PictureFormat> formats_from(const std::string& text) {
  std::vector<PictureFormat> formats;
  for (const std::string& name : listed_in(text))
    formats.push_back(known(picture_format_from(name), "--format", all_picture_formats, name));
  return formats;
}

RenderTarget target_from(const std::string& path, const std::vector<PictureFormat>& formats) {
  if (path.empty()) refuse("--output needs a file name");
  if (path != "-") {
    if (const std::optional<PictureFormat> own = picture_format_of(path)) return {path, *own};
  }
  if (!formats.empty()) return {path, formats.front()};
  if (path == "-") throw CLI::RequiresError("--output -", "--format");
  refuse(filled("--output must end in .png, .svg or .pdf unless --format is given; <path> does not",
                {{"path", in_quotes(path)}}));
}

RenderOptions render_options(const RenderArguments& arguments) {
  require_document_source(arguments.source);
  if (arguments.outputs.empty()) throw CLI::RequiredError("--output");
  RenderOptions options;
  options.source = arguments.source;
  options.other = arguments.other;
  options.is_all = arguments.is_all;
  const std::vector<PictureFormat> formats = formats_from(arguments.format);
  if (!options.is_all && formats.size() > 1) refuse("--format must be one format unless --all is given");
  if (options.is_all) {
    check_all(arguments);
    options.folder = arguments.outputs[0];
    choose_head(arguments, options.request);
    options.all_formats = formats;
    if (formats.empty()) options.all_formats.push_back(PictureFormat::png);
  } else {
    options.request = request_for_one(arguments);
    options.token = arguments.token;
    options.column = arguments.column;
    int standard_outputs = 0;
    for (const std::string& path : arguments.outputs) {
      options.targets.push_back(target_from(path, formats));
      if (path == "-" && ++standard_outputs > 1) refuse("--output can be given as - only once");
    }
  }
  choose_looks(arguments, options.request);
  choose_surroundings(arguments, options.is_all, options.request);
  const bool becomes_pixels =
      options.is_all ? std::any_of(options.all_formats.begin(), options.all_formats.end(), has_pixels)
                     : std::any_of(options.targets.begin(), options.targets.end(),
                                   [](const RenderTarget& target) { return has_pixels(target.format); });
  options.page = page_from(arguments, becomes_pixels);
  choose_ground(arguments, options);
  return options;
}

}  // namespace

std::function<RenderOptions()> add_render_options(CLI::App& command) {
  const auto given = std::make_shared<RenderArguments>(RenderArguments{command});
  RenderArguments& arguments = *given;
  const auto text = [&](const char* name, std::string& value, const std::string& type,
                        const std::string& help) { command.add_option(name, value, help)->type_name(type); };
  add_document_source(command, arguments.source);
  text("--figure", arguments.figure, "NAME",
       filled("<figures>; or a matrix, for its heatmap", {{"figures", listed(all_figure_names)}}));
  command.add_flag("--all", arguments.is_all, "All figures, into the folder given with -o");
  text("--matrix", arguments.matrix, "NAME",
       "The matrix to show, such as scores or W_q (weights if not given); with --figure pipeline, the "
       "operation "
       "to enlarge");
  text("--head", arguments.head, "N|N,N|all",
       "The head, counted from 1; several or all with --figure flow, in one picture; all with --figure "
       "pipeline, "
       "side by side, and with --all, one figure of each");
  text(
      "--token", arguments.token, "N|WORD",
      "The row to highlight, or the only one to show: its position, counted from 1, or a word, for the first "
      "such token (a number is always a position)");
  text("--column", arguments.column, "N|WORD", "The column to highlight, given in the same way as --token");
  text("--tokens", arguments.tokens, "N-M", "Only these tokens, by their positions, counted from 1");
  text("--threshold", arguments.threshold, "X", "With --figure flow: only numbers of at least this size");
  text("--top", arguments.top, "K", "With --figure flow: only the K largest numbers of each token");
  text("--mark", arguments.mark, "NAME",
       filled("With --figure sentence: <marks> (shade if not given)",
              {{"marks", listed(all_sentence_marks)}}));
  command.add_flag("--numbers-above", arguments.has_numbers_above,
                   "With --figure sentence: the numbers above the words");
  text("--space", arguments.space, "NAME",
       filled("With --figure space: <spaces> (key if not given)", {{"spaces", listed(all_spaces)}}));
  text("--plane", arguments.plane, "I,J|I,J,K|svd",
       "With --figure space: the two or three coordinates to show, counted from 1; or svd, the two main "
       "directions "
       "(if not given, those where there are more than two coordinates)");
  text("--against", arguments.other.file, "FILE", "Show this document minus the one in FILE");
  text("--against-preset", arguments.other.preset, "NAME", "Like --against, with a preset");
  command.add_flag("--side-by-side", arguments.is_side_by_side,
                   "With --against: both side by side, and their difference");
  text("--matrix-of-other", arguments.matrix_of_other, "NAME",
       "With --against: the matrix of the other document, if it is a different one");
  text("--size", arguments.size, "SIZE",
       filled("Size of the page, such as <examples>; 16x9cm if not given",
              {{"examples", page_size_examples}}));
  command
      .add_option("--dpi", arguments.dpi, "Pixels per inch of a PNG; 300, or 144 where --size is in pixels")
      ->type_name("N");
  command
      .add_option("--font-size", arguments.font_size,
                  "Size of the text in points; chosen to suit the page if not given")
      ->type_name("PT");
  text("--colormap", arguments.map, "NAME", listed(all_colour_maps));
  text(
      "--range", arguments.range, "RANGE",
      "Range of the colours, or of the axis of a chart: low:high, auto, unit (0 to 1) or symmetric around 0");
  text("--decimals", arguments.decimals, "N|none",
       "Decimals of the numbers in cells, 0 to 9; 2 if not given");
  text("--title", arguments.title, "TEXT",
       filled("The title, or \"\" for none. <rule>", {{"rule", markup_rule}}));
  text("--author", arguments.author, "NAME", "The author, in the properties of a PDF");
  text("--hide", arguments.hidden, "PART,…",
       filled("Leaves out parts of the figure: <parts>", {{"parts", listed(all_figure_parts)}}));
  for (const FigureWord word : all_figure_words) {
    text(option_of(word).c_str(), arguments.words[static_cast<std::size_t>(word)], "TEXT",
         filled("Your own words for <what>, or \"\" for none", {{"what", description_of(word)}}));
  }
  text("--background", arguments.background, "COLOUR",
       "The background: theme, white, transparent or #rrggbb (in quotes, for the shell)");
  text("--theme", arguments.theme, "NAME",
       "The theme: paper or night; if not given, whichever suits the background");
  text("--format", arguments.format, "NAME",
       filled("<formats>: for -o -, for file names without one of these endings, and, as a list, for --all",
              {{"formats", listed(all_picture_formats)}}));
  command
      .add_option("-o,--output", arguments.outputs,
                  "The file, ending with .png, .svg or .pdf; several -o "
                  "write several; - is standard output")
      ->type_name("FILE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  return [given] { return render_options(*given); };
}

}  // namespace attention_lab
