#include "core/document/edit.h"

#include <array>
#include <utility>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"

namespace attention_lab {
namespace {

struct Apply {
  const Document& document;

  Result<Document> operator()(const SetCell& edit) const {
    return edits::set_cell(document, edit.cell, edit.value);
  }
  Result<Document> operator()(const SetBlock& edit) const {
    return edits::set_block(document, edit.corner, edit.block);
  }
  Result<Document> operator()(const FillMatrix& edit) const {
    return edit.filling == Filling::zeros ? edits::zero(document, edit.matrix)
                                          : edits::identity(document, edit.matrix);
  }
  Result<Document> operator()(const TransposeMatrix& edit) const {
    return edits::transpose(document, edit.matrix);
  }
  Result<Document> operator()(const MultiplyMatrix& edit) const {
    return edits::scale_matrix(document, edit.matrix, edit.factor);
  }
  Result<Document> operator()(const RedrawMatrix& edit) const {
    return edits::redraw(document, edit.matrix, edit.draw, edit.seed);
  }
  Result<Document> operator()(const RedrawWeights& edit) const {
    return edits::redraw_weights(document, edit.draw, edit.seed, edit.order);
  }
  Result<Document> operator()(const AddToken& edit) const {
    return edits::add_token(document, edit.position, edit.token, edit.seed);
  }
  Result<Document> operator()(const RemoveToken& edit) const {
    return edits::remove_token(document, edit.position);
  }
  Result<Document> operator()(const RenameToken& edit) const {
    return edits::rename_token(document, edit.position, edit.token);
  }
  Result<Document> operator()(const MoveToken& edit) const {
    return edits::move_token(document, edit.from, edit.to);
  }
  Result<Document> operator()(const SetSentence& edit) const {
    return edits::set_sentence(document, edit.sentence, edit.seed);
  }
  Result<Document> operator()(const SetSharedWords& edit) const {
    return edits::set_shared_words(document, edit.are_shared);
  }
  Result<Document> operator()(const SetTitle& edit) const {
    Result<Document> titled = document;
    if (edit.title) titled = edits::set_title(*titled, *edit.title);
    if (titled && edit.description) titled = edits::set_description(*titled, *edit.description);
    return titled;
  }
  Result<Document> operator()(const SetExtent& edit) const {
    constexpr std::array set = {edits::set_d_model, edits::set_d_k, edits::set_d_v, edits::set_n_heads};
    return set[static_cast<std::size_t>(edit.extent)](document, edit.size, edit.seed);
  }
  Result<Document> operator()(const SetProjection& edit) const {
    return edits::set_projection(document, edit.projection, edit.seed);
  }
  Result<Document> operator()(const SetPositions& edit) const {
    return edits::set_positions(document, edit.positions, edit.seed);
  }
  Result<Document> operator()(const SetDropout& edit) const {
    return edits::set_dropout(document, edit.dropout);
  }
  Result<Document> operator()(const SetScale& edit) const { return edits::set_scale(document, edit.scale); }
  Result<Document> operator()(const SetMask& edit) const { return edits::set_mask(document, edit.mask); }
  Result<Document> operator()(const SetTemperature& edit) const {
    return edits::set_temperature(document, edit.temperature);
  }
  Result<Document> operator()(const SetBiases& edit) const {
    return edits::set_biases(document, edit.are_present);
  }
  Result<Document> operator()(const SetOutputProjection& edit) const {
    return edits::set_output_projection(document, edit.is_present);
  }
  Result<Document> operator()(const SeveralEdits& edit) const {
    Result<Document> edited = document;
    for (const Edit& each : edit.edits) {
      if (edited) edited = apply_edit(each, *edited);
    }
    return edited;
  }
};

struct EditName {
  const Document& document;

  /// "W_q", or "W_q of head 2" where there are several heads.
  std::string matrix(const MatrixRef& ref) const {
    std::string name(to_string(ref.name));
    if (document.model.n_heads() > 1 && is_per_head(ref.name)) name += " of head " + number(ref.head);
    return name;
  }
  static std::string number(Index index) { return std::to_string(index + 1); }
  static std::string amount(Scalar value) { return format_exactly(static_cast<float>(value)); }
  std::string token(Index position) const {
    const bool is_there = position >= 0 && position < std::ssize(document.tokens);
    return is_there ? in_curly_quotes(document.tokens[static_cast<std::size_t>(position)])
                    : "token " + number(position);
  }

  std::string operator()(const SetCell& edit) const {
    return "Set " + matrix(edit.cell.matrix) + " row " + number(edit.cell.row) + ", column " +
           number(edit.cell.column);
  }
  std::string operator()(const SetBlock& edit) const { return "Paste into " + matrix(edit.corner.matrix); }
  std::string operator()(const FillMatrix& edit) const {
    return edit.filling == Filling::zeros ? "Fill " + matrix(edit.matrix) + " with zeros"
                                          : "Make " + matrix(edit.matrix) + " the identity";
  }
  std::string operator()(const TransposeMatrix& edit) const { return "Transpose " + matrix(edit.matrix); }
  std::string operator()(const MultiplyMatrix& edit) const {
    return "Multiply " + matrix(edit.matrix) + " by " + short_number(static_cast<double>(edit.factor));
  }
  std::string operator()(const RedrawMatrix& edit) const { return "Redraw " + matrix(edit.matrix); }
  std::string operator()(const RedrawWeights&) const { return "Draw all weights"; }
  std::string operator()(const AddToken& edit) const { return "Add " + in_curly_quotes(edit.token); }
  std::string operator()(const RemoveToken& edit) const { return "Remove " + token(edit.position); }
  std::string operator()(const RenameToken& edit) const {
    return "Change " + token(edit.position) + " to " + in_curly_quotes(edit.token);
  }
  std::string operator()(const MoveToken& edit) const { return "Move " + token(edit.from); }
  std::string operator()(const SetSentence&) const { return "Change the sentence"; }
  std::string operator()(const SetSharedWords& edit) const {
    return edit.are_shared ? "Let equal words share one embedding" : "Give each token its own embedding";
  }
  std::string operator()(const SetTitle& edit) const {
    if (!edit.description) return "Change the title";
    return edit.title ? "Change title and description" : "Change the description";
  }
  std::string operator()(const SetExtent& edit) const {
    constexpr std::array names = {"d_model", "d_k", "d_v", "the number of heads"};
    return "Set " + std::string(names[static_cast<std::size_t>(edit.extent)]) + " to " +
           std::to_string(edit.size);
  }
  std::string operator()(const SetProjection& edit) const {
    return edit.projection == Projection::trainable ? "Use trainable weights" : "Use simplified attention";
  }
  std::string operator()(const SetPositions& edit) const {
    switch (edit.positions) {
      case Positions::none: return "Remove positions";
      case Positions::learned: return "Add learned positions";
      case Positions::sinusoidal: return "Add sinusoidal positions";
    }
    return {};
  }
  std::string operator()(const SetDropout& edit) const {
    if (edit.dropout.p == 0) return "Turn off dropout";
    if (edit.dropout.p == document.model.options.dropout.p) return "Draw another dropout mask";
    return "Set dropout to p = " + amount(edit.dropout.p);
  }
  std::string operator()(const SetScale& edit) const {
    switch (edit.scale.kind) {
      case Scale::Kind::sqrt_d_k: return "Divide scores by √d_k";
      case Scale::Kind::none: return "Leave scores unscaled";
      case Scale::Kind::custom: return "Divide scores by " + amount(edit.scale.custom_divisor);
    }
    return {};
  }
  std::string operator()(const SetMask& edit) const {
    return edit.mask == Mask::causal ? "Turn on the causal mask" : "Turn off the causal mask";
  }
  std::string operator()(const SetTemperature& edit) const {
    return "Set the temperature to " + amount(edit.temperature);
  }
  std::string operator()(const SetBiases& edit) const {
    return edit.are_present ? "Add biases" : "Remove biases";
  }
  std::string operator()(const SetOutputProjection& edit) const {
    return edit.is_present ? "Add W_o" : "Remove W_o";
  }
  std::string operator()(const SeveralEdits& edit) const { return edit.name; }
};

}  // namespace

bool SetBlock::operator==(const SetBlock& other) const {
  return corner == other.corner && block.rows() == other.block.rows() && block.cols() == other.block.cols() &&
         block == other.block;
}

bool SeveralEdits::operator==(const SeveralEdits& other) const {
  return name == other.name && edits == other.edits;
}

Result<Document> apply_edit(const Edit& edit, const Document& document) {
  return std::visit(Apply{document}, edit.alternatives());
}

std::string edit_name(const Edit& edit, const Document& document) {
  return std::visit(EditName{document}, edit.alternatives());
}

}  // namespace attention_lab
