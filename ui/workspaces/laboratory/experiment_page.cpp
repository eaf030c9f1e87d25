#include "ui/workspaces/laboratory/experiment_page.h"

#include <algorithm>
#include <cmath>

#include "core/words/templates.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {
namespace {

constexpr float least_controls = 212;  // width in pixels at text size 1
constexpr float usual_controls = 236;
constexpr float widest_controls = 290;
constexpr float most_controls = 0.38f;  // of the area
constexpr float two_cards = 36;         // width in multiples of the text size

constexpr Index largest_seed = 2'147'483'647;
constexpr float token_share = 0.36f;  // of the control's width

float sentence_size(const WidgetContext& view) {
  return view.sizes().body;
}

float height_of_sentence(const WidgetContext& view, std::string_view sentence, float width) {
  return set_paragraph(sentence, width, sentence_size(view), FontWeight::regular,
                       ScreenTextMetrics(view.fonts))
             .height() +
         view.sizes().body * 0.7f;
}

}  // namespace

ExperimentAreas experiment_areas(const WidgetContext& view, const Rect& area) {
  const float gap = card_gap(view);
  if (least_controls * view.scale() > area.width * most_controls) {
    const float height = std::round(std::max(area.height * most_controls, 1.0f));
    return {{area.x, area.y, std::max(area.width, 1.0f), height},
            {area.x, area.y + height + gap, std::max(area.width, 1.0f),
             std::max(area.height - height - gap, 1.0f)}};
  }
  const float wished =
      std::clamp(area.width * 0.2f, usual_controls * view.scale(), widest_controls * view.scale());
  const float width = std::round(std::min(wished, area.width * most_controls));
  return {{area.x, area.y, width, area.height},
          {area.x + width + gap, area.y, std::max(area.width - width - gap, 1.0f), area.height}};
}

bool is_narrow(const WidgetContext& view, const Rect& page) {
  return page.width < view.sizes().body * two_cards;
}

float card_gap(const WidgetContext& view) {
  return std::round(view.sizes().body * 0.75f);
}

void seed_chip(ControlColumn& column, const std::string& page, std::uint64_t& seed, const char* tip,
               const char* label) {
  Index number = static_cast<Index>(seed);
  if (column.controls().number(column.next(), (page + ".seed").c_str(), label, number, 0, largest_seed, tip))
    seed = static_cast<std::uint64_t>(number);
}

void token_chip(ControlColumn& column, const char* name, const char* label,
                const std::vector<std::string>& tokens, Index& token, const char* tip) {
  const std::string shown =
      shorten(tokens[static_cast<std::size_t>(token)], column.width() * token_share,
              column.context().sizes().body, FontWeight::medium, column.painter().metrics());
  Index number = token + 1;
  if (column.controls().number(column.next(), name, label, number, 1, static_cast<Index>(tokens.size()), tip,
                               shown))
    token = number - 1;
}

std::uint64_t next_seed(std::uint64_t seed) {
  return (seed + 1) % static_cast<std::uint64_t>(largest_seed);
}

void run_progress(ControlColumn& column, const RunProgress& progress, bool is_stopped) {
  const auto [done, all] = progress;
  const std::string words =
      done == all ? filled("<all> trials", {{"all", count_text(all)}})
                  : filled(is_stopped ? "stopped after <done> of <all> trials" : "<done> of <all> trials",
                           {{"done", count_text(done)}, {"all", count_text(all)}});
  column.progress(static_cast<double>(done) / static_cast<double>(all), words);
}

ExperimentPage::ExperimentPage(ViewState& view, const Rect& area, std::string_view sentence,
                               float cards_height, float least_sentence_height)
    : scroll_("##page", area), view_(view), painter_(*ImGui::GetWindowDrawList(), view.fonts) {
  const float inset = view.sizes().body * 0.5f;
  const auto height_within = [&](float width) {
    return std::max(std::round(height_of_sentence(view, sentence, width - 2 * inset)), least_sentence_height);
  };
  const bool scrolls = height_within(area.width) + cards_height > area.height;
  const float bar = scrolls ? ImGui::GetStyle().ScrollbarSize + 4 * view.scale() : 0;
  const float width = std::max(area.width - bar, 1.0f);
  sentence_height_ = height_within(width);
  const Point corner = scroll_.corner();
  draw_linked(view_, painter_,
              set_paragraph(sentence, width - 2 * inset, sentence_size(view), FontWeight::regular,
                            painter_.metrics()),
              {corner.x + inset, corner.y}, view.theme().text);
  cards_ = {corner.x, corner.y + sentence_height_, width,
            std::max(area.height - sentence_height_, cards_height)};
  // A card's border is drawn on the pixel outside of it.
  cards_.width -= 1;
  cards_.height -= 1;
}

ExperimentPage::~ExperimentPage() {
  scroll_.reaches(cards_.bottom() + 1);
}

Rect ExperimentPage::cell(const Rect& part, int rows, int columns, int row, int column) const {
  const float gap = card_gap(view_);
  const auto along = [gap](float from, float length, int count, int index) {
    const float size =
        std::max((length - gap * static_cast<float>(count - 1)) / static_cast<float>(count), 1.0f);
    const float start = std::round(from + (size + gap) * static_cast<float>(index));
    const float end = std::round(from + (size + gap) * static_cast<float>(index) + size);
    return std::pair{start, end - start};
  };
  const auto [x, width] = along(part.x, part.width, columns, column);
  const auto [y, height] = along(part.y, part.height, rows, row);
  return {x, y, width, height};
}

void ExperimentPage::plot(PlotPanel& panel, const Rect& card, std::string_view name, std::string_view words,
                          float header) {
  painter_.card(card, view_.theme().card, view_.theme().line);
  const float pad = view_.sizes().body * 0.55f;
  Rect inner = card.expanded(-pad);
  inner.y += header;
  inner.height -= header;
  if (!words.empty()) {
    const float size = label_size_beside_plots(view_, inner);
    const float inset = view_.sizes().body * 0.4f;
    const Paragraph note =
        set_paragraph(words, inner.width - 2 * inset, size, FontWeight::regular, painter_.metrics());
    draw_linked(view_, painter_, note, {inner.x + inset, inner.bottom() - note.height()},
                view_.theme().quiet_text);
    inner.height -= note.height() + pad * 0.5f;
  }
  draw_plot(view_, painter_, panel, inner, name);
}

}  // namespace attention_lab
