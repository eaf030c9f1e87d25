// Random edits of shapes, options, words and numbers, in an order that no panel produces.
#pragma once

#include "core/document/edit.h"
#include "random_documents.h"

namespace attention_lab::campaign {

/// Some edits are invalid: beyond a limit, not finite, outside of the matrix.
Edit any_edit(testing::RandomDocuments& random);
/// Sets many options at once, most of them on, with one to twenty words, so that panels show all their parts.
Edit any_rich_edit(testing::RandomDocuments& random, const Document& document);

}  // namespace attention_lab::campaign
