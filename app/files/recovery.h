// Unsaved work, kept where a crash cannot reach it, and offered back at the next start.
//
// Every running program has two files in the recovery folder: NAME.json, the document, replaced atomically at
// each write, and NAME.lock, which it holds locked while it lives and which says which file the document came
// from and what that file held. The system drops the lock when the program dies, however it dies: a NAME.json
// whose lock is free, or that has no NAME.lock any more, is abandoned. The lock stands in a file of its own
// because a rename would leave it behind on the old content.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/files/document_json.h"
#include "app/files/file_descriptor.h"
#include "app/files/file_stamp.h"
#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab {

/// state_folder()/recovery. Errors as state_folder.
Result<std::filesystem::path> recovery_folder();

/// The file that a document was opened from or last saved as.
struct OriginalFile {
  std::string path;                // empty: there is none
  std::optional<FileStamp> stamp;  // as it was then; of a recovered document only size and content are known
  bool operator==(const OriginalFile&) const = default;
};

/// The place of one running program. Nothing is made on the disk before the first write.
class RecoveryFile {
 public:
  explicit RecoveryFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Keeps the document. Errors: not_writable; what was kept before is then still there.
  Status write(const Document& document, const OriginalFile& original);

  /// Nothing is left to keep: the work was saved, or given up. A later write begins anew.
  /// Without it, what was written is offered at the next start.
  void remove();

 private:
  Status claim_name();

  std::filesystem::path folder_;
  std::filesystem::path path_;  // NAME.json; empty while no name is claimed
  FileDescriptor lock_;
  std::optional<OriginalFile> noted_;  // what the lock file says
};

/// Work of a program that is no longer running.
struct Recovered {
  OriginalFile original;
  std::filesystem::path file;                  // the document, to be read with read_document
  std::chrono::system_clock::time_point time;  // of the last write
  /// While this lives, no other program is offered the same.
  std::shared_ptr<const FileDescriptor> lock;
};

/// The latest first. Nothing is read yet, so that this takes no time however large the documents are.
std::vector<Recovered> find_abandoned(const std::filesystem::path& folder);

/// Forgets it: the person has it back, or does not want it.
void discard(const Recovered& recovered);

}  // namespace attention_lab
