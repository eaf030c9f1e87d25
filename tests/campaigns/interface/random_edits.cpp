#include "random_edits.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/steps/step.h"
#include "odd_texts.h"

namespace attention_lab::campaign {
namespace {

using testing::RandomDocuments;

constexpr std::uint64_t edits_seed = 123;

Scalar any_value(RandomDocuments& random) {
  constexpr std::array odd = {Scalar(0),
                              Scalar(-0.0),
                              Scalar(1e38),
                              Scalar(-3e38),
                              Scalar(1e-40),
                              Scalar(1e6),
                              std::numeric_limits<Scalar>::infinity(),
                              std::numeric_limits<Scalar>::quiet_NaN()};
  if (random.below(6) > 0) return random.number();
  return odd[static_cast<std::size_t>(random.below(std::ssize(odd)))];
}

/// Usually small, sometimes beyond a limit.
Index any_size(RandomDocuments& random) {
  constexpr std::array<Index, 6> odd = {0, -1, 20, 65, 4097, 1 << 30};
  if (random.below(10) > 0) return 1 + random.below(6);
  return odd[static_cast<std::size_t>(random.below(std::ssize(odd)))];
}

CellRef any_cell(RandomDocuments& random) {
  const MatrixName name =
      all_matrix_names[static_cast<std::size_t>(random.below(std::ssize(all_matrix_names)))];
  return {{name, is_per_head(name) ? random.below(3) : 0}, random.below(5), random.below(4)};
}

std::string any_word(RandomDocuments& random) {
  return random.below(4) == 0 ? any_text(random) : "word" + std::to_string(random.below(9));
}

}  // namespace

Edit any_edit(RandomDocuments& random) {
  const CellRef cell = any_cell(random);
  const MatrixRef matrix = cell.matrix;
  const Index size = any_size(random);
  const Index other = any_size(random);
  const bool is_on = random.coin();
  const Scalar value = any_value(random);
  switch (random.below(28)) {
    case 0:
    case 1:
    case 2: return SetCell{cell, value};
    case 3: return FillMatrix{matrix, Filling::zeros};
    case 4: return FillMatrix{matrix, Filling::identity};
    case 5: return TransposeMatrix{matrix};
    case 6: return RedrawMatrix{matrix, edits::Draw::nn_linear, edits_seed};
    case 7: return RedrawWeights{edits::Draw::torch_rand, edits_seed};
    case 8: return RedrawWeights{edits::Draw::nn_linear, edits_seed, edits::DrawOrder::split_projection};
    case 9: return AddToken{size, any_word(random), edits_seed};
    case 10: return RemoveToken{size};
    case 11: return RenameToken{size, any_word(random)};
    case 12: return MoveToken{size, other};
    case 13:
      if (size % 4 == 0) return AddSentence{any_text(random), edits_seed};
      if (size % 4 == 1) return RemoveSentence{random.below(4) - 1};
      if (size % 4 == 2) return ShowSentence{random.below(4) - 1};
      return SetSentence{any_text(random), edits_seed};
    case 14: return SetSharedWords{is_on};
    case 15: return SetTitle{any_text(random), std::nullopt};
    case 16: return SetTitle{std::nullopt, any_text(random)};
    case 17: return SetExtent{Extent::d_model, size, edits_seed};
    case 18: return SetExtent{Extent::d_k, size, edits_seed};
    case 19: return SetExtent{Extent::d_v, size, edits_seed};
    case 20: return SetExtent{Extent::n_heads, size, edits_seed};
    case 21: return SetProjection{is_on ? Projection::trainable : Projection::identity, edits_seed};
    case 22: return SetPositions{static_cast<Positions>(random.below(3)), edits_seed};
    case 23: return SetDropout{{is_on ? Scalar(0.5) : value, edits_seed}};
    case 24: return SetScale{{static_cast<Scale::Kind>(random.below(3)), value}};
    case 25:
      if (size % 3 == 0) return SetVisible{random.below(6), random.below(6) - 1, is_on};
      return SetMask{random.mask(1 + random.below(6))};
    case 26: return SetTemperature{is_on ? Scalar(0.5) : std::fabs(value)};
    default:
      if (size % 3 == 0) return SetOutputLayer{is_on};
      if (size % 2 == 0) return SetBiases{is_on};
      return SetOutputProjection{is_on};
  }
}

Edit any_rich_edit(RandomDocuments& random, const Document& document) {
  const auto is_on = [&] { return random.below(4) > 0; };
  SeveralEdits rich{"Change many things", {}};
  Document changed = document;
  const auto change = [&](Edit edit) {
    Result<Document> result = apply_edit(edit, changed);
    if (!result) return;  // not every edit applies
    changed = std::move(result).value();
    rich.edits.push_back(std::move(edit));
  };
  if (random.below(4) == 0) {
    std::string sentence;
    for (Index i = 1 + random.below(20); i > 0; --i)
      sentence += "word" + std::to_string(random.below(30)) + ' ';
    change(SetSentence{sentence, edits_seed});
  }
  // Sums of more than most_terms terms have different steps.
  if (random.below(4) == 0)
    change(SetExtent{Extent::d_model, random.coin() ? most_terms + 1 : Index{3}, edits_seed});
  change(SetProjection{is_on() ? Projection::trainable : Projection::identity, edits_seed});
  change(SetExtent{Extent::n_heads, 1 + random.below(3), edits_seed});
  change(SetBiases{is_on()});
  change(SetOutputProjection{is_on()});
  change(SetOutputLayer{is_on()});
  change(SetPositions{static_cast<Positions>(random.below(3)), edits_seed});
  change(SetDropout{{is_on() ? Scalar(0.5) : Scalar(0), edits_seed}});
  change(SetMask{random.mask(changed.model.n_tokens())});
  change(SetScale{{static_cast<Scale::Kind>(random.below(3)), 2}});
  return rich;
}

}  // namespace attention_lab::campaign
