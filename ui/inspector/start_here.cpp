#include "ui/inspector/start_here.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/words/templates.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {
namespace {

constexpr const char* purpose =
    "Attention lets each token gather information from the tokens that matter to it.";
constexpr const char* how_tokens_match =
    "The query of each token is compared with the key of every token: the better they match, the larger the "
    "attention weight.";
constexpr const char* how_values_mix =
    "The value vectors, multiplied by these weights and added up, become its context vector.";
// Without weight matrices, queries, keys and values are the embeddings themselves.
constexpr const char* how_embeddings_match =
    "The embedding of each token is compared with that of every token: the better they match, the larger the "
    "attention weight.";
constexpr const char* how_embeddings_mix =
    "All embeddings, multiplied by these weights and added up, become its context vector.";

// Mention only numbers that can be dragged: with positions, X is a sum.
std::string where_to_begin(const Model& model) {
  const Positions positions = model.options.positions;
  const std::string embeddings = positions == Positions::none      ? "X"
                                 : positions == Positions::learned ? "the token or position embeddings"
                                                                   : "the token embeddings";
  return filled(model.is_identity()
                    ? "Begin: drag a number of <embeddings> sideways, and watch the attention "
                      "weights change."
                    : "Begin: drag a number of <embeddings> or W_q sideways, and watch the "
                      "attention weights change.",
                {{"embeddings", embeddings}});
}

class StartHere {
 public:
  StartHere(const Session& session, ViewState& view, const Painter& painter, Point corner, float width)
      : session_(session),
        view_(view),
        painter_(painter),
        theme_(view.theme()),
        sizes_(view.sizes()),
        corner_(corner),
        width_(width),
        y_(corner.y) {}

  float draw() {
    const bool is_identity = session_.model().is_identity();
    painter_.text({corner_.x, y_ + sizes_.title * 0.6f}, "What attention does", theme_.text, sizes_.title,
                  FontWeight::medium);
    y_ += sizes_.title * 1.6f;
    write(purpose, theme_.text);
    write(is_identity ? how_embeddings_match : how_tokens_match, theme_.text);
    write(is_identity ? how_embeddings_mix : how_values_mix, theme_.text);
    draw_rule();
    write(where_to_begin(session_.model()), theme_.text);
    write("Or press Space: one token goes through the pipeline, step by step.", theme_.text);
    draw_rule();
    write("Point at a number to see how it is computed.", theme_.quiet_text);
    for (const auto& [key, what] :
         {std::pair{"Click", "pin it"}, std::pair{"Double-click", "type a value"},
          std::pair{"Right-click", "copy, fill, redraw"}, std::pair{"F1", "all keys"},
          std::pair{"Dotted word", "click for its meaning"}})
      draw_key(key, what);
    view_.items.add("start here", {corner_.x, corner_.y, width_, y_ - corner_.y});
    return y_;
  }

 private:
  void draw_rule() {
    y_ += sizes_.body * 0.2f;
    painter_.fill({corner_.x, std::round(y_), width_, 1}, theme_.line);
    y_ += sizes_.body * 0.75f;
  }

  void write(const std::string& markup, Colour colour) {
    const Paragraph paragraph =
        set_paragraph(markup, width_, sizes_.body, FontWeight::regular, painter_.metrics());
    draw_linked(view_, painter_, paragraph, {corner_.x, y_}, colour);
    y_ += paragraph.height() + sizes_.body * 0.35f;
  }

  void draw_key(const char* key, const char* what) {
    const float y = y_ + sizes_.caption * 0.7f;
    painter_.text({corner_.x, y}, key, theme_.text, sizes_.caption, FontWeight::medium);
    painter_.text({corner_.x + sizes_.caption * 6.4f, y}, what, theme_.quiet_text, sizes_.caption);
    y_ += sizes_.caption * 1.6f;
  }

  const Session& session_;
  ViewState& view_;
  const Painter& painter_;
  const Theme& theme_;
  TextSizes sizes_;
  Point corner_;
  float width_;
  float y_;
};

}  // namespace

float draw_start_here(const Session& session, ViewState& view, const Painter& painter, Point corner,
                      float width) {
  return StartHere(session, view, painter, corner, width).draw();
}

}  // namespace attention_lab
