#include "app/files/training_target.h"

#include <utility>
#include <variant>

#include "app/files/document_file.h"
#include "app/files/json_numbers.h"
#include "app/files/json_value.h"
#include "app/files/text_file.h"
#include "core/document/target.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

Result<LoadedTarget> parse_target(std::string_view text, const Model& model) {
  Result<JsonText> json = parse_json(text);
  if (!json) return json.error();
  JsonText parsed = *std::move(json);
  auto* object = std::get_if<JsonValue::Object>(&parsed.value.content);
  const auto* found = object == nullptr ? nullptr : find_member(*object, "target");
  if (found == nullptr) {
    return Error{
        ErrorCode::wrong_format,
        "There is no target in this file; it must contain {\"target\": [[…], …]}, one row for each token."};
  }
  Problems problems = std::move(parsed.repeated_keys);
  Matrix numbers;
  // `parsed` is not const, so its members may be changed.
  read_matrix(const_cast<JsonValue&>(*found), "target", numbers, problems);
  if (!problems.is_empty()) return problems.list().front();
  Result<Matrix> target = make_target(model, numbers);
  if (!target) return target.error();
  LoadedTarget loaded{*std::move(target), {}};
  if (std::string sums = describe_row_sums(numbers); !sums.empty())
    loaded.warnings.push_back(std::move(sums));
  return loaded;
}

}  // namespace

Result<LoadedTarget> read_training_target(const std::string& file, const Model& model) {
  const bool is_standard_input = file == "-";
  const Result<std::string> text =
      is_standard_input ? read_standard_input(document_size_limit) : read_file(file, document_size_limit);
  if (!text) return text.error();
  Result<LoadedTarget> loaded = parse_target(*text, model);
  const std::string source = is_standard_input ? "standard input" : shortened(file, longest_place);
  if (loaded) {
    LoadedTarget target = *std::move(loaded);
    for (std::string& warning : target.warnings)
      warning = filled("<file>: <warning>", {{"file", source}, {"warning", warning}});
    return target;
  }
  Error error = loaded.error();
  error.place =
      error.place.empty() ? source : filled("<file>: <place>", {{"file", source}, {"place", error.place}});
  return error;
}

}  // namespace attention_lab
