// Dear ImGui aborts if a frame has more vertices than it can count, or a size that is too small: none of our
// texts and windows causes that.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/draw_data.h"
#include "core/document/edits.h"
#include "lab_driver.h"
#include "random_documents.h"
#include "ui/steps/step_player.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/text_field.h"

namespace attention_lab::testing {
namespace {

constexpr std::size_t too_many = 20000;  // 16-bit indices suffice for 16,383 characters

std::string repeated(std::string_view letter, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += letter;
  return text;
}

/// A long line, many characters without width, and many lines.
const std::array<std::string, 3>& long_texts() {
  static const std::array texts = {repeated("i", too_many), repeated("\u0301", too_many),
                                   repeated("word word\n", too_many / 10)};
  return texts;
}

void visit_dialogs(LabDriver& driver) {
  for (const Dialog dialog : all_dialogs) {
    driver.view.dialogs.open = dialog;
    driver.frame(3);
    driver.view.dialogs.open = Dialog::none;
    driver.frame(2);
  }
}

/// Every workspace, every dialog, the Steps bar and the presenter view. (An error aborts the test program.)
void visit_everything(LabDriver& driver) {
  for (const WorkspaceEntry& each : all_workspaces()) {
    driver.view.workspace = each.id;
    driver.frame(3);
  }
  for (const LaboratoryPage present : all_laboratory_pages) {
    driver.view.workspace = Workspace::laboratory;
    driver.view.laboratory.page = present;
    driver.frame(3);
  }
  driver.view.workspace = Workspace::figures;
  for (const FigureName figure : all_figure_names) {
    driver.view.figures.request.figure = figure;
    driver.frame(2);
  }
  driver.view.workspace = Workspace::pipeline;
  driver.shortcut(Command::steps);
  for (int i = 0; i < 6; ++i) {
    step_by(driver.view.steps, 1);
    driver.frame(2);
  }
  driver.shortcut(Command::steps);
  visit_dialogs(driver);
  driver.shortcut(Command::present);
  driver.frame(3);
  driver.shortcut(Command::present);
  driver.frame(3);
}

TEST(DrawingSafety, DocumentsWithWordsOfAnyLengthAreDrawn) {
  for (const std::string& text : long_texts()) {
    Document document = preset("journey");
    for (std::string& token : document.tokens) token = text;
    document.title = document.description = text;
    LabDriver driver(std::move(document), 1920, 1080);
    visit_everything(driver);
  }
}

TEST(DrawingSafety, TipsAndMenusAboutAWordOfAnyLengthAreDrawn) {
  for (const std::string& text : long_texts()) {
    Document document = preset("journey");
    for (std::string& token : document.tokens) token = text;
    document.title = document.description = text;
    LabDriver driver(std::move(document), 1280, 800);
    std::vector<Point> places;
    for (const Item& item : driver.view.items.all()) places.push_back(item.rect.centre());
    for (std::size_t i = 0; i < places.size(); i += 9) driver.move(places[i]);
    driver.view.editing.menu_cell = CellRef{{MatrixName::X, 0}, 1, 1};
    driver.view.editing.opens_menu = true;
    driver.frame(3);
  }
}

TEST(DrawingSafety, MessagesOfAnyLengthAreDrawn) {
  LabDriver driver(preset("journey"), 3840, 2160);
  for (const std::string& text : long_texts()) {
    driver.view.complain(text);
    driver.frame(2);
    driver.view.exporting = RunningExport{text, 0.5f};
    driver.frame(2);
    driver.view.exporting.reset();
    DialogState& dialogs = driver.view.dialogs;
    dialogs.problem = dialogs.listing_error = dialogs.recovered.name = dialogs.recovered.problem =
        dialogs.folder = dialogs.changed_file.copy_name = text;
    dialogs.warnings = {text};
    dialogs.listing = {{text, true}, {text + ".json", false}};
    driver.view.file_path = text;
    driver.view.preferences.recent_files = {text};
    visit_dialogs(driver);
  }
}

TEST(DrawingSafety, ALongTextPastedOverACellIsRefused) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("W_q[1,0]").centre());
  ImGui::SetClipboardText(repeated("x", 16400).c_str());
  driver.key_with_ctrl(ImGuiKey_V);
  driver.frame(2);
  ASSERT_TRUE(driver.view.notice);
  EXPECT_TRUE(driver.view.notice->is_error);
  EXPECT_FALSE(driver.session.is_modified());
}

TEST(TextField, TakesWhatItHasRoomForAndSaysThatTheRestWasLeftOut) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("sentence").centre());
  driver.key_with_ctrl(ImGuiKey_A);
  ImGui::SetClipboardText(repeated("é", 10000).c_str());
  driver.key_with_ctrl(ImGuiKey_V);
  EXPECT_EQ(driver.view.sentence.text, repeated("é", longest_typed_text / 2));
  ASSERT_TRUE(driver.view.notice);
  EXPECT_EQ(driver.view.notice->text,
            "This field holds at most 16,000 bytes of text; the rest was left out.");

  // The bytes of the selected text count as free.
  driver.view.notice.reset();
  driver.key_with_ctrl(ImGuiKey_A);
  ImGui::SetClipboardText(repeated("a", longest_typed_text).c_str());
  driver.key_with_ctrl(ImGuiKey_V);
  EXPECT_EQ(driver.view.sentence.text, repeated("a", longest_typed_text));
  EXPECT_FALSE(driver.view.notice);
  driver.type("b");
  EXPECT_EQ(driver.view.sentence.text.size(), longest_typed_text);
  EXPECT_TRUE(driver.view.notice);
}

TEST(TextField, OfACellTakesTheBeginningOfALongText) {
  LabDriver driver(preset("journey"));
  driver.double_click(driver.item("W_q[1,0]").centre());
  ImGui::SetClipboardText(("0.5" + repeated("0", 16400)).c_str());
  driver.key_with_ctrl(ImGuiKey_V);
  ASSERT_TRUE(driver.view.editing.typing);
  const std::string text = driver.view.editing.typing->text.data();
  EXPECT_EQ(text, "0.5" + repeated("0", text.size() - 3));
  EXPECT_EQ(text.size() + 1, driver.view.editing.typing->text.size());
  EXPECT_TRUE(driver.view.notice);
}

TEST(TextField, OfASentenceTooLongForItIsEmptyAndLosesNoWord) {
  Document document = preset("journey");
  document.tokens[1] = repeated("x", too_many);
  LabDriver driver(document);
  EXPECT_EQ(driver.view.sentence.text, "");
  driver.click(driver.item("sentence").centre());
  driver.key(ImGuiKey_Escape);
  EXPECT_EQ(driver.session.document().tokens, document.tokens);
}

TEST(TextField, OfATitleTooLongForItLeavesTheTitleAsItIs) {
  Document document = preset("journey");
  document.title = repeated("x", too_many);
  LabDriver driver(document);
  driver.click(driver.item("title.edit").centre());
  driver.frame(2);
  driver.click(driver.item("description.field").centre());
  driver.key_with_ctrl(ImGuiKey_A);
  driver.type("Short");
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(driver.session.document().description, "Short");
  EXPECT_EQ(driver.session.document().title, document.title);
}

TEST(DrawingSafety, WindowsOfAnySizeAreDrawn) {
  LabDriver driver(preset("journey"));
  for (const Point size : {Point{1, 1}, Point{1, 900}, Point{1400, 1}, Point{0, 0}, Point{30, 20},
                           Point{8192, 4096}, Point{1280, 800}}) {
    driver.resize(size.x, size.y);
    driver.frame(3);
    visit_everything(driver);
  }
}

TEST(DrawingSafety, EveryScaleOfTheDisplayIsDrawn) {
  LabDriver driver(preset("journey"), 1024, 768);
  for (const float display_scale : {0.5f, 1.0f, 4.0f}) {
    for (const float text_size : {0.75f, 2.5f}) {
      driver.view.display_scale = display_scale;
      driver.set_size_of_everything(text_size);
      driver.frame(3);
      visit_everything(driver);
    }
  }
}

TEST(DrawingSafety, WeightsOfAnySizeAreDrawnAsCircles) {
  Document document = preset("journey");
  for (const Scalar factor : {Scalar(1), Scalar(20), Scalar(40), Scalar(60), Scalar(1e3), Scalar(1e30)}) {
    document.model.token_embeddings = Matrix(*preset("journey").model.token_embeddings * factor);
    LabDriver driver(document);
    driver.view.workspace = Workspace::spaces;
    driver.frame(4);
  }
}

TEST(DrawingSafety, ALineOfAnyNumberOfPointsIsDrawn) {
  LabDriver driver(preset("journey"));
  driver.frame();
  ImGui::NewFrame();
  ImGui::Begin("line");
  const Painter painter(*ImGui::GetWindowDrawList(), driver.view.fonts);
  std::vector<Point> points(100'000);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = {static_cast<float>(i % 1000), static_cast<float>(i % 700)};
  painter.polyline(points, driver.view.theme().text, 3);
  ImGui::End();
  ImGui::Render();
}

struct Triangle {
  std::array<ImVec2, 3> corners;
  ImU32 colour = 0;
  ImVec4 clip;
};

std::vector<Triangle> triangles_of(const ImDrawData& data) {
  std::vector<Triangle> triangles;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& list = *data.CmdLists[n];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        Triangle triangle;
        triangle.clip = command.ClipRect;
        for (unsigned corner = 0; corner < 3; ++corner) {
          const ImDrawIdx index = list.IdxBuffer[static_cast<int>(command.IdxOffset + i + corner)];
          const ImDrawVert& vertex = list.VtxBuffer[static_cast<int>(command.VtxOffset + index)];
          triangle.corners[corner] = vertex.pos;
          triangle.colour = vertex.col;
        }
        triangles.push_back(triangle);
      }
    }
  }
  return triangles;
}

bool operator==(const Triangle& a, const Triangle& b) {
  for (std::size_t i = 0; i < 3; ++i)
    if (a.corners[i].x != b.corners[i].x || a.corners[i].y != b.corners[i].y) return false;
  return a.colour == b.colour && a.clip.x == b.clip.x && a.clip.y == b.clip.y && a.clip.z == b.clip.z &&
         a.clip.w == b.clip.w;
}

TEST(DrawLists, WithoutOffsetsDrawTheSameTriangles) {
  const LabDriver driver(preset("journey"));
  ImGui::NewFrame();
  ImDrawList& many = *ImGui::GetForegroundDrawList();
  for (int i = 0; i < 40000; ++i) {
    const float at = static_cast<float>(i % 700);
    many.AddRectFilled({at, at}, {at + 5, at + 5}, IM_COL32(i % 256, 0, 0, 255));
  }
  ImGui::Render();
  ImDrawData& data = *ImGui::GetDrawData();
  unsigned largest_offset = 0;
  for (int n = 0; n < data.CmdListsCount; ++n)
    for (const ImDrawCmd& command : data.CmdLists[n]->CmdBuffer)
      largest_offset = std::max(largest_offset, command.VtxOffset);
  ASSERT_GT(largest_offset, 0u) << "this frame is no test: 16 bits count it";
  const std::vector<Triangle> expected = triangles_of(data);

  DrawLists lists;
  for (int frame = 0; frame < 2; ++frame) {
    const ImDrawData& without = lists.without_offsets(data);
    for (int n = 0; n < without.CmdListsCount; ++n) {
      EXPECT_LE(without.CmdLists[n]->VtxBuffer.Size, 1 << 16);
      for (const ImDrawCmd& command : without.CmdLists[n]->CmdBuffer) EXPECT_EQ(command.VtxOffset, 0u);
    }
    EXPECT_TRUE(triangles_of(without) == expected) << "in frame " << frame;
  }
}

}  // namespace
}  // namespace attention_lab::testing
