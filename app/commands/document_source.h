// The document given to a command: a file, standard input or a preset.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/file_stamp.h"
#include "core/document/document.h"
#include "core/result.h"

namespace CLI {
class App;
}

namespace attention_lab {

/// The arguments. `file` is "-" for standard input.
struct DocumentSource {
  std::string file;
  std::string preset;

  bool is_given() const { return !file.empty() || !preset.empty(); }
};

struct LoadedDocument {
  Document document;
  std::filesystem::path path;         // empty unless it was read from a file
  std::vector<std::string> warnings;  // each begins with the name of the source
  std::optional<FileStamp> stamp;     // set if it was read from a file
};

/// Adds the positional argument and --preset.
void add_document_source(CLI::App& command, DocumentSource& source);

/// Throws CLI::ExcludesError (wrong usage) if both a file and a preset are given.
void check_document_source(const DocumentSource& source);

/// For commands that need a document. Throws CLI::ParseError (wrong usage) if none is given, or two.
void require_document_source(const DocumentSource& source);

/// Errors: as read_document and load_preset.
Result<LoadedDocument> load(const DocumentSource& source);

}  // namespace attention_lab
