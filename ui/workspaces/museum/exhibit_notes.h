// What stands under the pictures of an exhibit: what gives the mistake away, how to tell in one's own code,
// and a button that makes it visible.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/mistakes/exhibit.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paragraph.h"

namespace attention_lab {

class ExhibitNotes {
 public:
  ExhibitNotes(ViewState& view, ActionQueue& actions, const Painter& painter, const Exhibit& exhibit);

  /// Breaks everything into lines for this width: two columns.
  void set(float width);
  float height() const { return std::max(left_height(), right_height()); }
  void draw(Point corner);

  /// In place of the pictures: why the mistake cannot be made, and the button.
  void draw_refusal(const Rect& area);

 private:
  struct Badge {
    Paragraph text;
    Rect rect;  // from the column's upper left corner
  };

  Paragraph paragraph(std::string_view markup, float width, float size) const;
  void set_badges(float width);
  float left_height() const;
  float right_height() const;
  float button_height() const;
  float spread_height() const;
  float code_height() const;
  float note_height() const;
  void heading(Point corner, const char* text) const;
  void draw_badges(Point corner) const;
  void draw_code(Point corner) const;
  /// The remedy, its upper left corner or its middle at `at`.
  void draw_button(Point at, bool is_centred);

  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  const Exhibit& exhibit_;
  const Theme& theme_;
  TextSizes sizes_;
  float column_width_ = 0;
  float column_gap_ = 0;
  float code_label_width_ = 0;
  std::vector<Badge> badges_;
  float badges_height_ = 0;
  Paragraph spread_;  // how far the numbers are off
  Paragraph reason_;
  Paragraph how_to_notice_;
  Paragraph wrong_code_;
  Paragraph right_code_;
  Paragraph note_;  // on the code
};

}  // namespace attention_lab
