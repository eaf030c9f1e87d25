// Edits as data: changes of a document, with the names used by undo, the history and recordings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/document/edits.h"
#include "core/result.h"

namespace attention_lab {

// Each edit is applied by the function of the same name in edits.h, which documents its effect and its
// errors. Two edits are equal if all of their fields are (NaN differs from itself).

struct SetCell {
  CellRef cell;
  Scalar value = 0;
  bool operator==(const SetCell&) const = default;
};
struct SetBlock {
  CellRef corner;
  Matrix block;
  bool operator==(const SetBlock& other) const;
};
struct SetTarget {
  Matrix target;
  bool operator==(const SetTarget& other) const;
};
/// An absent field leaves the text as it is.
struct SetCorpus {
  std::optional<std::string> sentences;
  std::optional<std::string> held_out;
  bool operator==(const SetCorpus&) const = default;
};
struct SetWord {
  std::string word;
  Matrix embedding;  // one row
  bool operator==(const SetWord& other) const;
};
struct SetOutputLayer {
  bool is_present = false;
  bool operator==(const SetOutputLayer&) const = default;
};
struct SetFeatureName {
  Index feature = 0;
  std::string name;
  bool operator==(const SetFeatureName&) const = default;
};
enum class Filling { zeros, identity };
struct FillMatrix {
  MatrixRef matrix;
  Filling filling = Filling::zeros;
  bool operator==(const FillMatrix&) const = default;
};
struct TransposeMatrix {
  MatrixRef matrix;
  bool operator==(const TransposeMatrix&) const = default;
};
struct MultiplyMatrix {
  MatrixRef matrix;
  Scalar factor = 1;
  bool operator==(const MultiplyMatrix&) const = default;
};
struct RedrawMatrix {
  MatrixRef matrix;
  edits::Draw draw = edits::Draw::torch_rand;
  std::uint64_t seed = 0;
  bool operator==(const RedrawMatrix&) const = default;
};
struct RedrawWeights {
  edits::Draw draw = edits::Draw::torch_rand;
  std::uint64_t seed = 0;
  edits::DrawOrder order = edits::DrawOrder::head_by_head;
  bool operator==(const RedrawWeights&) const = default;
};
struct AddToken {
  Index position = 0;
  std::string token;
  std::uint64_t seed = 0;
  bool operator==(const AddToken&) const = default;
};
struct RemoveToken {
  Index position = 0;
  bool operator==(const RemoveToken&) const = default;
};
struct RenameToken {
  Index position = 0;
  std::string token;
  bool operator==(const RenameToken&) const = default;
};
struct MoveToken {
  Index from = 0;
  Index to = 0;
  bool operator==(const MoveToken&) const = default;
};
struct SetSentence {
  std::string sentence;
  std::uint64_t seed = 0;
  bool operator==(const SetSentence&) const = default;
};
struct AddSentence {
  std::string sentence;
  std::uint64_t seed = 0;
  bool operator==(const AddSentence&) const = default;
};
struct RemoveSentence {
  Index sentence = 0;
  bool operator==(const RemoveSentence&) const = default;
};
struct ShowSentence {
  Index sentence = 0;
  bool operator==(const ShowSentence&) const = default;
};
struct SetSharedWords {
  bool are_shared = false;
  bool operator==(const SetSharedWords&) const = default;
};
/// An absent field leaves the text as it is.
struct SetTitle {
  std::optional<std::string> title;
  std::optional<std::string> description;
  bool operator==(const SetTitle&) const = default;
};
enum class Extent { d_model, d_k, d_v, n_heads };
struct SetExtent {
  Extent extent = Extent::d_model;
  Index size = 1;
  std::uint64_t seed = 0;
  bool operator==(const SetExtent&) const = default;
};
struct SetProjection {
  Projection projection = Projection::trainable;
  std::uint64_t seed = 0;
  bool operator==(const SetProjection&) const = default;
};
struct SetPositions {
  Positions positions = Positions::none;
  std::uint64_t seed = 0;
  bool operator==(const SetPositions&) const = default;
};
struct SetDropout {
  Dropout dropout;
  bool operator==(const SetDropout&) const = default;
};
struct SetScale {
  Scale scale;
  bool operator==(const SetScale&) const = default;
};
struct SetMask {
  Mask mask = Mask::none;
  bool operator==(const SetMask&) const = default;
};
/// Paints one cell of the mask.
struct SetVisible {
  Index query = 0;
  Index key = 0;
  bool is_visible = false;
  bool operator==(const SetVisible&) const = default;
};
struct SetTemperature {
  Scalar temperature = 1;
  bool operator==(const SetTemperature&) const = default;
};
struct SetBiases {
  bool are_present = false;
  bool operator==(const SetBiases&) const = default;
};
struct SetOutputProjection {
  bool is_present = false;
  bool operator==(const SetOutputProjection&) const = default;
};

struct Edit;

/// Several edits in order, as one undo step. If one of them is refused, none is applied.
struct SeveralEdits {
  std::string name;
  std::vector<Edit> edits;
  bool operator==(const SeveralEdits& other) const;
};

using AnyEdit =
    std::variant<SetCell, SetBlock, SetTarget, SetCorpus, SetWord, SetOutputLayer, SetFeatureName, FillMatrix,
                 TransposeMatrix, MultiplyMatrix, RedrawMatrix, RedrawWeights, AddToken, RemoveToken,
                 RenameToken, MoveToken, SetSentence, AddSentence, RemoveSentence, ShowSentence,
                 SetSharedWords, SetTitle, SetExtent, SetProjection, SetPositions, SetDropout, SetScale,
                 SetMask, SetVisible, SetTemperature, SetBiases, SetOutputProjection, SeveralEdits>;

struct Edit : AnyEdit {
  using AnyEdit::AnyEdit;
  using AnyEdit::operator=;
  const AnyEdit& alternatives() const { return *this; }
  bool operator==(const Edit& other) const { return alternatives() == other.alternatives(); }
};

/// The document after the edit, or the reason why the edit is refused.
Result<Document> apply_edit(const Edit& edit, const Document& document);

/// What the edit does, in the words of a menu entry: "Set W_q row 1, column 2", "Turn on the causal mask".
/// Rows, columns and heads are counted from 1.
std::string edit_name(const Edit& edit, const Document& document);

}  // namespace attention_lab
