// The three pictures of an exhibit for one stage: right, wrong, and wrong − right.
#pragma once

#include <memory>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "ui/workspaces/figures/plot_panel.h"

namespace attention_lab {

class Session;
struct Exhibit;
struct StagePictures;

using ExhibitPointer = std::shared_ptr<const Exhibit>;

/// Recreated only if the exhibit or the stage changes.
struct ExhibitPlots {
  PlotPanel right;
  PlotPanel wrong;
  PlotPanel difference;

  // The inputs of the pictures.
  ExhibitPointer exhibit;
  MatrixRef stage;
  int decimals = 0;
  std::shared_ptr<const StagePictures> pictures;

  // The pictures' height measured last, and for which pictures and size.
  float height = 0;
  std::shared_ptr<const StagePictures> measured;
  float measured_width = 0;
  float measured_most = 0;
  float measured_font_size = 0;
};

/// Updates the pictures; numbers have at most `decimals` decimals. Precondition: exhibit->wrong is not null,
/// and the exhibit belongs to the session's revision.
void show_stage(ExhibitPlots& plots, const Session& session, const ExhibitPointer& exhibit,
                const MatrixRef& stage, int decimals);

/// The height of the pictures when each is `width` wide and at most `most` high.
float height_of(ExhibitPlots& plots, float width, float most, const FigureStyle& style,
                const TextMetrics& metrics);

/// The stages that the document has and at which a mistake can be examined, in order.
std::vector<MatrixName> stages_of(const Model& model);

}  // namespace attention_lab
