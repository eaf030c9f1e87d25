#include "core/document/matrix_labels.h"

#include <cassert>

#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

template <class LabelOf>
std::vector<std::string> labels(Index count, LabelOf label_of) {
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) labels.push_back(label_of(i));
  return labels;
}

}  // namespace

std::string axis_label(const Document& document, Axis axis, Index i) {
  if (axis == Axis::query || axis == Axis::key) {
    assert(i < std::ssize(document.tokens));
    return document.tokens[static_cast<std::size_t>(i)];
  }
  if (axis == Axis::one) return {};
  const auto feature = static_cast<std::size_t>(i);
  const bool is_named = axis == Axis::d_model && feature < document.features.size();
  return is_named && !document.features[feature].empty() ? document.features[feature] : std::to_string(i + 1);
}

std::string row_label(const Document& document, MatrixName name, Index i) {
  if (name == MatrixName::position_embeddings) return std::to_string(i + 1);
  return axis_label(document, row_axis(name), i);
}

std::string column_label(const Document& document, MatrixName name, Index i) {
  return axis_label(document, column_axis(name), i);
}

std::string number_and_label(Index i, const std::string& label) {
  std::string number = std::to_string(i + 1);
  if (label.empty() || label == number) return number;
  return filled("<number> (<label>)", {{"number", number}, {"label", in_curly_quotes(label)}});
}

std::vector<std::string> labels_of_rows(const Document& document, MatrixName name, Index count) {
  return labels(count, [&](Index i) { return row_label(document, name, i); });
}

std::vector<std::string> labels_of_columns(const Document& document, MatrixName name, Index count) {
  return labels(count, [&](Index i) { return column_label(document, name, i); });
}

}  // namespace attention_lab
