#include <cmath>
#include <cstdio>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/document_source.h"
#include "app/commands/output.h"
#include "app/files/document_json.h"
#include "app/files/recording.h"
#include "app/files/text_file.h"
#include "app/window/window.h"
#include "app/window/window_options.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/preferences.h"
#include "ui/lab/workspaces.h"

namespace attention_lab {
namespace {

/// Hides the range of a check from the help, where the option's description states it better.
CLI::Validator quietly(CLI::Validator check) {
  return check.description("");
}

/// An option whose value is one of these words.
void add_choice(CLI::App& app, const char* option, std::string& chosen, const std::vector<std::string>& words,
                const std::string& help) {
  app.add_option(option, chosen, help)->type_name("NAME")->check(quietly(CLI::IsMember(words)));
}

/// The options as typed; they are converted to WindowOptions.
struct OpenWindowArguments {
  DocumentSource source{};
  std::string record{}, replay{}, output{}, screenshot{}, size{}, layout{}, stats{}, theme{}, workspace{},
      figure{};
  int frames = 0;
  int text_size = 100;
  int step = 0;
  bool plays = false;
  bool presents = false;

  const CLI::App& app;
  bool has(const char* option) const { return app.count(option) > 0; }
};

/// "1280x800". Throws CLI::ValidationError (wrong usage) for any other form.
WindowSize parse_size(const std::string& text) {
  constexpr int least = 64;
  constexpr int most = 16384;
  int width = 0;
  int height = 0;
  int end = 0;
  const bool is_read = std::sscanf(text.c_str(), "%5dx%5d%n", &width, &height, &end) == 2;
  if (is_read && static_cast<std::size_t>(end) == text.size() && width >= least && width <= most &&
      height >= least && height <= most) {
    return {width, height};
  }
  refuse(filled("--size must be a size such as 1280x800, from 64x64 to 16384x16384, not <text>",
                {{"text", in_quotes(text)}}));
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Throws CLI::ParseError (wrong usage) for options that cannot be combined.
void check_combinations(const OpenWindowArguments& arguments) {
  const auto needs = [](const char* option, const char* other) { throw CLI::RequiresError(option, other); };
  if (!arguments.output.empty() && arguments.replay.empty()) needs("--output", "--replay");
  if (!arguments.replay.empty() && arguments.source.is_given())
    refuse("--replay starts from the document in the recording, so no other document can be opened");
  if (!arguments.output.empty()) {
    for (const CLI::Option* option : arguments.app.get_options()) {
      const std::string name = option->get_name();
      if (!option->empty() && name != "--replay" && name != "--output")
        refuse(filled("<option> cannot be used with --output, which opens no window", {{"option", name}}));
    }
  }
  if (!arguments.layout.empty() && arguments.screenshot.empty()) needs("--layout", "--screenshot");
  const bool has_frames = arguments.has("--frames");
  if (!arguments.stats.empty() && !has_frames) needs("--stats", "--frames");
  if (has_frames && arguments.screenshot.empty() && arguments.stats.empty()) {
    needs("--frames", "--screenshot or --stats");
  }
  if (!arguments.screenshot.empty() && !ends_with(arguments.screenshot, ".png")) {
    refuse(
        filled("--screenshot writes a .png file, not <file>", {{"file", in_quotes(arguments.screenshot)}}));
  }
}

WindowOptions window_options(const OpenWindowArguments& arguments) {
  check_combinations(arguments);
  WindowOptions options;
  options.record = arguments.record;
  options.screenshot = arguments.screenshot;
  options.layout = arguments.layout;
  options.stats = arguments.stats;
  if (arguments.has("--size")) options.size = parse_size(arguments.size);
  if (arguments.has("--frames")) options.frames = arguments.frames;
  if (!arguments.theme.empty()) options.theme = theme_from(arguments.theme);
  if (!arguments.workspace.empty()) options.workspace = workspace_from(arguments.workspace);
  if (!arguments.figure.empty()) options.figure = figure_name_from(arguments.figure);
  if (arguments.step > 0) options.step = arguments.step;
  options.plays = arguments.plays;
  options.presents = arguments.presents;
  if (arguments.has("--text-size")) options.text_size = static_cast<float>(arguments.text_size / 100.0);
  return options;
}

/// Replays a recording without a window and saves the resulting document.
int save_replayed(const Recording& recording, const std::string& output) {
  const Result<Document> document = replayed(recording);
  if (!document) return fail(document.error());
  const std::string text = to_json(*document);
  if (output == "-") return print(text);
  const Status written = write_file_atomically(output, text);
  return written ? exit_done : fail(written.error());
}

int replay(const std::string& file, const std::string& output, WindowOptions options) {
  Result<Recording> recording = read_recording(file);
  if (!recording) return fail(recording.error());
  if (recording->is_cut)
    warn({filled("<file>: The last line is incomplete, so it was left out.", {{"file", file}})});
  if (!output.empty()) return save_replayed(*recording, output);
  auto [document, actions, _] = *std::move(recording);
  options.document = std::move(document);
  options.replay = std::move(actions);
  options.replay.push_back(CancelPreview{});  // a recording may end during a drag
  return run_window(options);
}

int open_window(const DocumentSource& source, WindowOptions options) {
  if (source.is_given()) {
    Result<LoadedDocument> loaded = load(source);
    if (!loaded) return fail(loaded.error());
    LoadedDocument document = *std::move(loaded);
    warn(document.warnings);
    options.document = std::move(document.document);
    options.path = std::move(document.path);
    options.stamp = document.stamp;
    options.warnings = std::move(document.warnings);
  }
  return run_window(options);
}

}  // namespace

void add_open_window(CLI::App& app, CommandAction& chosen) {
  auto arguments = std::make_shared<OpenWindowArguments>(OpenWindowArguments{.app = app});
  add_document_source(app, arguments->source);
  app.add_option("--record", arguments->record,
                 "Record every change of the session in this new file, for --replay")
      ->type_name("FILE");
  app.add_option("--replay", arguments->replay, "Repeat a recorded session in the window")->type_name("FILE");
  app.add_option(
         "-o,--output", arguments->output,
         "With --replay: save the final document here (- for standard output) without opening a window")
      ->type_name("FILE");
  app.add_option("--screenshot", arguments->screenshot, "Save what the window shows as a PNG file, then exit")
      ->type_name("FILE");
  app.add_option("--size", arguments->size, "Size of the window, such as 1280x800")->type_name("WxH");
  app.add_option("--frames", arguments->frames, "Draw this many frames before the screenshot, then exit")
      ->type_name("N")
      ->check(quietly(CLI::Range(1, 1'000'000)));
  app.add_option("--layout", arguments->layout,
                 "With --screenshot: write the position of every named item as JSON")
      ->type_name("FILE");
  app.add_option("--stats", arguments->stats, "With --frames: write how long the frames took as JSON")
      ->type_name("FILE");
  std::vector<std::string> themes, workspaces, figures;
  for (const ThemeName name : all_themes) themes.emplace_back(to_string(name));
  for (const WorkspaceEntry& workspace : all_workspaces()) workspaces.emplace_back(workspace.name);
  for (const FigureName name : all_figure_names) figures.emplace_back(to_string(name));
  add_choice(app, "--theme", arguments->theme, themes,
             filled("The theme: <names>", {{"names", CLI::detail::join(themes, " or ")}}));
  add_choice(app, "--workspace", arguments->workspace, workspaces,
             filled("Show this workspace: <names>", {{"names", CLI::detail::join(workspaces, ", ")}}));
  add_choice(app, "--figure", arguments->figure, figures,
             "Open the Figures workspace with this figure: heatmap, flow, softmax, …");
  app.add_option("--step", arguments->step, "Open the steps at step N, counted from 1")
      ->type_name("N")
      ->check(quietly(CLI::Range(1, 1'000'000)));
  app.add_flag("--play", arguments->plays, "Open the steps and play them");
  app.add_flag("--present", arguments->presents, "Open the presenter view, which fills the screen");
  const auto percent = [](float size) { return static_cast<int>(std::lround(size * 100)); };
  const int least = percent(text_sizes().front());
  const int most = percent(text_sizes().back());
  app.add_option("--text-size", arguments->text_size,
                 filled("Text size in percent, <least> to <most>", {{"least", least}, {"most", most}}))
      ->type_name("N")
      ->check(quietly(CLI::Range(least, most)));
  app.callback([&app, arguments, &chosen] {
    if (app.get_subcommands().empty()) {
      check_document_source(arguments->source);
      chosen = [arguments, source = arguments->source, options = window_options(*arguments)] {
        if (!arguments->replay.empty()) return replay(arguments->replay, arguments->output, options);
        return open_window(source, options);
      };
      return;
    }
    for (const CLI::Option* option : app.get_options()) {
      if (!option->empty()) {
        refuse(filled("<option> cannot be used before a command", {{"option", option->get_name()}}));
      }
    }
  });
}

}  // namespace attention_lab
