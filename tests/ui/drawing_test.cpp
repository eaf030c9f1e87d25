// What is on the screen, whatever the document, the theme, the size of the text and of the window.
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "bench.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "random_documents.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab::testing {
namespace {

constexpr std::array<Point, 4> window_sizes = {Point{1024, 768}, Point{1280, 800}, Point{1920, 1080},
                                               Point{3840, 2160}};

/// "heads[1].W_q[0,2]" and "W_q.title" → "W_q"; empty for what is no part of a matrix.
std::string matrix_of(const std::string& item) {
  std::string name = item;
  if (name.rfind("heads[", 0) == 0 && name.find("].") != std::string::npos)
    name.erase(0, name.find("].") + 2);
  const std::size_t end = name.find_first_of("[.");
  if (end == std::string::npos) return {};
  const bool is_part = name[end] == '[' || name.substr(end) == ".title";
  return is_part && matrix_name_from(name.substr(0, end)) ? name.substr(0, end) : std::string();
}

/// Title and cells of each matrix as they stand in the window.
std::map<std::string, Rect> matrices_of(const UiBench& bench) {
  std::map<std::string, Rect> matrices;
  for (const Item& item : bench.view.items.all()) {
    const std::string name = matrix_of(item.name);
    if (name.empty()) continue;
    const auto [found, is_first] = matrices.try_emplace(name, item.rect);
    if (is_first) continue;
    Rect& all = found->second;
    const float right = std::max(all.right(), item.rect.right());
    const float bottom = std::max(all.bottom(), item.rect.bottom());
    all.x = std::min(all.x, item.rect.x);
    all.y = std::min(all.y, item.rect.y);
    all.width = right - all.x;
    all.height = bottom - all.y;
  }
  return matrices;
}

void expect_orderly_pipeline(const UiBench& bench) {
  const std::map<std::string, Rect> matrices = matrices_of(bench);
  EXPECT_GE(matrices.size(), 5u);
  const Rect workspace = bench.item("workspace");
  for (auto a = matrices.begin(); a != matrices.end(); ++a) {
    EXPECT_TRUE(is_inside(a->second, workspace, 1))
        << a->first << " " << to_text(a->second) << " leaves " << to_text(workspace);
    for (auto b = matrices.begin(); b != a; ++b) {
      EXPECT_FALSE(overlap(a->second, b->second, 1))
          << a->first << " " << to_text(a->second) << " and " << b->first << " " << to_text(b->second);
    }
  }
}

class PresetTest : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetTest, PipelineStaysInsideTheWorkspaceAndItsMatricesApart) {
  UiBench bench(preset(GetParam()));
  for (const Point size : window_sizes) {
    SCOPED_TRACE(std::to_string(size.x) + " × " + std::to_string(size.y));
    bench.resize(size.x, size.y);
    bench.settle();
    expect_orderly_pipeline(bench);
  }
}

TEST_P(PresetTest, DrawsInEveryThemeTextSizeAndWindow) {
  UiBench bench(preset(GetParam()));
  const Document before = bench.session.document();
  for (const float text_size : {0.75f, 1.0f, 1.5f, 2.5f}) {
    bench.view.preferences.text_size = text_size;
    for (const Point size : window_sizes) {
      bench.resize(size.x, size.y);
      for (const Workspace workspace : {Workspace::pipeline, Workspace::figures}) {
        bench.view.workspace = workspace;
        for (const ThemeName theme : {ThemeName::paper, ThemeName::night}) {
          bench.view.preferences.theme = theme;
          bench.frame();
          EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 100);
        }
      }
      const Rect window{0, 0, size.x, size.y};
      for (const char* name : {"sentence", "workspace", "inspector", "mask", "scale", "menu.File"}) {
        // With text at 250 % a small window has no room for everything.
        EXPECT_TRUE(text_size > 1 || is_inside(bench.item(name), window)) << name;
      }
    }
  }
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_TRUE(bench.actions.empty());
}

TEST_P(PresetTest, EveryDialogAndCellDraws) {
  UiBench bench(preset(GetParam()));
  for (const Dialog dialog : all_dialogs) {
    bench.view.dialogs.open = dialog;
    bench.frame(3);
    bench.view.dialogs.open = Dialog::none;
    bench.frame(3);
  }
  std::vector<Item> cells;
  for (const Item& item : bench.view.items.all()) {
    if (!matrix_of(item.name).empty() && item.name.back() == ']') cells.push_back(item);
  }
  EXPECT_FALSE(cells.empty());
  for (const Item& cell : cells) {
    bench.move(cell.rect.centre());
    bench.frame();
    EXPECT_TRUE(bench.view.hovered.has_value()) << cell.name;
  }
  EXPECT_TRUE(bench.actions.empty());
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& p : presets()) names.push_back(p.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Presets, PresetTest, ::testing::ValuesIn(preset_names()), [](const auto& tested) {
  std::string name = tested.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(Drawing, OneScaleOfColoursForTheWeightsAndForWhatDropoutLeavesOfThem) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    UiBench bench(*edits::set_dropout(preset("journey"), {Scalar(0.5), seed}));
    const HeadStages& head = bench.session.trace().heads[0];
    const double high = weights_high(bench.session, bench.view);
    EXPECT_GE(high, static_cast<double>(head.weights.maxCoeff())) << seed;
    EXPECT_GE(high, static_cast<double>(head.dropped_weights.maxCoeff())) << seed;
  }
}

TEST(Drawing, DocumentsOfEveryOptionAreOrderly) {
  RandomDocuments random(5);
  for (int i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    UiBench bench(random.document());
    expect_orderly_pipeline(bench);
    bench.view.workspace = Workspace::figures;
    bench.settle();
    EXPECT_TRUE(bench.actions.empty());
  }
}

TEST(Drawing, WordsOfAnyScriptAndLengthDraw) {
  Document document = small_document();
  document.tokens = {"日本語テキスト", "😀😀", std::string(300, 'w')};
  UiBench bench(document);
  expect_orderly_pipeline(bench);
  bench.view.workspace = Workspace::figures;
  bench.settle();
  EXPECT_TRUE(bench.session.document() == document);
}

TEST(Drawing, LargeDocumentsShowOnlyWhatIsInView) {
  UiBench bench(long_document(200));
  const Rect workspace = bench.item("workspace");
  int cells = 0;
  for (const Item& item : bench.view.items.all()) {
    if (matrix_of(item.name).empty()) continue;
    cells += item.name.back() == ']' ? 1 : 0;
    EXPECT_TRUE(is_inside(item.rect, workspace, 1)) << item.name << " " << to_text(item.rect);
  }
  EXPECT_GT(cells, 100);
  EXPECT_LT(cells, 20000) << "of more than 120,000";
  EXPECT_TRUE(bench.has_item("X[0,0]"));
  EXPECT_FALSE(bench.has_item("X[199,0]"));
}

TEST(Drawing, TheWheelScrollsLargeDocumentsToTheirEnd) {
  UiBench bench(long_document(200));
  bench.move(bench.item("X[1,1]").centre());
  bench.wheel(-1);
  EXPECT_FALSE(bench.has_item("X[0,0]"));
  EXPECT_TRUE(bench.has_item("scores[5,0]")) << "matrices that share an axis scroll together";
  EXPECT_FALSE(bench.has_item("scores[0,0]"));
  for (int i = 0; i < 120; ++i) bench.wheel(-1);
  EXPECT_TRUE(bench.has_item("X[199,0]"));
  for (int i = 0; i < 120; ++i) bench.wheel(1);
  EXPECT_TRUE(bench.has_item("X[0,0]"));
  // With Shift sideways.
  bench.move(bench.item("scores[1,1]").centre());
  bench.wheel(-1, true);
  EXPECT_TRUE(bench.has_item("X[0,0]"));
  EXPECT_FALSE(bench.has_item("scores[0,0]"));
  EXPECT_TRUE(bench.actions.empty());
}

// A restless person who presses everything: whatever comes out is a document, and nothing crashes.
TEST(Drawing, AnyInputLeavesAValidDocument) {
  std::mt19937 generator(11);
  const auto below = [&](std::uint32_t n) { return generator() % n; };
  UiBench bench(preset("journey-two-heads"), 1100, 800);
  constexpr ImGuiKey keys[] = {ImGuiKey_Tab,     ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
                               ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Enter,
                               ImGuiKey_Escape,  ImGuiKey_Delete,    ImGuiKey_Backspace};
  constexpr Command shortcuts[] = {Command::undo,
                                   Command::redo,
                                   Command::help,
                                   Command::other_theme,
                                   Command::save_as,
                                   Command::open,
                                   Command::quit,
                                   command_to_show(Workspace::pipeline),
                                   command_to_show(Workspace::figures),
                                   Command::fit_window,
                                   Command::present,
                                   Command::export_dialog,
                                   Command::export_again};
  for (int step = 0; step < 1200; ++step) {
    const std::vector<Item>& items = bench.view.items.all();
    switch (below(9)) {
      case 0:
      case 1:
      case 2:
        if (!items.empty()) bench.move(items[below(static_cast<std::uint32_t>(items.size()))].rect.centre());
        break;
      case 3: bench.press(); break;
      case 4: bench.release(); break;
      case 5: bench.key(keys[below(std::size(keys))], below(4) == 0); break;
      case 6: bench.type(std::string(1, "0123456789.-xe "[below(15)])); break;
      case 7: bench.wheel(static_cast<float>(below(3)) - 1, below(2) == 0); break;
      default:
        if (below(4) == 0) bench.shortcut(shortcuts[below(std::size(shortcuts))]);
        break;
    }
    if (below(25) == 0) {
      bench.release();
      bench.view.dialogs.open = Dialog::none;
      bench.key(ImGuiKey_Escape);
    }
    ASSERT_TRUE(step % 50 != 0 || validate(bench.session.document()).empty()) << step;
  }
  EXPECT_TRUE(validate(bench.session.document()).empty());
  EXPECT_GT(bench.actions.size(), 0u);
}

}  // namespace
}  // namespace attention_lab::testing
