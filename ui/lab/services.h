// What stands around the lab: a window, a test, or another front.
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

/// Exists before the lab and outlives it.
struct Services {
  FontBook& fonts;
  TextureSource& textures;
  WideCharacters& wide_characters;
  const TextMetrics& page_metrics;                           ///< widths on exported pages
  BackgroundRunner& background;                              ///< for work that takes longer than a frame
  std::function<bool(const std::string& path)> is_taken;     ///< whether something has the path
  std::vector<std::pair<std::string, std::string>> presets;  ///< name, title
  std::string version;                                       ///< of the program
};

/// What the lab asks of the world: files, the clipboard, the screen.
class Effects {
 public:
  virtual ~Effects() = default;

  /// Carries out an action that does not concern the session alone. What follows from it goes to `more`.
  virtual void carry_out(const Action& action, ActionQueue& more) = 0;
  /// After each action. `refused`: why it changed nothing, where the session refused it.
  virtual void was_carried_out(const Action&, const std::optional<Error>& refused) {
    static_cast<void>(refused);
  }

  /// Makes the glyphs that the book has come to need.
  virtual void make_glyphs(FontBook& fonts) = 0;
  /// Gives Dear ImGui the input of the next frame, and its size.
  virtual void begin_frame() {}
  /// Shows what Dear ImGui has drawn.
  virtual void show_frame() {}
};

}  // namespace attention_lab
