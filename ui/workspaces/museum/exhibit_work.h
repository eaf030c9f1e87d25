// Exhibits of documents that are too large to be computed within a frame.
#pragma once

#include "core/document/session.h"
#include "core/mistakes/exhibit.h"
#include "ui/lab/background.h"

namespace attention_lab {

struct MuseumState;
struct ViewState;

/// An exhibit under way.
struct ExhibitWork : BackgroundWork {
  explicit ExhibitWork(const ExhibitRequest& what) : request(what) {}

  ExhibitRequest request;
  double since = 0;        ///< ImGui's time
  ExhibitPointer exhibit;  ///< to be read once it is finished; null where it was cancelled or memory ran out
};

/// Brings view.museum.exhibit up to date: at once where that is quick (or nothing can be done in the
/// background), else in the background, and asks for the frames it takes to see how far that is. Work for
/// what is no longer looked at is cancelled.
void update_exhibit(const Session& session, ViewState& view);

/// Whether view.museum.exhibit is the one that is looked at now.
bool has_exhibit(const Session& session, const MuseumState& museum);

/// Gives up the work that is under way until something else is asked for.
void cancel_exhibit(MuseumState& museum);

}  // namespace attention_lab
