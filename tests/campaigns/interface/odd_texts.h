// Texts that nobody expects: for the clipboard, for fields, for files.
#pragma once

#include <string>
#include <vector>

#include "random_documents.h"

namespace attention_lab::campaign {

/// A number as people type it, or as they do not.
std::string any_number(testing::RandomDocuments& random);
/// Words, numbers, signs of the interface's own syntax, other scripts, non-characters, bytes that are no UTF-8.
std::string any_text(testing::RandomDocuments& random);
/// As any_text, but what a keyboard can send: valid UTF-8, and short.
std::u32string any_typing(testing::RandomDocuments& random);
/// A file that is dropped on the window: a document of any shape, or something that is none.
std::string any_file(testing::RandomDocuments& random);
/// Documents of random shapes, most of them small.
Document any_document(testing::RandomDocuments& random);

}  // namespace attention_lab::campaign
