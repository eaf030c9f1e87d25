// A frame in which memory runs out is abandoned, and the next one is as if nothing had happened. Replaces
// operator new, which Dear ImGui uses too (use_throwing_allocator).
#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "failing_new.h"
#include "lab_driver.h"
#include "random_documents.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab::testing {
namespace {

struct Drawn {
  int vertices = 0;
  int indices = 0;
  int lists = 0;

  bool operator==(const Drawn&) const = default;
};

Drawn drawn() {
  const ImDrawData& data = *ImGui::GetDrawData();
  return {data.TotalVtxCount, data.TotalIdxCount, data.CmdListsCount};
}

constexpr int frames_to_settle = 30;  // until highlighting animations end

/// Makes the next frame draw something new.
using Prepare = void (*)(LabDriver& driver);

/// Draws the frame after `prepare` with one failing allocation, then again without: for allocations spread
/// evenly over the frame, and for each of the last ones, since dialogs are drawn last.
void expect_every_failure_is_forgotten(Workspace workspace, Prepare prepare, const char* what) {
  constexpr long most_spread = 20;
  constexpr long last = 40;
  LabDriver driver(preset("journey-two-heads"));
  driver.view.workspace = workspace;
  driver.frame(frames_to_settle);
  prepare(driver);
  driver.frame(frames_to_settle);
  const Drawn expected = drawn();
  prepare(driver);
  const long before = allocations_so_far();
  driver.draw();
  const long allocations = allocations_so_far() - before;
  ASSERT_GT(allocations, 10) << what;
  const long step = std::max(1L, allocations / most_spread);
  int thrown = 0;
  for (long i = 0; i < allocations; i += i < allocations - last ? step : 1) {
    SCOPED_TRACE(std::string(what) + " in " + std::string(entry_of(workspace).name) + ": allocation " +
                 std::to_string(i) + " of " + std::to_string(allocations));
    driver.frame(2);
    prepare(driver);
    fail_allocation(i);
    try {
      driver.draw();
    } catch (const std::bad_alloc&) {
      ++thrown;
    }
    fail_no_allocation();
    abandon_frame();
    driver.actions.clear();
    driver.frame(frames_to_settle);
    EXPECT_EQ(drawn(), expected);
    EXPECT_TRUE(driver.actions.empty());
  }
  EXPECT_GT(thrown, 0) << what;
}

void open_question(LabDriver& driver, Dialog dialog) {
  driver.view.file_path = "/home/ada/lessons/journey.json";
  driver.view.dialogs.changed_file = {true, "journey-2.json"};
  driver.view.dialogs.recovered.problem = "The file is damaged.";
  driver.view.dialogs.open = dialog;
}

TEST(FrameWithoutMemory, IsForgottenInTheNext) {
  for (const WorkspaceEntry& each : all_workspaces()) {
    expect_every_failure_is_forgotten(
        each.id, [](LabDriver&) {}, "a frame in which nothing is new");
    expect_every_failure_is_forgotten(
        each.id,
        [](LabDriver& driver) {
          const Workspace shown = driver.view.workspace;
          driver.view.workspace = shown == Workspace::pipeline ? Workspace::museum : Workspace::pipeline;
          driver.draw();
          driver.view.workspace = shown;
        },
        "the first frame after another workspace");
    expect_every_failure_is_forgotten(
        each.id,
        [](LabDriver& driver) {
          driver.set_size_of_everything(1.3f);
          driver.draw();
          driver.set_size_of_everything(1);
        },
        "the first frame after another size of text");
  }
}

TEST(FrameWithoutMemory, IsForgottenWhereADialogIsOpen) {
  constexpr std::pair<const char*, Prepare> dialogs[] = {
      {"the help", [](LabDriver& driver) { driver.view.dialogs.open = Dialog::help; }},
      {"unsaved changes", [](LabDriver& driver) { open_question(driver, Dialog::unsaved_changes); }},
      {"a changed file", [](LabDriver& driver) { open_question(driver, Dialog::changed_file); }},
      {"recovered work", [](LabDriver& driver) { open_question(driver, Dialog::recovered); }},
  };
  for (const auto& [what, prepare] : dialogs)
    expect_every_failure_is_forgotten(Workspace::pipeline, prepare, what);
}

/// Of a frame of the pipeline in which nothing is new.
struct FrameCost {
  long allocations = 0;
  int vertices = 0;
};

FrameCost cost_of_a_frame(Document document) {
  LabDriver driver(std::move(document), 1920, 1080);
  driver.view.items.is_always_needed = false;  // as in the window
  driver.frame(frames_to_settle);
  const long before = allocations_so_far();
  driver.draw();
  return {allocations_so_far() - before, drawn().vertices};
}

/// 1,024 tokens, d_model 768, 12 heads.
Document large_document() {
  RandomDocuments random(5);
  Document document = long_document(1024);
  document.model.token_embeddings = random.matrix(1024, 768);
  document.model.heads.clear();
  for (int head = 0; head < 12; ++head) {
    Head one;
    one.W_q = random.matrix(768, 64);
    one.W_k = random.matrix(768, 64);
    one.W_v = random.matrix(768, 64);
    document.model.heads.push_back(std::move(one));
  }
  return document;
}

// How long a frame takes depends on the machine, and the benchmarks tell; what it does stands here. The first
// layout of the running example makes about ten times as many allocations.
TEST(FrameCost, OfALargeDocumentIsThatOfWhatItShows) {
  const FrameCost small = cost_of_a_frame(preset("journey"));
  const FrameCost large = cost_of_a_frame(large_document());
  EXPECT_LT(small.allocations, 1500);
  EXPECT_LT(large.allocations, 3 * small.allocations);
  EXPECT_LT(small.vertices, 25000);
  EXPECT_LT(large.vertices, 4 * small.vertices);
  ::testing::Test::RecordProperty("allocations", static_cast<int>(small.allocations));
}

}  // namespace
}  // namespace attention_lab::testing
