#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "app/commands/compute_output.h"
#include "app/export/text_export.h"
#include "app/export/text_names.h"
#include "core/attention/forward.h"
#include "core/attention/matrix_name.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

constexpr int printed_decimals = 4;

/// The approximate width in a terminal, to align the matrices: 0 for combining marks, 2 for East Asian
/// characters and emoji.
int columns_of(char32_t c) {
  const auto is_within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  if (is_within(0x300, 0x36F) || is_within(0x200B, 0x200F) || is_within(0xFE00, 0xFE0F)) return 0;
  if (is_within(0x1100, 0x115F) || is_within(0x2E80, 0xA4CF) || is_within(0xAC00, 0xD7A3) ||
      is_within(0xF900, 0xFAFF) || is_within(0xFE30, 0xFE6F) || is_within(0xFF00, 0xFF60) ||
      is_within(0x1F300, 0x1FAFF) || is_within(0x20000, 0x3FFFD)) {
    return 2;
  }
  return 1;
}

std::size_t width_on_terminal(std::string_view text) {
  int width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = code_point_at(text, i);
    width += columns_of(c.value);
    i += c.size;
  }
  return static_cast<std::size_t>(width);
}

std::string number(Scalar value) {
  constexpr Scalar least_with_exponent = 1e10F;
  if (std::isnan(value)) return "nan";  // printf prints a meaningless sign for some NaNs
  const bool has_exponent = std::isfinite(value) && std::abs(value) >= least_with_exponent;
  std::array<char, 64> text;
  const int length = std::snprintf(text.data(), text.size(), has_exponent ? "%.*e" : "%.*f", printed_decimals,
                                   static_cast<double>(value));
  return std::string(text.data(), static_cast<std::size_t>(length));
}

/// All matrices but weights and biases are printed.
bool is_printed(const Model& model, MatrixName name) {
  return !is_given(model, name) || (has_token_rows(name) && !is_per_head(name));
}

/// The width of the widest number.
std::size_t width_of_numbers(const MatrixView& values) {
  std::size_t width = 0;
  for (Index i = 0; i < values.size(); ++i) width = std::max(width, number(values.data()[i]).size());
  return width;
}

class ComputeText {
 public:
  ComputeText(TextPieces& text, const Document& document, const Trace& trace,
              const std::optional<MadeMistake>& made)
      : document_(document),
        trace_(trace),
        made_(made),
        source_{document, trace, printed_decimals},
        text_(text) {
    for (const std::string& token : document.tokens) {
      labels_.push_back(shortened(token));
      label_width_ = std::max(label_width_, width_on_terminal(labels_.back()));
    }
  }

  void write() {
    if (made_) mistake_line(*made_);
    if (!document_.title.empty()) text_ += shortened(dated_title(document_), longest_sentence) + "\n\n";
    for (const MatrixRef& ref : exported_matrices(document_.model)) {
      if (!is_printed(document_.model, ref.name)) continue;
      if (source_.has_several_heads() && ref.name == MatrixName::Q) {
        text_ +=
            filled("\nHead <head> of <count>\n", {{"head", ref.head + 1}, {"count", trace_.heads.size()}});
      }
      matrix(ref);
    }
  }

 private:
  void mistake_line(const MadeMistake& made) {
    std::string phrases;
    for (const std::string& phrase : phrases_of(made.giveaway, made.mistake))
      phrases += (phrases.empty() ? "" : "; ") + phrase;
    text_ += filled(
        "Mistake: <title> (<name>). What gives it away: <phrases>.\n\n",
        {{"title", text_of(made.mistake).title}, {"name", to_string(made.mistake)}, {"phrases", phrases}});
  }

  /// The formula of a matrix: that of the mistake, or else the correct one.
  std::string origin(const MatrixRef& ref) const {
    const std::string_view wrong =
        made_ ? wrong_formula(made_->mistake, ref.name, document_.model.has_dropout()) : "";
    std::string formula = wrong.empty() ? right_origin(ref.name) : std::string(wrong);
    if (const Layer* layer = layer_of(ref.name); layer != nullptr && is_per_head(ref.name) &&
                                                 number_count(document_.model, {layer->bias, ref.head}) > 0)
      formula.append(" + ").append(to_string(layer->bias));
    return ref.name == MatrixName::weights ? with_temperature(formula) : formula;
  }

  std::string right_origin(MatrixName name) const {
    const Options& options = document_.model.options;
    const bool is_identity = options.projection == Projection::identity;
    switch (name) {
      case MatrixName::token_embeddings: return "one row for each token";
      case MatrixName::position_embeddings:
        return options.positions == Positions::sinusoidal ? "sines and cosines of the position"
                                                          : "one row for each position";
      case MatrixName::X:
        return document_.model.has_positions() ? formula_text(source_, name) : "token embeddings";
      case MatrixName::Q:
      case MatrixName::K:
      case MatrixName::V: return is_identity ? "X" : "X · " + std::string(to_string(layer_of(name)->weight));
      case MatrixName::scores: return "Q · K^T";
      case MatrixName::scaled_scores: return scaling();
      case MatrixName::masked_scores:
        if (options.mask == Mask::none) return formula_text(source_, name);
        return filled("scaled_scores, -inf <where>", {{"where", mask_words_of(options.mask).where}});
      case MatrixName::weights: return softmax_formula("");
      case MatrixName::dropped_weights:
        return filled("<formula>; its rows sum to 1 only on average",
                      {{"formula", formula_text(source_, name)}});
      default: return formula_text(source_, name);
    }
  }

  /// Softmax divides masked_scores by the temperature.
  std::string with_temperature(std::string formula) const {
    const Scalar temperature = document_.model.options.temperature;
    constexpr std::string_view logits = "masked_scores";
    const std::size_t place = formula.find(logits);
    if (temperature != 1 && place != std::string::npos)
      formula.insert(place + logits.size(), " ÷ " + number(temperature));
    return formula;
  }

  std::string scaling() const {
    const std::string divisor = number(trace_.divisor);
    switch (document_.model.options.scale.kind) {
      case Scale::Kind::sqrt_d_k:
        return filled("scores ÷ <divisor>, the square root of d_k = <d_k>",
                      {{"divisor", divisor}, {"d_k", document_.model.d_k()}});
      case Scale::Kind::none: return filled("scores ÷ <divisor>, unscaled", {{"divisor", divisor}});
      case Scale::Kind::custom: return filled("scores ÷ <divisor>, a custom divisor", {{"divisor", divisor}});
    }
    return "";
  }

  void matrix(const MatrixRef& ref) {
    const MatrixView values = source_.view(ref);
    if (!is_first_) text_ += '\n';
    is_first_ = false;
    text_ += std::string(to_string(ref.name)) + " = " + origin(ref) + "  (" +
             shape_text(values.rows(), values.cols()) + ")\n";
    const std::size_t width = width_of_numbers(values);
    for (std::size_t row = 0; row < labels_.size(); ++row) {
      text_ += "  " + labels_[row] + std::string(label_width_ - width_on_terminal(labels_[row]), ' ');
      for (Index column = 0; column < values.cols(); ++column) {
        const std::string digits = number(values(static_cast<Index>(row), column));
        (text_ += std::string(2 + width - digits.size(), ' ')) += digits;
      }
      text_ += '\n';
    }
  }

  const Document& document_;
  const Trace& trace_;
  const std::optional<MadeMistake>& made_;
  const TextSource source_;
  std::vector<std::string> labels_;
  std::size_t label_width_ = 0;
  TextPieces& text_;
  bool is_first_ = true;  // an empty line separates two matrices
};

}  // namespace

std::size_t estimated_compute_size(const Document& document) {
  constexpr std::size_t bytes_of_a_row = 3 * longest_quotation;  // its padded label
  const Model& model = document.model;
  std::size_t bytes = 0;
  for (const MatrixRef& ref : exported_matrices(model)) {
    if (!is_printed(model, ref.name)) continue;
    bytes += static_cast<std::size_t>(number_count(model, ref)) * bytes_of_a_number +
             static_cast<std::size_t>(model.n_tokens()) * bytes_of_a_row;
  }
  // JSON has the sentence that is shown once more.
  const auto count = static_cast<std::size_t>(n_sentences(document));
  return count > 1 ? bytes * (count + 1) : bytes;
}

void compute_text(TextPieces& text, const Document& document, const Trace& trace,
                  const std::optional<MadeMistake>& made) {
  if (!has_batch(document) || made) return ComputeText(text, document, trace, made).write();
  for (Index i = 0; i < n_sentences(document); ++i) {
    text += filled(i == 0 ? "Sentence <number> of <count>\n\n" : "\nSentence <number> of <count>\n\n",
                   {{"number", i + 1}, {"count", n_sentences(document)}});
    const Document shown = showing(document, i);
    Trace of_sentence;
    forward(shown.model, of_sentence);
    ComputeText(text, shown, of_sentence, made).write();
  }
}

}  // namespace attention_lab
