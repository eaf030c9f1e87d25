#include "ui/workspaces/figures/figure_menu.h"

#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/figures/base/text_faults.h"
#include "ui/lab/commands.h"
#include "ui/lab/file_names.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"
#include "ui/workspaces/figures/shown_figure.h"

namespace attention_lab {
namespace {

constexpr const char* figure_menu_id = "##figure menu";
constexpr float widest_description = 30;   // in multiples of the text size
constexpr std::size_t longest_title = 24;  // of the document, in export names

// Example: “Your journey starts” becomes “your-journey-starts”.
std::string plain_name(std::string_view text) {
  std::string name;
  for (const char c : in_small_letters(std::string(text))) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      name += c;
    } else if (!name.empty() && name.back() != '-' && (c == ' ' || c == '-' || c == '_')) {
      if (name.size() >= longest_title) break;
      name += '-';
    }
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "attention" : name;
}

/// The page of the export: what the window shows keeps its shape.
Result<Page> page_for(const ViewState& view, const Exportable& figure, bool becomes_pixels) {
  Result<Page> page = page_of(view.preferences.page, becomes_pixels);
  const auto* shown = std::get_if<PictureInWindow>(&figure);
  if (shown == nullptr || !page) return page;
  return fitted_page(*page, shown->size.x, shown->size.y);
}

void draw_workspace_entries(const Session& session, ViewState& view, const FigureRequest& request) {
  if (view.workspace != Workspace::figures && menu_entry(view, "Open in Figures")) {
    view.figures.request = request;
    view.workspace = Workspace::figures;
  }
  ImGui::Separator();
  if (menu_entry(view, title_of(entry_of(Command::pin_state), session, view))) pin(session, view);
  if (view.figures.pinned && menu_entry(view, entry_of(Command::unpin_state).name)) unpin(view);
}

void say_not_exported(ViewState& view, const Error& error) {
  view.complain(filled("Nothing was exported. <problem>", {{"problem", to_string(error)}}));
}

/// The figure as it will be exported in this format.
Result<Figure> drawn_for(const Session& session, const ViewState& view, const Exportable& figure,
                         PictureFormat format, const Page& page) {
  return draw_on_page(session, view, figure, page, page.pixel(format), has_pixels(format));
}

}  // namespace

std::string document_name(const Session& session, const ViewState& view) {
  if (view.file_path.empty()) return plain_name(session.document().title);
  const std::string name = file_name_of(view.file_path);
  const std::size_t dot = name.find_last_of('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string export_name(const Session& session, const ViewState& view, const Exportable& figure) {
  if (const auto* plot = std::get_if<PlotPointer>(&figure)) return (*plot)->stem;
  return document_name(session, view) + "-" + file_stem(*figure_of(figure), session.model().n_heads());
}

void draw_copy_entries(WidgetContext& view, ActionQueue& actions, const char* label,
                       const NumberSource& numbers) {
  if (!ImGui::BeginMenu(label)) return;
  for (const TextFormat format : all_text_formats) {
    if (ImGui::MenuItem(std::string(title_of(format)).c_str())) actions.push(CopyText{format, numbers});
    name_last_item(view, "copy." + std::string(to_string(format)));
  }
  ImGui::EndMenu();
}

void draw_export_entries(const Session& session, ViewState& view, ActionQueue& actions,
                         const Exportable& figure, const NumberSource& numbers) {
  if (menu_entry(view, "Export this…")) request_export_dialog(session, view, actions, figure);
  const bool is_document = std::holds_alternative<WholeDocument>(numbers);
  draw_copy_entries(view, actions, is_document ? "Copy the document as" : "Copy as", numbers);
  name_last_item(view, "entry.Copy as");
}

void open_figure_menu(ViewState& view, Exportable figure) {
  const auto* plot = std::get_if<PlotPointer>(&figure);
  if (plot != nullptr && !*plot) return;
  view.figures.opens_menu = true;
  view.figures.menu_figure = std::move(figure);
}

void draw_figure_menu(const Session& session, ViewState& view, ActionQueue& actions) {
  if (view.figures.opens_menu) {
    view.figures.opens_menu = false;
    ImGui::OpenPopup(figure_menu_id);
  }
  if (!ImGui::BeginPopup(figure_menu_id)) return;
  const Exportable figure = view.figures.menu_figure;
  const FigureRequest* request = figure_of(figure);
  const std::string description = request != nullptr ? std::string(description_of(request->figure))
                                                     : std::get<PlotPointer>(figure)->description;
  write_markup(view, as_markup(description), view.sizes().body * widest_description, view.theme().quiet_text);
  ImGui::Separator();
  draw_export_entries(session, view, actions, figure, numbers_of(figure));
  if (request != nullptr) draw_workspace_entries(session, view, *request);
  end_popup();
}

void request_export_dialog(const Session& session, ViewState& view, ActionQueue& actions,
                           const Exportable& figure) {
  DialogState& dialogs = view.dialogs;
  dialogs.open = Dialog::export_figure;
  dialogs.exported = figure;
  dialogs.problem.clear();
  dialogs.overwrite_asked.clear();
  dialogs.warnings = export_warnings(session, view, figure, view.preferences.export_format);
  set_file_name(dialogs, export_name(session, view, figure) + "." +
                             std::string(ending_of(view.preferences.export_format)));
  actions.push(ListFolder{view.preferences.export_folder});
}

void request_export_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  const Result<Exportable> figure = entry_of(view.workspace).exported(session, view);
  if (figure) {
    request_export_dialog(session, view, actions, *figure);
  } else {
    say_not_exported(view, figure.error());
  }
}

void request_export(const Session& session, ViewState& view, ActionQueue& actions) {
  const Result<Exportable> figure = entry_of(view.workspace).exported(session, view);
  if (!figure || view.preferences.export_folder.empty()) {
    request_export_dialog(session, view, actions);
    return;
  }
  const std::string path = view.preferences.export_folder + "/" + export_name(session, view, *figure) + "." +
                           std::string(ending_of(view.preferences.export_format));
  export_figure(session, view, actions, *figure, view.preferences.export_format, path, false);
}

std::string export_size(const ViewState& view, const Exportable& figure) {
  const Result<Page> page = page_for(view, figure, false);
  return page ? to_string(size_of(*page, view.preferences.page.size.unit)) : std::string();
}

std::vector<std::string> export_warnings(const Session& session, const ViewState& view,
                                         const Exportable& figure, const ExportFormat& format) {
  const auto* picture = std::get_if<PictureFormat>(&format);
  if (picture == nullptr) return {};
  const Result<Page> page = page_for(view, figure, has_pixels(*picture));
  if (!page) return {to_string(page.error())};
  const Result<Figure> drawn = drawn_for(session, view, figure, *picture, *page);
  return drawn ? warnings_of(drawn->list, view.services.page_metrics) : std::vector<std::string>{};
}

bool export_figure(const Session& session, ViewState& view, ActionQueue& actions, const Exportable& figure,
                   const ExportFormat& format, const std::string& path, bool may_replace) {
  if (const auto* text = std::get_if<TextFormat>(&format)) {
    actions.push(ExportText{*text, numbers_of(figure), path, may_replace});
    return true;
  }
  const auto picture = std::get<PictureFormat>(format);
  const Result<Page> page = page_for(view, figure, has_pixels(picture));
  if (!page) {
    say_not_exported(view, page.error());
    return false;
  }
  Result<Figure> drawn = drawn_for(session, view, figure, picture, *page);
  if (!drawn) {
    say_not_exported(view, drawn.error());
    return false;
  }
  std::vector<std::string> warnings = warnings_of(drawn->list, view.services.page_metrics);
  DisplayList list = (*std::move(drawn)).list;
  actions.push(ExportPicture{std::make_shared<const DisplayList>(std::move(list)), *page, page_colour(view),
                             picture, path, may_replace, std::move(warnings)});
  return true;
}

}  // namespace attention_lab
