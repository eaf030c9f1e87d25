// The plane in which a space of any dimension is shown.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/geometry/convex_hull.h"
#include "core/geometry/space.h"
#include "core/result.h"

namespace attention_lab {

namespace limits {
/// The most tokens, or dimensions if there are fewer, of which main directions are computed.
inline constexpr Index main_directions = 256;
}  // namespace limits

/// What the user asks for.
struct PlaneChoice {
  enum class Kind {
    automatic,    ///< all coordinates if there are no more than three, otherwise the main directions
    coordinates,  ///< x and y
    directions,   ///< the two that matter most
    turned,       ///< x, y and z, seen from the side that yaw and pitch say; z points upwards
  };
  Kind kind = Kind::automatic;  // see kind_in()
  Index x = 0;
  Index y = 1;
  Index z = 2;
  double yaw = usual_yaw;  // in radians
  double pitch = usual_pitch;

  static constexpr double usual_yaw = 0.5;
  static constexpr double usual_pitch = 0.35;

  /// The kind in a space of this dimension: coordinates, three of them turned, or directions.
  Kind kind_in(Index dimension) const;

  bool operator==(const PlaneChoice&) const = default;
};

/// Two axes, or one if the space or the data have no second direction. A vector v is drawn at v·axes.
struct SpacePlane {
  PlaneChoice::Kind kind = PlaneChoice::Kind::coordinates;  // never automatic
  Index x = 0;                                              // of coordinates
  Index y = 1;
  Index z = 2;           // of three coordinates
  Eigen::MatrixXd axes;  // (dimension, 1 or 2), with linearly independent columns
  Eigen::MatrixXd back;  // the pseudo-inverse of the axes: (1 or 2, dimension)
  /// What share of the whole the plane shows, 0 to 1: of the squared lengths of the points, or of the squared
  /// entries of W_q·W_kᵀ if the directions are its own. Nullopt if the whole is 0.
  std::optional<double> share;
  bool is_of_scores = false;  ///< whether the directions are those of W_q·W_kᵀ

  Index dimension() const { return axes.rows(); }
  bool is_line() const { return axes.cols() < 2; }
  bool is_turned() const { return kind == PlaneChoice::Kind::turned; }
  bool shows_everything() const { return axes.cols() == axes.rows(); }

  PlanePoint at(const Eigen::RowVectorXd& vector) const {
    const Eigen::RowVectorXd drawn = vector * axes;
    return {drawn(0), is_line() ? 0 : drawn(1)};
  }
  /// Every row of a matrix.
  std::vector<PlanePoint> at(const MatrixView& rows) const;
};

/// The plane of a space of one head. The directions that matter most are those of the singular value
/// decomposition: of X for the token space, of V for the value space, and for queries and keys of W_q·W_kᵀ
/// (see ScoreMatrix), in whose directions the product of what is drawn of q and k is the largest part of the
/// scores. With projection identity, all four are those of X. They pass through the origin.
///
/// If there are too many tokens for them, or no second direction, the coordinates with the largest sums of
/// squares take their place where the choice is automatic. Errors: out_of_range for coordinates that the
/// space does not have; over_limit or not_found for directions asked for that cannot be computed.
Result<SpacePlane> plane_of(const Model& model, const Trace& trace, Space space, Index head,
                            const PlaneChoice& choice = {});

}  // namespace attention_lab
