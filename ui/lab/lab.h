// The program without a window: a document with its history, its view state, and the processing of actions.
#pragma once

#include <string>

#include "core/attention/types.h"
#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/commands.h"
#include "ui/lab/services.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Has no loop, threads or files: the implementer of Effects calls frame() when a frame is due.
class Lab {
 public:
  /// Precondition: validate(document) is empty. `services` and `effects` must outlive the lab.
  Lab(Document document, Services services, Effects& effects, Parallel parallel = {});

  Session session;
  ViewState view;
  ActionQueue actions;  ///< processed at the end of the frame

  /// Draws and shows a frame, and then carries out the actions that it queued.
  void frame();

  // The three parts of frame().
  /// Updates theme, sizes and glyphs. Returns true if the glyphs changed since the last frame.
  bool prepare();
  /// Draws all panels, between ImGui::NewFrame and ImGui::Render.
  void draw();
  /// Runs until the queue is empty, since an action may queue others (after saving, the window may close).
  /// Returns false if it was empty from the start.
  bool carry_out_actions();

  /// Has the same effect as the command's key or menu entry.
  void press(Command command);
  /// Asks first if there are unsaved changes.
  void request_open(const std::string& path);
  void request_quit();
  /// Applies an action that concerns the session, or shows a notice why it cannot be applied; removes a
  /// notice that the change made obsolete. All other actions go to the effects.
  void carry_out(const Action& action);

 private:
  void forget_notice_after(const Action& action);

  Effects& effects_;
};

}  // namespace attention_lab
