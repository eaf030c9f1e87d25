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
  /// Until nothing more follows: an action may lead to others (a saved file, and then the window closes).
  /// False: there was nothing to be done.
  bool carry_out_actions();

  /// As a key or a menu does it.
  void press(Command command);
  /// Asks about unsaved changes first where there are some.
  void request_open(const std::string& path);
  void request_quit();

 private:
  void carry_out(const Action& action);

  Effects& effects_;
};

/// Applies an action that concerns the session, or says at the foot of the window why it cannot be. A notice
/// that the change put out of date goes. False: it takes effects.
bool carry_out(Session& session, WidgetContext& view, const Action& action);

}  // namespace attention_lab
