// The window of the operating system, its OpenGL context, and Dear ImGui inside it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/window/draw_data.h"
#include "app/window/key_queue.h"
#include "core/result.h"
#include "ui/lab/commands.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/wide_characters.h"

struct GLFWwindow;

namespace attention_lab {

/// What happens to the window, handed to whoever runs it.
struct WindowEvents {
  std::function<void()> on_input;  // anything a frame should be drawn for
  std::function<void(Command)> on_command;
  std::function<void(char32_t)> on_character;  // before Dear ImGui sees it
  std::function<void(const std::string& path)> on_drop;
  std::function<void()> on_close;
  std::function<void()> on_focus;  // the person looks at the window again
};

class GlWindow {
 public:
  /// Errors: not_found where there is no display or no OpenGL 3.0.
  /// `fits_screen`: no larger than the largest screen leaves room for.
  static Result<std::unique_ptr<GlWindow>> open(int width, int height, bool fits_screen,
                                                WideCharacters& wide_characters);
  ~GlWindow();
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  WindowEvents events;
  /// For pictures that do not depend on where the mouse happens to be.
  bool ignores_mouse = false;

  void set_title(const std::string& title);
  /// Takes it off the screen, for good.
  void hide();
  void toggle_full_screen();
  bool is_full_screen() const { return is_full_screen_; }
  /// Pixels of the display for each unit at 100 %.
  float display_scale() const;
  void size(int& width, int& height) const;
  /// What open() makes a window of this size of.
  void size_to_open(int& width, int& height) const;

  /// Blocks until something happens, `seconds` at most (negative: for ever).
  void wait(double seconds);
  /// Ends a wait; from any thread, while a window is open.
  static void end_wait();
  void poll();

  /// Puts the fonts' atlas onto the graphics card; between frames only.
  void upload_fonts(FontBook& fonts);
  /// Feeds what came since the last frame, and begins the next.
  void begin_frame();
  /// Draws what the frame built into the back buffer.
  void render(Colour ground);
  void swap();

 private:
  explicit GlWindow(GLFWwindow* window) : window_(window) {}
  Status connect(WideCharacters& wide_characters);
  static GlWindow& of(GLFWwindow* window);
  void take_key(const KeyEvent& event);

  GLFWwindow* window_;
  WideCharacters* wide_characters_ = nullptr;
  DrawLists lists_;
  KeyQueue keys_;
  std::string clipboard_;
  bool has_device_objects_ = false;
  bool is_full_screen_ = false;
  int restore_x_ = 0, restore_y_ = 0, restore_width_ = 0, restore_height_ = 0;
};

}  // namespace attention_lab
