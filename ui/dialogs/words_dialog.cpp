// All words with their sentences.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/words/glossary.h"
#include "core/words/outside_text.h"
#include "ui/dialogs/dialogs.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/text_field.h"
#include "ui/words/word_places.h"
#include "ui/words/word_popup.h"

namespace attention_lab {
namespace {

// In multiples of the text size.
constexpr float words_dialog_width = 46;
constexpr float words_list_height = 22;
constexpr float list_share = 0.38f;  // of the dialog's width

/// Those whose name or one of whose forms contains the query; if there are none, those whose sentence does.
std::vector<std::size_t> matching_words(const std::string& query) {
  const std::string searched = in_small_letters(query);
  const auto contains_it = [&](std::string_view text) {
    return in_small_letters(std::string(text)).find(searched) != std::string::npos;
  };
  std::vector<std::size_t> by_name;
  std::vector<std::size_t> by_sentence;
  for (std::size_t i = 0; i < all_words().size(); ++i) {
    const GlossaryWord& word = all_words()[i];
    if (contains_it(word.name) || std::any_of(word.forms.begin(), word.forms.end(), contains_it))
      by_name.push_back(i);
    if (contains_it(word.sentence)) by_sentence.push_back(i);
  }
  return by_name.empty() ? by_sentence : by_name;
}

float line_of_words(const WidgetContext& view) {
  return std::round(view.sizes().body * 1.75f);
}

void draw_word_line(ViewState& view, const Painter& painter, const Rect& rect, std::size_t index) {
  WordState& state = view.words;
  view.items.add("words." + std::string(all_words()[index].name), rect);
  ImGui::PushID(static_cast<int>(index));
  if (click_area("##line", rect)) state.chosen = index;
  ImGui::PopID();
  const bool is_chosen = state.chosen == index;
  const Theme& theme = view.theme();
  if (is_chosen || ImGui::IsItemHovered())
    painter.fill(rect, is_chosen ? theme.accent_ground : theme.hover_ground, 5);
  const float size = view.sizes().body;
  painter.markup({rect.x + size * 0.6f, rect.centre().y}, all_words()[index].name, theme.text, size);
  if (is_chosen && std::exchange(state.scrolls_to_chosen, false))
    ImGui::SetScrollFromPosY(rect.centre().y - ImGui::GetWindowPos().y);
}

void draw_list_of_words(ViewState& view, const Rect& area, const std::vector<std::size_t>& shown) {
  const float line = line_of_words(view);
  ScrollArea scroll("##words", area);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const float width = area.width - ImGui::GetStyle().ScrollbarSize - view.sizes().body * 0.3f;
  float y = scroll.corner().y;
  for (const std::size_t index : shown) {
    draw_word_line(view, painter, {area.x, y, width, line}, index);
    y += line;
  }
  if (shown.empty()) write_quietly("Nothing matches.");
  scroll.reaches(std::max(y, scroll.corner().y + line));
}

/// Chooses the next or the previous of the words that are shown.
void choose_by_arrows(WordState& state, const std::vector<std::size_t>& shown) {
  const int by = (is_key_pressed(ImGuiKey_DownArrow) ? 1 : 0) - (is_key_pressed(ImGuiKey_UpArrow) ? 1 : 0);
  if (by == 0 || shown.empty()) return;
  const auto now = std::find(shown.begin(), shown.end(), state.chosen);
  const std::ptrdiff_t at = now == shown.end() ? 0 : now - shown.begin() + by;
  state.chosen = shown[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, std::ssize(shown) - 1))];
  state.scrolls_to_chosen = true;
}

/// The field, the list and the sentence; returns whether Enter was pressed in the field.
bool draw_words(ViewState& view) {
  WordState& state = view.words;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const std::string before = state.query;
  const bool is_entered =
      text_field(view, "##query", "Type a word", state.query, ImGuiInputTextFlags_EnterReturnsTrue);
  name_last_item(view, "words.query");
  const std::vector<std::size_t> shown = matching_words(state.query);
  const bool is_shown = std::find(shown.begin(), shown.end(), state.chosen) != shown.end();
  if (state.query != before && !shown.empty()) {
    const auto begins = [&](std::size_t word) {
      return in_small_letters(std::string(all_words()[word].name)).starts_with(in_small_letters(state.query));
    };
    const auto best = std::find_if(shown.begin(), shown.end(), begins);
    if (best != shown.end() || !is_shown) state.chosen = best != shown.end() ? *best : shown.front();
    state.scrolls_to_chosen = true;
  }
  choose_by_arrows(state, shown);

  const float body = view.sizes().body;
  const Point corner = from_imgui(ImGui::GetCursorScreenPos());
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = line_of_words(view);
  const float height =
      std::floor(std::min(room_above(view, view.dialogs.last_height), words_list_height * body) / line) *
      line;
  const float list = std::round(width * list_share);
  draw_list_of_words(view, {corner.x, corner.y, list, height}, shown);
  const float left = corner.x + list + body;
  ImGui::SetCursorScreenPos({left, corner.y});
  if (!shown.empty()) draw_word_text(view, state.chosen, corner.x + width - left);
  ImGui::SetCursorScreenPos(to_imgui(corner));
  ImGui::Dummy({width, height});
  return is_entered && !shown.empty();
}

}  // namespace

void open_words(ViewState& view, std::size_t chosen) {
  view.words.query.clear();
  view.words.chosen = chosen;
  view.words.scrolls_to_chosen = true;
  view.dialogs.open = Dialog::words;
}

void draw_words_dialog(const Session& session, ViewState& view) {
  if (!begin_dialog(view, Dialog::words, "Words explained", words_dialog_width)) return;
  WordState& state = view.words;
  const bool is_entered = draw_words(view);
  const float top = ImGui::GetCursorPosY();
  const bool is_shown = dialog_button(view, "Show me", true) || is_entered;
  stay_in_row("Close");
  const bool is_closed = dialog_button(view, "Close", false) || is_key_pressed(ImGuiKey_Escape);
  note_height(view, view.dialogs.last_height, ImGui::GetCursorPosY() - top);
  // A word in the sentence is shown here.
  if (const std::optional<ClickedWord> clicked = std::exchange(view.word_links.clicked, std::nullopt)) {
    state.query.clear();
    state.chosen = clicked->word;
    state.scrolls_to_chosen = true;
    view.want_frame();
  }
  if (is_shown || is_closed) close_dialog(view);
  if (is_shown) show_word(session, view, state.chosen);
  end_dialog();
}

}  // namespace attention_lab
