#include "app/commands/document_source.h"

#include <CLI/CLI.hpp>

#include "app/files/document_file.h"
#include "app/files/presets.h"
#include "core/words/outside_text.h"

namespace attention_lab {

void add_document_source(CLI::App& command, DocumentSource& source) {
  command.add_option("document", source.file, "A document’s file; - for standard input")->type_name("FILE");
  command
      .add_option("--preset", source.preset,
                  "A document that comes with the program (the command presets lists them)")
      ->type_name("NAME");
}

void check_document_source(const DocumentSource& source) {
  if (!source.file.empty() && !source.preset.empty())
    throw CLI::ExcludesError("A document’s file", "--preset");
}

void require_document_source(const DocumentSource& source) {
  check_document_source(source);
  if (!source.is_given()) throw CLI::RequiredError("A document (FILE, - or --preset NAME)");
}

Result<LoadedDocument> load(const DocumentSource& source) {
  if (!source.preset.empty()) {
    Result<Document> preset = load_preset(source.preset);
    if (!preset) return preset.error();
    return LoadedDocument{*std::move(preset), {}, {}, {}};
  }
  const bool is_standard_input = source.file == "-";
  const std::string name = is_standard_input ? "standard input" : shortened(source.file, longest_place);
  LoadedDocument loaded;
  ReadDocument read;
  if (is_standard_input) {
    Result<ReadDocument> piped = read_document_from_standard_input();
    if (!piped) return piped.error();
    read = *std::move(piped);
  } else {
    Result<StampedDocument> file = read_document_and_stamp(source.file);
    if (!file) return file.error();
    loaded.path = source.file;
    loaded.stamp = file->stamp;
    read = (*std::move(file)).read;
  }
  for (std::string& warning : read.warnings) {
    warning.insert(0, name + ": ");
  }
  loaded.document = std::move(read.document);
  loaded.warnings = std::move(read.warnings);
  return loaded;
}

}  // namespace attention_lab
