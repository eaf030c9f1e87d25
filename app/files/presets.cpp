#include "app/files/presets.h"

#include <algorithm>

#include "app/files/document_json.h"
#include "core/words/templates.h"

namespace attention_lab {

Result<Document> load_preset(std::string_view name) {
  const auto& all = presets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& p) { return p.name == name; });
  if (found == all.end()) {
    std::string known;
    for (const Preset& preset : all) known += (known.empty() ? "" : ", ") + preset.name;
    return Error{ErrorCode::not_found,
                 filled("There is no such preset; the presets are <known>.", {{"known", known}}),
                 std::string(name)};
  }
  Result<ReadDocument> read = parse_document(found->text);
  if (!read) return Error{read.error().code, read.error().message, found->name + ": " + read.error().place};
  return (*std::move(read)).document;
}

}  // namespace attention_lab
