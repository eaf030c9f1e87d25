// A window without a screen: draws frames into memory on request, with input given by its owner.
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
  /// `outside` carries out actions that do not concern the session alone; null: they are ignored.
  explicit HeadlessWindow(Document document, float width = 1280, float height = 800,
                          Effects* outside = nullptr);
  ~HeadlessWindow() override;
  HeadlessWindow(const HeadlessWindow&) = delete;
  HeadlessWindow& operator=(const HeadlessWindow&) = delete;

  void resize(float width, float height);
  /// Draws one frame with the current input and carries out its actions.
  void frame();
  /// Draws one frame and leaves its actions in the queue.
  void draw();
  /// Whether the last frame queued any action.
  bool has_acted() const { return has_acted_; }
  /// Whether the last frame required glyphs that the one before did not.
  bool has_made_fonts() const { return has_made_fonts_; }

  // Mouse and keyboard input for the next frame.
  void set_mouse(Point to);
  void set_button(int button, bool is_down);
  /// For one frame; negative values scroll down.
  void set_wheel(float vertical, float horizontal = 0);
  void set_key(ImGuiKey key, bool is_down);
  /// Presses or releases a letter key; pressing it also types the letter.
  void set_letter(char capital, bool is_down);
  void set_modifiers(bool has_ctrl, bool has_shift, bool has_alt);
  /// A typed character as the window passes it on: beyond U+FFFF as a stand-in (WideCharacters).
  void add_character(char32_t character);

  /// The words that the last frame drew, read from its triangles: what a person can read in the window. Of
  /// the characters beyond ASCII, only − is told from the others, which are "?".
  std::vector<std::string> drawn_words() const;

  /// The clipboard of this window, not the system's.
  void set_clipboard(std::string_view text) { clipboard_ = text; }
  const std::string& clipboard() const { return clipboard_; }

  TexturesOfTests textures;  ///< of the last frame
  BackgroundOfTests background;
  std::set<std::string> taken;  ///< paths that exist

  /// All actions so far, in order.
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
  std::string clipboard_;      // with wide characters themselves
  std::string for_the_field_;  // with their stand-ins

 public:
  Session& session = lab_.session;
  ViewState& view = lab_.view;
  ActionQueue& queue = lab_.actions;
};

}  // namespace attention_lab::testing
