#include "ui/workspaces/figures/plane_choice.h"

#include <utility>

namespace attention_lab {

void choose_plane(ControlColumn& column, const std::string& name, const std::string& label, Index dimension,
                  PlaneChoice& choice) {
  if (dimension < 3) return;
  const bool has_coordinates = choice.kind == PlaneChoice::Kind::coordinates;
  const bool is_turned = choice.kind_in(dimension) == PlaneChoice::Kind::turned;
  const int chosen = column.controls().choice(
      column.next(), name.c_str(), label,
      is_turned         ? "three dimensions"
      : has_coordinates ? "coordinates"
                        : "main directions",
      {{"main directions", "the two that show most, by singular value decomposition"},
       {"coordinates", "any two of them"},
       {"three dimensions", "three coordinates, seen from one side"}},
      "Which plane of the space is shown.");
  if (chosen == 0) choice = {PlaneChoice::Kind::directions};
  if (chosen == 1 && !has_coordinates) choice = {PlaneChoice::Kind::coordinates, 0, 1};
  if (chosen == 2 && !is_turned) choice = {PlaneChoice::Kind::turned};
  if (choice.kind != PlaneChoice::Kind::coordinates) return;
  const PlaneChoice before = choice;
  Index x = before.x + 1;
  Index y = before.y + 1;
  const bool has_x = column.controls().number(column.next(), (name + ".x").c_str(), "horizontal", x, 1,
                                              dimension, "The coordinate on the horizontal axis.");
  const bool has_y = column.controls().number(column.next(), (name + ".y").c_str(), "vertical", y, 1,
                                              dimension, "The coordinate on the vertical axis.");
  if (!has_x && !has_y) return;
  // If both axes get the same coordinate, they swap.
  if (x == y) (has_x ? y : x) = (has_x ? before.x : before.y) + 1;
  choice.x = x - 1;
  choice.y = y - 1;
}

}  // namespace attention_lab
