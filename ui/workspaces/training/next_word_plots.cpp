#include "ui/workspaces/training/next_word_plots.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "core/document/matrix_labels.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/value_range.h"
#include "ui/figures/charts/bars.h"
#include "ui/workspaces/training/training_plots.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_bars = 24;
constexpr std::size_t most_rows = 6;

std::string quoted(const std::vector<std::string>& tokens) {
  return quoted_markup(join_tokens(tokens));
}

/// The words that end a sentence of the corpus, in the order in which they first do.
std::vector<Index> last_words(const Corpus& corpus) {
  std::vector<Index> words;
  for (const std::vector<Index>& sentence : corpus.sentences)
    if (std::find(words.begin(), words.end(), sentence.back()) == words.end())
      words.push_back(sentence.back());
  return words;
}

/// Puts the word in the place of the last one unless it is there already; −1: no word.
void show(Index word, std::vector<Index>& words) {
  if (word >= 0 && std::find(words.begin(), words.end(), word) == words.end()) words.back() = word;
}

}  // namespace

std::vector<Index> by_probability(const NextWordPrediction& prediction) {
  std::vector<Index> words(static_cast<std::size_t>(prediction.probabilities.size()));
  std::iota(words.begin(), words.end(), Index{0});
  std::stable_sort(words.begin(), words.end(), [&](Index a, Index b) {
    return prediction.probabilities(a) > prediction.probabilities(b);
  });
  return words;
}

PlotPointer last_words_plot(const NextWordObjective& objective, const Corpus& corpus, const char* stem,
                            std::string title, int decimals) {
  const std::vector<Index> candidates = last_words(corpus);
  const auto name = [&](Index word) { return objective.words()[static_cast<std::size_t>(word)]; };
  auto owned =
      std::make_shared<ComparedHeatmap>(Matrix::Zero(std::ssize(corpus.sentences), std::ssize(candidates)));
  HeatmapSpec& spec = owned->spec;
  for (const Index word : candidates) spec.column_labels.push_back(name(word));
  for (std::size_t i = 0; i < corpus.sentences.size(); ++i) {
    const std::vector<Index>& sentence = corpus.sentences[i];
    const auto prefix = std::span(sentence).first(sentence.size() - 1);
    std::vector<std::string> words;
    for (const Index word : sentence) words.push_back(name(word));
    spec.row_labels.push_back(join_tokens(words));
    const Result<NextWordPrediction> prediction = objective.predict(prefix);
    if (!prediction) continue;  // a longer sentence than there are positions is refused when the run starts
    for (std::size_t j = 0; j < candidates.size(); ++j)
      owned->numbers(static_cast<Index>(i), static_cast<Index>(j)) = prediction->probabilities(candidates[j]);
    Index predicted = 0;
    prediction->probabilities.maxCoeff(&predicted);
    const bool is_right = is_most_probable(prediction->probabilities, sentence.back());
    spec.row_notes.push_back(is_right ? "✓" : name(predicted));
  }
  spec.title = std::move(title);
  spec.column_axis = "prediction";
  spec.row_label_share = 0.42f;  // the last words, in which the sentences differ, must not be cut off
  spec.legend = "probability";
  spec.decimals = std::min(decimals, 2);
  return heatmap_plot(owned, stem,
                      "The probability of each last word after the other words of each sentence.");
}

namespace {

PlotPointer prompt_attention_plot(const Prompt& prompt, Index head, std::int64_t step, int decimals) {
  auto owned = std::make_shared<ComparedHeatmap>(*find(prompt.now.trace, {MatrixName::weights, head}));
  HeatmapSpec& spec = owned->spec;
  spec.row_labels = prompt.tokens;
  spec.column_labels = prompt.tokens;
  spec.title = title_of_weights(prompt.now.model, head, step);
  spec.mask = Mask::causal;
  spec.legend = "weight";
  spec.row_axis = "query";
  spec.column_axis = "key";
  spec.decimals = decimals;
  spec.emphasis.row = std::ssize(prompt.tokens) - 1;
  return heatmap_plot(owned, "prompt-attention", "The attention weights of the prompt.");
}

}  // namespace

PlotPointer prompt_plot(const Document& document, const Prompt& prompt, const MatrixRef& stage,
                        std::int64_t step, int decimals) {
  if (stage.name == MatrixName::weights) return prompt_attention_plot(prompt, stage.head, step, decimals);
  const MatrixView numbers = matrix_view(prompt.now.model, prompt.now.trace, stage);
  const std::string name = as_markup(name_with_head(prompt.now.model, stage));
  return signed_plot({prompt.tokens, labels_of_columns(document, stage.name, numbers.cols())}, numbers,
                     "prompt-stage",
                     filled("<matrix> at step <step>", {{"matrix", name}, {"step", count_text(step)}}),
                     filled("<matrix> of the prompt.", {{"matrix", to_string(stage.name)}}),
                     display_name(stage.name), decimals);
}

PlotPointer seeds_plot(const SeedComparison& seeds, Index head, const std::vector<std::string>& tokens,
                       int decimals) {
  auto owned =
      std::make_shared<ComparedHeatmap>(Matrix::Zero(std::ssize(tokens), std::ssize(seeds.results())));
  HeatmapSpec& spec = owned->spec;
  for (std::size_t i = 0; i < seeds.results().size(); ++i) {
    const SeedResult& result = seeds.results()[i];
    if (result.attention.cols() == owned->numbers.rows())
      owned->numbers.col(static_cast<Index>(i)) = result.attention.row(head).transpose();
    spec.column_labels.push_back(std::to_string(result.seed));
  }
  spec.row_labels = tokens;
  const bool has_heads = !seeds.results().empty() && seeds.results().front().attention.rows() > 1;
  const std::string token = quoted_markup(tokens.back());
  spec.title = has_heads ? filled("Attention of <token> in head <head> with ten seeds",
                                  {{"token", token}, {"head", head + 1}})
                         : filled("Attention of <token> with ten seeds", {{"token", token}});
  spec.row_axis = "key";
  spec.column_axis = "seed";
  spec.legend = "weight";
  spec.decimals = std::min(decimals, 2);
  const Index n_matrices = std::ssize(seeds.settings().training.trained);
  const char* tip =
      n_matrices > 1
          ? "The attention of the last token after training from ten random starts. Each start uses <n> "
            "seeds in a row, one for each trained matrix; a column is labelled with the first of them."
          : "The attention of the last token after training from ten random starts. Each start uses <n> "
            "seed.";
  return heatmap_plot(owned, "seeds", filled(tip, {{"n", n_matrices}}));
}

PlotPointer logits_plot(const Document& document, const NextWordObjective& objective, const Prompt& prompt,
                        int decimals) {
  const bool is_tied = objective.is_tied();
  std::vector<Index> words = by_probability(prompt.now);
  if (words.size() > most_rows) words.resize(most_rows);
  show(prompt.right_word, words);
  const RowVector context = prompt.now.trace.context.bottomRows(1);
  auto owned = std::make_shared<ComparedHeatmap>(Matrix::Zero(std::ssize(words) + 1, context.size()));
  HeatmapSpec& spec = owned->spec;
  owned->numbers.row(0) = context;
  spec.row_labels.push_back("context");
  spec.row_notes.emplace_back();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Index word = words[i];
    const RowVector factors = is_tied ? RowVector(objective.word_features().row(word))
                                      : RowVector(objective.W_u().col(word).transpose());
    owned->numbers.row(static_cast<Index>(i) + 1) = context.cwiseProduct(factors);
    spec.row_labels.push_back(objective.words()[static_cast<std::size_t>(word)]);
    spec.row_notes.push_back(
        filled("Σ <logit> → <probability>",
               {{"logit", format_number(static_cast<double>(prompt.now.logits(word)), 2)},
                {"probability", format_number(static_cast<double>(prompt.now.probabilities(word)), 4)}}));
  }
  spec.column_labels =
      labels_of_columns(document, is_tied ? MatrixName::X : MatrixName::context, context.size());
  const double limit = round_up_nicely(range_of(spec.values, false).magnitude());
  spec.map = ColourMap::puor;
  spec.low = -limit;
  spec.high = limit;
  spec.title = is_tied ? "Context × features of each word" : "Context × each word’s column of W_u";
  spec.column_axis = is_tied ? "feature" : "dimension of the context";
  spec.legend = "product";
  spec.decimals = std::min(decimals, 2);
  return heatmap_plot(
      owned, "next-word-logits",
      is_tied ? "The context vector of the last token, and its product with each feature of the "
                "most probable words; their sum is the logit of the word."
              : "The context vector of the last token, and its product with each number in the "
                "columns of W_u for the most probable words; their sum is the logit of the word.");
}

PlotPointer next_words_plot(const NextWordObjective& objective, const Prompt& prompt, std::int64_t step,
                            int decimals) {
  BarsSpec spec;
  spec.title = filled("The next word after <prompt>", {{"prompt", quoted(prompt.tokens)}});
  spec.value_axis.title = "probability";
  spec.value_axis.high = 1;
  spec.decimals = std::min(decimals, 2);
  std::vector<Index> words = by_probability(prompt.now);
  if (words.size() > most_bars) words.resize(most_bars);
  show(prompt.right_word, words);
  BarSeries before{"step 0", {}, {}};
  BarSeries now{filled("step <step>", {{"step", count_text(step)}}), {}, {}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    spec.labels.push_back(objective.words()[static_cast<std::size_t>(words[i])]);
    before.values.push_back(static_cast<double>(prompt.before.probabilities(words[i])));
    now.values.push_back(static_cast<double>(prompt.now.probabilities(words[i])));
    if (words[i] == prompt.right_word) spec.strong = i;
  }
  spec.series = {now};
  if (step > 0) spec.series.insert(spec.series.begin(), before);
  const auto kept = std::make_shared<const BarsSpec>(std::move(spec));
  return make_plot(
      "next-words", "The probabilities of the next word, at the start of the run and now.",
      [kept](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        BarsSpec drawn = *kept;
        drawn.series.front().colour = mix(style.quiet_text, style.ground, 0.45f);
        drawn.series.back().colour = style.accent;
        return bars(drawn, width, height, style, metrics);
      },
      [kept] {
        NumberTable table{"word", {}, kept->labels, {}};
        table.rows.resize(kept->labels.size());
        for (const BarSeries& series : kept->series) {
          table.columns.push_back(series.name);
          for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].push_back(series.values[i]);
        }
        return table;
      });
}

}  // namespace attention_lab
