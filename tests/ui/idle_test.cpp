// Without input and animations, nothing requests frames: the program uses no processor time.
#include <array>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/files/presets.h"
#include "core/document/edits.h"
#include "lab_driver.h"
#include "random_documents.h"
#include "ui/steps/step_player.h"

namespace attention_lab::testing {
namespace {

constexpr int frames_to_rest = 150;  // until the marks of a change have been shown for two seconds

/// Draws until no frame has been requested for a while. `state` describes the screen in failure messages.
void expect_idle(LabDriver& driver, const std::string& state) {
  constexpr int idle_frames = 4;
  int idle = 0;
  for (int i = 0; i < frames_to_rest && idle < idle_frames; ++i) {
    driver.frame();
    idle = driver.wants_frame() ? 0 : idle + 1;
  }
  EXPECT_EQ(idle, idle_frames) << state << " keeps asking for frames";
}

/// Stops animations that may run without input.
void stop_what_moves(LabDriver& driver) {
  driver.view.steps.is_playing = false;
  driver.view.laboratory.variance.run.stop();
  driver.view.laboratory.gradient.run.stop();
  driver.view.training.is_playing = false;
}

void expect_idle_everywhere(LabDriver& driver, const std::string& document) {
  for (const WorkspaceEntry& each : all_workspaces()) {
    driver.view.workspace = each.id;
    driver.frame();
    stop_what_moves(driver);
    expect_idle(driver, document + " in " + std::string(each.name));
  }
  driver.view.workspace = Workspace::laboratory;
  for (const LaboratoryPage present : all_laboratory_pages) {
    driver.view.laboratory.page = present;
    driver.frame();
    stop_what_moves(driver);
    expect_idle(driver, document + " on driver " + std::to_string(static_cast<int>(present)));
  }
  driver.view.workspace = Workspace::figures;
  for (const FigureName figure : all_figure_names) {
    driver.view.figures.request.figure = figure;
    expect_idle(driver, document + " as figure " + std::string(to_string(figure)));
  }
  driver.view.workspace = Workspace::pipeline;
  driver.shortcut(Command::steps);
  for (int i = 0; i < 8; ++i) {
    expect_idle(driver, document + " at step " + std::to_string(i));
    step_by(driver.view.steps, 3);
  }
  driver.shortcut(Command::steps);
  driver.shortcut(Command::present);
  expect_idle(driver, document + " presented");
  driver.shortcut(Command::present);
  driver.frame();
}

TEST(Idle, IsEveryWorkspaceOfEveryPreset) {
  for (const Preset& p : presets()) {
    LabDriver driver(preset(p.name));
    expect_idle_everywhere(driver, std::string(p.name));
  }
}

TEST(Idle, IsEveryDialog) {
  LabDriver driver(preset("journey"));
  for (const Dialog dialog : all_dialogs) {
    driver.view.dialogs.open = dialog;
    expect_idle(driver, "dialog " + std::to_string(static_cast<int>(dialog)));
    driver.view.dialogs.open = Dialog::none;
    driver.frame(2);
  }
}

// Dear ImGui fades it in over several frames, which nothing else requests without input.
TEST(Idle, WhatIsBehindADialogEndsFullyDimmed) {
  LabDriver driver(preset("journey"));
  driver.view.dialogs.open = Dialog::help;
  driver.frame(2);
  while (driver.wants_frame()) driver.frame();
  EXPECT_EQ(ImGui::GetCurrentContext()->DimBgRatio, 1.0f);
}

TEST(Idle, IsANumberThatIsHeldTypedOrChosen) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("W_q[1,0]").centre());
  expect_idle(driver, "a chosen number");
  driver.shortcut(Command::influence);
  expect_idle(driver, "what a number moves");
  driver.pull("W_q[1,0]", 40);
  expect_idle(driver, "a number that is held");
  driver.release();
  driver.double_click(driver.item("W_q[1,0]").centre());
  driver.type("5");
  expect_idle(driver, "a number that is typed");
  driver.key(ImGuiKey_Escape);
  driver.click(driver.item("sentence").centre());
  expect_idle(driver, "the sentence");
}

// The text is previewed once, not in every frame until the field has the keyboard.
TEST(Idle, IsANumberTypedUnderADialogOrBeyondTheBorder) {
  const CellRef cell{{MatrixName::W_q, 0}, 1, 0};
  for (const Dialog dialog : {Dialog::help, Dialog::save_file, Dialog::unsaved_changes}) {
    LabDriver driver(preset("journey"));
    driver.view.dialogs.open = dialog;
    driver.frame(3);
    begin_typing(driver.view, cell, "5");
    expect_idle(driver, "a number under dialog " + std::to_string(static_cast<int>(dialog)));
  }
  LabDriver driver(preset("journey"));
  driver.resize(300, 200);
  driver.frame(5);
  begin_typing(driver.view, {{MatrixName::X, 0}, 5, 2}, "5");
  expect_idle(driver, "a number beyond the border");
}

// The layout is measured with the current fonts, and the fonts are made for the layout: this must converge.
TEST(Idle, IsEverySizeOfTheWindow) {
  RandomDocuments random(11);
  std::vector<Document> documents = {preset("journey"), long_document(17), random.document(),
                                     random.document()};
  documents.push_back(*edits::set_sentence(preset("journey"), "Größe über alles é ñ ü 日本", 1));
  for (Document& document : documents) {
    LabDriver driver(std::move(document));
    for (float width = 700; width < 2000; width += 37) {
      driver.resize(width, 480 + (width - 700) * 0.55f);
      expect_idle(driver, "a window " + std::to_string(width) + " wide");
    }
  }
}

TEST(Idle, IsEverySizeOfTheText) {
  LabDriver driver(preset("journey"), 1024, 768);
  for (float size = 0.75f; size <= 2.5f; size += 0.05f) {
    driver.set_size_of_everything(size);
    expect_idle(driver, "text of size " + std::to_string(size));
  }
}

/// Random input.
void do_something(LabDriver& driver, std::mt19937& random) {
  constexpr std::array keys = {ImGuiKey_Tab,   ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,
                               ImGuiKey_Enter, ImGuiKey_DownArrow, ImGuiKey_Escape,     ImGuiKey_Home,
                               ImGuiKey_End,   ImGuiKey_Delete,    ImGuiKey_Space,      ImGuiKey_Backspace};
  constexpr std::array shortcuts = {Command::undo,
                                    Command::redo,
                                    Command::larger_text,
                                    Command::smaller_text,
                                    Command::normal_text,
                                    command_to_show(Workspace::pipeline),
                                    command_to_show(Workspace::figures),
                                    command_to_show(Workspace::laboratory),
                                    command_to_show(Workspace::museum),
                                    Command::influence,
                                    Command::steps,
                                    Command::present,
                                    Command::help,
                                    Command::other_theme,
                                    Command::fit_window};
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const auto somewhere = [&] {
    const auto& items = driver.view.items.all();
    if (!items.empty() && below(4) != 0) return items[below(items.size())].rect.centre();
    return Point{static_cast<float>(below(static_cast<std::size_t>(screen.x))),
                 static_cast<float>(below(static_cast<std::size_t>(screen.y)))};
  };
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      driver.move(somewhere());
      driver.press();
      driver.release();
      break;
    case 3:
      driver.move(somewhere());
      driver.press();
      driver.move(somewhere());
      driver.release();
      break;
    case 4:
      driver.move(somewhere());
      driver.wheel(below(2) == 0 ? 1.0f : -1.0f, below(3) == 0);
      break;
    case 5: driver.key(keys[below(keys.size())], below(4) == 0); break;
    case 6: driver.type(std::string(1, "0159-.ax"[below(8)])); break;
    default: driver.shortcut(shortcuts[below(shortcuts.size())]); break;
  }
}

TEST(Idle, IsTheWindowAfterAnything) {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    std::mt19937 random(seed);
    LabDriver driver(seed == 2 ? long_document(5) : preset("journey"), 1024, 768);
    for (int round = 0; round < 8; ++round) {
      for (int i = 0; i < 40; ++i) do_something(driver, random);
      stop_what_moves(driver);
      expect_idle(driver, "seed " + std::to_string(seed) + ", round " + std::to_string(round));
    }
  }
}

}  // namespace
}  // namespace attention_lab::testing
