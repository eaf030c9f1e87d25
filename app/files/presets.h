// Documents that come with the program, built into it so that it works wherever it stands.
// They are made from assets/presets/*.json when the program is built; app/CMakeLists.txt lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab {

struct Preset {
  std::string name;       // "journey": what --preset takes
  std::string title;      // the document's
  std::string_view text;  // the whole file
};

/// What is open when nothing else is asked for.
inline constexpr std::string_view default_preset = "journey";

/// In the order in which a newcomer should try them.
const std::vector<Preset>& presets();

/// Errors: not_found, which names the presets there are.
Result<Document> load_preset(std::string_view name);

}  // namespace attention_lab
