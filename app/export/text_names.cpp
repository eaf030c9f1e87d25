#include "app/export/text_names.h"

#include "core/attention/matrix_name.h"
#include "core/document/matrix_labels.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::string dimension(Axis axis) {
  switch (axis) {
    case Axis::one: return "";
    case Axis::query:
    case Axis::key: return "n_tokens";
    case Axis::d_model: return "d_model";
    case Axis::d_k: return "d_k";
    case Axis::d_v: return "d_v";
    case Axis::d_concatenated: return "n_heads·d_v";
    case Axis::d_out: return "d_out";
    case Axis::word: return "n_words";
  }
  return "";
}

bool has_bias(const TextSource& source, MatrixName bias) {
  for (std::size_t head = 0; head < source.trace.heads.size(); ++head) {
    if (source.view({bias, static_cast<Index>(head)}).size() > 0) return true;
  }
  return false;
}

std::string projection(const TextSource& source, const Layer& layer) {
  if (source.model().options.projection == Projection::identity) return "X";
  return "X · " + std::string(to_string(layer.weight)) +
         (has_bias(source, layer.bias) ? " + " + std::string(to_string(layer.bias)) : "");
}

}  // namespace

std::vector<MatrixRef> exported_matrices(const Model& model) {
  std::vector<MatrixRef> refs;
  const auto add = [&](const MatrixRef& ref) {
    if (number_count(model, ref) > 0) refs.push_back(ref);
  };
  for (const MatrixName name : {MatrixName::token_embeddings, MatrixName::position_embeddings, MatrixName::X})
    add({name, 0});
  for (Index head = 0; head < model.n_heads(); ++head) {
    for (const MatrixName name : all_matrix_names) {
      if (is_per_head(name)) add({name, head});
    }
  }
  if (model.n_heads() > 1 && model.has_output_projection()) add({MatrixName::concatenated, 0});
  for (const MatrixName name : {MatrixName::W_o, MatrixName::b_o, MatrixName::context}) add({name, 0});
  return refs;
}

std::string softmax_formula(std::string_view temperature) {
  if (temperature.empty()) return "softmax of each row of masked_scores";
  return filled("softmax of each row of masked_scores ÷ <temperature>", {{"temperature", temperature}});
}

std::string formula_text(const TextSource& source, MatrixName name) {
  const Options& options = source.model().options;
  switch (name) {
    case MatrixName::X: return source.model().has_positions() ? "token_embeddings + position_embeddings" : "";
    case MatrixName::Q:
    case MatrixName::K:
    case MatrixName::V: return projection(source, *layer_of(name));
    case MatrixName::scores: return "Q · Kᵀ";
    case MatrixName::scaled_scores: return "scores ÷ " + divisor_symbol(options.scale);
    case MatrixName::masked_scores:
      if (options.mask == Mask::none) return "scaled_scores, not masked";
      return filled("scaled_scores, −∞ <where>", {{"where", mask_words_of(options.mask).where}});
    case MatrixName::weights:
      return softmax_formula(options.temperature == 1 ? "" : format_exactly(options.temperature));
    case MatrixName::dropout_mask:
      return filled("0 where a weight is dropped, 1 ÷ (1 − <p>) where it is kept",
                    {{"p", format_exactly(static_cast<float>(options.dropout.p))}});
    case MatrixName::dropped_weights: return "weights × dropout_mask";
    case MatrixName::head_output: return std::string(to_string(mixing_weights(source.model()))) + " · V";
    case MatrixName::concatenated: return "the head outputs side by side";
    case MatrixName::context: {
      if (!source.model().has_output_projection())
        return source.has_several_heads() ? "the head outputs side by side" : "head_output";
      const bool adds_bias = source.model().b_o->size() > 0;
      return std::string(source.has_several_heads() ? "concatenated" : "head_output") + " · W_o" +
             (adds_bias ? " + b_o" : "");
    }
    default: return "";
  }
}

std::string heading_of(const TextSource& source, const MatrixRef& ref) {
  const MatrixView values = source.view(ref);
  const std::string formula = formula_text(source, ref.name);
  return name_with_head(source.model(), ref) + (formula.empty() ? "" : " = " + formula) + " (" +
         shape_text(values.rows(), values.cols()) + ")";
}

std::string row_dimension(MatrixName name) {
  return dimension(row_axis(name));
}
std::string column_dimension(MatrixName name) {
  return dimension(column_axis(name));
}

std::vector<std::string> row_labels(const TextSource& source, const MatrixRef& ref) {
  return labels_of_rows(source.document, ref.name, source.view(ref).rows());
}
std::vector<std::string> column_labels(const TextSource& source, const MatrixRef& ref) {
  return labels_of_columns(source.document, ref.name, source.view(ref).cols());
}

}  // namespace attention_lab
