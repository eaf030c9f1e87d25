// The dialog for what next words are learned from.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Opens the dialog with the corpus, the held-out sentences and the words of the document. Precondition: the
/// document has a vocabulary.
void open_corpus_dialog(const Document& document, ViewState& view);
void draw_corpus_dialog(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
