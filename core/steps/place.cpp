#include "core/steps/place.h"

namespace attention_lab {

MatrixName shown_matrix(const Model& model, MatrixName name) {
  const bool has_one_head = model.n_heads() == 1;
  switch (name) {
    case MatrixName::Q:
    case MatrixName::K:
    case MatrixName::V: return model.options.projection == Projection::identity ? MatrixName::X : name;
    case MatrixName::masked_scores:
      return model.options.mask == Mask::none ? MatrixName::scaled_scores : name;
    case MatrixName::head_output:
      return has_one_head && !model.has_output_projection() ? MatrixName::context : name;
    case MatrixName::concatenated:
      if (!model.has_output_projection()) return MatrixName::context;
      return has_one_head ? MatrixName::head_output : name;
    default: return name;
  }
}

}  // namespace attention_lab
