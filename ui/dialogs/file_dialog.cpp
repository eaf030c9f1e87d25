// Choosing a file to open, or where to save.
#include <algorithm>
#include <string>

#include "ui/dialogs/dialogs.h"
#include "ui/imgui_compat.h"

namespace attention_lab {
namespace {

void set_file_name(DialogState& dialogs, const std::string& name) {
  dialogs.file_name.fill('\0');
  std::copy_n(name.begin(), std::min(name.size(), dialogs.file_name.size() - 1), dialogs.file_name.begin());
}

std::string joined(const std::string& folder, const std::string& name) {
  if (!name.empty() && name.front() == '/') return name;
  return folder + (folder.empty() || folder.back() == '/' ? "" : "/") + name;
}

std::string parent_of(const std::string& folder) {
  const std::size_t slash = folder.find_last_of('/');
  return slash == 0 || slash == std::string::npos ? "/" : folder.substr(0, slash);
}

bool ends_with_json(const std::string& name) {
  constexpr std::string_view ending = ".json";
  return name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

const ListedFile* listed(const DialogState& dialogs, const std::string& name) {
  const auto found = std::find_if(dialogs.listing.begin(), dialogs.listing.end(),
                                  [&](const ListedFile& file) { return file.name == name; });
  return found == dialogs.listing.end() ? nullptr : &*found;
}

class FileDialog {
 public:
  FileDialog(ViewState& view, ActionQueue& actions, bool is_saving)
      : view_(view), dialogs_(view.dialogs), actions_(actions), is_saving_(is_saving) {}

  void draw() {
    draw_folder();
    draw_listing();
    draw_name();
    draw_buttons();
  }

 private:
  void enter(const std::string& folder) { actions_.push(ListFolder{folder}); }

  void draw_folder() {
    if (ImGui::Button("↑ Up")) enter(parent_of(dialogs_.folder));
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", dialogs_.folder.c_str());
  }

  void draw_listing() {
    const float height = view_.sizes().body * 20;
    ImGui::BeginChild("##listing", {0, std::min(height, ImGui::GetIO().DisplaySize.y * 0.5f)}, true,
                      ImGuiWindowFlags_NoNav);
    if (!dialogs_.listing_error.empty()) ImGui::TextWrapped("%s", dialogs_.listing_error.c_str());
    bool is_empty = true;
    for (const ListedFile& file : dialogs_.listing) {
      if (!file.is_folder && !ends_with_json(file.name)) continue;
      is_empty = false;
      const std::string label = file.is_folder ? file.name + "/" : file.name;
      const bool is_chosen = !file.is_folder && file.name == dialogs_.file_name.data();
      if (ImGui::Selectable(label.c_str(), is_chosen,
                            ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_DontClosePopups)) {
        if (file.is_folder) {
          enter(joined(dialogs_.folder, file.name));
        } else {
          set_file_name(dialogs_, file.name);
          if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) accept();
        }
      }
    }
    if (is_empty && dialogs_.listing_error.empty())
      ImGui::TextDisabled("No folders and no .json documents here.");
    ImGui::EndChild();
  }

  void draw_name() {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    const bool is_entered = ImGui::InputTextWithHint(
        "##file name", "file name, or a whole path", dialogs_.file_name.data(), dialogs_.file_name.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    view_.fonts->need(dialogs_.file_name.data());
    if (ImGui::IsItemEdited()) {
      dialogs_.problem.clear();
      dialogs_.overwrite_asked.clear();
    }
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    view_.items.add("file name", {low.x, low.y, high.x - low.x, high.y - low.y});
    if (is_entered) accept();
    if (!dialogs_.problem.empty()) {
      ImGui::PushStyleColor(ImGuiCol_Text, packed(view_.theme().error));
      ImGui::TextWrapped("%s", dialogs_.problem.c_str());
      ImGui::PopStyleColor();
    }
  }

  void draw_buttons() {
    ImGui::Dummy({0, view_.sizes().body * 0.4f});
    const bool has_name = dialogs_.file_name.front() != '\0';
    const bool replaces = is_saving_ && !dialogs_.overwrite_asked.empty();
    if (dialog_button(view_, replaces ? "Replace it" : is_saving_ ? "Save" : "Open", true, has_name))
      accept();
    ImGui::SameLine();
    if (dialog_button(view_, "Cancel", false) || is_key_pressed(ImGuiKey_Escape)) {
      dialogs_.after = AfterSaving::nothing;
      close_dialog(view_);
    }
  }

  // A folder is entered; a file that would be replaced is asked about once.
  void accept() {
    std::string name = view_.wide_characters.decode(dialogs_.file_name.data());
    if (name.empty()) return;
    const ListedFile* file = listed(dialogs_, name);
    if (file != nullptr && file->is_folder) {
      set_file_name(dialogs_, "");
      enter(joined(dialogs_.folder, name));
      return;
    }
    if (!is_saving_) {
      actions_.push(OpenFile{joined(dialogs_.folder, name)});
      return;
    }
    if (name.find_last_of('.') == std::string::npos || name.find_last_of('.') < name.find_last_of('/') + 1)
      name += ".json";
    const std::string path = joined(dialogs_.folder, name);
    const bool exists = listed(dialogs_, name) != nullptr;
    if (exists && dialogs_.overwrite_asked != path && path != view_.file_path) {
      dialogs_.overwrite_asked = path;
      dialogs_.problem = name + " exists. Press Enter again to replace it, or choose another name.";
      return;
    }
    actions_.push(SaveFileAs{path});
  }

  ViewState& view_;
  DialogState& dialogs_;
  ActionQueue& actions_;
  bool is_saving_;
};

}  // namespace

void draw_file_dialog(ViewState& view, ActionQueue& actions) {
  for (const bool is_saving : {false, true}) {
    const Dialog dialog = is_saving ? Dialog::save_file : Dialog::open_file;
    if (!begin_dialog(view, dialog, is_saving ? "Save the document" : "Open a document", 46)) continue;
    FileDialog(view, actions, is_saving).draw();
    end_dialog();
  }
}

}  // namespace attention_lab
