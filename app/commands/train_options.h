// The options of the command `train`.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/document_source.h"
#include "core/attention/types.h"
#include "core/document/corpus.h"
#include "core/training/optimizer.h"

namespace CLI {
class App;
}

namespace attention_lab {

enum class Objective { match, next_word };
inline constexpr std::array all_objectives = {Objective::match, Objective::next_word};
/// "match", "next-word".
std::string_view to_string(Objective objective);

inline constexpr std::array all_losses = {LossOver::last_word, LossOver::every_position};
/// "last-word", "every-position".
std::string_view to_string(LossOver over);

/// What scores the words: their features, or W_u.
enum class OutputLayer { tied, linear };
inline constexpr std::array all_output_layers = {OutputLayer::tied, OutputLayer::linear};
/// "tied", "linear".
std::string_view to_string(OutputLayer layer);

struct TrainOptions {
  DocumentSource source;
  Objective objective = Objective::match;
  std::string target;  // a file; empty: the document's
  Index head = 1;      // counted from 1
  std::string corpus;  // a file; empty: the document's
  std::string held_out;
  LossOver loss_over = LossOver::last_word;
  std::optional<OutputLayer> output_layer;  // empty: the document's
  OptimizerSettings optimizer;
  std::int64_t steps = 200;
  std::vector<std::string> trained;  // empty: what the objective usually trains
  std::optional<std::uint64_t> seed;
  std::string log;
  std::string script;
  std::string output;
};

/// Adds the options to the command, which passes them on when it is parsed. Wrong usage (unknown names,
/// options of the other objective) throws CLI::ParseError.
void add_train_options(CLI::App& command, std::function<void(const TrainOptions&)> take);

}  // namespace attention_lab
