// Words in a text that can be clicked for an explanation. They have a dotted line below them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/words/found_word.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/paragraph.h"

namespace attention_lab {

struct WidgetContext;

/// A word that was clicked, and where it stands in the window.
struct ClickedWord {
  std::size_t word = 0;
  Rect rect;
};

/// Which words have an explanation. Widgets know neither the words nor what is done with a click.
struct WordLinks {
  std::vector<FoundWord> (*find)(std::string_view markup) = nullptr;  ///< null: there are none
  std::optional<ClickedWord> clicked;                                 ///< for whoever explains it
};

/// The underlined words of one line or paragraph. Made before the control that they stand on, if any, so that
/// they take the mouse there; their lines are drawn after it.
class LinkedWords {
 public:
  /// A line of mark-up that begins at `left` and is vertically centred there.
  LinkedWords(WidgetContext& context, const Painter& painter, Point left, std::string_view markup, float size,
              FontWeight weight);
  /// A paragraph with its upper left corner there. `explained`: a word that is no link here.
  LinkedWords(WidgetContext& context, const Painter& painter, const Paragraph& paragraph, Point corner,
              std::optional<std::size_t> explained = std::nullopt);

  void draw_lines() const;

 private:
  struct Place {
    Rect rect;
    bool is_hovered = false;
  };
  void add(const Paragraph& paragraph, Point corner, std::optional<std::size_t> explained);

  WidgetContext& context_;
  const Painter& painter_;
  std::vector<Place> places_;
};

/// Draws the paragraph, with its words underlined.
void draw_linked(WidgetContext& context, const Painter& painter, const Paragraph& paragraph, Point corner,
                 Colour colour);

/// Makes the words of a text in a picture links. `origin`: of the picture in the window.
void link_words(WidgetContext& context, const Painter& painter, const Text& text, Point origin);

}  // namespace attention_lab
