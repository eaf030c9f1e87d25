// The dialogs and what they need to remember.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "ui/lab/exportable.h"

namespace attention_lab {

enum class Dialog {
  open_file,
  save_file,
  export_figure,
  unsaved_changes,
  changed_file,
  recovered,
  help,
  about,
  palette,
  none  // always the last
};
/// Those that can be open.
inline constexpr auto all_dialogs = [] {
  std::array<Dialog, static_cast<std::size_t>(Dialog::none)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Dialog>(i);
  return all;
}();

/// What the person wanted when unsaved changes got in the way.
enum class AfterSaving { nothing, quit, open_dialog, open_path, open_preset, new_document, restore };

/// Whether saving may follow from the answer: something else can come after it then.
constexpr bool leads_to_saving(Dialog dialog) {
  return dialog == Dialog::unsaved_changes || dialog == Dialog::changed_file || dialog == Dialog::save_file;
}

struct ListedFile {
  std::string name;
  bool is_folder = false;
};

/// The file of the document no longer holds what was read from it or saved to it.
struct ChangedFile {
  bool is_saving = false;  // noticed while saving; else while looking at the window again
  std::string copy_name;   // under which the document can be saved in the same folder
};

/// Work that a program kept which is no longer running.
struct RecoveredWork {
  std::string name;        // of its file, or its title
  std::string folder;      // of that file; empty: it had none
  std::string when;        // it was kept last: "on 20 November 2026 at 16:25"
  std::string problem;     // why it cannot be opened, in one sentence; empty: it can
  std::string file;        // where it is kept
  std::size_t number = 1;  // of this document among all that were kept
  std::size_t count = 1;
};

struct DialogState {
  Dialog open = Dialog::none;
  double appeared_at = 0;       // ImGui time
  Dialog drawn = Dialog::none;  // as of the last frame, to notice one that just opened

  // Measured in the last frame: the text of the open question, and what the open dialog draws below the rest;
  // 0 before the first.
  float text_height = 0;
  float last_height = 0;
  int frames_to_settle = 0;  // until the dialog is as large as that takes

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

  // The command palette.
  std::string query;       // what was typed into it
  std::size_t chosen = 0;  // among what matches

  ChangedFile changed_file;
  RecoveredWork recovered;
};

void set_file_name(DialogState& dialogs, const std::string& name);

}  // namespace attention_lab
