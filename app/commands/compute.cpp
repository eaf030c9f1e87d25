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
#include "core/words/outside_text.h"

namespace attention_lab {
namespace {

struct ComputeOptions {
  DocumentSource source;
  bool as_json = false;
  std::string mistake_name;  // as it is typed
  std::optional<Mistake> mistake;
};

/// A document may hold numbers so large that their products are none any more.
bool left_the_range(const Trace& trace) {
  if (!trace.context.allFinite()) return true;
  for (const HeadStages& head : trace.heads) {
    if (!head.scores.allFinite() || !head.scaled_scores.allFinite() || !head.weights.allFinite()) return true;
  }
  return false;
}

void warn_of_range(const Trace& trace) {
  if (left_the_range(trace))
    warn({"some results are too large for 32-bit numbers: they are infinite or NaN"});
}

int compute_wrong(const Document& document, const Trace& right, Mistake mistake, bool as_json) {
  const Result<Trace> wrong = forward_with_mistake(document.model, mistake);
  if (!wrong) return fail(wrong.error());
  const MadeMistake made{mistake, giveaway_of(document.model, mistake, right, *wrong)};
  warn_of_range(*wrong);
  return print([&](TextPieces& text) {
    as_json ? compute_json(text, document, *wrong, made) : compute_text(text, document, *wrong, made);
  });
}

int compute_document(const ComputeOptions& options) {
  const Result<LoadedDocument> loaded = load(options.source);
  if (!loaded) return fail(loaded.error());
  warn(loaded->warnings);
  const Status size = check_text_size(estimated_compute_size(loaded->document),
                                      "; copy-as --matrix prints one matrix on its own");
  if (!size) return fail(size.error());
  Trace trace;
  forward(loaded->document.model, trace);
  if (options.mistake) return compute_wrong(loaded->document, trace, *options.mistake, options.as_json);
  warn_of_range(trace);
  return print([&](TextPieces& text) {
    options.as_json ? compute_json(text, loaded->document, trace)
                    : compute_text(text, loaded->document, trace);
  });
}

/// Throws CLI::ParseError (wrong usage) for a name there is not.
ComputeOptions checked(ComputeOptions options, bool has_mistake) {
  require_document_source(options.source);
  if (!has_mistake) return options;
  options.mistake = mistake_from(options.mistake_name);
  if (!options.mistake) {
    refuse_unknown("--mistake", listed(all_mistakes), options.mistake_name);
  }
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
  CLI::Option* mistake = command
                             ->add_option("--mistake", options->mistake_name,
                                          "Make a mistake on purpose: " + listed(all_mistakes))
                             ->type_name("NAME");
  command->callback([options, mistake, &chosen] {
    chosen = [valid = checked(*options, !mistake->empty())] { return compute_document(valid); };
  });
}

}  // namespace attention_lab
