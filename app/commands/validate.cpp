#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "app/files/document_file.h"
#include "app/files/text_file.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::string summary(const Model& model) {
  const std::string tokens = counted(model.n_tokens(), "token");
  if (model.options.projection == Projection::identity) {
    return filled("<tokens>, d_model <d_model>, projection identity",
                  {{"tokens", tokens}, {"d_model", model.d_model()}});
  }
  return filled("<tokens>, d_model <d_model>, <heads>, d_k <d_k>, d_v <d_v>",
                {{"tokens", tokens},
                 {"d_model", model.d_model()},
                 {"heads", counted(model.n_heads(), "head")},
                 {"d_k", model.d_k()},
                 {"d_v", model.d_v()}});
}

int validate_file(const std::string& file) {
  const bool is_standard_input = file == "-";
  const std::string source = is_standard_input ? "standard input" : shortened(file, longest_place);
  const Result<std::string> text =
      is_standard_input ? read_standard_input(document_size_limit) : read_file(file, document_size_limit);
  if (!text) return fail(text.error());
  const Result<ReadDocument> read = parse_document(*text);
  if (!read) {
    std::vector<Error> problems = find_problems(*text);
    if (problems.empty()) problems.push_back(read.error());  // for example, memory ran out the first time
    for (const Error& problem : problems) complain(source + ": " + to_string(problem));
    return exit_bad_input;
  }
  for (const std::string& warning : read->warnings) warn({source + ": " + warning});
  return print(filled("<source>: valid (<summary>)\n",
                      {{"source", source}, {"summary", summary(read->document.model)}}));
}

}  // namespace

void add_validate(CLI::App& app, CommandAction& chosen) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("validate", "Say what is wrong with a document, and where");
  command->add_option("document", *file, "A document’s file; - for standard input")
      ->type_name("FILE")
      ->required();
  command->callback([file, &chosen] {
    if (file->empty()) throw CLI::RequiredError("A document (FILE or -)");
    chosen = [file] { return validate_file(*file); };
  });
}

}  // namespace attention_lab
