// The document's weights with other divisors, computed by the engine's forward pass.
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

/// The document's option for this divisor: √d_k, none, or a custom number.
Scale scale_for(Scalar divisor, Index d_k);

enum class DivisorChoice { undivided, sqrt_d_k, sqrt_d_model, chosen };
inline constexpr std::array all_divisor_choices = {DivisorChoice::undivided, DivisorChoice::sqrt_d_k,
                                                   DivisorChoice::sqrt_d_model, DivisorChoice::chosen};

/// Keeps its results until the document, the head or the divisor changes.
class Divisors {
 public:
  /// Returns whether anything was recomputed. Mask and temperature are those of the document.
  bool update(const Session& session, Index head, Scalar chosen);

  const std::shared_ptr<const DividedWeights>& at(DivisorChoice choice) const {
    return weights_[static_cast<std::size_t>(choice)];
  }

 private:
  std::array<std::shared_ptr<const DividedWeights>, 4> weights_;  // in the order of all_divisor_choices
  Trace trace_;                                                   // kept so that its memory is reused
  std::uint64_t revision_ = 0;
  Index head_ = 0;
};

}  // namespace attention_lab
