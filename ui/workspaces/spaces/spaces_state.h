// The state of the Spaces workspace.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/geometry/least_change.h"
#include "core/geometry/score_matrix.h"
#include "core/geometry/space.h"
#include "core/geometry/space_plane.h"
#include "ui/figures/base/geometry.h"
#include "ui/figures/spaces/space_figure.h"
#include "ui/lab/snapshot.h"
#include "ui/workspaces/figures/plot_panel.h"

namespace attention_lab {

/// A point or an arrow that is dragged; part of CellDrag. Each change is computed from the document as it was
/// when the drag began, so that it depends only on where the mouse is.
struct SpaceDrag {
  SpaceHandle handle;
  SpacePlane plane;
  PlanePoint grasped;  // where the mouse took hold, relative to the handle
  double scale = 1;    // of an arrow: see arrow_scale()
  Point pressed;       // in the window
  Point last;
  std::shared_ptr<const Snapshot> before;
  std::string refusal;  // why the handle cannot be where the mouse is; empty: it can
  bool asks = false;    // what changes; nothing moves before the answer
};

/// A move that waits for the answer to what it shall change.
struct AskedMove {
  SpaceHandle handle;
  SpacePlane plane;
  PlanePoint to;
  std::uint64_t revision = 0;  // of the document; in another one, there is nothing to move
};

/// One of the four planes.
struct SpacePanel {
  /// What the picture depends on.
  struct Key {
    std::uint64_t revision = ~std::uint64_t{0};
    Index head = 0;
    Index query = 0;
    PlaneChoice choice;
    bool overlays_queries = false;
    Point size;                // of the card
    std::uint64_t planes = 0;  // see ShownPlanes::version

    bool operator==(const Key&) const = default;
  };
  Key key;
  SpaceShown shown;
  PlotPanel plot;
};

/// The planes in which the four spaces are shown; computed anew when a drag has ended.
struct ShownPlanes {
  struct Key {
    std::uint64_t revision = ~std::uint64_t{0};
    Index head = 0;
    std::array<PlaneChoice, all_spaces.size()> choices;

    bool operator==(const Key&) const = default;
  };
  Key key;
  std::uint64_t version = 0;  // changes with the planes
  std::array<SpacePlane, all_spaces.size()> planes;
  std::array<std::string, all_spaces.size()> problems;  // why the chosen one cannot be shown; empty: it can
  SpacePlane query_plane_of_keys;  // the plane of the queries that belongs to that of the keys

  const SpacePlane& of(Space space) const { return planes[static_cast<std::size_t>(space)]; }
  const std::string& problem(Space space) const { return problems[static_cast<std::size_t>(space)]; }
};

struct SpacesState {
  // Chosen by the user.
  std::array<PlaneChoice, all_spaces.size()> choices;
  std::optional<WhatChanges> what_changes;  // by dragging a query, key or value; empty: not asked yet
  bool overlays_queries = false;
  Space active = Space::query;  // whose point the arrow keys move: the one last clicked

  ShownPlanes planes;
  std::array<SpacePanel, all_spaces.size()> panels;
  std::shared_ptr<const Snapshot> snapshot;  // that the panels show
  std::uint64_t snapshot_revision = ~std::uint64_t{0};
  // Of the column.
  ScoreMatrix scores;
  std::uint64_t scores_revision = ~std::uint64_t{0};
  Index scores_head = 0;
  std::optional<Space> turning;  // the picture in three dimensions that the mouse turns
  Point turned_from;             // where the mouse was in the last frame
  bool turns_dial = false;       // the drag is that of the dial
  std::optional<AskedMove> asked;
  bool asks = false;  // opens the question in this frame

  PlaneChoice& choice(Space space) { return choices[static_cast<std::size_t>(space)]; }
  SpacePanel& panel(Space space) { return panels[static_cast<std::size_t>(space)]; }
};

}  // namespace attention_lab
