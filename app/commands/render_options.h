// What a person asks `render` for.
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

/// Adds the options of `render` to the command; what is returned reads them once they are parsed. It throws
/// CLI::ParseError (wrong usage) for names there are not, sizes past the limits and options that mean nothing
/// together.
std::function<RenderOptions()> add_render_options(CLI::App& command);

}  // namespace attention_lab
