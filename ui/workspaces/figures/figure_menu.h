// Taking a figure or a matrix out of the program: the entries of every context menu, and the keys.
#pragma once

#include <string>
#include <vector>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// “Export this …” and “Copy as”, as entries of the menu that is open.
void draw_export_entries(const Session& session, ViewState& view, ActionQueue& actions,
                         const Exportable& figure, const NumberSource& numbers);
/// “Copy as”, with its formats.
void draw_copy_entries(WidgetContext& view, ActionQueue& actions, const char* label,
                       const NumberSource& numbers);

/// The context menu of a figure, wherever it is shown; none for a plot that is null.
void open_figure_menu(ViewState& view, Exportable figure);
void draw_figure_menu(const Session& session, ViewState& view, ActionQueue& actions);

/// Opens the dialog that asks for file and format.
void request_export_dialog(const Session& session, ViewState& view, ActionQueue& actions,
                           const Exportable& figure);
/// The same for what is in view, or a complaint where that is nothing.
void request_export_dialog(const Session& session, ViewState& view, ActionQueue& actions);
/// Exports what is in view as the last time, without asking; asks where nothing was exported yet.
void request_export(const Session& session, ViewState& view, ActionQueue& actions);
/// What the export dialog says of a file in this format before it is made: see warnings_of. Numbers as text
/// need none.
std::vector<std::string> export_warnings(const Session& session, const ViewState& view,
                                         const Exportable& figure, const ExportFormat& format);
/// Draws the figure and queues it, or says why not. False where it cannot be drawn.
bool export_figure(const Session& session, ViewState& view, ActionQueue& actions, const Exportable& figure,
                   const ExportFormat& format, const std::string& path, bool may_replace);

/// What the document is called in the names of its files: as its own file, else after its title.
std::string document_name(const Session& session, const ViewState& view);
/// What the file is called by default, without folder and ending: "journey-heatmap-weights".
std::string export_name(const Session& session, const ViewState& view, const Exportable& figure);

}  // namespace attention_lab
