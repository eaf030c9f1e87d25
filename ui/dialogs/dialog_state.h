// The dialogs and their state.
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
  corpus,
  words,
  none  // always the last
};
/// All dialogs, without `none`.
inline constexpr auto all_dialogs = [] {
  std::array<Dialog, static_cast<std::size_t>(Dialog::none)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Dialog>(i);
  return all;
}();

/// What the user wanted to do when the question about unsaved changes came up.
enum class AfterSaving { nothing, quit, open_dialog, open_path, open_preset, new_document, restore };

/// Whether this dialog may lead to saving, after which something else can follow.
constexpr bool leads_to_saving(Dialog dialog) {
  return dialog == Dialog::unsaved_changes || dialog == Dialog::changed_file || dialog == Dialog::save_file;
}

struct ListedFile {
  std::string name;
  bool is_folder = false;
};

/// The document's file no longer contains what was read from it or saved to it.
struct ChangedFile {
  bool is_saving = false;  // noticed while saving; otherwise when the window was focused again
  std::string copy_name;   // under which the document can be saved in the same folder
};

/// Work saved for recovery by a program that is no longer running.
struct RecoveredWork {
  std::string name;        // of its file, or its title
  std::string folder;      // of that file; empty if it had none
  std::string when;        // the time of the last save: "on 20 November 2026 at 16:25"
  std::string problem;     // why it cannot be opened, in one sentence; empty if it can
  std::string file;        // the path of the recovery file
  std::size_t number = 1;  // of this document among all recovered ones
  std::size_t count = 1;
};

/// The texts of the dialog about the corpus.
struct CorpusFields {
  std::string sentences;
  std::string held_out;
  std::string words;
  std::string problem;  // why they were not accepted, or empty
};

struct DialogState {
  Dialog open = Dialog::none;
  double appeared_at = 0;       // ImGui time
  Dialog drawn = Dialog::none;  // in the last frame, to notice that a dialog has just opened

  // Heights measured in the last frame: of the question's text, and of what the open dialog draws below
  // everything else; 0 before the first frame.
  float text_height = 0;
  float last_height = 0;
  int frames_to_settle = 0;  // until the dialog's size fits these heights

  // The open and save dialogs.
  std::string folder;               // absolute
  std::vector<ListedFile> listing;  // of `folder`
  std::string listing_error;        // why there is no listing, or empty
  std::array<char, 1024> file_name{};
  bool shows_new_name = false;  // the program changed file_name
  bool wants_focus = false;     // of the field, so that Enter can be pressed again
  int name_version = 0;         // part of the field's ID
  std::string overwrite_asked;  // the existing path that the user was asked about
  std::string problem;          // why the file was not accepted

  Exportable exported;                // the subject of the export dialog
  std::vector<std::string> warnings;  // about its picture in the chosen format

  // The question about unsaved changes.
  AfterSaving after = AfterSaving::nothing;
  std::string pending;  // path or preset to open

  // The command palette.
  std::string query;       // the text in its field
  std::size_t chosen = 0;  // index into the matching commands

  CorpusFields corpus;
  ChangedFile changed_file;
  RecoveredWork recovered;
};

void set_file_name(DialogState& dialogs, const std::string& name);

}  // namespace attention_lab
