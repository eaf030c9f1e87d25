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
#include "core/words/outside_text.h"
#include "ui/figures/base/text_faults.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

/// A document with its trace.
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
  return {ErrorCode::not_found, "There is no token " + in_quotes(word) + "; there are " + known + ".", ""};
}

/// A position counted from 1, or the first token with that spelling, as an index. Empty text: none.
Result<std::optional<Index>> index_of(const std::string& text, Index count, bool are_tokens, const char* what,
                                      const std::vector<std::string>& tokens) {
  if (text.empty()) return std::optional<Index>();
  constexpr std::size_t longest_number = 9;
  const bool is_number =
      text.find_first_not_of("0123456789") == std::string::npos && text.size() <= longest_number;
  if (is_number) {
    const Index position = std::atoi(text.c_str());
    if (position >= 1 && position <= count) return std::optional<Index>(position - 1);
    return Error{ErrorCode::out_of_range,
                 std::string("There is no ") + what + " " + text + "; there are " + std::to_string(count) +
                     ", counted from 1.",
                 ""};
  }
  if (!are_tokens) {
    return Error{ErrorCode::not_found,
                 std::string("A ") + what + " of this matrix is not a token: give its number, 1 to " +
                     std::to_string(count) + ", instead of " + in_quotes(text) + ".",
                 ""};
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == text) return std::optional<Index>(static_cast<Index>(i));
  }
  return not_there(text, tokens);
}

/// The request with its token and column.
Result<FigureRequest> complete(const RenderOptions& options, const Computed& computed) {
  FigureRequest request = options.request;
  const Model& model = computed.document.model;
  const bool is_matrix = shows_one_matrix(request.figure);
  const MatrixView view = matrix_view(model, computed.trace, request.matrix);
  if (is_matrix && view.size() == 0) return request;  // draw_figure says what is missing
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

/// Draws figures with the looks that the options ask for.
class Renderer {
 public:
  Renderer(const RenderOptions& options, const FigureFonts& fonts)
      : options_(options),
        fonts_(fonts),
        style_(figure_style(theme_of(options.theme), options.page.font_size)) {
    style_.pixel = options.page.pixel();
    if (options.background) style_.ground = *options.background;
  }

  Result<DisplayList> draw(const FigureRequest& request, const Computed& present, const Computed* other,
                           bool has_pixels) const {
    const std::optional<LabState> pinned = other == nullptr ? std::nullopt : std::optional(other->state());
    FigureStyle style = style_;
    style.has_pixels = has_pixels;
    Result<Figure> figure = draw_figure(request, present.state(), pinned ? &*pinned : nullptr,
                                        options_.page.width, options_.page.height, style, fonts_);
    if (!figure) return figure.error();
    return std::move(figure).value().list;
  }

  Result<std::string> encode(const DisplayList& list, PictureFormat format) const {
    const std::optional<Colour> background =
        options_.is_transparent ? std::nullopt : std::optional(style_.ground);
    return encode_picture(list, options_.page, background, format, fonts_);
  }

 private:
  const RenderOptions& options_;
  const FigureFonts& fonts_;
  FigureStyle style_;
};

/// What the files do not show as it is, to be said once they are written.
class Warnings {
 public:
  explicit Warnings(const FigureFonts& fonts) : fonts_(fonts) {}

  void add(const std::string& file, const DisplayList& list) {
    const std::string name = file == "-" ? "standard output" : shortened(file, longest_place);
    for (const std::string& note : notes_with_remedy(list)) sentences_.push_back(name + ": " + note);
    faults_ = text_faults(list, fonts_, std::move(faults_));
  }

  void say() const {
    warn(sentences_);
    warn(in_sentences(faults_));
  }

 private:
  const FigureFonts& fonts_;
  std::vector<std::string> sentences_;
  TextFaults faults_;  // of all pictures together: they have the same texts
};

/// Pictures that are written but not yet in their places, so that all of them appear or none.
class Outputs {
 public:
  Status add(const std::string& path, std::string bytes) {
    if (path == "-") {
      standard_output_ = std::move(bytes);
      return Done{};
    }
    Result<PendingFile> file = PendingFile::write(path, bytes);
    if (!file) return file.error();
    files_.push_back(std::move(file).value());
    return Done{};
  }

  int finish() {
    if (!standard_output_.empty()) {
      if (const int printed = print(standard_output_); printed != exit_done) return printed;
    }
    for (PendingFile& file : files_) {
      if (const Result<FileStamp> placed = file.commit(); !placed) return fail(placed.error());
    }
    return exit_done;
  }

 private:
  std::string standard_output_;
  std::vector<PendingFile> files_;
};

int render_one(const RenderOptions& options, const Renderer& renderer, const FigureFonts& fonts,
               const Computed& present, const Computed* other) {
  const Result<FigureRequest> request = complete(options, present);
  if (!request) return fail(request.error());
  Outputs outputs;
  Warnings warnings(fonts);
  std::map<bool, DisplayList> lists;  // by whether the target has pixels
  for (const RenderTarget& target : options.targets) {
    const bool is_of_pixels = has_pixels(target.format);
    if (lists.count(is_of_pixels) == 0) {
      Result<DisplayList> list = renderer.draw(*request, present, other, is_of_pixels);
      if (!list) return fail(list.error());
      lists.emplace(is_of_pixels, std::move(list).value());
    }
    const DisplayList& list = lists.at(is_of_pixels);
    Result<std::string> bytes = renderer.encode(list, target.format);
    if (!bytes) return fail(bytes.error());
    if (const Status added = outputs.add(target.path, std::move(bytes).value()); !added)
      return fail(added.error());
    warnings.add(target.path, list);
  }
  const int code = outputs.finish();
  if (code == exit_done) warnings.say();
  return code;
}

int render_all(const RenderOptions& options, const Renderer& renderer, const FigureFonts& fonts,
               const Computed& present) {
  std::vector<std::pair<std::string, std::string>> pictures;  // path, bytes
  Warnings warnings(fonts);
  for (FigureRequest request : all_figures()) {
    request.map = has_colours(request.figure) ? options.request.map : std::nullopt;
    request.range = options.request.range;
    request.decimals = options.request.decimals;
    request.shows_values = options.request.shows_values;
    const Result<DisplayList> list = renderer.draw(request, present, nullptr, has_pixels(options.all_format));
    if (!list) return fail(list.error());
    Result<std::string> bytes = renderer.encode(*list, options.all_format);
    if (!bytes) return fail(bytes.error());
    const std::string name = file_stem(request, present.document.model.n_heads()) + "." +
                             std::string(to_string(options.all_format));
    const std::string path = (fs::path(options.folder) / name).string();
    warnings.add(path, *list);
    pictures.emplace_back(path, std::move(bytes).value());
  }
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) {
    return fail(
        {ErrorCode::not_writable, "The folder cannot be made (" + error.message() + ").", options.folder});
  }
  Outputs outputs;
  for (auto& [path, bytes] : pictures) {
    if (const Status added = outputs.add(path, std::move(bytes)); !added) return fail(added.error());
  }
  const int code = outputs.finish();
  if (code == exit_done) warnings.say();
  return code;
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
  const Renderer renderer(options, **fonts);
  if (options.is_all) return render_all(options, renderer, **fonts, **present);
  return render_one(options, renderer, **fonts, **present, other.get());
}

}  // namespace

void add_render(CLI::App& app, CommandAction& chosen) {
  auto arguments = std::make_shared<RenderArguments>();
  CLI::App* command = app.add_subcommand("render", "Draw a figure into a PNG, SVG or PDF file");
  add_render_options(*command, *arguments);
  command->callback(
      [arguments, &chosen] { chosen = [options = render_options(*arguments)] { return render(options); }; });
}

}  // namespace attention_lab
