// The three pictures of an exhibit: right, wrong, and wrong − right of one stage.
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

/// Made anew only where the exhibit or the stage changes.
struct ExhibitPlots {
  PlotPanel right;
  PlotPanel wrong;
  PlotPanel difference;

  // What they were made of.
  ExhibitPointer exhibit;
  MatrixRef stage;
  int decimals = 0;
  std::shared_ptr<const StagePictures> pictures;

  // The height they take, as measured last, and for which pictures and size.
  float height = 0;
  std::shared_ptr<const StagePictures> measured;
  float measured_width = 0;
  float measured_most = 0;
  float measured_font_size = 0;
};

/// Brings the pictures up to date; numbers get so many decimals at most. Precondition: exhibit->wrong, and it
/// belongs to the session's revision.
void show_stage(ExhibitPlots& plots, const Session& session, const ExhibitPointer& exhibit,
                const MatrixRef& stage, int decimals);

/// How high the pictures are, each `width` wide and `most` high at most.
float height_of(ExhibitPlots& plots, float width, float most, const FigureStyle& style,
                const TextMetrics& metrics);

/// The stages that the document has and that the mistake can be looked at in, in order.
std::vector<MatrixName> stages_of(const Model& model);

}  // namespace attention_lab
