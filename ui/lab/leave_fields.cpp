#include "ui/lab/leave_fields.h"

#include <cstdint>
#include <string>
#include <utility>

#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

// A field may be opened after its place in the frame has been drawn. A text field needs a few frames to get
// the keyboard, and never gets it if a dialog or the border of the workspace covers it.
constexpr int most_frames_unseen = 1;
constexpr int most_frames_without_keyboard = 5;

bool leave_typing(CellTyping typing, WidgetContext& view, ActionQueue& actions) {
  const Result<Scalar> typed = parse_number(typing.text.data());
  if (!typed) {
    actions.push(CancelPreview{});
    view.complain(filled("<problem> The value was not changed.", {{"problem", typed.error().message}}));
    return false;
  }
  const bool is_same = typing.before == *typed;
  actions.commit(SetCell{typing.cell, *typed});  // not an undo step if the value is the same
  return !is_same;
}

}  // namespace

bool leave_cell(ViewState& view, ActionQueue& actions) {
  if (std::optional<CellTyping> typing = std::exchange(view.editing.typing, std::nullopt))
    return leave_typing(*std::move(typing), view, actions);
  const std::optional<CellDrag> drag = std::exchange(view.editing.drag, std::nullopt);
  if (!drag || !drag->edit) return false;
  actions.commit(*drag->edit);
  return true;
}

void cancel_typing(ViewState& view, ActionQueue& actions) {
  actions.push(CancelPreview{});
  view.editing.typing.reset();
}

Edit sentence_edit(const ViewState& view) {
  const std::string sentence = view.services.wide_characters.decode(view.sentence.text);
  const auto seed = static_cast<std::uint64_t>(view.seed);
  if (view.sentence.adds) return AddSentence{sentence, seed};
  return SetSentence{sentence, seed};
}

bool leave_sentence(ViewState& view, ActionQueue& actions) {
  SentenceBox& box = view.sentence;
  if (!std::exchange(box.is_active, false)) return false;
  box.shown_revision = ~std::uint64_t{0};  // forces it to show the document's sentence again
  const Edit edit = sentence_edit(view);
  box.adds = false;
  if (box.text == box.shown) return false;
  actions.commit(edit);
  box.shown = box.text;
  return true;
}

bool leave_title(ViewState& view, ActionQueue& actions) {
  TitleFields& fields = view.title;
  if (!std::exchange(fields.is_open, false)) return false;
  if (fields.title == fields.shown_title && fields.description == fields.shown_description) return false;
  // A text that was not changed is kept, even if it is too long for its field.
  const auto typed = [&](const std::string& field, const std::string& shown) {
    return field == shown ? std::nullopt : std::optional(view.services.wide_characters.decode(field));
  };
  actions.commit(
      SetTitle{typed(fields.title, fields.shown_title), typed(fields.description, fields.shown_description)});
  fields.shown_title = fields.title;
  fields.shown_description = fields.description;
  return true;
}

bool leave_fields(ViewState& view, ActionQueue& actions) {
  if (view.sentence.is_active) let_go_of_keyboard();
  view.title.closes = view.title.is_open;
  const bool is_cell_changing = leave_cell(view, actions);
  const bool is_sentence_changing = leave_sentence(view, actions);
  return leave_title(view, actions) || is_sentence_changing || is_cell_changing;
}

namespace {

void leave_unseen_cell(ViewState& view, ActionQueue& actions) {
  CellEditing& editing = view.editing;
  const bool waits = editing.typing && editing.typing->is_new;
  if (waits) view.want_frame();
  const bool is_typing_unseen =
      editing.typing &&
      ++editing.typing->frames_unseen > (waits ? most_frames_without_keyboard : most_frames_unseen);
  const bool is_drag_unseen = editing.drag && ++editing.drag->frames_unseen > most_frames_unseen;
  if (is_typing_unseen || is_drag_unseen) leave_cell(view, actions);
}

}  // namespace

void leave_unseen_fields(ViewState& view, ActionQueue& actions) {
  leave_unseen_cell(view, actions);
  SentenceBox& sentence = view.sentence;
  if (!sentence.is_active_next) leave_sentence(view, actions);
  sentence.is_active = std::exchange(sentence.is_active_next, false);
  TitleFields& title = view.title;
  if (!title.is_open_next) leave_title(view, actions);
  title.is_open = std::exchange(title.is_open_next, false);
}

}  // namespace attention_lab
