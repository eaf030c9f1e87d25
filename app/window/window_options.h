// The options of the window.
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

/// The options from the command line; absent ones were not given.
struct WindowOptions {
  std::optional<Document> document;
  std::filesystem::path path;         // of the document; empty for presets and standard input
  std::optional<FileStamp> stamp;     // of that file when it was read
  std::vector<std::string> warnings;  // about the document; already printed to standard error

  std::filesystem::path record;      // the file to record to; empty: none
  std::vector<Action> replay;        // carried out one per frame
  std::filesystem::path screenshot;  // a .png file; empty: none, and the window stays open
  std::filesystem::path layout;      // only with a screenshot; empty: none
  std::filesystem::path stats;       // only with frames; empty: none
  std::optional<WindowSize> size;
  std::optional<int> frames;  // at least 1; only with a screenshot or stats
  std::optional<ThemeName> theme;
  std::optional<Workspace> workspace;
  std::optional<FigureName> figure;  // shown in the Figures workspace
  std::optional<int> step;           // opens the Steps bar at this step, counted from 1
  bool plays = false;                // plays the steps
  bool presents = false;             // opens the presenter view
  std::optional<float> text_size;    // one between those of text_sizes()
};

}  // namespace attention_lab
