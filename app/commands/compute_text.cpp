#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "app/commands/compute_output.h"
#include "app/export/text_export.h"
#include "app/export/text_names.h"
#include "core/attention/matrix_name.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

constexpr int printed_decimals = 4;

/// Columns of a terminal, near enough to keep the matrices straight: marks that combine take none, East Asian
/// characters and pictures take two.
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
  if (std::isnan(value)) return "nan";  // printf gives some of them a sign, which says nothing
  const bool has_exponent = std::isfinite(value) && std::abs(value) >= least_with_exponent;
  std::array<char, 64> text;
  const int length = std::snprintf(text.data(), text.size(), has_exponent ? "%.*e" : "%.*f", printed_decimals,
                                   static_cast<double>(value));
  return std::string(text.data(), static_cast<std::size_t>(length));
}

/// Of the longest of the numbers.
std::size_t width_of_numbers(const Matrix& values) {
  std::size_t width = 0;
  for (Index i = 0; i < values.size(); ++i) width = std::max(width, number(values.data()[i]).size());
  return width;
}

class ComputeText {
 public:
  /// `made` is null in the correct computation.
  ComputeText(TextPieces& text, const Document& document, const Trace& trace, const MadeMistake* made)
      : document_(document), trace_(trace), made_(made), text_(text) {
    for (const std::string& token : document.tokens) {
      labels_.push_back(shortened(token));
      label_width_ = std::max(label_width_, width_on_terminal(labels_.back()));
    }
  }

  void write() {
    const Model& model = document_.model;
    const bool is_identity = model.options.projection == Projection::identity;
    if (made_ != nullptr) mistake_line(*made_);
    if (!document_.title.empty()) text_ += shortened(dated_title(document_), longest_sentence) + "\n\n";
    if (model.has_positions()) {
      matrix("token_embeddings", "one row for each word", *model.token_embeddings);
      matrix("position_embeddings",
             model.options.positions == Positions::sinusoidal ? "sines and cosines of the position"
                                                              : "one row for each position",
             *model.position_embeddings);
      matrix("X", "token_embeddings + position_embeddings", trace_.X);
    } else {
      matrix("X", "token embeddings", *model.token_embeddings);
    }
    const bool has_several = trace_.heads.size() > 1;
    for (std::size_t i = 0; i < trace_.heads.size(); ++i) {
      if (has_several) {
        text_ += "\nHead " + std::to_string(i + 1) + " of " + std::to_string(trace_.heads.size()) + "\n";
      }
      head(trace_.heads[i], is_identity ? nullptr : &model.heads[i]);
    }
    if (!model.has_output_projection()) {
      matrix("context", has_several ? "the head outputs side by side" : "head_output", trace_.context);
    } else {
      if (has_several) matrix("concatenated", "the head outputs side by side", trace_.concatenated);
      matrix("context",
             std::string(has_several ? "concatenated" : "head_output") + " · W_o" +
                 (model.b_o->size() > 0 ? " + b_o" : ""),
             trace_.context);
    }
  }

 private:
  void mistake_line(const MadeMistake& made) {
    text_ += "Mistake: ";
    ((text_ += text_of(made.mistake).title) += " (") += to_string(made.mistake);
    text_ += "). What gives it away: ";
    const char* separator = "";
    for (const std::string& phrase : phrases_of(made.giveaway, made.mistake)) {
      (text_ += separator) += phrase;
      separator = "; ";
    }
    text_ += ".\n\n";
  }

  /// What a stage was made of: as the mistake has it, or else `right`.
  std::string origin(MatrixName stage, std::string right) const {
    const std::string_view wrong =
        made_ == nullptr ? "" : wrong_formula(made_->mistake, stage, document_.model.has_dropout());
    return wrong.empty() ? std::move(right) : std::string(wrong);
  }

  void head(const HeadStages& head, const Head* weights) {
    const auto projection = [&](MatrixName stage, const char* letter, bool has_bias) {
      if (weights == nullptr) return std::string("X");
      return origin(stage, std::string("X · W_") + letter) + (has_bias ? std::string(" + b_") + letter : "");
    };
    const Options& options = document_.model.options;
    matrix("Q", projection(MatrixName::Q, "q", weights != nullptr && weights->b_q->size() > 0), head.Q);
    matrix("K", projection(MatrixName::K, "k", weights != nullptr && weights->b_k->size() > 0), head.K);
    matrix("V", projection(MatrixName::V, "v", weights != nullptr && weights->b_v->size() > 0), head.V);
    matrix("scores", origin(MatrixName::scores, "Q · K^T"), head.scores);
    matrix("scaled_scores",
           origin(MatrixName::scaled_scores, "scores ÷ " + number(trace_.divisor) + scale_in_words()),
           head.scaled_scores);
    matrix("masked_scores",
           origin(MatrixName::masked_scores, options.mask == Mask::causal
                                                 ? "scaled_scores, -inf where a token is later"
                                                 : "scaled_scores, not masked"),
           scores_for_softmax(document_.model, head));
    matrix("weights", with_temperature(origin(MatrixName::weights, "softmax of each row of masked_scores")),
           head.weights);
    if (document_.model.has_dropout()) {
      matrix("dropout_mask",
             "0 where a weight is dropped, 1 ÷ (1 − " +
                 format_exactly(static_cast<float>(options.dropout.p)) + ") where it is kept",
             head.dropout_mask);
      matrix("dropped_weights", "weights × dropout_mask; its rows sum to 1 only on average",
             head.dropped_weights);
    }
    const std::string mixing(to_string(mixing_weights(document_.model)));
    matrix("head_output", origin(MatrixName::head_output, mixing + " · V"), head.head_output);
  }

  /// Softmax takes its masked_scores ÷ the temperature.
  std::string with_temperature(std::string formula) const {
    const Scalar temperature = document_.model.options.temperature;
    constexpr std::string_view logits = "masked_scores";
    const std::size_t place = formula.find(logits);
    if (temperature != 1 && place != std::string::npos)
      formula.insert(place + logits.size(), " ÷ " + number(temperature));
    return formula;
  }

  std::string scale_in_words() const {
    switch (document_.model.options.scale.kind) {
      case Scale::Kind::sqrt_d_k:
        return ", the square root of d_k = " + std::to_string(document_.model.d_k());
      case Scale::Kind::none: return ", no scaling";
      case Scale::Kind::custom: return ", a custom divisor";
    }
    return "";
  }

  void matrix(const std::string& name, const std::string& origin, const Matrix& values) {
    if (!is_first_) text_ += '\n';
    is_first_ = false;
    text_ += name + " = " + origin + "  (" + std::to_string(values.rows()) + " × " +
             std::to_string(values.cols()) + ")\n";
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
  const MadeMistake* made_;
  std::vector<std::string> labels_;
  std::size_t label_width_ = 0;
  TextPieces& text_;
  bool is_first_ = true;  // no matrix yet: between two stands an empty line
};

}  // namespace

std::size_t estimated_compute_size(const Document& document) {
  constexpr std::size_t bytes_of_a_row = 3 * longest_quotation;  // its label, padded
  const Model& model = document.model;
  std::size_t bytes = 0;
  for (const MatrixRef& ref : exported_matrices(model)) {
    const bool is_printed = !is_given(model, ref.name) || !is_per_head(ref.name);
    if (!is_printed) continue;
    bytes += static_cast<std::size_t>(number_count(model, ref)) * bytes_of_a_number +
             static_cast<std::size_t>(model.n_tokens()) * bytes_of_a_row;
  }
  return bytes;
}

void compute_text(TextPieces& text, const Document& document, const Trace& trace) {
  ComputeText(text, document, trace, nullptr).write();
}

void compute_text(TextPieces& text, const Document& document, const Trace& wrong, const MadeMistake& made) {
  ComputeText(text, document, wrong, &made).write();
}

}  // namespace attention_lab
