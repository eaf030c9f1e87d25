#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/document_source.h"
#include "app/commands/output.h"
#include "app/commands/seed_option.h"
#include "app/end_signals.h"
#include "app/files/document_file.h"
#include "app/files/document_json.h"
#include "app/files/text_file.h"
#include "app/files/training_target.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "core/training/match_objective.h"
#include "core/training/training_run.h"
#include "core/words/matrix_words.h"
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

/// The bar on a terminal.
class TrainingProgress {
 public:
  explicit TrainingProgress(std::int64_t steps) : steps_(steps), is_shown_(::isatty(STDERR_FILENO) == 1) {}
  ~TrainingProgress() {
    if (has_drawn_) std::fputs("\r\033[K", stderr);
  }
  TrainingProgress(const TrainingProgress&) = delete;
  TrainingProgress& operator=(const TrainingProgress&) = delete;

  void show(std::int64_t step, double loss) {
    if (!is_shown_) return;
    const Clock::time_point now = Clock::now();
    if (has_drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
    has_drawn_ = true;
    last_ = now;
    constexpr std::int64_t width = 30;
    const auto filled_part = static_cast<std::size_t>(width * step / steps_);
    const std::string bar = std::string(filled_part, '#') + std::string(width - filled_part, '.');
    const std::string line =
        filled("\r[<bar>] step <step> of <steps>, loss <loss>",
               {{"bar", bar}, {"step", step}, {"steps", steps_}, {"loss", format_number(loss, 4)}});
    std::fputs((line + "\033[K").c_str(), stderr);
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::int64_t steps_;
  bool is_shown_;
  bool has_drawn_ = false;
  Clock::time_point last_;
};

/// The matrices of --train, or why one of them cannot be trained.
Result<std::vector<MatrixRef>> matrices_of(const TrainOptions& options, const Document& document, Index head,
                                           const std::vector<MatrixRef>& possible) {
  std::vector<MatrixRef> trained;
  for (const MatrixRef& ref : possible) {
    for (const std::string& name : options.trained)
      if (to_string(ref.name) == name) trained.push_back(ref);
  }
  for (const std::string& name : options.trained) {
    const std::optional<MatrixName> known_name = matrix_name_from(name);
    const MatrixRef ref{known_name.value_or(MatrixName::X),
                        known_name && is_per_head(*known_name) ? head : 0};
    const bool is_found = known_name && std::find(trained.begin(), trained.end(), ref) != trained.end();
    if (is_found) continue;
    if (known_name) {
      if (std::optional<Error> refused = edits::refuse_edit(document, ref)) return *std::move(refused);
    }
    std::string list;
    for (const MatrixRef& other : possible)
      list += (list.empty() ? "" : ", ") + std::string(to_string(other.name));
    return Error{ErrorCode::not_found,
                 filled(known_name ? "The attention weights do not depend on <matrix>; --train takes <list>."
                                   : "There is no matrix <matrix>; --train takes <list>.",
                        {{"matrix", known_name ? name : in_quotes(name)}, {"list", list}})};
  }
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

std::string log_line(std::int64_t step, const TrainingRecord& record) {
  std::array<char, 96> line{};
  const int length = std::snprintf(line.data(), line.size(), "%lld,%.9g,%.9g\n", static_cast<long long>(step),
                                   record.loss, record.gradient_norm);
  return {line.data(), static_cast<std::size_t>(length)};
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

int save(const TrainOptions& options, const Document& document, const std::string& log) {
  if (!options.log.empty()) {
    if (const Status written = write_file_atomically(options.log, log); !written)
      return fail(written.error());
  }
  if (options.output == "-") return print(to_json(document));
  if (const Status written = write_document(options.output, document); !written) return fail(written.error());
  return exit_done;
}

int train(const TrainOptions& options) {
  EndSignals signals;  // also those that come before the first step
  Result<LoadedDocument> loaded = load(options.source);
  if (!loaded) return fail(loaded.error());
  warn(loaded->warnings);
  Document document = std::move(loaded->document);
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
        "softmax "
        "does not change then.");
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

  TrainingSettings settings{
      {.optimizer = *optimizer_from(options.optimizer), .learning_rate = options.learning_rate},
      *trained,
      start->target};
  TrainingRun run(std::make_unique<MatchObjective>(start->model, head), settings,
                  TrainingRun::History::not_kept);
  const double first_loss = run.record().loss;
  std::string log = "step,loss,gradient_norm\n" + log_line(0, run.record());
  signals.listen([] {});  // training looks at taken() after each step
  {
    TrainingProgress progress(options.steps);
    while (run.step() < options.steps && signals.taken() == 0 && run.advance()) {
      if (!options.log.empty()) log += log_line(run.step(), run.record());
      progress.show(run.step(), run.record().loss);
    }
  }
  signals.stop();
  const int signal = signals.taken();
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
  if (options.output == "-") return exit_done;
  return print(summary + "\n");
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
                   "document's)")
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
      ->delimiter(',');
  auto seed = std::make_shared<std::uint64_t>(0);
  const CLI::Option* seed_option = add_seed(
      *command, *seed,
      "Draw the trained matrices like nn.Linear with this seed first (start from the document's numbers)");
  command->add_option("--log", options->log, "Write the loss of every step into this CSV file")
      ->type_name("FILE");
  command->add_option("-o,--output", options->output, "Save the trained document here; - for standard output")
      ->type_name("FILE")
      ->required();
  command->callback([options, seed, seed_option, &chosen] {
    if (seed_option->count() > 0) options->seed = *seed;
    check_options(*options);
    chosen = [options] { return train(*options); };
  });
}

}  // namespace attention_lab
