#include "app/window/window.h"

#include "app/commands/output.h"

namespace attention_lab {

int run_window(const WindowOptions&) {
  complain("This build has no window yet.");
  return exit_bad_input;
}

}  // namespace attention_lab
