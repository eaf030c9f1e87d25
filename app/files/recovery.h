// Saves unsaved work for recovery after a crash, and finds it at the next start.
//
// Every running program has two files in the recovery folder: NAME.json, the document, which each write
// replaces atomically, and NAME.lock, which it keeps locked and which contains the path and the stamp of the
// document's file. The system releases the lock when the program ends in any way: a NAME.json whose lock is
// free or whose NAME.lock is missing is abandoned. The lock needs a separate file, since a rename would leave
// it on the old content.
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

/// The folder state_folder()/recovery. Errors: as state_folder.
Result<std::filesystem::path> recovery_folder();

/// The file from which a document was opened or to which it was last saved.
struct OriginalFile {
  std::string path;                // empty: none
  std::optional<FileStamp> stamp;  // its state then; of a recovered document only size and content are known
  bool operator==(const OriginalFile&) const = default;
};

/// The recovery files of one running program. Creates nothing on the disk before the first write.
class RecoveryFile {
 public:
  explicit RecoveryFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Saves the document for recovery. Errors: not_writable; the previous version is then kept.
  Status write(const Document& document, const OriginalFile& original);

  /// Removes the recovery files, since the work was saved or discarded; a later write creates new ones. If it
  /// is not called, the next start offers the work.
  void remove();

 private:
  Status claim_name();

  std::filesystem::path folder_;
  std::filesystem::path path_;  // NAME.json; empty before a name is claimed
  FileDescriptor lock_;
  std::optional<OriginalFile> noted_;  // contents of the lock file
};

/// Work of a program that is no longer running.
struct Recovered {
  OriginalFile original;
  std::filesystem::path file;                  // the document; can be read with read_document
  std::chrono::system_clock::time_point time;  // of the last write
  /// While this object exists, no other program is offered the same work.
  std::shared_ptr<const FileDescriptor> lock;
};

/// Recovered work, the latest first. Does not read the documents, so it is fast whatever their size.
std::vector<Recovered> find_abandoned(const std::filesystem::path& folder);

/// Removes the files of recovered work that was restored or is not wanted.
void discard(const Recovered& recovered);

}  // namespace attention_lab
