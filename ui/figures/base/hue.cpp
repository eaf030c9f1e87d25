#include "ui/figures/base/hue.h"

namespace attention_lab {

Hue hue_of(MatrixName name) {
  switch (name) {
    case MatrixName::W_q:
    case MatrixName::b_q:
    case MatrixName::Q: return Hue::query;
    case MatrixName::W_k:
    case MatrixName::b_k:
    case MatrixName::K: return Hue::key;
    case MatrixName::W_v:
    case MatrixName::b_v:
    case MatrixName::V:
    case MatrixName::head_output:
    case MatrixName::concatenated:
    case MatrixName::context: return Hue::value;
    default: return Hue::plain;
  }
}

}  // namespace attention_lab
