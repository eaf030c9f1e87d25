#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/document_source.h"
#include "app/commands/output.h"
#include "app/commands/seed_option.h"
#include "app/commands/training_progress.h"
#include "app/end_signals.h"
#include "app/files/document_file.h"
#include "app/files/document_json.h"
#include "app/files/json_writer.h"
#include "app/files/text_file.h"
#include "app/files/training_target.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "core/document/vocabulary.h"
#include "core/training/match_objective.h"
#include "core/training/reachable_target.h"
#include "core/training/training_run.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::int64_t most_steps = 1'000'000;

struct TrainOptions {
  DocumentSource source;
  std::string objective = "match";
  std::string target;  // a file; empty: the document's
  std::string optimizer = "adam";
  double learning_rate = OptimizerSettings{}.learning_rate;
  std::int64_t steps = 200;
  Index head = 1;  // counted from 1
  std::vector<std::string> trained = {"W_q", "W_k"};
  std::optional<std::uint64_t> seed;
  std::string log;
  std::string output;
};

/// Why training would give equal words different embeddings, where they share one.
std::optional<Error> refuse_shared_words(const Document& document) {
  for (Index token = 0; token < document.model.n_tokens(); ++token) {
    if (tokens_sharing_with(document, token).size() == 1) continue;
    return Error{
        ErrorCode::not_editable,
        filled("<word> has one embedding wherever it occurs, but training would give each occurrence "
               "its own; train other matrices, or give each token its own embedding first.",
               {{"word", in_curly_quotes(document.tokens[static_cast<std::size_t>(token)])}}),
        to_string(word_embeddings(document.model))};
  }
  return std::nullopt;
}

/// One matrix of --train, or why it cannot be trained. X and token_embeddings both stand for the embeddings
/// of the words, whatever they are called in this document.
Result<MatrixRef> matrix_named(const std::string& text, const Document& document, Index head,
                               const std::vector<MatrixRef>& possible) {
  std::optional<MatrixName> name = matrix_name_from(text);
  if (name == MatrixName::X || name == MatrixName::token_embeddings) name = word_embeddings(document.model);
  const MatrixRef ref{name.value_or(MatrixName::X), name && is_per_head(*name) ? head : 0};
  if (name && std::find(possible.begin(), possible.end(), ref) != possible.end()) return ref;
  if (name) {
    if (std::optional<Error> refused = edits::refuse_edit(document, ref)) return *std::move(refused);
  }
  std::string list;
  for (const MatrixRef& other : possible)
    list += (list.empty() ? "" : ", ") + std::string(to_string(other.name));
  return Error{ErrorCode::not_found,
               filled(name ? "The attention weights do not depend on <matrix>; --train takes <list>."
                           : "There is no matrix <matrix>; --train takes <list>.",
                      {{"matrix", name ? text : in_quotes(text)}, {"list", list}})};
}

/// The matrices of --train in order of computation, or why one of them cannot be trained.
Result<std::vector<MatrixRef>> matrices_of(const TrainOptions& options, const Document& document, Index head,
                                           const std::vector<MatrixRef>& possible) {
  std::vector<MatrixRef> trained;
  for (const std::string& text : options.trained) {
    const Result<MatrixRef> ref = matrix_named(text, document, head, possible);
    if (!ref) return ref.error();
    if (std::find(trained.begin(), trained.end(), *ref) != trained.end())
      return listed_twice("matrix", text, "--train");
    if (ref->name == word_embeddings(document.model)) {
      if (std::optional<Error> refused = refuse_shared_words(document)) return *std::move(refused);
    }
    trained.push_back(*ref);
  }
  std::sort(trained.begin(), trained.end(),
            [](const MatrixRef& a, const MatrixRef& b) { return a.name < b.name; });
  return trained;
}

/// The document as training starts.
Result<Document> start_of(const TrainOptions& options, const std::vector<MatrixRef>& trained,
                          Document document) {
  if (!options.seed) return document;
  std::uint64_t seed = *options.seed;
  for (const MatrixRef& ref : trained) {
    Result<Document> redrawn = edits::redraw(document, ref, edits::Draw::nn_linear, seed++);
    if (!redrawn) return redrawn;
    document = *std::move(redrawn);
  }
  return document;
}

/// A file that cannot be written is an error before the work, not after it.
std::optional<Error> refuse_file(const std::string& path) {
  if (path.empty() || path == "-") return std::nullopt;
  const Result<PendingFile> trial = PendingFile::write(path, "");
  return trial ? std::nullopt : std::optional(trial.error());
}

/// Every digit, so that the numbers read back exactly.
std::string log_line(std::int64_t step, const TrainingRecord& record) {
  return std::to_string(step) + "," + json_of(record.loss) + "," + json_of(record.gradient_norm) + "\n";
}

/// The document with the numbers of the run.
Result<Document> trained_document(Document document, const TrainingRun& run,
                                  const std::vector<MatrixRef>& trained) {
  for (const MatrixRef& ref : trained) {
    Result<Document> edited =
        edits::set_matrix(document, ref, matrix_view(run.objective().model(), run.objective().trace(), ref));
    if (!edited) return edited;
    document = *std::move(edited);
  }
  return document;
}

std::string summary_of(const TrainOptions& options, const TrainingRun& run, double first_loss) {
  return filled(run.step() == 1 ? "<steps> step with <optimizer> at learning rate <rate>: the loss went from "
                                  "<first> to <last> nats; "
                                  "the least possible loss, the entropy of the target, is <least>."
                                : "<steps> steps with <optimizer> at learning rate <rate>: the loss went "
                                  "from <first> to <last> nats; "
                                  "the least possible loss, the entropy of the target, is <least>.",
                {{"steps", count_text(run.step())},
                 {"optimizer", display_name(run.settings().optimizer.optimizer)},
                 {"rate", format_exactly(static_cast<float>(options.learning_rate))},
                 {"first", format_number(first_loss, 4)},
                 {"last", format_number(run.record().loss, 4)},
                 {"least", format_number(run.objective().least_loss(), 4)}});
}

/// Writes the document first: it is worth more than the log.
int save(const TrainOptions& options, const Document& document, const std::string& log) {
  if (options.output == "-") {
    if (const int printed = print(to_json(document)); printed != exit_done) return printed;
  } else if (const Status written = write_document(options.output, document); !written) {
    return fail(written.error());
  }
  if (options.log.empty()) return exit_done;
  const Status written = write_file_atomically(options.log, log);
  return written ? int{exit_done} : fail(written.error());
}

/// Where the results are, in one sentence; empty if they were only printed.
std::string saved_as(const TrainOptions& options) {
  const std::string output = shortened(options.output, longest_place);
  const std::string log = shortened(options.log, longest_place);
  if (output == "-") return log.empty() ? "" : filled("The log was saved as <log>.", {{"log", log}});
  if (log.empty()) return filled("The document was saved as <file>.", {{"file", output}});
  return filled("The document was saved as <file>, and the log as <log>.", {{"file", output}, {"log", log}});
}

/// Says what training achieved: on standard error if the document is on standard output.
int report(const TrainOptions& options, const std::string& summary) {
  const std::string saved = saved_as(options);
  if (options.output != "-") return print(summary + "\n" + saved + "\n");
  complain(summary);
  if (!saved.empty()) complain(saved);
  return exit_done;
}

int train(const TrainOptions& options) {
  Result<LoadedDocument> loaded = load(options.source);
  if (!loaded) return fail(loaded.error());
  warn(loaded->warnings);
  Document document = (*std::move(loaded)).document;
  const Index head = options.head - 1;
  if (head < 0 || head >= document.model.n_heads())
    return fail(no_such("head", options.head, 1, document.model.n_heads()));
  if (std::optional<Error> refused = edits::refuse_edit(document, {MatrixName::W_q, head}))
    return fail(*refused);
  if (std::optional<Error> refused = check_learning_rate(options.learning_rate)) return fail(*refused);
  for (const std::string& path : {options.output, options.log})
    if (std::optional<Error> refused = refuse_file(path)) return fail(*refused);

  const Result<std::vector<MatrixRef>> trained =
      matrices_of(options, document, head, MatchObjective(document.model, head).parameters());
  if (!trained) return fail(trained.error());
  if (std::find(trained->begin(), trained->end(), MatrixRef{MatrixName::b_k, head}) != trained->end()) {
    complain(
        "b_k does not change: its gradient is 0, because it adds the same number to all scores of a row, and "
        "softmax does not change then.");
  }
  if (!options.target.empty()) {
    Result<Matrix> target = read_training_target(options.target, document.model);
    if (!target) return fail(target.error());
    document.target = *std::move(target);
  }
  if (document.target->size() == 0) {
    return fail({ErrorCode::not_found, "The document has no target; give one with --target FILE."});
  }
  Result<Document> start = start_of(options, *trained, std::move(document));
  if (!start) return fail(start.error());

  // From here on, signals end the training and not the program, so that what was learned is saved. Before, a
  // program that waits for standard input could not be interrupted.
  EndSignals signals;
  signals.listen([] {});  // training looks at taken() after each step
  TrainingSettings settings{
      {.optimizer = *optimizer_from(options.optimizer), .learning_rate = options.learning_rate},
      *trained,
      start->target};
  TrainingRun run(std::make_unique<MatchObjective>(start->model, head), settings,
                  TrainingRun::History::not_kept);
  const double first_loss = run.record().loss;
  if (!std::isfinite(first_loss) || !std::isfinite(run.record().gradient_norm)) {
    return fail({ErrorCode::not_finite, too_large_to_train});
  }
  const Result<TargetReach> reach = find_reach(run.objective(), head, settings);
  std::string log = "step,loss,gradient_norm\n" + log_line(0, run.record());
  {
    TrainingProgress progress(options.steps);
    progress.show(0, first_loss);
    while (run.step() < options.steps && signals.taken() == 0 && run.advance()) {
      if (!options.log.empty()) log += log_line(run.step(), run.record());
      progress.show(run.step(), run.record().loss);
    }
  }
  const int signal = run.step() < options.steps ? signals.taken() : 0;
  const Result<Document> result = trained_document(*std::move(start), run, *trained);
  if (!result) return fail(result.error());
  if (const int failed = save(options, *result, log); failed != exit_done) return failed;
  if (run.problem()) return fail(*run.problem());
  if (signal != 0) {
    complain(filled("Training was interrupted at step <step>; what was learned up to then is saved.",
                    {{"step", count_text(run.step())}}));
    return exit_code_of(signal);
  }
  const std::string summary = summary_of(options, run, first_loss);
  if (!reach || reach->reach == Reach::reachable) return report(options, summary);
  return report(options, filled("<summary> <reach>",
                                {{"summary", summary}, {"reach", describe_reach(*reach, result->tokens)}}));
}

void check_options(const TrainOptions& options) {
  require_document_source(options.source);
  if (options.objective != "match") refuse_unknown("--objective", "match", options.objective);
  known(optimizer_from(options.optimizer), "--optimizer", all_optimizers, options.optimizer);
  if (options.steps < 1 || options.steps > most_steps) {
    refuse(filled("--steps must be from 1 to 1,000,000, not <steps>", {{"steps", options.steps}}));
  }
  if (options.source.file == "-" && options.target == "-")
    refuse("Only one of the document and --target can be read from standard input");
  if (options.output.empty()) refuse("--output needs a file name");
  if (options.log == "-") refuse("--log needs a file name; only --output can be standard output");
  if (options.log == options.output) refuse("--log and --output must be different files");
}

}  // namespace

void add_train(CLI::App& app, CommandAction& chosen) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = app.add_subcommand("train", "Train W_q and W_k until attention matches a target");
  add_document_source(*command, options->source);
  command->add_option("--objective", options->objective, "What is learned: match (the attention of a target)")
      ->type_name("NAME");
  command
      ->add_option("--target", options->target,
                   "A file {\"target\": [[...], ...]} with the attention to learn; - for standard input (the "
                   "document’s)")
      ->type_name("FILE");
  command->add_option("--optimizer", options->optimizer, "sgd, momentum or adam (adam)")->type_name("NAME");
  command->add_option("--learning-rate", options->learning_rate, "How large the steps are (0.05)")
      ->type_name("X");
  command->add_option("--steps", options->steps, "How many steps, 1 to 1000000 (200)")->type_name("N");
  command->add_option("--head", options->head, "Which head is trained (1)")->type_name("N");
  command
      ->add_option("--train", options->trained,
                   "The matrices that change, such as W_q,W_k,b_q,X (W_q,W_k); the others are frozen")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false);
  auto seed = std::make_shared<std::uint64_t>(0);
  const CLI::Option* seed_option = add_seed(*command, *seed,
                                            "Draw the trained matrices like nn.Linear first: the first one "
                                            "with this seed, the second with the next "
                                            "one, … (start from the document’s numbers)");
  command
      ->add_option("--log", options->log,
                   "Write step, loss and gradient_norm of every step into this CSV file; step 0 is the start")
      ->type_name("FILE");
  command
      ->add_option(
          "-o,--output", options->output,
          "Save the trained document here; - for standard output. Ctrl+C stops training and saves what "
          "was learned")
      ->type_name("FILE")
      ->required();
  command->callback([options, seed, seed_option, &chosen] {
    if (seed_option->count() > 0) options->seed = *seed;
    check_options(*options);
    chosen = [options] { return train(*options); };
  });
}

}  // namespace attention_lab
