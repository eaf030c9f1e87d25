#include "ui/words/word_popup.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/words/glossary.h"
#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paragraph.h"
#include "ui/words/word_places.h"

namespace attention_lab {
namespace {

constexpr const char* word_popup_id = "##word popup";
constexpr float word_popup_width = 22;  // of its text, in multiples of the text size

struct WordText {
  Paragraph name;
  Paragraph sentence;
  Paragraph place;
  float gap;

  float height() const { return name.height() + sentence.height() + place.height() + 2 * gap; }
};

WordText text_of_word(const WidgetContext& view, std::size_t index, float width) {
  const GlossaryWord& word = all_words()[index];
  const ScreenTextMetrics metrics(view.fonts);
  const TextSizes sizes = view.sizes();
  return {set_paragraph(word.name, width, sizes.title, FontWeight::medium, metrics),
          set_paragraph(word.sentence, width, sizes.body, FontWeight::regular, metrics),
          set_paragraph(place_in_words(index), width, sizes.caption, FontWeight::regular, metrics),
          std::round(sizes.body * 0.4f)};
}

/// Returns whether the popup is to be closed.
bool draw_popup_buttons(const Session& session, ViewState& view, std::size_t word) {
  if (dialog_button(view, "Show me", true)) {
    show_word(session, view, word);
    return true;
  }
  ImGui::SameLine();
  if (dialog_button(view, "All words", false)) {
    open_words(view, word);
    return true;
  }
  return false;
}

}  // namespace

void draw_word_text(WidgetContext& view, std::size_t word, float width) {
  const WordText text = text_of_word(view, word, width);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const Point corner = from_imgui(ImGui::GetCursorScreenPos());
  draw(painter, text.name, corner, view.theme().text);
  const float sentence = corner.y + text.name.height() + text.gap;
  // The word itself is explained here: only the other ones are links.
  const Point at{corner.x, sentence};
  LinkedWords(view, painter, text.sentence, at, word).draw_lines();
  draw(painter, text.sentence, at, view.theme().text);
  draw(painter, text.place, {corner.x, sentence + text.sentence.height() + text.gap},
       view.theme().quiet_text);
  ImGui::SetCursorScreenPos(to_imgui(corner));
  ImGui::Dummy({width, std::ceil(text.height())});
}

void draw_word_popup(const Session& session, ViewState& view) {
  WordState& words = view.words;
  if (const std::optional<ClickedWord> clicked = std::exchange(view.word_links.clicked, std::nullopt)) {
    words.open = clicked->word;
    // A word in the popup is explained at the same place.
    if (!ImGui::IsPopupOpen(word_popup_id)) {
      words.place = clicked->rect;
      ImGui::OpenPopup(word_popup_id);
    }
  }
  if (!words.open || !ImGui::IsPopupOpen(word_popup_id)) return;
  const float body = view.sizes().body;
  const float width = std::round(std::min(word_popup_width * body, ImGui::GetIO().DisplaySize.x * 0.8f));
  const ImVec2 padding{body, body * 0.8f};
  const float height =
      text_of_word(view, *words.open, width).height() + body * 2.6f + ImGui::GetStyle().ItemSpacing.y;
  place_popup(view, words.place, {width + 2 * padding.x, height + 2 * padding.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  const bool is_open = ImGui::BeginPopup(word_popup_id);
  ImGui::PopStyleVar();
  if (!is_open) return;
  draw_word_text(view, *words.open, width);
  ImGui::Dummy({0, body * 0.1f});
  if (draw_popup_buttons(session, view, *words.open)) ImGui::CloseCurrentPopup();
  const ImVec2 corner = ImGui::GetWindowPos();
  view.items.add("word popup", {corner.x, corner.y, ImGui::GetWindowWidth(), ImGui::GetWindowHeight()});
  end_popup();
  if (view.word_links.clicked) view.want_frame();
}

void draw_word_entry(WidgetContext& view, MatrixName matrix) {
  const std::size_t word = word_of(matrix);
  const std::string label = filled("Explain “<word>”", {{"word", all_words()[word].name}});
  if (!menu_entry(view, label, "explain")) return;
  const Point mouse = from_imgui(ImGui::GetIO().MousePos);
  view.word_links.clicked = ClickedWord{word, {mouse.x, mouse.y, 1, 1}};
  view.want_frame();
}

}  // namespace attention_lab
