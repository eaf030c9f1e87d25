#include "ui/workspaces/figures/matrix_choice.h"

#include "core/words/matrix_words.h"

namespace attention_lab {
namespace {

MatrixView values_of(const Session& session, const FigureRequest& request, MatrixName name) {
  return matrix_view(session.model(), session.trace(), {name, is_per_head(name) ? request.matrix.head : 0});
}

}  // namespace

std::vector<MatrixName> matrices_for(const Session& session, const FigureRequest& request) {
  std::vector<MatrixName> names;
  for (const MatrixName name : all_matrix_names) {
    if (values_of(session, request, name).size() > 0 && can_show(request.figure, name)) names.push_back(name);
  }
  return names;
}

std::vector<Choice> matrix_choices(const Session& session, const FigureRequest& request,
                                   std::vector<Choice> choices) {
  for (const MatrixName name : matrices_for(session, request)) {
    const MatrixView values = values_of(session, request, name);
    choices.push_back({display_name(name),
                       shape_text(values.rows(), values.cols()) + "   " + formula_of(session.model(), name)});
  }
  return choices;
}

}  // namespace attention_lab
