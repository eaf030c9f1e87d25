#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/compute_output.h"
#include "app/commands/document_source.h"
#include "app/commands/output.h"
#include "app/export/text_export.h"
#include "core/attention/forward.h"
#include "core/mistakes/mistake.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

struct ComputeOptions {
  DocumentSource source;
  bool as_json = false;
  std::string mistake_name;  // as typed
  std::optional<Mistake> mistake;
};

/// Products of very large numbers may exceed the range of float.
bool left_the_range(const Trace& trace) {
  if (!trace.context.allFinite()) return true;
  for (const HeadStages& head : trace.heads) {
    if (!head.scores.allFinite() || !head.scaled_scores.allFinite() || !head.weights.allFinite()) return true;
  }
  return false;
}

int compute_document(const ComputeOptions& options) {
  const Result<LoadedDocument> loaded = load(options.source);
  if (!loaded) return fail(loaded.error());
  warn(loaded->warnings);
  const Document& document = loaded->document;
  const Status size =
      check_text_size(estimated_compute_size(document),
                      "This would be about <size> of text, and the limit is <limit>; copy-as --matrix "
                      "prints a single matrix.");
  if (!size) return fail(size.error());
  Trace trace;
  forward(document.model, trace);
  std::optional<MadeMistake> made;
  if (options.mistake) {
    Result<Trace> wrong = forward_with_mistake(document.model, *options.mistake);
    if (!wrong) return fail(wrong.error());
    made = {*options.mistake, giveaway_of(document.model, *options.mistake, trace, *wrong)};
    trace = *std::move(wrong);
  }
  if (left_the_range(trace))
    warn({"some results are too large for 32-bit numbers: they are infinite or NaN"});
  return print([&](TextPieces& text) {
    options.as_json ? compute_json(text, document, trace, made) : compute_text(text, document, trace, made);
  });
}

/// Throws CLI::ParseError (wrong usage) for an unknown mistake.
ComputeOptions checked(ComputeOptions options, bool has_mistake) {
  require_document_source(options.source);
  if (has_mistake)
    options.mistake =
        known(mistake_from(options.mistake_name), "--mistake", all_mistakes, options.mistake_name);
  return options;
}

}  // namespace

void add_compute(CLI::App& app, CommandAction& chosen) {
  auto options = std::make_shared<ComputeOptions>();
  CLI::App* command =
      app.add_subcommand("compute", "Print every intermediate result of attention for a document");
  add_document_source(*command, options->source);
  command->add_flag(
      "--json", options->as_json,
      "As JSON, with all digits; a score hidden by the mask is null, and a result outside the range "
      "of 32-bit numbers is \"Infinity\", \"-Infinity\" or \"NaN\"");
  command
      ->add_option("--mistake", options->mistake_name,
                   filled("Make a mistake on purpose: <mistakes>", {{"mistakes", listed(all_mistakes)}}))
      ->type_name("NAME");
  command->callback([options, command, &chosen] {
    chosen = [valid = checked(*options, command->count("--mistake") > 0)] { return compute_document(valid); };
  });
}

}  // namespace attention_lab
