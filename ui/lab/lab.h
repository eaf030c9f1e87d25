// The lab without a window: a document with its history, how it is looked at, and what becomes of each
// action.
#pragma once

#include <string>

#include "core/attention/types.h"
#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/commands.h"
#include "ui/lab/services.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// It has no loop, thread or file: whoever implements Effects calls frame() when one is due.
class Lab {
 public:
  /// Precondition: validate(document) is empty. `services` and `effects` live as long as the lab.
  Lab(Document document, Services services, Effects& effects, Parallel parallel = {});

  Session session;
  ViewState view;
  ActionQueue actions;  ///< to be carried out at the end of the frame

  /// Draws, shows, and then carries out what the person has asked for in it.
  void frame();

  // Its three parts.
  /// What glyphs and look depend on. True: other glyphs were made than in the last frame.
  bool prepare();
  /// All panels, between ImGui::NewFrame and ImGui::Render.
  void draw();
  /// Until the queue stays empty: an action may lead to others (a saved file, and then the window closes).
  /// Returns false if it was empty from the start.
  bool carry_out_actions();

  /// As a key or a menu does it.
  void press(Command command);
  /// Asks about unsaved changes first where there are some.
  void request_open(const std::string& path);
  void request_quit();
  /// Applies an action that concerns the session, or says at the foot of the window why it cannot be applied;
  /// a notice that the change put out of date goes. Everything else is left to the effects.
  void carry_out(const Action& action);

 private:
  void forget_notice_after(const Action& action);

  Effects& effects_;
};

}  // namespace attention_lab
