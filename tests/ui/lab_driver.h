// The whole interface without a window: tests draw frames and give the input.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "headless_window.h"
#include "ui/lab/commands.h"
#include "ui/lab/requests.h"

namespace attention_lab::testing {

/// One document in its own lab. As in the program, actions that concern the session are carried out after
/// each frame; those that concern files are only recorded.
class LabDriver : public HeadlessWindow {
 public:
  explicit LabDriver(Document document, float width = 1280, float height = 800, Effects* outside = nullptr);

  /// Draws this many frames with the current input.
  void frame(int count = 1);
  /// Draws until fonts and layout have settled.
  void settle() { frame(5); }
  /// Whether the program would draw another frame now: for an animation, for actions, or because of new
  /// glyphs.
  bool wants_frame() const { return view.next_frame_in.has_value() || has_made_fonts() || has_acted(); }

  /// Has the matrices of the pipeline slide to their places, which they otherwise do at once in tests.
  void slide() { view.pipeline.seconds_to_slide = PipelineState{}.seconds_to_slide; }

  /// The text size of controls and matrices alike, in a pipeline that fits its workspace.
  void set_size_of_everything(float text_size);

  /// The position of a named item in the last frame; fails the test if there is none.
  Rect item(std::string_view name) const;
  bool has_item(std::string_view name) const;
  /// The height of the tooltip that is shown; 0 if there is none.
  float tooltip_height() const;
  /// The position of a control of the bar or of one of its buttons. Opens the popup "More" if it is there.
  Rect control(std::string_view name);

  // Each function draws the frames that Dear ImGui needs to process the input.
  void move(Point to);
  void press();
  void release();
  void click(Point at);
  void double_click(Point at);
  void right_click(Point at);
  /// Drags from the middle of a cell by this many pixels to the right, in steps, without releasing the
  /// button.
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

 private:
  void press_key(ImGuiKey key, bool with_ctrl, bool with_shift);
};

/// Windows and text sizes that must look right with every document.
inline constexpr std::array<Point, 3> usual_sizes = {Point{1024, 768}, Point{1280, 800}, Point{1920, 1080}};
inline constexpr std::array<float, 2> usual_text_sizes = {1, 1.5f};

/// Loads a preset; fails the test if there is none.
Document preset(std::string_view name);
/// n tokens, d_model 3, one head with d_k = d_v = 2.
Document long_document(Index n_tokens);

/// A cell for tests that edit any cell, and the name of its item.
inline constexpr CellRef edited_cell{{MatrixName::W_q, 0}, 1, 0};
inline constexpr const char* edited_item = "W_q[1,0]";
/// The value in the document or its trace.
inline Scalar value_in(const LabDriver& driver, const CellRef& cell = edited_cell) {
  return value_of(driver.session.model(), driver.session.trace(), cell);
}

/// Whether two rectangles share more than `tolerance` pixels in both directions.
bool overlap(const Rect& a, const Rect& b, float tolerance = 0.5f);
bool is_inside(const Rect& inner, const Rect& outer, float tolerance = 0.5f);
std::string to_text(const Rect& rect);

}  // namespace attention_lab::testing
