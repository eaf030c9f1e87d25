// Changes of a document that no panel asks for in this order: shapes, options, words and numbers at random.
#pragma once

#include "core/document/edit.h"
#include "random_documents.h"

namespace attention_lab::campaign {

/// Some are refused: past a limit, not finite, outside the matrix.
Edit any_edit(testing::RandomDocuments& random);
/// Many options at once, more of them on than off, and from one to twenty words: panels show what they have
/// for each.
Edit any_rich_edit(testing::RandomDocuments& random, const Document& document);

}  // namespace attention_lab::campaign
