// What is on the screen for any document, theme, text size and window size.
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/checks.h"
#include "core/document/edits.h"
#include "lab_driver.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

constexpr std::array<Point, 4> window_sizes = {Point{1024, 768}, Point{1280, 800}, Point{1920, 1080},
                                               Point{3840, 2160}};

/// "heads[1].W_q[0,2]" and "W_q.title" → "W_q"; empty for items that do not belong to a matrix.
std::string matrix_of(const std::string& item) {
  std::string name = item;
  if (name.rfind("heads[", 0) == 0 && name.find("].") != std::string::npos)
    name.erase(0, name.find("].") + 2);
  const std::size_t end = name.find_first_of("[.");
  if (end == std::string::npos) return {};
  const bool is_part = name[end] == '[' || name.substr(end) == ".title";
  return is_part && matrix_name_from(name.substr(0, end)) ? name.substr(0, end) : std::string();
}

/// The title and cells of each matrix, in window coordinates.
std::map<std::string, Rect> matrices_of(const LabDriver& driver) {
  std::map<std::string, Rect> matrices;
  for (const Item& item : driver.view.items.all()) {
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

void expect_orderly_pipeline(const LabDriver& driver) {
  const std::map<std::string, Rect> matrices = matrices_of(driver);
  EXPECT_GE(matrices.size(), 5u);
  const Rect workspace = driver.item("workspace");
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
  LabDriver driver(preset(GetParam()));
  for (const Point size : window_sizes) {
    SCOPED_TRACE(std::to_string(size.x) + " × " + std::to_string(size.y));
    driver.resize(size.x, size.y);
    driver.settle();
    expect_orderly_pipeline(driver);
  }
}

TEST_P(PresetTest, DrawsInEveryThemeTextSizeAndWindow) {
  LabDriver driver(preset(GetParam()));
  const Document before = driver.session.document();
  for (const float text_size : {0.75f, 1.0f, 1.5f, 2.5f}) {
    driver.set_size_of_everything(text_size);
    for (const Point size : window_sizes) {
      driver.resize(size.x, size.y);
      for (const Workspace workspace : {Workspace::pipeline, Workspace::figures}) {
        driver.view.workspace = workspace;
        for (const ThemeName theme : {ThemeName::paper, ThemeName::night}) {
          driver.view.preferences.theme = theme;
          driver.frame();
          EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 100);
        }
      }
      const Rect window{0, 0, size.x, size.y};
      for (const char* name : {"sentence", "workspace", "side", "mask", "scale", "menu.File"}) {
        // With text at 250%, a small window has no room for everything.
        EXPECT_TRUE(text_size > 1 || is_inside(driver.item(name), window)) << name;
      }
    }
  }
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_TRUE(driver.actions.empty());
}

TEST_P(PresetTest, EveryDialogAndCellDraws) {
  LabDriver driver(preset(GetParam()));
  for (const Dialog dialog : all_dialogs) {
    driver.view.dialogs.open = dialog;
    driver.frame(3);
    driver.view.dialogs.open = Dialog::none;
    driver.frame(3);
  }
  std::vector<Item> cells;
  for (const Item& item : driver.view.items.all()) {
    if (!matrix_of(item.name).empty() && item.name.back() == ']') cells.push_back(item);
  }
  EXPECT_FALSE(cells.empty());
  for (const Item& cell : cells) {
    driver.move(cell.rect.centre());
    driver.frame();
    EXPECT_TRUE(driver.view.hovered.has_value()) << cell.name;
  }
  EXPECT_TRUE(driver.actions.empty());
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
    LabDriver driver(*edits::set_dropout(preset("journey"), {Scalar(0.5), seed}));
    const HeadStages& head = driver.session.trace().heads[0];
    driver.settle();
    const double high = driver.view.pipeline.weights_high;
    EXPECT_GE(high, static_cast<double>(head.weights.maxCoeff())) << seed;
    EXPECT_GE(high, static_cast<double>(head.dropped_weights.maxCoeff())) << seed;
  }
}

TEST(Drawing, DocumentsOfEveryOptionAreOrderly) {
  RandomDocuments random(5);
  for (int i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    LabDriver driver(random.document());
    expect_orderly_pipeline(driver);
    driver.view.workspace = Workspace::figures;
    driver.settle();
    EXPECT_TRUE(driver.actions.empty());
  }
}

TEST(Drawing, WordsOfAnyScriptAndLengthDraw) {
  Document document = small_document();
  document.tokens = {"日本語テキスト", "😀😀", std::string(300, 'w')};
  LabDriver driver(document);
  expect_orderly_pipeline(driver);
  driver.view.workspace = Workspace::figures;
  driver.settle();
  EXPECT_TRUE(driver.session.document() == document);
}

TEST(Drawing, LargeDocumentsShowOnlyWhatIsInView) {
  LabDriver driver(long_document(200));
  const Rect workspace = driver.item("workspace");
  int cells = 0;
  for (const Item& item : driver.view.items.all()) {
    if (matrix_of(item.name).empty()) continue;
    cells += item.name.back() == ']' ? 1 : 0;
    EXPECT_TRUE(is_inside(item.rect, workspace, 1)) << item.name << " " << to_text(item.rect);
  }
  EXPECT_GT(cells, 100);
  EXPECT_LT(cells, 20000) << "of more than 120,000";
  EXPECT_TRUE(driver.has_item("X[0,0]"));
  EXPECT_FALSE(driver.has_item("X[199,0]"));
}

TEST(Drawing, TheWheelScrollsLargeDocumentsToTheirEnd) {
  LabDriver driver(long_document(200));
  driver.move(driver.item("X[1,1]").centre());
  driver.wheel(-1);
  EXPECT_FALSE(driver.has_item("X[0,0]"));
  EXPECT_TRUE(driver.has_item("scores[5,0]")) << "matrices that share an axis scroll together";
  EXPECT_FALSE(driver.has_item("scores[0,0]"));
  for (int i = 0; i < 120; ++i) driver.wheel(-1);
  EXPECT_TRUE(driver.has_item("X[199,0]"));
  for (int i = 0; i < 120; ++i) driver.wheel(1);
  EXPECT_TRUE(driver.has_item("X[0,0]"));
  // With Shift, the wheel scrolls horizontally.
  driver.move(driver.item("scores[1,1]").centre());
  driver.wheel(-1, true);
  EXPECT_TRUE(driver.has_item("X[0,0]"));
  EXPECT_FALSE(driver.has_item("scores[0,0]"));
  EXPECT_TRUE(driver.actions.empty());
}

// Random input: the document stays valid, and nothing crashes.
TEST(Drawing, AnyInputLeavesAValidDocument) {
  std::mt19937 generator(11);
  const auto below = [&](std::uint32_t n) { return generator() % n; };
  LabDriver driver(preset("journey-two-heads"), 1100, 800);
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
    const std::vector<Item>& items = driver.view.items.all();
    switch (below(9)) {
      case 0:
      case 1:
      case 2:
        if (!items.empty()) driver.move(items[below(static_cast<std::uint32_t>(items.size()))].rect.centre());
        break;
      case 3: driver.press(); break;
      case 4: driver.release(); break;
      case 5: driver.key(keys[below(std::size(keys))], below(4) == 0); break;
      case 6: driver.type(std::string(1, "0123456789.-xe "[below(15)])); break;
      case 7: driver.wheel(static_cast<float>(below(3)) - 1, below(2) == 0); break;
      default:
        if (below(4) == 0) driver.shortcut(shortcuts[below(std::size(shortcuts))]);
        break;
    }
    if (below(25) == 0) {
      driver.release();
      driver.view.dialogs.open = Dialog::none;
      driver.key(ImGuiKey_Escape);
    }
    ASSERT_TRUE(step % 50 != 0 || validate(driver.session.document()).empty()) << step;
  }
  EXPECT_TRUE(validate(driver.session.document()).empty());
  EXPECT_GT(driver.actions.size(), 0u);
}

}  // namespace
}  // namespace attention_lab::testing
