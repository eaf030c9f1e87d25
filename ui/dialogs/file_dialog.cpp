// The dialogs that choose a file to open, to save to, or to export to.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/figures/figure_data.h"
#include "ui/lab/file_names.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_field.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab {
namespace {

std::string path_in(const std::string& folder, const std::string& name) {
  if (!name.empty() && name.front() == '/') return name;
  return folder + (folder.empty() || folder.back() == '/' ? "" : "/") + name;
}

/// The lower-case extension of a name: letters and digits, the first one a letter. Empty if there is none, as
/// in “v1.2”.
std::string ending_of_name(const std::string& name) {
  const std::size_t dot = name.find_last_of('.');
  if (dot == std::string::npos || dot < name.find_last_of('/') + 1) return {};
  const std::string ending = in_small_letters(name.substr(dot + 1));
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  const bool is_ending =
      !ending.empty() && is_letter(ending.front()) && std::all_of(ending.begin(), ending.end(), fits);
  return is_ending ? ending : std::string();
}

std::string with_ending(const std::string& name, std::string_view ending) {
  const std::string old = ending_of_name(name);
  const std::size_t stem = old.empty() ? name.size() : name.size() - old.size() - 1;
  return name.substr(0, stem) + "." + std::string(ending);
}

std::vector<ExportFormat> export_formats() {
  std::vector<ExportFormat> formats(all_picture_formats.begin(), all_picture_formats.end());
  formats.insert(formats.end(), all_text_formats.begin(), all_text_formats.end());
  return formats;
}

/// The first format with this extension; several text formats may share one.
std::optional<ExportFormat> format_with_ending(const std::string& ending) {
  for (const ExportFormat& format : export_formats())
    if (ending_of(format) == ending) return format;
  return std::nullopt;
}

std::string label_of(const ExportFormat& format) {
  if (const auto* text = std::get_if<TextFormat>(&format))
    return *text == TextFormat::tsv ? "TSV" : std::string(title_of(*text));
  switch (std::get<PictureFormat>(format)) {
    case PictureFormat::png: return "PNG";
    case PictureFormat::svg: return "SVG";
    case PictureFormat::pdf: return "PDF";
  }
  return {};
}

const ListedFile* listed(const DialogState& dialogs, const std::string& name) {
  const auto found = std::find_if(dialogs.listing.begin(), dialogs.listing.end(),
                                  [&](const ListedFile& file) { return file.name == name; });
  return found == dialogs.listing.end() ? nullptr : &*found;
}

class FileDialog {
 public:
  FileDialog(const Session& session, ViewState& view, ActionQueue& actions)
      : session_(session),
        view_(view),
        dialogs_(view.dialogs),
        actions_(actions),
        is_saving_(view.dialogs.open != Dialog::open_file),
        is_exporting_(view.dialogs.open == Dialog::export_figure) {}

  void draw() {
    if (is_exporting_) {
      draw_formats();
      draw_warnings();
    }
    draw_folder();
    draw_listing();
    const float top = ImGui::GetCursorPosY();
    draw_name();
    draw_buttons();
    note_height(view_, dialogs_.last_height, ImGui::GetCursorPosY() - top);
  }

 private:
  void enter(const std::string& folder) {
    actions_.push(ListFolder{folder});
    dialogs_.wants_focus = true;
  }

  void draw_folder() {
    if (button(view_, "↑ Up", "button.Up")) enter(folder_of(dialogs_.folder));
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    write_quietly(fitting(view_, dialogs_.folder, ImGui::GetContentRegionAvail().x));
    name_last_item(view_, "folder");
  }

  /// What is exported, as mark-up: the user's title, or what the figure shows.
  static std::string words_of(const Exportable& figure) {
    if (const auto* plot = std::get_if<PlotPointer>(&figure)) return escape_markup((*plot)->description);
    if (std::holds_alternative<PictureInWindow>(figure)) return "The pipeline as the window shows it";
    const FigureRequest& request = std::get<FigureRequest>(figure);
    if (request.title) return *request.title;
    if (!shows_one_matrix(request.figure)) return escape_markup(description_of(request.figure));
    return filled("<matrix> (<figure>)",
                  {{"matrix", name_in_title(request.matrix.name)}, {"figure", to_string(request.figure)}});
  }

  void draw_subject() {
    const Painter painter(*ImGui::GetWindowDrawList(), view_.fonts);
    const std::string words = words_of(dialogs_.exported);
    view_.fonts.need(words);
    const Paragraph subject = set_paragraph(words, ImGui::GetContentRegionAvail().x, view_.sizes().body,
                                            FontWeight::regular, painter.metrics());
    attention_lab::draw(painter, subject, from_imgui(ImGui::GetCursorScreenPos()), view_.theme().text);
    ImGui::Dummy({0, subject.height()});
    write_quietly(export_size(view_, dialogs_.exported));
  }

  // One row of picture formats and one of text formats.
  void draw_formats() {
    const Theme& theme = view_.theme();
    draw_subject();
    bool is_first = true;
    for (const ExportFormat& format : export_formats()) {
      const bool is_text = std::holds_alternative<TextFormat>(format);
      const std::string label = label_of(format);
      const bool starts_row = is_first || format == ExportFormat(TextFormat::csv);
      if (!starts_row) {
        stay_in_row(label.c_str());
      } else {
        ImGui::AlignTextToFramePadding();
        write_quietly(is_text ? "Numbers" : "Picture");
        ImGui::SameLine(view_.sizes().body * 5.8f);
      }
      is_first = false;
      const bool is_chosen = view_.preferences.export_format == format;
      const std::string name = "format." + std::string(to_string(format));
      const Colour ground = is_chosen ? theme.accent_ground : theme.card;
      if (button(view_, label.c_str(), name, {.ground = ground})) choose(format);
    }
    ImGui::Dummy({0, view_.sizes().body * 0.2f});
  }

  // Warnings about what the picture cannot show as it is, before it is made.
  void draw_warnings() {
    for (const std::string& warning : dialogs_.warnings) write_wrapped(warning);
    if (!dialogs_.warnings.empty()) ImGui::Dummy({0, view_.sizes().body * 0.2f});
  }

  void choose(const ExportFormat& format) {
    dialogs_.wants_focus = true;  // Enter still exports
    dialogs_.overwrite_asked.clear();
    dialogs_.problem.clear();
    set_format(format);
    show_name(with_ending(dialogs_.file_name.data(), ending_of(format)));
  }

  void set_format(const ExportFormat& format) {
    view_.preferences.export_format = format;
    dialogs_.warnings = export_warnings(session_, view_, dialogs_.exported, format);
  }

  void show_name(const std::string& name) {
    set_file_name(dialogs_, name);
    dialogs_.shows_new_name = true;
  }

  std::string usual_ending() const {
    return is_exporting_ ? std::string(ending_of(view_.preferences.export_format)) : "json";
  }

  bool is_listed(const ListedFile& file) const {
    return file.is_folder || ending_of_name(file.name) == usual_ending();
  }

  void draw_listing() {
    const float height = view_.sizes().body * (is_exporting_ ? 15.0f : 20.0f);
    ImGui::BeginChild("##listing", {0, std::min(height, room_above(view_, dialogs_.last_height))}, true,
                      ImGuiWindowFlags_NoNav);
    if (!dialogs_.listing_error.empty()) write_wrapped(dialogs_.listing_error);
    bool is_empty = true;
    for (const ListedFile& file : dialogs_.listing) {
      if (!is_listed(file)) continue;
      is_empty = false;
      const std::string label = entry_label(
          fitting(view_, file.is_folder ? file.name + "/" : file.name, ImGui::GetContentRegionAvail().x));
      const bool is_chosen = !file.is_folder && file.name == dialogs_.file_name.data();
      ImGui::PushID(file.name.c_str());  // two long names may be shortened to the same text
      if (ImGui::Selectable(label.c_str(), is_chosen,
                            ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_DontClosePopups)) {
        if (file.is_folder) {
          enter(path_in(dialogs_.folder, file.name));
        } else {
          set_file_name(dialogs_, file.name);
          dialogs_.wants_focus = true;
          if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) accept();
        }
      }
      name_last_item(view_, file.is_folder ? "listed folder" : "listed file");
      ImGui::PopID();
    }
    if (is_empty && dialogs_.listing_error.empty()) {
      write_quietly(
          filled("This folder contains no folders and no .<ending> files.", {{"ending", usual_ending()}}));
    }
    ImGui::EndChild();
  }

  void draw_name() {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::IsWindowAppearing() || std::exchange(dialogs_.wants_focus, false))
      ImGui::SetKeyboardFocusHere();
    // An active field keeps its own copy of the text; a new ID makes it take the new text.
    if (std::exchange(dialogs_.shows_new_name, false)) ++dialogs_.name_version;
    ImGui::PushID(dialogs_.name_version);
    const bool is_entered = text_field(
        view_, "##file name", "file name or full path", dialogs_.file_name.data(), dialogs_.file_name.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopID();
    view_.fonts.need(dialogs_.file_name.data());
    if (ImGui::IsItemEdited()) {
      dialogs_.problem.clear();
      dialogs_.overwrite_asked.clear();
    }
    name_last_item(view_, "file name");
    if (is_entered) {
      dialogs_.wants_focus = true;  // Dear ImGui deactivates the field on Enter
      if (is_enter_newly_pressed()) accept();
    }
    if (!dialogs_.problem.empty()) {
      ImGui::PushStyleColor(ImGuiCol_Text, packed(view_.theme().error));
      write_wrapped(dialogs_.problem);
      ImGui::PopStyleColor();
    }
  }

  void draw_buttons() {
    ImGui::Dummy({0, view_.sizes().body * 0.4f});
    const bool has_name = dialogs_.file_name.front() != '\0';
    const bool replaces = is_saving_ && !dialogs_.overwrite_asked.empty();
    if (dialog_button(view_,
                      replaces        ? "Replace"
                      : is_exporting_ ? "Export"
                      : is_saving_    ? "Save"
                                      : "Open",
                      true, has_name))
      accept();
    stay_in_row("Cancel");
    if (dialog_button(view_, "Cancel", false) || is_key_pressed(ImGuiKey_Escape)) {
      dialogs_.after = AfterSaving::nothing;
      close_dialog(view_);
    }
  }

  // Enters a folder; asks once before a file is replaced.
  void accept() {
    std::string name = view_.services.wide_characters.decode(dialogs_.file_name.data());
    if (name.empty()) return;
    dialogs_.wants_focus = true;
    const ListedFile* file = listed(dialogs_, name);
    if (name.back() == '/' || (file != nullptr && file->is_folder)) {
      set_file_name(dialogs_, "");
      enter(path_in(dialogs_.folder, name));
      return;
    }
    if (!is_saving_) {
      actions_.push(OpenFile{path_in(dialogs_.folder, name)});
      return;
    }
    if (ending_of_name(name).empty()) name = with_ending(name, usual_ending());
    if (is_exporting_ ? !take_format(name) : is_name_of_export(name)) return;
    const std::string path = path_in(dialogs_.folder, name);
    const bool may_replace = dialogs_.overwrite_asked == path;
    if (view_.services.is_taken(path) && !may_replace) {
      dialogs_.overwrite_asked = path;
      dialogs_.problem =
          filled("<name> already exists. Press Enter again to replace it, or choose another name.",
                 {{"name", name}});
      return;
    }
    if (!is_exporting_) {
      actions_.push(SaveFileAs{path, may_replace});
      return;
    }
    if (export_figure(session_, view_, actions_, dialogs_.exported, view_.preferences.export_format, path,
                      may_replace))
      view_.preferences.export_folder = folder_of(path);
    close_dialog(view_);
  }

  // A document with the extension of a picture would be mistaken for one, or replace it.
  bool is_name_of_export(const std::string& name) {
    const std::string ending = ending_of_name(name);
    if (!format_with_ending(ending)) return false;
    const std::string proposed = with_ending(name, usual_ending());
    dialogs_.overwrite_asked.clear();
    dialogs_.problem = filled(
        "Files ending in .<ending> are made by Export (Ctrl+Shift+E). Press Enter to save "
        "the document as <name>.",
        {{"ending", ending}, {"name", proposed}});
    show_name(view_.services.wide_characters.encode(proposed));
    return true;
  }

  // An extension that was typed selects the format.
  bool take_format(const std::string& name) {
    const std::string ending = ending_of_name(name);
    if (ending == ending_of(view_.preferences.export_format)) return true;
    if (const std::optional<ExportFormat> format = format_with_ending(ending)) {
      set_format(*format);
      return true;
    }
    dialogs_.problem = filled(
        "There is no format .<ending>: choose one above, or end the name with one of .png "
        ".svg .pdf .csv .tsv .md .tex .py.",
        {{"ending", ending}});
    return false;
  }

  const Session& session_;
  ViewState& view_;
  DialogState& dialogs_;
  ActionQueue& actions_;
  bool is_saving_;
  bool is_exporting_;
};

}  // namespace

void set_file_name(DialogState& dialogs, const std::string& name) {
  dialogs.file_name.fill('\0');
  std::copy_n(name.begin(), std::min(name.size(), dialogs.file_name.size() - 1), dialogs.file_name.begin());
}

void draw_file_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  struct Titled {
    Dialog dialog;
    const char* title;
  };
  for (const auto [dialog, title] :
       {Titled{Dialog::open_file, "Open a document"}, Titled{Dialog::save_file, "Save the document"},
        Titled{Dialog::export_figure, "Export"}}) {
    if (!begin_dialog(view, dialog, title, 46)) continue;
    FileDialog(session, view, actions).draw();
    end_dialog();
  }
}

}  // namespace attention_lab
