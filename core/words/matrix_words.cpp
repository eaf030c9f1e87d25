#include "core/words/matrix_words.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "core/words/mask_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

bool is_part_of_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Writes a known name as on the screen; returns other words unchanged.
std::string name_as_markup(const std::string& name) {
  if (name == "d_model") return "d_{model}";
  if (name == "d_k" || name == "d_v") return name;
  const std::optional<MatrixName> matrix = matrix_name_from(name);
  return matrix ? display_name(*matrix) : escape_markup(name);
}

}  // namespace

std::string display_name(MatrixName name) {
  std::string text(to_string(name));
  const bool is_symbol = text[0] == 'W' || text[1] == '_';
  if (!is_symbol) std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string as_markup(std::string_view plain) {
  // Signs that are not names, and how they are written.
  constexpr std::pair<std::string_view, const char*> signs[] = {{"^T", "^T"}, {"ᵀ", "^T"}, {"-inf", "−∞"}};
  std::string markup;
  for (std::size_t at = 0; at < plain.size();) {
    const auto sign = std::find_if(std::begin(signs), std::end(signs), [&](const auto& each) {
      return plain.substr(at, each.first.size()) == each.first;
    });
    if (sign != std::end(signs)) {
      markup += sign->second;
      at += sign->first.size();
      continue;
    }
    std::size_t end = at;
    while (end < plain.size() && is_part_of_a_name(plain[end])) ++end;
    end = std::max(end, at + 1);
    markup += name_as_markup(std::string(plain.substr(at, end - at)));
    at = end;
  }
  return markup;
}

std::string name_with_head(const Model& model, const MatrixRef& ref) {
  if (!is_per_head(ref.name) || model.n_heads() == 1) return std::string(to_string(ref.name));
  return filled("<matrix> of head <head>", {{"matrix", to_string(ref.name)}, {"head", ref.head + 1}});
}

std::string formula_of(const Model& model, MatrixName name) {
  const bool is_identity = model.options.projection == Projection::identity;
  std::string mixed = filled("= <weights> · <values>", {{"weights", display_name(mixing_weights(model))},
                                                        {"values", is_identity ? "X" : "V"}});
  switch (name) {
    case MatrixName::token_embeddings: return "one per token";
    case MatrixName::position_embeddings:
      return model.options.positions == Positions::sinusoidal ? "sin and cos" : "one per position";
    case MatrixName::X: return model.has_positions() ? "= tokens + positions" : "embeddings";
    case MatrixName::scores: return is_identity ? "= XX^T" : "= QK^T";
    case MatrixName::scaled_scores:
      if (model.options.scale.kind == Scale::Kind::none) return "= scores, not scaled";
      return "= scores ÷ " + divisor_symbol(model.options.scale);
    case MatrixName::masked_scores:
      return model.options.mask == Mask::none ? "= scaled scores" : mask_words_of(model.options.mask).hidden;
    case MatrixName::weights: return "= softmax of each row";
    case MatrixName::dropout_mask: return "0, or 1 ÷ (1 − p)";
    case MatrixName::dropped_weights: return "= weights × mask";
    case MatrixName::head_output: return mixed;
    case MatrixName::concatenated: return "heads side by side";
    case MatrixName::context:
      if (model.has_output_projection()) {
        const std::string bias = model.b_o->size() > 0 ? " + b_o" : "";
        return (model.n_heads() > 1 ? "= concatenated · W_o" : "= head output · W_o") + bias;
      }
      if (model.n_heads() > 1) return "= heads side by side";
      return mixed;
    default: return {};
  }
}

std::string divisor_symbol(const Scale& scale) {
  switch (scale.kind) {
    case Scale::Kind::sqrt_d_k: return "√d_k";
    case Scale::Kind::none: return "1";
    case Scale::Kind::custom: return format_exactly(static_cast<float>(scale.custom_divisor));
  }
  return {};
}

std::string divisor_text(const Model& model) {
  const std::string value = format_briefly(static_cast<double>(model.divisor()));
  switch (model.options.scale.kind) {
    case Scale::Kind::sqrt_d_k: return "÷ √d_k = " + value;
    case Scale::Kind::none: return "not scaled";
    case Scale::Kind::custom: return "÷ " + value;
  }
  return {};
}

std::string transpose_note(MatrixName weight) {
  return filled("<matrix> is the transpose of nn.Linear’s .weight, which PyTorch stores as (out, in).",
                {{"matrix", to_string(weight)}});
}

std::string shape_text(Index rows, Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

std::string shape_text(Index n_sentences, MatrixName name, Index rows, Index columns) {
  const std::string shape = shape_text(rows, columns);
  const bool is_of_each = has_token_rows(name) && name != MatrixName::position_embeddings;
  return n_sentences > 1 && is_of_each ? std::to_string(n_sentences) + " × " + shape : shape;
}

std::string symbol_of(const CellRef& cell) {
  const std::string row = std::to_string(cell.row + 1);
  const std::string column = std::to_string(cell.column + 1);
  const auto entry = [&](const char* letter) { return letter + ("_{" + row + "," + column + "}"); };
  switch (cell.matrix.name) {
    case MatrixName::token_embeddings: return entry("e");
    case MatrixName::position_embeddings: return entry("p");
    case MatrixName::X: return entry("x");
    case MatrixName::Q: return entry("q");
    case MatrixName::K: return entry("k");
    case MatrixName::V: return entry("v");
    case MatrixName::scores: return entry("ω");
    case MatrixName::scaled_scores: return entry("s");
    case MatrixName::masked_scores: return entry("m");
    case MatrixName::weights: return entry("α");
    case MatrixName::dropout_mask: return entry("mask");
    case MatrixName::dropped_weights: return entry("α'");
    case MatrixName::head_output: return entry("h");
    case MatrixName::concatenated: return entry("c");
    case MatrixName::context: return entry("z");
    default: break;
  }
  const bool is_bias = row_axis(cell.matrix.name) == Axis::one;
  return display_name(cell.matrix.name) + "[" + (is_bias ? column : row + "," + column) + "]";
}

}  // namespace attention_lab
