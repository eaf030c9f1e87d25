#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/document_source.h"
#include "app/commands/output.h"
#include "app/commands/train_options.h"
#include "app/commands/training_progress.h"
#include "app/commands/training_task.h"
#include "app/end_signals.h"
#include "app/export/training_script.h"
#include "app/files/document_file.h"
#include "app/files/document_json.h"
#include "app/files/json_writer.h"
#include "app/files/text_file.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "core/training/attention_objective.h"
#include "core/training/run_excerpt.h"
#include "core/training/training_run.h"
#include "core/training/training_start.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::unique_ptr<TrainingTask> task_of(const TrainOptions& options) {
  switch (options.objective) {
    case Objective::match: return match_task(options);
    case Objective::next_word: return next_word_task(options);
  }
  return nullptr;
}

/// The matrices of this name among the possible ones, one for each head that is trained. X and
/// token_embeddings both stand for the embeddings of the words, whatever they are called in this document.
std::vector<MatrixRef> matrices_named(MatrixName name, const Document& document,
                                      const std::vector<MatrixRef>& possible) {
  if (name == MatrixName::X || name == MatrixName::token_embeddings) name = word_embeddings(document.model);
  std::vector<MatrixRef> found;
  for (const MatrixRef& ref : possible)
    if (ref.name == name) found.push_back(ref);
  return found;
}

/// Why --train cannot have this name.
Error no_matrix_to_train(const std::string& text, const Document& document, Index head,
                         const std::vector<MatrixRef>& possible) {
  const std::optional<MatrixName> name = matrix_name_from(text);
  if (name) {
    const MatrixRef ref{*name, is_per_head(*name) ? head : 0};
    if (std::optional<Error> refused = edits::refuse_edit(document, ref)) return *std::move(refused);
  }
  std::string list;
  for (const MatrixRef& other : possible) {
    if (other.head != possible.back().head && is_per_head(other.name)) continue;
    list += (list.empty() ? "" : ", ") + std::string(to_string(other.name));
  }
  return {ErrorCode::not_found,
          filled(name ? "The attention weights do not depend on <matrix>; --train takes <list>."
                      : "There is no matrix <matrix>; --train takes <list>.",
                 {{"matrix", name ? text : in_quotes(text)}, {"list", list}})};
}

/// The matrices of --train in order of computation, or why one of them cannot be trained.
Result<std::vector<MatrixRef>> matrices_of(const TrainOptions& options, const TrainingTask& task,
                                           const Document& document, const std::vector<MatrixRef>& possible) {
  std::vector<MatrixRef> trained;
  const auto add = [&](const std::vector<MatrixRef>& found) {
    trained.insert(trained.end(), found.begin(), found.end());
  };
  if (options.trained.empty())
    for (const MatrixName name : task.usual_matrices()) add(matrices_named(name, document, possible));
  for (const std::string& text : options.trained) {
    const std::optional<MatrixName> name = matrix_name_from(text);
    const std::vector<MatrixRef> found =
        name ? matrices_named(*name, document, possible) : std::vector<MatrixRef>();
    if (found.empty()) return no_matrix_to_train(text, document, options.head - 1, possible);
    if (std::find(trained.begin(), trained.end(), found.front()) != trained.end())
      return listed_twice("matrix", text, "--train");
    add(found);
  }
  std::stable_sort(trained.begin(), trained.end(),
                   [](const MatrixRef& a, const MatrixRef& b) { return a.name < b.name; });
  if (std::optional<Error> refused = task.refuse_matrices(document, trained)) return *std::move(refused);
  return trained;
}

/// A file that cannot be written is an error before the work, not after it.
std::optional<Error> refuse_file(const std::string& path) {
  if (path.empty() || path == "-") return std::nullopt;
  const Result<PendingFile> trial = PendingFile::write(path, "");
  return trial ? std::nullopt : std::optional(trial.error());
}

/// Every digit, so that the numbers read back exactly.
std::string log_line(std::int64_t step, const TrainingRecord& record) {
  std::string line = std::to_string(step) + "," + json_of(record.loss);
  if (record.held_out_loss) line += "," + json_of(*record.held_out_loss);
  return line + "," + json_of(record.gradient_norm) + "\n";
}

std::string log_header(const TrainingRecord& record) {
  return record.held_out_loss ? "step,loss,held_out_loss,gradient_norm\n" : "step,loss,gradient_norm\n";
}

/// What is written besides the document, as training goes on.
struct Records {
  std::string log;
  std::optional<RunExcerpt> excerpt;  // for the script

  void add(const TrainOptions& options, const TrainingRun& run) {
    if (!options.log.empty()) log += log_line(run.step(), run.record());
    if (excerpt) excerpt->losses.push_back(run.record().loss);
  }
};

/// Writes the document first: it is worth more than the log and the script.
int save(const TrainOptions& options, const Document& document, const Records& records) {
  if (options.output == "-") {
    if (const int printed = print(to_json(document)); printed != exit_done) return printed;
  } else if (const Status written = write_document(options.output, document); !written) {
    return fail(written.error());
  }
  if (!options.log.empty()) {
    if (const Status written = write_file_atomically(options.log, records.log); !written)
      return fail(written.error());
  }
  if (!records.excerpt) return exit_done;
  const Result<std::string> script = training_script(*records.excerpt);
  if (!script) return fail(script.error());
  const Status written = write_file_atomically(options.script, *script);
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
  std::vector<std::string> sentences = {summary};
  if (const std::string saved = saved_as(options); !saved.empty()) sentences.push_back(saved);
  if (!options.script.empty()) {
    sentences.push_back(filled("The script was saved as <script>; run it with python3.",
                               {{"script", shortened(options.script, longest_place)}}));
  }
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  if (options.output != "-") return print(text);
  for (const std::string& sentence : sentences) complain(sentence);
  return exit_done;
}

void say_remarks(const TrainingTask& task, const Document& document, const std::vector<MatrixRef>& trained) {
  for (const std::string& remark : task.remarks(document)) complain(remark);
  const bool has_b_k = std::any_of(trained.begin(), trained.end(),
                                   [](const MatrixRef& ref) { return ref.name == MatrixName::b_k; });
  if (has_b_k) complain(why_b_k_stays);
}

/// What is trained: a document as training starts, and the matrices that change.
struct Start {
  Document document;
  std::vector<MatrixRef> trained;
};

Result<Start> start_of(const TrainOptions& options, const TrainingTask& task, Document document) {
  if (std::optional<Error> refused = task.refuse(document)) return *std::move(refused);
  if (std::optional<Error> refused = check_learning_rate(options.optimizer.learning_rate))
    return *std::move(refused);
  for (const std::string& path : {options.output, options.log, options.script})
    if (std::optional<Error> refused = refuse_file(path)) return *std::move(refused);
  Result<Document> prepared = task.with_data(std::move(document));
  if (!prepared) return prepared.error();
  const auto objective = task.objective(*prepared);
  if (!objective) return objective.error();
  Result<std::vector<MatrixRef>> trained = matrices_of(options, task, *prepared, (*objective)->parameters());
  if (!trained) return trained.error();
  say_remarks(task, *prepared, *trained);
  if (!options.seed) return Start{*std::move(prepared), *std::move(trained)};
  Result<Document> drawn =
      with_random_start(*prepared, *trained, (*objective)->words(), edits::Draw::nn_linear, *options.seed);
  if (!drawn) return drawn.error();
  return Start{*std::move(drawn), *std::move(trained)};
}

int train(const TrainOptions& options) {
  Result<LoadedDocument> loaded = load(options.source);
  if (!loaded) return fail(loaded.error());
  warn(loaded->warnings);
  const std::unique_ptr<TrainingTask> task = task_of(options);
  const Result<Start> start = start_of(options, *task, (*std::move(loaded)).document);
  if (!start) return fail(start.error());
  Result<std::unique_ptr<TrainingObjective>> objective = task->objective(start->document);
  if (!objective) return fail(objective.error());

  // From here on, signals end the training and not the program, so that what was learned is saved. Before, a
  // program that waits for standard input could not be interrupted.
  EndSignals signals;
  signals.listen([] {});  // training looks at taken() after each step
  TrainingRun run(*std::move(objective), {options.optimizer, start->trained, start->document.target},
                  TrainingRun::History::not_kept);
  if (!run.record().is_finite()) return fail({ErrorCode::not_finite, too_large_to_train});
  const double first_loss = run.record().loss;
  Records records = {log_header(run.record()) + log_line(0, run.record()), std::nullopt};
  if (!options.script.empty()) {
    records.excerpt = excerpt_of(run, start->document);
    if (const auto script = training_script(*records.excerpt); !script) return fail(script.error());
  }
  {
    TrainingProgress progress(options.steps);
    progress.show(0, first_loss);
    while (run.step() < options.steps && signals.taken() == 0 && run.advance()) {
      records.add(options, run);
      progress.show(run.step(), run.record().loss);
    }
  }
  const int signal = run.step() < options.steps ? signals.taken() : 0;
  const Result<Document> result = with_numbers_of(run, start->document);
  if (!result) return fail(result.error());
  if (const int failed = save(options, *result, records); failed != exit_done) return failed;
  if (run.problem()) return fail(*run.problem());
  if (signal != 0) {
    complain(filled("Training was interrupted at step <step>; what was learned up to then is saved.",
                    {{"step", count_text(run.step())}}));
    return exit_code_of(signal);
  }
  return report(options, task->summary(run, *result, first_loss));
}

}  // namespace

std::string loss_sentence(const char* least, const TrainingRun& run, double first_loss) {
  const OptimizerSettings& settings = run.settings().optimizer;
  return filled(
      "<steps> with <optimizer> at learning rate <rate>: the loss went from <first> to <last> nats; the "
      "lowest possible loss, <name>, is <least>.",
      {{"steps", counted(run.step(), "step")},
       {"optimizer", display_name(settings.optimizer)},
       {"rate", format_exactly(static_cast<float>(settings.learning_rate))},
       {"first", format_number(first_loss, 4)},
       {"last", format_number(run.record().loss, 4)},
       {"name", least},
       {"least", format_number(run.objective().least_loss(), 4)}});
}

void add_train(CLI::App& app, CommandAction& chosen) {
  CLI::App* command =
      app.add_subcommand("train", "Train the weights towards given attention, or to predict the next word");
  add_train_options(
      *command, [&chosen](const TrainOptions& options) { chosen = [options] { return train(options); }; });
}

}  // namespace attention_lab
