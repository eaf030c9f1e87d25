#include "operations.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <new>
#include <optional>
#include <thread>
#include <unistd.h>
#include <utility>

#include "app/command_line.h"
#include "app/files/document_file.h"
#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "app/files/recovery.h"
#include "app/files/settings.h"
#include "app/window/document_files.h"
#include "app/window/exporter.h"
#include "core/document/edits.h"
#include "every_matrix.h"
#include "random_documents.h"
#include "support.h"
#include "surroundings.h"
#include "ui/lab/lab.h"

namespace attention_lab::campaign {
namespace {

namespace fs = std::filesystem;

// The user's folder, and those for unsaved work and for settings.

fs::path files_in(const fs::path& folder) {
  return folder / "files";
}

fs::path document_in(const fs::path& folder) {
  return files_in(folder) / "lesson.json";
}

/// A document that no operation writes.
fs::path other_document_in(const fs::path& folder) {
  return files_in(folder) / "other.json";
}

fs::path recovery_in(const fs::path& folder) {
  return folder / "state" / "attention-lab" / "recovery";
}

fs::path settings_in(const fs::path& folder) {
  return folder / "config" / "attention-lab" / "settings.json";
}

/// A document with biases, an output projection, positions and dropout.
Document rich_document() {
  testing::Variant variant;
  variant.n_heads = 2;
  variant.has_biases = true;
  variant.has_output_projection = true;
  variant.mask = Mask::causal;
  variant.positions = Positions::learned;
  variant.has_dropout = true;
  constexpr std::uint32_t seed = 7;
  Document document = testing::RandomDocuments(seed).document(variant);
  document.unknown_keys = "{\"theirs\": [1, 2, 3]}";
  return document;
}

void append_bits(std::string& bytes, const MatrixView& matrix) {
  bytes += std::to_string(matrix.rows()) + "x" + std::to_string(matrix.cols()) + ":";
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      const Scalar number = matrix(row, column);
      bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
  }
}

/// The current document, its trace, and all documents reached by undo and redo.
std::string state_of_session(const Session& session) {
  std::string bytes = to_json(session.document());
  bytes += session.is_modified() ? "modified" : "saved";
  bytes += session.is_previewing() ? " preview" : "";
  for (const MatrixRef& matrix : testing::every_matrix(session.model(), session.trace()))
    append_bits(bytes, matrix_view(session.model(), session.trace(), matrix));
  Session walked = session;
  while (walked.can_redo()) {
    walked.redo();
    bytes += "\nredo " + to_json(walked.document());
  }
  while (walked.can_undo()) {
    walked.undo();
    bytes += "\nundo " + to_json(walked.document());
  }
  return bytes;
}

/// A session with steps to undo and to redo.
Session used_session() {
  constexpr std::uint64_t seed = 1;
  Session session(*load_preset("journey-two-heads"));
  session.commit(*edits::set_n_heads(session.document(), 3, seed));
  session.commit(*edits::set_temperature(session.document(), 2));
  session.commit(*edits::set_mask(session.document(), Mask::causal));
  session.undo();
  return session;
}

template <class Body>
Ending ending_without_throwing(Body body) {
  try {
    return body() ? Ending::done : Ending::refused;
  } catch (const std::bad_alloc&) {
    return Ending::thrown;
  }
}

/// The messages that the view shows the user after a failure.
std::vector<std::string> complaints_of(const ViewState& view) {
  std::vector<std::string> sentences;
  if (view.notice && view.notice->is_error) sentences.push_back(view.notice->text);
  if (!view.dialogs.problem.empty()) sentences.push_back(view.dialogs.problem);
  return sentences;
}

bool has_complaint(const ViewState& view) {
  return (view.notice && view.notice->is_error) || !view.dialogs.problem.empty();
}

// ---- The session.

class ApplyAction : public Operation {
 public:
  explicit ApplyAction(Action action) : action_(std::move(action)) {}

  void clear() override { view_.notice.reset(); }
  Ending run() override {
    return ending_without_throwing([this] {
      attempt();
      return !has_complaint(view_);
    });
  }
  std::vector<std::string> complaints() override { return complaints_of(view_); }
  std::string state() override { return state_of_session(session_); }

 protected:
  // As in the lab.
  void attempt() {
    if (const Result<bool> applied = attention_lab::apply(session_, action_); !applied)
      view_.complain(to_string(applied.error()));
  }

  Session session_ = used_session();

 private:
  Action action_;
  ViewState view_{attention_lab::testing::bare_services()};
};

/// With a preview from dragging or typing. A failed commit discards the preview (see apply), so that only
/// committed changes count.
class ApplyInPreview : public ApplyAction {
 public:
  explicit ApplyInPreview(Action action) : ApplyAction(std::move(action)) {
    session_.preview(*edits::set_temperature(session_.document(), 3));
  }

  std::string state() override {
    Session committed = session_;
    committed.cancel_preview();
    return state_of_session(committed);
  }
};

class OpenSession : public Operation {
 public:
  Ending run() override {
    return ending_without_throwing([this] {
      session_.open(document_);
      return true;
    });
  }
  std::vector<std::string> complaints() override { return {}; }
  std::string state() override { return state_of_session(session_); }

 private:
  Session session_ = used_session();
  Document document_ = rich_document();
};

// ---- DocumentFiles.

class DocumentFilesOperation : public Operation {
 public:
  DocumentFilesOperation(const fs::path& folder, Action action)
      : folder_(folder), action_(std::move(action)) {}

  void clear() override {
    view_.notice.reset();
    view_.dialogs.problem.clear();
  }
  Ending run() override {
    return ending_without_throwing([this] {
      ActionQueue more;
      document_files_.handle(action_, more);
      return !has_complaint(view_);
    });
  }
  std::vector<std::string> complaints() override { return complaints_of(view_); }

  std::string state() override {
    std::string bytes =
        state_of_session(session_) + campaign::state_of(folder_) + "\nfile " + view_.file_path;
    for (const std::string& file : view_.preferences.recent_files) bytes += "\nrecent " + file;
    return bytes;
  }

 private:
  fs::path folder_;
  Action action_;
  Session session_ = used_session();
  ViewState view_{attention_lab::testing::bare_services()};
  DocumentFiles document_files_{session_, view_, false};
};

// ---- Files.

class FileOperation : public Operation {
 public:
  using Body = std::function<Status()>;

  FileOperation(const fs::path& folder, Body body) : folder_(folder), body_(std::move(body)) {}

  Ending run() override {
    return ending_without_throwing([this] { return static_cast<bool>(status_ = body_()); });
  }
  std::vector<std::string> complaints() override { return {to_string(status_.error())}; }
  std::string state() override { return campaign::state_of(folder_); }

 private:
  fs::path folder_;
  Body body_;
  Status status_ = Done{};
};

std::unique_ptr<Operation> prepare_save(const fs::path& folder, bool replaces) {
  if (replaces) test::put(document_in(folder), to_json(*load_preset("journey")));
  return std::make_unique<FileOperation>(folder, [path = document_in(folder), document = rich_document()] {
    return write_document(path, document);
  });
}

std::unique_ptr<Operation> prepare_keep(const fs::path& folder, bool replaces) {
  auto kept = std::make_shared<RecoveryFile>(recovery_in(folder));
  if (replaces && !kept->write(*load_preset("journey"), {})) return nullptr;
  return std::make_unique<FileOperation>(
      folder, [kept, document = rich_document()] { return kept->write(document, {}); });
}

std::unique_ptr<Operation> prepare_settings(const fs::path& folder) {
  const fs::path path = settings_in(folder);
  if (!save_settings(Preferences{}, path)) return nullptr;
  Preferences settings;
  settings.theme = ThemeName::night;
  settings.recent_files = {"/home/anna/lesson.json"};
  return std::make_unique<FileOperation>(folder, [path, settings] { return save_settings(settings, path); });
}

class ExportOperation : public Operation {
 public:
  ExportOperation(const fs::path& folder, Action action) : folder_(folder), action_(std::move(action)) {}

  void clear() override { view_.notice.reset(); }
  Ending run() override {
    return ending_without_throwing([this] {
      double now = 0;
      exporter_.handle(action_, now);
      while (exporter_.is_running()) {
        exporter_.poll(now += 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      return !has_complaint(view_);
    });
  }
  std::vector<std::string> complaints() override { return complaints_of(view_); }
  std::string state() override { return campaign::state_of(folder_); }

 private:
  fs::path folder_;
  Action action_;
  Session session_ = used_session();
  ViewState view_{attention_lab::testing::bare_services()};
  Exporter exporter_{session_, view_};
};

std::unique_ptr<Operation> prepare_picture(const fs::path& folder) {
  ExportPicture picture;
  PageSetup setup;
  setup.size = {2, 1, LengthUnit::centimetres};
  picture.page = *page_of(setup);
  DisplayList list;
  list.width = picture.page.width;
  list.height = picture.page.height;
  list.add(FillRect{{1, 1, 20, 10}, rgb(0x1964d8), 0});
  picture.list = std::make_shared<const DisplayList>(std::move(list));
  picture.background = rgb(0xffffff);
  picture.path = (files_in(folder) / "figure.png").string();
  picture.may_replace = true;
  test::put(picture.path, "an old picture");
  return std::make_unique<ExportOperation>(folder, picture);
}

std::unique_ptr<Operation> prepare_numbers(const fs::path& folder) {
  const std::string path = (files_in(folder) / "weights.csv").string();
  test::put(path, "old numbers");
  return std::make_unique<ExportOperation>(
      folder, ExportText{TextFormat::csv, MatrixRef{MatrixName::weights, 0}, path, true});
}

// ---- The command line.

/// Redirects standard output and standard error of this process to files during its lifetime.
class Redirected {
 public:
  explicit Redirected(const fs::path& folder) : folder_(folder) {
    std::fflush(stdout);
    for (const int number : {STDOUT_FILENO, STDERR_FILENO}) {
      saved_[number] = ::dup(number);
      const int file = ::open(path(number).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      ::dup2(file, number);
      ::close(file);
    }
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    std::fflush(stdout);
    for (const auto& [number, saved] : saved_) {
      ::dup2(saved, number);
      ::close(saved);
    }
  }

  fs::path path(int number) const { return folder_ / (number == STDOUT_FILENO ? "stdout" : "stderr"); }

 private:
  fs::path folder_;
  std::map<int, int> saved_;
};

class CommandOperation : public Operation {
 public:
  CommandOperation(const fs::path& folder, std::vector<std::string> arguments)
      : folder_(folder), arguments_(std::move(arguments)) {
    fs::create_directory(printed());
    redirected_.emplace(printed());
    for (const std::string& argument : arguments_) argv_.push_back(argument.c_str());
  }

  void clear() override {
    was_done_ = false;
    for (const int number : {STDOUT_FILENO, STDERR_FILENO}) fs::resize_file(redirected_->path(number), 0);
  }
  Ending run() override {
    return ending_without_throwing([this] {
      const int code = run_command_line(static_cast<int>(argv_.size()), argv_.data());
      was_done_ = code == 0;
      return was_done_;
    });
  }

  /// Warnings are not complaints.
  std::vector<std::string> complaints() override {
    std::vector<std::string> lines;
    std::istringstream text(test::contents(redirected_->path(STDERR_FILENO)));
    for (std::string line; std::getline(text, line);) {
      const bool is_warning = line.find(": warning: ") != std::string::npos;
      if (!is_warning && line.rfind("attention-lab: ", 0) == 0) lines.push_back(line);
    }
    return lines;
  }

  std::string state() override {
    std::string bytes = campaign::state_of(files_in(folder_));
    if (was_done_) bytes += test::contents(redirected_->path(STDOUT_FILENO));
    return bytes;
  }

 private:
  fs::path printed() const { return folder_ / "printed"; }

  fs::path folder_;
  std::vector<std::string> arguments_;
  std::vector<const char*> argv_;
  std::optional<Redirected> redirected_;
  bool was_done_ = false;
};

NamedOperation command(const std::string& name, std::vector<std::string> arguments,
                       const std::string& output = "") {
  const auto prepare = [arguments, output](const fs::path& folder) {
    std::vector<std::string> whole{"attention-lab"};
    whole.insert(whole.end(), arguments.begin(), arguments.end());
    const fs::path document = document_in(folder);
    test::put(document, to_json(rich_document()));
    std::replace(whole.begin(), whole.end(), std::string("DOCUMENT"), document.string());
    if (!output.empty()) {
      const fs::path path = files_in(folder) / output;
      test::put(path, "an old file");
      whole.insert(whole.end(), {"-o", path.string()});
    }
    return std::make_unique<CommandOperation>(folder, whole);
  };
  return {name, !output.empty(), prepare, true};
}

NamedOperation edit(const std::string& name, Edit edit) {
  return {"edit " + name, false,
          [edit](const fs::path&) { return std::make_unique<ApplyAction>(CommitEdit{edit}); }};
}

void add_edits(std::vector<NamedOperation>& operations) {
  constexpr std::uint64_t seed = 5;
  operations.push_back(edit("cell", SetCell{{{MatrixName::W_q, 0}, 0, 0}, 7}));
  operations.push_back(edit("sentence", SetSentence{"Your own new sentence", seed}));
  operations.push_back(edit("token", AddToken{1, "again", seed}));
  operations.push_back(edit("d_model", SetExtent{Extent::d_model, 5, seed}));
  operations.push_back(edit("d_k", SetExtent{Extent::d_k, 4, seed}));
  operations.push_back(edit("d_v", SetExtent{Extent::d_v, 4, seed}));
  operations.push_back(edit("heads", SetExtent{Extent::n_heads, 5, seed}));
  operations.push_back(edit("weights", RedrawWeights{edits::Draw::nn_linear, seed}));
  operations.push_back(edit("positions", SetPositions{Positions::sinusoidal, seed}));
  operations.push_back(edit("dropout", SetDropout{{Scalar(0.5), 3}}));
  operations.push_back(edit("biases", SetBiases{true}));
  operations.push_back(edit("W_o", SetOutputProjection{true}));
  operations.push_back(edit("words", SetSharedWords{true}));
  operations.push_back(edit("projection", SetProjection{Projection::identity, seed}));
  const Edit warmer = SetTemperature{4};
  operations.push_back({"preview", false, [warmer](const fs::path&) {
                          return std::make_unique<ApplyAction>(PreviewEdit{warmer});
                        }});
  operations.push_back({"commit of a preview", false, [warmer](const fs::path&) {
                          return std::make_unique<ApplyInPreview>(CommitEdit{warmer});
                        }});
  operations.push_back({"cancelled preview", false,
                        [](const fs::path&) { return std::make_unique<ApplyInPreview>(CancelPreview{}); }});
  operations.push_back(
      {"undo", false, [](const fs::path&) { return std::make_unique<ApplyAction>(Undo{}); }});
  operations.push_back(
      {"redo", false, [](const fs::path&) { return std::make_unique<ApplyAction>(Redo{}); }});
}

}  // namespace

std::string state_of(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".lock") continue;
    // The names of recovery files contain the process ID.
    const bool is_kept = entry.path().parent_path() == recovery_in(folder);
    const std::string name =
        is_kept ? "kept" + entry.path().extension().string() : fs::relative(entry.path(), folder).string();
    files.push_back(name + "\n" + test::contents(entry.path()) + "\n");
  }
  std::sort(files.begin(), files.end());
  std::string bytes;
  for (const std::string& file : files) bytes += file;
  return bytes;
}

void furnish(const fs::path& folder) {
  fs::create_directories(files_in(folder));
  test::put(other_document_in(folder), to_json(*load_preset("journey-simplified")));
  ::setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
  ::setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
}

void start_again(const fs::path& folder) {
  Session session(*load_preset("journey"));
  ViewState view{attention_lab::testing::bare_services()};
  DocumentFiles document_files(session, view, true);
  document_files.recovery().offer_abandoned();
  ActionQueue more;
  document_files.handle(OpenFile{other_document_in(folder).string()}, more);
}

std::vector<NamedOperation> all_operations() {
  std::vector<NamedOperation> operations;
  operations.push_back({"open", false, [](const fs::path& folder) {
                          test::put(document_in(folder), to_json(rich_document()));
                          return std::make_unique<DocumentFilesOperation>(
                              folder, OpenFile{document_in(folder).string()});
                        }});
  operations.push_back(
      {"open a read document", false, [](const fs::path&) { return std::make_unique<OpenSession>(); }});
  add_edits(operations);
  operations.push_back({"save", true, [](const fs::path& folder) { return prepare_save(folder, true); }});
  operations.push_back(
      {"save a new file", true, [](const fs::path& folder) { return prepare_save(folder, false); }});
  operations.push_back({"save from the window", true, [](const fs::path& folder) {
                          const std::string path = document_in(folder).string();
                          test::put(path, "an old document");
                          return std::make_unique<DocumentFilesOperation>(folder, SaveFileAs{path, true});
                        }});
  operations.push_back({"autosave", true, [](const fs::path& folder) { return prepare_keep(folder, true); }});
  operations.push_back(
      {"first autosave", true, [](const fs::path& folder) { return prepare_keep(folder, false); }});
  operations.push_back({"settings", true, prepare_settings});
  operations.push_back({"export a picture", true, prepare_picture});
  operations.push_back({"export numbers", true, prepare_numbers});
  operations.push_back(command("compute", {"compute", "DOCUMENT"}));
  operations.push_back(command("compute --json", {"compute", "DOCUMENT", "--json"}));
  operations.push_back(command("validate", {"validate", "DOCUMENT"}));
  operations.push_back(command("copy-as", {"copy-as", "DOCUMENT", "--format", "pytorch"}));
  operations.push_back(command("render svg", {"render", "DOCUMENT", "--figure", "heatmap"}, "figure.svg"));
  operations.push_back(command("render png", {"render", "DOCUMENT", "--figure", "flow"}, "figure.png"));
  operations.back().library_has_choice = true;
  operations.push_back(command("render pdf", {"render", "DOCUMENT", "--figure", "pipeline"}, "figure.pdf"));
  operations.back().library_has_choice = true;
  return operations;
}

}  // namespace attention_lab::campaign
