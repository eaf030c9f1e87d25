#include "core/mistakes/wording.h"

#include <array>
#include <cctype>

#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"

namespace attention_lab {
namespace {

struct Word {
  std::string_view plain;
  std::string_view markup;
};

// Longer words first where one begins another.
constexpr std::array<Word, 14> field_words = {{
    {"scaled_scores", "scaled scores"},
    {"masked_scores", "masked scores"},
    {"dropped_weights", "dropped weights"},
    {"head_output", "head output"},
    {"d_model", "d_{model}"},
    {"d_k", "d_k"},
    {"d_v", "d_v"},
    {"W_q", "W_q"},
    {"W_k", "W_k"},
    {"W_v", "W_v"},
    {"W_o", "W_o"},
    {"^T", "^T"},
    {"ᵀ", "^T"},
    {"-inf", "−∞"},
}};

bool is_part_of_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

const Word* word_at(std::string_view plain, std::size_t at) {
  for (const Word& word : field_words) {
    if (plain.substr(at, word.plain.size()) != word.plain) continue;
    const bool is_name = is_part_of_a_name(word.plain.front());
    const std::size_t end = at + word.plain.size();
    if (is_name && at > 0 && is_part_of_a_name(plain[at - 1])) continue;
    if (is_name && end < plain.size() && is_part_of_a_name(plain[end])) continue;
    return &word;
  }
  return nullptr;
}

bool is_masked_late(Mistake mistake) {
  return mistake == Mistake::mask_after_softmax || mistake == Mistake::mask_after_softmax_renormalised;
}

// A mistake with the mask is about one, whether the document has it yet or not.
bool has_mask(const Model& model, Mistake mistake) {
  return model.options.mask == Mask::causal || is_masked_late(mistake) ||
         mistake == Mistake::mask_upside_down;
}

// " + b_q" where the model has that bias.
std::string bias_of(const Model& model, MatrixName stage) {
  if (model.heads.empty()) return {};
  const Head& head = model.heads.front();
  switch (stage) {
    case MatrixName::Q: return head.b_q->size() > 0 ? " + b_q" : "";
    case MatrixName::K: return head.b_k->size() > 0 ? " + b_k" : "";
    case MatrixName::V: return head.b_v->size() > 0 ? " + b_v" : "";
    default: return {};
  }
}

std::string right_weights(const Model& model, Mistake mistake) {
  const std::string scores = has_mask(model, mistake) ? "masked scores" : "scaled scores";
  if (mistake == Mistake::softmax_without_maximum) {
    const std::string moved = scores + " − largest of the row";
    return "exp(" + (model.has_temperature() ? "(" + moved + ") ÷ T" : moved) + ") ÷ the sum of its row";
  }
  return "softmax of each row of " + scores + (model.has_temperature() ? " ÷ T" : "") +
         (is_masked_late(mistake) ? ", −∞ where a token is later" : "");
}

}  // namespace

std::string as_markup(std::string_view plain) {
  std::string markup;
  for (std::size_t at = 0; at < plain.size();) {
    if (const Word* word = word_at(plain, at)) {
      markup += word->markup;
      at += word->plain.size();
    } else {
      markup += escape_markup(plain.substr(at, 1));
      ++at;
    }
  }
  return markup;
}

std::string right_formula(const Model& model, Mistake mistake, MatrixName stage) {
  const bool is_identity = model.is_identity();
  switch (stage) {
    case MatrixName::Q: return "X · W_q" + bias_of(model, stage);
    case MatrixName::K: return "X · W_k" + bias_of(model, stage);
    case MatrixName::V: return "X · W_v" + bias_of(model, stage);
    case MatrixName::scores: return is_identity ? "X · X^T" : "Q · K^T";
    case MatrixName::scaled_scores:
      if (model.options.scale.kind == Scale::Kind::none) return "scores, not divided";
      return "scores ÷ " + divisor_symbol(model.options.scale);
    case MatrixName::masked_scores:
      return has_mask(model, mistake) ? "scaled scores, −∞ where a token is later" : "scaled scores";
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
      // Masked late, they are as they were scaled.
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
  return transpose_note(MatrixName::W_q) +
         " So X · W_q of the formulas is X @ W_q.weight.T in PyTorch, and X · W_qᵀ is X @ W_q.weight.";
}

MatrixName stage_of_formula(Mistake mistake, MatrixName shown) {
  return wrong_formula(mistake, shown).empty() ? first_wrong_stage(mistake) : shown;
}

PictureTitles picture_titles(Mistake mistake, MatrixName stage) {
  const std::string name = display_name(stage);
  if (mistake == Mistake::mask_after_softmax_renormalised)
    return {"Usual " + name, "Masked late: " + name, "Late − usual"};
  return {"Right " + name, "Wrong " + name, "Wrong − right"};
}

}  // namespace attention_lab
