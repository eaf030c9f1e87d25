// Exporting and copying figures and matrices: the entries of every context menu, and the keys.
#pragma once

#include <string>
#include <vector>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Adds “Export this …” and “Copy as” to the open menu.
void draw_export_entries(const Session& session, ViewState& view, ActionQueue& actions,
                         const Exportable& figure, const NumberSource& numbers);
/// Adds “Copy as” with its formats to the open menu.
void draw_copy_entries(WidgetContext& view, ActionQueue& actions, const char* label,
                       const NumberSource& numbers);

/// Opens the context menu of a figure; does nothing if it is a null plot.
void open_figure_menu(ViewState& view, Exportable figure);
void draw_figure_menu(const Session& session, ViewState& view, ActionQueue& actions);

/// Opens the dialog that asks for path and format.
void request_export_dialog(const Session& session, ViewState& view, ActionQueue& actions,
                           const Exportable& figure);
/// The same for the figure in view; shows a notice if there is none.
void request_export_dialog(const Session& session, ViewState& view, ActionQueue& actions);
/// Exports the figure in view like the last export, without asking; opens the dialog if there was none yet.
void request_export(const Session& session, ViewState& view, ActionQueue& actions);
/// The size of the exported picture; empty if the page is not valid.
std::string export_size(const ViewState& view, const Exportable& figure);
/// Warnings for the export dialog about a file in this format: see warnings_of. Empty for text formats.
std::vector<std::string> export_warnings(const Session& session, const ViewState& view,
                                         const Exportable& figure, const ExportFormat& format);
/// Draws the figure and queues its export, or shows a notice why not. Returns false if it cannot be drawn.
bool export_figure(const Session& session, ViewState& view, ActionQueue& actions, const Exportable& figure,
                   const ExportFormat& format, const std::string& path, bool may_replace);

/// The document's name in the names of exported files: its file name, or else its title.
std::string document_name(const Session& session, const ViewState& view);
/// The default file name without folder and extension: "journey-heatmap-weights".
std::string export_name(const Session& session, const ViewState& view, const Exportable& figure);

}  // namespace attention_lab
