// The window without a screen: frames are drawn into memory when the owner says so, with the input they give.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "surroundings.h"
#include "ui/lab/lab.h"

namespace attention_lab::testing {

class HeadlessWindow : public Effects {
 public:
  /// `outside` carries out what does not concern the session alone; null: nobody does.
  explicit HeadlessWindow(Document document, float width = 1280, float height = 800,
                          Effects* outside = nullptr);
  ~HeadlessWindow() override;
  HeadlessWindow(const HeadlessWindow&) = delete;
  HeadlessWindow& operator=(const HeadlessWindow&) = delete;

  void resize(float width, float height);
  /// One frame with the present input, and what it asks for.
  void frame();
  /// Draws one and leaves what it asks for in the queue.
  void draw();
  /// Whether the last frame asked for something.
  bool has_acted() const { return has_acted_; }
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

  BackgroundOfTests background;
  std::set<std::string> taken;  ///< paths that something has

  /// Every action so far, in order.
  std::vector<Action> actions;

 private:
  Services services();
  void carry_out(const Action& action, ActionQueue& more) override;
  void was_carried_out(const Action& action, const std::optional<Error>& refused) override;
  void make_glyphs(FontBook& fonts) override;
  void show_frame() override { has_acted_ = !lab_.actions.actions().empty(); }

  std::unique_ptr<FontBook> fonts_;
  WideCharacters wide_characters_;
  bool has_made_fonts_ = false;
  bool has_acted_ = false;
  ImGuiContext* context_;
  Effects* outside_;
  Lab lab_;
  std::string clipboard_;      // the characters themselves
  std::string for_the_field_;  // wide ones by their stand-ins

 public:
  Session& session = lab_.session;
  ViewState& view = lab_.view;
  ActionQueue& queue = lab_.actions;
};

}  // namespace attention_lab::testing
