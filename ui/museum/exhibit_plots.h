// The three pictures of an exhibit: right, wrong, and wrong − right of one stage.
#pragma once

#include <array>
#include <vector>

#include "core/document/session.h"
#include "ui/museum/exhibit.h"
#include "ui/plot_panel.h"

namespace attention_lab {

/// Made anew only where the exhibit or the stage changes.
struct ExhibitPlots {
  PlotPanel right;
  PlotPanel wrong;
  PlotPanel difference;

  // What they were made of.
  ExhibitPointer exhibit;
  MatrixRef stage;
};

/// Brings the pictures up to date. Precondition: exhibit->wrong, and it belongs to the session's revision.
void show_stage(ExhibitPlots& plots, const Session& session, const ExhibitPointer& exhibit,
                const MatrixRef& stage);

/// The stages that the document has and that the mistake can be looked at in, in order.
std::vector<MatrixName> stages_of(const Model& model);

}  // namespace attention_lab
