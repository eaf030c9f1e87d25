// What the command palette finds: commands, options of the document, mistakes, presets and recent files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

struct PaletteEntry {
  std::string title;  ///< mark-up
  std::string keys;   ///< the shortcut, or the name of a preset
  std::function<void()> carry_out;
};

/// The entries that contain every word of view.dialogs.query, the likeliest first. They refer to the
/// arguments.
std::vector<PaletteEntry> palette_entries(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
