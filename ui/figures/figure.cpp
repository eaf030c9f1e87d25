#include "ui/figures/figure.h"

#include <algorithm>

namespace attention_lab {
namespace {

struct FigureFacts {
  FigureName name;
  std::string_view text;
  std::string_view description;
};

constexpr std::array facts = {
    FigureFacts{FigureName::heatmap, "heatmap", "Each number of a matrix as a coloured cell."},
    FigureFacts{FigureName::flow, "flow", "Tokens in two columns; the wider a curve, the larger the weight."},
    FigureFacts{FigureName::heads, "heads", "One small heatmap for each head, all on one scale."},
    FigureFacts{FigureName::pipeline, "pipeline", "The whole computation, from embeddings to context."},
    FigureFacts{FigureName::softmax, "softmax", "How the scores of one token become its weights."},
    FigureFacts{FigureName::sentence, "sentence",
                "The sentence, its words coloured by the weights of one token."},
    FigureFacts{FigureName::space, "space", "Embeddings, queries, keys or values as points in a plane."},
    FigureFacts{FigureName::score_matrix, "score-matrix",
                "W_q·W_k^T, which decides the scores, with its rank and singular values."},
    FigureFacts{FigureName::matrix, "matrix", "A matrix in brackets, as in a paper."},
    FigureFacts{FigureName::bars, "bars", "One row of a matrix as bars."},
    FigureFacts{FigureName::lines, "lines", "The rows of a matrix as lines."},
    FigureFacts{FigureName::histogram, "histogram", "How the numbers of a matrix are distributed."},
};

const FigureFacts& facts_of(FigureName name) {
  return *std::find_if(facts.begin(), facts.end(), [&](const FigureFacts& f) { return f.name == name; });
}

/// Whether the figure has cells with names of rows and columns.
bool is_heatmap(FigureName name) {
  return name == FigureName::heatmap || name == FigureName::heads || name == FigureName::score_matrix;
}

bool is_chart(FigureName name) {
  return name == FigureName::bars || name == FigureName::lines || name == FigureName::histogram;
}

}  // namespace

std::string_view to_string(FigureName name) {
  return facts_of(name).text;
}

std::optional<FigureName> figure_name_from(std::string_view text) {
  for (const FigureFacts& fact : facts) {
    if (fact.text == text) return fact.name;
  }
  return std::nullopt;
}

std::string_view description_of(FigureName name) {
  return facts_of(name).description;
}

bool shows_one_matrix(FigureName name) {
  return name != FigureName::heads && name != FigureName::pipeline && name != FigureName::softmax &&
         name != FigureName::space && name != FigureName::score_matrix;
}

bool can_show(FigureName name, Comparison comparison) {
  switch (comparison) {
    case Comparison::none:
    case Comparison::pinned: return true;
    case Comparison::difference: return shows_one_matrix(name) || name == FigureName::pipeline;
    case Comparison::side_by_side:
      return name == FigureName::heatmap || name == FigureName::pipeline || name == FigureName::bars ||
             name == FigureName::lines || name == FigureName::histogram;
  }
  return false;
}

bool can_show(FigureName name, MatrixName matrix) {
  const bool needs_tokens =
      name == FigureName::flow || name == FigureName::heads || name == FigureName::sentence;
  return !needs_tokens || has_token_columns(matrix);
}

bool takes_token(FigureName name) {
  return name != FigureName::matrix && name != FigureName::histogram && name != FigureName::score_matrix;
}

bool has_colours(FigureName name) {
  return name == FigureName::heatmap || name == FigureName::heads || name == FigureName::matrix ||
         name == FigureName::pipeline || name == FigureName::score_matrix || name == FigureName::sentence;
}

bool takes_range(FigureName name) {
  return has_colours(name) || name == FigureName::flow || name == FigureName::bars ||
         name == FigureName::lines;
}

bool has_part(FigureName name, FigurePart part) {
  switch (part) {
    case FigurePart::bar: return is_heatmap(name) || name == FigureName::matrix;
    case FigurePart::sums: return name == FigureName::heatmap;
    case FigurePart::axes: return is_heatmap(name) || is_chart(name) || name == FigureName::flow;
    case FigurePart::legend:
      return is_chart(name) || name == FigureName::flow || name == FigureName::sentence;
  }
  return false;
}

bool has_word(FigureName name, FigureWord word) {
  switch (word) {
    case FigureWord::rows: return is_heatmap(name) || name == FigureName::flow;
    case FigureWord::columns:
      return is_heatmap(name) || name == FigureName::flow || name == FigureName::bars ||
             name == FigureName::lines;
    case FigureWord::numbers:
      return is_heatmap(name) || is_chart(name) || name == FigureName::flow || name == FigureName::sentence;
    case FigureWord::counts: return name == FigureName::histogram;
    case FigureWord::a:
    case FigureWord::b: return name == FigureName::heatmap || is_chart(name);
  }
  return false;
}

std::vector<FigureRequest> all_figures() {
  std::vector<FigureRequest> requests;
  for (const FigureName name : all_figure_names) {
    FigureRequest request;
    request.figure = name;
    if (name != FigureName::space) {
      requests.push_back(request);
      continue;
    }
    for (const Space space : all_spaces) {
      request.space = space;
      requests.push_back(request);
    }
  }
  return requests;
}

std::string file_stem(const FigureRequest& request, Index n_heads) {
  std::string stem(to_string(request.figure));
  if (shows_one_matrix(request.figure) || request.figure == FigureName::heads)
    stem += "-" + std::string(to_string(request.matrix.name));
  if (request.figure == FigureName::space) stem = std::string(to_string(request.space)) + "-" + stem;
  if (n_heads > 1 && request.figure != FigureName::heads &&
      (is_per_head(request.matrix.name) || !shows_one_matrix(request.figure)))
    stem += request.shows_all_heads ? "-all-heads" : "-head" + std::to_string(request.matrix.head + 1);
  if (request.figure == FigureName::pipeline && request.focus)
    stem += "-" + std::string(to_string(*request.focus));
  if (takes_token(request.figure) && request.token) stem += "-token" + std::to_string(*request.token + 1);
  switch (request.comparison) {
    case Comparison::none: break;
    case Comparison::pinned: stem += "-pinned"; break;
    case Comparison::side_by_side: stem += "-side-by-side"; break;
    case Comparison::difference: stem += "-difference"; break;
  }
  return stem;
}

}  // namespace attention_lab
