// The lab's environment: a window, a test, or another front end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/figures/base/rich_text.h"
#include "ui/lab/actions.h"
#include "ui/lab/background.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/wide_characters.h"

namespace attention_lab {

/// Must outlive the lab.
struct Services {
  FontBook& fonts;
  TextureSource& textures;
  WideCharacters& wide_characters;
  const TextMetrics& page_metrics;                        ///< text widths on exported pages
  BackgroundRunner& background;                           ///< for work that takes longer than a frame
  std::function<bool(const std::string& path)> is_taken;  ///< whether a file or folder with this path exists
  std::vector<std::pair<std::string, std::string>> presets;  ///< name, title
  std::string version;                                       ///< of the program
  std::function<double()> seconds = [] { return 0.0; };      ///< a clock, for measurements within a frame
};

/// Everything outside of the lab that actions can change: files, the clipboard, the screen.
class Effects {
 public:
  virtual ~Effects() = default;

  /// Carries out an action that needs more than the session. Actions that follow from it are added to `more`.
  virtual void carry_out(const Action& action, ActionQueue& more) = 0;
  /// Called after each action. `refused` has the error if the session rejected it.
  virtual void was_carried_out(const Action&, const std::optional<Error>& refused) {
    static_cast<void>(refused);
  }

  /// Bakes the glyphs that the font book requires.
  virtual void make_glyphs(FontBook& fonts) = 0;
  /// Passes the input of the next frame and its size to Dear ImGui.
  virtual void begin_frame() {}
  /// Shows the frame that Dear ImGui has drawn.
  virtual void show_frame() {}
};

}  // namespace attention_lab
