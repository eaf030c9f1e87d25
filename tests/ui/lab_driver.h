// The whole interface without a window: frames are drawn when a test says so, with the input it gives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "headless_window.h"
#include "ui/lab/commands.h"
#include "ui/lab/requests.h"

namespace attention_lab::testing {

/// One document on a driver of its own. Actions that concern the session are carried out after each frame, as
/// the program does it; what concerns files is only noted down.
class LabDriver : public HeadlessWindow {
 public:
  explicit LabDriver(Document document, float width = 1280, float height = 800, Effects* outside = nullptr);

  /// Draws so many frames with the present input.
  void frame(int count = 1);
  /// Draws until fonts and layout have settled.
  void settle() { frame(5); }
  /// Whether the last frame asked for another one, as the program would take it: something moves, there is
  /// something to carry out, or fonts had to be made.
  bool wants_frame() const { return view.next_frame_in.has_value() || has_made_fonts() || has_acted(); }

  /// Where a named item stood in the last frame; a failure of the test where there is none.
  Rect item(std::string_view name) const;
  bool has_item(std::string_view name) const;

  // Each draws the frames that Dear ImGui needs to notice.
  void move(Point to);
  void press();
  void release();
  void click(Point at);
  void double_click(Point at);
  void right_click(Point at);
  /// From the middle of a cell so many pixels sideways, in steps; the button stays down.
  void pull(std::string_view cell, float pixels);
  void drag(std::string_view cell, float pixels) {
    pull(cell, pixels);
    release();
  }
  void wheel(float notches, bool is_shifted = false);
  void key(ImGuiKey key, bool is_shifted = false);
  void key_with_ctrl(ImGuiKey key);
  void type(std::string_view ascii);
  void shortcut(Command shortcut);

  template <class T>
  int count() const {
    int n = 0;
    for (const Action& action : actions) n += std::holds_alternative<T>(action) ? 1 : 0;
    return n;
  }
};

/// The preset of that name, or a failure of the test.
Document preset(std::string_view name);
/// n tokens, d_model 3, one head with d_k = d_v = 2.
Document long_document(Index n_tokens);

/// The cell that is changed wherever any will do, and its place on the screen.
inline constexpr CellRef edited_cell{{MatrixName::W_q, 0}, 1, 0};
inline constexpr const char* edited_item = "W_q[1,0]";
/// As the document or its trace has it.
inline Scalar value_in(const LabDriver& driver, const CellRef& cell = edited_cell) {
  return value_of(driver.session.model(), driver.session.trace(), cell);
}

/// Whether two rectangles share more than `tolerance` pixels in both directions.
bool overlap(const Rect& a, const Rect& b, float tolerance = 0.5f);
bool is_inside(const Rect& inner, const Rect& outer, float tolerance = 0.5f);
std::string to_text(const Rect& rect);

}  // namespace attention_lab::testing
