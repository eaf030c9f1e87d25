#include "app/files/edit_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "app/files/json_writer.h"
#include "app/files/mask_json.h"
#include "app/files/option_words.h"
#include "core/words/templates.h"

namespace attention_lab {

template <>
constexpr std::array words_of<Filling> = {"zeros", "identity"};
template <>
constexpr std::array words_of<edits::Draw> = {"torch_rand", "nn_linear", "torch_randn"};
template <>
constexpr std::array words_of<edits::DrawOrder> = {"head_by_head", "split_projection"};
template <>
constexpr std::array words_of<Extent> = {"d_model", "d_k", "d_v", "n_heads"};

namespace {

// ---- The name and the members of each edit: one definition for writing and reading.

template <class T, class Member>
struct EditField {
  const char* name;
  Member T::*member;
};
template <class T, class Member>
constexpr EditField<T, Member> field(const char* name, Member T::*member) {
  return {name, member};
}

template <class T>
struct EditForm;
template <>
struct EditForm<SetCell> {
  static constexpr const char* name = "set_cell";
  static constexpr std::tuple fields{field("cell", &SetCell::cell), field("value", &SetCell::value)};
};
template <>
struct EditForm<SetBlock> {
  static constexpr const char* name = "set_block";
  static constexpr std::tuple fields{field("corner", &SetBlock::corner), field("block", &SetBlock::block)};
};
template <>
struct EditForm<SetTarget> {
  static constexpr const char* name = "set_target";
  static constexpr std::tuple fields{field("target", &SetTarget::target)};
};
template <>
struct EditForm<SetCorpus> {
  static constexpr const char* name = "set_corpus";
  static constexpr std::tuple fields{field("sentences", &SetCorpus::sentences),
                                     field("held_out", &SetCorpus::held_out)};
};
template <>
struct EditForm<SetWord> {
  static constexpr const char* name = "set_word";
  static constexpr std::tuple fields{field("word", &SetWord::word), field("embedding", &SetWord::embedding)};
};
template <>
struct EditForm<SetOutputLayer> {
  static constexpr const char* name = "set_output_layer";
  static constexpr std::tuple fields{field("is_present", &SetOutputLayer::is_present)};
};
template <>
struct EditForm<SetFeatureName> {
  static constexpr const char* name = "set_feature_name";
  static constexpr std::tuple fields{field("feature", &SetFeatureName::feature),
                                     field("name", &SetFeatureName::name)};
};
template <>
struct EditForm<FillMatrix> {
  static constexpr const char* name = "fill_matrix";
  static constexpr std::tuple fields{field("matrix", &FillMatrix::matrix),
                                     field("with", &FillMatrix::filling)};
};
template <>
struct EditForm<TransposeMatrix> {
  static constexpr const char* name = "transpose_matrix";
  static constexpr std::tuple fields{field("matrix", &TransposeMatrix::matrix)};
};
template <>
struct EditForm<MultiplyMatrix> {
  static constexpr const char* name = "multiply_matrix";
  static constexpr std::tuple fields{field("matrix", &MultiplyMatrix::matrix),
                                     field("factor", &MultiplyMatrix::factor)};
};
template <>
struct EditForm<RedrawMatrix> {
  static constexpr const char* name = "redraw_matrix";
  static constexpr std::tuple fields{field("matrix", &RedrawMatrix::matrix),
                                     field("draw", &RedrawMatrix::draw), field("seed", &RedrawMatrix::seed)};
};
template <>
struct EditForm<RedrawWeights> {
  static constexpr const char* name = "redraw_weights";
  static constexpr std::tuple fields{field("draw", &RedrawWeights::draw), field("seed", &RedrawWeights::seed),
                                     field("order", &RedrawWeights::order)};
};
template <>
struct EditForm<AddToken> {
  static constexpr const char* name = "add_token";
  static constexpr std::tuple fields{field("position", &AddToken::position), field("token", &AddToken::token),
                                     field("seed", &AddToken::seed)};
};
template <>
struct EditForm<RemoveToken> {
  static constexpr const char* name = "remove_token";
  static constexpr std::tuple fields{field("position", &RemoveToken::position)};
};
template <>
struct EditForm<RenameToken> {
  static constexpr const char* name = "rename_token";
  static constexpr std::tuple fields{field("position", &RenameToken::position),
                                     field("token", &RenameToken::token)};
};
template <>
struct EditForm<MoveToken> {
  static constexpr const char* name = "move_token";
  static constexpr std::tuple fields{field("from", &MoveToken::from), field("to", &MoveToken::to)};
};
template <>
struct EditForm<SetSentence> {
  static constexpr const char* name = "set_sentence";
  static constexpr std::tuple fields{field("sentence", &SetSentence::sentence),
                                     field("seed", &SetSentence::seed)};
};
template <>
struct EditForm<AddSentence> {
  static constexpr const char* name = "add_sentence";
  static constexpr std::tuple fields{field("sentence", &AddSentence::sentence),
                                     field("seed", &AddSentence::seed)};
};
template <>
struct EditForm<RemoveSentence> {
  static constexpr const char* name = "remove_sentence";
  static constexpr std::tuple fields{field("sentence", &RemoveSentence::sentence)};
};
template <>
struct EditForm<ShowSentence> {
  static constexpr const char* name = "show_sentence";
  static constexpr std::tuple fields{field("sentence", &ShowSentence::sentence)};
};
template <>
struct EditForm<SetSharedWords> {
  static constexpr const char* name = "set_shared_words";
  static constexpr std::tuple fields{field("are_shared", &SetSharedWords::are_shared)};
};
template <>
struct EditForm<SetTitle> {
  static constexpr const char* name = "set_title";
  static constexpr std::tuple fields{field("title", &SetTitle::title),
                                     field("description", &SetTitle::description)};
};
template <>
struct EditForm<SetExtent> {
  static constexpr const char* name = "set_extent";
  static constexpr std::tuple fields{field("extent", &SetExtent::extent), field("size", &SetExtent::size),
                                     field("seed", &SetExtent::seed)};
};
template <>
struct EditForm<SetProjection> {
  static constexpr const char* name = "set_projection";
  static constexpr std::tuple fields{field("projection", &SetProjection::projection),
                                     field("seed", &SetProjection::seed)};
};
template <>
struct EditForm<SetPositions> {
  static constexpr const char* name = "set_positions";
  static constexpr std::tuple fields{field("positions", &SetPositions::positions),
                                     field("seed", &SetPositions::seed)};
};
template <>
struct EditForm<SetDropout> {
  static constexpr const char* name = "set_dropout";
  static constexpr std::tuple fields{field("dropout", &SetDropout::dropout)};
};
template <>
struct EditForm<SetScale> {
  static constexpr const char* name = "set_scale";
  static constexpr std::tuple fields{field("scale", &SetScale::scale)};
};
template <>
struct EditForm<SetMask> {
  static constexpr const char* name = "set_mask";
  static constexpr std::tuple fields{field("mask", &SetMask::mask)};
};
template <>
struct EditForm<SetVisible> {
  static constexpr const char* name = "set_visible";
  static constexpr std::tuple fields{field("query", &SetVisible::query), field("key", &SetVisible::key),
                                     field("is_visible", &SetVisible::is_visible)};
};
template <>
struct EditForm<SetTemperature> {
  static constexpr const char* name = "set_temperature";
  static constexpr std::tuple fields{field("temperature", &SetTemperature::temperature)};
};
template <>
struct EditForm<SetBiases> {
  static constexpr const char* name = "set_biases";
  static constexpr std::tuple fields{field("are_present", &SetBiases::are_present)};
};
template <>
struct EditForm<SetOutputProjection> {
  static constexpr const char* name = "set_output_projection";
  static constexpr std::tuple fields{field("is_present", &SetOutputProjection::is_present)};
};
template <>
struct EditForm<SeveralEdits> {
  static constexpr const char* name = "several_edits";
  static constexpr std::tuple fields{field("name", &SeveralEdits::name),
                                     field("edits", &SeveralEdits::edits)};
};

// The types of the members.
template <>
struct EditForm<MatrixRef> {
  static constexpr std::tuple fields{field("name", &MatrixRef::name), field("head", &MatrixRef::head)};
};
template <>
struct EditForm<CellRef> {
  static constexpr std::tuple fields{field("matrix", &CellRef::matrix), field("row", &CellRef::row),
                                     field("column", &CellRef::column)};
};
template <>
struct EditForm<Dropout> {
  static constexpr std::tuple fields{field("p", &Dropout::p), field("seed", &Dropout::seed)};
};
template <>
struct EditForm<Scale> {
  static constexpr std::tuple fields{field("kind", &Scale::kind), field("divisor", &Scale::custom_divisor)};
};
template <class T>
concept HasForm = requires {
  EditForm<T>::fields;
};

// ---- Writing.

class EditWriter {
 public:
  std::string text;

  template <class T>
  void fields(const T& of) {
    std::apply([&](const auto&... each) { (member(each.name, of.*each.member), ...); }, EditForm<T>::fields);
  }
  void name(const char* name) { member("edit", std::string(name)); }
  void open() { text += '{'; }
  void close() { text += '}'; }
  void edit(const Edit& of) {
    open();
    std::visit(
        [this](const auto& one) {
          name(EditForm<std::decay_t<decltype(one)>>::name);
          fields(one);
        },
        of.alternatives());
    close();
  }

 private:
  template <class T>
  void member(const char* name, const std::optional<T>& of) {
    if (of) member(name, *of);
  }
  template <class T>
  void member(const char* name, const T& of) {
    if (text.back() != '{') text += ", ";
    text += json_of(name) + ": ";
    value(of);
  }

  template <class T>
  void value(const T& of) {
    if constexpr (HasForm<T>) {
      open();
      fields(of);
      close();
    } else if constexpr (std::is_same_v<T, MatrixName>) {
      text += json_of(to_string(of));
    } else if constexpr (std::is_enum_v<T>) {
      text += json_of(word_of(of));
    } else if constexpr (std::is_floating_point_v<T>) {
      text += json_of(static_cast<float>(of));
    } else {
      text += json_of(of);
    }
  }
  void value(const Matrix& of) {
    text += '[';
    for (Index row = 0; row < of.rows(); ++row) {
      const std::vector<float> numbers(of.row(row).begin(), of.row(row).end());
      text += (row == 0 ? "" : ", ") + json_of(std::span<const float>(numbers));
    }
    text += ']';
  }
  void value(const std::vector<Edit>& of) {
    text += '[';
    for (const Edit& each : of) {
      if (text.back() != '[') text += ", ";
      edit(each);
    }
    text += ']';
  }
};

// ---- Reading. Each function returns whether it succeeded; only the first problem is kept.

class EditReader {
 public:
  std::optional<Error> problem;

  bool read_edit_at(const JsonValue& value, const std::string& place, Edit& edit) {
    const auto* object = object_at(value, place);
    const JsonValue* kind = object == nullptr ? nullptr : find_member(*object, "edit");
    if (object == nullptr) return false;
    const auto* name = kind == nullptr ? nullptr : std::get_if<JsonString>(&kind->content);
    if (name == nullptr)
      return fail(ErrorCode::missing_key, "The name of the edit is missing.", member_path(place, "edit"));
    return read_named(*object, name->text(), place, edit,
                      std::make_index_sequence<std::variant_size_v<AnyEdit>>());
  }

 private:
  bool fail(ErrorCode code, const std::string& message, const std::string& place) {
    if (!problem) problem = Error{code, message, place};
    return false;
  }
  bool expected(std::string_view what, const JsonValue& found, const std::string& place) {
    return fail(ErrorCode::wrong_type, expected_but_found(what, found), place);
  }
  const JsonValue::Object* object_at(const JsonValue& value, const std::string& place) {
    const auto* object = std::get_if<JsonValue::Object>(&value.content);
    if (object == nullptr) expected("an object in braces", value, place);
    return object;
  }

  template <std::size_t... indices>
  bool read_named(const JsonValue::Object& object, const std::string& name, const std::string& place,
                  Edit& edit, std::index_sequence<indices...>) {
    const bool is_read =
        (read_if_named<std::variant_alternative_t<indices, AnyEdit>>(object, name, place, edit) || ...);
    return is_read
               ? !problem
               : fail(ErrorCode::not_found, filled("There is no edit <name>.", {{"name", in_quotes(name)}}),
                      member_path(place, "edit"));
  }
  /// Returns whether the edit has this name; reading it may fail nevertheless.
  template <class One>
  bool read_if_named(const JsonValue::Object& object, const std::string& name, const std::string& place,
                     Edit& edit) {
    if (name != EditForm<One>::name) return false;
    One one;
    read_fields(object, place, one);
    edit = std::move(one);
    return true;
  }
  template <class T>
  bool read_fields(const JsonValue::Object& object, const std::string& place, T& of) {
    return std::apply(
        [&](const auto&... each) { return (read_member(object, place, each.name, of.*each.member) && ...); },
        EditForm<T>::fields);
  }

  template <class T>
  bool read_member(const JsonValue::Object& object, const std::string& place, const char* name,
                   std::optional<T>& of) {
    if (find_member(object, name) == nullptr) return true;
    return read_member(object, place, name, of.emplace());
  }
  template <class T>
  bool read_member(const JsonValue::Object& object, const std::string& place, const char* name, T& of) {
    const JsonValue* value = find_member(object, name);
    const std::string here = member_path(place, name);
    if (value == nullptr) return fail(ErrorCode::missing_key, "This value is missing.", here);
    return read(*value, here, of);
  }

  template <class T>
  bool read(const JsonValue& value, const std::string& place, T& of) {
    if constexpr (HasForm<T>) {
      const auto* object = object_at(value, place);
      return object != nullptr && read_fields(*object, place, of);
    } else if constexpr (std::is_same_v<T, bool>) {
      const auto* truth = std::get_if<bool>(&value.content);
      if (truth != nullptr) of = *truth;
      return truth != nullptr || expected("true or false", value, place);
    } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, std::string>) {
      const auto* text = std::get_if<JsonString>(&value.content);
      if (text == nullptr) return expected("text in quotes", value, place);
      return take_word(text->text(), place, of);
    } else {
      const auto* number = std::get_if<JsonNumber>(&value.content);
      if (number == nullptr) return expected("a number", value, place);
      return take_number(*number, value, place, of);
    }
  }
  bool read(const JsonValue& value, const std::string& place, Matrix& of) {
    const auto* rows = std::get_if<JsonValue::List>(&value.content);
    if (rows == nullptr || rows->empty()) return expected("a list of rows", value, place);
    for (std::size_t i = 0; i < rows->size(); ++i) {
      const std::string here = item_path(place, i);
      const auto* row = std::get_if<JsonValue::Numbers>(&(*rows)[i].content);
      if (row == nullptr) return expected("a row of numbers", (*rows)[i], here);
      if (i == 0) of.resize(std::ssize(*rows), std::ssize(*row));
      if (std::ssize(*row) != of.cols())
        return fail(ErrorCode::wrong_shape, "All rows need the same number of columns.", here);
      for (std::size_t j = 0; j < row->size(); ++j)
        of(static_cast<Index>(i), static_cast<Index>(j)) = static_cast<Scalar>((*row)[j]);
    }
    return true;
  }
  bool read(const JsonValue& value, const std::string& place, Mask& of) {
    JsonValue consumed = value;
    Problems problems;
    read_mask(consumed, place, of, problems);
    if (problems.is_empty()) return true;
    const Error& first = problems.list().front();
    return fail(first.code, first.message, first.place);
  }
  bool read(const JsonValue& value, const std::string& place, std::vector<Edit>& of) {
    const auto* list = std::get_if<JsonValue::List>(&value.content);
    if (list == nullptr) return expected("a list of edits", value, place);
    of.resize(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (!read_edit_at((*list)[i], item_path(place, i), of[i])) return false;
    }
    return true;
  }

  bool take_word(std::string word, const std::string&, std::string& of) {
    of = std::move(word);
    return true;
  }
  bool take_word(const std::string& word, const std::string& place, MatrixName& of) {
    const std::optional<MatrixName> name = matrix_name_from(word);
    if (name) of = *name;
    return name || fail(ErrorCode::not_found,
                        filled("There is no matrix <name>.", {{"name", in_quotes(word)}}), place);
  }
  template <class Enumeration>
  bool take_word(const std::string& word, const std::string& place, Enumeration& of) {
    const auto& words = words_of<Enumeration>;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
      return fail(ErrorCode::not_found, filled("<word> is not allowed here.", {{"word", in_quotes(word)}}),
                  place);
    of = static_cast<Enumeration>(found - words.begin());
    return true;
  }

  template <class Number>
  bool take_number(const JsonNumber& number, const JsonValue& value, const std::string& place, Number& of) {
    if constexpr (std::is_floating_point_v<Number>) {
      of = static_cast<Number>(number.rounded);
      return true;
    } else {
      constexpr double most = 9007199254740992.0;  // larger doubles cannot represent all integers
      const bool is_whole = std::floor(number.precise) == number.precise &&
                            std::fabs(number.precise) <= most &&
                            (std::is_signed_v<Number> || number.precise >= 0);
      if (is_whole) of = static_cast<Number>(number.precise);
      return is_whole || expected("a whole number", value, place);
    }
  }
};

}  // namespace

std::string edit_json(const Edit& edit) {
  EditWriter writer;
  writer.edit(edit);
  return std::move(writer.text);
}

Result<Edit> read_edit(const JsonValue& value, const std::string& place) {
  EditReader reader;
  Edit edit;
  if (!reader.read_edit_at(value, place, edit)) return *std::move(reader.problem);
  return edit;
}

}  // namespace attention_lab
