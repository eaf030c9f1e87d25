// How the window is to be opened.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/file_stamp.h"
#include "core/document/document.h"
#include "ui/figures/figure.h"
#include "ui/lab/actions.h"
#include "ui/lab/workspaces.h"
#include "ui/widgets/theme.h"

namespace attention_lab {

struct WindowSize {
  int width = 1280;
  int height = 800;
};

/// What the command line asked of the window; what is absent was not asked for.
struct WindowOptions {
  std::optional<Document> document;
  std::filesystem::path path;         // the document's file; empty for presets and standard input
  std::optional<FileStamp> stamp;     // of that file, as it was read
  std::vector<std::string> warnings;  // about the document; already said on standard error

  std::filesystem::path record;      // where the session is written down; empty: nowhere
  std::vector<Action> replay;        // carried out one a frame
  std::filesystem::path screenshot;  // a .png file; empty: none, the window stays open
  std::filesystem::path layout;      // only with a screenshot; empty: none
  std::filesystem::path stats;       // only with frames; empty: none
  std::optional<WindowSize> size;
  std::optional<int> frames;  // at least 1; only with a screenshot or stats
  std::optional<ThemeName> theme;
  std::optional<Workspace> workspace;
  std::optional<FigureName> figure;  // opens the Figures workspace with it
  std::optional<int> step;           // opens the Steps bar there, counted from 1
  bool plays = false;                // and lets the steps play
  std::optional<float> text_size;    // one between those of text_sizes()
};

}  // namespace attention_lab
