#include "app/files/mask_json.h"

#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/files/json_numbers.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr const char* what_a_mask_is =
    "\"none\", \"causal\", or an object with the key \"window\", \"padding\" or \"visible\"";
constexpr const char* to_the_end = "all";

std::string json_of_side(const std::optional<Index>& side) {
  return side ? json_of(*side) : json_of(to_the_end);
}

Matrix cells_as_numbers(const VisibleCells& cells) {
  return cells.cast<Scalar>();
}

class MaskReader {
 public:
  MaskReader(const std::string& place, Problems& problems) : place_(place), problems_(problems) {}

  std::optional<Mask> read(JsonValue& value) {
    if (const auto* text = std::get_if<JsonString>(&value.content)) {
      if (*text == "none") return Mask(Mask::none);
      if (*text == "causal") return Mask(Mask::causal);
    }
    auto* object = std::get_if<JsonValue::Object>(&value.content);
    if (object == nullptr || object->empty()) {
      add_wrong_type(problems_, what_a_mask_is, value, place_);
      return std::nullopt;
    }
    if (!is_known(*object)) return std::nullopt;
    if (JsonValue* window = find(*object, "window")) return read_window(*window);
    if (JsonValue* visible = find(*object, "visible")) return read_cells(*visible);
    return read_padding(*object);
  }

 private:
  static JsonValue* find(JsonValue::Object& object, std::string_view key) {
    // `object` is not const, so its members may be changed.
    return const_cast<JsonValue*>(find_member(object, key));
  }

  /// Whether the keys are those of one kind of mask.
  bool is_known(const JsonValue::Object& object) {
    std::size_t kinds = 0;
    const bool has_padding = find_member(object, "padding") != nullptr;
    for (const JsonMember& member : object) {
      const bool is_kind = member.key == "window" || member.key == "padding" || member.key == "visible";
      kinds += is_kind ? 1 : 0;
      if (is_kind || (member.key == "causal" && has_padding)) continue;
      problems_.add(ErrorCode::wrong_format,
                    "A mask has no such key; it has \"window\", \"visible\", or \"padding\" with or without "
                    "\"causal\".",
                    member_path(place_, member.key.text()));
      return false;
    }
    if (kinds != 1) {
      problems_.add(ErrorCode::wrong_format,
                    "A mask is either a window, padding or a matrix of what is visible; keep one of them.",
                    place_);
    }
    return kinds == 1;
  }

  std::optional<Index> read_count(const JsonValue& value, const std::string& place) {
    constexpr double most = 9007199254740992.0;  // larger doubles cannot represent all integers
    const auto* number = std::get_if<JsonNumber>(&value.content);
    const bool is_whole = number != nullptr && std::floor(number->precise) == number->precise &&
                          std::fabs(number->precise) <= most;
    if (is_whole) return static_cast<Index>(number->precise);
    add_wrong_type(problems_, "a whole number", value, place);
    return std::nullopt;
  }

  std::optional<Mask> read_window(JsonValue& value) {
    const std::string place = member_path(place_, "window");
    auto* object = std::get_if<JsonValue::Object>(&value.content);
    if (object == nullptr) {
      add_wrong_type(problems_, "an object in braces", value, place);
      return std::nullopt;
    }
    for (const JsonMember& member : *object) {
      if (member.key == "left" || member.key == "right") continue;
      problems_.add(ErrorCode::wrong_format, "A window has no such key; it has \"left\" and \"right\".",
                    member_path(place, member.key.text()));
      return std::nullopt;
    }
    Window window;
    const bool has_left = read_side(*object, place, "left", window.left);
    const bool has_right = read_side(*object, place, "right", window.right);
    if (!has_left || !has_right) return std::nullopt;
    return Mask::sliding_window(window);
  }

  bool read_side(JsonValue::Object& object, const std::string& place, const char* key,
                 std::optional<Index>& side) {
    const JsonValue* value = find(object, key);
    const std::string here = member_path(place, key);
    if (value == nullptr) {
      problems_.add(ErrorCode::missing_key, "This key is missing.", here);
      return false;
    }
    if (const auto* text = std::get_if<JsonString>(&value->content)) {
      if (*text == to_the_end) return true;
      add_wrong_type(problems_, "a whole number or \"all\"", *value, here);
      return false;
    }
    side = read_count(*value, here);
    return side.has_value();
  }

  std::optional<Mask> read_padding(JsonValue::Object& object) {
    const JsonValue& padding = *find(object, "padding");
    const std::optional<Index> n_padded = read_count(padding, member_path(place_, "padding"));
    bool is_causal = false;
    if (const JsonValue* causal = find(object, "causal")) {
      const auto* truth = std::get_if<bool>(&causal->content);
      if (truth == nullptr) {
        add_wrong_type(problems_, "true or false", *causal, member_path(place_, "causal"));
        return std::nullopt;
      }
      is_causal = *truth;
    }
    if (!n_padded) return std::nullopt;
    return Mask::padded(*n_padded, is_causal);
  }

  std::optional<Mask> read_cells(JsonValue& value) {
    const std::string place = member_path(place_, "visible");
    const std::size_t problems_before = problems_.count();
    Matrix numbers;
    read_matrix(value, place, numbers, problems_);
    if (problems_.count() > problems_before) return std::nullopt;
    for (Index row = 0; row < numbers.rows(); ++row) {
      for (Index column = 0; column < numbers.cols(); ++column) {
        if (numbers(row, column) == 0 || numbers(row, column) == 1) continue;
        problems_.add(
            ErrorCode::out_of_range,
            "Give 1 where the query of this row may attend to the key of this column, and 0 where it "
            "may not.",
            item_path(item_path(place, static_cast<std::size_t>(row)), static_cast<std::size_t>(column)));
        return std::nullopt;
      }
    }
    return Mask::of_cells(numbers.cast<std::uint8_t>());
  }

  const std::string& place_;
  Problems& problems_;
};

}  // namespace

std::string json_of(const Mask& mask) {
  switch (mask.kind()) {
    case Mask::none: break;
    case Mask::causal: return json_of("causal");
    case Mask::window:
      return "{\"window\": {\"left\": " + json_of_side(mask.window_around().left) +
             ", \"right\": " + json_of_side(mask.window_around().right) + "}}";
    case Mask::padding:
      return "{\"padding\": " + json_of(mask.n_padded()) + (mask.is_causal() ? ", \"causal\": true}" : "}");
    case Mask::painted: {
      const Matrix numbers = cells_as_numbers(mask.cells());
      std::string text = "{\"visible\": [";
      for (Index row = 0; row < numbers.rows(); ++row) {
        const std::vector<float> cells(numbers.row(row).begin(), numbers.row(row).end());
        text += (row == 0 ? "" : ", ") + json_of(std::span<const float>(cells));
      }
      return text + "]}";
    }
  }
  return json_of("none");
}

void write_mask(JsonWriter& json, const Mask& mask) {
  if (mask != Mask::painted) return json.value(json_of(mask));
  const Matrix numbers = cells_as_numbers(mask.cells());
  json.begin_object();
  json.member("visible", view_of(numbers));
  json.end_object();
}

void read_mask(JsonValue& value, const std::string& place, Mask& mask, Problems& problems) {
  if (std::optional<Mask> read = MaskReader(place, problems).read(value)) mask = *std::move(read);
}

}  // namespace attention_lab
