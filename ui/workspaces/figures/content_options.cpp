#include "core/words/matrix_words.h"
#include "ui/figures/heatmaps/matrix_axes.h"
#include "ui/workspaces/figures/figure_options.h"
#include "ui/workspaces/figures/matrix_choice.h"

namespace attention_lab {
namespace {

class ContentOptions {
 public:
  ContentOptions(const Session& session, ViewState& view, OptionColumn& column)
      : session_(session), view_(view), request_(view.figures.request), column_(column) {}

  void draw() {
    column_.heading("Figure");
    figure();
    if (shows_one_matrix(request_.figure) || request_.figure == FigureName::heads) matrix();
    head();
    if (takes_token(request_.figure)) token();
    if (request_.figure == FigureName::heatmap || request_.figure == FigureName::bars) column_choice();
  }

 private:
  void figure() {
    std::vector<Choice> choices;
    for (const FigureName name : all_figure_names)
      choices.push_back({std::string(to_string(name)), std::string(description_of(name))});
    const int chosen =
        column_.controls().choice(column_.next(), "figure", "figure", std::string(to_string(request_.figure)),
                                  choices, "The kind of figure.");
    if (chosen < 0) return;
    request_.figure = all_figure_names[static_cast<std::size_t>(chosen)];
    keep_figure_in_bounds(session_, view_);
  }

  void matrix() {
    const std::vector<MatrixName> names = matrices_for(session_, request_);
    const int chosen = column_.controls().choice(
        column_.next(), "matrix", "matrix", display_name(request_.matrix.name),
        matrix_choices(session_, request_), "Which matrix of the document or its computation.");
    if (chosen < 0) return;
    request_.matrix.name = names[static_cast<std::size_t>(chosen)];
    request_.token.reset();
    request_.column.reset();
    keep_figure_in_bounds(session_, view_);
  }

  void head() {
    const Index heads = session_.model().n_heads();
    const bool matters = shows_one_matrix(request_.figure) ? is_per_head(request_.matrix.name)
                                                           : request_.figure != FigureName::heads;
    if (heads < 2 || !matters) return;
    Index number = request_.matrix.head + 1;
    if (column_.controls().number(column_.next(), "figure head", "head", number, 1, heads, "Which head.",
                                  std::to_string(number) + " of " + std::to_string(heads))) {
      view_.shown_head = number - 1;
      keep_figure_in_bounds(session_, view_);
    }
  }

  // 0 stands for none.
  void pick(const char* name, const std::string& label, std::optional<Index>& index, Index count, Axis axis,
            const char* none, const char* tip) {
    Index number = index ? *index + 1 : 0;
    const std::string shown =
        index ? shorten(axis_label(session_.document(), axis, *index), column_.width() * 0.35f,
                        view_.sizes().body, FontWeight::medium, column_.painter().metrics())
              : std::string(none);
    if (column_.controls().number(column_.next(), name, label, number, 0, count, tip, shown))
      index = number == 0 ? std::nullopt : std::optional(number - 1);
  }

  MatrixView values() const { return matrix_view(session_.model(), session_.trace(), request_.matrix); }

  void token() {
    const bool is_one = shows_one_matrix(request_.figure);
    const Axis axis = is_one ? row_axis(request_.matrix.name) : Axis::query;
    const bool is_token = axis == Axis::query || axis == Axis::key;
    const bool needs_one = request_.figure == FigureName::softmax || request_.figure == FigureName::bars;
    pick("token", is_token ? "token" : "row", request_.token,
         is_one ? values().rows() : session_.model().n_tokens(), axis, needs_one ? "usual" : "all",
         "The row that is highlighted, or the only one shown; a click on the figure chooses it too. "
         "Double-click to type its number.");
  }

  void column_choice() {
    pick("column", "column", request_.column, values().cols(), column_axis(request_.matrix.name), "none",
         "The column that is highlighted. Double-click to type its number.");
  }

  const Session& session_;
  ViewState& view_;
  FigureRequest& request_;
  OptionColumn& column_;
};

}  // namespace

void draw_content_options(const Session& session, ViewState& view, OptionColumn& column) {
  ContentOptions(session, view, column).draw();
}

}  // namespace attention_lab
