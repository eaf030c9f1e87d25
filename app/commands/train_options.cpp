#include "app/commands/train_options.h"

#include <array>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/commands/output.h"
#include "app/commands/seed_option.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::int64_t most_steps = 1'000'000;

/// The options as typed.
struct TrainArguments {
  TrainOptions options;
  std::string objective = "match";
  std::string loss_over = "last-word";
  std::string output_layer;
  std::string optimizer = "adam";
  std::uint64_t seed = 0;
};

template <class Names>
auto named(const Names& names, std::string_view text) {
  std::optional<typename Names::value_type> found;
  for (const auto name : names)
    if (to_string(name) == text) found = name;
  return found;
}

void refuse_options_of_others(Objective objective, const CLI::App& command) {
  struct Owned {
    const char* option;
    Objective objective;
  };
  constexpr std::array owned = {
      Owned{"--target", Objective::match},        Owned{"--head", Objective::match},
      Owned{"--corpus", Objective::next_word},    Owned{"--held-out", Objective::next_word},
      Owned{"--loss-over", Objective::next_word}, Owned{"--output-layer", Objective::next_word}};
  for (const Owned& each : owned) {
    if (command.count(each.option) == 0 || each.objective == objective) continue;
    refuse(filled(std::string_view(each.option) == "--head"
                      ? "<option> is only for the objective <objective>; next-word trains all heads"
                      : "<option> is only for the objective <objective>",
                  {{"option", each.option}, {"objective", to_string(each.objective)}}));
  }
}

/// Standard input can be read once only.
void refuse_second_reader(const TrainOptions& options) {
  int readers = 0;
  for (const std::string* file : {&options.source.file, &options.target, &options.corpus, &options.held_out})
    readers += *file == "-" ? 1 : 0;
  if (readers > 1) refuse("Only one file can be read from standard input (-)");
}

void refuse_outputs(const TrainOptions& options) {
  if (options.output.empty()) refuse("--output needs a file name");
  if (options.log == "-") refuse("--log needs a file name; only --output can be standard output");
  if (options.script == "-") refuse("--script needs a file name; only --output can be standard output");
  if (options.log == options.output) refuse("--log and --output must be different files");
  if (options.script == options.output) refuse("--script and --output must be different files");
  if (!options.log.empty() && options.log == options.script)
    refuse("--log and --script must be different files");
}

TrainOptions options_of(const TrainArguments& arguments, const CLI::App& command) {
  TrainOptions options = arguments.options;
  require_document_source(options.source);
  options.objective =
      known(named(all_objectives, arguments.objective), "--objective", all_objectives, arguments.objective);
  options.loss_over =
      known(named(all_losses, arguments.loss_over), "--loss-over", all_losses, arguments.loss_over);
  if (command.count("--output-layer") > 0) {
    options.output_layer = known(named(all_output_layers, arguments.output_layer), "--output-layer",
                                 all_output_layers, arguments.output_layer);
  }
  options.optimizer.optimizer =
      known(optimizer_from(arguments.optimizer), "--optimizer", all_optimizers, arguments.optimizer);
  if (command.count("--seed") > 0) options.seed = arguments.seed;
  refuse_options_of_others(options.objective, command);
  if (options.steps < 1 || options.steps > most_steps) {
    refuse(filled("--steps must be from 1 to 1,000,000, not <steps>", {{"steps", options.steps}}));
  }
  refuse_second_reader(options);
  refuse_outputs(options);
  return options;
}

void add_what_is_learned(CLI::App& command, TrainArguments& arguments) {
  TrainOptions& options = arguments.options;
  command
      .add_option("--objective", arguments.objective,
                  "What is learned: match (the attention of a target) or next-word (the next words of a "
                  "corpus) (match)")
      ->type_name("NAME");
  command
      .add_option("--target", options.target,
                  "match: a file {\"target\": [[...], ...]} with the attention to learn; - for standard "
                  "input (the document’s)")
      ->type_name("FILE");
  command.add_option("--head", options.head, "match: which head is trained (1)")->type_name("N");
  command
      .add_option("--corpus", options.corpus,
                  "next-word: a text file with the sentences to learn from, one per line; - for standard "
                  "input (the document’s). The saved document contains them")
      ->type_name("FILE");
  command
      .add_option("--held-out", options.held_out,
                  "next-word: a text file with sentences that are predicted but not learned (the document’s)")
      ->type_name("FILE");
  command
      .add_option("--loss-over", arguments.loss_over,
                  "next-word: which predictions count, last-word or every-position (last-word)")
      ->type_name("NAME");
  command
      .add_option(
          "--output-layer", arguments.output_layer,
          "next-word: what scores the words: tied (their features) or linear (a layer W_u, which starts "
          "with the features). The saved document has it (the document’s)")
      ->type_name("NAME");
}

}  // namespace

std::string_view to_string(Objective objective) {
  return objective == Objective::match ? "match" : "next-word";
}

std::string_view to_string(LossOver over) {
  return over == LossOver::last_word ? "last-word" : "every-position";
}

std::string_view to_string(OutputLayer layer) {
  return layer == OutputLayer::tied ? "tied" : "linear";
}

void add_train_options(CLI::App& command, std::function<void(const TrainOptions&)> take) {
  auto arguments = std::make_shared<TrainArguments>();
  TrainOptions& options = arguments->options;
  add_document_source(command, options.source);
  add_what_is_learned(command, *arguments);
  command.add_option("--optimizer", arguments->optimizer, "sgd, momentum or adam (adam)")->type_name("NAME");
  command.add_option("--learning-rate", options.optimizer.learning_rate, "How large each update is (0.05)")
      ->type_name("X");
  command.add_option("--steps", options.steps, "How many steps, 1 to 1000000 (200)")->type_name("N");
  command
      .add_option("--train", options.trained,
                  "The matrices that change, such as W_q,W_k,b_q,X; the others are frozen (W_q,W_k; with "
                  "next-word W_q,W_k,W_v,W_o,W_u). With next-word, X means the features of all words, and "
                  "W_u the output layer of a document that has one")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_seed(command, arguments->seed,
           "Draw the trained matrices like nn.Linear first: the first one with this seed, the second with "
           "the next one, … (start from the document’s numbers)");
  command
      .add_option("--log", options.log,
                  "Write step, loss, held_out_loss (if there are held-out sentences) and gradient_norm of "
                  "every step into this CSV file; step 0 is the start")
      ->type_name("FILE");
  command
      .add_option("--script", options.script,
                  "Write a PyTorch script that repeats this training and compares its losses")
      ->type_name("FILE");
  command
      .add_option(
          "-o,--output", options.output,
          "Save the trained document here; - for standard output. Ctrl+C stops training and saves what "
          "was learned")
      ->type_name("FILE")
      ->required();
  command.callback([arguments, &command, take = std::move(take)] { take(options_of(*arguments, command)); });
}

}  // namespace attention_lab
