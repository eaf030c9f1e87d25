// The matrices that a figure can show, as a list to choose from.
#pragma once

#include <vector>

#include "core/document/session.h"
#include "ui/figures/figure.h"
#include "ui/widgets/controls.h"

namespace attention_lab {

/// Those that the document has and the figure can show, in the order of the computation.
std::vector<MatrixName> matrices_for(const Session& session, const FigureRequest& request);

/// Name, shape and formula of each, after `choices`.
std::vector<Choice> matrix_choices(const Session& session, const FigureRequest& request,
                                   std::vector<Choice> choices = {});

}  // namespace attention_lab
