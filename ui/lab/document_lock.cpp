#include "ui/lab/document_lock.h"

#include "core/words/templates.h"
#include "ui/lab/commands.h"

namespace attention_lab {

std::string locked_sentence() {
  return filled("The document is locked, so nothing in it can be changed. To unlock it, press <key>.",
                {{"key", to_string(entry_of(Command::lock_document).keys.front())}});
}

bool refuses_edits(ViewState& view) {
  if (view.is_locked) view.say(locked_sentence());
  return view.is_locked;
}

}  // namespace attention_lab
