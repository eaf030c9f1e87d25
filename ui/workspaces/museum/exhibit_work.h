// Computes exhibits that take longer than a frame.
#pragma once

#include "core/document/session.h"
#include "core/mistakes/exhibit.h"
#include "ui/lab/background.h"

namespace attention_lab {

struct MuseumState;
struct ViewState;

/// The computation of an exhibit in the background.
struct ExhibitWork : BackgroundWork {
  explicit ExhibitWork(const ExhibitRequest& what) : request(what) {}

  ExhibitRequest request;
  double since = 0;        ///< ImGui time
  ExhibitPointer exhibit;  ///< read it only once finished; null if cancelled or if memory ran out
};

/// Updates view.museum.exhibit: at once if that is quick (or there is no background thread), otherwise in the
/// background, requesting frames that show the progress. Cancels work that is no longer needed.
void update_exhibit(const Session& session, ViewState& view);

/// Whether view.museum.exhibit is the requested one.
bool has_exhibit(const Session& session, const MuseumState& museum);

/// Cancels the computation until another exhibit is requested.
void cancel_exhibit(MuseumState& museum);

}  // namespace attention_lab
