// What a person asks `render` for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/document_source.h"
#include "ui/figures/base/page.h"
#include "ui/figures/figure.h"
#include "ui/widgets/theme.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace attention_lab {

/// A file to write, or "-" for standard output.
struct RenderTarget {
  std::string path;
  PictureFormat format = PictureFormat::png;
};

struct RenderOptions {
  DocumentSource source;
  DocumentSource other;  ///< the state A to compare with, where one is given
  bool is_all = false;
  FigureRequest request;  ///< without token and column: what they mean depends on the document
  std::string token;      ///< a position counted from 1, or a word; empty: none
  std::string column;
  Page page;
  ThemeName theme = ThemeName::paper;
  std::optional<Colour> background;  ///< empty: the theme's
  bool is_transparent = false;
  std::vector<RenderTarget> targets;              ///< where one figure goes
  std::string folder;                             ///< where all figures go
  PictureFormat all_format = PictureFormat::png;  ///< of all figures
};

/// The options as they are typed.
struct RenderArguments {
  DocumentSource source, other;
  bool is_all = false;
  bool is_side_by_side = false;
  std::string figure, matrix, matrix_of_other, token, column, size = "16x9cm", map, range = "auto", decimals,
                                                              title, background = "theme", theme, format;
  int head = 1;
  double dpi = 0;
  double font_size = 0;
  std::vector<std::string> outputs;

  CLI::Option* head_option = nullptr;
  CLI::Option* dpi_option = nullptr;
  CLI::Option* font_size_option = nullptr;
  CLI::Option* title_option = nullptr;
  CLI::Option* range_option = nullptr;
};

/// Adds the options of `render` to the command.
void add_render_options(CLI::App& command, RenderArguments& arguments);

/// What they mean. Throws CLI::ParseError (wrong usage) for names there are not, sizes past the limits and
/// options that mean nothing together.
RenderOptions render_options(const RenderArguments& arguments);

}  // namespace attention_lab
