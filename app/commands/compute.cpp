#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/compute_output.h"
#include "app/commands/document_source.h"
#include "app/commands/output.h"
#include "core/attention/forward.h"

namespace attention_lab {
namespace {

struct ComputeOptions {
  DocumentSource source;
  bool as_json = false;
};

/// A document may hold numbers so large that their products are none any more.
bool left_the_range(const Trace& trace) {
  if (!trace.context.allFinite()) return true;
  for (const HeadTrace& head : trace.heads) {
    if (!head.scores.allFinite() || !head.scaled_scores.allFinite() || !head.weights.allFinite()) return true;
  }
  return false;
}

int compute(const ComputeOptions& options) {
  const Result<LoadedDocument> loaded = load(options.source);
  if (!loaded) return fail(loaded.error());
  warn(loaded->warnings);
  Trace trace;
  forward(loaded->document.model, trace);
  if (left_the_range(trace))
    warn({"some results are too large for 32-bit numbers: they are infinite or no number"});
  return print(options.as_json ? compute_json(loaded->document, trace)
                               : compute_text(loaded->document, trace));
}

}  // namespace

void add_compute(CLI::App& app, CommandAction& chosen) {
  auto options = std::make_shared<ComputeOptions>();
  CLI::App* command = app.add_subcommand("compute", "Print every intermediate of attention for a document");
  add_document_source(*command, options->source);
  command->add_flag("--json", options->as_json,
                    "As JSON, with every digit; masked scores (minus infinity) are null");
  command->callback([options, &chosen] {
    require_document_source(options->source);
    chosen = [options] { return compute(*options); };
  });
}

}  // namespace attention_lab
