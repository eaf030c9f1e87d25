// The window without a screen: frames are drawn into memory when the owner says so, with the input they give.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <imgui.h>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/fonts.h"

namespace attention_lab::testing {

class HeadlessWindow {
 public:
  explicit HeadlessWindow(Document document, float width = 1280, float height = 800);
  ~HeadlessWindow();
  HeadlessWindow(const HeadlessWindow&) = delete;
  HeadlessWindow& operator=(const HeadlessWindow&) = delete;

  Session session;
  ViewState view;
  ActionQueue queue;

  void resize(float width, float height);
  /// Draws one frame with the present input. What it asks for stands in `queue`.
  void draw();
  /// Whether the last frame needed other characters or sizes than the one before.
  bool has_made_fonts() const { return has_made_fonts_; }

  // Mouse and keys as the next frame finds them.
  void set_mouse(Point to);
  void set_button(int button, bool is_down);
  /// For one frame: notches down the page are negative.
  void set_wheel(float vertical, float horizontal = 0);
  void set_key(ImGuiKey key, bool is_down);
  void set_modifiers(bool has_ctrl, bool has_shift, bool has_alt);
  /// Typed, as the window hands it over: past U+FFFF by a stand-in (WideCharacters).
  void add_character(char32_t character);

  /// The clipboard of this window alone, not that of the machine.
  void set_clipboard(std::string_view text) { clipboard_ = text; }
  const std::string& clipboard() const { return clipboard_; }

 private:
  std::unique_ptr<FontBook> fonts_;
  bool has_made_fonts_ = false;
  ImGuiContext* context_;
  std::string clipboard_;      // the characters themselves
  std::string for_the_field_;  // wide ones by their stand-ins
};

}  // namespace attention_lab::testing
