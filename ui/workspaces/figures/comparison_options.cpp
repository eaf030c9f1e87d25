#include <algorithm>

#include "core/words/matrix_words.h"
#include "ui/workspaces/figures/figure_options.h"
#include "ui/workspaces/figures/matrix_choice.h"

namespace attention_lab {
namespace {

class ComparisonOptions {
 public:
  ComparisonOptions(const Session& session, ViewState& view, OptionColumn& column)
      : session_(session),
        view_(view),
        figures_(view.figures),
        request_(view.figures.request),
        column_(column) {}

  void draw() {
    column_.heading("Compare");
    comparison();
  }

 private:
  void comparison() {
    const Rect rect = column_.next();
    const float half = figures_.pinned ? (rect.width - column_.gap()) / 2 : rect.width;
    if (column_.controls().button({rect.x, rect.y, half, rect.height}, "pin",
                                  figures_.pinned ? "Pin again" : "Pin as A", true,
                                  "Keeps the current state as A. Then change anything: before, after and the "
                                  "difference are shown side by side.")) {
      pin(session_, view_);
    }
    if (!figures_.pinned) return;
    if (column_.controls().button({rect.right() - half, rect.y, half, rect.height}, "unpin", "Unpin A", true,
                                  "Back to the current state only.")) {
      unpin(view_);
      return;
    }
    show_comparison();
    if (shows_one_matrix(request_.figure) && request_.comparison != Comparison::none) pinned_matrix();
  }

  void show_comparison() {
    constexpr std::array all = {Comparison::none, Comparison::pinned, Comparison::side_by_side,
                                Comparison::difference};
    constexpr std::array names = {"B: now", "A: pinned", "A, B, B − A", "B − A"};
    constexpr std::array words = {"the current state only", "the pinned state only",
                                  "both, and the difference", "what changed, cell by cell"};
    std::vector<Choice> choices;
    std::vector<Comparison> offered;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!can_show(request_.figure, all[i])) continue;
      choices.push_back({names[i], words[i]});
      offered.push_back(all[i]);
    }
    const auto now = std::find(all.begin(), all.end(), request_.comparison) - all.begin();
    const int chosen =
        column_.controls().choice(column_.next(), "comparison", "show", names[static_cast<std::size_t>(now)],
                                  choices, "A is the pinned state, B the current one.");
    if (chosen >= 0) request_.comparison = offered[static_cast<std::size_t>(chosen)];
  }

  void pinned_matrix() {
    const std::vector<MatrixName> names = matrices_for(session_, request_);
    const std::vector<Choice> choices = matrix_choices(session_, request_, {{"the same", "as of B"}});
    const std::string now = request_.pinned_matrix ? display_name(request_.pinned_matrix->name) : "the same";
    const int chosen =
        column_.controls().choice(column_.next(), "pinned matrix", "of A", now, choices,
                                  "Which matrix of A: for example, to compare scores with scaled scores.");
    if (chosen < 0) return;
    request_.pinned_matrix.reset();
    if (chosen == 0) return;
    const MatrixName name = names[static_cast<std::size_t>(chosen - 1)];
    request_.pinned_matrix = MatrixRef{name, is_per_head(name) ? request_.matrix.head : 0};
  }

  const Session& session_;
  ViewState& view_;
  FiguresState& figures_;
  FigureRequest& request_;
  OptionColumn& column_;
};

}  // namespace

void draw_comparison_options(const Session& session, ViewState& view, OptionColumn& column) {
  ComparisonOptions(session, view, column).draw();
}

}  // namespace attention_lab
