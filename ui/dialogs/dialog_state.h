// The dialogs and what they need to remember.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ui/exportable.h"

namespace attention_lab {

enum class Dialog { none, open_file, save_file, export_figure, unsaved_changes, recovered, help, about };

/// What the person wanted when unsaved changes got in the way.
enum class AfterSaving { nothing, quit, open_dialog, open_path, open_preset, new_document };

struct ListedFile {
  std::string name;
  bool is_folder = false;
};

struct DialogState {
  Dialog open = Dialog::none;
  Dialog drawn = Dialog::none;  // as of the last frame, to notice one that just opened

  // Open and save.
  std::string folder;               // absolute
  std::vector<ListedFile> listing;  // of `folder`
  std::string listing_error;        // why there is none, or empty
  std::array<char, 1024> file_name{};
  bool shows_new_name = false;  // the program changed file_name
  bool wants_focus = false;     // of the field, so that Enter can be pressed again
  int name_version = 0;         // of the field's identity
  std::string overwrite_asked;  // the path that exists and was asked about
  std::string problem;          // why the file was not taken, in words

  Exportable exported;                // what the export dialog is about
  std::vector<std::string> warnings;  // of its picture, in the format that is chosen

  // Unsaved changes.
  AfterSaving after = AfterSaving::nothing;
  std::string pending;  // path or preset

  // Recovered after a crash.
  std::string recovered_title;
  std::string recovered_when;
};

void set_file_name(DialogState& dialogs, const std::string& name);

}  // namespace attention_lab
