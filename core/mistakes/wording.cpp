#include "core/mistakes/wording.h"

#include <optional>
#include <string>

#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

bool is_masked_late(Mistake mistake) {
  return mistake == Mistake::mask_after_softmax || mistake == Mistake::mask_after_softmax_renormalised;
}

// A mistake about the mask is described with a mask, even if the document has none yet.
bool has_mask(const Model& model, Mistake mistake) {
  return model.options.mask != Mask::none || is_masked_late(mistake) || mistake == Mistake::mask_upside_down;
}

// The mask of the document, or the causal one that a mistake would need.
Mask mask_described(const Model& model) {
  return model.options.mask == Mask::none ? Mask(Mask::causal) : model.options.mask;
}

// " + b_q" if the model has that bias.
std::string bias_of(const Model& model, MatrixName stage) {
  if (model.heads.empty()) return {};
  for (std::size_t i = 0; i < head_layers.size(); ++i) {
    if (all_layers[i].product == stage && (model.heads.front().*head_layers[i].bias)->size() > 0)
      return " + " + std::string(to_string(all_layers[i].bias));
  }
  return {};
}

std::string right_weights(const Model& model, Mistake mistake) {
  const std::string scores = has_mask(model, mistake) ? "masked scores" : "scaled scores";
  if (mistake == Mistake::softmax_without_maximum) {
    return filled(model.has_temperature() ? "exp((<scores> − largest of the row) ÷ T) ÷ the sum of its row"
                                          : "exp(<scores> − largest of the row) ÷ the sum of its row",
                  {{"scores", scores}});
  }
  const std::string logits = model.has_temperature() ? scores + " ÷ T" : scores;
  if (!is_masked_late(mistake)) return filled("softmax of each row of <logits>", {{"logits", logits}});
  return filled("softmax of each row of <logits>, −∞ <where>",
                {{"logits", logits}, {"where", mask_words_of(mask_described(model)).where}});
}

}  // namespace

std::string right_formula(const Model& model, Mistake mistake, MatrixName stage) {
  const bool is_identity = model.is_identity();
  switch (stage) {
    case MatrixName::Q:
    case MatrixName::K:
    case MatrixName::V:
      return "X · " + std::string(to_string(layer_of(stage)->weight)) + bias_of(model, stage);
    case MatrixName::scores: return is_identity ? "X · X^T" : "Q · K^T";
    case MatrixName::scaled_scores:
      if (model.options.scale.kind == Scale::Kind::none) return "scores, unscaled";
      return "scores ÷ " + divisor_symbol(model.options.scale);
    case MatrixName::masked_scores:
      if (!has_mask(model, mistake)) return "scaled scores";
      return filled("scaled scores, −∞ <where>", {{"where", mask_words_of(mask_described(model)).where}});
    case MatrixName::weights: return right_weights(model, mistake);
    case MatrixName::head_output:
      return display_name(mixing_weights(model)) + (is_identity ? " · X" : " · V");
    default: return formula_of(model, stage);
  }
}

std::string wrong_formula(const Model& model, Mistake mistake, MatrixName stage) {
  std::string plain(wrong_formula(mistake, stage, model.has_dropout()));
  if (stage == MatrixName::weights) {
    constexpr std::string_view scores = "masked_scores";
    const std::size_t at = plain.find(scores);
    if (at != std::string::npos) {
      // With a late mask, masked_scores equal the scaled scores.
      const bool is_masked = has_mask(model, mistake) && !is_masked_late(mistake);
      plain.replace(at, scores.size(),
                    std::string(is_masked ? "masked_scores" : "scaled_scores") +
                        (model.has_temperature() ? " ÷ T" : ""));
    }
  }
  return as_markup(plain) + bias_of(model, stage);
}

std::string note_on_code(Mistake mistake) {
  if (mistake != Mistake::transposed_weights) return {};
  return filled(
      "<note> So X · W_q in the formulas is X @ W_q.weight.T in PyTorch, and X · W_qᵀ is X @ W_q.weight.",
      {{"note", transpose_note(MatrixName::W_q)}});
}

const char* label_of_wrong_way(Mistake mistake) {
  return is_right_after_all(mistake) ? "also correct" : "wrong";
}

MatrixName stage_of_formula(Mistake mistake, MatrixName shown) {
  return wrong_formula(mistake, shown).empty() ? first_wrong_stage(mistake) : shown;
}

PictureTitles picture_titles(Mistake mistake, MatrixName stage, std::optional<Index> head) {
  const std::string name =
      head ? filled("<matrix>, head <head>", {{"matrix", display_name(stage)}, {"head", *head + 1}})
           : display_name(stage);
  const auto named = [&name](const char* title) { return filled(title, {{"matrix", name}}); };
  if (is_right_after_all(mistake))
    return {named("Mask before softmax: <matrix>"), named("Mask after softmax: <matrix>"), "After − before"};
  return {named("Correct <matrix>"), named("Wrong <matrix>"), "Wrong − correct"};
}

}  // namespace attention_lab
