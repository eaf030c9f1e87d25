#include "core/document/edit.h"

#include <array>
#include <utility>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// Overloads several function objects, one per type.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// Applies an edit by calling `function` with the edit's fields.
template <class Kind, class... Fields, class... Arguments>
auto by(const Document& document, Result<Document> (*function)(const Document&, Arguments...),
        Fields Kind::*... fields) {
  return [&document, function, fields...](const Kind& edit) { return function(document, edit.*fields...); };
}

Result<Document> fill(const Document& document, const MatrixRef& matrix, Filling filling) {
  return filling == Filling::zeros ? edits::zero(document, matrix) : edits::identity(document, matrix);
}

Result<Document> set_titles(const Document& document, const std::optional<std::string>& title,
                            const std::optional<std::string>& description) {
  Result<Document> titled = document;
  if (title) titled = edits::set_title(*titled, *title);
  if (titled && description) titled = edits::set_description(*titled, *description);
  return titled;
}

Result<Document> set_extent(const Document& document, Extent extent, Index size, std::uint64_t seed) {
  constexpr std::array set = {edits::set_d_model, edits::set_d_k, edits::set_d_v, edits::set_n_heads};
  return set[static_cast<std::size_t>(extent)](document, size, seed);
}

Result<Document> apply_several(const Document& document, const std::vector<Edit>& several) {
  Result<Document> edited = document;
  for (const Edit& each : several) {
    if (edited) edited = apply_edit(each, *edited);
  }
  return edited;
}

struct EditName {
  const Document& document;

  std::string matrix(const MatrixRef& ref) const { return name_with_head(document.model, ref); }
  static std::string amount(Scalar value) { return format_exactly(static_cast<float>(value)); }
  std::string token(Index position) const {
    const bool is_there = position >= 0 && position < std::ssize(document.tokens);
    return is_there ? in_curly_quotes(document.tokens[static_cast<std::size_t>(position)])
                    : filled("token <number>", {{"number", position + 1}});
  }

  std::string operator()(const SetCell& edit) const {
    return filled(
        "Set <matrix> row <row>, column <column>",
        {{"matrix", matrix(edit.cell.matrix)}, {"row", edit.cell.row + 1}, {"column", edit.cell.column + 1}});
  }
  std::string operator()(const SetBlock& edit) const {
    return filled("Paste into <matrix>", {{"matrix", matrix(edit.corner.matrix)}});
  }
  std::string operator()(const SetTarget&) const { return "Change the target"; }
  std::string operator()(const SetCorpus& edit) const {
    return edit.sentences ? "Change the corpus" : "Change the held-out sentences";
  }
  std::string operator()(const SetWord& edit) const {
    const bool is_known = document.vocabulary && find_word(*document.vocabulary, edit.word) >= 0;
    return filled(is_known ? "Change the features of <word>" : "Add <word> to the vocabulary",
                  {{"word", in_curly_quotes(edit.word)}});
  }
  std::string operator()(const SetOutputLayer& edit) const {
    return edit.is_present ? "Add the output layer W_u" : "Remove the output layer W_u";
  }
  std::string operator()(const SetFeatureName& edit) const {
    return filled("Name feature <number>", {{"number", edit.feature + 1}});
  }
  std::string operator()(const FillMatrix& edit) const {
    return filled(edit.filling == Filling::zeros ? "Fill <matrix> with zeros" : "Make <matrix> the identity",
                  {{"matrix", matrix(edit.matrix)}});
  }
  std::string operator()(const TransposeMatrix& edit) const {
    return filled("Transpose <matrix>", {{"matrix", matrix(edit.matrix)}});
  }
  std::string operator()(const MultiplyMatrix& edit) const {
    return filled(
        "Multiply <matrix> by <factor>",
        {{"matrix", matrix(edit.matrix)}, {"factor", short_number(static_cast<double>(edit.factor))}});
  }
  std::string operator()(const RedrawMatrix& edit) const {
    return filled("Redraw <matrix>", {{"matrix", matrix(edit.matrix)}});
  }
  std::string operator()(const RedrawWeights&) const { return "Draw all weights"; }
  std::string operator()(const AddToken& edit) const {
    return filled("Add <token>", {{"token", in_curly_quotes(edit.token)}});
  }
  std::string operator()(const RemoveToken& edit) const {
    return filled("Remove <token>", {{"token", token(edit.position)}});
  }
  std::string operator()(const RenameToken& edit) const {
    return filled("Change <token> to <name>",
                  {{"token", token(edit.position)}, {"name", in_curly_quotes(edit.token)}});
  }
  std::string operator()(const MoveToken& edit) const {
    return filled("Move <token>", {{"token", token(edit.from)}});
  }
  std::string operator()(const SetSentence&) const { return "Change the sentence"; }
  std::string operator()(const AddSentence&) const { return "Add a sentence"; }
  std::string operator()(const RemoveSentence& edit) const {
    return filled("Remove sentence <number>", {{"number", edit.sentence + 1}});
  }
  std::string operator()(const ShowSentence& edit) const {
    return filled("Show sentence <number>", {{"number", edit.sentence + 1}});
  }
  std::string operator()(const SetSharedWords& edit) const {
    return edit.are_shared ? "Let equal words share one embedding" : "Give each token its own embedding";
  }
  std::string operator()(const SetTitle& edit) const {
    if (!edit.description) return "Change the title";
    return edit.title ? "Change title and description" : "Change the description";
  }
  std::string operator()(const SetExtent& edit) const {
    constexpr std::array names = {"d_model", "d_k", "d_v", "the number of heads"};
    return filled("Set <extent> to <size>",
                  {{"extent", names[static_cast<std::size_t>(edit.extent)]}, {"size", edit.size}});
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
    return filled("Set dropout to p = <p>", {{"p", amount(edit.dropout.p)}});
  }
  std::string operator()(const SetScale& edit) const {
    switch (edit.scale.kind) {
      case Scale::Kind::sqrt_d_k: return "Divide scores by √d_k";
      case Scale::Kind::none: return "Leave scores unscaled";
      case Scale::Kind::custom:
        return filled("Divide scores by <divisor>", {{"divisor", amount(edit.scale.custom_divisor)}});
    }
    return {};
  }
  std::string operator()(const SetMask& edit) const {
    const Mask& before = document.model.options.mask;
    const bool is_changed = edit.mask.kind() == before.kind();
    if (has_batch(document))
      return edit.mask.is_causal() ? "Turn on the causal mask" : "Turn off the causal mask";
    switch (edit.mask.kind()) {
      case Mask::none: return before == Mask::causal ? "Turn off the causal mask" : "Turn off the mask";
      case Mask::causal: return "Turn on the causal mask";
      case Mask::window: return is_changed ? "Change the window of the mask" : "Turn on the sliding window";
      case Mask::padding: return is_changed ? "Change the padding mask" : "Turn on the padding mask";
      case Mask::painted: return is_changed ? "Change the painted mask" : "Turn on the painted mask";
    }
    return {};
  }
  std::string operator()(const SetVisible& edit) const {
    return filled(edit.is_visible ? "Let <query> attend to <key>" : "Hide <key> from <query>",
                  {{"query", token(edit.query)}, {"key", token(edit.key)}});
  }
  std::string operator()(const SetTemperature& edit) const {
    return filled("Set the temperature to <temperature>", {{"temperature", amount(edit.temperature)}});
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
  return corner == other.corner && have_same_bits(view_of(block), view_of(other.block));
}

bool SetTarget::operator==(const SetTarget& other) const {
  return have_same_bits(view_of(target), view_of(other.target));
}

bool SetWord::operator==(const SetWord& other) const {
  return word == other.word && have_same_bits(view_of(embedding), view_of(other.embedding));
}

bool SeveralEdits::operator==(const SeveralEdits& other) const {
  return name == other.name && edits == other.edits;
}

Result<Document> apply_edit(const Edit& edit, const Document& document) {
  const Document& d = document;
  return std::visit(
      Overloaded{
          by(d, edits::set_cell, &SetCell::cell, &SetCell::value),
          by(d, edits::set_block, &SetBlock::corner, &SetBlock::block),
          by(d, edits::set_target, &SetTarget::target),
          by(d, edits::set_corpus, &SetCorpus::sentences, &SetCorpus::held_out),
          by(d, edits::set_word, &SetWord::word, &SetWord::embedding),
          by(d, edits::set_output_layer, &SetOutputLayer::is_present),
          by(d, edits::set_feature_name, &SetFeatureName::feature, &SetFeatureName::name),
          by(d, fill, &FillMatrix::matrix, &FillMatrix::filling),
          by(d, edits::transpose, &TransposeMatrix::matrix),
          by(d, edits::scale_matrix, &MultiplyMatrix::matrix, &MultiplyMatrix::factor),
          by(d, edits::redraw, &RedrawMatrix::matrix, &RedrawMatrix::draw, &RedrawMatrix::seed),
          by(d, edits::redraw_weights, &RedrawWeights::draw, &RedrawWeights::seed, &RedrawWeights::order),
          by(d, edits::add_token, &AddToken::position, &AddToken::token, &AddToken::seed),
          by(d, edits::remove_token, &RemoveToken::position),
          by(d, edits::rename_token, &RenameToken::position, &RenameToken::token),
          by(d, edits::move_token, &MoveToken::from, &MoveToken::to),
          by(d, edits::set_sentence, &SetSentence::sentence, &SetSentence::seed),
          by(d, edits::add_sentence, &AddSentence::sentence, &AddSentence::seed),
          by(d, edits::remove_sentence, &RemoveSentence::sentence),
          by(d, edits::show_sentence, &ShowSentence::sentence),
          by(d, edits::set_shared_words, &SetSharedWords::are_shared),
          by(d, set_titles, &SetTitle::title, &SetTitle::description),
          by(d, set_extent, &SetExtent::extent, &SetExtent::size, &SetExtent::seed),
          by(d, edits::set_projection, &SetProjection::projection, &SetProjection::seed),
          by(d, edits::set_positions, &SetPositions::positions, &SetPositions::seed),
          by(d, edits::set_dropout, &SetDropout::dropout),
          by(d, edits::set_scale, &SetScale::scale),
          by(d, edits::set_mask, &SetMask::mask),
          by(d, edits::set_visible, &SetVisible::query, &SetVisible::key, &SetVisible::is_visible),
          by(d, edits::set_temperature, &SetTemperature::temperature),
          by(d, edits::set_biases, &SetBiases::are_present),
          by(d, edits::set_output_projection, &SetOutputProjection::is_present),
          by(d, apply_several, &SeveralEdits::edits),
      },
      edit.alternatives());
}

std::string edit_name(const Edit& edit, const Document& document) {
  return std::visit(EditName{document}, edit.alternatives());
}

}  // namespace attention_lab
