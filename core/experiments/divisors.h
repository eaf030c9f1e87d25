// The document's weights with other divisors: the engine's own forward pass, asked again.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/attention/stages.h"
#include "core/document/session.h"

namespace attention_lab {

/// The weights of one head with one divisor.
struct DividedWeights {
  Scalar divisor = 1;
  Matrix weights;                 // (n_tokens, n_tokens)
  std::vector<double> entropies;  // of each row, in nats
};

/// "÷ 1.73".
std::string divided_by(double divisor);

/// How the document itself would write this divisor: √d_k, none, or a number of one's own.
Scale scale_for(Scalar divisor, Index d_k);

enum class DivisorChoice { undivided, sqrt_d_k, sqrt_d_model, chosen };
inline constexpr std::array all_divisor_choices = {DivisorChoice::undivided, DivisorChoice::sqrt_d_k,
                                                   DivisorChoice::sqrt_d_model, DivisorChoice::chosen};

/// Keeps what was computed until document, head or divisor changes.
class Divisors {
 public:
  /// True where something was computed anew. Mask and temperature are the document's own.
  bool update(const Session& session, Index head, Scalar chosen);

  const std::shared_ptr<const DividedWeights>& at(DivisorChoice choice) const {
    return weights_[static_cast<std::size_t>(choice)];
  }

 private:
  std::array<std::shared_ptr<const DividedWeights>, 4> weights_;  // in the order of all_divisor_choices
  Trace trace_;                                                   // its memory is used again and again
  std::uint64_t revision_ = 0;
  Index head_ = 0;
};

}  // namespace attention_lab
