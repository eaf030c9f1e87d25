#include "ui/dialogs/corpus_dialog.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/document/corpus.h"
#include "core/document/word_list.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/lab/document_lock.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {
namespace {

constexpr float dialog_width = 60;       // in multiples of the body text size
constexpr float tallest_fields = 27;     // likewise
constexpr float share_of_corpus = 0.5f;  // of the left column; the rest is for the held-out sentences

/// What the text of a field is, with the place of its error.
std::string about(const char* field, const Error& error) {
  if (error.place.empty())
    return filled("<field>: <message>", {{"field", field}, {"message", error.message}});
  return filled("<field>, <line>: <message>",
                {{"field", field}, {"line", error.place}, {"message", error.message}});
}

/// The edit that makes the document what the fields say, or what is wrong with them.
Result<Edit> edit_of(const CorpusFields& fields, const Document& document) {
  const auto problem = [](std::string sentence) {
    return Error{ErrorCode::wrong_format, std::move(sentence)};
  };
  Result<std::vector<Edit>> words = edits_of_word_list(fields.words, document);
  if (!words) return problem(about("Words", words.error()));
  SeveralEdits several{"Change the corpus and its words", *std::move(words)};
  if (fields.sentences != document.corpus)
    several.edits.emplace_back(SetCorpus{fields.sentences, std::nullopt});
  if (fields.held_out != document.held_out)
    several.edits.emplace_back(SetCorpus{std::nullopt, fields.held_out});
  const Result<Document> edited = apply_edit(several, document);
  if (!edited) return edited.error();
  const Vocabulary known = words_to_predict(*edited);
  if (const Result<Corpus> corpus = make_corpus(fields.sentences, known); !corpus)
    return problem(about("Sentences to learn", corpus.error()));
  if (trimmed(fields.held_out).empty()) return Edit(std::move(several));
  if (const Result<Corpus> held_out = make_corpus(fields.held_out, known); !held_out)
    return problem(about("Held-out sentences", held_out.error()));
  return Edit(std::move(several));
}

struct CorpusField {
  const char* label;
  const char* item;
  std::string& text;
};

void draw_field(ViewState& view, const CorpusField& field, ImVec2 size) {
  ImGui::BeginGroup();
  write_quietly(field.label);
  const float label = ImGui::GetTextLineHeightWithSpacing();
  text_area(view, field.item, field.text, {size.x, std::max(size.y - label, view.sizes().body * 2)});
  name_last_item(view, field.item);
  ImGui::EndGroup();
}

void draw_fields(ViewState& view, CorpusFields& fields) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 room = {ImGui::GetContentRegionAvail().x, std::min(room_above(view, view.dialogs.last_height),
                                                                  tallest_fields * view.sizes().body)};
  const float left = (room.x - gap) / 2;
  const float upper = room.y * share_of_corpus;
  ImGui::BeginGroup();
  draw_field(view, {"Sentences to learn, one per line", "corpus.sentences", fields.sentences}, {left, upper});
  draw_field(view, {"Held-out sentences, which are only predicted", "corpus.held_out", fields.held_out},
             {left, room.y - upper - ImGui::GetStyle().ItemSpacing.y});
  ImGui::EndGroup();
  ImGui::SameLine();
  draw_field(view, {"Words and their features", "corpus.words", fields.words}, {room.x - left - gap, room.y});
}

}  // namespace

void open_corpus_dialog(const Document& document, ViewState& view) {
  if (refuses_edits(view)) return;
  CorpusFields fields{document.corpus, document.held_out, word_list(document), {}};
  if (!fits_a_field(fields.sentences) || !fits_a_field(fields.held_out) || !fits_a_field(fields.words)) {
    view.say("This corpus is too long to be edited here; edit the document’s file instead.");
    return;
  }
  view.dialogs.corpus = std::move(fields);
  view.dialogs.open = Dialog::corpus;
}

void draw_corpus_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!begin_dialog(view, Dialog::corpus, "Corpus and words", dialog_width)) return;
  CorpusFields& fields = view.dialogs.corpus;
  draw_fields(view, fields);
  const float top = ImGui::GetCursorPosY();
  if (!fields.problem.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(view.theme().error));
    write_wrapped(fields.problem);
    ImGui::PopStyleColor();
  }
  ImGui::Dummy({0, view.sizes().body * 0.3f});
  const bool is_applied = dialog_button(view, "Apply", true);
  stay_in_row("Cancel");
  const bool is_cancelled = dialog_button(view, "Cancel", false) || is_key_pressed(ImGuiKey_Escape);
  note_height(view, view.dialogs.last_height, ImGui::GetCursorPosY() - top);
  if (is_applied) {
    const Result<Edit> edit = edit_of(fields, session.document());
    fields.problem = edit ? std::string() : edit.error().message;
    if (edit) {
      actions.commit(*edit);
      close_dialog(view);
    }
  } else if (is_cancelled) {
    close_dialog(view);
  }
  end_dialog();
}

}  // namespace attention_lab
