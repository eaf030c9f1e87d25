#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/document_source.h"
#include "app/commands/output.h"
#include "app/export/text_export.h"
#include "core/attention/forward.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// The options as typed.
struct CopyAsArguments {
  DocumentSource source;
  std::string format, matrix;
  int head = 1;
  int decimals = default_text_decimals;
};

/// The options as parsed.
struct CopyAsOptions {
  DocumentSource source;
  TextFormat format = TextFormat::csv;
  std::optional<MatrixRef> matrix;  // empty: the whole document
  int decimals = default_text_decimals;
};

bool has_every_digit(TextFormat format) {
  return format == TextFormat::csv || format == TextFormat::tsv || format == TextFormat::numpy ||
         format == TextFormat::pytorch;
}

/// Throws CLI::ParseError (wrong usage) for unknown names and for options that cannot be combined.
CopyAsOptions copy_as_options(const CopyAsArguments& arguments, const CLI::App& command) {
  require_document_source(arguments.source);
  const TextFormat format =
      known(text_format_from(arguments.format), "--format", all_text_formats, arguments.format);
  CopyAsOptions options{arguments.source, format, std::nullopt, arguments.decimals};
  if (command.count("--decimals") > 0 && has_every_digit(format))
    refuse("--decimals is for markdown, latex and latex_table; the other formats have every digit");
  const bool has_head = command.count("--head") > 0;
  if (arguments.matrix.empty()) {
    if (has_head) throw CLI::RequiresError("--head", "--matrix");
    return options;
  }
  const MatrixName name =
      known(model_matrix_from(arguments.matrix), "--matrix", all_matrix_names, arguments.matrix);
  if (!is_per_head(name) && has_head)
    refuse(
        filled("--head cannot be used with <matrix>, which all heads share", {{"matrix", arguments.matrix}}));
  options.matrix = MatrixRef{name, arguments.head - 1};
  return options;
}

Status check_size(const Document& document, const CopyAsOptions& options) {
  if (options.matrix) return check_text(document, *options.matrix, options.format);
  return check_text_size(estimated_text_size(document, options.format),
                         "This would be about <size> of text, and the limit is <limit>; --matrix prints a "
                         "single matrix.");
}

int copy_as(const CopyAsOptions& options) {
  const Result<LoadedDocument> loaded = load(options.source);
  if (!loaded) return fail(loaded.error());
  warn(loaded->warnings);
  const Document& document = loaded->document;
  if (const Status size = check_size(document, options); !size) return fail(size.error());
  Trace trace;
  forward(document.model, trace);
  const int printed = print([&](TextPieces& text) {
    if (options.matrix) {
      write_matrix_as_text(text, document, trace, *options.matrix, options.format, options.decimals);
    } else {
      write_document_as_text(text, document, trace, options.format, options.decimals);
    }
  });
  if (printed == exit_done) warn(replaced_in_text(document, options.format));
  return printed;
}

}  // namespace

void add_copy_as(CLI::App& app, CommandAction& chosen) {
  auto arguments = std::make_shared<CopyAsArguments>();
  CLI::App* command =
      app.add_subcommand("copy-as", "Print a document, or one of its matrices, as text for other programs");
  add_document_source(*command, arguments->source);
  command->add_option("--format", arguments->format, listed(all_text_formats))->type_name("NAME")->required();
  command->add_option("--matrix", arguments->matrix, "Print only this matrix: X, W_q, weights, context, …")
      ->type_name("NAME");
  command->add_option("--head", arguments->head, "With --matrix: the head, counted from 1")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  command
      ->add_option("--decimals", arguments->decimals,
                   "Decimals for markdown, latex and latex_table, 0 to 9; 4 if not given")
      ->type_name("N")
      ->check(CLI::Range(0, 9).description(""));
  command->callback([arguments, command, &chosen] {
    chosen = [options = copy_as_options(*arguments, *command)] { return copy_as(options); };
  });
}

}  // namespace attention_lab
