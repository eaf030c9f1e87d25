// The options of `render`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/document_source.h"
#include "ui/figures/base/page.h"
#include "ui/figures/figure.h"
#include "ui/widgets/theme.h"

namespace CLI {
class App;
}

namespace attention_lab {

/// An output file, or "-" for standard output.
struct RenderTarget {
  std::string path;
  PictureFormat format = PictureFormat::png;
};

struct RenderOptions {
  DocumentSource source;
  DocumentSource other;  ///< the document A to compare with, if given
  bool is_all = false;
  FigureRequest request;  ///< without token and column, whose meaning depends on the document
  std::string token;      ///< a position counted from 1 or a token's text; empty: none
  std::string column;
  Page page;
  ThemeName theme = ThemeName::paper;
  std::optional<Colour> background;  ///< empty: the theme's
  bool is_transparent = false;
  std::vector<RenderTarget> targets;       ///< output files of one figure
  std::string folder;                      ///< output folder for all figures
  std::vector<PictureFormat> all_formats;  ///< of all figures in `folder`
};

/// Adds the options of `render` to the command and returns a function that evaluates them after parsing. That
/// function throws CLI::ParseError (wrong usage) for unknown names, sizes beyond the limits and options that
/// cannot be combined.
std::function<RenderOptions()> add_render_options(CLI::App& command);

}  // namespace attention_lab
