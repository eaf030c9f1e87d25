// A run and its document: how a run starts from one, and how its numbers are put into one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/document/edit.h"
#include "core/document/edits.h"
#include "core/result.h"
#include "core/training/training_run.h"

namespace attention_lab {

/// The document with these matrices drawn anew: the first one with this seed, the second with the next one,
/// and so on. `words` are those of the objective: if there are any, X (or token_embeddings) means their
/// features, whose names are removed because they mean nothing any more; otherwise it means the rows of the
/// document's tokens. Errors: those of edits::redraw and
/// edits::redraw_words.
Result<Document> with_random_start(const Document& document, const std::vector<MatrixRef>& trained,
                                   const std::vector<std::string>& words, edits::Draw draw,
                                   std::uint64_t seed);

/// The edits that give the document the numbers of the run's present step: one for each matrix, and for each
/// word if their features are parameters. Equal numbers need no edit. Precondition: the run started from a
/// document of this shape with these words.
std::vector<Edit> edits_of_run(const Document& document, const TrainingRun& run);

/// The document after these edits.
Result<Document> with_numbers_of(const TrainingRun& run, const Document& document);

}  // namespace attention_lab
