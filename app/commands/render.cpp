#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "app/commands/render_options.h"
#include "app/export/figure_fonts.h"
#include "app/export/picture.h"
#include "app/files/text_file.h"
#include "core/attention/forward.h"
#include "core/document/checks.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/text_faults.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

/// A document and its trace.
struct Computed {
  Document document;
  Trace trace;

  LabState state() const { return {document, trace}; }
};

Result<std::unique_ptr<Computed>> computed_document(const DocumentSource& source) {
  Result<LoadedDocument> loaded = load(source);
  if (!loaded) return loaded.error();
  warn(loaded->warnings);
  auto computed = std::make_unique<Computed>();
  computed->document = std::move(loaded).value().document;
  forward(computed->document.model, computed->trace);
  return computed;
}

Error not_there(const std::string& word, const std::vector<std::string>& tokens) {
  std::string known;
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < tokens.size() && i < most; ++i)
    known += (i > 0 ? ", " : "") + shortened(tokens[i]);
  if (tokens.size() > most) known += ", …";
  return {ErrorCode::not_found, filled("There is no token <word>; the tokens are <known>.",
                                       {{"word", in_quotes(word)}, {"known", known}})};
}

/// The index for a position counted from 1 or for the first token with this text. Empty text: none.
Result<std::optional<Index>> index_of(const std::string& text, Index count, bool are_tokens, const char* what,
                                      const std::vector<std::string>& tokens) {
  if (text.empty()) return std::optional<Index>();
  constexpr std::size_t longest_number = 9;
  const bool is_number =
      text.find_first_not_of("0123456789") == std::string::npos && text.size() <= longest_number;
  if (is_number) {
    const Index position = std::atoi(text.c_str());
    if (position >= 1 && position <= count) return std::optional<Index>(position - 1);
    return no_such(what, text, 1, count);
  }
  if (!are_tokens) {
    return Error{
        ErrorCode::not_found,
        filled("A <what> of this matrix is not a token: give its number, 1 to <count>, instead of <text>.",
               {{"what", what}, {"count", count}, {"text", in_quotes(text)}})};
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == text) return std::optional<Index>(static_cast<Index>(i));
  }
  return not_there(text, tokens);
}

/// Adds token and column to the request.
Result<FigureRequest> complete(const RenderOptions& options, const Computed& computed) {
  FigureRequest request = options.request;
  const Model& model = computed.document.model;
  const bool is_matrix = shows_one_matrix(request.figure);
  const MatrixView view = matrix_view(model, computed.trace, request.matrix);
  if (is_matrix && view.size() == 0) return request;  // draw_figure reports what is missing
  const Index rows = is_matrix ? view.rows() : model.n_tokens();
  const bool has_tokens = !is_matrix || has_token_rows(request.matrix.name);
  const Result<std::optional<Index>> token =
      index_of(options.token, rows, has_tokens, has_tokens ? "token" : "row", computed.document.tokens);
  if (!token) return token.error();
  const Result<std::optional<Index>> column =
      index_of(options.column, view.cols(), has_token_columns(request.matrix.name), "column",
               computed.document.tokens);
  if (!column) return column.error();
  request.token = *token;
  request.column = *column;
  return request;
}

/// Encodes pictures as the options specify. All are written at the end, or none.
class Rendering {
 public:
  Rendering(const RenderOptions& options, const FigureFonts& fonts)
      : options_(options),
        fonts_(fonts),
        style_(figure_style(theme_of(options.theme), options.page.font_size)) {
    if (options.background) style_.ground = *options.background;
  }

  Result<DisplayList> draw(const FigureRequest& request, const Computed& present, const Computed* other,
                           PictureFormat format) {
    const std::optional<LabState> pinned = other == nullptr ? std::nullopt : std::optional(other->state());
    style_.has_pixels = has_pixels(format);
    style_.pixel = options_.page.pixel(format);
    Result<Figure> figure = draw_figure(request, present.state(), pinned ? &*pinned : nullptr,
                                        options_.page.width, options_.page.height, style_, fonts_);
    if (!figure) return figure.error();
    return std::move(figure).value().list;
  }

  /// `path` may be "-" for standard output.
  Status add(const std::string& path, const DisplayList& list, PictureFormat format) {
    const std::optional<Colour> background =
        options_.is_transparent ? std::nullopt : std::optional(style_.ground);
    Result<std::string> bytes = encode_picture(list, options_.page, background, format, fonts_);
    if (!bytes) return bytes.error();
    pictures_.emplace_back(path, std::move(bytes).value());
    const std::string name = path == "-" ? "standard output" : shortened(path, longest_place);
    for (const std::string& note : notes_with_remedy(list)) warnings_.push_back(name + ": " + note);
    faults_ = text_faults(list, fonts_, std::move(faults_));
    return Done{};
  }

  /// Writes the pictures, and warns about what they do not show faithfully.
  int finish() const {
    std::vector<PendingFile> files;
    for (const auto& [path, bytes] : pictures_) {
      if (path == "-") continue;
      Result<PendingFile> file = PendingFile::write(path, bytes);
      if (!file) return fail(file.error());
      files.push_back(std::move(file).value());
    }
    for (const auto& [path, bytes] : pictures_) {
      if (path != "-") continue;
      if (const int printed = print(bytes); printed != exit_done) return printed;
    }
    for (PendingFile& file : files) {
      if (const Result<FileStamp> placed = file.commit(); !placed) return fail(placed.error());
    }
    warn(warnings_);
    warn(in_sentences(faults_));
    return exit_done;
  }

 private:
  const RenderOptions& options_;
  const FigureFonts& fonts_;
  FigureStyle style_;
  std::vector<std::pair<std::string, std::string>> pictures_;  // path, bytes
  std::vector<std::string> warnings_;
  TextFaults faults_;  // of all pictures, which have the same texts
};

int render_one(const RenderOptions& options, Rendering& rendering, const Computed& present,
               const Computed* other) {
  const Result<FigureRequest> request = complete(options, present);
  if (!request) return fail(request.error());
  std::map<bool, DisplayList> lists;  // key: whether the target has pixels
  for (const RenderTarget& target : options.targets) {
    const bool is_of_pixels = has_pixels(target.format);
    if (lists.count(is_of_pixels) == 0) {
      Result<DisplayList> list = rendering.draw(*request, present, other, target.format);
      if (!list) return fail(list.error());
      lists.emplace(is_of_pixels, std::move(list).value());
    }
    if (const Status added = rendering.add(target.path, lists.at(is_of_pixels), target.format); !added)
      return fail(added.error());
  }
  return rendering.finish();
}

/// All figures, with the options that apply to every one.
std::vector<FigureRequest> requests_of_all(const RenderOptions& options, const Computed& present) {
  std::vector<FigureRequest> requests;
  const Index n_heads = present.document.model.n_heads();
  for (FigureRequest request : all_figures()) {
    const FigureRequest& wanted = options.request;
    request.map = has_colours(request.figure) ? wanted.map : std::nullopt;
    request.range = wanted.range;
    request.decimals = wanted.decimals;
    request.shows_values = wanted.shows_values;
    request.surroundings = wanted.surroundings;
    request.title = wanted.title;
    request.author = wanted.author;
    request.tokens = wanted.tokens;
    request.matrix.head = wanted.matrix.head;
    request.shows_all_heads = false;
    const bool repeats = wanted.shows_all_heads && request.figure != FigureName::heads;
    for (Index head = 0; head < (repeats ? n_heads : 1); ++head) {
      if (repeats) request.matrix.head = head;
      requests.push_back(request);
    }
  }
  return requests;
}

int render_all(const RenderOptions& options, Rendering& rendering, const Computed& present) {
  for (const FigureRequest& request : requests_of_all(options, present)) {
    for (const PictureFormat format : options.all_formats) {
      const Result<DisplayList> list = rendering.draw(request, present, nullptr, format);
      if (!list) return fail(list.error());
      const std::string name =
          file_stem(request, present.document.model.n_heads()) + "." + std::string(to_string(format));
      const Status added = rendering.add((fs::path(options.folder) / name).string(), *list, format);
      if (!added) return fail(added.error());
    }
  }
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) {
    return fail({ErrorCode::not_writable,
                 filled("The folder cannot be created (<problem>).", {{"problem", error.message()}}),
                 options.folder});
  }
  return rendering.finish();
}

int render(const RenderOptions& options) {
  const Result<std::unique_ptr<FigureFonts>> fonts = FigureFonts::open();
  if (!fonts) return fail(fonts.error());
  const Result<std::unique_ptr<Computed>> present = computed_document(options.source);
  if (!present) return fail(present.error());
  std::unique_ptr<Computed> other;
  if (options.other.is_given()) {
    Result<std::unique_ptr<Computed>> computed = computed_document(options.other);
    if (!computed) return fail(computed.error());
    other = std::move(computed).value();
  }
  Rendering rendering(options, **fonts);
  return options.is_all ? render_all(options, rendering, **present)
                        : render_one(options, rendering, **present, other.get());
}

}  // namespace

void add_render(CLI::App& app, CommandAction& chosen) {
  CLI::App* command = app.add_subcommand("render", "Draw a figure into a PNG, SVG or PDF file");
  command->callback([&chosen, options_of = add_render_options(*command)] {
    chosen = [options = options_of()] { return render(options); };
  });
}

}  // namespace attention_lab
