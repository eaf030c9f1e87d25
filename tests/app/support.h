// Shared by the tests of the program: temporary folders, example documents, running code in a child process.
#pragma once

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "core/document/document.h"

namespace attention_lab::test {

/// A folder that is removed with its contents at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "attention-lab-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
    ::chmod(path_.c_str(), 0755);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  /// The names of its entries.
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      result.push_back(entry.path().filename().string());
    }
    return result;
  }

 private:
  std::filesystem::path path_;
};

inline void put(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Sets the modification time, in seconds since 1970.
inline void set_time(const std::filesystem::path& path, std::time_t seconds) {
  const timespec times[2] = {{seconds, 0}, {seconds, 0}};
  ::utimensat(AT_FDCWD, path.c_str(), times, 0);
}

inline std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Waits until another thread makes the condition true; ctest's time limit ends a test that waits forever.
template <class Condition>
void wait_until(Condition condition) {
  while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Runs `body` in a child process without root privileges; true if it returned true there.
template <class Body>
bool is_true_without_root(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::setuid(nobody) != 0) ::_exit(2);
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Two tokens, d_model 2, one head with d_k = d_v = 1.
inline Document small_document() {
  Document document;
  document.title = "small";
  document.tokens = {"one", "two"};
  document.model.token_embeddings = (Matrix(2, 2) << 1, 2, 3, 4).finished();
  Head head;
  head.W_q = (Matrix(2, 1) << .5f, -.25f).finished();
  head.W_k = (Matrix(2, 1) << 1, 0).finished();
  head.W_v = (Matrix(2, 1) << 0, 1).finished();
  document.model.heads.push_back(head);
  return document;
}

}  // namespace attention_lab::test
