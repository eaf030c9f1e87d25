// A frame in the middle of which memory runs out is given up, and the next one is as if nothing had been.
// Stands in for operator new, which Dear ImGui uses, too (use_throwing_allocator).
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench.h"
#include "ui/imgui_compat.h"

namespace {
long n_allocations = 0;
long n_until_failure = -1;  // of the allocations to come; negative: none fails
}  // namespace

void* operator new(std::size_t size) {
  ++n_allocations;
  const bool fails = n_until_failure >= 0 && n_until_failure-- == 0;
  if (void* memory = fails ? nullptr : std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

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

constexpr int frames_to_settle = 30;  // what lights up has lit up

/// What there is to be drawn anew in a frame.
using Prepare = void (*)(UiBench& bench);

/// The frame after `prepare`, with one allocation failing, then as it should be: for allocations spread
/// evenly over the frame.
void expect_every_failure_is_forgotten(Workspace workspace, Prepare prepare, const char* what) {
  constexpr long most_tries = 20;
  UiBench bench(preset("journey-two-heads"));
  bench.view.workspace = workspace;
  bench.frame(frames_to_settle);
  const Document document = bench.session.document();
  prepare(bench);
  bench.frame(frames_to_settle);
  const Drawn expected = drawn();
  prepare(bench);
  const long before = n_allocations;
  bench.draw();
  const long allocations = n_allocations - before;
  ASSERT_GT(allocations, 10) << what;
  const long step = std::max(1L, allocations / most_tries);
  int thrown = 0;
  for (long i = 0; i < allocations; i += step) {
    SCOPED_TRACE(std::string(what) + " in " + std::string(to_string(workspace)) + ": allocation " +
                 std::to_string(i) + " of " + std::to_string(allocations));
    bench.frame(2);
    prepare(bench);
    n_until_failure = i;
    try {
      bench.draw();
    } catch (const std::bad_alloc&) {
      ++thrown;
    }
    n_until_failure = -1;
    abandon_frame();
    bench.frame(frames_to_settle);
    EXPECT_EQ(drawn(), expected);
    EXPECT_TRUE(bench.session.document() == document);
  }
  EXPECT_GT(thrown, 0) << what;
}

TEST(FrameWithoutMemory, IsForgottenInTheNext) {
  for (const Workspace workspace : all_workspaces) {
    expect_every_failure_is_forgotten(
        workspace, [](UiBench&) {}, "a frame in which nothing is new");
    expect_every_failure_is_forgotten(
        workspace,
        [](UiBench& bench) {
          const Workspace shown = bench.view.workspace;
          bench.view.workspace = shown == Workspace::pipeline ? Workspace::museum : Workspace::pipeline;
          bench.draw();
          bench.view.workspace = shown;
        },
        "the first frame after another workspace");
    expect_every_failure_is_forgotten(
        workspace,
        [](UiBench& bench) {
          bench.view.text_size = 1.3f;
          bench.draw();
          bench.view.text_size = 1;
        },
        "the first frame after another size of text");
    expect_every_failure_is_forgotten(
        workspace, [](UiBench& bench) { bench.view.dialogs.open = Dialog::help; }, "the help");
    expect_every_failure_is_forgotten(
        workspace, [](UiBench& bench) { bench.view.dialogs.open = Dialog::save_file; },
        "the dialog of files");
  }
}

}  // namespace
}  // namespace attention_lab::testing
