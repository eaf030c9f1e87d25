#include "random_edits.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/document/edits.h"
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

/// Mostly small, sometimes past a limit.
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
  using D = const Document&;
  const CellRef cell = any_cell(random);
  const MatrixRef matrix = cell.matrix;
  const Index size = any_size(random);
  const Index other = any_size(random);
  const bool is_on = random.coin();
  const Scalar value = any_value(random);
  switch (random.below(28)) {
    case 0:
    case 1:
    case 2: return [=](D d) { return edits::set_cell(d, cell, value); };
    case 3: return [=](D d) { return edits::zero(d, matrix); };
    case 4: return [=](D d) { return edits::identity(d, matrix); };
    case 5: return [=](D d) { return edits::transpose(d, matrix); };
    case 6: return [=](D d) { return edits::redraw(d, matrix, edits::Draw::nn_linear, edits_seed); };
    case 7: return [=](D d) { return edits::redraw_weights(d, edits::Draw::torch_rand, edits_seed); };
    case 8:
      return [=](D d) {
        return edits::redraw_weights(d, edits::Draw::nn_linear, edits_seed,
                                     edits::DrawOrder::split_projection);
      };
    case 9: return [=, word = any_word(random)](D d) { return edits::add_token(d, size, word, edits_seed); };
    case 10: return [=](D d) { return edits::remove_token(d, size); };
    case 11: return [=, word = any_word(random)](D d) { return edits::rename_token(d, size, word); };
    case 12: return [=](D d) { return edits::move_token(d, size, other); };
    case 13: return [text = any_text(random)](D d) { return edits::set_sentence(d, text, edits_seed); };
    case 14: return [=](D d) { return edits::set_shared_words(d, is_on); };
    case 15: return [text = any_text(random)](D d) { return edits::set_title(d, text); };
    case 16: return [text = any_text(random)](D d) { return edits::set_description(d, text); };
    case 17: return [=](D d) { return edits::set_d_model(d, size, edits_seed); };
    case 18: return [=](D d) { return edits::set_d_k(d, size, edits_seed); };
    case 19: return [=](D d) { return edits::set_d_v(d, size, edits_seed); };
    case 20: return [=](D d) { return edits::set_n_heads(d, size, edits_seed); };
    case 21:
      return [=](D d) {
        return edits::set_projection(d, is_on ? Projection::trainable : Projection::identity, edits_seed);
      };
    case 22:
      return [=, positions = static_cast<Positions>(random.below(3))](D d) {
        return edits::set_positions(d, positions, edits_seed);
      };
    case 23: return [=](D d) { return edits::set_dropout(d, {is_on ? Scalar(0.5) : value, edits_seed}); };
    case 24:
      return [=, kind = static_cast<Scale::Kind>(random.below(3))](D d) {
        return edits::set_scale(d, {kind, value});
      };
    case 25: return [=](D d) { return edits::set_mask(d, is_on ? Mask::causal : Mask::none); };
    case 26: return [=](D d) { return edits::set_temperature(d, is_on ? Scalar(0.5) : std::fabs(value)); };
    default:
      return [=](D d) {
        return size % 2 == 0 ? edits::set_biases(d, is_on) : edits::set_output_projection(d, is_on);
      };
  }
}

Edit any_rich_edit(RandomDocuments& random) {
  const auto is_on = [&] { return random.below(4) > 0; };
  std::vector<Edit> changes;
  const auto change = [&](auto edit) { changes.emplace_back(std::move(edit)); };
  using D = const Document&;
  if (random.below(4) == 0) {
    std::string sentence;
    for (Index i = 1 + random.below(20); i > 0; --i)
      sentence += "word" + std::to_string(random.below(30)) + ' ';
    change([sentence](D d) { return edits::set_sentence(d, sentence, edits_seed); });
  }
  // Sums of more than most_terms have other steps.
  if (random.below(4) == 0) {
    change([d_model = random.coin() ? most_terms + 1 : Index{3}](D d) {
      return edits::set_d_model(d, d_model, edits_seed);
    });
  }
  change([projection = is_on() ? Projection::trainable : Projection::identity](D d) {
    return edits::set_projection(d, projection, edits_seed);
  });
  change([heads = 1 + random.below(3)](D d) { return edits::set_n_heads(d, heads, edits_seed); });
  change([has = is_on()](D d) { return edits::set_biases(d, has); });
  change([has = is_on()](D d) { return edits::set_output_projection(d, has); });
  change([positions = static_cast<Positions>(random.below(3))](D d) {
    return edits::set_positions(d, positions, edits_seed);
  });
  change([p = is_on() ? Scalar(0.5) : Scalar(0)](D d) { return edits::set_dropout(d, {p, edits_seed}); });
  change([mask = is_on() ? Mask::causal : Mask::none](D d) { return edits::set_mask(d, mask); });
  change([kind = static_cast<Scale::Kind>(random.below(3))](D d) { return edits::set_scale(d, {kind, 2}); });
  return [changes](D d) {
    Document changed = d;
    for (const Edit& each : changes)
      if (Result<Document> result = each(changed)) changed = std::move(result).value();  // some do not apply
    return Result<Document>(std::move(changed));
  };
}

}  // namespace attention_lab::campaign
