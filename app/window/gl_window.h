// The native window, its OpenGL context, and Dear ImGui in it.
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

/// Callbacks for events of the window.
struct WindowEvents {
  std::function<void()> on_input;  // anything that requires a new frame
  std::function<void(Command)> on_command;
  std::function<void(char32_t)> on_character;  // called before Dear ImGui receives it
  std::function<void(const std::string& path)> on_drop;
  std::function<void()> on_close;
  std::function<void()> on_focus;  // the window was focused again
};

class GlWindow {
 public:
  /// Errors: not_found if there is no display or no OpenGL 3.0. `fits_screen`: limits the size to the largest
  /// screen's work area.
  static Result<std::unique_ptr<GlWindow>> open(int width, int height, bool fits_screen,
                                                WideCharacters& wide_characters);
  ~GlWindow();
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  WindowEvents events;
  /// For screenshots, which must not depend on the position of the mouse.
  bool ignores_mouse = false;

  void set_title(const std::string& title);
  /// Hides the window for good.
  void hide();
  void toggle_full_screen();
  bool is_full_screen() const { return is_full_screen_; }
  /// Display pixels per unit of the interface at 100%.
  float display_scale() const;
  void size(int& width, int& height) const;
  /// Converts the current size to the size that must be passed to open().
  void size_to_open(int& width, int& height) const;

  /// Blocks until an event, at most for `seconds` (negative: indefinitely).
  void wait(double seconds);
  /// Ends a wait; callable from any thread while a window is open.
  static void end_wait();
  void poll();

  /// Uploads the font atlas to the graphics card. Must not be called during a frame.
  void upload_fonts(FontBook& fonts);
  /// Passes the events since the last frame to Dear ImGui and begins a frame.
  void begin_frame();
  /// Draws the finished frame into the back buffer.
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
