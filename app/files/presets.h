// The documents built into the program, so that it works in any location. They are generated from
// assets/presets/*.json at build time; app/CMakeLists.txt lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab {

struct Preset {
  std::string name;       // "journey": the argument of --preset
  std::string title;      // the document's title
  std::string_view text;  // the file's contents
};

/// The document that is opened by default.
inline constexpr std::string_view default_preset = "journey";

/// In the order recommended for beginners.
const std::vector<Preset>& presets();

/// Errors: not_found, with the names of all presets.
Result<Document> load_preset(std::string_view name);

}  // namespace attention_lab
