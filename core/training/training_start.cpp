#include "core/training/training_start.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "core/attention/types.h"
#include "core/document/corpus.h"
#include "core/document/vocabulary.h"

namespace attention_lab {
namespace {

void add_word_edits(const Vocabulary& vocabulary, const std::vector<std::string>& words,
                    const MatrixView& features, std::vector<Edit>& edits) {
  for (Index i = 0; i < features.rows(); ++i) {
    const std::string& word = words[static_cast<std::size_t>(i)];
    const Matrix trained = features.row(i);
    const Matrix present = vocabulary.embeddings->row(find_word(vocabulary, word));
    if (!have_same_bits(view_of(trained), view_of(present))) edits.emplace_back(SetWord{word, trained});
  }
}

}  // namespace

Result<Document> with_random_start(const Document& document, const std::vector<MatrixRef>& trained,
                                   const std::vector<std::string>& words, edits::Draw draw,
                                   std::uint64_t seed) {
  Document start = document;
  for (const MatrixRef& matrix : trained) {
    const bool are_words = !words.empty() && matrix.name == word_embeddings(start.model);
    Result<Document> redrawn =
        are_words ? edits::redraw_words(start, words, draw, seed) : edits::redraw(start, matrix, draw, seed);
    if (!redrawn) return redrawn;
    start = *std::move(redrawn);
    if (are_words) start.features.clear();
    ++seed;
  }
  return start;
}

std::vector<Edit> edits_of_run(const Document& document, const TrainingRun& run) {
  const TrainingObjective& objective = run.objective();
  std::vector<Edit> edits;
  for (const MatrixRef& matrix : objective.parameters()) {
    const MatrixView values = objective.values(matrix);
    if (!objective.words().empty() && matrix.name == word_embeddings(document.model)) {
      add_word_edits(*document.vocabulary, objective.words(), values, edits);
      continue;
    }
    const MatrixView present = given_view(document, matrix);
    // Another sentence may have fewer positions than the run, or more.
    const Index n_rows = std::min(values.rows(), present.rows());
    const Matrix trained = values.topRows(n_rows);
    if (trained != Matrix(present.topRows(n_rows))) edits.emplace_back(SetBlock{{matrix, 0, 0}, trained});
  }
  return edits;
}

Result<Document> with_numbers_of(const TrainingRun& run, const Document& document) {
  return apply_edit(SeveralEdits{"", edits_of_run(document, run)}, document);
}

}  // namespace attention_lab
