#include "app/commands/document_source.h"

#include <optional>

#include <CLI/CLI.hpp>

#include "app/files/document_file.h"
#include "app/files/presets.h"
#include "core/document/memory_budget.h"

namespace attention_lab {

void add_document_source(CLI::App& command, DocumentSource& source) {
  command.add_option("document", source.file, "A document's file; - for standard input")->type_name("FILE");
  command.add_option("--preset", source.preset, "A document that comes with the program (see presets)")
      ->type_name("NAME");
}

void check_document_source(const DocumentSource& source) {
  if (!source.file.empty() && !source.preset.empty())
    throw CLI::ExcludesError("A document's file", "--preset");
}

void require_document_source(const DocumentSource& source) {
  check_document_source(source);
  if (!source.is_given()) throw CLI::RequiredError("A document (FILE, - or --preset NAME)");
}

Result<LoadedDocument> load(const DocumentSource& source) {
  if (!source.preset.empty()) {
    Result<Document> preset = load_preset(source.preset);
    if (!preset) return preset.error();
    return LoadedDocument{*std::move(preset), {}, {}};
  }
  const bool is_standard_input = source.file == "-";
  Result<ReadDocument> read =
      is_standard_input ? read_document_from_standard_input() : read_document(source.file);
  if (!read) return read.error();
  ReadDocument loaded = *std::move(read);
  if (std::optional<Error> refused = check_memory(loaded.document.model.shape())) {
    refused->place = is_standard_input ? "standard input" : source.file;
    return *std::move(refused);
  }
  for (std::string& warning : loaded.warnings) {
    warning.insert(0, (is_standard_input ? "standard input" : source.file) + ": ");
  }
  return LoadedDocument{std::move(loaded.document), is_standard_input ? "" : source.file,
                        std::move(loaded.warnings)};
}

}  // namespace attention_lab
