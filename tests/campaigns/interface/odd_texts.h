// Unusual texts for the clipboard, for fields and for files.
#pragma once

#include <string>
#include <vector>

#include "random_documents.h"

namespace attention_lab::campaign {

/// A number, or something that only resembles one.
std::string any_number(testing::RandomDocuments& random);
/// Words, numbers, characters with a meaning in the interface, other scripts, non-characters, invalid UTF-8.
std::string any_text(testing::RandomDocuments& random);
/// Like any_text, but as from a keyboard: valid and short.
std::u32string any_typing(testing::RandomDocuments& random);
/// The contents of a file dropped on the window: a document of any shape, or something else.
std::string any_file(testing::RandomDocuments& random);
/// A document of random shape, usually small.
Document any_document(testing::RandomDocuments& random);

}  // namespace attention_lab::campaign
